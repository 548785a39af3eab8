"""The page on which somebody says when they play, and how they want to be told that it is their turn."""

from __future__ import annotations

import hmac
import logging
import smtplib
import time

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..table.clocks.choosing import hours_of
from ..table.people import calls
from ..table.people.caller import Call
from ..table.people.calls import Address, Browser
from ..table.people.hours import zones
from ..table.people.mail import is_address
from ..table.people.push import Gone, Pusher
from ..table.seats import Refused, token_hash
from .addresses import reach_of
from .doing import form
from .guard import read_form
from .render import HERE, page
from .site import Site, asker, site_of

log = logging.getLogger("dicehouse.web")

PAGE = "/me/turns"
WAIT = 60.0  # seconds between two letters that ask for the same thing
LINK_LIVES = 24 * 3600.0
MOST_BROWSERS = 8
NO_MAIL = "This house sends no e-mail: its host has named no mail server."
NO_PUSH = "This house sends no messages to browsers; its host has to install dicehouse[push]."
OLD_LINK = "That link is too old, or another address was given since; ask for a new letter where you play."
SLOWLY = "A letter was sent just now; wait a minute before you ask for another one."
NOT_SENT = "The letter could not be sent; check the address, or try again later."
CONFIRM = """Somebody, probably you, wants to be told at this address when it is their turn at a table of

{base}

If that is right, open this link within a day:

{link}

If not, do nothing: no other letter will come.
"""
TURN = """{title}. {text}

{link}

You get one letter for each turn while you are not at the table. To get none any more, open this link:

{off}
"""


async def show(request: Request) -> Response:
    """The page, as things stand."""
    return await _page(request)


async def _page(request: Request, error: str | None = None, said: dict[str, str] | None = None) -> Response:
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    hours = await site.house.hours(guest)
    renewed = mail = None
    browsers: list[Browser] = []
    if guest is not None:
        renewed, mail, browsers = await site.house.store.read(
            lambda db: (calls.read_feed(db, guest), calls.read_mail(db, guest), calls.read_browsers(db, guest))
        )
    link = None if guest is None or renewed is None else _feed_link(request, site, guest, renewed)
    return await page(
        request,
        "turns.html",
        status=400 if error else 200,
        error=error,
        hours=hours,
        zones=zones(),
        said=said or {},
        feed=link,
        mail=mail,
        posts=site.post is not None,
        pushes=site.pusher.public_key if site.pusher else None,
        browsers=[browser.endpoint for browser in browsers],
    )


_form = form(PAGE, _page)


@_form
async def keep_hours(_: Request, site: Site, fields: dict[str, str], guest: str) -> None:
    await site.house.set_hours(guest, hours_of(fields, site.house.wall()))


@_form
async def renew_feed(_: Request, site: Site, fields: dict[str, str], guest: str) -> None:
    """A link, or a new one in the place of one that got into wrong hands."""
    before = await site.house.store.read(lambda db: calls.read_feed(db, guest))
    renewed = 0 if before is None else before + 1
    await site.house.store.write(calls.put_feed(guest, token_hash(_feed_token(site, guest, renewed)), renewed))


# e-mail -------------------------------------------------------------------------------------------------------------


@_form
async def ask_mail(request: Request, site: Site, fields: dict[str, str], guest: str) -> None:
    """An address is given: it gets one letter, which asks whether that is right."""
    if site.post is None or site.address is None:
        raise Refused(NO_MAIL)
    address, now = fields.get("address", "").strip(), site.house.wall()
    if not is_address(address):
        raise Refused("That is no e-mail address; it looks like ana@example.org.")
    before = await site.house.store.read(lambda db: calls.read_mail(db, guest))
    if before is not None and now - before.asked < WAIT:
        raise Refused(SLOWLY)
    if not site.letters.take(asker(request, None)):  # of one address of the net, whoever it says it is
        raise Refused(SLOWLY)
    kept = Address(guest, address, float(int(now)), None)
    await site.house.store.write(calls.put_mail(kept))
    text = CONFIRM.format(base=site.address, link=f"{site.address}/mail/{_confirms(site, kept)}")
    try:
        await site.post.send(address, "Is this your address?", text)
    except (OSError, smtplib.SMTPException):
        await site.house.store.write(calls.delete_mail(guest))
        raise Refused(NOT_SENT) from None


@_form
async def no_mail(_: Request, site: Site, fields: dict[str, str], guest: str) -> None:
    await site.house.store.write(calls.delete_mail(guest))


async def confirm(request: Request) -> Response:
    """What the link in the letter opens: only the key on that page confirms, since programs look at links, too."""
    return await page(request, "mail.html", mail=await _address_of(request, "confirm"), done=False, off=False)


