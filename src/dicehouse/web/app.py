"""The application: its addresses, its errors, and how it is served."""

from __future__ import annotations

import contextlib
import gc
import itertools
import logging
import socket as sockets
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

from dicehouse import bots
from dicehouse.errors import DicehouseError, UnknownGame

from ..table.counting import catch_up
from ..table.driver import Bot
from ..table.files import default_database, house_key
from ..table.house import House
from ..table.presence import Grace
from ..table.reviewing import Reviewer
from ..table.seats import Damaged, Keyring, NotFound, Refused
from ..table.store import Store, StoreFailed
from . import dice_page, exports, joining, learning, opening, pages, proof, replay, reviewed, tables, your_games
from .addresses import Listening, friends_addresses
from .built import BuiltFiles
from .guard import Foreign, Guard, TooLarge
from .guessing import Guesses, TooManyGuesses
from .guests import Guests
from .limits import Buckets, Deadlines, Limits
from .render import STATIC, page
from .site import Site
from .socket import table_socket
from .trials import Workshop
from .wire import RequestLine, SocketLine, patrol

log = logging.getLogger("dicehouse.web")

SWEEP_SECONDS = 60
LOOK_SECONDS = 5  # until everybody learns that somebody has not answered for so long that a bot may play
WHATS = "act|undo|chat|order|fill|start|stand-in|nudge|renew|again|name|lesson|hint|hints"
BROKEN = "Something broke in the house; it was written down, and your game is safe."
CANT_WRITE = "The house can't write to its database at the moment; nothing that you saw is lost."


BOT_DELAY = 1.2  # seconds: the page needs some 1.6 to tell a keep and a throw, and hurries when it is behind


def make_app(
    database: Path,
    *,
    bot_delay: float = BOT_DELAY,
    secret_key: bytes | None = None,
    limits: Limits | None = None,
    make_bot: Callable[[str], Bot] = bots.make,
    most_pages: int | None = None,
    grace: Grace | None = None,
    reviewer: Reviewer | None = None,
    listening: Listening | None = None,
) -> Starlette:
    """The house as an ASGI application, with its tables in `database`; CantOpen if they can't be used.

    `listening` is where its server listens; without it an invitation can't name an address for friends to a browser
    on the same machine.
    """
    allowed = limits or Limits()
    keyring = Keyring(secret_key or house_key(database))
    store = Store(database, most_pages=most_pages)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(store, keyring, make_bot, bots.names, bot_delay, grace, reviewer)
        rates = (Buckets(allowed.actions), Buckets(allowed.chat), Buckets(allowed.practice), Buckets(allowed.trials))
        workshop = Workshop()
        app.state.site = Site(
            house,
            Guests(keyring, store),
            allowed,
            *rates,
            hints=Buckets(allowed.hints),
            tables=Buckets(allowed.tables),
            sockets={},
            workshop=workshop,
            guesses=Guesses(allowed),
            exports=Buckets(allowed.exports),
            listening=listening,
        )
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_sweep, house)
            tasks.start_soon(catch_up, house)
            tasks.start_soon(house.reviews.resume)
            yield
            tasks.cancel_scope.cancel()
        workshop.close()
        house.close("The house closes for a moment.")

    return Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard, on_error=_broken)],
        exception_handlers={
            HTTPException: _http_error,
            DicehouseError: _refused,
            StoreFailed: _cant_write,
        },
    )


def _routes() -> list[Route | WebSocketRoute | Mount]:
    return [
        Route("/", pages.home),
        Route("/play-now/{game}", opening.play_now, methods=["POST"]),
        Route("/learn/{game}", learning.learn, methods=["POST"]),
        Route("/new/{game}", opening.new_table, methods=["GET"]),
        Route("/new/{game}/examples", opening.examples, methods=["GET"]),
        Route("/new/{game}", opening.open_table, methods=["POST"]),
        Route("/join", joining.join_by_code),
        Route("/join/{token}", joining.join, methods=["GET"]),
        Route("/join/{token}", joining.accept, methods=["POST"]),
        Route("/join/{token}/qr.svg", joining.qr),
        Route("/games", your_games.your_games),
        Route("/games.csv", your_games.games_csv),
        Route("/games.parquet", your_games.games_parquet),
        Route("/dice", dice_page.dice),
        Route("/dice.csv", exports.dice_csv),
        Route("/dice.parquet", exports.dice_parquet),
        Route("/rules", pages.rules_index),
        Route("/rules/{game}", pages.rules),
        Route("/rules/{game}/things", pages.things),
        Route("/me", pages.me, methods=["GET"]),
        Route("/me", pages.set_me, methods=["POST"]),
        Route("/me/pass", pages.make_pass, methods=["POST"]),
        Route("/me/here/{token}", pages.here, methods=["GET"]),
        Route("/me/here/{token}", pages.be_here, methods=["POST"]),
        Route("/verify.py", pages.verify_script),
        Route("/healthz", pages.healthz),
        Route("/t/{table}", tables.board),
        Route("/t/{table}/plain", tables.plain),
        Route("/t/{table}/match.json", tables.match_file),
        Route("/t/{table}/dice.json", proof.dice_file),
        Route("/t/{table}/replay", replay.replay_page),
        Route("/t/{table}/replay/plain", replay.plain_page),
        Route("/t/{table}/replay.json", replay.frames_file),
        Route("/t/{table}/review", reviewed.review_page, methods=["GET"]),
        Route("/t/{table}/review", reviewed.review_anew, methods=["POST"]),
        Route("/t/{table}/review/standing", reviewed.standing_of),
        Route("/t/{table}/review.json", reviewed.review_file),
        Route("/t/{table}/what-if", reviewed.play_on, methods=["POST"]),
        WebSocketRoute("/t/{table}/ws", table_socket),
        *(Route(f"/t/{{table}}/{what}", tables.doing(what), methods=["POST"]) for what in WHATS.split("|")),
        Mount("/static", BuiltFiles(directory=STATIC, check_dir=False)),
    ]


