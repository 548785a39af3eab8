"""Measure a visit to the static site: the bytes, the waiting times, the speed of searches, and the memory.

    python -m bench.site [build/site]

Chromium opens the site as a phone would: the host sends 10 Mbit/s, and all threads of the page and its workers stand
still for three quarters of the time. The DevTools protocol slows down only a page's main thread, and Python runs in a
worker; so this stops the processes themselves. What is printed about searches is measured without that.
"""

from __future__ import annotations

import argparse
import gzip
import json
import mimetypes
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.guests import PHONE
from tests.browser.hands import HANDS
from tests.conftest import QUIET, chromium
from tests.site.engine_story import play_some_turns
from tests.site.test_story import PLAY_NOW, PLAYED_BEFORE, STORED

from . import site_speed

ROOT = Path(__file__).parents[1]
BELOW = "/games/"
RATE = 10e6 / 8  # bytes a second
LATENCY = 0.04  # seconds from a request to the first byte
PIECE = 16_384  # bytes that are sent at once
SLOWER = 4
ROUND = 0.02  # seconds: one part running, the others stopped
FIRST_GAME = "deck-o-dice"
LONGEST = 600_000  # milliseconds that a page may take here
PYTHON_HERE = """async ([runtime, code]) => {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = (window.python = await loadPyodide({ indexURL: runtime }));
  const program = await (await fetch(`${runtime}dicehouse.tar.xz`)).arrayBuffer();
  python.unpackArchive(program, "xztar", { extractDir: "/dicehouse" });
  python.FS.writeFile("/dicehouse/told.py", code);
  python.runPython("import sys; sys.path.insert(0, '/dicehouse'); import absent_compiler; absent_compiler.install()");
}"""


class Host:
    """A host of static files that sends them gzipped, at a limited rate, and notes how many bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent: list[tuple[str, int, bool]] = []  # address, bytes, whether the service worker asked
        self.limited = True
        self._free_at, self._lock = 0.0, threading.Lock()
        self._packed: dict[Path, bytes] = {}

    def packed(self, file: Path) -> bytes:
        """Return `file` as it is sent, gzipped."""
        if file not in self._packed:
            self._packed[file] = gzip.compress(file.read_bytes(), 9)
        return self._packed[file]

    def wait_for(self, size: int) -> None:
        """Wait as long as the imitated network takes to send `size` bytes."""
        with self._lock:
            self._free_at = max(self._free_at, time.monotonic()) + size / RATE
            wait = self._free_at - time.monotonic()
        if self.limited:
            time.sleep(max(0.0, wait))

    def fetched(self, *, stored: bool = False, python: bool | None = None) -> int:
        """Bytes sent so far, for the page or for the service worker's store, with or without those of Python."""
        return sum(
            size
            for address, size, by_worker in self.sent
            if by_worker == stored and python in (None, "/runtime/" in address)
        )


def handler_of(host: Host) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.partition("?")[0].removeprefix(BELOW) or "index.html"
            file = host.folder / name
            if not self.path.startswith(BELOW) or not file.is_file():
                self.send_error(404)
                return
            data = host.packed(file)
            time.sleep(LATENCY if host.limited else 0)
            tag = f'"{crc32(data):08x}"'
            known = self.headers.get("If-None-Match") == tag
            self.send_response(304 if known else 200)
            kind = "text/javascript" if file.suffix == ".mjs" else mimetypes.guess_type(name)[0]
            for header in (
                ("Content-Type", kind or "application/octet-stream"),
                ("Content-Encoding", "gzip"),
                ("Content-Length", str(len(data))),
                ("ETag", tag),
            ):
                self.send_header(*header)
            self.end_headers()
            if known:  # the service worker asks again for what the page has fetched
                return
            host.sent.append((self.path, len(data), "sw.js" in self.headers.get("Referer", "")))
            for start in range(0, len(data), PIECE):
                host.wait_for(len(data[start : start + PIECE]))
                self.wfile.write(data[start : start + PIECE])

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler


@contextmanager
def serving(folder: Path) -> Iterator[tuple[Host, str]]:
    host = Host(folder)
    for file in folder.rglob("*"):
        if file.is_file():
            host.packed(file)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler_of(host)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield host, f"http://127.0.0.1:{server.server_port}{BELOW}"
        server.shutdown()


def renderers() -> list[int]:
    """The processes of our browser that run pages and workers."""
    parents, found = dict[int, int](), list[int]()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            pid = int(folder.name)
            parents[pid] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                found.append(pid)
        except OSError:  # it has just ended
            continue

    def is_ours(pid: int) -> bool:
        while pid and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [pid for pid in found if is_ours(pid)]


def send_all(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, what)
        except ProcessLookupError:
            continue


@contextmanager
def slowed() -> Iterator[None]:
    """Let the browser's pages and workers run for only a part of the time."""
    ended = threading.Event()

    def stop_and_go() -> None:
        pids, rounds = renderers(), 0
        while not ended.is_set():
            if rounds % 10 == 0:
                pids = renderers()
            rounds += 1
            send_all(pids, signal.SIGSTOP)
            time.sleep(ROUND * (SLOWER - 1) / SLOWER)
            send_all(pids, signal.SIGCONT)
            time.sleep(ROUND / SLOWER)

    thread = threading.Thread(target=stop_and_go)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def megabytes(size: float) -> str:
    return f"{size / 1e6:.2f} MB"


