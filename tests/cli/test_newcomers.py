"""Check that wrong input gets plain English that says what is wrong and what would be right, without words
of Python.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dicehouse.cli import build_parser, main

WRONG = [
    ("--no-browser", "dicehouse: '--no-browser' can't be used here. Try: dicehouse --help"),
    ("plya", "dicehouse: there is no command 'plya'; did you mean play? Try: dicehouse --help"),
    ("chess", "dicehouse: there is no command 'chess'; the commands are: serve, site, games, "),
    ("play", "dicehouse play: GAME is missing. Try: dicehouse play --help"),
    ("tune deck-o-dice", "dicehouse tune: --goal, --over are missing."),
    ("games --jsn", "dicehouse games: '--jsn' can't be used here. Try: dicehouse games --help"),
    ("bench much \x1b[2J", "dicehouse bench: 'much' '\\x1b[2J' can't be used here."),
    ("play deck-o-dice --ask foo", "dicehouse play: --ask must be one of always, end, never; not 'foo'."),
    ("play deck-o-dice --seat", "dicehouse play: --seat needs a value."),
    ("arena deck-o-dice --ladder --against x", "dicehouse arena: --against and --ladder exclude each other."),
    (
        "simulate deck-o-dice --games 0",
        "dicehouse simulate: --games: the number of games must be a whole number from 1 to",
    ),
    (
        "serve --mail foo",
        "--mail: a mail server must be given as smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or by smtps://.",
    ),
    ("serve --webhooks", "so --webhooks needs the server's address. Add --at https://YOUR-ADDRESS."),
    ("serve --webhook-address 10.0.0.5", "--webhook-address works only together with --webhooks."),
    (
        "serve --webhooks --at https://x.org --webhook-address ntfy.lan",
        "--webhook-address: an address for webhooks is an IP address or a network, such as 10.0.0.5 or 10.0.0.0/28,",
    ),
    ("solve deck-o-dice", "Deck-O-Dice can't be solved. Games that can: dice-ocalypse."),
    (
        "play deck-o-dice --name A,B --bots random",
        "so there is none for a bot: leave --bots away.",
    ),
    ("selfplay deck-o-dice --out none --check", "none isn't an archive of self-play: it has no archive.json."),
    ("verify empty.json", "The match's 'actions' must be a list."),
    (
        "report empty.json",
        "'empty.json' isn't the result of a study that `dicehouse study --json` wrote: it lacks `form`.",
    ),
]


@pytest.mark.parametrize(("typed", "told"), WRONG, ids=[typed or "nothing" for typed, _ in WRONG])
def test_a_wrong_call_is_put_right(
    typed: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.json").write_text('{"format": "dicehouse-match/1"}')
    try:
        code: object = main(typed.split())
    except SystemExit as stopped:
        code = stopped.code
    out, error = capsys.readouterr()
    assert out == "" and code in (1, 2)
    assert told in error and len(error.splitlines()) == 1 and len(error) < 800
    assert not re.search("Traceback|argument |expected|invalid|required", error)


def test_whoever_chooses_bots_and_options_is_told_where_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["play", "--help"])
    help_of_play = " ".join(capsys.readouterr().out.split())
    assert "pip, dot, kofi, otto, vera, nox" in help_of_play and "from `dicehouse games`" in help_of_play


@pytest.mark.parametrize("alone", [[], ["--lang", "de"]])
def test_the_program_alone_starts_the_table(alone: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As `dicehouse serve` does: at the usual address, with the browser."""
    started: list[dict[str, Any]] = []

    def serve(host: str, port: int, database: object, **how: Any) -> None:
        started.append({"at": (host, port, database), **how, "when_laid": None, "nets": None})

    monkeypatch.setattr("dicehouse.web.serving.serve", serve)
    assert main(alone) == main([*alone, "serve"]) == 0
    assert started[0] == started[1]
    assert started[0]["at"] == ("127.0.0.1", 8765, None) and started[0]["open_browser"] is True
    monkeypatch.setattr("sys.argv", ["dicehouse", *alone])
    assert main() == 0 and started[2] == started[0]
