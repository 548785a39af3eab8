"""The examples in `deploy/`: what they start does start, as a user with no home where everything else is read-only."""

from __future__ import annotations

import configparser
import contextlib
import itertools
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]

from ..web.server import PATIENCE, hold
from .test_commands import ROOT

DEPLOY = ROOT / "deploy"
UNITS = ["dicehouse.service", "dicehouse@friends.service"]
HARDENED = {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "DynamicUser": "yes"}
USER = "10001"


def unit(name: str) -> configparser.SectionProxy:
    """Return the section [Service] of a unit, with the name of its instance filled in."""
    template = re.sub("@.*[.]", "@.", name)
    instance = name.partition("@")[2].partition(".")[0]
    text = (DEPLOY / template).read_text(encoding="utf-8").replace("%i", instance)
    parser = configparser.RawConfigParser(strict=False, comment_prefixes="#", delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names have capitals
    parser.read_string(text.replace("\\\n", " "))
    return parser["Service"]


@contextlib.contextmanager
def running(command: list[str], folder: Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Run a server until the end of the block; it has to stop by itself, without an error."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1"} | more
    with (folder / "out.log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, text=True, env=environment, cwd=folder)
        try:
            yield server
            assert server.poll() is None, (folder / "out.log").read_text()
        finally:
            server.terminate()
            code = server.wait(PATIENCE)
    assert code in (0, -15), (folder / "out.log").read_text()


def wait_for(server: subprocess.Popen[str], folder: Path, client: httpx.Client, where: str) -> httpx.Response:
    until = time.monotonic() + PATIENCE
    while True:
        assert server.poll() is None, (folder / "out.log").read_text()
        try:
            return client.get(where)
        except httpx.TransportError:
            assert time.monotonic() < until, (folder / "out.log").read_text()
            time.sleep(0.05)


@pytest.mark.parametrize("name", [*UNITS, "dicehouse-backup.service", "dicehouse-backup.timer"])
def test_systemd_understands_the_units(name: str, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    template = re.sub("@.*[.]", "@.", name)
    text = (DEPLOY / template).read_text(encoding="utf-8")
    (tmp_path / name).write_text(text.replace("/opt/dicehouse/bin/dicehouse", sys.executable), encoding="utf-8")
    if name.endswith(".timer"):
        (tmp_path / name).with_suffix(".service").write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    ended = subprocess.run([program, "verify", tmp_path / name], capture_output=True, text=True, check=False)
    if "Failed to" in ended.stderr and template not in ended.stderr:
        pytest.skip(f"systemd-analyze can't run here: {ended.stderr}")
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_may_do_no_more_than_it_needs(name: str) -> None:
    service = unit(name)
    assert {key: service[key] for key in HARDENED} == HARDENED
    words = " ".join(service.values())
    for place in set(re.findall(r"/(?:var/lib|var/cache|run)/[^/\s]+", words)):
        folder, base = place.rpartition("/")[::2]
        kind = {"/var/lib": "State", "/var/cache": "Cache", "/run": "Runtime"}[folder]
        assert service[f"{kind}Directory"] == base, f"systemd makes {place}"


@pytest.mark.parametrize("name", UNITS)
def test_what_a_unit_starts_serves(name: str, tmp_path: Path) -> None:
    service = unit(name)
    program, *arguments = shlex.split(service["ExecStart"])
    assert program == "/opt/dicehouse/bin/dicehouse"
    with hold() as held:
        port = held.getsockname()[1]
        moved = [re.sub(r"^/(var/lib|var/cache|run)/", f"{tmp_path}/", word) for word in arguments]
        for word in moved:
            if word.startswith(f"{tmp_path}/"):
                Path(word).parent.mkdir(exist_ok=True)
        values = dict(itertools.pairwise(moved))
        if "--port" in values:
            moved[moved.index("--port") + 1] = str(port)
        if "--metrics" in values:
            pytest.importorskip("prometheus_client")
            moved[moved.index("--metrics") + 1] = "0"
        transport = httpx.HTTPTransport(uds=values.get("--socket"))
        base = f"http://localhost:{port}" if "--port" in values else "http://localhost"
        command = [sys.executable, "-m", "dicehouse", *moved]
        with (
            running(command, tmp_path, DICEHOUSE_CACHE=str(tmp_path / "cache")) as server,
            httpx.Client(transport=transport, base_url=base, timeout=PATIENCE) as client,
        ):
            assert wait_for(server, tmp_path, client, "/readyz").status_code == 200
            secure = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
            page = client.get(f"{values.get('--path', '')}/rules", headers=secure)
            assert page.status_code == 200 and "strict-transport-security" in page.headers, "it knows its proxy"
    assert not Path(values.get("--socket", tmp_path / "no")).exists(), "a socket is removed at the end"


# the container --------------------------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file in order."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def last_stage() -> dict[str, str]:
    every = instructions()
    begins = max(number for number, (word, _) in enumerate(every) if word == "FROM")
    return dict(every[begins:])


def test_the_container_file_has_a_normal_user_and_a_health_check() -> None:
    known = {"FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"}
    assert {word for word, _ in instructions()} <= known
    stage = last_stage()
    assert stage["USER"] == f"{USER}:{USER}" and stage["VOLUME"] == "/data"
    assert json.loads(stage["HEALTHCHECK"].partition("CMD ")[2])[0] == "/opt/dicehouse/bin/python"
    words = [word for word, _ in instructions()]
    assert words.index("USER") > len(words) - 1 - words[::-1].index("RUN"), "everything is made before by root"


def test_what_is_copied_is_there_and_is_enough_to_build() -> None:
    kept = re.findall("^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert all((ROOT / name).exists() for name in kept)
    assert {"src", "ui", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "requirements.lock"} <= set(kept)
    install = next(text for word, text in instructions() if word == "RUN" and "/src[" in text)
    wanted = re.findall(r"\[([a-z,]+)\]", install)[0].split(",")
    offered = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(re.search(rf"^{name} = \[", offered, re.MULTILINE) for name in wanted)


def test_its_server_runs_where_only_its_volume_can_be_written(tmp_path: Path) -> None:
    """What ENTRYPOINT starts, as USER, without a home or a passwd entry; HEALTHCHECK tells if it is there."""
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None or subprocess.run([bubblewrap, "--ro-bind", "/", "/", "true"], check=False).returncode:
        pytest.skip("bubblewrap is not installed, or not allowed here")
    stage = last_stage()
    name, _, value = stage["ENV"].partition("=")
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    inside = [bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]
    inside += ["--bind", str(data), "/mnt", "--unshare-user", "--uid", USER, "--gid", USER]
    inside += ["--cap-drop", "ALL", "--die-with-parent", "--chdir", "/", "--clearenv"]
    inside += ["--setenv", "PYTHONPATH", str(ROOT / "src"), "--setenv", "NUMBA_DISABLE_JIT", "1"]
    inside += ["--setenv", name, value.replace("/data", "/mnt"), "--setenv", "PATH", os.environ["PATH"]]
    start = [word.replace("/data/", "/mnt/").replace("8765", port) for word in json.loads(stage["ENTRYPOINT"])]
    assert start[0] == "/opt/dicehouse/bin/dicehouse"
    check = json.loads(stage["HEALTHCHECK"].partition("CMD ")[2])
    check = [sys.executable, *(word.replace("8765", port) for word in check[1:])]

    def healthy() -> bool:
        return subprocess.run([*inside, *check], capture_output=True, timeout=PATIENCE, check=False).returncode == 0

    assert not healthy(), "nobody is there yet"
    command = [*inside, sys.executable, "-m", "dicehouse", *start[1:]]
    with running(command, tmp_path) as server, httpx.Client(timeout=PATIENCE) as client:
        assert wait_for(server, tmp_path, client, f"http://127.0.0.1:{port}/readyz").status_code == 200
        assert healthy()
        made = {each.name for each in data.iterdir()}
        assert {"dicehouse.db", "dicehouse.key"} <= made
    assert not healthy(), "and no longer"


def test_the_services_fit_together() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    house = told["services"]["dicehouse"]
    assert (DEPLOY.parent / house["build"]["dockerfile"]).is_file() and (DEPLOY / house["build"]["context"]).is_dir()
    assert house["read_only"] is True and house["cap_drop"] == ["ALL"]
    for service in told["services"].values():
        assert set(service.get("depends_on", {})) <= set(told["services"])
        assert set(service.get("networks", [])) <= set(told["networks"])
        assert {volume.partition(":")[0] for volume in service.get("volumes", [])} <= set(told["volumes"])
        assert set(service.get("secrets", [])) <= set(told["secrets"])
    assert [volume.partition(":")[2] for volume in house["volumes"]] == [last_stage()["VOLUME"]]
    _, _, command = house["entrypoint"]
    program, *arguments = shlex.split(command.replace("$$", "$").partition("exec ")[2])
    assert program == json.loads(last_stage()["ENTRYPOINT"])[0]
    from dicehouse.cli import build_parser

    understood = build_parser().parse_args(arguments)
    assert understood.proxy == [told["networks"]["house"]["ipam"]["config"][0]["subnet"]]
    proxy = told["configs"]["haproxy"]["content"]
    assert f"dicehouse:{understood.port}" in proxy and "/readyz" in proxy


def test_haproxy_understands_its_configuration(tmp_path: Path) -> None:
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if program is None:
        pytest.skip("haproxy is not installed")
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    (tmp_path / "haproxy.cfg").write_text(told["configs"]["haproxy"]["content"], encoding="utf-8")
    command = [program, "-c", "-f", str(tmp_path / "haproxy.cfg")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
