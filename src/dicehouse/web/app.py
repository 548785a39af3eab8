"""The application: its addresses, its errors, and how it is served."""

from __future__ import annotations

import contextlib
import gc
import itertools
import logging
import socket as sockets
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

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

from ..table.club.contests import keep_contests
from ..table.club.ratings import Ratings
from ..table.driver import Bot
from ..table.house import House
from ..table.keeping import Keep, keep_house
from ..table.nets import Nets
from ..table.past.counting import catch_up
from ..table.past.reviewing import Reviewer
from ..table.people.caller import SOON, Caller, Way
from ..table.people.mail import Post, Server
from ..table.people.push import Pusher
from ..table.people.push import available as push_available
from ..table.presence import Grace
from ..table.seats import Damaged, Keyring, NotFound, Refused
from ..table.storage.address import Place
from ..table.storage.files import default_database
from ..table.storage.store import StoreFailed
from ..table.storage.stores import open_store
from . import (
    calendar,
    clubs,
    dice_page,
    evenings,
    exports,
    joining,
    learning,
    mine,
    opening,
    pages,
    passkeys,
    programs,
    proof,
    replay,
    reviewed,
    tables,
    turns,
    your_games,
    your_turn,
)
from .addresses import Listening, friends_addresses
from .api import errors as api_errors
from .api.routes import routes as api_routes
from .built import BuiltFiles
from .guard import Foreign, Guard, TooLarge
from .guessing import Guesses, TooManyGuesses
from .guests import Guests
from .limits import Buckets, Deadlines, Limits
from .metrics import Metrics
from .render import STATIC, page
from .site import Site
from .socket import table_socket
from .trials import Workshop
from .wire import RequestLine, SocketLine, patrol

log = logging.getLogger("dicehouse.web")

SWEEP_SECONDS = 60
LOOK_SECONDS = 5  # until everybody learns that somebody has not answered for so long that a bot may play
WHATS = "act|undo|takeback|chat|order|fill|start|stand-in|nudge|renew|again|name|lesson|hint|hints|person|quiet"
METRICS_HOST = "127.0.0.1"  # whoever may read them is on this machine, or asks by way of it
BROKEN = "Something broke in the house; it was written down, and your game is safe."
CANT_WRITE = "The house can't write to its database at the moment; nothing that you saw is lost."


BOT_DELAY = 1.2  # seconds: the page needs some 1.6 to tell a keep and a throw, and hurries when it is behind


def make_app(
    database: Place,
    *,
    bot_delay: float = BOT_DELAY,
    secret_key: bytes | None = None,
    limits: Limits | None = None,
    make_bot: Callable[[str], Bot] = bots.make,
    most_pages: int | None = None,
    grace: Grace | None = None,
    reviewer: Reviewer | None = None,
    listening: Listening | None = None,
    metrics: Metrics | None = None,
    keep: Keep | None = None,
    address: str | None = None,
    post: Post | None = None,
    pushes: bool | Callable[[Keyring], Pusher] = True,
    call_after: float = SOON,
    nets: Nets | None = None,
) -> Starlette:
    """The house as an ASGI application, with its tables in `database`; CantOpen if they can't be used.

    `listening` is where its server listens; without it an invitation can't name an address for friends to a browser
    on the same machine. `address` is the one that friends use, and goes into letters, which `post` carries; `pushes`:
    whether browsers get messages, if the house can send some; both `call_after` so many seconds. `nets` sit at its
    tables beside the bots.
    """
    allowed = limits or Limits()
    store, key = open_store(database, key=secret_key, most_pages=most_pages)
    keyring = Keyring(key)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(store, keyring, make_bot, bots.names, bot_delay, grace, reviewer, nets)
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
            guesses=Guesses(allowed, store),
            exports=Buckets(allowed.exports),
            listening=listening,
            metrics=metrics,
            phrases=mine.Phrases(allowed),
            ratings=Ratings(store),
            keep=keep or Keep(),
            letters=Buckets(allowed.letters),
            passkeys=Buckets(allowed.passkeys),
            address=address,
            post=post,
            pusher=_pusher(pushes, keyring, address),
        )
        await app.state.site.guests.learn()
        house.look_who.append(app.state.site.guests.learn)
        caller = house.caller = Caller(_ways(app.state.site), call_after)
        if metrics:
            metrics.watch(app.state.site)
        async with anyio.create_task_group() as tasks:
            for job in (
                partial(_sweep, house),
                partial(catch_up, house),
                house.reviews.resume,
                partial(keep_house, house, keep or Keep()),
                house.timekeeper.run,
                partial(keep_contests, house),
            ):
                tasks.start_soon(_steadily, job)
            yield
            tasks.cancel_scope.cancel()
        caller.close()
        workshop.close()
        house.close("The house closes for a moment.")

    return Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard, on_error=_broken, metrics=metrics)],
        exception_handlers={
            HTTPException: _http_error,
            DicehouseError: _refused,
            StoreFailed: _cant_write,
        },
    )


