"""Write docs/studies: what designers ask about each game, with each question answered by one command.

    python -m bench.the_five [--only GAME] [--jobs 2] [--again]

The results are saved in build/studies. So a stopped run continues, and the pages can be written again without playing;
`--again` plays everything again.
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

from dicehouse import studies
from dicehouse.cli import build_parser as command_line
from dicehouse.cli.argument_types import whole_number
from dicehouse.cli.commands.study import study_from_arguments
from dicehouse.core import Game
from dicehouse.errors import BadSave
from dicehouse.games import all_games, find
from dicehouse.studies import StudyResult
from dicehouse.studies.report.markdown_chapter import ChapterPicture, markdown_chapter

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "studies"
KEPT = ROOT / "build" / "studies"


@dataclass(frozen=True)
class Plan:
    """Hold one question, and what to type for its answer."""

    question: str
    typed: str
    note: str = ""

    def words(self, game: str) -> list[str]:
        """Return the command, word by word."""
        return ["dicehouse", "study", game, *shlex.split(self.typed), "--seed", "1"]


QUICK = """\
The fast bot `greedy` plays. It drops its dice on its own board and tries nothing out. Every throw is simulated, so a
game takes two thirds of a second of processor time."""
TRIED = """\
`sensible` tries throws out before it makes one. A game takes ten seconds of processor time, so we played few."""
MISSIONS = """\
`--worth Mission` asks the same about the sixty Missions. It needs about a thousand games for each to tell them apart,
which takes an evening, so it isn't shown here."""
PLANS: dict[str, tuple[Plan, ...]] = {
    "dice-ocalypse": (
        Plan(
            "How long is it with each target and number of players, and is it fair?",
            "--vary target=10000,8000,5000 --players 2-4 --games 2500",
        ),
        Plan(
            "What would another scoring table change?",
            "--vary scoring=plurality,printed,classic --games 6000",
            "The rulebook\N{RIGHT SINGLE QUOTATION MARK}s own key is lost. Published games with six dice support these"
            " three best.",
        ),
        Plan(
            "What is each war card worth, and how much is luck?", "--worth card --levels greedy,sensible --games 3000"
        ),
    ),
    "baron-voodoo": (
        Plan(
            "What do the different set-ups change?",
            "--vary set_up=quick,draft,balanced,chaos --option loas=random --games 4000",
        ),
        Plan("How long is it with more players, and is it fair?", "--players 2-4 --games 3000"),
        Plan("What is each Loa worth?", "--option loas=random --worth Loa --games 5000"),
    ),
    "deck-o-dice": (
        Plan(
            "What do the reconstructed abilities change?",
            "--vary abilities=proposed,attested --games 15000",
            "The texts of four minions are lost, so their abilities are house rules. Without these, only two minions"
            " have an ability.",
        ),
        Plan("Does it matter who attacks on odd numbers?", "--vary parity=seat,random --games 15000"),
        Plan("How much is luck, and how much is skill?", "--levels random,greedy,sensible --games 4000"),
    ),
    "dicetopia": (
        Plan(
            "How does it play with two and with three?",
            "--players 2-3 --games 10000",
        ),
        Plan(
            "What do the rebalanced neighbourhoods and the two lost factions change?",
            "--vary neighbourhood_text=traditional,rebalanced --vary reconstructed_factions=off,on --games 10000",
            "The words of the rebalanced side and of both factions are lost. We wrote new ones.",
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
        Plan("How does it play with a bot that tries throws out?", "--bots sensible --games 16", TRIED),
    ),
}


def played(game: Game, place: int, plan: Plan, jobs: int, again: bool) -> StudyResult:
    """Return what a plan finds, from an earlier run if that had the same command."""
    study = study_from_arguments(command_line().parse_args(plan.words(game.id)[1:]))
    file = KEPT / f"{game.id}-{place + 1}.json"
    if not again and file.exists():
        try:
            found = studies.read_result(file)
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

Each question has the command that answers it. `python -m bench.the_five` makes this page and its pictures again
({machine}, Python {python}; {seconds:,.0f} s on a busy machine). The figures hold for these bots and settings, and come
with their 95% intervals. With `--report page.html`, a command writes the whole report."""


def page(game: Game, found: Sequence[StudyResult]) -> str:
    """Return the page of a game, and write its pictures beside it."""
    seconds = sum(each.seconds for each in found)
    head = HEAD.format(name=game.name, machine=platform.machine(), python=platform.python_version(), seconds=seconds)
    parts = [head]
    for place, (plan, each) in enumerate(zip(PLANS[game.id], found, strict=True)):
        told, pictures = markdown_chapter(each)
        parts += [f"## {plan.question}", f"```sh\n{shlex.join(plan.words(game.id))}\n```"]
        parts += [plan.note] if plan.note else []
        lead, bar, tables = told.partition("\n\n|")
        parts += [lead, *_written(f"{game.id}-{place + 1}", pictures), bar.strip() + tables]
    return "\n\n".join(parts) + "\n"


def _written(name: str, pictures: Sequence[ChapterPicture]) -> Iterator[str]:
    """Write pictures beside the page, and yield the lines that show them."""
    for place, drawn in enumerate(pictures):
        file = f"{name}{'abcdef'[place] if place else ''}.svg"
        (DOCS / file).write_text(drawn.svg, encoding="utf-8")
        yield f"![{drawn.title}]({file})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the missing studies, then write the pages."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.the_five", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=sorted(PLANS), metavar="GAME", help="only this game")
    parser.add_argument("--jobs", type=whole_number("the number of jobs", 1, 64), default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="play everything again")
    given = parser.parse_args(arguments)
    games = [find(given.only)] if given.only else [game for game in all_games().values() if game.id in PLANS]
    DOCS.mkdir(parents=True, exist_ok=True)
    for game in games:
        found = [played(game, n, plan, given.jobs, given.again) for n, plan in enumerate(PLANS[game.id])]
        (DOCS / f"{game.id}.md").write_text(page(game, found), encoding="utf-8")


if __name__ == "__main__":
    main()