def processor_seconds() -> float:
    """Processor time of the browser's pages and workers so far."""
    ticks = 0
    for pid in renderers():
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory() -> int:
    """Resident bytes of the browser's largest process for pages and workers."""
    sizes = [
        int(found[1]) * 1024
        for pid in renderers()
        if (found := re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()))
    ]
    return max(sizes, default=0)


def new_context(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", locale="en")  # type: ignore[arg-type]
    context.set_default_timeout(LONGEST)
    context.add_init_script(PLAYED_BEFORE)
    return context


def visit(page: Page, address: str, readable: Callable[[], None]) -> tuple[float, float]:
    """Open the site and play now: seconds until the home page is there, and until the first option."""
    began = time.perf_counter()
    page.goto(address)
    button = page.frame_locator("iframe").last.get_by_role("button", name=f"Play now: {PLAY_NOW[FIRST_GAME]}")
    button.wait_for()
    seen = time.perf_counter() - began
    readable()
    button.click()
    page.wait_for_url(re.compile("#/t/"))
    page.wait_for_function(
        f"() => (document.querySelector('iframe:last-of-type').contentWindow.eval({json.dumps(HANDS[FIRST_GAME].calm)})"
        ")() === 'mine'"
    )
    return seen, time.perf_counter() - began


def visits(browser: Browser, host: Host, address: str) -> None:
    """Print bytes and times of a first visit and a second one."""
    context = new_context(browser)
    page = context.new_page()
    rules, used = list[int](), processor_seconds()
    with slowed():
        seen, option = visit(page, address, lambda: rules.append(host.fetched(python=False)))
        fetched, stored = host.fetched(), host.fetched(stored=True)
    print(f"fetched before one can read: {megabytes(rules[0])}, and parts of Python meanwhile")
    print(f"fetched before the first option: {megabytes(fetched)}, and {megabytes(stored)} to store for later visits")
    used = processor_seconds() - used
    print(f"first visit: the home page after {seen:.1f} s, the first option after {option:.1f} s", end="")
    print(f" ({used:.1f} s of processor time)")
    host.limited = False
    page.evaluate(STORED)
    page.close()
    host.limited, before = True, len(host.sent)
    page = context.new_page()
    used = processor_seconds()
    with slowed():
        seen, option = visit(page, address, lambda: None)
    used = processor_seconds() - used
    again = sum(size for _, size, _ in host.sent[before:])
    print(f"second visit: the home page after {seen:.1f} s, the first option after {option:.1f} s", end="")
    print(f" ({used:.1f} s of processor time); {megabytes(again)} fetched")
    context.close()


def memory_of_a_table(browser: Browser, address: str) -> None:
    """Print the memory of the page with its workers while Nox plays."""
    context = new_context(browser)
    page = context.new_page()
    page.goto(f"{address}pages/en/rules.html")
    empty = memory()
    for game in PLAY_NOW:
        page.goto(f"{address}#/new/{game}")
        view = page.frame_locator("iframe").last
        view.locator("label", has=view.locator('[name="seat-1"][value="bot:nox"]')).click()
        view.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile("#/t/"))
        play_some_turns(page, game)
        print(f"{game} against Nox: {megabytes(memory())} ({megabytes(empty)} with only a page of rules)", flush=True)
    context.close()


def speeds(browser: Browser, address: str) -> None:
    """Print what searches do in the tab's Python, and in ours."""
    context = new_context(browser)
    page = context.new_page()
    page.goto(f"{address}pages/en/rules.html")
    page.evaluate(PYTHON_HERE, [f"{address}runtime/", Path(site_speed.__file__).read_text(encoding="utf-8")])
    for game in PLAY_NOW:
        page.evaluate("game => void python.pyimport('told').prepare(game)", game)
        site_speed.prepare(game)
        began = processor_seconds()
        simulations = page.evaluate("game => python.pyimport('told').search(game)", game)
        there = simulations / (processor_seconds() - began)
        began = time.process_time()
        here = site_speed.search(game) / (time.process_time() - began)
        seconds, most = json.loads(page.evaluate("game => python.pyimport('told').think(game)", game))
        own_seconds, own_most = json.loads(site_speed.think(game))
        print(
            f"{game}: {there:.0f} simulations in a second of processor time in the tab, {here:.0f} natively "
            f"({there / here:.2f}); Nox decides in {seconds:.2f} s after {most:.0f} simulations, "
            f"natively in {own_seconds:.2f} s after {own_most:.0f}",
            flush=True,
        )
    context.close()


def main() -> None:
    """Serve the site, visit it, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--part", choices=("visits", "speeds", "memory"), help="only this part")
    given = parser.parse_args()
    print(f"load of this machine: {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")
    with serving(given.site.resolve()) as (host, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        if given.part in (None, "visits"):
            visits(browser, host, address)
        host.limited = False
        if given.part in (None, "speeds"):
            speeds(browser, address)
        if given.part in (None, "memory"):
            memory_of_a_table(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
