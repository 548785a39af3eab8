"""Write the sentences about a study, for the page, for documents and for the command line.

Each sentence is complete, and the intervals decide which one is true; only figures and names are filled in. No claim is
made elsewhere, so no title can contradict a table. Brackets in a sentence mark its main figure; `split_emphasis` finds
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from dicehouse.charts.scale import format_number, format_trimmed

from ..result_types import CellResult, ItemWorth, MeasuredValue, SkillShare
from ..study_statistics import simultaneous_widening, widen_interval
from .claims import (
    LONE_PLAYER,
    change_words,
    comparison_headline,
    effect_sentence,
    games_needed_words,
    little_differences_sentence,
    players_words,
    winner_words,
)
from .effects import Claim, Effect, StudyEffects, Verdict, are_opposed, join_verdicts, judge_interval, relative_effect
from .kinds import among
from .number_words import count_words, format_percent, format_whole_percent, join_words, spell_number
from .variants import CLOSE_QUOTE, OPEN_QUOTE, Variant, VariantTable

MAX_SENTENCES = 3
MAX_DISPUTES, MAX_NAMED = 2, 4  # disagreements between kinds of player: sentences, and names in a list
MIN_GAMES_FOR_RANGE = 40  # games: with fewer, the outer ones are not known
FAIRNESS_SENTENCES = {
    (-1, True): "{Who} wins [{share}] ({low} to {high}), less than an even share of {even}.",
    (-1, None): "{Who} wins [{share}] ({low} to {high}), less than an even share of {even}; that may be too little to"
    " matter.",
    (-1, False): "{Who} wins [{share}] ({low} to {high}), a little less than an even share of {even}, but too little"
    " to matter.",
    (1, True): "{Who} wins [{share}] ({low} to {high}), more than an even share of {even}.",
    (1, None): "{Who} wins [{share}] ({low} to {high}), more than an even share of {even}; that may be too little to"
    " matter.",
    (1, False): "{Who} wins [{share}] ({low} to {high}), a little more than an even share of {even}, but too little"
    " to matter.",
    (0, False): "{Who} wins [{share}] ({low} to {high}), which is as good as even.",
    (0, None): "{Who} wins [{share}] ({low} to {high}). It is unclear whether that is more or less than an even share"
    " of {even}{settle}.",
}
# the same for several kinds of player, after their figures
SHARED_CHANCES: dict[tuple[int, bool | None], str] = {
    (-1, True): ", less than an even share of {even}",
    (-1, None): ", less than an even share of {even}; that may be too little to matter",
    (-1, False): ", a little less than an even share of {even}, but too little to matter",
    (1, True): ", more than an even share of {even}",
    (1, None): ", more than an even share of {even}; that may be too little to matter",
    (1, False): ", a little more than an even share of {even}, but too little to matter",
    (0, False): ", which is as good as even",
    (0, None): ". It is unclear whether that is more or less than an even share of {even}",
}
CURVE_TITLES = {
    "decided": "How many games are decided",
    "winner": "The later winner\N{RIGHT SINGLE QUOTATION MARK}s chances",
    "calibration": "How reliable these chances are",
}


def variant_opening(view: VariantTable, variant: Variant, players: int | None) -> str:
    """Return the beginning of a sentence about a variant: "With a target of 8,000 and three players"."""
    if players is None:
        return view.under(variant)
    joint = ", and" if " and " in variant.phrase else " and"
    return f"{view.under(variant)}{joint} {spell_number(players)} player{'s' if players != 1 else ''}"


def split_emphasis(sentence: str) -> list[tuple[str, bool]]:
    """Return the parts of a sentence, each with True if it is the main figure."""
    return [(part, at % 2 == 1) for at, part in enumerate(re.split(r"\[([^][]*)\]", sentence))]


def without_emphasis(sentence: str) -> str:
    """Return a sentence as plain text."""
    return "".join(part for part, _ in split_emphasis(sentence))


# the top of the page --------------------------------------------------------------------------------------------------


def study_question(view: VariantTable) -> str:
    """Return what the study was asked."""
    if not view.others:
        return f"How does {view.game} play{f' with {view.fixed_words}' if view.fixed_words else ''}?"
    if view.reports:
        return f"What differs between {join_words([v.phrase for v in view.variants])}?"
    ruled = [v.rule for v in view.others if v.rule]
    if ruled and not view.varied:
        return f"What does the house rule {OPEN_QUOTE}{ruled[0]}{CLOSE_QUOTE} change?"
    if len(view.varied) == 1 and not ruled and len(view.variants) <= 4:
        others = " or ".join(variant.label for variant in view.others)
        return (
            f"What changes if {OPEN_QUOTE}{view.varied[0]}{CLOSE_QUOTE} is {others} instead of "
            f"{view.variants[0].label}?"
        )
    return f"What do {join_words([f'{OPEN_QUOTE}{name}{CLOSE_QUOTE}' for name in view.varied])} change?"


def headline(judged: StudyEffects) -> str:
    """Return the headline: the largest sentence of a report."""
    view = judged.view
    if not view.others:
        return _single_variant_headline(judged)
    return comparison_headline(judged)


def _single_variant_headline(judged: StudyEffects) -> str:
    view = judged.view
    game = view.game if len(view.kinds) > 1 or not view.found.bots else f"{view.game} {view.among}"
    said = [*_unequal_chances(judged)[:1], *_length_words(judged)]
    return f"{game}: {', '.join(said) or 'the results'}"


def _length_words(judged: StudyEffects) -> list[str]:
    """Return how long games are, over all numbers and kinds of players; nothing if that is not known."""
    tables = judged.view.every_kind
    cells = [cell for view in tables for p in view.players if (cell := view.cell(view.variants[0], p))]
    found = [m for cell in cells if judged.length and (m := cell.measure(judged.length)) and cell.ended]
    if not found:
        return []
    unit = found[0].unit or found[0].words
    ends = [format_number(end(m.value for m in found), 0) for end in (min, max)]
    if len(found) > 1:
        return [f"{ends[0]}{f' to {ends[1]}' if ends[0] != ends[1] else ''} {unit} a game"]
    m = found[0]
    return [f"{format_trimmed(m.value) if m.sd == 0 else format_number(m.value)} {unit} a game"]


def _unequal_chances(judged: StudyEffects) -> list[str]:
    """Return which players clearly win more or less than an even share by enough to matter, the farthest first."""
    found = [chance for chance in seat_chances(judged) if chance.verdict.differs and chance.verdict.matters]
    found.sort(key=lambda chance: -chance.size)
    said = []
    for chance in found:
        who = winner_words(chance.each[0].measure).lower()
        if len(judged.view.players) > 1 or chance.players > 2:
            who += f" of {spell_number(chance.players)}"
        wins = sorted(each.measure.value for each in chance.each)
        low, high = format_whole_percent(wins[0]), format_whole_percent(wins[-1])
        span = low if low == high else f"{low.removesuffix('%')} to {high}"
        said.append(f"{who} wins {'only ' if chance.verdict.differs < 0 else ''}{span}")
    return said


def lead_sentences(judged: StudyEffects) -> list[str]:
    """Return the sentences after the headline."""
    return [sentence for paragraph in lead_paragraphs(judged) for sentence in paragraph]


def lead_paragraphs(judged: StudyEffects) -> list[list[str]]:
    """Return the first paragraphs: one for each variant and number of players, and one for what things are worth."""
    view = judged.view
    worth = [text for text in [worth_sentence(judged)] if text]
    worth += [skill_sentence(cell.skill) for cell in view.found.cells if cell.skill]
    worth += people_sentences(judged)
    lead: list[list[str]] = []
    if not view.others:
        lead = [cell_sentences(judged, cell) for cell in view.found.cells[:MAX_SENTENCES]]
    for variant in view.others[:MAX_SENTENCES]:
        many = len(view.players) > 1
        for players in view.players[: MAX_SENTENCES if len(view.others) == 1 else 1]:
            said = variant_sentences(judged, variant, players, players if many else None)
            lead.append(_named_variant(judged, variant, players if many else None, said))
        others = other_effects_sentences(judged, variant)
        if many:
            lead.append(others)
        else:
            lead[-1] += others
    return [paragraph for paragraph in [*lead, worth] if paragraph]


def _named_variant(judged: StudyEffects, variant: Variant, named: int | None, said: list[str]) -> list[str]:
    """Return the sentences about a variant, of which the first names it if the study has several variants or numbers of
    players.
    """
    opening = variant_opening(judged.view, variant, named)
    if not said or said[0].startswith(opening) or (len(judged.view.others) == 1 and named is None):
        return said
    return [f"[{opening}:] {said[0]}", *said[1:]]


def skill_sentence(skill: SkillShare) -> str:
    """Return what may be said of luck and skill."""
    if skill.low <= 0.001:
        return "Among these bots, skill makes no visible difference."
    return f"Among these bots, [{format_whole_percent(skill.share)} of winning is skill]; the rest is luck."


def skill_details(skill: SkillShare) -> list[str]:
    """Return the share of skill with its interval, and for whom it holds."""
    span = f"{format_number(100 * skill.low, 1)} to {format_number(100 * skill.high, 1)}"
    return [
        f"Skill explains {format_percent(skill.share)} ({span}) of the variance of winning; the rest is luck.",
        f"This holds only among these bots: {join_words(skill.bots)}. Between equal players, skill would explain"
        " nothing; among people, the share is a different one.",
    ]


def worth_sentence(judged: StudyEffects) -> str | None:
    """Return which of all granted or denied items is clearly worth most; None without experiments."""
    known = list(_worths_by_kind(judged))
    if not known:
        return None
    many = count_words(len(known), "thing", "things")
    verdicts = [join_verdicts([_worth_verdict(w, judged.points) for w in each]) for each in known]
    sure = [each for each, verdict in zip(known, verdicts, strict=True) if verdict.differs and verdict.matters]
    disputed = [
        each[0].name
        for each in known
        if each not in sure and any(_worth_verdict(w, judged.points).matters for w in each)
    ]
    where = f" {among(judged.view.kinds)}" if len(judged.every_kind) > 1 else ""
    more = ""
    if disputed:
        some = join_words(disputed[:MAX_NAMED]) if len(disputed) <= MAX_NAMED else f"{len(disputed):,} of them"
        more = f" The kinds of player disagree about {some}, so that may come from how the bots play."
    if not sure:
        return f"Of the {many} tried, none clearly makes a difference that matters{where}.{more}"
    best = max(sure, key=lambda each: min(abs(w.difference) for w in each))
    words = "one clearly matters" if len(sure) == 1 else f"{spell_number(len(sure))} clearly matter"
    name = best[0].name[:1].upper() + best[0].name[1:]
    verb = "is worth" if best[0].difference > 0 else "costs its owner"
    figures = [
        _worth_figure(w, kind.view.among if where else "") for w, kind in zip(best, judged.every_kind, strict=False)
    ]
    opening = f"Of the {many} tried, {words}{where}"
    if len(sure) == 1:
        return f"{opening}: {name} {verb} {join_words(figures)}.{more}"
    return f"{opening}. {name} matters most: it {verb} {join_words(figures)}.{more}"


def _worths_by_kind(judged: StudyEffects) -> Iterator[tuple[ItemWorth, ...]]:
    """Yield what each item is worth with each number of players, among each kind of player."""
    for place, cell in enumerate(judged.view.found.cells):
        others = [kind.view.found.cells[place : place + 1] for kind in judged.every_kind[1:]]
        for number, worth in enumerate(cell.worth):
            rows = [worth, *(one.worth[number] for cells in others for one in cells if number < len(one.worth))]
            if all(row.wide_low is not None and row.wide_high is not None for row in rows):
                yield tuple(rows)


def _worth_verdict(worth: ItemWorth, band: float) -> Verdict:
    return judge_interval(worth.wide_low or 0.0, worth.wide_high or 0.0, band)


def _worth_figure(worth: ItemWorth, who: str) -> str:
    low, high = sorted(abs(100 * (end or 0.0)) for end in (worth.wide_low, worth.wide_high))
    points = format_number(abs(100 * worth.difference), 1)
    return f"[{points} points] ({format_number(low, 1)} to {format_number(high, 1)}){f' {who}' if who else ''}"


def cell_sentences(judged: StudyEffects, cell: CellResult) -> list[str]:
    """Return what may be said of one cell, and of the same cell among other kinds of player: how long a game is, and
    what going first is worth.
    """
    who = f"With {spell_number(cell.players)} player{'s' if cell.players != 1 else ''}"
    same = _cells_by_kind(judged, cell)
    if not any(each.ended for each, _ in same):
        return [f"{who}, no game came to its end."]
    said = [f"{who}, no game {among_these} came to its end." for each, among_these in same if not each.ended]
    same = [(each, among_these) for each, among_these in same if each.ended]
    lengths = [(each, m, words) for each, words in same if judged.length and (m := each.measure(judged.length))]
    lengths = [(each, m, words) for each, m, words in lengths if m.low is not None and m.high is not None]
    if len(lengths) == 1 and lengths[0][1].sd == 0:
        _, m, words = lengths[0]
        said.append(f"{who}, every game {words and f'{words} '}takes [{_count_with_unit(m)}].")
    elif lengths:
        alone = len(lengths) == 1
        figures = [_length_figure(each, m, words, alone) for each, m, words in lengths]
        said.append(f"{who}, a game takes {join_words(figures)}.")
    minutes = [m.value for each, _ in same if (m := each.measure("minutes")) and judged.length != "minutes"]
    if minutes:
        ends = [format_number(end(minutes), 0) for end in (min, max)]
        span = ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
        said.append(f"By our model, people would need about {span} minutes.")
    first = next((c for c in seat_chances(judged) if c.name == judged.first and c.players == cell.players), None)
    if first and cell is judged.view.cell(judged.view.variants[0], cell.players):
        said.append(chance_sentence(judged, first))
    won = [(m, words) for each, words in same if judged.won and (m := each.measure(judged.won))]
    figures = [f"[{format_percent(m.value)}] ({format_interval(m)}){words and f' {words}'}" for m, words in won]
    if figures:
        said.append(f"{LONE_PLAYER} wins {join_words(figures)}.")
    return said


def _cells_by_kind(judged: StudyEffects, cell: CellResult) -> list[tuple[CellResult, str]]:
    """Return a cell, and the same cell among the other kinds of player, each with the words that limit it to these;
    with one kind of player there are no such words.
    """
    others = [view for view in judged.view.other_kinds if len(judged.every_kind) > 1]
    same = [(view.cell(view.variants[0], cell.players), view.among) for view in others]
    return [(cell, judged.view.among if others else ""), *((each, words) for each, words in same if each)]


def _count_with_unit(measure: MeasuredValue) -> str:
    return f"{format_trimmed(measure.value)} {measure.unit or measure.words}"


def _length_figure(cell: CellResult, length: MeasuredValue, who: str, alone: bool) -> str:
    """Return how long a game takes, with the interval and the range of nine games in ten."""
    nine = nine_in_ten_range(cell, length.name)
    span = f"{format_number(length.low or 0.0)} to {format_number(length.high or 0.0)}"
    value = f"[{format_number(length.value)} {length.unit or length.words}]"
    if length.sd == 0:
        return f"[{_count_with_unit(length)}] (always) {who}"
    if alone:
        return f"{value} ({span}){f'; nine in ten take {nine}' if nine else ''}"
    return f"{value} ({span}{f'; nine in ten take {nine}' if nine else ''}) {who}"


def people_sentences(judged: StudyEffects) -> list[str]:
    """Return what people's matches of each variant show, next to what bots show; nothing without such matches."""
    said = []
    for cell in judged.view.found.cells:
        known = {m.name: m for m in cell.people}
        first, minutes = known.get(judged.first or ""), known.get("minutes")
        figures = []
        if first and judged.first:
            shown = [m for each, _ in _all_alike(judged, cell) if (m := each.measure(judged.first))]
            bots = " and ".join(format_percent(m.value) for m in shown)
            figures.append(
                f"the first player won [{format_percent(first.value)}] ({format_interval(first)}; bots: {bots})"
            )
        if minutes:
            span = f"{format_number(minutes.low or 0.0, 0)} to {format_number(minutes.high or 0.0, 0)}"
            figures.append(f"a match took [{format_number(minutes.value, 0)} minutes] ({span})")
        if figures:
            matches = count_words(max(m.n for m in cell.people), "match", "matches")
            title = f" ({judged.view.title(replace(cell, kind=''))})" if len(judged.view.found.cells) > 1 else ""
            said.append(f"In {matches} between people{title}, {join_words(figures)}.")
    return said