def _pusher(pushes: bool | Callable[[Keyring], Pusher], keyring: Keyring, address: str | None) -> Pusher | None:
    if callable(pushes):
        return pushes(keyring)
    return Pusher(keyring, address or "https://localhost/") if pushes and push_available() else None


def _ways(site: Site) -> list[Way]:
    """The ways in which this house can tell somebody that it is their turn."""
    ways: list[Way] = []
    if site.pusher:
        ways.append(partial(your_turn.by_push, site))
    if site.post:
        ways.append(partial(your_turn.by_mail, site))
    return ways


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
        Route("/sit/{table}", joining.see_listed, methods=["GET"]),
        Route("/sit/{table}", joining.sit_listed, methods=["POST"]),
        Route("/join/{token}/qr.svg", joining.qr),
        Route("/clubs", clubs.all_clubs, methods=["GET"]),
        Route("/clubs", clubs.open_club, methods=["POST"]),
        Route("/clubs/join/{token}", clubs.see, methods=["GET"]),
        Route("/clubs/join/{token}", clubs.join, methods=["POST"]),
        Route("/clubs/{club}", clubs.club),
        Route("/clubs/{club}/join", clubs.see_listed, methods=["GET"]),
        Route("/clubs/{club}/join", clubs.join_listed, methods=["POST"]),
        Route("/clubs/{club}/evenings/{number}", evenings.evening),
        Route("/clubs/{club}/new/{game}", evenings.form, methods=["GET"]),
        Route("/clubs/{club}/new/{game}", evenings.start, methods=["POST"]),
        *(Route(f"/clubs/{{club}}/{what}", clubs.doing(what), methods=["POST"]) for what in clubs.DOING),
        Route("/games", your_games.your_games),
        Route("/next", turns.next_table),
        Route("/turns.json", turns.turns),
        Route("/games.csv", your_games.games_csv),
        Route("/games.parquet", your_games.games_parquet),
        Route("/dice", dice_page.dice),
        Route("/dice.csv", exports.dice_csv),
        Route("/dice.parquet", exports.dice_parquet),
        Route("/rules", pages.rules_index),
        Route("/rules/{game}", pages.rules),
        Route("/rules/{game}/things", pages.things),
        Route("/me/programs", programs.programs, methods=["GET"]),
        Route("/me/programs", programs.make_token, methods=["POST"]),
        Route("/me/programs/{token}/revoke", programs.revoke, methods=["POST"]),
        *api_routes(),
        Route("/me", mine.me, methods=["GET"]),
        Route("/me", mine.set_me, methods=["POST"]),
        Route("/me/pass", mine.make_pass, methods=["POST"]),
        Route("/me/here/{token}", mine.here, methods=["GET"]),
        Route("/me/here/{token}", mine.be_here, methods=["POST"]),
        Route("/me/phrase", mine.make_phrase, methods=["POST"]),
        Route("/me/recover", mine.recover, methods=["GET"]),
        Route("/me/recover", mine.be_recovered, methods=["POST"]),
        Route("/me/passkeys", passkeys.make, methods=["POST"]),
        Route("/me/passkeys/options", passkeys.make_options, methods=["POST"]),
        Route("/me/passkeys/remove", passkeys.remove, methods=["POST"]),
        Route("/me/passkey", passkeys.show, methods=["GET"]),
        Route("/me/passkey", passkeys.use, methods=["POST"]),
        Route("/me/passkey/options", passkeys.use_options, methods=["POST"]),
        Route("/me/hear", mine.hear, methods=["POST"]),
        Route("/me/rated", mine.want_ratings, methods=["POST"]),
        Route("/me/everything.json", mine.everything),
        Route("/me/leave", mine.leave, methods=["GET"]),
        Route("/me/leave", mine.left, methods=["POST"]),
        Route("/privacy", mine.privacy),
        Route("/me/turns", your_turn.show, methods=["GET"]),
        Route("/me/turns/hours", your_turn.keep_hours, methods=["POST"]),
        Route("/me/turns/calendar", your_turn.renew_feed, methods=["POST"]),
        Route("/me/turns/mail", your_turn.ask_mail, methods=["POST"]),
        Route("/me/turns/no-mail", your_turn.no_mail, methods=["POST"]),
        Route("/me/turns/push", your_turn.take_browser, methods=["POST"]),
        Route("/me/turns/no-push", your_turn.leave_browser, methods=["POST"]),
        Route("/calendar/{token}.ics", calendar.feed),
        Route("/mail/off/{token}", your_turn.stop, methods=["GET"]),
        Route("/mail/off/{token}", your_turn.stopped, methods=["POST"]),
        Route("/mail/{token}", your_turn.confirm, methods=["GET"]),
        Route("/mail/{token}", your_turn.confirmed, methods=["POST"]),
        Route("/sw.js", your_turn.worker),
        Route("/verify.py", pages.verify_script),
        Route("/healthz", pages.healthz),
        Route("/readyz", pages.readyz),
        Route("/t/{table}", tables.board),
        Route("/t/{table}/plain", tables.plain),
        Route("/t/{table}/away.json", turns.while_away),
        Route("/t/{table}/match.json", tables.match_file),
        Route("/t/{table}/dice.json", proof.dice_file),
        Route("/t/{table}/replay", replay.replay_page),
        Route("/t/{table}/replay/plain", replay.plain_page),
        Route("/t/{table}/replay.json", replay.frames_file),
        Route("/t/{table}/replay/said.json", replay.said_file),
        Route("/t/{table}/review", reviewed.review_page, methods=["GET"]),
        Route("/t/{table}/review", reviewed.review_anew, methods=["POST"]),
        Route("/t/{table}/review/standing", reviewed.standing_of),
        Route("/t/{table}/review.json", reviewed.review_file),
        Route("/t/{table}/what-if", reviewed.play_on, methods=["POST"]),
        WebSocketRoute("/t/{table}/ws", table_socket),
        *(Route(f"/t/{{table}}/{what}", tables.doing(what), methods=["POST"]) for what in WHATS.split("|")),
        Mount("/static", BuiltFiles(directory=STATIC, check_dir=False)),
    ]


