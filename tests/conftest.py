"""One Chromium for all tests that look at pages (Playwright allows one instance a process), and one PostgreSQL."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .browser.patience import PATIENCE
from .cluster import Cluster, cluster

# The first has no windows and is the same browser otherwise, at half of the processor time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

# How long a page may take on a machine that is busy with other tests before something counts as missing.
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The system's Chromium."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path, "Browser tests need Chromium; `make test` installs it, or tells how."
    return path


def firefox() -> str | None:
    """The system's Firefox, or None."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all, or the Firefox that `DICEHOUSE_BROWSER=firefox` asks for."""
    wanted = os.environ.get("DICEHOUSE_BROWSER")
    if wanted == "firefox":
        os.environ["NODE_OPTIONS"] = f"--require {Path(__file__).parent / 'browser' / 'firefox_driver.cjs'}"
    with sync_playwright() as playwright:
        if wanted == "firefox":
            running = playwright.firefox.launch(
                channel="moz-firefox", executable_path=firefox(), firefox_user_prefs={"ui.prefersReducedMotion": 1}
            )
        else:
            running = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield running
        running.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL of our own; tests that use it say so plainly where there is none."""
    with cluster() as running, pytest.MonkeyPatch.context() as patch:
        for limit in ("CONNECT_SECONDS", "LOCK_SECONDS", "IDLE_SECONDS"):  # which a busy machine may well exceed
            patch.setattr(f"dicehouse.server.storage.postgres_store.{limit}", PATIENCE // 1000)
        yield running