def _all_alike(judged: StudyEffects, cell: CellResult) -> list[tuple[CellResult, str]]:
    """Return a cell of any variant, and the same cell among the other kinds of player."""
    place = judged.view.found.cells.index(cell)
    return [
        (kind.view.found.cells[place], kind.view.among)
        for kind in judged.every_kind
        if place < len(kind.view.found.cells)
    ]


# how fair a game is ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatChance:
    """Hold how often one place in the order of play wins; the interval holds for all of these at once."""

    cell: CellResult
    measure: MeasuredValue
    low: float
    high: float
    own: Verdict
    among: str

    @property
    def size(self) -> float:
        """Return how far the share is from an even one, in standard deviations of single games."""
        return abs(self.measure.value - self.cell.even) / (self.measure.sd or 1.0)


@dataclass(frozen=True, slots=True)
class SeatChances:
    """Hold how often one place in the order of play wins among each kind of player."""

    name: str
    players: int
    each: tuple[SeatChance, ...]

    @property
    def verdict(self) -> Verdict:
        """Return what holds among all kinds of player."""
        return join_verdicts([chance.own for chance in self.each])

    @property
    def size(self) -> float:
        """Return the smallest distance from an even share among any kind of player."""
        return min(chance.size for chance in self.each)


def seat_chances(judged: StudyEffects) -> list[SeatChances]:
    """Return how often each place in the order of play wins under the base rules, all of them judged as one family."""
    names = [m.name for m in judged.view.measures if m.name == judged.first or m.name.startswith("order-")]
    bases = [cell for players in judged.view.players if (cell := judged.view.cell(judged.view.variants[0], players))]
    found = []
    for cell, name in product(bases, names):
        known = [(each, m, words) for each, words in _cells_by_kind(judged, cell) if (m := each.measure(name))]
        if (
            cell.players > 1
            and known
            and all(c.ended and m.low is not None and m.high is not None for c, m, _ in known)
        ):
            found.append((name, cell.players, known))
    whole = judged.view.whole
    many = sum(len(known) for _, _, known in found)
    judgements = []
    for name, players, known in found:
        chances = []
        for each, m, words in known:
            factor = simultaneous_widening(whole.confidence, many, m.n, whole.intervals == "sequence")
            low, high = widen_interval(m.value, m.low or 0.0, 1.0 if m.high is None else m.high, factor)
            low, high = max(low, 0.0), min(high, 1.0)
            own = judge_interval(low - each.even, high - each.even, judged.points)
            chances.append(SeatChance(each, m, low, high, own, words))
        judgements.append(SeatChances(name, players, tuple(chances)))
    return judgements


