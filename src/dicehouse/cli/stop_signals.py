"""Let a command that is asked to terminate end as on ^C, with what it has so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupt_on_terminate() -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM while the block runs. Only the main thread gets signals; elsewhere, do
    nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
