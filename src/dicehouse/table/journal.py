"""What a server writes down: a line for each thing, with its time, level, table and request, as text or as JSON.

A line never holds an address that somebody asked for: those of invitations and passes are secrets. Pages go by the
pattern of their address instead.
"""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

import msgspec

FORMS = ("text", "json")
LEVELS = ("info", "warning", "error")
_where: ContextVar[dict[str, str] | None] = ContextVar("where", default=None)


@contextmanager
def about(**names: str) -> Iterator[None]:
    """Meanwhile, every line of this task and of those that it starts says that it is about these things alone."""
    token = _where.set({name: value for name, value in names.items() if value})
    try:
        yield
    finally:
        _where.reset(token)


def new_request() -> str:
    """A name for a request, for this log alone."""
    return secrets.token_hex(4)


def facts(record: logging.LogRecord) -> dict[str, str]:
    """What a line says beside its message."""
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"time": time, "level": record.levelname.lower(), "logger": record.name, **(_where.get() or {})}


class TextLines(logging.Formatter):
    """For people: `2026-11-22T21:05:00.123Z warning dicehouse.web table=... request=...: what happened`."""

    def format(self, record: logging.LogRecord) -> str:
        said = facts(record)
        head = [said.pop("time"), said.pop("level"), said.pop("logger"), *(f"{key}={said[key]}" for key in said)]
        return f"{' '.join(head)}: {super().format(record)}"


class JsonLines(logging.Formatter):
    """For programs: an object a line; a traceback is one of its texts."""

    def format(self, record: logging.LogRecord) -> str:
        said = facts(record) | {"message": record.getMessage()}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def write_down(form: str = "text", level: str = "warning", to: TextIO | None = None) -> None:
    """From now on the house and its server write to standard error in this form, what is of this level or above."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    for name in ("dicehouse", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "dicehouse" or level != "info" else "WARNING")