def chance_sentence(judged: StudyEffects, found: SeatChances) -> str:
    """Return what may be said of how often one place in the order of play wins."""
    verdict = found.verdict
    who = winner_words(found.each[0].measure)
    if len(found.each) == 1:
        chance = found.each[0]
        figures = {"Who": who, "share": format_percent(chance.measure.value), "even": _fair_share_words(chance.cell)}
        figures |= {"low": format_number(100 * chance.low, 1), "high": format_number(100 * chance.high, 1)}
        figures["settle"] = _settling_chance(judged, found)
        return FAIRNESS_SENTENCES[verdict.differs, verdict.matters].format(**figures)
    figures_of_wins = [
        f"[{format_percent(c.measure.value)}] ({format_number(100 * c.low, 1)} to {format_number(100 * c.high, 1)})"
        f" {c.among}"
        for c in found.each
    ]
    even = _fair_share_words(found.each[0].cell)
    said = f"{who} wins {join_words(figures_of_wins)}"
    if verdict.differs == 0 and any(c.own.differs and c.own.matters is not False for c in found.each):
        if are_opposed([c.own for c in found.each], [(c.low, c.high) for c in found.each]):
            return f"{said}. The kinds of player disagree, so the rules alone don't decide who has the advantage."
        sure = join_words([c.among for c in found.each if c.own.differs])
        settle = _settling_chance(judged, found)
        return f"{said}. Only {sure} is that clearly different from an even share of {even}{settle}."
    settle = _settling_chance(judged, found) if verdict == Verdict(0, None) else ""
    return f"{said}{SHARED_CHANCES[verdict.differs, verdict.matters].format(even=even)}{settle}."


