"""Run work in threads that belong to the process that asks: threads don't survive a fork."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ProcessThreads(Executor):
    """Be a pool of at most `threads` threads; a forked child that uses it gets threads of its own.

    The pool of the parent can't be used in the child: its threads don't run there, and whoever waits for them would
    wait for ever.
    """

    def __init__(self, threads: int, name: str = "", begin: Callable[[], None] | None = None) -> None:
        """Create a pool; `begin` is called at the start of each thread."""
        self._threads, self._name, self._begin = threads, name, begin
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the future of `fn`, which a thread calls. Raise RuntimeError if the pool is shut down."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self._threads, self._name, self._begin), os.getpid()
            if self._closed:
                self._pool.shutdown()
        return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work, and let the threads of this process end."""
        self._closed = True
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown(wait, cancel_futures=cancel_futures)
