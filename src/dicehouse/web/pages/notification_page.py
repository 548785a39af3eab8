"""Serve the page on which a guest sets when they play and how they are notified of their turn."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import smtplib
import time
from collections.abc import Sequence
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...i18n import _, current_language, in_language, join_sentences
from ...server.accounts import notification_channels
from ...server.accounts.mail import is_address
from ...server.accounts.notification_channels import Address, Browser
from ...server.accounts.quiet_hours import Hours, is_known, local_time, zones
from ...server.accounts.turn_notifier import Call, call_of, due_sentence, waits_for
from ...server.accounts.web_push import Gone, Pusher
from ...server.accounts.webhooks import KINDS, read_webhook
from ...server.clocks.clock_form import hours_of
from ...server.clocks.clock_records import has_hours
from ...server.cluster.claims import bots_of
from ...server.seats import Refused, token_hash
from ...server.storage.table_records import read_language
from ..app_services import AppServices, rate_limit_key, services_of
from ..form_posts import guest_form
from ..page_renderer import render_page
from ..reachable_address import find_reachable_address
from ..request_parsing import is_on, read_form

log = logging.getLogger("dicehouse.web")

PAGE = "/me/turns"
MAIL_INTERVAL_SECONDS = 60.0  # seconds between two letters that ask for the same thing
LINK_SECONDS = 24 * 3600.0
MAX_BROWSERS = 8
TOKEN = re.compile("[0-9a-f]{32}-[0-9a-f]{32}")
MAX_WAITING = 12  # tables in one letter
MORNING = 7  # the hour from which a letter is sent that was held back the day before
HELD_SECONDS = 300.0  # between two looks at the letters that are held back
NO_MAIL = _("This server sends no e-mail. Its host can set up a mail server.")
NO_PUSH = _("This server sends no notifications to browsers. Its host needs to install the extra “push”.")
LINK_EXPIRED = _(
    "That link is too old, or you've since changed the address. Ask for a new e-mail in your notifications."
)
MAIL_SENT_JUST_NOW = _("We just sent an e-mail. Wait a minute before you ask for another one.")
MAIL_NOT_SENT = _("The e-mail couldn't be sent. Check the address or try again later.")


def confirmation_mail(base: str, link: str) -> list[str]:
    """Return the paragraphs of the e-mail that asks for confirmation."""
    return [
        _("Someone, probably you, wants to get an e-mail at this address when it is their turn at a table on:"),
        base,
        _("If that was you, open this link within a day:"),
        link,
        _("If not, do nothing. You will get no other e-mails."),
    ]


def turn_mail(calls: Sequence[Call], base: str, zone: str, off: str, *, each_turn: bool) -> list[str]:
    """Return the paragraphs of the e-mail that says that it is the guest's turn at one table or several."""
    found = list[str]()
    for call in calls:
        due = "" if call.due is None else due_sentence(call.due, zone)
        found += [join_sentences(_("{sentence}.", sentence=call.title), call.text, due), f"{base}/t/{call.table}"]
    often = (
        _("You get one e-mail for each turn while you are not at the table. To stop them, open this link:")
        if each_turn
        else _("You get at most one e-mail a day while you are not at the table. To stop them, open this link:")
    )
    return [*found, often, off]


def _letter(paragraphs: list[str], language: str) -> str:
    return "\n\n".join(in_language(paragraph, language) for paragraph in paragraphs) + "\n"


async def language_of(site: AppServices, guest: str) -> str:
    """Return the language in which a guest last read the pages."""
    return await site.registry.store.read(lambda db: read_language(db, guest))


async def notification_page(request: Request) -> Response:
    """Return the page with the guest's present choices."""
    return await _render_notification_page(request)


