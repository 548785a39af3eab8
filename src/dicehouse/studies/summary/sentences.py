"""Write the sentences about a study, for the page, for documents and for the command line.

Each sentence is complete, and the intervals decide which one is true; only figures and names are filled in. No claim is
made elsewhere, so no title can contradict a table. Brackets in a sentence mark its main figure; `split_emphasis` finds
them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicehouse.charts.scale import format_number, format_trimmed

from ..result_types import CellResult, ItemWorth, MeasuredValue, SkillShare
from .claims import FIRST_PLAYER, LONE_PLAYER, change_words, comparison_headline, effect_sentence, players_words
from .effects import Claim, Effect, StudyEffects, judge_interval, relative_effect
from .number_words import count_words, format_percent, format_whole_percent, join_words, spell_number
from .variants import CLOSE_QUOTE, OPEN_QUOTE, Variant, VariantTable

MAX_SENTENCES = 3
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
    " of {even}.",
}
WORTH_SENTENCES = {
    (True, False): "Of the {many} things tried, one clearly matters: {name} is worth [{points} points] ({low} to"
    " {high}).",
    (True, True): "Of the {many} things tried, {sure} clearly matter. {name} matters most: it is worth [{points}"
    " points] ({low} to {high}).",
    (False, False): "Of the {many} things tried, one clearly matters: {name} costs its owner [{points} points] ({low}"
    " to {high}).",
    (False, True): "Of the {many} things tried, {sure} clearly matter. {name} matters most: it costs its owner"
    " [{points} points] ({low} to {high}).",
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
    cell = view.cell(view.variants[0], view.players[0])
    length = cell.measure(judged.length) if cell and judged.length else None
    if cell is None or length is None:
        return f"{view.game}: the results"
    unit = length.unit or length.words
    if len(view.players) > 1:
        most = max(m.value for p in view.players if (m := view.measure(view.variants[0], p, length.name)))
        least = min(m.value for p in view.players if (m := view.measure(view.variants[0], p, length.name)))
        return f"{view.game}: {format_number(least, 0)} to {format_number(most, 0)} {unit} a game"
    return (
        f"{view.game}: {format_trimmed(length.value) if length.sd == 0 else format_number(length.value)} {unit} a game"
    )


def summary_sentences(judged: StudyEffects) -> list[str]:
    """Return the headline as a sentence, and the first paragraph after it."""
    return [f"[{headline(judged)}.]", *lead_sentences(judged)]


def lead_sentences(judged: StudyEffects) -> list[str]:
    """Return the first paragraph, as sentences."""
    view = judged.view
    worth = [text for text in [worth_sentence(judged)] if text]
    worth += [skill_sentence(cell.skill) for cell in view.found.cells if cell.skill]
    if not view.others:
        return [text for cell in view.found.cells[:MAX_SENTENCES] for text in cell_sentences(judged, cell)] + worth
    lead: list[str] = []
    for variant in view.others[:MAX_SENTENCES]:
        many = len(view.players) > 1
        for players in view.players[: MAX_SENTENCES if len(view.others) == 1 else 1]:
            lead += variant_sentences(judged, variant, players, players if many else None)
        lead += other_effects_sentences(judged, variant)
    return lead + worth


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
    known = [w for cell in judged.view.found.cells for w in cell.worth if w.wide_low is not None]
    if not known:
        return None
    sure = [w for w in known if judge_interval(w.wide_low or 0.0, w.wide_high or 0.0, judged.points).matters]
    if not sure:
        return (
            f"Of the {count_words(len(known), 'thing', 'things')} tried, none clearly makes a difference that matters."
        )
    best = max(sure, key=lambda w: abs(w.difference))
    low, high = sorted(abs(100 * (end or 0.0)) for end in (best.low, best.high))
    name, points = best.name[:1].upper() + best.name[1:], format_number(abs(100 * best.difference), 1)
    figures = {
        "name": name,
        "points": points,
        "low": format_number(low, 1),
        "high": format_number(high, 1),
        "many": len(known),
    }
    return WORTH_SENTENCES[best.difference > 0, len(sure) > 1].format(**figures, sure=spell_number(len(sure)))


def cell_sentences(judged: StudyEffects, cell: CellResult) -> list[str]:
    """Return what may be said of one cell alone: how long a game is, and what going first is worth."""
    said = []
    who = f"With {spell_number(cell.players)} player{'s' if cell.players != 1 else ''}"
    if not cell.ended:
        return [f"{who}, no game came to its end."]
    length = cell.measure(judged.length) if judged.length else None
    if length and length.low is not None and length.high is not None:
        nine = nine_in_ten_range(cell, length.name)
        span = f"{format_number(length.low)} to {format_number(length.high)}"
        unit = length.unit or length.words
        if length.sd == 0:
            said.append(f"{who}, every game takes [{format_trimmed(length.value)} {unit}].")
        elif nine:
            said.append(
                f"{who}, a game takes [{format_number(length.value)} {unit}] ({span}); nine in ten take {nine}."
            )
        else:
            said.append(f"{who}, a game takes [{format_number(length.value)} {unit}] ({span}).")
    minutes = cell.measure("minutes")
    if minutes and minutes is not length:
        said.append(f"By our model, people would need about {format_number(minutes.value, 0)} minutes.")
    first = cell.measure(judged.first) if judged.first else None
    if first and first.low is not None and first.high is not None and cell.players > 1:
        found = judge_interval(first.low - cell.even, first.high - cell.even, judged.points)
        figures = {"Who": FIRST_PLAYER, "share": format_percent(first.value), "even": _fair_share_words(cell)}
        figures |= {"low": format_number(100 * first.low, 1), "high": format_number(100 * first.high, 1)}
        said.append(FAIRNESS_SENTENCES[found.differs, found.matters].format(**figures))
    won = cell.measure(judged.won) if judged.won else None
    if won and won.low is not None and won.high is not None:
        said.append(f"{LONE_PLAYER} wins [{format_percent(won.value)}] ({format_interval(won)}).")
    return said


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
    differs, and in any case its length and what going first is worth.
    """
    claims = [claim.name for claim in main_claims(judged, variant)]
    names = dict.fromkeys(filter(None, (judged.about, *claims, judged.length, judged.first, judged.won)))
    covered: set[str] = set()
    said: list[str] = []
    for name in names:
        change = judged.change(variant, players, name)
        if change and judged.theme(name) not in covered:
            covered.add(judged.theme(name))
            said.append(effect_sentence(judged, change, variant_opening(judged.view, variant, named)))
    return said