async def confirmed(request: Request) -> Response:
    site = site_of(request)
    await read_form(request, site.limits.body)
    mail = await _address_of(request, "confirm")
    kept = Address(mail.guest, mail.address, mail.asked, site.house.wall())
    await site.house.store.write(calls.put_mail(kept))
    return await page(request, "mail.html", mail=kept, done=True, off=False)


async def stop(request: Request) -> Response:
    """What the link under every letter opens."""
    return await page(request, "mail.html", mail=await _address_of(request, "off"), done=False, off=True)


async def stopped(request: Request) -> Response:
    """No letter any more, by the key of that page or by the mail reader's own (RFC 8058), which is no page of ours."""
    mail = await _address_of(request, "off")
    await site_of(request).house.store.write(calls.delete_mail(mail.guest))
    return await page(request, "mail.html", mail=mail, done=True, off=True)


async def _address_of(request: Request, purpose: str) -> Address:
    """Whose link this is; Refused if it isn't one, or no longer is."""
    site, token = site_of(request), request.path_params["token"]
    guest = token.partition("-")[0]
    mail = await site.house.store.read(lambda db: calls.read_mail(db, guest))
    right = None if mail is None else _confirms(site, mail) if purpose == "confirm" else _stops(site, mail)
    if mail is None or right is None or not hmac.compare_digest(right.encode(), token.encode("utf-8", "replace")):
        raise Refused(OLD_LINK)
    if purpose == "confirm" and site.house.wall() - mail.asked > LINK_LIVES:
        raise Refused(OLD_LINK)
    return mail


def _confirms(site: Site, mail: Address) -> str:
    what = f"{mail.guest}|{mail.address}|{int(mail.asked)}"
    return f"{mail.guest}-{site.house.keyring.derive('mail', what).hex()[:32]}"


def _stops(site: Site, mail: Address) -> str:
    return f"{mail.guest}-{site.house.keyring.derive('no mail', f'{mail.guest}|{mail.address}').hex()[:32]}"


async def by_mail(site: Site, call: Call) -> None:
    """A letter that says that it is somebody's turn, if they want one."""
    mail = await site.house.store.read(lambda db: calls.read_mail(db, call.guest))
    if site.post is None or mail is None or mail.confirmed is None:
        return
    off = f"{site.address}/mail/off/{_stops(site, mail)}"
    link = f"{site.address}/t/{call.table}"
    await site.post.send(
        mail.address, call.title, TURN.format(title=call.title, text=call.text, link=link, off=off), off
    )


# messages to a browser ----------------------------------------------------------------------------------------------


@_form
async def take_browser(request: Request, site: Site, fields: dict[str, str], guest: str) -> Response:
    browser = Browser(fields.get("endpoint", ""), fields.get("p256dh", ""), fields.get("auth", ""))
    pusher = _pusher(site)
    pusher.check(browser)
    known = await site.house.store.read(lambda db: calls.read_browsers(db, guest))
    if len(known) >= MOST_BROWSERS and browser.endpoint not in {one.endpoint for one in known}:
        await site.house.store.write(calls.delete_browser(known[0].endpoint))
    await site.house.store.write(calls.put_browser(guest, browser, time.time()))
    return JSONResponse({"ok": True})


@_form
async def leave_browser(_: Request, site: Site, fields: dict[str, str], guest: str) -> Response:
    """Whoever knows a browser's address is that browser."""
    await site.house.store.write(calls.delete_browser(fields.get("endpoint", "")))
    return JSONResponse({"ok": True})


async def worker(_: Request) -> Response:
    """What stays in a browser and shows the messages of the house."""
    text = (HERE / "templates" / "sw.js").read_text(encoding="utf-8")
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "max-age=3600"})


async def by_push(site: Site, call: Call) -> None:
    """A message to every browser of somebody whose turn it is."""
    if site.pusher is None:
        return
    browsers = await site.house.store.read(lambda db: calls.read_browsers(db, call.guest))
    message = {"title": call.title, "body": call.text, "url": f"/t/{call.table}", "tag": call.table}
    for browser in browsers:
        try:
            await site.pusher.send(browser, message)
        except (Gone, Refused):
            await site.house.store.write(calls.delete_browser(browser.endpoint))
        except (OSError, ValueError) as error:  # somebody's old phone must not silence their new one
            log.warning("a message to a browser could not be sent: %s", error)


def _pusher(site: Site) -> Pusher:
    if site.pusher is None:
        raise Refused(NO_PUSH)
    return site.pusher


# the calendar's link --------------------------------------------------------------------------------------------------


def _feed_token(site: Site, guest: str, renewed: int) -> str:
    return site.house.keyring.derive("calendar", f"{guest}|{renewed}").hex()[:32]


def _feed_link(request: Request, site: Site, guest: str, renewed: int) -> str:
    base = site.address or reach_of(request, site.listening).base
    return f"{base}/calendar/{_feed_token(site, guest, renewed)}.ics"
