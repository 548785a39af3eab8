"""Write the server's log: one line for each event, with its time, level, table and request, as text or as JSON.

A line never contains an address that a browser asked for, because addresses of invitations and passes are secrets.
Instead it names the page by the pattern of its address.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

FORMS = ("text", "json")
LEVELS = ("info", "warning", "error")
_where: ContextVar[dict[str, str] | None] = ContextVar("where", default=None)


@contextmanager
def about(**names: str) -> Iterator[None]:
    """Tag the lines that this task, and the tasks it starts, log inside the `with` block with these `names` alone.

    Empty names are left out.
    """
    token = _where.set({name: value for name, value in names.items() if value})
    try:
        yield
    finally:
        _where.reset(token)


def new_request() -> str:
    """Return a random name for a request, for use in this log alone."""
    return secrets.token_hex(4)


def facts(record: logging.LogRecord) -> dict[str, str]:
    """Return what a line says besides its message."""
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"time": time, "level": record.levelname.lower(), "logger": record.name, **(_where.get() or {})}


class TextLines(logging.Formatter):
    """Format for people: `2026-11-22T21:05:00.123Z warning dicehouse.web table=... request=...: what happened`."""

    def format(self, record: logging.LogRecord) -> str:
        said = facts(record)
        head = [said.pop("time"), said.pop("level"), said.pop("logger"), *(f"{key}={said[key]}" for key in said)]
        return f"{' '.join(head)}: {super().format(record)}"


class JsonLines(logging.Formatter):
    """Format lines for programs: a JSON object on each line, with any traceback as one of its texts."""

    def format(self, record: logging.LogRecord) -> str:
        said = facts(record) | {"message": record.getMessage()}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said)  # in ASCII, so that it can be written in every encoding


def write_down(form: str = "text", level: str = "warning", to: TextIO | None = None) -> None:
    """Log from now on to the stream `to`, or to standard error, what is of this `level` or above, as text or as JSON.

    This holds for Dicehouse and for uvicorn, but uvicorn logs nothing below the level warning.
    """
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    for name in ("dicehouse", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "dicehouse" or level != "info" else "WARNING")
