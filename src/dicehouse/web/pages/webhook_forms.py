"""Let a guest name a webhook, try it and remove it; and send it a message when it is the guest's turn."""

from __future__ import annotations

import logging
from dataclasses import replace

from starlette.requests import Request

from ...i18n import _, in_language, join_sentences
from ...server.accounts.outgoing_https import Busy
from ...server.accounts.turn_notifier import Call, turn_title
from ...server.accounts.webhooks import (
    MAX_FAILURES,
    MAX_GAME,
    Message,
    Webhook,
    WebhookSender,
    count_failure,
    delete_webhook,
    forget_failures,
    put_webhook,
    read_form,
    read_webhook,
)
from ...server.seats import Refused
from ..app_services import AppServices, rate_limit_key
from .notification_page import language_of, learn_zone, notification_form

log = logging.getLogger("dicehouse.web")

NOT_ALLOWED = _("This server sends no messages to webhooks. Its host can allow them.")
NO_WEBHOOK = _("There is no webhook. Enter its address first.")
TOO_MANY_TESTS = _("Too many attempts. Wait a minute.")
BUSY = _("The server is busy. Try again in a minute.")
NOT_DELIVERED = _("The message couldn't be delivered, so nothing was changed. Check the service and the address.")


@notification_form
async def save_webhook(request: Request, site: AppServices, fields: dict[str, str], guest: str) -> None:
    """Store a webhook after it took a message."""
    sender = _require_sender(site)
    webhook = read_form(fields, guest, float(int(site.registry.wall())))
    await _send_test(request, site, sender, webhook)
    await site.registry.store.write(put_webhook(webhook))
    await learn_zone(site, guest, fields)


@notification_form
async def try_webhook(request: Request, site: AppServices, _fields: dict[str, str], guest: str) -> None:
    """Send a message to the stored webhook, which turns it on again if the message is delivered."""
    sender = _require_sender(site)
    webhook = await site.registry.store.read(lambda db: read_webhook(db, guest))
    if webhook is None:
        raise Refused(NO_WEBHOOK)
    await _send_test(request, site, sender, webhook)
    await site.registry.store.write(forget_failures(webhook))


@notification_form
async def remove_webhook(_request: Request, site: AppServices, _fields: dict[str, str], guest: str) -> None:
    await site.registry.store.write(delete_webhook(guest))


async def notify_by_webhook(site: AppServices, call: Call) -> None:
    """Send a message that it is the guest's turn to their webhook, if it is on."""
    webhook = await site.registry.store.read(lambda db: read_webhook(db, call.guest))
    if site.webhooks is None or webhook is None or webhook.is_off or not site.webhook_messages.take(call.guest):
        return
    messages = turn_messages(call, f"{site.address}/t/{call.table}", await language_of(site, call.guest))
    try:
        await site.webhooks.send(webhook, messages)
    except Busy as error:
        log.warning("a message to a webhook was not sent: %s", error)
    except (OSError, Refused) as error:
        await site.registry.store.write(count_failure(webhook))
        off = "; it is off now" if webhook.failures + 1 >= MAX_FAILURES else ""
        why = "it leads to an address that is not public" if isinstance(error, Refused) else error
        log.warning("a message to a webhook could not be sent: %s%s", why, off)
    else:
        if webhook.failures:
            await site.registry.store.write(forget_failures(webhook))


def turn_messages(call: Call, link: str, language: str) -> list[Message]:
    """Return the message that it is somebody's turn, and shorter ones in case it is too long."""
    title = _("{player}, it's your turn in {game}.", player=call.player, game=call.game)
    short = _("{sentence}.", sentence=turn_title(call.game[:MAX_GAME]))
    full = Message(in_language(title, language), in_language(join_sentences(call.text), language), link)
    return [full, replace(full, text=""), Message(in_language(short, language), "", link)]


async def _send_test(request: Request, site: AppServices, sender: WebhookSender, webhook: Webhook) -> None:
    """Send a test. Raise Refused if it can't be delivered; the answer doesn't say if there is something in between."""
    clients = {rate_limit_key(request, None), rate_limit_key(request, webhook.guest)}
    if not all(site.webhook_tests.take(client) for client in sorted(clients)):
        raise Refused(TOO_MANY_TESTS)
    title = in_language(_("This is a test message from Dicehouse."))
    text = in_language(_("You get a message here when it is your turn and you are not at the table."))
    try:
        await sender.send(webhook, [Message(title, text, f"{site.address}/"), Message(title, "", f"{site.address}/")])
    except Busy:
        raise Refused(BUSY) from None
    except (OSError, Refused) as error:
        log.info("a webhook was not taken: %s", type(error).__name__)
        raise Refused(NOT_DELIVERED) from None


def _require_sender(site: AppServices) -> WebhookSender:
    if site.webhooks is None or site.address is None:
        raise Refused(NOT_ALLOWED)
    return site.webhooks
