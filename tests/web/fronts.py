"""Real proxies in front of a server: nginx and Caddy, with the configurations that `docs/hosting.md` gives."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from .server import PATIENCE, hold

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
NAME = "dice.example.org"  # in the documented configurations
NGINX = """\
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""
CADDY = """\
{{
    admin off
    auto_https disable_redirects
    local_certs
    skip_install_trust
    storage file_system {folder}/storage
}}
{site}
"""
FRONTS = ("nginx", "caddy")


SITES = ("one server", "several servers")  # the configurations of each proxy in `docs/hosting.md`, in order
ONE, SEVERAL = SITES
UPSTREAM = "127.0.0.1:8765"
SOCKETS = {"/friends": "/run/dicehouse-friends/socket", "/club": "/run/dicehouse-club/socket"}


def documented(language: str, site: str = ONE) -> str:
    """Return the configuration of `docs/hosting.md` for a `site` in a code block of `language`."""
    found = re.findall(rf"```{language}\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == len(SITES), f"blocks of {language}"
    return str(found[SITES.index(site)])


def trusting() -> ssl.SSLContext:
    """Return a context that takes any certificate, since these are our own."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@contextmanager
def front(kind: str, folder: Path, upstreams: Mapping[str, str], site: str = ONE) -> Iterator[str]:
    """Run a proxy of this kind, with the documented configuration of a `site`; yield the proxy's address. `upstreams`
    says where each documented server really is."""
    program = shutil.which(kind) or shutil.which(kind, path="/usr/sbin")
    if program is None:
        pytest.skip(f"{kind} is not installed")
    with hold() as held:
        port = held.getsockname()[1]
        config = documented(kind, site)
        for there, here in upstreams.items():
            assert there in config
            config = config.replace(there, here)
        command = [program, *_arguments(kind, folder, config, port)]
        with (folder / "front.log").open("wb") as log:
            running = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                _wait_for(port, running, folder / "front.log")
                yield f"https://localhost:{port}"
            finally:
                running.terminate()
                running.wait(PATIENCE)


def _arguments(kind: str, folder: Path, site: str, port: int) -> list[str]:
    if kind == "caddy":
        place = folder / "Caddyfile"
        site = site.replace(NAME, f"localhost:{port}")
        place.write_text(CADDY.format(folder=folder, site=site))
        return ["run", "--config", str(place), "--adapter", "caddyfile"]
    _make_certificate(folder)
    site = site.replace(f"/etc/ssl/{NAME}", f"{folder}/own").replace(NAME, "localhost")
    place = folder / "nginx.conf"
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    user = "user root;" if os.geteuid() == 0 else ""
    place.write_text(NGINX.format(folder=folder, site=site, user=user))
    return ["-p", str(folder), "-c", str(place), "-e", str(folder / "error.log")]


def _make_certificate(folder: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += [
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
        "-keyout",
        str(folder / "own.key"),
        "-out",
        str(folder / "own.pem"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)


def _wait_for(port: int, running: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert running.poll() is None, log.read_text()
        try:
            with (
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line,
                trusting().wrap_socket(line, server_hostname="localhost"),
            ):
                return
        except OSError:
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
