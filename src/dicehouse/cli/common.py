"""What all commands share: exit codes, errors, and how numbers and settings are read from a command line."""

from __future__ import annotations

import argparse
import difflib
import ipaddress
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from dicehouse.kit import Game
    from dicehouse.kit.settings import Mode
    from dicehouse.table.people.mail import Server
    from dicehouse.table.storage.address import Place

Agreed = tuple[int, dict[str, Any]]

FAILED, USAGE, STOPPED = 1, 2, 130
DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?")
MINUS = "\N{MINUS SIGN}"
MAX_SHOWN, MAX_LINE = 60, 600
MOST_KEPT = 256 * 1024 * 1024  # bytes of a file that is kept while bots play


class Failed(Exception):
    """A check or a task failed."""


class Usage(Exception):
    """It can't be done as asked."""


def warn(sentence: str) -> None:
    """One sentence on standard error: one line of bearable length, whatever a file put into it."""
    line = " ".join(sentence.split())
    print(f"dicehouse: {line if len(line) <= MAX_LINE else line[:MAX_LINE] + '...'}", file=sys.stderr)


def short(text: str) -> str:
    """A text from outside as part of a sentence."""
    shown = ascii(text)
    return shown if len(shown) <= MAX_SHOWN else shown[: MAX_SHOWN - 3] + "...'"


class Parser(argparse.ArgumentParser):
    """Errors are one sentence, then where to read on."""

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]  # one of its forms
        """What was typed; of what is left over the command says that, not the whole program."""
        given, left = self.parse_known_args(args, namespace)
        if left:
            self.prog = getattr(given, "command", self.prog)
            self.error(f"{' '.join(map(short, left))} can't be used here")
        return given

    def error(self, message: str) -> NoReturn:
        line = " ".join(plainly(message).split())[:MAX_LINE]
        print(f"{self.prog}: {line}{'' if line.endswith('?') else '.'} Try: {self.prog} --help", file=sys.stderr)
        raise SystemExit(USAGE)


def plainly(message: str) -> str:
    """What argparse says, in words that need no knowledge of it."""
    if lacks := re.fullmatch("the following arguments are required: (.+)", message):
        return f"{lacks[1]} {'are' if ', ' in lacks[1] else 'is'} missing"
    if alone := re.fullmatch(r"argument (\S+): expected (?:one|at least one) argument", message):
        return f"{alone[1]} needs something behind it"
    if both := re.fullmatch(r"argument (\S+): not allowed with argument (\S+)", message):
        return f"{both[1]} and {both[2]} exclude each other"
    if odd := re.fullmatch(r"argument (\S+): invalid choice: (.+) \(choose from (.+)\)", message, re.DOTALL):
        known = odd[3].replace("'", "").split(", ")
        if odd[1] != "COMMAND":
            return f"{odd[1]} is one of {', '.join(known)}; not {odd[2][:MAX_SHOWN]}"
        near = difflib.get_close_matches(odd[2].strip("'"), known, 1, 0.7)
        there = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        return f"there is no command {odd[2][:MAX_SHOWN]}; {there}"
    return message.removeprefix("argument ")


def number(what: str, low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{what} is a whole number from {low:,} to {high:,}, not {short(text)}")

    return read


def decimal(what: str, low: float, high: float) -> Callable[[str], float]:
    """A reader of numbers within bounds."""

    def read(text: str) -> float:
        value = _decimal(text)
        if value is not None and low <= value <= high:
            return value
        raise argparse.ArgumentTypeError(f"{what} is a number from {low:,} to {high:,}, not {short(text)}")

    return read


def bounds(text: str) -> tuple[float, float]:
    """Two numbers, the lower one first."""
    values = [_decimal(part) for part in text.split(",")]
    if len(values) == 2 and values[0] is not None and values[1] is not None and values[0] < values[1]:
        return values[0], values[1]
    raise argparse.ArgumentTypeError(f"the bounds are two numbers, lower one first, such as 0,20, not {short(text)}")


def _decimal(text: str) -> float | None:
    plain = text.strip()
    return float(plain) if DECIMAL.fullmatch(plain) else None


def network(text: str) -> str:
    """An address or a network of addresses, such as 10.0.0.0/8."""
    try:
        return str(ipaddress.ip_network(text.strip()) if "/" in text else ipaddress.ip_address(text.strip()))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a proxy is an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not {short(text)}"
        ) from None