def _settling_chance(judged: StudyEffects, found: SeatChances) -> str:
    """Return how many games would tell whether a share is even."""
    widest = max(found.each, key=lambda chance: chance.high - chance.low)
    half = (widest.high - widest.low) / 2
    return games_needed_words(widest.measure.n, half, judged.points, 100.0, " points")


def _fair_share_words(cell: CellResult) -> str:
    """Return an even share of all games; if some games were stopped, say that only the others count."""
    even = format_percent(cell.even).replace(".0", "")
    return f"{even} (counting only the {cell.ended:,} that ended)" if cell.unfinished else even


def nine_in_ten_range(cell: CellResult, name: str) -> str:
    """Return the range of a measure that holds nine games in ten; an empty text if the study does not know it."""
    low, high = cell.measure(f"{name}-5"), cell.measure(f"{name}-95")
    if cell.games < MIN_GAMES_FOR_RANGE:
        return ""
    if low and high:
        return f"{format_trimmed(low.value)} to {format_trimmed(high.value)}"
    spread = cell.distributions.get(name)
    if not spread or not sum(spread.counts):
        return ""
    return f"{format_number(spread.quantile(0.05), 0)} to {format_number(spread.quantile(0.95), 0)}"


def variant_sentences(judged: StudyEffects, variant: Variant, players: int, named: int | None) -> list[str]:
    """Return what may be said of one variant compared with the base: the measure that the study is about, what clearly
    differs, and in any case its length and what going first is worth. What several kinds of player show to be too small
    to matter is only named.
    """
    claims = [claim.name for claim in main_claims(judged, variant)]
    names = dict.fromkeys(filter(None, (judged.about, *claims, judged.length, judged.first, judged.won)))
    covered: set[str] = set()
    said: list[str] = []
    little: list[Effect] = []
    for name in names:
        change = judged.change(variant, players, name)
        if not change or judged.theme(name) in covered:
            continue
        covered.add(judged.theme(name))
        if len(change.each) > 1 and not change.disputed and change.surely.matters is False and name != judged.about:
            little.append(change)
        else:
            said.append(effect_sentence(judged, change, variant_opening(judged.view, variant, named)))
    return [*said, little_differences_sentence(judged, little)] if little else said


