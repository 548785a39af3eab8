"""Tell a service of a guest's choice, such as a chat, that it is their turn: what is stored, and what is sent.

The address of a webhook is a secret: whoever knows it can write there. It is stored, and shown to nobody again.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import ssl
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dicehouse.process_threads import ProcessThreads

from ...i18n import _
from ..seats import Refused
from ..storage.database import Database, Statement
from .outgoing_https import Connect, HttpsAddress, HttpsClient, Lookup, connect, look_up, read_https_address
from .outgoing_https import request_bytes as make_request
from .public_addresses import Network

SECONDS = 5.0  # for a whole message
THREADS = 8
MAX_BYTES = 2000  # of a whole request
MAX_FAILURES = 5  # in a row, after which a webhook is off
MAX_GAME = 40  # characters of a game's name, if the message would be too long otherwise
ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
MARKDOWN = re.compile(r"[\\`*_~|<>#\[\]()!@]")
NUMBER = re.compile(r"[0-9.]+|.*:.*")  # an IP address

KINDS: Mapping[str, str] = {
    "discord": "Discord",
    "slack": "Slack",
    "mattermost": "Mattermost",
    "matrix": "Matrix (Hookshot)",
    "ntfy": "ntfy",
    "any": _("Another program (JSON)"),
}
WRONG_KIND = _("Choose one of the services in the list.")


@dataclass(frozen=True, slots=True)
class Webhook:
    """Hold the webhook of a guest. It is off after MAX_FAILURES messages in a row that could not be delivered."""

    guest: str
    kind: str
    address: str = field(repr=False)
    made: float
    failures: int = 0

    @property
    def is_off(self) -> bool:
        return self.failures >= MAX_FAILURES

    @property
    def masked(self) -> str:
        """Return what may be shown of the address: the end of its host name, because the rest may be the secret."""
        host = read_https_address(self.address).host
        labels = host.split(".")
        return host if NUMBER.fullmatch(host) or len(labels) < 3 else f"….{'.'.join(labels[-2:])}"


@dataclass(frozen=True, slots=True)
class Message:
    """Hold what is sent, in the language of its reader: a title, perhaps a sentence or two, and a link."""

    title: str
    text: str
    url: str


def read_webhook(db: Database, guest: str) -> Webhook | None:
    """Return the webhook of `guest`; None if they have none."""
    row = db.execute("SELECT * FROM webhook WHERE guest = ?", (guest,)).fetchone()
    if row is None:
        return None
    return Webhook(row["guest"], row["kind"], row["address"], row["made"], row["failures"])


def put_webhook(webhook: Webhook) -> Statement:
    return (
        "INSERT INTO webhook (guest, kind, address, made, failures) VALUES (?, ?, ?, ?, ?) ON CONFLICT (guest)"
        " DO UPDATE SET kind = excluded.kind, address = excluded.address, made = excluded.made,"
        " failures = excluded.failures",
        (webhook.guest, webhook.kind, webhook.address, webhook.made, webhook.failures),
    )


def delete_webhook(guest: str) -> Statement:
    return ("DELETE FROM webhook WHERE guest = ?", (guest,))


def count_failure(webhook: Webhook) -> Statement:
    """Return the statement that adds one failure, unless the guest has changed the webhook since."""
    return (
        "UPDATE webhook SET failures = failures + 1 WHERE guest = ? AND address = ?",
        (webhook.guest, webhook.address),
    )


def forget_failures(webhook: Webhook) -> Statement:
    return ("UPDATE webhook SET failures = 0 WHERE guest = ? AND address = ?", (webhook.guest, webhook.address))


def read_form(fields: Mapping[str, str], guest: str, now: float) -> Webhook:
    """Return the webhook that a form asks for. Raise Refused, without the address, if there can be none."""
    if (kind := fields.get("kind", "")) not in KINDS:
        raise Refused(WRONG_KIND)
    return Webhook(guest, kind, read_https_address(fields.get("webhook", "").strip()).text, now)


class WebhookSender:
    """Send messages to webhooks. `contact` is the address of this server, `own` are networks of its host."""

    def __init__(
        self,
        contact: str,
        own: Sequence[Network] = (),
        *,
        context: Callable[[], ssl.SSLContext] = ssl.create_default_context,
        lookup: Lookup = look_up,
        connect: Connect = connect,
    ) -> None:
        self._contact = contact
        self._client = HttpsClient(own=own, context=context, lookup=lookup, connect=connect)
        self._pool = ProcessThreads(THREADS, "webhooks")

    async def send(self, webhook: Webhook, messages: Sequence[Message]) -> None:
        """Send the first of `messages` that is short enough.

        Raise Refused if the address is not public, Busy if it was not tried, and OSError if the service did not take
        the message; their texts don't hold the address.
        """
        where = read_https_address(webhook.address)
        for message in messages:
            headers, body = content(webhook.kind, message)
            headers = {"User-Agent": f"Dicehouse (+{self._contact})", **headers}
            if len(make_request(where, headers, body)) <= MAX_BYTES:
                await asyncio.get_running_loop().run_in_executor(self._pool, self._post, where, headers, body)
                return
        raise OSError("the message is too long")

    def _post(self, where: HttpsAddress, headers: Mapping[str, str], body: bytes) -> None:
        status = self._client.post(where, headers, body, SECONDS)
        if not 200 <= status < 300:
            raise OSError(f"the service answered {status}")


def content(kind: str, message: Message) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body in which a service of this kind takes a message."""
    title, text = _harmless(message.title), _harmless(message.text)
    words = " ".join(filter(None, (title, text)))
    if kind == "ntfy":
        encoded = b64encode(title.encode()).decode()
        headers = {"Title": f"=?UTF-8?B?{encoded}?=", "Click": message.url, "Content-Type": "text/plain; charset=utf-8"}
        return headers, (text or title).encode()
    found: dict[str, object]
    if kind == "discord":
        found = {"content": f"{_escaped(words)}\n<{message.url}>", "allowed_mentions": {"parse": []}}
    elif kind == "slack":
        plain = html.escape(words, quote=False)
        found = {"text": f"{plain}\n<{message.url}>", "mrkdwn": False, "parse": "none", "link_names": False}
        found |= {"unfurl_links": False, "unfurl_media": False}
    elif kind == "mattermost":
        found = {"text": f"{_escaped(words)}\n{message.url}"}
    elif kind == "matrix":
        link = html.escape(message.url)
        found = {"text": f"{words}\n{message.url}", "html": f'{html.escape(words)}<br><a href="{link}">{link}</a>'}
    else:
        found = {"title": title, "text": text, "url": message.url}
    body = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return {"Content-Type": "application/json"}, body


def _harmless(text: str) -> str:
    """Return `text` in one line, without anything that calls somebody (@all) or becomes a link."""
    line = " ".join(text.split())
    return line.replace("@", f"@{ZERO_WIDTH}").replace("://", f":{ZERO_WIDTH}//")


def _escaped(text: str) -> str:
    return MARKDOWN.sub(r"\\\g<0>", text)
