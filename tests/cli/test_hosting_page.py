"""`docs/hosting.md` leads from a bare machine to a server: its steps are followed word for word in an empty root.

Packages can't be fetched here, so `apt-get`, `pip` and the making of an environment only note that they were called;
`systemctl` starts what the units name.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]

from dicehouse.cli import build_parser

from .test_commands import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
STEPS = PAGE.partition("## From a bare machine to a server\n")[2].partition("\n## ")[0]
PATIENCE = 600  # seconds for all steps together

SYSTEMCTL = """
import configparser, os, re, shlex, signal, socket, subprocess, sys, time

def service(name):
    parser = configparser.RawConfigParser(strict=False, delimiters="=")
    parser.optionxform = str
    parser.read_string(open(f"/etc/systemd/system/{name}").read().replace("\\\\\\n", " "))
    return parser["Service"]

def environment(unit):
    found = dict(os.environ)
    if "Environment" in unit:
        found.update([unit["Environment"].split("=", 1)])
    place = unit.get("EnvironmentFile", "").lstrip("-")
    if os.path.exists(place):
        found.update(line.split("=", 1) for line in open(place).read().splitlines())
    return found

def wait_for(port):
    until = time.monotonic() + 300
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60).close()
        except OSError:
            assert time.monotonic() < until, port
            time.sleep(0.05)

def launch(name, command, env, port):
    with open(f"/run/{name}.log", "ab") as log:
        started = subprocess.Popen(command, stdout=log, stderr=log, env=env)
    open(f"/run/{name}.pid", "w").write(str(started.pid))
    wait_for(port)

def end(name):
    place = f"/run/{name}.pid"
    if os.path.exists(place):
        number = int(open(place).read())
        os.kill(number, signal.SIGTERM)
        while os.path.exists(f"/proc/{number}") and " Z " not in open(f"/proc/{number}/stat").read():
            time.sleep(0.05)

def start(name):
    if name.endswith(".timer"):
        assert os.path.exists(f"/etc/systemd/system/{name}")
    elif name == "caddy.service":
        data = dict(os.environ, XDG_DATA_HOME="/var/lib/caddy")
        launch(name, ["caddy", "run", "--config", "/etc/caddy/Caddyfile"], data, 443)
    elif service(name).get("Type") == "oneshot":
        for key in ("ExecStartPre", "ExecStart", "ExecStartPost"):
            subprocess.run(shlex.split(service(name)[key].replace("%%", "%").replace("$$", "$")), check=True)
    else:
        for folder in ("/var/lib/dicehouse", "/var/cache/dicehouse"):
            os.makedirs(folder, exist_ok=True)
        launch(name, shlex.split(service(name)["ExecStart"]), environment(service(name)), 8765)

_, what, *names = sys.argv
for name in [each for each in names if each != "--now"]:
    if what == "restart":
        end(name)
    start(name)
"""
PYTHON = """#!/bin/sh
if [ "$1" = -m ] && [ "$2" = venv ]; then
    mkdir -p "$3/bin" && cp /stubs/pip /stubs/dicehouse "$3/bin/" && exit 0
