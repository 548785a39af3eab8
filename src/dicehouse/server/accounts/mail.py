"""Send the e-mails of the server: to confirmed addresses, and the one that asks for confirmation."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from ...errors import DicehouseError

ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\[\]]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}|[a-z]{1,32}@localhost")
SECONDS = 20
MOST_FAILURES = 20
FORM = "smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or by smtps://"


class BadMail(DicehouseError):
    """Say that the address of the mail server is not valid."""


@dataclass(frozen=True, slots=True, repr=False)
class Server:
    """Hold the address of a mail server, and the sender and login that are used there."""

    host: str
    port: int
    sender: str
    tls: bool  # from the start; if False, as soon as the server offers it
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"Server({self.host}:{self.port})"  # a log must not contain the password


def server_of(text: str) -> Server:
    """Return the mail server with the address `text`, such as smtp://mail.example.org?from=dice@example.org.

    Raise BadMail if the address is not valid.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise BadMail(f"a mail server must be given as {FORM}") from None
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not is_address(sender):
        raise BadMail(f"a mail server must be given as {FORM}")
    tls = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Server(parts.hostname, port or (465 if tls else 587 if user else 25), sender, tls, user, password)


def is_address(text: str) -> bool:
    """Return True if `text` can be the e-mail address of one person, with nothing else in it."""
    return len(text) <= 254 and text.isascii() and ADDRESS.fullmatch(text) is not None


class Post:
    """Send e-mails one at a time in a thread, so that a slow mail server doesn't block the event loop."""

    def __init__(self, server: Server, context: Callable[[], ssl.SSLContext] = ssl.create_default_context) -> None:
        self._server = server
        self._context = context
        self._one = asyncio.Lock()
        self.failures: deque[tuple[float, str]] = deque(maxlen=MOST_FAILURES)  # when, and why, without the address

    async def send(self, to: str, subject: str, text: str, off: str = "") -> None:
        """Send an e-mail; `off` is the link to unsubscribe, with one click if it is https (RFC 8058).

        Raise OSError or SMTPException if the mail server does not accept it.
        """
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self._server.sender, to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self._server.sender.partition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        if off:
            letter["List-Unsubscribe"] = f"<{off}>"
            if off.startswith("https://"):
                letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(text)
        async with self._one:
            try:
                await asyncio.to_thread(self._deliver, letter)
            except (OSError, smtplib.SMTPException) as error:
                self.failures.append((time.time(), _kind_of(error)))
                raise

    def _deliver(self, letter: EmailMessage) -> None:
        where = self._server
        if where.tls:
            with smtplib.SMTP_SSL(where.host, where.port, timeout=SECONDS, context=self._context()) as line:
                self._say(line, letter)
            return
        with smtplib.SMTP(where.host, where.port, timeout=SECONDS) as line:
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=self._context())
                line.ehlo()
            elif where.user:
                raise smtplib.SMTPException("the mail server offers no encryption, so the password was not sent")
            self._say(line, letter)

    def _say(self, line: smtplib.SMTP, letter: EmailMessage) -> None:
        if self._server.user:
            line.login(self._server.user, self._server.password)
        line.send_message(letter)


def _kind_of(error: Exception) -> str:
    """Return what kind of error it is, without its text, which may name the address; with the mail server's code."""
    code = getattr(error, "smtp_code", None)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = next((answer[0] for answer in error.recipients.values()), None)
    return type(error).__name__ + (f" ({code})" if isinstance(code, int) else "")