async def _steadily(job: Callable[[], Awaitable[None]]) -> None:
    """Do one of the house's own jobs, again if it fails: what befalls one must not end the others."""
    while True:
        try:
            return await job()
        except Exception:
            log.exception("one of the house's own jobs failed, and is begun again")
            await anyio.sleep(LOOK_SECONDS)


async def _sweep(house: House) -> None:
    for number in itertools.count(1):
        await anyio.sleep(LOOK_SECONDS)
        house.look_round()
        if number % (SWEEP_SECONDS // LOOK_SECONDS) == 0:
            house.sweep()
            await house.invitations.keep_all_codes()


# errors: one sentence each, in the look of the house ----------------------------------------------------------------

UNCLEAR = "The house could not follow that request."
_SENTENCES = {
    404: "There is nothing at this address; perhaps it was cut short.",
    405: "This address is for a form, not for looking at.",
}
_STATUS: tuple[tuple[type[Exception], int], ...] = (
    *api_errors.STATUS,
    (TooLarge, 413),
    (Foreign, 403),
    (TooManyGuesses, 429),
    (NotFound, 404),
    (Damaged, 500),
    (UnknownGame, 404),
    (Refused, 409),
)


async def _error(request: Request, status: int, sentence: str, *, stale: bool = False) -> Response:
    if api_errors.is_for_programs(request):
        return api_errors.told(status, sentence, stale=stale)
    try:
        return await page(request, "error.html", status=status, sentence=sentence)
    except Exception:
        log.exception("the error page failed")
        return PlainTextResponse(sentence, status)


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if api_errors.is_for_programs(request) and isinstance(error, HTTPException):
        return api_errors.told(status, api_errors.SENTENCES.get(status, UNCLEAR), headers=error.headers)
    return await _error(request, status, _SENTENCES.get(status, UNCLEAR))


async def _refused(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 400)
    return await _error(request, status, str(error), stale=isinstance(error, Refused) and error.stale)


async def _cant_write(request: Request, error: Exception) -> Response:
    log.error("the database failed: %s", error)
    if api_errors.is_for_programs(request):
        return api_errors.told(503, CANT_WRITE)
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
        log_config=None,  # the journal's: uvicorn's own closes every handler that anybody made before
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
    gc.set_threshold(20_000, 10, 5)


def serve(
    host: str,
    port: int,
    database: Place | None = None,
    open_browser: bool = False,
    *,
    proxies: Sequence[str] = (),
    when_laid: Callable[[], None] = lambda: None,
    bot_delay: float = BOT_DELAY,
    metrics_port: int | None = None,
    keep: Keep | None = None,
    address: str | None = None,
    mail: Server | None = None,
    nets: Nets | None = None,
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
        metrics = None if metrics_port is None else Metrics()
        place = database or default_database()
        post = None if mail is None else Post(mail)
        app = make_app(
            place,
            bot_delay=bot_delay,
            listening=there,
            metrics=metrics,
            keep=keep,
            address=address,
            post=post,
            nets=nets,
        )
        when_laid()
        shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104  # compared, not bound
        here = f"http://{shown}:{listening.getsockname()[1]}/"
        print(f"The table is laid at {here}", flush=True)
        for friends in friends_addresses(there):
            print(f"Friends in your network find it at {friends}/", flush=True)
        if metrics:
            print(f"Its metrics are at http://{METRICS_HOST}:{metrics.serve(METRICS_HOST, metrics_port or 0)}/metrics")
        if open_browser:
            threading.Timer(0.4, webbrowser.open, (here,)).start()
        settle()
        server_for(app, host, port, proxies=proxies).run(sockets=[listening])