fi
exit 1
"""


def scripts() -> list[str]:
    return re.findall(r"```sh\n(.*?)```", STEPS, re.DOTALL)


def test_the_page_has_every_step() -> None:
    numbers = [int(number) for number in re.findall(r"^\*\*(\d)\.", STEPS, re.MULTILINE)]
    assert numbers == list(range(1, 9)) and len(scripts()) >= 7


@pytest.fixture
def sandbox(tmp_path: Path) -> list[str]:
    """A command line that runs what follows it in an empty root of its own, with a network of its own."""
    bubblewrap, caddy, curl = map(shutil.which, ("bwrap", "caddy", "curl"))
    if not (bubblewrap and caddy and curl and Path("/usr/local/src").is_dir() and Path("/lib").is_symlink()):
        pytest.skip("bubblewrap, Caddy or curl is not installed")
    pytest.importorskip("prometheus_client")
    root, stubs = tmp_path / "root", tmp_path / "root" / "stubs"
    for folder in ("etc/systemd/system", "etc/caddy", "run", "tmp", "var/backups", "root", "opt", "stubs"):
        (root / folder).mkdir(parents=True)
    (root / "etc" / "hosts").write_text("127.0.0.1 localhost dice.example.org\n")
    (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    calls = 'echo "$(basename "$0") $*" >> /run/calls\n'
    (stubs / "apt-get").write_text(f"#!/bin/sh\n{calls}")
    (stubs / "pip").write_text(f"#!/bin/sh\n{calls}")
    (stubs / "journalctl").write_text(f"#!/bin/sh\n{calls}cat /run/dicehouse.service.log\n")
    (stubs / "python3").write_text(PYTHON)
    (stubs / "dicehouse").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT}/src exec {sys.executable} -m dicehouse "$@"\n')
    (stubs / "systemctl.py").write_text(SYSTEMCTL)
    on = f'[ "$1" = daemon-reload ] || exec {sys.executable} /stubs/systemctl.py "$@"\n'
    (stubs / "systemctl").write_text(f"#!/bin/sh\n{calls}{on}")
    for stub in stubs.iterdir():
        stub.chmod(0o755)
    command = [bubblewrap, "--bind", str(root), "/", "--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/local/src"]
    for name in ("bin", "sbin", "lib", "lib64"):
        if Path("/", name).is_symlink():
            (root / name).symlink_to(os.readlink(f"/{name}"))
    places = {ROOT, Path(sys.base_prefix), Path(sys.prefix).resolve(), Path(sys.prefix)}
    for place in sorted(place for place in places if not place.is_relative_to("/usr") and not place.is_symlink()):
        command += ["--ro-bind", str(place), str(place)]
    command += ["--ro-bind", str(ROOT), "/usr/local/src/dicehouse", "--dev", "/dev", "--proc", "/proc"]
    command += ["--unshare-user", "--unshare-net", "--unshare-pid", "--uid", "0", "--gid", "0", "--cap-add", "ALL"]
    command += ["--die-with-parent", "--clearenv", "--setenv", "HOME", "/root", "--setenv", "NUMBA_DISABLE_JIT", "1"]
    command += ["--setenv", "PATH", "/stubs:/usr/local/bin:/usr/bin:/usr/sbin:/bin"]
    command += ["--setenv", "CURL_CA_BUNDLE", "/var/lib/caddy/caddy/pki/authorities/local/root.crt", "--chdir", "/root"]
    if subprocess.run([*command, "true"], check=False, capture_output=True).returncode:
        pytest.skip("bubblewrap may not make an empty root here")
    return command


def test_the_steps_lead_to_a_server(sandbox: list[str], tmp_path: Path) -> None:
    """One after the other in one shell that stops at the first error; then the page answers over https, with mail."""
    own_authority = "sed -i '1a tls internal' /etc/caddy/Caddyfile\n"  # as step 3 says for a machine without a name
    steps = "".join(each + (own_authority if "Caddyfile" in each else "") for each in scripts())
    look = "curl --fail --silent https://dice.example.org/me/turns > /root/turns.html\n"
    look += "curl --fail --silent http://127.0.0.1:9465/metrics > /root/metrics.txt\n"
    script = tmp_path / "root" / "root" / "steps.sh"
    script.write_text(steps + look)
    with (tmp_path / "out.txt").open("w") as told:
        command = [*sandbox, "bash", "-eux", "-o", "pipefail", "/root/steps.sh"]
        ended = subprocess.run(command, check=False, stdout=told, stderr=told, timeout=PATIENCE)
    out, home = (tmp_path / "out.txt").read_text(), tmp_path / "root"
    assert ended.returncode == 0, out[-6000:]
    assert "\nready\n" in out
    page = (home / "root" / "turns.html").read_text()
    assert 'action="/me/turns/mail"' in page, "the server has a mail server and an address"
    assert "dicehouse_failed_commits_total" in (home / "root" / "metrics.txt").read_text()
    assert not (home / "tmp" / "dicehouse-trial").exists() and list((home / "var/backups/dicehouse").glob("*.backup"))
    assert (home / "etc" / "dicehouse.env").stat().st_mode & 0o077 == 0
    calls = (home / "run" / "calls").read_text()
    assert "PASSWORD" not in calls and calls.count("systemctl start dicehouse-backup.service") == 2


def test_the_alarms_watch_metrics_that_exist() -> None:
    """The blocks for Prometheus are YAML and name only what the server counts."""
    scraped, rules = map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", STEPS, re.DOTALL))
    (job,) = scraped["scrape_configs"]
    unit = (ROOT / "deploy" / "dicehouse.service").read_text(encoding="utf-8")
    (target,) = job["static_configs"][0]["targets"]
    assert f"--metrics {target.rpartition(':')[2]}" in unit
    source = (ROOT / "src" / "dicehouse" / "web" / "prometheus_metrics.py").read_text(encoding="utf-8")
    for rule in rules["groups"][0]["rules"]:
        for name in re.findall(r"dicehouse_\w+", rule["expr"]):
            assert name.removesuffix("_total") in source and f"`{name}`" in PAGE, name
    assert json.dumps(rules).count("alert") == 3


@pytest.mark.parametrize(("variable", "option"), [("DICEHOUSE_AT", "at"), ("DICEHOUSE_MAIL", "mail")])
def test_a_variable_stands_for_an_option(variable: str, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"at": "https://dice.example.org", "mail": "smtp://u:secret@mail.example.org?from=d@example.org"}[option]
    monkeypatch.setenv(variable, value)
    found = getattr(build_parser().parse_args(["serve"]), option)
    assert found == value or "mail.example.org" in repr(found)
    monkeypatch.setenv(variable, "nonsense")
    with pytest.raises(SystemExit):
        build_parser().parse_args(["serve"])
    monkeypatch.setenv(variable, "")
    assert getattr(build_parser().parse_args(["serve"]), option) is None
