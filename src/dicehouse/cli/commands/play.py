"""Run `dicehouse play`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import sys
import tempfile
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicehouse.errors import BadMatch, BadThrow, DicehouseError, explain_os_error
from dicehouse.i18n import Text, _, in_language, join_sentences, using_language
from dicehouse.text_format import align_columns, format_count

from ..argument_types import comma_list, file_path, whole_number
from ..exit_codes import UsageError, quote_input
from ..game_arguments import add_game_arguments, agree_settings, find_game
from ..match_file import read_match_file
from ..output_files import NO_FOLDER, check_writable
from ..terminal_language import terminal_language
from ..terminal_markdown import page_rules

if TYPE_CHECKING:
    from dicehouse import bots
    from dicehouse.bots import Hint
    from dicehouse.bots.hint_search import HintSearch
    from dicehouse.core import Game, Option, Prompt
    from dicehouse.match.events import Event
    from dicehouse.match.match import Match

HELP = "play in the terminal against bots, or with others at the same keyboard"
DETAILS = """\
Answer with the number of an option or with its notation. At any prompt, type u to undo, r for the
rules, l for the log, s FILE to save, q to quit, or ? to list all of these.

  dicehouse play dice-ocalypse --players 3 --bots sensible,greedy --name Ana
  dicehouse play dicetopia --name Ana,Ben              (two at one keyboard)
  dicehouse play dice-ocalypse --save evening.json     (saved after every action)
  dicehouse play dice-ocalypse --load evening.json