def main_claims(judged: StudyEffects, variant: Variant) -> list[Claim]:
    """Return the claims that have a sentence of their own."""
    return judged.claims(variant)[:MAX_SENTENCES]


def other_effects_sentences(judged: StudyEffects, variant: Variant) -> list[str]:
    """Return which further measures of a variant clearly differ, all comparisons taken together."""
    claims = judged.claims(variant)
    others = [claim for claim in claims[MAX_SENTENCES:] if claim.theme not in ("length", "order", "won")]
    where = f" {among(judged.view.kinds)}" if len(judged.every_kind) > 1 else ""
    if not claims:
        return [f"No measure clearly differs{where}.", *_dispute_sentences(judged, variant)]
    if not others:
        return [f"No other measure clearly differs{where}.", *_dispute_sentences(judged, variant)]
    words = [
        f"{claim.effects[0].after.words} ({change_words(claim.effects[0].before, claim.effects[0].after)}"
        f"{f' {judged.view.among}' if where else ''})"
        for claim in others[:MAX_SENTENCES]
    ]
    more = ", largest first" if len(others) > MAX_SENTENCES else ""
    return [f"Other clear changes{where}{more}: {join_words(words)}.", *_dispute_sentences(judged, variant)]


def _dispute_sentences(judged: StudyEffects, variant: Variant) -> list[str]:
    """Return what the kinds of player disagree about that no other sentence tells: the largest with its figures."""
    covered = {judged.theme(name) for name in (judged.about, judged.length, judged.first, judged.won) if name}
    disputes = [claim for claim in judged.disputes(variant) if claim.theme not in covered]
    said = []
    for claim in disputes[:MAX_DISPUTES]:
        several = len(judged.view.players) > 1
        who = players_words([claim.effects[0].players]) if several else ""
        said.append(effect_sentence(judged, claim.effects[0], who[:1].upper() + who[1:]))
    rest = [claim.effects[0].after.words for claim in disputes[MAX_DISPUTES:]]
    if rest:
        named = rest[:MAX_NAMED]
        more = f" and {count_words(len(rest) - MAX_NAMED, 'more measure', 'more measures')}" if rest[MAX_NAMED:] else ""
        listed = f"{', '.join(named)}{more}" if more else join_words(named)
        said.append(f"Other changes that are clear among one kind of player only: {listed}.")
    return said


