"""Take a port for one server alone, and say in plain words why that is not possible.

Systems differ in what they allow. On Windows, SO_REUSEADDR lets a second program take over a port that is in use, and
SO_EXCLUSIVEADDRUSE prevents that. Elsewhere SO_REUSEADDR is needed to listen again right after a restart. With it,
macOS and the BSDs let a second program listen at 127.0.0.1 while a first one listens at all addresses, so there we
first look if anybody answers.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import re
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MAX_SOCKET_PATH = 103 if sys.platform == "darwin" else 107  # bytes that fit into sockaddr_un
SOCKET_IN_USE = "another program listens there; stop that one, or name another file"
CONNECT_SECONDS = 1.0  # this machine answers itself at once
WINDOWS_IN_USE, WINDOWS_FORBIDDEN = 10048, 10013
SHORT_IPV4 = re.compile(r"(0x[0-9a-fA-F]+|[0-9]+)(\.(0x[0-9a-fA-F]+|[0-9]+)){0,3}")  # as inet_aton reads it
FIRST_OPEN_PORT = 1024  # lower ones need special rights


def listen(host: str, port: int, *, platform: str = sys.platform) -> socket.socket:
    """Return a socket that listens at `host` and `port`, where nobody else listens; 0 is any free port. Raise OSError
    if that is not possible."""
    if port and platform not in ("linux", "win32") and _is_answered(host, port):
        raise OSError(errno.EADDRINUSE, "Address already in use")
    family, where = _resolve(host, port)
    listening = socket.socket(family)
    try:
        if platform == "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]  # on Windows only
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen()  # from now on the port is taken
    except BaseException:
        listening.close()
        raise
    return listening


def plain_host(host: str) -> str:
    """Return `host` as everybody writes it: an address without brackets, and in full or in its shortest form, such as
    127.0.0.1 for 127.1, 0.0.0.0 for 0 and :: for 0:0:0:0:0:0:0:0. A name stays as it is."""
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        if not SHORT_IPV4.fullmatch(bare):
            return host
        try:
            return socket.inet_ntoa(socket.inet_aton(bare))
        except OSError:
            return host
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def _resolve(host: str, port: int) -> tuple[int, tuple[Any, ...]]:
    """Return the family and the socket address of `host`, that of IPv4 if it has both; the empty text is every IPv4
    address. Raise OSError if there is none."""
    found = socket.getaddrinfo(host or "0.0.0.0", port, type=socket.SOCK_STREAM)  # noqa: S104  # what a host may name
    family, _, _, _, where = min(found, key=lambda one: one[0] != socket.AF_INET)
    return family, where


@contextlib.contextmanager
def listen_at_file(path: Path) -> Iterator[socket.socket]:
    """Give a socket that listens at a file, which its owner and group may use; remove the file afterwards.

    A file that a killed server left behind is replaced. Raise OSError if there is another file, or somebody listens.
    """
    family = getattr(socket, "AF_UNIX", None)
    if family is None:
        raise OSError(errno.EAFNOSUPPORT, "this system has no sockets in files; name a port with --port")
    if len(os.fsencode(path)) > MAX_SOCKET_PATH:
        raise OSError(errno.ENAMETOOLONG, f"the path of a socket has at most {MAX_SOCKET_PATH} bytes")
    _remove_left_socket(path, family)
    with socket.socket(family) as listening:
        before = os.umask(0o117)
        try:
            listening.bind(os.fspath(path))
        finally:
            os.umask(before)
        own = os.lstat(path)
        try:
            listening.listen()
            yield listening
        finally:
            with contextlib.suppress(OSError):
                if os.path.samestat(os.lstat(path), own):  # not that of a server which came later
                    path.unlink()


def _remove_left_socket(path: Path, family: int) -> None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise OSError(errno.EEXIST, "there is another file with that name; name one that doesn't exist yet")
    with socket.socket(family) as asking:
        asking.settimeout(CONNECT_SECONDS)
        try:
            asking.connect(os.fspath(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
        except PermissionError:
            raise
        except OSError:  # it is busy, or a socket of another type
            raise OSError(errno.EADDRINUSE, SOCKET_IN_USE) from None
        else:
            raise OSError(errno.EADDRINUSE, SOCKET_IN_USE)


def explain_socket_error(error: OSError) -> str:
    """Return why nobody can listen at a file, as the end of a sentence."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return "its folder doesn't exist"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "this user may not create a file there"
    return error.strerror or str(error)


def _is_answered(host: str, port: int) -> bool:
    reached = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # compared, not bound
    try:
        socket.create_connection((reached, port), timeout=CONNECT_SECONDS).close()
    except OSError:
        return False
    return True


def explain_listen_error(error: OSError, port: int, option: str = "--port") -> str:
    """Return why nobody can listen at `port`, as the end of a sentence; `option` names another one."""
    codes = (error.errno, getattr(error, "winerror", None))
    if errno.EADDRINUSE in codes or WINDOWS_IN_USE in codes or WINDOWS_FORBIDDEN in codes:
        return f"this port is already in use; stop the program that uses it, or choose another port with {option}"
    if errno.EACCES in codes and 0 < port < FIRST_OPEN_PORT:
        return f"ports below {FIRST_OPEN_PORT} need special permissions; choose another port with {option}"
    if errno.EADDRNOTAVAIL in codes:
        return "this machine has no such address"
    if isinstance(error, socket.gaierror):
        return f"{error.strerror}; name an address of this machine, such as 127.0.0.1 or ::1"
    if errno.EINVAL in codes:
        return (
            "that isn't an address of this machine; one that begins with fe80 needs its network, such as fe80::1%eth0"
        )
    return error.strerror or str(error)
