"""What can be typed: the commands, their arguments, and their help."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from pathlib import Path

from dicehouse import __version__
from dicehouse.table.storage.address import place_of

from .common import Parser, bounds, decimal, mail_server, network, number, setting, web_address, words
from .studying import STUDY
from .studying import add_arguments as add_study
from .tuning import TUNE
from .tuning import add_arguments as add_tune

MAX_GAMES = 1_000_000
USUAL_FUTURES, MOST_FUTURES = 200, 100_000  # of a throw
USUAL_BOTS = ["sensible", "greedy", "random"]
ABOUT = """\
A table for dice games: exact rules, opponents worth playing, and a page to play on with friends.

Begin with `dicehouse serve`, which opens the table in your browser; `dicehouse games` lists what can be played.
"""
CODES = """\
Exit codes: 0 fine, 1 a check failed, 2 it can't be done as asked. `dicehouse COMMAND --help` explains each command.
"""

Run = Callable[[argparse.Namespace], int]


def _later(module: str) -> Run:
    """The `run` of a command's module, which is loaded when it is called."""

    def run(given: argparse.Namespace) -> int:
        code: int = importlib.import_module(f"{__package__}.{module}").run(given)
        return code

    return run


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)


def parser() -> argparse.ArgumentParser:
    """The reader of the whole command line."""
    top = Parser(prog="dicehouse", description=ABOUT, epilog=CODES, formatter_class=_Help)
    top.add_argument("--version", action="version", version=f"dicehouse {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, line: str, more: str = "") -> argparse.ArgumentParser:
        about = f"{line[0].upper()}{line[1:]}.\n\n{more}".rstrip() + "\n"
        sub = commands.add_parser(name, help=line, description=about, formatter_class=_Help)
        sub.set_defaults(run=_later(name), command=sub.prog)
        return sub

    _serve(command("serve", "open the table in your browser", SERVE))
    _games(command("games", "list the games with their modes and options", GAMES))
    _rules(command("rules", "show how a game is played"))
    _play(command("play", "play in the terminal, against bots and with others at the same keyboard", PLAY))
    _simulate(command("simulate", "let bots play many games and count who wins", SIMULATE))
    add_study(command("study", "find out what a change of the rules does, with its uncertainty", STUDY))
    _arena(command("arena", "measure how strong bots are, in Elo", ARENA))
    add_tune(command("tune", "search for settings that meet a goal", TUNE))
    _report(command("report", "make a page of what a study found, or compare studies", REPORT))
    _selfplay(command("selfplay", "let bots play and keep every position as Parquet", SELFPLAY))
    _solve(command("solve", "work out exact answers, where a game can be solved", SOLVE))
    _check(command("check", "try the laws of the house on a game, or on a house rule", CHECK))
    _bench(command("bench", "measure how fast the rules run here", BENCH))
    _verify(command("verify", "check that a saved match follows the rules and its dice are as promised", VERIFY))
    _review(command("review", "tell luck from skill in a finished match", REVIEW))
    _backup(command("backup", "copy all tables and the key of the house into one file", BACKUP))
    _restore(command("restore", "put a backup in place of the tables", RESTORE))
    _database(command("audit", "replay every match that the house keeps", AUDIT))
    _dice(command("dice", "count every die that was ever thrown in the house", DICE))
    _stats(command("stats", "show what somebody's games add up to", STATS))
    return top


SERVE = """\
Tables are kept in a database file and outlive a restart. To let others in your network join, serve on all addresses:
  dicehouse serve --host 0.0.0.0
"""


def _serve(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--host", default="127.0.0.1", help="address to serve on (default: 127.0.0.1, this machine alone)")
    sub.add_argument(
        "--port", type=number("a port", 0, 65_535), default=8765, help="port (default: 8765; 0: any that is free)"
    )
    _database(sub)
    sub.add_argument(
        "--proxy",
        type=network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a network of them, trusted to name its client (X-Forwarded-For and -Proto); may be repeated",
    )
    sub.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="a net that may sit at tables of its game, beside the bots of the house; may be repeated",
    )
    sub.add_argument("--no-browser", action="store_true", help="don't open the browser")
    sub.add_argument("--log", choices=("text", "json"), default="text", help="how the log is written (default: text)")
    sub.add_argument(
        "--log-level",
        choices=("info", "warning", "error"),
        default="warning",
        help="info: a line for each page, too (default: warning)",
    )
    sub.add_argument(
        "--metrics",
        type=number("a port", 0, 65_535),
        metavar="PORT",
        help="serve metrics for Prometheus on this port of this machine alone",
    )
    keeping = sub.add_argument_group("how long things are kept (default: for ever)")
    for what, least, line in (
        ("games", 1, "remove games so many days after their end, with all that was said there"),
        ("chat", 1, "remove what was said so many days after the end of a game"),
        ("guests", 7, "remove guests who have not come for so many days, and all that is theirs"),
    ):
        keeping.add_argument(f"--keep-{what}", type=number("a time to keep", least, 36_500), metavar="DAYS", help=line)
    sub.add_argument(
        "--at",
        type=web_address,
        metavar="ADDRESS",
        help="the address by which friends reach the house, such as https://dice.example.org: it stands in letters",
    )
    sub.add_argument(
        "--mail",
        type=mail_server,
        metavar="SERVER",
        help="a mail server for letters to those who want them: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS",
    )


GAMES = """\
What is listed under options can be given to `play` and `simulate` as --option KEY=VALUE.
"""


def _games(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="as JSON, with every option and its default")


def _rules(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")


PLAY = """\
Answer with the number of an option or with its notation. At any prompt: u takes back, r shows the rules, l the log,
s FILE saves, q quits, ? lists all of this.

  dicehouse play dice-ocalypse --players 3 --bots sensible,greedy --name Ana
  dicehouse play dicetopia --name Ana,Ben              (two at one keyboard)
  dicehouse play dice-ocalypse --save evening.json     (saved after every action)
  dicehouse play dice-ocalypse --load evening.json

Bots, from dozy to merciless: pip, dot, kofi, otto, vera, nox. Others: random, greedy, sensible (no search),
search:2000 (so many simulations a decision), net:FILE (one that has learned).
"""


def _play(sub: argparse.ArgumentParser) -> None:
    _table(sub)
    sub.add_argument("--bots", type=words, metavar="A,B", help="who sits in the other seats (default: sensible)")
    sub.add_argument("--seed", metavar="SEED", help="a number or text: the same dice and bots again")
    sub.add_argument(
        "--name", type=words, default=["Guest"], metavar="A,B", help="your name, or those of all who play here"
    )
    sub.add_argument("--seat", type=number("a seat", 1, 16), default=1, help="your first seat, from 1 (default: 1)")
    sub.add_argument("--load", type=Path, metavar="FILE", help="continue a saved match")
    sub.add_argument("--save", type=Path, metavar="FILE", help="save the match here after every action")
    sub.add_argument(
        "--ask",
        choices=("always", "end", "never"),
        default="end",
        help="when to ask you for replies out of turn: after every throw, when a turn has ended (default), never",
    )


SIMULATE = """\
Bots sit round the table in turn and move one place on with every game, so that each sits everywhere equally often.
Wins are given with their 95 % interval. The same seed gives the same games, whatever --jobs.

  dicehouse simulate dice-ocalypse --players 2 --games 1000 --bots sensible,greedy --seed 1
  dicehouse simulate dice-ocalypse --players 4 --bots sensible,random --option scoring=printed --json
"""


def _simulate(sub: argparse.ArgumentParser) -> None:
    _table(sub)
    sub.add_argument("--games", type=number("the number of games", 1, MAX_GAMES), default=1000, help="default: 1000")
    sub.add_argument("--bots", type=words, metavar="A,B", help="default: sensible,greedy")
    sub.add_argument(
        "--seed", type=number("a seed", 0, 2**63 - 1), help="a whole number (default: by chance, and told)"
    )
    sub.add_argument("--jobs", type=number("the number of jobs", 1, 64), default=1, help="cores to use (default: 1)")
    sub.add_argument("--json", action="store_true", help="all figures as JSON")


ARENA = """\
Bots meet in pairs. Each deal (the same dice) is played once from every seat, so that nobody is luckier than a rival;
with more than two players, one of a bot sits among others of its rival, and the other way round. One fit of all games
gives Elo, with 95 % intervals computed over deals. The same seed gives the same figures, whatever --jobs.

  dicehouse arena dice-ocalypse --bots sensible,greedy,random --games 1000 --jobs 2 --picture strength.svg
  dicehouse arena deck-o-dice --bots sensible,greedy --sprt 0,20 --games 20000
  dicehouse arena dicetopia --bots random,greedy,sensible --ladder --players 4 --save night.json
  dicehouse arena dice-ocalypse --bots vera,otto --luck-adjusted --games 100

With --save it goes on where it stopped, after ^C or a kill; ask for more --games to go on further. --sprt is a
sequential test: it passes when the first bot is ELO1 stronger rather than ELO0, fails when it is the other way round,
and stops as soon as it knows.
"""


def _arena(sub: argparse.ArgumentParser) -> None:
    _table(sub)
    sub.add_argument(
        "--bots", type=words, metavar="A,B,...", default=USUAL_BOTS, help="default: sensible,greedy,random"
    )
    sub.add_argument(
        "--games",
        type=number("the number of games", 1, MAX_GAMES),
        help="games of each pairing, in whole deals (default: 1000; with --minutes as many as it takes)",
    )
    sub.add_argument("--minutes", type=decimal("a time", 0.01, 10_000), help="stop after so many minutes")
    who = sub.add_mutually_exclusive_group()
    who.add_argument("--ladder", action="store_true", help="only neighbours in the list of bots meet")
    who.add_argument("--against", metavar="BOT", help="all others meet only this one")
    sub.add_argument("--anchor", metavar="BOT", help="the bot whose Elo is set at 0 (default: the first named)")
    sub.add_argument(
        "--sprt",
        type=bounds,
        metavar="ELO0,ELO1",
        help="a sequential test between two bots (--sprt=-5,5 if one is negative)",
    )
    sub.add_argument(
        "--luck-adjusted",
        type=number("the number of futures", 1, MOST_FUTURES),
        nargs="?",
        const=USUAL_FUTURES,
        metavar="FUTURES",
        help=f"take out what throws gave, as so many futures of each tell it (default: {USUAL_FUTURES})",
    )
    sub.add_argument("--alpha", type=decimal("a risk", 0, 0.5), default=0.05, help="of passing at ELO0 (default: 0.05)")
    sub.add_argument("--beta", type=decimal("a risk", 0, 0.5), default=0.05, help="of failing at ELO1 (default: 0.05)")
    sub.add_argument(
        "--seed",
        type=number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, else by chance, and told)",
    )
    sub.add_argument("--jobs", type=number("the number of jobs", 1, 64), help="cores to use (default: all)")
    sub.add_argument("--save", type=Path, metavar="FILE", help="keep the games here, and go on from what is there")
    sub.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw the Elo with their intervals")
    sub.add_argument("--json", action="store_true", help="all figures as JSON")


SELFPLAY = """\
For learning from games: positions, what was legal, what was chosen and how it ended. A card says what is what.
Bots move one place on with every game. A run that was stopped goes on where it was; ask for more --games to add to it.
It needs `pip install 'dicehouse[parquet]'`.

  dicehouse selfplay dice-ocalypse --games 10000 --bots sensible,greedy --seed 1 --out games/
  dicehouse selfplay dice-ocalypse --out games/ --check
"""


def _selfplay(sub: argparse.ArgumentParser) -> None:
    _table(sub)
    sub.add_argument("--games", type=number("the number of games", 1, MAX_GAMES), default=1000, help="default: 1000")
    sub.add_argument("--bots", type=words, metavar="A,B", help="one for all seats, or several (default: sensible)")
    sub.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="where the files are, or will be")
    sub.add_argument("--seed", type=number("a seed", 0, 2**63 - 1), help="default: that of FOLDER, else by chance")
    sub.add_argument(
        "--shard", type=number("a shard", 1, 100_000), default=1000, help="games in a file (default: 1000)"
    )
    sub.add_argument("--check", action="store_true", help="play the games in FOLDER again and compare every position")