def format_measured_value(measure: MeasuredValue, value: float | None = None) -> str:
    """Write a measure's value with as many digits as it needs."""
    shown = measure.value if value is None else value
    return format_percent(shown) if _is_part(measure) else format_number(shown)


def _is_part(measure: MeasuredValue) -> bool:
    """Return whether a measure is a part of a whole, to be written in per cent."""
    return measure.kind == "share" or (measure.kind == "quantile" and not measure.unit)


def measure_label(measure: MeasuredValue) -> str:
    """Return what a measure is called in a table, with its unit: winner's lead over second place, in points."""
    named = not measure.unit or measure.unit in measure.words or measure.kind == "share"
    return measure.words if named else f"{measure.words}, in {measure.unit}"


def format_interval(measure: MeasuredValue) -> str:
    """Write a measure's interval; an empty text if an end is not known."""
    if measure.low is None or measure.high is None:
        return ""
    if _is_part(measure):
        return f"{format_number(100 * measure.low, 1)} to {format_number(100 * measure.high, 1)}"
    return f"{format_number(measure.low)} to {format_number(measure.high)}"


def scope_sentence(view: VariantTable) -> str:
    """Return the conditions under which all of the report holds."""
    bots = list(dict.fromkeys(view.whole.bots))
    said = [f"Every game was played with {view.fixed_words}."] if view.fixed_words else []
    if len(view.kinds) > 1:
        turns = join_words([each.among for each in view.every_kind])
        said.append(f"All of this was played {turns}, and the claims hold for each of these kinds of player.")
        said.append("People may play differently, and the figures don't say what they enjoy.")
    elif bots:
        who = f"The bot {bots[0]}" if len(bots) == 1 else f"The bots {join_words(bots)}"
        said.append(
            f"{who} played all games, so a figure may come from how {'it plays' if bots[1:] == [] else 'they play'}"
            " rather than from the rules. A second kind of player would tell (--kinds)."
        )
    return " ".join(said)


