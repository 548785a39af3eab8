"""Build the parser of the whole command line; each command declares its own arguments."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from dicehouse import __version__

from .exit_codes import CANNOT_DO, MAX_LINE, MAX_SHOWN, quote_input
from .standard_streams import print_note, readable_text

COMMANDS = (
    "serve",
    "site",
    "games",
    "rules",
    "sentences",
    "play",
    "simulate",
    "study",
    "arena",
    "tune",
    "report",
    "selfplay",
    "solve",
    "new-game",
    "check",
    "bench",
    "verify",
    "review",
    "backup",
    "restore",
    "audit",
    "dice",
    "stats",
)
DEFAULT_COMMAND = "serve"
PLAYER_COMMANDS = ("play", "games", "rules", "stats", "review", "verify")  # what they print is in the player's language
DESCRIPTION = """\
Play dice games with exact rules, against strong bots or with friends in the browser.

`dicehouse` alone starts the table and opens it in your browser, like `dicehouse serve`.
`dicehouse games` lists the games.
"""
EXIT_CODES_HELP = """\
Exit codes: 0 success, 1 a check failed, 2 the command can't be carried out. `dicehouse COMMAND --help` explains each
command.
"""


class CommandParser(argparse.ArgumentParser):
    """Parse arguments; print errors as one sentence that ends with where to find help."""

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]  # one of its forms
        """Return the parsed arguments; without a command, it is DEFAULT_COMMAND. An error about left-over arguments
        names the command, not the whole program.
        """
        given = sys.argv[1:] if args is None else args
        parsed, left = self.parse_known_args(given, namespace)
        if not left and not hasattr(parsed, "run"):
            parsed, left = self.parse_known_args([*given, DEFAULT_COMMAND], namespace)
        if left:
            self.prog = getattr(parsed, "command", self.prog)
            self.error(f"{' '.join(map(quote_input, left))} can't be used here")
        for name, value in vars(parsed).items():
            try:
                setattr(parsed, name, _readable(value))
            except ValueError:
                self.prog = getattr(parsed, "command", self.prog)
                self.error(f"{quote_input(str(value))} isn't text: an argument must be UTF-8")
        return parsed

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a help text; argparse itself would hide that it can't be written."""
        (file or sys.stdout).write(message)

    def error(self, message: str) -> NoReturn:
        line = " ".join(reword_argparse_error(message).split())[:MAX_LINE]
        print_note(f"{self.prog}: {line}{'' if line.endswith('?') else '.'} Try: {self.prog} --help")
        raise SystemExit(CANNOT_DO)


def _readable(value: Any) -> Any:
    """Return the value of an argument with every text in it readable; a path keeps the bytes of its name."""
    if type(value) in (list, tuple):
        return type(value)(map(_readable, value))
    return readable_text(value) if isinstance(value, str) else value


def reword_argparse_error(message: str) -> str:
    """Return an error message of argparse in plain words."""
    if lacks := re.fullmatch("the following arguments are required: (.+)", message):
        return f"{lacks[1]} {'are' if ', ' in lacks[1] else 'is'} missing"
    if alone := re.fullmatch(r"argument (\S+): expected (?:one|at least one) argument", message):
        return f"{alone[1]} needs a value"
    if both := re.fullmatch(r"argument (\S+): not allowed with argument (\S+)", message):
        return f"{both[1]} and {both[2]} exclude each other"
    if odd := re.fullmatch(r"argument (\S+): invalid choice: (.+) \(choose from (.+)\)", message, re.DOTALL):
        known = odd[3].replace("'", "").split(", ")
        if odd[1] != "COMMAND":
            return f"{odd[1]} must be one of {', '.join(known)}; not {odd[2][:MAX_SHOWN]}"
        near = difflib.get_close_matches(odd[2].strip("'"), known, 1, 0.7)
        there = f"did you mean {near[0]}?" if near else f"the commands are: {', '.join(known)}"
        return f"there is no command {odd[2][:MAX_SHOWN]}; {there}"
    return message.removeprefix("argument ")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; the attribute `run` of its result is the chosen
    command's function.
    """
    top = CommandParser(
        prog="dicehouse", description=DESCRIPTION, epilog=EXIT_CODES_HELP, formatter_class=_HelpFormatter
    )
    top.add_argument("--version", action="version", version=f"dicehouse {__version__}")
    _add_language(top)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=CommandParser)
    for name in COMMANDS:
        command = import_module(f"{__package__}.commands.{name.replace('-', '_')}")
        about = f"{command.HELP[0].upper()}{command.HELP[1:]}.\n\n{command.DETAILS}".rstrip() + "\n"
        parser = commands.add_parser(name, help=command.HELP, description=about, formatter_class=_HelpFormatter)
        parser.set_defaults(run=command.run, command=parser.prog)
        command.add_arguments(parser)
        if name in PLAYER_COMMANDS:
            _add_language(parser, default=argparse.SUPPRESS)  # the option of the whole program stays as it is
    return top


def _add_language(parser: argparse.ArgumentParser, **more: Any) -> None:
    parser.add_argument(
        "--lang",
        dest="language",
        metavar="L",
        help="the language of texts for players, such as de (default: that of LANG)",
        **more,
    )