async def _render_notification_page(
    request: Request, error: str | None = None, said: dict[str, str] | None = None
) -> Response:
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    hours = await site.registry.hours(guest)
    renewed = mail = webhook = None
    zone_known = False
    browsers: list[Browser] = []
    if guest is not None:
        renewed, mail, browsers, webhook, zone_known = await site.registry.store.read(
            lambda db: (
                notification_channels.read_feed(db, guest),
                notification_channels.read_mail(db, guest),
                notification_channels.read_browsers(db, guest),
                read_webhook(db, guest),
                has_hours(db, guest),
            )
        )
    link = None if guest is None or renewed is None else _calendar_link(request, site, guest, renewed)
    return await render_page(
        request,
        "notifications.html",
        status=400 if error else 200,
        error=error,
        hours=hours,
        zone_known=zone_known,
        zones=zones() if hours.zone in zones() else (hours.zone, *zones()),
        unknown=None if is_known(hours.zone) else hours.zone,
        said=said or {},
        feed=link,
        mail=mail,
        posts=site.post is not None,
        pushes=site.pusher.public_key if site.pusher else None,
        browsers=[browser.endpoint for browser in browsers],
        webhooks=site.webhooks is not None,
        webhook=webhook,
        webhook_kinds=KINDS,
    )


notification_form = guest_form(PAGE, _render_notification_page)


@notification_form
async def save_hours(_request: Request, site: AppServices, fields: dict[str, str], guest: str) -> None:
    await site.registry.set_hours(guest, hours_of(fields, site.registry.wall()))


@notification_form
async def renew_calendar_link(_request: Request, site: AppServices, fields: dict[str, str], guest: str) -> None:
    """Make a calendar link, or a new one to replace one that others got to know."""
    before = await site.registry.store.read(lambda db: notification_channels.read_feed(db, guest))
    renewed = 0 if before is None else before + 1
    await site.registry.store.write(
        notification_channels.put_feed(guest, token_hash(calendar_token(site, guest, renewed)), renewed)
    )
    await learn_zone(site, guest, fields)


async def learn_zone(site: AppServices, guest: str, fields: dict[str, str]) -> None:
    """Store the time zone that a form brings along, if the guest has not chosen one."""
    zone = fields.get("zone", "")
    if zone in zones() and not await site.registry.store.read(lambda db: has_hours(db, guest)):
        await site.registry.set_hours(guest, Hours(zone))


# e-mail -------------------------------------------------------------------------------------------------------------


@notification_form
async def request_mail(request: Request, site: AppServices, fields: dict[str, str], guest: str) -> None:
    """Take a mail address: one letter is sent to it, which asks for confirmation."""
    if site.post is None or site.address is None:
        raise Refused(NO_MAIL)
    address, now = fields.get("address", "").strip(), site.registry.wall()
    if not is_address(address):
        raise Refused(_("That isn't an e-mail address. It should look like ana@example.org."))
    before = await site.registry.store.read(lambda db: notification_channels.read_mail(db, guest))
    if before is not None and now - before.asked < MAIL_INTERVAL_SECONDS:
        raise Refused(MAIL_SENT_JUST_NOW)
    if not site.letters.take(rate_limit_key(request, None)):  # counted for the network address, not for the guest
        raise Refused(MAIL_SENT_JUST_NOW)
    await learn_zone(site, guest, fields)
    kept = Address(guest, address, float(int(now)), None)
    await site.registry.store.write(notification_channels.put_mail(kept))
    language, link = current_language(), f"{site.address}/mail/{confirmation_token(site, kept)}"
    text = _letter(confirmation_mail(site.address, link), language)
    try:
        off = f"{site.address}/mail/off/{unsubscribe_token(site, kept)}"
        await site.post.send(address, in_language(_("Is this your address?"), language), text, off)
    except (OSError, smtplib.SMTPException):
        await site.registry.store.write(notification_channels.delete_mail(guest))
        raise Refused(MAIL_NOT_SENT) from None


@notification_form
async def stop_mail(_request: Request, site: AppServices, fields: dict[str, str], guest: str) -> None:
    await site.registry.store.write(notification_channels.delete_mail(guest))


@notification_form
async def choose_mails(_request: Request, site: AppServices, fields: dict[str, str], guest: str) -> None:
    """Take whether the guest wants a mail for each turn, or at most one a day."""
    await site.registry.store.write(notification_channels.set_each_turn(guest, is_on(fields)))


async def confirm_mail_page(request: Request) -> Response:
    """Return the page behind the link in that letter. Only the button on it confirms, since programs open links too."""
    return await render_page(
        request, "mail_confirmation.html", mail=await _address_by_token(request, "confirm"), done=False, off=False
    )


async def confirm_mail(request: Request) -> Response:
    site = services_of(request)
    await read_form(request)
    mail = await _address_by_token(request, "confirm")
    kept = replace(mail, confirmed=site.registry.wall())
    await site.registry.store.write(notification_channels.put_mail(kept))
    return await render_page(request, "mail_confirmation.html", mail=kept, done=True, off=False)


