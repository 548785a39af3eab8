"""What whoever runs a house can see of it: health, readiness, metrics, and a log without secrets."""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from dicehouse.server import server_log
from dicehouse.server.clocks.clock_watcher import Timekeeper
from dicehouse.web.prometheus_metrics import Metrics, MetricsUnavailable

from .server import PATIENCE, Person, Server


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that the house writes down, as JSON."""
    before = [(logging.getLogger(name), *_manner(logging.getLogger(name))) for name in ("dicehouse", "uvicorn")]
    lines = io.StringIO()
    server_log.write_down("json", "info", lines)
    yield lines
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house keeps no time: so it writes nothing by itself, not even a while after its start."""

    async def run(_: Timekeeper) -> None:
        await anyio.sleep_forever()

    monkeypatch.setattr(Timekeeper, "run", run)


def until(true: Callable[[], object]) -> None:
    """Wait for what the house counts or writes down: it may come a moment after its answer."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def _manner(logger: logging.Logger) -> tuple[list[logging.Handler], bool, int]:
    return logger.handlers, logger.propagate, logger.level


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def figures(metrics: Metrics) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = httpx.get(f"http://127.0.0.1:{metrics.serve('127.0.0.1', 0)}/metrics", timeout=PATIENCE)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@pytest.mark.usefixtures("timeless")
def test_health_writes_nothing_and_readiness_tries_to(serve: Callable[..., Server], tmp_path: Path) -> None:
    metrics = Metrics()
    person = Person(serve(metrics=metrics).url)
    assert person.http.get("/readyz").text == "ready\n"
    before = figures(metrics)["dicehouse_commits_total", frozenset()]
    assert [person.http.get("/healthz").text for _ in range(3)] == ["ok\n"] * 3
    assert figures(metrics)["dicehouse_commits_total", frozenset()] == before
    person.http.get("/readyz")
    assert figures(metrics)["dicehouse_commits_total", frozenset()] == before + 1


@pytest.mark.usefixtures("timeless")
def test_a_house_that_cannot_write_is_alive_and_not_ready(serve: Callable[..., Server], tmp_path: Path) -> None:
    metrics = Metrics()
    house = serve(metrics=metrics)
    person = Person(house.url)
    other = sqlite3.connect(house.database, timeout=PATIENCE)
    other.execute("DROP TABLE probe")
    other.commit()
    assert person.http.get("/healthz").status_code == 200
    assert person.http.get("/readyz").status_code == 503
    assert figures(metrics)["dicehouse_failed_commits_total", frozenset()] == 1


def test_metrics_tell_of_tables_sockets_pages_and_moves(serve: Callable[..., Server]) -> None:
    metrics = Metrics()
    ana = Person(serve(metrics=metrics).url)
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        state = sitting.wait_for(lambda state: state["options"])
        option = state["options"][0]["id"]
        sitting.act(state, option)
        sitting.read_until("ack")
        sitting.act(state, option)
        sitting.read_until("refused")
        seen = figures(metrics)
        assert seen["dicehouse_tables", frozenset({("phase", "playing")})] == 1
        assert seen["dicehouse_sockets", frozenset()] == 1
        assert seen["dicehouse_action_seconds_count", frozenset()] == 1
        assert seen["dicehouse_refused_actions_total", frozenset()] == 1
    ana.http.get(table)
    ana.http.get("/nothing/of/that/kind")
    page = {("method", "GET"), ("route", "/t/{table}"), ("status", "200")}
    nowhere = {("method", "GET"), ("route", "(no page)"), ("status", "404")}
    until(lambda: ("dicehouse_request_seconds_count", frozenset(nowhere)) in figures(metrics))
    seen = figures(metrics)
    assert seen["dicehouse_request_seconds_count", frozenset(page)] == 1
    assert seen["dicehouse_request_seconds_count", frozenset(nowhere)] == 1
    assert not any(table.rpartition("/")[2] in value for _, labels in seen for _, value in labels)


def test_a_line_says_when_how_bad_where_and_for_whom(serve: Callable[..., Server], written: io.StringIO) -> None:
    ana = Person(serve().url)
    table = ana.open_table("person", "person")
    ana.http.get(table)
    until(lambda: "GET /t/{table} " in written.getvalue())
    (line,) = (line for line in lines_of(written.getvalue()) if line["message"].startswith("GET /t/{table} "))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert (line["level"], line["logger"]) == ("info", "dicehouse.web")
    assert line["table"] == table.rpartition("/")[2]
    assert re.fullmatch("[0-9a-f]{8}", line["request"])
    assert re.fullmatch(r"GET /t/\{table\} 200 in [\d.]+ ms", line["message"])


def test_the_log_holds_no_token_and_no_cookie(serve: Callable[..., Server], written: io.StringIO) -> None:
    house = serve()
    ana, ben = Person(house.url), Person(house.url)
    table = ana.open_table("person", "open")
    invitation = re.search(r"/join/([\w-]{16,})", ana.http.get(f"{table}/plain").text)
    assert invitation
    ben.http.get(f"/join/{invitation[1]}")
    ben.post(f"/join/{invitation[1]}", name="Ben")
    ana.post("/me/pass")
    ana.http.get(f"/join/{invitation[1]}x?secret=1")
    secrets = {invitation[1], "secret=1", *ana.http.cookies.values(), *ben.http.cookies.values()}
    until(lambda: len(lines_of(written.getvalue())) >= 6)
    assert not [secret for secret in secrets if secret in written.getvalue()]


def test_a_line_of_text_reads_from_left_to_right() -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(server_log.TextLines())
    logger = logging.Logger("dicehouse.server")
    logger.addHandler(handler)
    with server_log.about(table="t1", request=""):
        logger.error("something %s", "broke")
    logger.error("elsewhere")
    first, second = lines.getvalue().splitlines()
    assert re.fullmatch(r"\S+Z error dicehouse\.server table=t1: something broke", first)
    assert re.fullmatch(r"\S+Z error dicehouse\.server: elsewhere", second)


def test_a_traceback_is_one_line_of_json() -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(server_log.JsonLines())
    logger = logging.Logger("dicehouse.server")
    logger.addHandler(handler)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logger.exception("it broke")
    (line,) = lines_of(lines.getvalue())
    assert line["message"] == "it broke" and "Traceback" in line["error"]


def test_without_the_library_metrics_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.web.prometheus_metrics.find_spec", lambda name: None)
    with pytest.raises(MetricsUnavailable, match=r"\[metrics\]"):
        Metrics()


def test_the_command_serves_both_and_writes_json(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dicehouse", "serve", "--port", "0", "--no-browser", "--metrics", "0"]
    command += ["--log", "json", "--log-level", "info", "--database", str(tmp_path / "house.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            told = [house.stdout.readline() for _ in range(2)]
            page, metrics = (re.search(r"http://127\.0\.0\.1:\d+/\S*", line) for line in told)
            assert page and metrics
            _wait_for(page[0] + "healthz")
            assert "dicehouse_tables{" in httpx.get(metrics[0], timeout=PATIENCE).text
        finally:
            house.terminate()
            _, errors = house.communicate(timeout=PATIENCE)
    assert any("GET /healthz 200" in line["message"] for line in lines_of(errors))


def _wait_for(address: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            assert httpx.get(address, timeout=PATIENCE).status_code == 200
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server did not answer")
