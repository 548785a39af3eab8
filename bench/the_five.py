"""The five, studied: docs/studies, what designers ask about each game, each answered by one command.

    python -m bench.the_five [--only GAME] [--jobs 2] [--again]

What was played is kept in build/studies, so that a run that was stopped goes on and pages can be written anew without
playing; `--again` plays everything anew.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dicehouse import lab
from dicehouse.cli import parser as command_line
from dicehouse.cli.common import number
from dicehouse.cli.study import asked
from dicehouse.errors import BadSave
from dicehouse.games import all_games, find
from dicehouse.kit import Game
from dicehouse.lab import Findings
from dicehouse.lab.report.markdown import Drawn, chapter

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "studies"
KEPT = ROOT / "build" / "studies"


@dataclass(frozen=True)
class Plan:
    """One question, and what to type for its answer."""

    question: str
    typed: str
    note: str = ""

    def words(self, game: str) -> list[str]:
        """The command, word by word."""
        return ["dicehouse", "study", game, *shlex.split(self.typed), "--seed", "1"]


QUICK = """\
With the quicker bot `greedy`, which drops dice on its own board and tries nothing out. Every throw is simulated, so one
of its games takes two thirds of a second of processor time."""
TRIED = """\
`sensible` tries some throws out before it makes one: ten seconds of processor time a game, and so few of them."""
MISSIONS = """\
`--worth Mission` asks the same of the sixty Missions, with a cell for each; it wants some thousand games of each to
tell them apart, so it is left to whoever has the evening for it."""
PLANS: dict[str, tuple[Plan, ...]] = {
    "dice-ocalypse": (
        Plan(
            "How long is it, for how many players and to which target, and is it fair?",
            "--vary target=10000,8000,5000 --players 2-4 --games 2500",
        ),
        Plan(
            "What would another scoring key change?",
            "--vary scoring=plurality,printed,classic --games 6000",
            "The rulebook\N{RIGHT SINGLE QUOTATION MARK}s own key is lost; these are the three that published six-dice"
            " games support best.",
        ),
        Plan(
            "What is each war card worth, and how much is luck?", "--worth card --levels greedy,sensible --games 3000"
        ),
    ),
    "baron-voodoo": (
        Plan(
            "What do its ways to set up change?",
            "--vary set_up=quick,draft,balanced,chaos --option loas=random --games 4000",
        ),
        Plan("How long is it, and is it fair, with more players?", "--mode quick --players 2-4 --games 3000"),
        Plan("What is each Loa worth?", "--mode quick --worth Loa --games 5000"),
    ),
    "deck-o-dice": (
        Plan(
            "What do the reconstructed abilities change?",
            "--vary abilities=proposed,attested --games 15000",
            "The texts of four minions are lost; theirs are house rules. Without them two minions alone have one.",
        ),
        Plan("Does it matter who attacks on odd numbers?", "--vary parity=seat,random --games 15000"),
        Plan("How much of it is luck, how much skill?", "--levels random,greedy,sensible --games 4000"),
    ),
    "dicetopia": (
        Plan(
            "How does it play, with how many?",
            "--players 2-3 --games 10000",
        ),
        Plan(
            "What would its rebalanced neighbourhoods and the two lost factions change?",
            "--vary neighbourhood_text=traditional,rebalanced --vary reconstructed_factions=off,on --games 10000",
            "The words of the rebalanced side and of both factions are lost; these are ours.",
        ),
        Plan(
            "What is each faction worth?", "--option reconstructed_factions=on --worth faction --games 4000", MISSIONS
        ),
    ),
    "indicesion": (
        Plan("How long is it, and is it fair?", "--bots greedy --games 160", QUICK),
        Plan(
            "What do steadier or shakier hands change?",
            "--vary hand=usual,steady,shaky --bots greedy --games 80",
        ),
        Plan("What do the barrels change?", "--vary barrels=off,on --bots greedy --games 100"),
        Plan("And where throws are tried out first?", "--games 16", TRIED),
    ),
}


def played(game: Game, place: int, plan: Plan, jobs: int, again: bool) -> Findings:
    """What a plan finds; taken from an earlier run if that was asked the same."""
    study = asked(command_line().parse_args(plan.words(game.id)[1:]))
    file = KEPT / f"{game.id}-{place + 1}.json"
    if not again and file.exists():
        try:
            found = lab.read(file)
        except BadSave as error:
            print(error, file=sys.stderr)
        else:
            if found.command == study.command:
                return found
    print(f"{game.name}: {plan.question} ...", file=sys.stderr, flush=True)
    found = study.run(jobs=jobs)
    if found.stopped == "interrupted":
        raise SystemExit(130)
    KEPT.mkdir(parents=True, exist_ok=True)
    found.write(file)
    return found


HEAD = """\
# {name}, studied

Each question is answered by one command, which is printed with its answer. `python -m bench.the_five` makes this
page and its pictures again ({machine}, Python {python}; {seconds:,.0f} s on a busy machine). Every figure is how the
bots play under these settings, with its 95 % interval; with `--report page.html` a command writes the whole report."""


def page(game: Game, found: Sequence[Findings]) -> str:
    """The page of a game; its pictures are written beside it."""
    seconds = sum(each.seconds for each in found)
    head = HEAD.format(name=game.name, machine=platform.machine(), python=platform.python_version(), seconds=seconds)
    parts = [head]
    for place, (plan, each) in enumerate(zip(PLANS[game.id], found, strict=True)):
        told, pictures = chapter(each)
        parts += [f"## {plan.question}", f"```sh\n{shlex.join(plan.words(game.id))}\n```"]
        parts += [plan.note] if plan.note else []
        first, rest = told.split("\n\n", 1)
        parts += [first, *_written(f"{game.id}-{place + 1}", pictures), rest]
    return "\n\n".join(parts) + "\n"


def _written(name: str, pictures: Sequence[Drawn]) -> Iterator[str]:
    """Pictures beside the page, and how it shows them."""
    for place, drawn in enumerate(pictures):
        file = f"{name}{'abcdef'[place] if place else ''}.svg"
        (DOCS / file).write_text(drawn.svg, encoding="utf-8")
        yield f"![{drawn.title}]({file})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, then write the pages."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.the_five", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=sorted(PLANS), metavar="GAME", help="one game")
    parser.add_argument("--jobs", type=number("the number of jobs", 1, 64), default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="play everything anew")
    given = parser.parse_args(arguments)
    games = [find(given.only)] if given.only else [game for game in all_games().values() if game.id in PLANS]
    DOCS.mkdir(parents=True, exist_ok=True)
    for game in games:
        found = [played(game, n, plan, given.jobs, given.again) for n, plan in enumerate(PLANS[game.id])]
        (DOCS / f"{game.id}.md").write_text(page(game, found), encoding="utf-8")


if __name__ == "__main__":
    main()
