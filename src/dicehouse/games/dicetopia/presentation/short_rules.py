"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicehouse.core.short_rules import RulesFigure, RulesList, RulesSection
from dicehouse.i18n import Text, _, join_sentences, ngettext

from ..rules.domination import FULL, SPLIT
from ..rules.scenarios import AREA_IDS, CORE, ROWS, SCENARIOS, TRACK_VALUES
from ..rules.scoring import TRACKS
from ..rules.state import COUNTED, N_AREAS, N_CITY, ROUNDS, TRACK, Options
from .area_texts import area_text, is_rebalanced
from .notation import AREA_NAMES
from .scenario_texts import scenario_text
from .words import thug_agents

HOUSE_RULE = _("__(house rule)__")


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    sections = [_scenario(options)] if options.scenario else []
    return (*sections, _goal(), _turn(options), _places(options), _dice(options), _domination(options), _end())


def _scenario(options: Options) -> RulesSection:
    scenario = SCENARIOS[options.scenario]
    values = {"name": scenario.name, "text": scenario_text(scenario), "mark": HOUSE_RULE}
    return RulesSection("", (Text("**{name}** {mark}: {text}" if scenario.ours else "**{name}**: {text}", values),))


def _goal() -> RulesSection:
    return RulesSection(
        _("The goal"),
        (
            join_sentences(
                _("Get the most stars."),
                _("Your dice score their value plus their colour's worth on the Stock Exchange."),
                _("You score each area that you dominate."),
                ngettext("Your {n} secret Mission scores, too.", "Your {n} secret Missions score, too.", COUNTED),
            ),
        ),
    )


def _turn(options: Options) -> RulesSection:
    agents = thug_agents(options.scenario)
    return RulesSection(
        _("Your turn"),
        (
            RulesList(
                (
                    ("", _("**Send an Agent.** Swap it with a die on the board. The die goes to your Faction Board.")),
                    (
                        "",
                        _("**Perform the area's Action** if you can. Or move one cube on the Stock Exchange one step."),
                    ),
                ),
                numbered=True,
            ),
            join_sentences(
                _("Once per game, break your Thug out of prison instead of sending an Agent."),
                _("A Thug counts as {agents}, but the die goes to prison.", agents=agents),
            ),
            ngettext("The game has {n} round.", "The game has {n} rounds.", ROUNDS),
        ),
    )


def _dice(options: Options) -> RulesSection:
    token = join_sentences(
        _("Nobody can swap or reroll a die with a Protection Token, not even you."),
        _("On your turn you can move the token to another of your dice."),
    )
    if options.protection_advanced:
        token = join_sentences(token, _("Another player can use an Action to remove it."))
    return RulesSection(_("Dice"), (RulesFigure("kinds"), RulesList((("area:guard", token),))))


def _domination(options: Options) -> RulesSection:
    agents = thug_agents(options.scenario)
    ties = {
        FULL: _("If players tie, each of them scores all of it."),
        SPLIT: _("If players tie, they share it, rounded down."),
    }.get(options.tie_domination, _("If players tie, nobody scores it."))
    return RulesSection(
        _("Domination"),
        (
            join_sentences(
                _("An Agent counts as 1, a Thug as {agents}.", agents=agents),
                _("The strongest player in an area scores the sum of the dice left there."),
                *_cores(options),
                ties,
            ),
        ),
    )


def _cores(options: Options) -> Iterator[Text]:
    """Yield what areas score besides their dice: the same for most, and more or less for some."""
    row = ROWS[options.scenario][CORE : CORE + N_AREAS]
    city, rest = row[:N_CITY], row[N_CITY:]
    usual = max(set(city), key=city.count)
    yield ngettext("A Neighbourhood scores {n} more star.", "A Neighbourhood scores {n} more stars.", usual)
    if any(rest) and len(set(rest)) == 1:
        yield ngettext("A Location scores {n} more star.", "A Location scores {n} more stars.", rest[0])
        rest = (0,) * len(rest)
    for area, stars in enumerate((*city, *rest)):
        if stars != (usual if area < N_CITY else 0):
            yield ngettext(
                "{area} scores {n} more star.", "{area} scores {n} more stars.", stars, area=AREA_NAMES[area]
            )


def _end() -> RulesSection:
    return RulesSection(
        _("The end"),
        (
            join_sentences(
                _("First each player drafts a die from the prison."),
                _("Then the Stock Exchange, the dice, domination and the Missions score, in that order."),
                _("Players with equal totals share the win."),
            ),
            RulesFigure("factions"),
            RulesFigure("missions"),
        ),
    )


def _places(options: Options) -> RulesSection:
    return RulesSection(_("The areas"), (RulesList((*_areas(options), *_other_places(options))),))


def _areas(options: Options) -> Iterator[tuple[str, str]]:
    for area in range(N_AREAS):
        values = {"name": AREA_NAMES[area], "text": area_text(area, options), "mark": HOUSE_RULE}
        form = "**{name}**\n{text} {mark}" if is_rebalanced(area, options) else "**{name}**\n{text}"
        yield f"area:{AREA_IDS[area]}", Text(form, values)


def _other_places(options: Options) -> list[tuple[str, str]]:
    row = ROWS[options.scenario]
    steps = row[TRACK_VALUES : TRACK_VALUES + TRACK] if row[TRACK_VALUES] >= 0 else TRACKS[options.stock_track]
    track = ", ".join(map(str, steps))
    return [
        (
            "area:stock",
            Text(
                "**{name}**\n{text}",
                {
                    "name": _("Stock Exchange"),
                    "text": _(
                        "From the bottom, its steps are worth {steps} stars for each die of its colour.", steps=track
                    ),
                },
            ),
        ),
        (
            "area:prison",
            Text(
                "**{name}**\n{text}",
                {
                    "name": _("Cutthroat Prison"),
                    "text": _("Nobody can touch the dice here until each player drafts one at the end."),
                },
            ),
        ),
    ]
