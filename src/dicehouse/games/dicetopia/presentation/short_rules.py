"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesFigure, RulesList, RulesSection
from dicehouse.text_format import number_word

from ..rules.deal import AGENTS
from ..rules.scenarios import AREA_IDS, CORE, DOME, ROWS, SCENARIOS, TRACK_VALUES
from ..rules.scoring import TRACKS
from ..rules.state import COUNTED, N_CARD, ROUNDS, TRACK, Area, Options
from .notation import AREA_NAMES, thug_strength
from .option_effects import REBALANCED

PLACES: dict[Area, str] = {
    Area.AGENCY: "Take the top Mission, then slide one of yours, old or new, under the deck.",
    Area.GUGU: "Throw one die again: in a Neighbourhood or on anybody's board.",
    Area.WASTE: "An Agent of a Neighbourhood, whoever's, changes places with a die of another one. Thugs stay.",
    Area.CONGRESS: "Two dice of two Neighbourhoods change places.",
    Area.BANK: "One die of your board against one of the City.",
    Area.NETHAL: "One die of your board against one of a rival's.",
    Area.MARKET: "Turn one of your dice to the value you like.",
    Area.DOME: f"Throw any of the {number_word(N_CARD)} dice on the card again, each once. Each that you have alike in "
    "colour and value is a match. Then the card gets new dice.",
    Area.RAVIN: "Say who begins the next round, or lay a protection on one of your dice.",
    Area.SPRINGS: "Only Magmacorium dice can be taken. Nothing else happens.",
}


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    thug, scenario = thug_strength(options.scenario), SCENARIOS[options.scenario]
    ours = " __(house rule)__" if scenario.ours else ""
    card = RulesSection("", (f"**{scenario.name}**{ours}: {scenario.text}",))
    about = RulesSection(
        "What it is about",
        (
            "Most stars win. Your dice pay what they show and what their colour is worth at the Stock Exchange; "
            "the city "
            f"pays who leads its places; {number_word(COUNTED)} Missions pay what only you know.",
        ),
    )
    turn = RulesSection(
        "Your turn",
        (
            RulesList(
                (
                    (
                        "",
                        "**Send an Agent.** It changes places with a die on the plan: the die is yours, the "
                        "Agent stays "
                        "there.",
                    ),
                    (
                        "",
                        "**The place acts,** if it can. Or let it be and move one cube of the Stock Exchange by "
                        "one step.",
                    ),
                ),
                numbered=True,
            ),
            f"Once a game you break your Thug out of prison instead. It counts {thug}, but the die it replaces goes to "
            f"prison. {number_word(ROUNDS).capitalize()} turns each: {number_word(AGENTS)} Agents and the Thug.",
        ),
    )
    dice = RulesSection(
        "Dice",
        (
            RulesFigure("kinds"),
            RulesList(
                (
                    (
                        "area:guard",
                        "A protected die is neither swapped nor thrown again, not even by you. On your turn you may "
                        "lay the protection on another of your dice.",
                    ),
                )
            ),
        ),
    )
    leads = RulesSection(
        "Who leads",
        (
            f"An Agent counts 1, a Thug {thug}. The strongest takes the sum of the dice that are left there, in a "
            f"Neighbourhood {ROWS[options.scenario][CORE]} more. Missions look at Neighbourhoods only, unless they say "
            "otherwise.",
        ),
    )
    end = RulesSection(
        "The end",
        (
            "One die each from the prison; then the stock pays, the dice, the places one by one, and at last all "
            "Missions are opened. A tie at the top is a shared victory.",
            RulesFigure("factions"),
            RulesFigure("missions"),
        ),
    )
    places = RulesSection("The places", (RulesList((*_places(options), *_other_places(options))),))
    return (*((card,) if options.scenario else ()), about, turn, places, dice, leads, end)


def _places(options: Options) -> list[tuple[str, str]]:
    return [(f"area:{AREA_IDS[area]}", f"**{AREA_NAMES[area]}**\n{_place(area, options)}") for area in PLACES]


def _place(area: Area, options: Options) -> str:
    if options.neighbourhood_text and area in REBALANCED:
        return f"{REBALANCED[area]}. __Rebalanced (house rule)__"
    if area != Area.DOME:
        return PLACES[area]
    one, two, three = ROWS[options.scenario][DOME + 1 : DOME + 1 + N_CARD]
    return f"{PLACES[area]} One match is {one} stars, two {two}, three {three}."


def _other_places(options: Options) -> list[tuple[str, str]]:
    row = ROWS[options.scenario]
    steps = row[TRACK_VALUES : TRACK_VALUES + TRACK] if row[TRACK_VALUES] >= 0 else TRACKS[options.stock_track]
    track = ", ".join(map(str, steps))
    return [
        ("area:stock", f"**Stock Exchange**\nSteps from the bottom: {track} stars for each die of that colour."),
        (
            "area:prison",
            "**Cutthroat Prison**\nNobody touches the dice in it until the end, when everybody takes one.",
        ),
    ]