async def unsubscribe_page(request: Request) -> Response:
    """Return the page behind the link to unsubscribe in every letter; only its button does something."""
    mail = await _unsubscribing(request)
    return await render_page(request, "mail_confirmation.html", mail=mail, done=mail is None, off=True)


async def unsubscribe_mail(request: Request) -> Response:
    """Stop all letters, by the button on that page or by the mail reader's own (RFC 8058), which is no page of ours."""
    mail = await _unsubscribing(request)
    if mail is not None:
        await services_of(request).registry.store.write(notification_channels.delete_mail(mail.guest))
    return await render_page(request, "mail_confirmation.html", mail=mail, done=True, off=True)


async def _unsubscribing(request: Request) -> Address | None:
    """Return the address that a link to unsubscribe belongs to; None if its guest gets no letters any more."""
    site, token = services_of(request), request.path_params["token"]
    if TOKEN.fullmatch(token):
        guest = token.partition("-")[0]
        if await site.registry.store.read(lambda db: notification_channels.read_mail(db, guest)) is None:
            return None
    return await _address_by_token(request, "off")


async def _address_by_token(request: Request, purpose: str) -> Address:
    """Return the address that a link belongs to; raise Refused if the link is invalid or has expired."""
    site, token = services_of(request), request.path_params["token"]
    guest = token.partition("-")[0]
    mail = await site.registry.store.read(lambda db: notification_channels.read_mail(db, guest))
    right = (
        None
        if mail is None
        else confirmation_token(site, mail)
        if purpose == "confirm"
        else unsubscribe_token(site, mail)
    )
    if mail is None or right is None or not hmac.compare_digest(right.encode(), token.encode("utf-8", "replace")):
        raise Refused(LINK_EXPIRED)
    if purpose == "confirm" and site.registry.wall() - mail.asked > LINK_SECONDS:
        raise Refused(LINK_EXPIRED)
    return mail


def confirmation_token(site: AppServices, mail: Address) -> str:
    what = f"{mail.guest}|{mail.address}|{int(mail.asked)}"
    return f"{mail.guest}-{site.registry.keyring.derive('mail', what).hex()[:32]}"


def unsubscribe_token(site: AppServices, mail: Address) -> str:
    return f"{mail.guest}-{site.registry.keyring.derive('no mail', f'{mail.guest}|{mail.address}').hex()[:32]}"


async def notify_by_mail(site: AppServices, call: Call) -> None:
    """Send a letter that it is the guest's turn, if they want one, or hold it back if they had one today."""
    async with site.mailing:  # so that two tables at a time don't send two letters
        mail = await site.registry.store.read(lambda db: notification_channels.read_mail(db, call.guest))
        if site.post is None or mail is None or mail.confirmed is None:
            return
        hours = await site.registry.hours(call.guest)
        if mail.each_turn:
            await _send_turn_mail(site, mail, [call], hours)
        elif _had_one_today(mail, hours, site.registry.wall()):
            await site.registry.store.write(notification_channels.hold_mail(call.guest))
        else:
            others = [one for one in await _waiting(site, call.guest) if one.table != call.table]
            await _send_turn_mail(site, mail, [call, *others][:MAX_WAITING], hours)


async def send_held_mails(site: AppServices) -> None:
    """Send the letters that were held back the day before, to guests for whom a table still waits."""
    for mail in await site.registry.store.read(notification_channels.read_held_mails):
        hours, now = await site.registry.hours(mail.guest), site.registry.wall()
        early = local_time(hours.zone, now).hour < MORNING or hours.until(now) is not None
        if early or _had_one_today(mail, hours, now):
            continue
        async with site.mailing:
            calls = await _waiting(site, mail.guest)
            if not calls:
                await site.registry.store.write(notification_channels.change_sent(mail, mail.sent, held=False))
            elif await site.registry.claims.mine(bots_of(calls[0].table)):
                try:
                    await _send_turn_mail(site, mail, calls, hours)
                except (OSError, smtplib.SMTPException) as error:
                    log.warning("an e-mail could not be sent, and is tried again: %s", type(error).__name__)