def main_claims(judged: StudyEffects, variant: Variant) -> list[Claim]:
    """Return the claims that have a sentence of their own."""
    return judged.claims(variant)[:MAX_SENTENCES]


def other_effects_sentences(judged: StudyEffects, variant: Variant) -> list[str]:
    """Return which further measures of a variant clearly differ, all comparisons taken together."""
    claims = judged.claims(variant)
    others = [claim for claim in claims[MAX_SENTENCES:] if claim.theme not in ("length", "order", "won")]
    if not claims:
        return ["No measure clearly differs."]
    if not others:
        return ["No other measure clearly differs."]
    words = [
        f"{claim.effects[0].after.words} ({change_words(claim.effects[0].before, claim.effects[0].after)})"
        for claim in others[:MAX_SENTENCES]
    ]
    more = ", largest first" if len(others) > MAX_SENTENCES else ""
    return [f"Other clear changes{more}: {join_words(words)}."]


def format_measured_value(measure: MeasuredValue, value: float | None = None) -> str:
    """Write a measure's value with as many digits as it needs."""
    shown = measure.value if value is None else value
    return format_percent(shown) if measure.kind == "share" else format_number(shown)


def format_interval(measure: MeasuredValue) -> str:
    """Write a measure's interval; an empty text if an end is not known."""
    if measure.low is None or measure.high is None:
        return ""
    if measure.kind == "share":
        return f"{format_number(100 * measure.low, 1)} to {format_number(100 * measure.high, 1)}"
    return f"{format_number(measure.low)} to {format_number(measure.high)}"


def scope_sentence(view: VariantTable) -> str:
    """Return the conditions under which all of the report holds."""
    bots = list(dict.fromkeys(view.found.bots))
    said = [f"Every game was played with {view.fixed_words}."] if view.fixed_words else []
    if bots:
        who = f"The bot {bots[0]}" if len(bots) == 1 else f"The bots {join_words(bots)}"
        said.append(f"{who} played all games.")
    return " ".join([*said, "The figures show what the rules make likely, not what people enjoy."])


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
    parts = sorted(abs(found[0]) for c in changes if (found := relative_effect(c)))
    if not parts:
        return "a little"
    low, high = format_whole_percent(parts[0]), format_whole_percent(parts[-1])
    return low if low == high else f"{format_number(100 * parts[0], 0)} to {high}"


def _lengths_by_players(judged: StudyEffects, name: str) -> str:
    """Return the title for one variant alone: figures only, no comparison."""
    view = judged.view
    found = [(players, m) for players in view.players if (m := view.measure(view.variants[0], players, name))]
    parts = [f"{format_number(m.value)} with {spell_number(players)}" for players, m in found]
    if not parts:
        return "How long games are"
    unit = found[0][1].unit or found[0][1].words
    return f"{unit[:1].upper()}{unit[1:]} in a game: {join_words(parts)}."


def _extremes_title(judged: StudyEffects, name: str) -> str:
    """Return the title for several variants: it names the shortest and the longest, if they are the same for any number
    of players.
    """
    view = judged.view
    ends = set()
    for players in view.players:
        rows = [(m.value, m.low, m.high, v) for v in view.variants if (m := view.measure(v, players, name))]
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
    found = []
    for cell in judged.view.found.cells:
        first = cell.measure(judged.first or "")
        if cell.players > 1 and cell.ended and first and first.low is not None and first.high is not None:
            found.append(judge_interval(first.low - cell.even, first.high - cell.even, judged.points))
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
    known = [m for cell in judged.view.found.cells if (m := cell.measure("decided")) and m.kind == "quantile"]
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
    if not sure:
        return f"{under}, no figure clearly differs by enough to matter."
    if len(sure) == len(found):
        return f"{under}, all {spell_number(len(found))} figures differ by enough to matter."
    differ = "clearly differs" if len(sure) == 1 else "clearly differ"
    return f"{under}, {spell_number(len(sure))} of {spell_number(len(found))} figures {differ} by enough to matter."


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
