"""WebKitGTK, driven by Debian's WebKitWebDriver over the WebDriver protocol (W3C)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from ..web.servers import free_port
from .patience import PATIENCE

WINDOWS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
MISSING = (
    "WebKitGTK is not installed here (on Debian: apt install webkit2gtk-driver xvfb), so nothing was tested in it."
)
COMPLAINTS = """window.complaints = [];
addEventListener("error", (event) => { // WebKit says so where sizes that an observer changed are told a frame later
  if (!/^ResizeObserver loop/.test(event.message)) complaints.push(String(event.message));
});
addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => complaints.push(event.violatedDirective));"""


def programs() -> tuple[str, str, str] | None:
    """Return the driver, its browser and a screen for it, or None if one is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(Path("/").glob(WINDOWS.lstrip("/")), None)
    return (driver, str(browser), screen) if driver and browser and screen else None


class Crashed(Exception):
    """The web process of a window is gone, and with it its session."""

    def __init__(self, window: WebKit, why: str) -> None:
        super().__init__(why)
        self.window = window


class WebKit:
    """A window of WebKit."""

    def __init__(self, http: httpx.Client, browser: str, driver: int) -> None:
        self._http = http
        self._browser = browser
        self._driver = driver  # the number of its process
        self._path = ""
        self.open()

    def open(self) -> None:
        """Open the window, or another one in place of one that crashed."""
        if self._path:
            self.close()  # the driver has one session at a time
        options = {"webkitgtk:browserOptions": {"binary": self._browser, "args": ["--automation"]}}
        opened = self._ask("/session", {"capabilities": {"alwaysMatch": options}})
        self._path = f"/session/{opened['sessionId']}"

    def _ask(self, path: str, what: dict[str, Any]) -> Any:
        answer = self._http.post(path, json=what)
        lost = not answer.is_success and answer.json()["value"]["error"] in ("invalid session id", "unknown error")
        if lost and self._gone():
            raise Crashed(self, answer.text)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def _gone(self) -> bool:
        """Return True if this session shows no page any more: it is given up, or has nothing but errors to say."""
        return not self._http.get(f"{self._path}/title").is_success

    def goto(self, address: str) -> None:
        """Open an address, and listen to what the page complains of."""
        self._ask(f"{self._path}/url", {"url": address})
        self.run(COMPLAINTS)

    def adopt(self, cookies: dict[str, str]) -> None:
        """Take over cookies for the site that is open."""
        for name, value in cookies.items():
            self._ask(f"{self._path}/cookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def run(self, script: str, *arguments: object) -> Any:
        """Return what a function's body returns in the page."""
        return self._ask(f"{self._path}/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, missing: str) -> Any:
        """Wait until an expression is true in the page, and return it; `missing` says what never came."""
        end = time.monotonic() + PATIENCE / 1000
        while not (seen := self.run(f"return {script}")):
            assert time.monotonic() < end, missing
            time.sleep(0.05)
        return seen

    def click(self, number: int) -> None:
        """Click into the middle of the thing that the page has in `window.things`, as a mouse does."""
        spot = self.run(
            "const one = things[arguments[0]]; one.scrollIntoView({ block: 'nearest' });"
            "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2];",
            number,
        )
        x, y = map(round, spot)
        steps: list[dict[str, Any]] = [{"type": "pointerMove", "x": x, "y": y, "duration": 0}]
        steps += [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._ask(f"{self._path}/actions", {"actions": [mouse]})

    def kill(self) -> None:
        """End the web processes of this window, as a crash does."""
        found = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has ended since
                about, after = stat.read_text().rsplit(") ", 1)
                found[int(stat.parent.name)] = about.split(" (", 1)[1], int(after.split()[1])
        below = {self._driver}
        while more := {number for number, (_, parent) in found.items() if parent in below} - below:
            below |= more
        for number in below & found.keys():
            if found[number][0].startswith("WebKitWebProc"):
                os.kill(number, signal.SIGKILL)

    def close(self) -> None:
        """Close the window."""
        self._http.delete(self._path)


@contextmanager
def window(kind: type[WebKit] = WebKit) -> Iterator[WebKit]:
    """Open a window of WebKit on a screen of its own; `kind` is the class of the window."""
    found = programs()
    assert found, MISSING
    driver, browser, screen = found
    with ExitStack() as stack:
        read, write = os.pipe()
        held = stack.enter_context(
            subprocess.Popen([screen, "-displayfd", str(write), "-screen", "0", "1400x900x24"], pass_fds=[write])
        )
        stack.callback(held.kill)
        os.close(write)
        with os.fdopen(read) as told:
            display = told.readline().strip()  # comes when the screen is there
        port = free_port()
        # Without a graphics card the compositor draws through Mesa's swrast_dri.so, where the web process crashes.
        plain = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "GIO_USE_NETWORK_MONITOR": "base"}
        here = {**os.environ, "DISPLAY": f":{display}", **plain}
        driving = stack.enter_context(subprocess.Popen([driver, f"--port={port}"], env=here))
        stack.callback(driving.kill)
        http = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE / 1000))
        _wait_for(http)
        open_window = kind(http, browser, driving.pid)
        stack.callback(open_window.close)
        yield open_window


def _wait_for(http: httpx.Client) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            http.get("/status")
            return
        except httpx.TransportError:
            assert time.monotonic() < end, "the driver never answers"
            time.sleep(0.05)