def length_title(judged: StudyEffects) -> str:
    """Return the title of the distributions of the length."""
    view, name = judged.view, judged.length
    if name is None:
        return "How long games are"
    if not view.others:
        return _lengths_by_players(judged, name)
    if len(view.others) > 1:
        return _extremes_title(judged, name)
    variant = view.others[0]
    changes = list(judged.changes(name, variant))
    with_it = view.under(variant)
    if not changes:
        return "How long games are"
    if any(change.disputed for change in changes):
        return f"{with_it}, the change in length depends on who plays."
    if all(change.surely.matters is False for change in changes):
        return f"{with_it}, games are as long as before; any difference is too small to matter."
    if all(change.surely.differs < 0 for change in changes):
        return f"{with_it}, games are {_relative_range(changes, judged)} shorter."
    if all(change.surely.differs > 0 for change in changes):
        return f"{with_it}, games are {_relative_range(changes, judged)} longer."
    said = partial_claim(changes, "longer", "shorter")
    if said == "":
        return f"It is unclear whether {variant.phrase} changes the length."
    if said is None:
        return f"{with_it}, the change in length depends on the number of players."
    return f"{with_it}, games are {said}; otherwise it is unclear."


def partial_claim(changes: Sequence[Effect], more: str, less: str) -> str | None:
    """Return with which numbers of players something surely differs, and how: "shorter with two players".

    Return None where it differs one way with some and the other way with others, and an empty text where no difference
    is sure that may matter.
    """
    sure = [change for change in changes if change.surely.differs and change.surely.matters is not False]
    ways = {change.surely.differs for change in sure}
    if len(ways) > 1:
        return None
    if not ways:
        return ""
    players = [change.players for change in sure]
    word = more if ways == {1} else less
    return f"{word} {players_words(players)}"


def _relative_range(changes: Sequence[Effect], judged: StudyEffects) -> str:
    parts = sorted(abs(found[0]) for c in changes for each in c.each if (found := relative_effect(each)))
    if not parts:
        return "a little"
    low, high = format_whole_percent(parts[0]), format_whole_percent(parts[-1])
    return low if low == high else f"{format_number(100 * parts[0], 0)} to {high}"


def _lengths_by_players(judged: StudyEffects, name: str) -> str:
    """Return the title for one variant alone: figures only, no comparison."""
    view = judged.view
    parts = []
    for players in view.players:
        found = [m for each in view.every_kind if (m := each.measure(each.variants[0], players, name))]
        if found:
            ends = [format_number(end(m.value for m in found)) for end in (min, max)]
            parts.append(f"{ends[0] if ends[0] == ends[1] else ' to '.join(ends)} with {spell_number(players)}")
            unit = found[0].unit or found[0].words
    if not parts:
        return "How long games are"
    return f"{unit[:1].upper()}{unit[1:]} in a game: {join_words(parts)}."


def _extremes_title(judged: StudyEffects, name: str) -> str:
    """Return the title for several variants: it names the shortest and the longest, if they are the same for any number
    of players.
    """
    view = judged.view
    ends = set()
    for table, players in product(view.every_kind, view.players):
        rows = [(m.value, m.low, m.high, v) for v in table.variants if (m := table.measure(v, players, name))]
        known = [(value, low, high, v) for value, low, high, v in rows if None not in (value, low, high)]
        if len(known) < len(view.variants):
            return "How long games are"
        known.sort(key=lambda row: row[0] or 0.0)
        (_, _, high, short), (_, low, _, _) = known[0], known[1]
        (_, _, below, _), (_, least, _, long) = known[-2], known[-1]
        clear = (high or 0.0) < (low or 0.0) and (below or 0.0) < (least or 0.0)
        ends.add((short.number, long.number) if clear else None)
    if len(ends) == 1 and (pair := next(iter(ends))):
        short, long = (view.variants[number] for number in pair)
        if view.reports:
            return f"Games are shortest in {short.phrase} and longest in {long.phrase}."
        return f"Games are shortest with {short.phrase} and longest with {long.phrase}."
    return "How long games are, variant by variant"