SOLVE = """\
Dice-ocalypse! without cards, two players: who wins how often if both play as well as can be, and what a player can do
alone. It takes about half a minute of one core and is kept; the table uses it from then on.

  dicehouse solve dice-ocalypse --option scoring=printed
  dicehouse solve dice-ocalypse --option target=5000 --option opening=500 --games 1000000 --seed 1
"""


def _solve(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    _options(sub)
    sub.add_argument("--again", action="store_true", help="solve it even if the answers are kept")
    sub.add_argument(
        "--games",
        type=number("the number of games", 1, 100_000_000),
        help="check it: play so many games by it; exit with 1 if the first player wins too many or too few",
    )
    sub.add_argument(
        "--bot", metavar="BOT", help="tell what a bot gives away against perfect play (default: 200 games)"
    )
    sub.add_argument(
        "--seed", type=number("a seed", 0, 2**63 - 1), help="of these games (default: by chance, and told)"
    )
    sub.add_argument("--save", type=Path, metavar="FILE", help="write the chances to FILE (.npz)")
    sub.add_argument("--json", action="store_true", help="all figures as JSON")


CHECK = """\
Plays random games to their end, compiled and interpreted side by side, and asks at each position whether the game
keeps the laws. With --rule the game is changed by a house rule: a Python file of a few lines. The file is run, so name
only one that you trust. Exit code 0: all laws are kept; 1: one is broken.

  dicehouse check dice-ocalypse --rule examples/house_rules/consolation.py
"""


def _check(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    _rule(sub)
    sub.add_argument(
        "--seeds",
        type=number("the number of seeds", 1, 10_000),
        default=4,
        help="how many games of each number (default: 4)",
    )
    sub.add_argument("--json", action="store_true", help="as JSON")


BENCH = """\
For every game whose rules compile, on one core: random games compiled and interpreted, a game driven from Python,
compiling and loading, copying a position. Where bench/ and a C compiler are at hand, also against a C program with the
same rules.
"""


def _bench(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="all figures as JSON")
    sub.add_argument("--quick", action="store_true", help="shorter runs, recompiling nothing")


VERIFY = """\
Replays the match from its first action. Exit code 0: everything fits; 1: something does not; 2: the file can't
be read. A file alone can be a match that was made up later, with a secret of its own. With the hash that a player's
browser kept it is the match that was seen there:
  dicehouse verify match.json --hash k7mq-3fwx-9bte
"""


def _verify(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("match", type=Path, metavar="MATCH.json", help="a saved match")
    _rule(sub, "the house rule that the match was played by")
    sub.add_argument(
        "--hash",
        metavar="HASH",
        help="a running hash that somebody kept: 64 digits, or the 12 letters that the page shows at the end",
    )
    sub.add_argument("--again", action="store_true", help="measure every flight of inDICEsion again, and compare")


REVIEW = """\
For every throw, draw and reveal: how much of the win it gave or took. For every decision: what it cost against the best
that was found. The sums are each player's luck and skill, and agree with the result.
  dicehouse review match.json
  dicehouse review match.json --simulations 20000 --seed 1 --json
"""


def _review(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("match", type=Path, metavar="MATCH.json", help="a saved match that is over")
    _rule(sub, "the house rule that the match was played by")
    sub.add_argument(
        "--seconds", type=decimal("a time", 0.1, 3600), default=10.0, help="how long it may take (default: 10)"
    )
    sub.add_argument(
        "--simulations",
        type=number("the number of simulations", 1, 100_000_000),
        help="play ahead so often instead: the same review on every machine, with the same seed",
    )
    sub.add_argument("--seed", type=number("a seed", 0, 2**63 - 1), default=0, help="of these games (default: 0)")
    sub.add_argument("--json", action="store_true", help="the whole review as JSON")


BACKUP = """\
It may run while people play: the file holds everything acknowledged by then. Whoever has the file can take
every seat, so only its owner can read it.
"""


def _backup(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("file", type=Path, metavar="FILE", help="where to put it")
    _database(sub)
    sub.add_argument("--force", action="store_true", help="replace FILE")


RESTORE = """\
Stop the server first. The key comes back with the tables, so every browser has its seat again.
"""


def _restore(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("file", type=Path, metavar="FILE", help="what `dicehouse backup` wrote")
    _database(sub)
    sub.add_argument("--force", action="store_true", help="replace the tables that are there, and their key")


AUDIT = """\
Lists what does not fit, table by table: actions that today's rules refuse, dice that are not as promised, rows that
can't be read; then room by room: people, pairs and points of a club's evenings. It may run while people play. Exit
code 0: everything fits; 1: something does not.
"""


DICE = """\
Counts the dice of all games that are over, from what was written down of each throw, and says what chance says of them.
It may run while people play. Exit code 0: it is what the page /dice shows, or the server has not counted all of it yet;
1: something was counted otherwise.

  dicehouse dice
  dicehouse dice --save dice.csv                       (every die, one on a line)
"""


def _dice(sub: argparse.ArgumentParser) -> None:
    _database(sub)
    _export(sub, "every die")


def _export(sub: argparse.ArgumentParser, what: str) -> None:
    sub.add_argument("--save", type=Path, metavar="FILE", help=f"write {what} to FILE (.csv or .parquet)")
    sub.add_argument("--json", action="store_true", help="all figures as JSON")


STATS = """\
Games, wins by opponent with their 95 % interval, and records, game by game. Without a name: of whoever has played here,
if that is one guest, else a list of the names.

  dicehouse stats --name Ana
  dicehouse stats --name Ana --save games.csv          (every game, one on a line)
"""


def _stats(sub: argparse.ArgumentParser) -> None:
    _database(sub)
    sub.add_argument("--name", metavar="NAME", help="what they are called on their page")
    _export(sub, "every game")


REPORT = """\
Makes one HTML page that needs nothing else from what `dicehouse study ... --json` wrote. Of several files the others
are compared with the first. With --save the figures are written as a table, which is what spreadsheets read.

  dicehouse report target.json                         (writes target.html)
  dicehouse report before.json after.json -o what-changed.html
  dicehouse report target.json --save target.csv --table comparisons
"""
TABLES = ("measures", "comparisons", "distributions", "curves", "events", "worth")


def _report(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("files", type=Path, nargs="+", metavar="FILE", help="findings of a study, as JSON")
    sub.add_argument(
        "-o", "--page", type=Path, metavar="PAGE", help="where the page goes (default: beside the first FILE)"
    )
    sub.add_argument(
        "--matters",
        type=decimal("what matters", 0.01, 50),
        default=3.0,
        metavar="POINTS",
        help="the smallest difference of a share that matters, in points (default: 3)",
    )
    sub.add_argument("--save", type=Path, metavar="FILE", help="write a table to FILE (.csv or .parquet), and no page")
    sub.add_argument("--table", choices=TABLES, default="measures", help="which one (default: measures)")


def _database(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--database",
        type=place_of,
        metavar="PATH",
        help="where tables are kept: a file, or postgresql://USER@HOST/NAME (default: in your data folder)",
    )


def _table(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    sub.add_argument(
        "--players",
        type=number("the number of players", 1, 16),
        help="default: the game's usual number, or the mode's",
    )
    sub.add_argument("--mode", metavar="MODE", help="a named set of options, as `dicehouse games` lists them")
    _options(sub)
    _rule(sub)


def _rule(sub: argparse.ArgumentParser, what: str = "a house rule to play by") -> None:
    sub.add_argument("--rule", type=Path, metavar="FILE.py", help=f"{what}; FILE is Python, and is run")


def _options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--option",
        type=setting,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="one of the game's options, as `dicehouse games` lists them; may be repeated",
    )