async def keep_sending_held_mails(site: AppServices) -> None:
    """Send letters that were held back as soon as it is time, if this server sends letters."""
    while site.post is not None:
        await asyncio.sleep(HELD_SECONDS)
        await send_held_mails(site)


def _had_one_today(mail: Address, hours: Hours, now: float) -> bool:
    """Return True if the guest got a letter on this day of theirs."""
    if mail.sent is None:
        return False
    return local_time(hours.zone, mail.sent).date() == local_time(hours.zone, now).date()


async def _waiting(site: AppServices, guest: str) -> list[Call]:
    """Return what to say of the tables that wait for `guest` while they are not there."""
    return [
        call_of(table, guest)
        for table in await site.registry.tables_of(guest, MAX_WAITING)
        if guest in waits_for(table) and guest not in table.readers.online() and not table.broken
    ]


async def _send_turn_mail(site: AppServices, mail: Address, calls: Sequence[Call], hours: Hours) -> None:
    """Send a letter about `calls`, unless another server has sent one since `mail` was read.

    If it can't be sent, it is held back, and the error is raised.
    """
    assert site.post is not None
    store, now = site.registry.store, site.registry.wall()
    await store.write(notification_channels.change_sent(mail, now, held=False))
    kept = await store.read(lambda db: notification_channels.read_mail(db, mail.guest))
    if kept is None or (kept.sent != now and not mail.each_turn):
        return
    off = f"{site.address}/mail/off/{unsubscribe_token(site, mail)}"
    language = await language_of(site, mail.guest)
    paragraphs = turn_mail(calls, str(site.address), hours.zone, off, each_turn=mail.each_turn)
    try:
        await site.post.send(mail.address, in_language(calls[0].title, language), _letter(paragraphs, language), off)
    except (OSError, smtplib.SMTPException):
        await store.write(notification_channels.change_sent(kept, mail.sent, held=not mail.each_turn))
        raise


# messages to a browser ----------------------------------------------------------------------------------------------


@notification_form
async def subscribe_browser(request: Request, site: AppServices, fields: dict[str, str], guest: str) -> Response:
    browser = Browser(fields.get("endpoint", ""), fields.get("p256dh", ""), fields.get("auth", ""))
    pusher = _require_pusher(site)
    pusher.check(browser)
    known = await site.registry.store.read(lambda db: notification_channels.read_browsers(db, guest))
    if len(known) >= MAX_BROWSERS and browser.endpoint not in {one.endpoint for one in known}:
        await site.registry.store.write(notification_channels.delete_browser(known[0].endpoint))
    await site.registry.store.write(notification_channels.put_browser(guest, browser, time.time()))
    return JSONResponse({"ok": True})


@notification_form
async def unsubscribe_browser(_request: Request, site: AppServices, fields: dict[str, str], guest: str) -> Response:
    """Unsubscribe the browser whose push address was sent: knowing the address is proof enough."""
    await site.registry.store.write(notification_channels.delete_browser(fields.get("endpoint", "")))
    return JSONResponse({"ok": True})


async def notify_by_push(site: AppServices, call: Call) -> None:
    """Send a push message to every browser of a guest whose turn it is."""
    if site.pusher is None:
        return
    browsers = await site.registry.store.read(lambda db: notification_channels.read_browsers(db, call.guest))
    language = await language_of(site, call.guest)
    title, body = in_language(call.title, language), in_language(call.text, language)
    message = {"title": title, "body": body, "url": f"/t/{call.table}", "tag": call.table}
    for browser in browsers:
        try:
            await site.pusher.send(browser, message)
        except (Gone, Refused):
            await site.registry.store.write(notification_channels.delete_browser(browser.endpoint))
        except (OSError, ValueError) as error:  # an error for one browser must not stop the others
            log.warning("a message to a browser couldn't be sent: %s", error)


def _require_pusher(site: AppServices) -> Pusher:
    if site.pusher is None:
        raise Refused(NO_PUSH)
    return site.pusher


# the calendar's link --------------------------------------------------------------------------------------------------


def calendar_token(site: AppServices, guest: str, renewed: int) -> str:
    return site.registry.keyring.derive("calendar", f"{guest}|{renewed}").hex()[:32]


def _calendar_link(request: Request, site: AppServices, guest: str, renewed: int) -> str:
    base = find_reachable_address(request, site.listening, site.address).base
    return f"{base}/calendar/{calendar_token(site, guest, renewed)}.ics"
