"""A mail server and a push service of the tests' own: real ones, on this machine, that keep what they get."""

from __future__ import annotations

import asyncio
import base64
import datetime
import http.server
import ipaddress
import queue
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from .server import PATIENCE


class Mailbox:
    """What came in, letter by letter."""

    def __init__(self) -> None:
        self.letters: queue.Queue[EmailMessage] = queue.Queue()
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd's name
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.put(letter)
        return "250 OK"

    def next(self) -> EmailMessage:
        return self.letters.get(timeout=PATIENCE)


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """A mail server that takes every letter."""
    box, loop = Mailbox(), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)  # Playwright keeps a loop running in the tests' own
    thread.start()
    made = loop.create_server(lambda: SMTP(box, loop=loop), "127.0.0.1", 0)
    serving = asyncio.run_coroutine_threadsafe(made, loop).result(PATIENCE)
    box.port = serving.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        serving.close()
        loop.close()


class PushService:
    """An https server that keeps what is sent to it, and a browser that can read it."""

    def __init__(self, folder: Path) -> None:
        self.got: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()
        self.answer = 201
        self.answers: dict[str, int] = {}  # of single paths
        self.drips = ""  # a header that comes sign by sign, until the line is cut
        self.cut = threading.Event()
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        chain = certificate(folder)
        service, got = self, self.got

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = service.answers.get(self.path, service.answer)  # as it is before a test knows of the message
                got.put(({**self.headers, "path": self.path}, body))
                self.send_response(answer)
                self.flush_headers()
                try:
                    for sign in service.drips:
                        time.sleep(0.05)
                        self.wfile.write(sign.encode())
                except OSError:
                    service.cut.set()
                    return
                self.send_header("Location", "https://169.254.169.254/")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.origin = f"https://localhost:{self._server.server_port}"
        self._trust = str(chain)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def context(self) -> ssl.SSLContext:
        """For a client that believes this server."""
        return ssl.create_default_context(cafile=self._trust)

    @property
    def subscription(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"endpoint": f"{self.origin}/for/one", "p256dh": _text(point), "auth": _text(self._auth)}

    def next(self) -> tuple[dict[str, str], bytes]:
        """The headers of what came next, and what its browser reads."""
        headers, body = self.got.get(timeout=PATIENCE)
        return headers, http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(PATIENCE)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def certificate(folder: Path) -> Path:
    """A certificate for localhost that lasts as long as a test, with its key."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "service.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file
