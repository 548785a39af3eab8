"""dicehouse play"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from dicehouse import bots, warm
from dicehouse.bots.advice import Adviser
from dicehouse.bots.making import check
from dicehouse.bots.nets import short_name
from dicehouse.errors import BadMatch, BadThrow, DicehouseError, why_not
from dicehouse.kit import Game, Option, Seeded
from dicehouse.kit.engine import use_compiled
from dicehouse.match import MAX_TEXT, Match

from . import rules
from .common import Usage, agreed, columns, counted, game_of, short
from .files import NO_FOLDER, check_place
from .showing import advice, asking, choices, position
from .verify import read

HELP = """\
  a number      that option; Enter alone takes the only one there is
  its notation  as printed after the number, for instance: {example}
  u             take your last action back, if no dice were thrown since
  l             the whole log            r        the rules
  s FILE        save the match           ask end  be asked for replies when a turn has ended
  t             a hint: what to play, and why     (or: ask always, ask never)
  q             quit"""


def run(given: argparse.Namespace) -> int:
    """Sit down and play."""
    game = game_of(given)
    if given.save:
        check_place(given.save)
    if given.load:
        match = Match.load(read(given.load))
        if match.game.id != game.id:
            raise BadMatch(f"{short(str(given.load))} is a match of {match.game.name}, not of {game.name}.")
    else:
        match = _new_match(given, game)
    people = _people(given, match.players)
    others = _bots(given, match, people)
    with contextlib.suppress(EOFError):
        Evening(match, people, others, given.ask, given.save).play()
    return 0


def _people(given: argparse.Namespace, players: int) -> list[int]:
    """The seats of those who sit here: one for each name, starting from the chosen seat."""
    if given.seat > players:
        raise Usage(f"This match has {counted(players, 'seat')}; there is no seat {given.seat}.")
    if len(given.name) > players:
        raise Usage(f"This match has {counted(players, 'seat')}, not enough for {len(given.name)} people.")
    return [(given.seat - 1 + place) % players for place in range(len(given.name))]


def _new_match(given: argparse.Namespace, game: Game) -> Match:
    players, settings = agreed(game, given.mode, given.players, given.option)
    kinds = given.bots or ["sensible"]
    people = _people(given, players)
    named = dict(zip(people, given.name, strict=True))
    bots = iter(short_name(kinds[i % len(kinds)]).capitalize() for i in range(players))
    names = [named[seat] if seat in named else f"{next(bots)} {seat + 1}" for seat in range(players)]
    seed = secrets.token_hex(8) if given.seed is None else given.seed
    return Match(game, players, settings, Seeded(seed), names)


def _bots(given: argparse.Namespace, match: Match, people: Sequence[int]) -> dict[int, bots.Bot]:
    kinds = given.bots or ["sensible"]
    seats = [seat for seat in range(match.players) if seat not in people]
    if given.bots and len(kinds) > len(seats):
        if not seats:
            raise Usage("People sit on all seats, so there is none for a bot: leave --bots away.")
        there = "There is a seat" if len(seats) == 1 else "There are seats"
        raise Usage(f"{there} for {counted(len(seats), 'bot')}, not for {len(kinds)}.")
    seeds = {seat: None if given.seed is None else f"{given.seed[:100]}|{seat}" for seat in seats}
    for kind in kinds:
        check(kind, match.game, match.players)
    return {seat: bots.make(kinds[i % len(kinds)], match.game, seeds[seat]) for i, seat in enumerate(seats)}


CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what was scrolled off it


class Quit(Exception):
    """The person has had enough."""


class Evening:
    """One match in a terminal: one person or several, and bots in the other seats."""

    def __init__(
        self, match: Match, people: Sequence[int], others: dict[int, bots.Bot], ask: str, save: Path | None
    ) -> None:
        self._match, self._people, self._others, self._ask, self._file = match, people, others, ask, save
        self._seat = people[0]  # who has the keyboard
        self._taken = len(people) == 1  # ... and has said so, or is alone
        self._heard = dict.fromkeys(people, 0)  # how many events each of them has read
        self._adviser: Adviser | None = None
        self._shown = -1  # number of the position that the person has before their eyes
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "h": self._help,
            "help": self._help,
            "u": self._undo,
            "undo": self._undo,
            "r": lambda _: rules.show(match.game),
            "rules": lambda _: rules.show(match.game),
            "l": self._log,
            "log": self._log,
            "s": self._save_as,
            "save": self._save_as,
            "ask": self._be_asked,
            "hint": self._hint,
            "t": self._hint,
            "q": self._quit,
            "quit": self._quit,
        }

    def play(self) -> None:
        """To the end of the match, or until the person leaves."""
        match = self._match
        try:
            while not match.over:
                acting = match.acting()
                if not self._pass_on([seat for seat in self._people if seat in acting]):
                    continue
                if self._seat in acting:
                    option = self._passing() or self._choose()
                    if option is None:
                        continue
                    self._play(option)
                else:
                    self._play_bot(acting[0])
                self._save()
            self._tell()
            self._sheet()
        except Quit:
            print("Good night." if self._file is None else f"Good night. Go on with --load {self._file}")

    # --- the person's turn

    def _pass_on(self, asked: Sequence[int]) -> bool:
        """Hand the keyboard to somebody who is asked. As on the page, those who see what others may not say first that
        they are there. False if an action was taken back meanwhile, so that somebody else may be asked.
        """
        if not asked or (self._taken and self._seat in asked):
            return True
        before, self._seat = self._seat, self._seat if self._seat in asked else asked[0]
        self._taken = self._match.hides(self._seat)
        if self._taken or before != self._seat:
            if self._match.secretive and (self._taken or self._shown != -1):
                print(CLEAR if sys.stdout.isatty() else "\n" * 60, end="")
            self._shown = -1
        return not self._taken or self._covered(before)

    def _covered(self, before: int) -> bool:
        """Show nothing until the one who is asked says so; False if `before`, who sat here, took an action back."""
        name = self._match.names[self._seat]
        while True:
            line = input(f"Pass to {name}; everybody else looks away. Enter says: I am {name}.\n> ").strip().lower()
            if not line:
                return True
            if line in ("q", "quit"):
                raise Quit
            if line in ("u", "undo") and self._take_back(before):
                self._seat, self._taken = before, False
                return False

    def _play_bot(self, seat: int) -> None:
        """A bot plays, and says why if all may know."""
        match = self._match
        option = self._others[seat].choose(match, seat)
        reason = match.reason(seat, option)
        match.play(seat, option)
        if reason:
            self._tell()
            print(f"{match.names[seat]} {reason}")

    def _play(self, option: str) -> None:
        try:
            self._match.play(self._seat, option)
        except BadThrow as error:
            print(error)

    def _passing(self) -> str | None:
        """The answer to a question that the person does not want to hear."""
        reaction = self._match.reaction(self._seat)
        if reaction is None or self._ask == "always" or (self._ask == "end" and reaction.moment == "end"):
            return None
        return reaction.pass_option

    def _choose(self) -> str | None:
        """One line from the person: an option's id, or None if it was something else."""
        self._tell()
        match, prompt = self._match, self._match.prompt(self._seat)
        options = match.options(self._seat)
        if self._shown != match.number:
            whose = f"{match.names[self._seat]}: " if len(self._people) > 1 else ""
            print(f"\n{position(match, self._seat)}\n\n{whose}{asking(prompt)}")
            print(choices(match, options))
            self._shown = match.number
        line = input("> ").strip()
        word, _, rest = line.partition(" ")
        if word.lower() in self._commands:
            self._commands[word.lower()](rest.strip())
            return None
        return self._read(line, options)

    def _read(self, line: str, options: list[Option]) -> str | None:
        if not line:
            if len(options) == 1:
                return options[0].id
            print("Type the number of an option, or ? for help.")
            return None
        if line.isascii() and line.isdigit() and len(line) < 4 and 1 <= int(line) <= len(options):
            return options[int(line) - 1].id
        wanted = self._match.game.hooks.normal(line[:MAX_TEXT])
        if any(option.id == wanted for option in options):
            return wanted
        try:
            if self._match.describes_freely(self._seat, wanted):
                return wanted
        except BadThrow as error:
            print(error)
            return None
        why = self._match.game.hooks.refusal(self._match._position.state, self._seat, wanted)
        print(f"{short(line)} is not one of your options{': ' + why if why else ''}. ? lists what you can type.")
        return None

    # --- commands

    def _help(self, _: str) -> None:
        print(HELP.format(example=self._match.options(self._seat)[0].id))

    def _undo(self, _: str) -> None:
        self._take_back(self._seat)

    def _take_back(self, seat: int) -> bool:
        """Take back the last action of a seat, or say why not."""
        try:
            self._match.undo(seat)
        except DicehouseError as error:
            print(error)
            return False
        for reader, heard in self._heard.items():
            self._heard[reader] = min(heard, len(self._match.log(reader)))
        return True

    def _log(self, _: str) -> None:
        for event in self._match.log(self._seat if self._taken else None):
            print(f"  {event.sentence(self._match.names)}")

    def _hint(self, _: str) -> None:
        """What to play, for whoever has the keyboard; where several people sit here they all read it."""
        match = self._match
        if self._adviser is None:
            self._adviser = Adviser()
            if warm.is_warm(match.game):
                warm.warm(match.game)
                use_compiled(match.game)
            else:
                print("This hint has no chances in it: the rules have to be compiled first, in a minute or two.")
                warm.warm_in_background(match.game)
        print(advice(match, self._adviser.advise(match, self._seat)(1.0)))

    def _be_asked(self, when: str) -> None:
        if when in ("always", "end", "never"):
            self._ask = when
        else:
            print("Say: ask always, ask end, or ask never.")

    def _quit(self, _: str) -> None:
        raise Quit

    def _save_as(self, place: str) -> None:
        if not place and self._file is None:
            print("Say where: s FILE")
            return
        before, self._file = self._file, Path(place) if place else self._file
        try:
            self._save()
            print(f"Saved; go on with --load {self._file}")
        except Usage as error:
            self._file = before
            print(error)

    def _save(self) -> None:
        """Write the match to its file: wholly, or not at all."""
        if self._file is None:
            return
        try:
            with tempfile.NamedTemporaryFile("w", dir=self._file.parent, delete=False, encoding="utf-8") as file:
                json.dump(self._match.save(), file)
            os.replace(file.name, self._file)
        except (OSError, ValueError) as error:
            why = why_not(error, NO_FOLDER)
            raise Usage(f"The match can't be saved to {short(str(self._file))}: {why}.") from error

    # --- what happened

    def _tell(self) -> None:
        """The events that the person has not read yet."""
        told = self._match.log(self._seat)
        reader = self._seat if self._taken else None
        if news := [event for event in told[self._heard[self._seat] :] if event.known_to(reader)]:
            print()
        for event in news:
            print(f"  {event.sentence(self._match.names)}")
        self._heard[self._seat] = len(told)

    def _sheet(self) -> None:
        """The score sheet of a finished match."""
        match, sheet = self._match, self._match.sheet()
        head = ["", *(source["label"] for source in sheet["sources"]), f"Total {match.game.unit[1]}", ""]
        rows = [
            [
                row["name"] if row["seat"] is None else match.names[row["seat"]],
                *(f"{row['cells'].get(source['key'], 0):,}" for source in sheet["sources"]),
                f"{row['total']:,}",
                row["note"],
            ]
            for row in sheet["rows"]
        ]
        flipped = [list(column) for column in zip(head, *rows, strict=True)]
        print(f"\n{columns(flipped, '123456')}")