def order_title(judged: StudyEffects) -> str:
    """Return the title of the wins by order of play, which holds for all cells at once."""
    found, whole = [], judged.view.whole
    known = [
        (cell, m) for cell in whole.cells if cell.players > 1 and cell.ended and (m := cell.measure(judged.first or ""))
    ]
    known = [(cell, m) for cell, m in known if m.low is not None and m.high is not None]
    for cell, first in known:
        factor = simultaneous_widening(whole.confidence, len(known), first.n, whole.intervals == "sequence")
        low, high = widen_interval(first.value, first.low or 0.0, 1.0 if first.high is None else first.high, factor)
        found.append(judge_interval(low - cell.even, high - cell.even, judged.points))
    if not found:
        return "Who wins, by order of play"
    if all(each.matters is False for each in found):
        return "Going first makes no difference that matters."
    if all(each.differs > 0 for each in found):
        return "The first player wins more often than an even share."
    if all(each.differs < 0 for each in found):
        return "The first player wins less often than an even share."
    if not any(each.differs for each in found):
        return "It is unclear whether going first matters."
    more, less = (sum(each.differs == way for each in found) for way in (1, -1))
    if more and less:
        return "Going first helps in some cases and hurts in others."
    word, sure = ("more", more) if more else ("less", less)
    cases = f"{spell_number(sure)} of {spell_number(len(found))} cases"
    return f"The first player clearly wins {word} often than an even share in {cases}."


def curve_title(name: str) -> str:
    """Return the title of a curve."""
    return CURVE_TITLES.get(name, name.replace("-", " ").capitalize())


def decision_title(judged: StudyEffects) -> str:
    """Return the title of all curves."""
    return decision_sentence(judged) or "Over the game"


def decision_sentence(judged: StudyEffects) -> str:
    """Return when half of the games are decided; an empty text if the study does not know."""
    known = [m for cell in judged.view.whole.cells if (m := cell.measure("decided")) and m.kind == "quantile"]
    found = [m.value for m in known]
    if not found:
        return ""
    low, high = (format_number(100 * value, 0) for value in (min(found), max(found)))
    if low == "100":
        surely = format_number(100 * min(m.low or 0.0 for m in known), 0)
        if surely == "100":
            return "Half of the games are open until the last turn."
        return f"Half of the games are decided after {surely}% of their turns or later."
    if low == high:
        return f"Half of the games are decided after {low}% of their turns."
    return f"Half of the games are decided after {low} to {high}% of their turns."


def effects_title(judged: StudyEffects, variant: Variant) -> str:
    """Return the title of the chapter about effects, which says how many of a variant's figures clearly matter."""
    found = [c for m in judged.view.measures for c in judged.changes(m.name, variant)]
    sure = [c for c in found if c.surely.matters]
    under = judged.view.under(variant)
    where = f" {among(judged.view.kinds)}" if len(judged.every_kind) > 1 else ""
    if not sure:
        return f"{under}, no figure clearly differs by enough to matter{where}."
    if len(sure) == len(found):
        return f"{under}, all {spell_number(len(found))} figures differ by enough to matter{where}."
    differ = "clearly differs" if len(sure) == 1 else "clearly differ"
    count = f"{spell_number(len(sure))} of {spell_number(len(found))} figures"
    return f"{under}, {count} {differ} by enough to matter{where}."


def worth_title(rows: Sequence[tuple[str, ItemWorth, tuple[float, float]]], band: float) -> str:
    """Return the title of an experiment: what is clearly worth most, all rows taken together."""
    sure = [(name, row) for name, row, (low, high) in rows if judge_interval(low, high, band).matters]
    if not sure:
        return f"Nothing is clearly worth more than {format_trimmed(100 * band)} points."
    name, row = max(sure, key=lambda pair: abs(pair[1].difference))
    if row.difference < 0:
        return f"{name} costs its owner {format_number(-100 * row.difference, 1)} points."
    return f"{name} is worth {format_number(100 * row.difference, 1)} points."


def format_share_cell(value: float | None) -> str:
    """Write a share in a table; an empty text for None."""
    return "" if value is None else format_percent(value, 0 if value == 1 else 1)


def skill_title(skill: SkillShare) -> str:
    """Return the title of the share of skill."""
    return without_emphasis(skill_sentence(skill))