Bots, from very easy to expert: pip, dot, kofi, otto, vera, nox. Other bots: random, greedy, sensible (no search),
search:2000 (2,000 simulations for each decision), net:FILE (a trained neural net).
"""

PROMPT_HELP = (
    (_("a number"), _("choose that option; Enter alone takes the only one")),
    (_("its notation"), _("as printed after the number, such as: {example}")),
    ("u", _("undo your last action, unless dice have been rolled")),
    ("t", _("a hint: what to play, and why")),
    ("l", _("the whole log")),
    ("r", _("the rules")),
    ("s {file}", _("save the game")),
    ("ask end", _("ask for a response at the end of a turn (or: ask always, ask never)")),
    ("q", _("quit")),
)
MAX_HINT_WIDTH = 100  # characters of a line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse play` to `parser`."""
    add_game_arguments(parser)
    parser.add_argument(
        "--bots", type=comma_list, metavar="A,B", help="the bots in the other seats (default: sensible)"
    )
    parser.add_argument("--seed", metavar="SEED", help="a number or a text; the same seed gives the same dice and bots")
    parser.add_argument(
        "--name",
        type=comma_list,
        default=["Guest"],
        metavar="A,B",
        help="your name, or the names of all players at this keyboard",
    )
    parser.add_argument(
        "--seat", type=whole_number("a seat", 1, 16), default=1, help="your first seat, from 1 (default: 1)"
    )
    parser.add_argument("--load", type=file_path, metavar="FILE", help="continue a saved match")
    parser.add_argument("--save", type=file_path, metavar="FILE", help="save the match here after every action")
    parser.add_argument(
        "--ask",
        choices=("always", "end", "never"),
        default="end",
        help="when to ask you for a response to another player: after every roll, at the end of a turn "
        "(default), or never",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play a match in the terminal."""
    with using_language(terminal_language(arguments.language)):
        return _play(arguments)


def _play(arguments: argparse.Namespace) -> int:
    from dicehouse.match.match import Match

    game = find_game(arguments)
    if arguments.save:
        check_writable(arguments.save)
    if arguments.load:
        match = Match.load(read_match_file(arguments.load))
        if match.game.id != game.id:
            raise BadMatch(f"{quote_input(str(arguments.load))} is a match of {match.game.name}, not of {game.name}.")
    else:
        match = _new_match(arguments, game)
    people = _human_seats(arguments, match.players)
    others = _make_bots(arguments, match, people)
    with contextlib.suppress(EOFError):
        TerminalGame(match, people, others, arguments.ask, arguments.save).play()
    return 0


def _human_seats(arguments: argparse.Namespace, players: int) -> list[int]:
    """Return the seats of the people at this terminal: one for each name, starting from the chosen seat."""
    if arguments.seat > players:
        raise UsageError(f"This match has {format_count(players, 'seat')}; there is no seat {arguments.seat}.")
    if len(arguments.name) > players:
        raise UsageError(
            f"This match has {format_count(players, 'seat')}, not enough for {len(arguments.name)} people."
        )
    return [(arguments.seat - 1 + place) % players for place in range(len(arguments.name))]


def _new_match(arguments: argparse.Namespace, game: Game) -> Match:
    from dicehouse.bots.nets import short_bot_name
    from dicehouse.core import Seeded
    from dicehouse.match.match import Match

    players, settings = agree_settings(game, arguments.mode, arguments.players, arguments.option)
    kinds = arguments.bots or ["sensible"]
    people = _human_seats(arguments, players)
    named = dict(zip(people, arguments.name, strict=True))
    bots = iter(short_bot_name(kinds[i % len(kinds)]).capitalize() for i in range(players))
    names = [named[seat] if seat in named else f"{next(bots)} {seat + 1}" for seat in range(players)]
    seed = secrets.token_hex(8) if arguments.seed is None else arguments.seed
    return Match(game, players, settings, Seeded(seed), names)


def _make_bots(arguments: argparse.Namespace, match: Match, people: Sequence[int]) -> dict[int, bots.Bot]:
    from dicehouse import bots
    from dicehouse.bots.factory import check_bot

    kinds = arguments.bots or ["sensible"]
    seats = [seat for seat in range(match.players) if seat not in people]
    if arguments.bots and len(kinds) > len(seats):
        if not seats:
            raise UsageError("People sit on all seats, so there is none for a bot: leave --bots away.")
        there = "There is a seat" if len(seats) == 1 else "There are seats"
        raise UsageError(f"{there} for {format_count(len(seats), 'bot')}, not for {len(kinds)}.")
    seeds = {seat: None if arguments.seed is None else f"{arguments.seed[:100]}|{seat}" for seat in seats}
    for kind in kinds:
        check_bot(kind, match.game, match.players)
    return {seat: bots.make(kinds[i % len(kinds)], match.game, seeds[seat]) for i, seat in enumerate(seats)}


def board_text(match: Match, seat: int) -> str:
    """Return the position as text: the board that the game draws, or what `seat` sees if it draws none."""
    from dicehouse.match.text_board import render_board

    if match.game.hooks.text_board:
        return in_language(str(match))
    return render_board(match.game, match.view(seat), match.names, match.acting())


def prompt_text(prompt: Prompt) -> str:
    """Return the prompt on one line; a title that is a question or an exclamation gets no full stop."""
    title = in_language(prompt.title)
    stop = "" if title.endswith(("?", "!", ".")) else "."
    return f"{title}{stop} {in_language(prompt.detail)}".rstrip()


def hint_text(match: Match, hint: Hint) -> str:
    """Return a hint as text: what to play and why, then what each option considered would give."""
    from dicehouse.core.option import fill_names

    options = {option.id: number for number, option in enumerate(match.options(hint.seat), 1)}
    label = fill_names(hint.label, match.names)
    if hint.option in options:
        head = _("Hint: {number}. {option}.", number=options[hint.option], option=label)
    else:
        head = _("Hint: {option}.", option=label)
    said = [in_language(fill_names(text, match.names)) for text in (hint.reason, hint.chance, hint.uncertainty_note)]
    rows = [
        [
            f"{options.get(each.option, ''):>3}",
            *(in_language(fill_names(t, match.names)) for t in (each.label, each.words)),
        ]
        for each in hint.options
        if each.words
    ]
    lines = textwrap.wrap(in_language(join_sentences(head, *said)), MAX_HINT_WIDTH)
    return "\n".join(lines + (align_columns(rows).splitlines() if len(rows) > 1 else []))


def _say(text: object) -> None:
    """Print a text, or what an error says, in the language of this terminal."""
    print(in_language(str(text)))


def _as_sentence(text: str) -> str:
    """Return a text that ends like a sentence."""
    return text if not text or text.endswith((".", "!", "?")) else Text("{text}.", {"text": text})


def _number(value: int) -> str:
    return in_language(Text("{number}", {"number": value}))


CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and the scrollback


class Quit(Exception):
    """Leave the game because the player asked to quit."""


class TerminalGame:
    """Play one match in a terminal, with one or several people and with bots in the other seats."""

    def __init__(
        self, match: Match, people: Sequence[int], others: dict[int, bots.Bot], ask: str, save: Path | None
    ) -> None:

        self._match, self._people, self._others, self._ask, self._file = match, people, others, ask, save
        self._seat = people[0]  # the seat at the keyboard
        self._keyboard_confirmed = len(people) == 1  # the player has confirmed being there, or is alone
        self._events_read = dict.fromkeys(people, 0)  # how many events each player has read
        self._adviser: HintSearch | None = None
        self._shown = -1  # number of the position on the screen
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "h": self._help,
            "help": self._help,
            "u": self._undo,
            "undo": self._undo,
            "r": lambda _given: page_rules(match.game),
            "rules": lambda _given: page_rules(match.game),
            "l": self._log,
            "log": self._log,
            "s": self._save_as,
            "save": self._save_as,
            "ask": self._set_reaction_prompts,
            "hint": self._hint,
            "t": self._hint,
            "q": self._quit,
            "quit": self._quit,
        }

    def play(self) -> None:
        """Play to the end of the match, or until the player quits."""
        match = self._match
        try:
            while not match.over:
                acting = match.acting()
                if not self._pass_keyboard([seat for seat in self._people if seat in acting]):
                    continue
                if self._seat in acting:
                    option = self._automatic_pass() or self._read_choice()
                    if option is None:
                        continue
                    self._play(option)
                else:
                    self._play_bot(acting[0])
                self._save()
            self._print_news()
            self._print_score_sheet()
        except Quit:
            saved = "" if self._file is None else _("Continue with: --load {file}", file=str(self._file))
            _say(join_sentences(_("Goodbye."), saved))

    # --- the player's turn

    def _pass_keyboard(self, asked: Sequence[int]) -> bool:
        """Pass the keyboard to one of the seats `asked`; a player who sees hidden information must first confirm being
        there.

        Return False if an action was taken back meanwhile, so that another seat may have to decide.
        """
        if not asked or (self._keyboard_confirmed and self._seat in asked):
            return True
        before, self._seat = self._seat, self._seat if self._seat in asked else asked[0]
        self._keyboard_confirmed = self._match.has_private_view(self._seat)
        if self._keyboard_confirmed or before != self._seat:
            if self._match.has_hidden_state and (self._keyboard_confirmed or self._shown != -1):
                print(CLEAR if sys.stdout.isatty() else "\n" * 60, end="")
            self._shown = -1
        return not self._keyboard_confirmed or self._wait_for_player(before)

    def _wait_for_player(self, before: int) -> bool:
        """Show nothing until the next player confirms. Return False if `before`, the player before, took an action
        back.
        """
        name = self._match.names[self._seat]
        while True:
            text = _("Pass the keyboard to {player}. Everyone else looks away. {player}, press Enter.", player=name)
            line = input(f"{in_language(text)}\n> ").strip().lower()
            if not line:
                return True
            if line in ("q", "quit"):
                raise Quit
            if line in ("u", "undo") and self._take_back(before):
                self._seat, self._keyboard_confirmed = before, False
                return False

    def _play_bot(self, seat: int) -> None:
        """Let the bot of `seat` play, and print its reason if everybody may know it."""
        match = self._match
        option = self._others[seat].choose(match, seat)
        reason = match.reason(seat, option)
        match.play(seat, option)
        if reason:
            self._print_news()
            print(f"{match.names[seat]}: {in_language(reason)}")

    def _play(self, option: str) -> None:
        try:
            self._match.play(self._seat, option)
        except BadThrow as error:
            _say(error)

    def _automatic_pass(self) -> str | None:
        """Return the option that passes on a reaction which the player does not want to be asked about, or None."""
        reaction = self._match.reaction(self._seat)
        if reaction is None or self._ask == "always" or (self._ask == "end" and reaction.moment == "end"):
            return None
        return reaction.pass_option

    def _read_choice(self) -> str | None:
        """Read one line from the player and return the id of an option, or None if it was something else."""
        from dicehouse.match.text_board import render_options

        self._print_news()
        match, prompt = self._match, self._match.prompt(self._seat)
        options = match.options(self._seat)
        if self._shown != match.number:
            whose = f"{match.names[self._seat]}: " if len(self._people) > 1 else ""
            print(f"\n{board_text(match, self._seat)}\n\n{whose}{prompt_text(prompt)}")
            print(render_options(options, match.names, match.game.hooks.heading))
            self._shown = match.number
        line = input("> ").strip()
        word, _, rest = line.partition(" ")
        if word.lower() in self._commands:
            self._commands[word.lower()](rest.strip())
            return None
        return self._parse_option(line, options)

    def _parse_option(self, line: str, options: list[Option]) -> str | None:
        from dicehouse.match.match import MAX_TEXT

        if not line:
            if len(options) == 1:
                return options[0].id
            _say(_("Type the number of an option, or ? for help."))
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
            _say(error)
            return None
        why = self._match.game.hooks.refusal(self._match._position.state, self._seat, wanted)
        _say(
            join_sentences(
                _("{input} is not one of your options.", input=quote_input(line)),
                _as_sentence(why),
                _("Type ? for help."),
            )
        )
        return None

    # --- commands

    def _help(self, _given: str) -> None:
        example = self._match.options(self._seat)[0].id
        file = in_language(_("FILE"))
        rows = [[in_language(typed), in_language(does)] for typed, does in PROMPT_HELP]
        rows = [[f"  {typed.replace('{file}', file)}", does.replace("{example}", example)] for typed, does in rows]
        print(align_columns(rows))

    def _undo(self, _given: str) -> None:
        self._take_back(self._seat)

    def _take_back(self, seat: int) -> bool:
        """Take back the last action of `seat`, or print the reason why that is not possible."""
        try:
            self._match.undo(seat)
        except DicehouseError as error:
            _say(error)
            return False
        for reader, heard in self._events_read.items():
            self._events_read[reader] = min(heard, len(self._match.log(reader)))
        return True

    def _log(self, _given: str) -> None:
        for event in self._match.log(self._seat if self._keyboard_confirmed else None):
            print(f"  {self._sentence(event)}")

    def _sentence(self, event: Event) -> str:
        """Return an event as a sentence; a single person at this terminal is "You"."""
        reader = self._seat if len(self._people) == 1 else None
        return in_language(event.sentence(self._match.names, reader))

    def _hint(self, _given: str) -> None:
        """Print what to play for the player at the keyboard; where several people sit here, all of them can read it."""
        from dicehouse.bots.hint_search import HintSearch
        from dicehouse.cli import precompile
        from dicehouse.compiler.numba_settings import COMPILES
        from dicehouse.engine.engine import use_compiled

        match = self._match
        if self._adviser is None:
            self._adviser = HintSearch()
            if precompile.is_precompiled(match.game):
                precompile.precompile(match.game)
                use_compiled(match.game)
            elif not COMPILES:
                _say(_("This hint has no winning chances because NUMBA_DISABLE_JIT is set."))
            else:
                _say(_("This hint has no winning chances yet. The rules take a minute or two to compile."))
                precompile.precompile_in_background(match.game)
        print(hint_text(match, self._adviser.prepare_hint(match, self._seat)(1.0)))

    def _set_reaction_prompts(self, when: str) -> None:
        if when in ("always", "end", "never"):
            self._ask = when
        else:
            _say(_("Type: ask always, ask end or ask never."))

    def _quit(self, _given: str) -> None:
        raise Quit

    def _save_as(self, place: str) -> None:
        if not place and self._file is None:
            _say(_("Type a file name: s FILE"))
            return
        from dicehouse.server.storage.database_address import BadPlace, expand_home

        before = self._file
        try:
            self._file = expand_home(place) if place else before
            self._save()
            _say(_("Saved. Continue with: --load {file}", file=str(self._file)))
        except (UsageError, BadPlace) as error:
            self._file = before
            _say(error)

    def _save(self) -> None:
        """Write the match to its file, either completely or not at all."""
        if self._file is None:
            return
        try:
            with tempfile.NamedTemporaryFile("w", dir=self._file.parent, delete=False, encoding="utf-8") as file:
                json.dump(self._match.save(), file)
            os.replace(file.name, self._file)
        except (OSError, ValueError) as error:
            why = explain_os_error(error, NO_FOLDER)
            text = _("The game can't be saved to {file}: {reason}.", file=quote_input(str(self._file)), reason=why)
            raise UsageError(text) from error

    # --- output

    def _print_news(self) -> None:
        """Print the events that the player has not read yet."""
        log = self._match.log(self._seat)
        reader = self._seat if self._keyboard_confirmed else None
        if news := [event for event in log[self._events_read[self._seat] :] if event.known_to(reader)]:
            print()
        for event in news:
            print(f"  {self._sentence(event)}")
        self._events_read[self._seat] = len(log)

    def _print_score_sheet(self) -> None:
        """Print the score sheet of a finished match."""
        match, sheet = self._match, self._match.score_sheet()
        total = in_language(_("Total {unit}", unit=match.game.unit[1]))
        head = ["", *(in_language(source["label"]) for source in sheet["sources"]), total, ""]
        rows = [
            [
                in_language(row["name"]) if row["seat"] is None else match.names[row["seat"]],
                *(_number(row["cells"].get(source["key"], 0)) for source in sheet["sources"]),
                _number(row["total"]),
                in_language(row["note"]),
            ]
            for row in sheet["rows"]
        ]
        flipped = [list(column) for column in zip(head, *rows, strict=True)]
        print(f"\n{align_columns(flipped, '123456')}")
