"""Explain a bot's action to everybody, by the stars that all can count.

The payment of its Missions is secret, so it is never part of these stars; if a choice serves Missions alone, and has no
effect that all can see, no reason is given. Hidden or unrolled things are given as averages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dicehouse.i18n import Text, _, join_sentences, listing, ngettext

from ..presentation.options import describe_action
from ..presentation.words import IN_AREA, die_words, player_mark, stars_text
from ..rules import action_codes
from ..rules.blood_dome import matches
from ..rules.board import seat_of, thing_at, value
from ..rules.scenarios import AREA_IDS
from ..rules.state import AGENT, BOARD, N_CARD, THUG, Area, Phase, State

AVERAGE = 3.5  # of a die that is rolled
MOST = 110  # most characters of a reason, with marks for names
NOTHING = Text("")
SENT = (Phase.TURN, Phase.PLACE)
TOUCHES = (*SENT, Phase.SECOND, Phase.ALPHA_WITH, Phase.SLIP_TO, Phase.EXTERMINATE, Phase.ROBIN)
Part = Mapping[str, Any]


def explain_action(state: State, seat: int, action: int) -> Text:
    """Return why the seat does this; empty if nobody could tell without its Missions."""
    if action in action_codes.CARD:
        return _rerolled_card(state, seat, action_codes.CARD.die(action))
    if action in action_codes.PLACE and _rolls(state):
        return _rolled(state, seat, action_codes.PLACE.place(action))
    if not _has_reason(state, action):
        return NOTHING
    facts = describe_action(state, seat, action).facts
    parts = [part for part in facts["parts"] if part["what"] != "mission"]
    gains = [sum(part["points"] for part in parts if part["seat"] == each) for each in range(state.n_players)]
    others = [gain for each, gain in enumerate(gains) if each != seat]
    if gains[seat] - sum(others) / len(others) <= 0:
        return NOTHING
    return _fitted([*_gains(state, seat, action, parts)], [*_losses(seat, parts)])


def _has_reason(state: State, action: int) -> bool:
    """Return True for choices whose effects can be counted."""
    if action in action_codes.VALUE:
        return thing_at(state, state.held) < AGENT
    if action in action_codes.PLACE:
        return state.phase in TOUCHES
    return action in action_codes.STOCK or action == action_codes.FIGHT or action in action_codes.CELL


def _rolls(state: State) -> bool:
    """Return True if the touched place is rerolled."""
    again = state.phase in (Phase.INTERVENE, Phase.INTERVENE_AGAIN)
    return again or (state.phase == Phase.ACTION and state.doing == Area.GUGU)


def _fitted(gains: Sequence[Text], losses: Sequence[Text]) -> Text:
    """Say as many of the gains and losses, the largest first, as fit into one short reason."""
    for many in (3, 2, 1):
        gained = gains[:many]
        lost = losses[: many - len(gained)]
        text = join_sentences(_("This gains {gains}.", gains=listing(gained)) if gained else "", *lost)
        if text and len(text) <= MOST:
            return text
    return NOTHING


# --- its gains and losses


def _gains(state: State, seat: int, action: int, parts: Sequence[Part]) -> Iterator[Text]:
    """Yield what the seat gains, the most first."""
    for part in sorted((p for p in parts if p["seat"] == seat and p["points"] > 0), key=lambda p: -p["points"]):
        yield _gain(state, action, part)


def _gain(state: State, action: int, part: Part) -> Text:
    stars = stars_text(part["points"])
    if part["what"] == "domination":
        return _("{stars} {where}", stars=stars, where=IN_AREA[AREA_IDS.index(part["area"])])
    if part["what"] == "stock":
        return _("{stars} on the Stock Exchange", stars=stars)
    if part["what"] == "blood":
        return ngettext("{stars} for {n} match", "{stars} for {n} matches", matches(state, state.player), stars=stars)
    if action in action_codes.PLACE and state.phase in SENT:
        die = die_words(state.spaces[action_codes.PLACE.place(action)])
        return _("{stars} for the {die}", stars=stars, die=die)
    return _("{stars} for the dice", stars=stars)


def _losses(seat: int, parts: Sequence[Part]) -> Iterator[Text]:
    """Yield what others lose, the most first."""
    for part in sorted((p for p in parts if p["seat"] != seat and p["points"] < 0), key=lambda p: p["points"]):
        values = {"player": player_mark(part["seat"]), "stars": stars_text(-part["points"])}
        if part["what"] == "domination":
            yield _("{player} loses {stars} {where}.", where=IN_AREA[AREA_IDS.index(part["area"])], **values)
        else:
            yield _("{player} loses {stars}.", **values)


# --- rerolls


def _rolled(state: State, seat: int, place: int) -> Text:
    """Explain rerolling a die of a board, whose value is its worth."""
    if place < BOARD or thing_at(state, place) >= THUG:
        return NOTHING
    shows, mine = value(thing_at(state, place)), seat_of(place) == seat
    if mine and shows < AVERAGE:
        return _("A roll averages {mean}, but the die only shows {value}.", mean=AVERAGE, value=shows)
    if not mine and shows > AVERAGE:
        return _(
            "This costs {player} {stars} stars on average.", player=player_mark(seat_of(place)), stars=shows - AVERAGE
        )
    return NOTHING


def _rerolled_card(state: State, seat: int, which: int) -> Text:
    """Explain rerolling a die of the Blood Dome Card that matches none of the seat's own."""
    die, found = state.card[which], matches(state, seat)
    player = state.players[seat]
    if any(player.dice[slot] == die for slot in range(player.n_dice)):
        return NOTHING
    if not found:
        return _("No die on the card has a match so far.")
    return ngettext(
        "The {die} has no match. {n} of the {cards} dice has one.",
        "The {die} has no match. {n} of the {cards} dice have one.",
        found,
        die=die_words(die),
        cards=N_CARD,
    )
