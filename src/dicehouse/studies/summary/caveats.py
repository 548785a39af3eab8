"""Say what a reader must know before believing the figures."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.charts.scale import format_trimmed
from dicehouse.text_format import count_players

from ..analysis import EVENT_WINS, SKILL_SHARE
from ..result_types import CellResult, Comparison, ResultFields, SkillShare
from ..study_plan import StudyPlan, plays_compiled
from ..win_chance_model import MODEL_MEASURES
from .kinds import among
from .number_words import count_words, join_words, with_minus_sign
from .variants import CLOSE_QUOTE, OPEN_QUOTE, VariantTable, setting_phrase

IDENTICAL_ABOVE, UNPAIRED_BELOW = 0.9995, 0.1
FEW_GAMES = 200
ALL_ALIKE = ("decisions", "minutes", "score")  # measures that are equal only in games that went alike
STOP_SENTENCES = {
    "games": "The study played all the games that you asked for.",
    "precision": "The study stopped when its figures were precise enough (--precision).",
    "minutes": "The study stopped when its time was up.",
    "interrupted": "The study was interrupted, so it holds only the games that had ended by then.",
}


def study_warnings(
    plan: StudyPlan,
    cells: Sequence[CellResult],
    comparisons: Sequence[Comparison],
    stopped: str,
    precision: float | None,
) -> list[str]:
    """Return all warnings of a study, each once."""
    found = []
    least = min(cell.games for cell in cells)
    games = count_words(least, "game", "games")
    if stopped == "interrupted":
        found.append(STOP_SENTENCES["interrupted"])
    elif precision is not None and stopped != "precision":
        found.append(
            f"The study ended after {games} per variant, before it knew every figure to within {100 * precision:.3g}%."
        )
    if least < FEW_GAMES:
        found.append(f"With only {games} per variant, the intervals are wide and rare events are missing.")
    unfinished = sum(cell.unfinished for cell in cells)
    if unfinished:
        stopped_at = f"stopped at {count_words(plan.cap, 'decision', 'decisions')}"
        found.append(
            f"{count_words(unfinished, 'game was', 'games were')} {stopped_at}. Nobody won them, and they are left out "
            "of the lengths."
        )
    if any("turns_begun" not in cell.game.hooks.own for cell in plan.cells):
        found.append(
            "This game does not say when a turn begins. So each game has a single stream of dice, variants share few "
            "rolls, and a turn means consecutive decisions of one seat."
        )
    if not all(map(plays_compiled, plan.cells)):
        found.append(
            "These games ran one decision at a time, as at a table. Compiled rules would have played far more games."
        )
    for cell in cells:
        alike = [m for name in ALL_ALIKE if (m := cell.measure(name)) and m.n > 1]
        if alike and all(m.sd == 0 for m in alike):
            found.append(
                f"{_cell_in_words(plan, cell)}: all {cell.games:,} games went alike, because nothing is left to chance."
                " The figures are those of one game between these bots."
            )
    found += _pairing_warnings(plan, cells, comparisons)
    return found


def _cell_in_words(plan: StudyPlan, cell: CellResult) -> str:
    """Return a variant as a reader knows it, not as it is typed."""
    settings = {setting.key: setting for setting in plan.cells[0].game.settings}
    phrases = [setting_phrase(settings.get(key), key, value) for key, value in cell.changed.items()]
    rule = [f"the house rule {OPEN_QUOTE}{cell.rule}{CLOSE_QUOTE}"] if cell.rule else []
    parts = [*rule, *phrases, count_players(cell.players)]
    kind = f", {among([cell.kind])}" if cell.kind else ""
    return f"With {join_words(parts)}{kind}"


def _pairing_warnings(plan: StudyPlan, cells: Sequence[CellResult], comparisons: Sequence[Comparison]) -> list[str]:
    found = []
    for number, cell in enumerate(cells):
        name = _cell_in_words(plan, cell)
        by_name = {c.measure: c for c in comparisons if c.cell == number}
        turns, first = by_name.get("turns"), by_name.get("first")
        if turns is None:
            continue
        alike = [c for c in (turns, by_name.get("decisions"), first) if c is not None]
        if all(c.r >= IDENTICAL_ABOVE and c.difference == 0 for c in alike):
            found.append(
                f"{name}: every game went as it did without the change (r = 1.00). These bots don't react to this "
                "setting, so the study says nothing about it."
            )
        elif turns.r < UNPAIRED_BELOW:
            r = with_minus_sign(f"{turns.r:.2f}")
            found.append(f"{name}: the same dice hardly make these games alike (r = {r}), so pairing helps little.")
    return found


def interval_kind_sentence(found: ResultFields) -> str:
    """Return which intervals hold whenever the study stops; an empty text if the number of games was set beforehand."""
    if found.intervals != "sequence":
        return ""
    names = found.exempt
    rest = [
        ("quantiles of the length", any(name.startswith(("turns-", "minutes-")) for name in names)),
        ("when games are decided", any(name in MODEL_MEASURES for name in names)),
        ("wins of players affected by an event", EVENT_WINS in names),
        ("the share of skill", SKILL_SHARE in names),
    ]
    kinds = [words for words, there in rest if there]
    if not kinds:
        return "Intervals of shares, means and differences hold whenever you stop."
    which = kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} and {kinds[-1]}"
    return (
        "Intervals of shares, means and differences hold whenever you stop. Intervals of"
        f" {which} hold only if you set the number of games beforehand."
    )


def half_width_sentence(found: ResultFields) -> str:
    """Return how precisely the study knows who wins; an empty text if it doesn't know at all."""
    known = [m for cell in found.cells for name in ("first", "won") if (m := cell.measure(name)) and m.n > 1]
    halves = [(m.high - m.low) / 2 for m in known if m.low is not None and m.high is not None]
    if not halves:
        return ""
    who = "a lone player wins" if all(m.name == "won" for m in known) else "the first player wins"
    ends = [f"{100 * end:.1f}" for end in (min(halves), max(halves))]
    reach = ends[0] if ends[0] == ends[1] else " to ".join(ends)
    return f"How often {who} is known to within \N{PLUS-MINUS SIGN}{reach} points."


def stopped_games_sentence(skill: SkillShare) -> str:
    """Return which games the share of skill leaves out; an empty text if it is from all."""
    if not skill.stopped:
        return ""
    games = count_words(skill.stopped, "game between them was", "games between them were")
    return f"{games} stopped before the end and {'is' if skill.stopped == 1 else 'are'} left out."


def pace_words(view: VariantTable) -> str:
    """Return the model of people by which minutes are counted, in words."""
    seconds = view.found.people
    if not all(key in seconds for key in ("option", "event", "turn")):
        return ""
    a, b, c = (format_trimmed(seconds[key]) for key in ("option", "event", "turn"))
    return f"estimated for people: {a} s to look at an option, {b} s for each event, {c} s for a turn"