def web_address(text: str) -> str:
    """The address of a house, without anything behind its name."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc or parts.path.strip("/"):
        raise argparse.ArgumentTypeError(f"a house's address is like https://dice.example.org, not {short(text)}")
    return f"{parts.scheme}://{parts.netloc}"


def mail_server(text: str) -> Server:
    """A mail server, as `serve` takes one."""
    from dicehouse.table.people.mail import BadMail, server_of

    try:
        return server_of(text)
    except BadMail as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def database_of(given: argparse.Namespace) -> Place:
    """The database named, or this user's own."""
    from dicehouse.table.storage.files import default_database

    named: Place | None = given.database
    return named or default_database()


def words(text: str) -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in text.split(",")]


def setting(text: str) -> tuple[str, str]:
    """KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"an option is written KEY=VALUE, not {short(text)}")
    return key.strip(), value.strip()


def game_of(given: argparse.Namespace) -> Game:
    """The game that was named, with the house rule of --rule if there is one; in this process it is known by its id."""
    from dicehouse.games import all_games, find

    game = find(given.game)
    if given.rule is None:
        return game
    from dicehouse.games.patching import patched

    if sys.stderr.isatty():
        print(f"Putting {given.rule} into {game.name}; the first time its rules are compiled ...", file=sys.stderr)
    made = patched(game, given.rule)
    all_games()[made.id] = made
    return made


def know_rule(rule: Path | None, saved: Mapping[str, Any], place: Path) -> None:
    """Put the house rule of --rule into the game of a saved match, so that the match can be read."""
    from dicehouse.games import all_games, find, ruled
    from dicehouse.games.patching import patched

    game = str(saved.get("game"))
    base, wanted = ruled(game)
    if rule is None or not (wanted or game in all_games()):
        return
    if not wanted:
        raise Usage(f"{short(str(place))} was played by no house rule: leave --rule away.")
    made = patched(find(base), rule)
    if made.id != game:
        raise Usage(f"{short(str(place))} was played by the house rule {wanted}, not by {ruled(made.id)[1]}.")
    all_games()[made.id] = made


def agreed(game: Game, mode: str | None, players: int | None, given: Sequence[tuple[str, str]]) -> Agreed:
    """How many play, and the settings of a mode, changed by those given one by one; checked together."""
    seated = game.seated(mode_of(game, mode), players)
    return seated, dict(game.agree(seated, {**mode_settings(game, mode), **dict(given)}))


def mode_of(game: Game, mode: str | None) -> Mode | None:
    """The mode of that id, if one was named."""
    known = {each.id: each for each in game.modes}
    if mode is not None and mode not in known:
        raise Usage(f"{game.name} has no mode {short(mode)}; there are: {', '.join(known)}.")
    return known.get(mode or "")


def mode_settings(game: Game, mode: str | None, but: Container[str] = ()) -> dict[str, Any]:
    """What a mode fixes, `but` for what is varied: a mode is where one starts from."""
    chosen = mode_of(game, mode)
    return {key: value for key, value in (chosen.settings if chosen else {}).items() if key not in but}


def seed_of(given: int | None, kept: Path | None = None) -> int:
    """The seed that was given, else that of the file in which an earlier run is `kept`, else one by chance."""
    if kept is not None and os.path.isdir(kept):
        raise Usage(f"{short(str(kept))} is a folder; name a file.")
    if given is None and kept is not None:
        given = _seed_in(kept)
    return secrets.randbelow(2**31) if given is None else given


def _seed_in(file: Path) -> int | None:
    """The seed that a file says it was made with; None if it says none: whoever reads the file says what is wrong."""
    try:
        if not file.is_file() or file.stat().st_size > MOST_KEPT:
            return None
        saved = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    seed = saved.get("seed") if isinstance(saved, dict) else None
    return seed if type(seed) is int and 0 <= seed < 2**63 else None


def wait_for_rules(game: Game) -> None:
    """Say why it takes so long if the rules are yet to be compiled."""
    from dicehouse import warm

    if sys.stderr.isatty() and not warm.is_warm(game):
        print(f"Compiling the rules of {game.name}, once ...", file=sys.stderr)


def changed_settings(game: Game, settings: Mapping[str, object]) -> str:
    """The settings that are not as usual, as KEY=VALUE."""
    full = game.complete(settings)
    return ", ".join(
        f"{setting.key}={setting.words(full[setting.key])}"
        for setting in game.settings
        if full[setting.key] != setting.default
    )


def counted(number: float, what: str) -> str:
    """So many of something: "1 game", "2,000 games"."""
    whole = round(number)
    return f"{whole:,} {what}{'' if whole == 1 else 's'}"


def signed(value: float, form: str = "+.0f") -> str:
    """A number as people print it: with a minus, not a hyphen, and nothing before what rounds to 0."""
    text = format(value, form)
    return text.replace("-", MINUS) if re.search("[1-9]", text) else text.lstrip("+-")


def columns(rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Rows as aligned text; `right` names the columns (by place, as digits) that hold numbers."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if str(i) in right else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