async def _sweep(house: House) -> None:
    for number in itertools.count(1):
        await anyio.sleep(LOOK_SECONDS)
        house.look_round()
        if number % (SWEEP_SECONDS // LOOK_SECONDS) == 0:
            house.sweep()
            await house.sweep_codes()


# errors: one sentence each, in the look of the house ----------------------------------------------------------------

_SENTENCES = {
    404: "There is nothing at this address; perhaps it was cut short.",
    405: "This address is for a form, not for looking at.",
}
_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (TooLarge, 413),
    (Foreign, 403),
    (TooManyGuesses, 429),
    (NotFound, 404),
    (Damaged, 500),
    (UnknownGame, 404),
    (Refused, 409),
)


async def _error(request: Request, status: int, sentence: str) -> Response:
    try:
        return await page(request, "error.html", status=status, sentence=sentence)
    except Exception:
        log.exception("the error page failed")
        return PlainTextResponse(sentence, status)


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return await _error(request, status, _SENTENCES.get(status, "The house could not follow that request."))


async def _refused(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 400)
    return await _error(request, status, str(error))


async def _cant_write(_: Request, error: Exception) -> Response:
    log.error("the database failed: %s", error)
    return PlainTextResponse(CANT_WRITE + "\n", 503)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("the page %s failed", request.scope.get("endpoint"), exc_info=error)
    return await _error(request, 500, BROKEN)


# serving --------------------------------------------------------------------------------------------------------------


def server_for(
    app: Starlette,
    host: str,
    port: int,
    *,
    quiet: bool = True,
    deadlines: Deadlines | None = None,
    proxies: Sequence[str] = (),
) -> uvicorn.Server:
    """The server with the settings that the house is tested with.

    `proxies` are the addresses and networks trusted to say whom they ask for, and whether over https.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        http=RequestLine,
        ws=SocketLine,
        ws_max_size=Limits().frame,
        ws_per_message_deflate=False,
        ws_ping_interval=10,  # a line that was cut without a word is noticed within twenty seconds
        ws_ping_timeout=10,
        timeout_graceful_shutdown=3,
        log_level="warning" if quiet else "info",
        access_log=False,  # addresses of invitations hold their tokens
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        callback_notify=patrol(lambda: server, deadlines or Deadlines()),
        timeout_notify=0,
    )
    server = uvicorn.Server(config)
    return server


def settle() -> None:
    """Spare the collector what stays for ever: modules and compiled rules are most of the memory, and never garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def serve(
    host: str,
    port: int,
    database: Path | None = None,
    open_browser: bool = False,
    *,
    proxies: Sequence[str] = (),
    when_laid: Callable[[], None] = lambda: None,
    bot_delay: float = BOT_DELAY,
) -> None:
    """Serve the house until it is told to stop (Ctrl-C or SIGTERM).

    `when_laid` is called when nothing stands in the way any more. OSError if nobody can listen there, CantOpen if the
    tables can't be used.
    """
    with sockets.socket(sockets.AF_INET6 if ":" in host else sockets.AF_INET) as listening:
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # from now on nobody else can have it
        listening.set_inheritable(True)
        there = Listening(host, listening.getsockname()[1])
        app = make_app(database or default_database(), bot_delay=bot_delay, listening=there)
        when_laid()
        shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104  # compared, not bound
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        print(f"The table is laid at {address}", flush=True)
        for friends in friends_addresses(there):
            print(f"Friends in your network find it at {friends}/", flush=True)
        if open_browser:
            threading.Timer(0.4, webbrowser.open, (address,)).start()
        settle()
        server_for(app, host, port, proxies=proxies).run(sockets=[listening])
