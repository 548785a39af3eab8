"""Say in a sentence if Dicehouse can't be installed on this machine: `make setup` asks before it installs anything.

Some packages below Dicehouse are compiled, and building them from source fails almost everywhere. So we support the
machines for which all of them have wheels. This file has to run on every Python, also on those that are too old.
"""

import contextlib
import os
import platform
import sys

# The wheels of these versions were looked up; with other versions, look them up again and correct what follows.
LOOKED_UP = {"llvmlite": "0.50.0", "numba": "0.68.1", "mujoco-core": "4.0.1"}
SUPPORTED = (
    "Linux with glibc 2.28 or newer (x86-64 or ARM64), macOS 13 or newer on Apple silicon, and Windows on x86-64"
)
X86, ARM = ("x86_64", "amd64"), ("aarch64", "arm64")
LEAST_GLIBC, LEAST_MACOS, LEAST_PYTHON, LAST_PYTHON = (2, 28), (13,), (3, 11), (3, 15)


def why_not(system: str, machine: str, bits: int, libc: str, macos: str, python: tuple, implementation: str) -> str:
    """Return why Dicehouse can't be installed on a machine, as a sentence or two; "" if it can.

    `libc` is such as "glibc 2.36", and empty for another; `macos` is the version of macOS.
    """
    if python < LEAST_PYTHON:
        return "Dicehouse needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."
    if python > LAST_PYTHON:
        return "Packages that Dicehouse needs have no wheel for a Python newer than {}.{}; name one with: {}".format(
            *LAST_PYTHON, "make PYTHON=python3.12 ..."
        )
    if implementation != "cpython":
        return "Dicehouse needs CPython; name one with: make PYTHON=python3.12 ..."
    machine = machine.lower()
    here = _here(system, machine, bits, libc, macos)
    return "" if not here else _sentence(here, _advice(system, machine, bits))


def _here(system: str, machine: str, bits: int, libc: str, macos: str) -> str:
    """Return what is not supported of a machine; "" if it is supported."""
    name = {"Darwin": "macOS"}.get(system, system or "an unknown system")
    if bits != 64:
        return "a 32-bit Python on " + name
    fits = {"Linux": X86 + ARM, "Darwin": ARM, "Windows": X86}.get(system, ())
    if machine not in fits:
        return name + " on " + (machine or "an unknown processor")
    if system == "Linux" and _numbers(libc[len("glibc ") :] if libc.startswith("glibc ") else "") < LEAST_GLIBC:
        return "Linux with " + (libc if libc.startswith("glibc") else "a C library other than glibc")
    if system == "Darwin" and macos and _numbers(macos) < LEAST_MACOS:
        return "macOS " + macos
    return ""


def _numbers(version: str) -> tuple:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _advice(system: str, machine: str, bits: int) -> str:
    if bits != 64:
        return "Take a 64-bit Python."
    if system == "Darwin":
        return "On Apple silicon take a Python for arm64; on other Macs, Linux in a virtual machine or a container."
    if system == "Linux":
        return "A container with Debian or Ubuntu works." if machine in X86 + ARM else ""
    return "Take a Python for x86-64, or Linux in a virtual machine." if system == "Windows" else ""


def _sentence(here: str, advice: str) -> str:
    said = "Dicehouse can't be installed here, on {}: packages that it needs have no wheel for that. It runs on {}."
    return (said.format(here, SUPPORTED) + " " + advice).rstrip()


def this_machine() -> str:
    """Return why Dicehouse can't be installed on this machine; "" if it can."""
    libc = ""
    with contextlib.suppress(AttributeError, OSError, ValueError):  # which a system without glibc raises
        libc = os.confstr("CS_GNU_LIBC_VERSION") or ""
    return why_not(
        platform.system(),
        platform.machine(),
        64 if sys.maxsize > 2**32 else 32,
        libc,
        platform.mac_ver()[0],
        sys.version_info[:2],
        sys.implementation.name,
    )


if __name__ == "__main__":
    sys.exit(this_machine() or 0)
