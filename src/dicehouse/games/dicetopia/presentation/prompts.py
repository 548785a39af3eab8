"""Write prompts, the score sheet, and the table as text; the sentences of the log are in `log_entries`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.option import Option, Prompt
from dicehouse.text_format import number_word

from ..rules.deal import DEALT
from ..rules.game_end import final_total
from ..rules.scenarios import AREA_IDS
from ..rules.state import COUNTED, FACES, Phase, State
from .event_names import EVENT_NAMES
from .glossary import GLOSSARY, glossary
from .log_entries import domination_words, log_entry
from .notation import ABILITIES, AREA_NAMES, FACTION_IDS, FACTION_NAMES, in_words, thug_words
from .score_sheet import round_words, score_sheet, text_board
from .short_rules import short_rules
from .story import story

__all__ = [
    "EVENT_NAMES",
    "GLOSSARY",
    "facts",
    "glossary",
    "heading",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]


ASKED: dict[int, tuple[str, str]] = {
    Phase.FACTION: ("Choose a faction", "Its ability is yours for the whole game."),
    Phase.MISSIONS: ("Give one Mission back", f"In secret. The other {number_word(COUNTED)} count at the end."),
    Phase.SKIP: ("Take this turn, or save it?", "Last Resort: you take a saved turn after the last round."),
    Phase.TURN: ("Send an Agent", "Swap it with a die. The die is yours; then do what the place lets you do."),
    Phase.CANCEL: ("Cancel this Action?", "Embargo, once per game (house rule)."),
    Phase.RETURN: ("Put a Mission under the deck", "Keep the others."),
    Phase.DOME: ("Reroll more, or fight", "Each die of the card once."),
    Phase.STOCK: ("Another cube?", "Influencer: a second one, of another colour."),
    Phase.TRANSCEND: ("Which Action?", "Any Neighbourhood's or Location's."),
    Phase.ALPHA: ("Choose an Agent", "It changes places with another one."),
    Phase.ALPHA_WITH: ("With which Agent?", "Both change places."),
    Phase.ROBIN: ("Whose die goes down?", "By 1; then one of yours goes up."),
    Phase.ROBIN_OWN: ("Which of yours goes up?", "By 1."),
    Phase.EXTERMINATE: ("Remove which die?", "Its space is dead for the rest of the game."),
    Phase.INTERVENE: ("Reroll which die?", "The first of two rerolls."),
    Phase.INTERVENE_AGAIN: ("Once more?", "The same die, or another one."),
    Phase.SLIP: ("Which Agent slips away?", "It changes places with any die of the board."),
    Phase.SLIP_TO: ("Where to?", "No Action follows."),
    Phase.TURF: ("Set which die?", "To any value."),
    Phase.SACRIFICE: ("Sacrifice which Agent?", "It becomes a Magmacorium die of any value."),
    Phase.VALUE: ("To which value?", f"1 to {FACES}."),
    Phase.END: ("Anything more?", "Your ability or tokens; else end the turn."),
    Phase.DRAFT: ("Draft a die from the prison", "It joins your board before the counting."),
    Phase.CLONE: ("Clone a die?", "One of yours takes the value or colour of one of the rival to your right."),
    Phase.BLOCKADE: ("Blockade a Neighbourhood?", "Nobody will dominate it (house rule)."),
    Phase.LEAVE: ("Leave one Mission out", f"{number_word(COUNTED).capitalize()} of your {number_word(DEALT)} count."),
}
WAITED_FOR: dict[int, str] = {
    Phase.FACTION: "is choosing a faction",
    Phase.HYPNOSIS: "may hypnotise",
    Phase.ADAPT: "may adapt",
    Phase.CANCEL: "may cancel the Action",
    Phase.DRAFT: "is drafting",
    Phase.CLONE: "may clone a die",
}
SECOND_ASKED = {
    "waste": ("With which die?", "A City die of another Neighbourhood."),
    "congress": ("With which die?", "A City die of another Neighbourhood."),
    "bank": ("For which City die?", "Both change places."),
    "nethal": ("For whose die?", "Both change places."),
}
ACTIONS: dict[str, tuple[str, str]] = {
    "agency": ("Draw a Mission", "Then one card of your hand goes under the deck."),
    "gugu": ("Reroll a die", "In any Neighbourhood, or on a Faction Board."),
    "waste": ("Move an Agent", "It changes places with a die of another Neighbourhood."),
    "congress": ("Swap two City dice", "From two Neighbourhoods."),
    "bank": ("Swap a die with the City", "First the one from a board."),
    "nethal": ("Swap a die with a rival", "First the one of yours."),
    "market": ("Set one of your dice", "To any value."),
    "dome": ("Fight in the Blood Dome", "You may reroll each die of the card once first."),
    "ravin": ("The marker, or protection", "Say who begins the next round, or protect one of your dice."),
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return _waiting(state, seat, asked, names)
    if state.phase == Phase.HYPNOSIS:
        return Prompt(f"Hypnotise {names[state.player]}?", "Name the Neighbourhood of this turn. Once per game.")
    if state.phase == Phase.ADAPT:
        whose = names[state.player]
        return Prompt("Adapt?", f"{whose} swapped what is yours. One of your dice may go up or down by 1.")
    return Prompt(*_question(state, seat))


def _question(state: State, seat: int) -> tuple[str, str]:
    phase, player = state.phase, state.players[seat]
    if phase == Phase.ACTION:
        if state.cancelled:
            return "Your Action is cancelled", "Your ability can still replace it."
        return ACTIONS[AREA_IDS[state.doing]]
    if phase == Phase.SECOND:
        return SECOND_ASKED[AREA_IDS[state.doing]]
    if phase == Phase.PLACE:
        return "Where does the Thug go?", f"It counts as {thug_words(state.options.scenario)} Agents."
    if phase == Phase.CONNECT:
        return f"Put {state.count} back", "Each on top of the deck or under it; a later one lies further out."
    if phase == Phase.TURN and state.hypnosis >= 0:
        return "You are hypnotised", f"This turn goes to {in_words(state.hypnosis)}."
    if phase == Phase.TURN and player.agents == 0:
        return "Send your last piece", f"Your Thugs count as {thug_words(state.options.scenario)} Agents."
    return ASKED[phase]


def _waiting(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    who = " and ".join(names[each] for each in asked)
    if state.phase == Phase.MISSIONS:
        done = "You have chosen. " if seat is not None and state.players[seat].gave >= 0 else ""
        return Prompt(
            f"{who} {'are' if len(asked) > 1 else 'is'} choosing Missions",
            f"{done}{number_word(COUNTED).capitalize()} of {number_word(DEALT)} are kept.",
        )
    what = WAITED_FOR.get(state.phase, "is playing")
    return Prompt(f"{who} {what}", round_words(state.round))


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    winners = [each for each in range(state.n_players) if state.winners >> each & 1]
    detail = f"{final_total(state, winners[0])} stars."
    if len(winners) > 1:
        return Prompt("Shared victory", f"{' and '.join(names[each] for each in winners)}: {detail}")
    return Prompt("You win!" if seat == winners[0] else f"{names[winners[0]]} wins", detail)


def heading(option: Option) -> tuple[str, str]:
    """Return the headings of an option on the no-JavaScript page: places for a piece are listed by area."""
    area = option.facts.get("area")
    if option.facts["kind"] in ("agent", "at") and area:
        return "Send a piece", AREA_NAMES[AREA_IDS.index(area)]
    if option.facts["kind"] == "token":
        return "Protection Tokens", ""
    return ("Swap or reroll", "") if option.facts.get("place") else ("", "")


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the position as labels and words; from a seat's view, so it shows no more than that."""
    rows = [("Round", round_words(view["round"])), ("First Player Marker", names[view["marker"]])]
    if view["saved"] is not None:
        rows.append(("Saved turn", f"{names[view['saved']]} takes it after the last round."))
    if view["scenario"]:
        rows.append((view["scenario"]["name"], view["scenario"]["text"]))
    for mission in view["hand"]:
        now = "" if mission["now"] is None else f" Now it would pay {mission['now']}."
        rows.append((f"Your Mission {mission['name']}", f"{_printed(mission)}{mission['text']}{now}"))
    for area in view["areas"]:
        rows.append((area["name"], _area_words(area, names)))
    value = view["stock"]["value"]
    rows.append(("Stock Exchange", ", ".join(f"{colour} {value[colour]}" for colour in value)))
    rows.append(("Blood Dome Card", ", ".join(view["dome"]["card"])))
    if view["prison"]["dice"]:
        rows.append(("In prison", ", ".join(view["prison"]["dice"])))
    for seat, each in enumerate(view["seats"]):
        rows += _seat_words(names[seat], each)
    return [(label, words) for label, words in rows if words]


def _printed(mission: Mapping[str, Any]) -> str:
    if mission["stars"] is None:
        return ""
    return f"{mission['stars']} stars{' each' if mission['each'] else ''}. "


def _area_words(area: Mapping[str, Any], names: Sequence[str]) -> str:
    things = ", ".join(_thing_words(thing, names) for thing in area["spaces"] if thing)
    leads = " and ".join(names[seat] for seat in area["leaders"])
    who = f" {leads} {domination_words(len(area['leaders']), area['stars'])}." if leads else ""
    return f"{area['line']}. {things}.{who}"


def _thing_words(thing: str, names: Sequence[str]) -> str:
    if thing == "x":
        return "dead space"
    piece, _, seat = thing.partition(":")
    return f"{names[int(seat)]}'s {'Agent' if piece == 'agent' else 'Thug'}" if seat else thing


def _seat_words(name: str, seat: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    if seat["faction"]:
        index = FACTION_IDS.index(seat["faction"])
        used = ", used" if seat["ability"] == "used" else ""
        rows.append((name, f"{FACTION_NAMES[index]}: {ABILITIES[index][0]}, {ABILITIES[index][1]}{used}"))
    rows.append((f"{name}: dice", ", ".join(seat["dice"])))
    protected = ", ".join(seat["dice"][slot - 1] for slot in seat["protected"])
    rows.append((f"{name}: protected", protected))
    rows.append((f"{name}: to send", ", ".join(_pieces(seat))))
    return rows


def _pieces(seat: Mapping[str, Any]) -> list[str]:
    """Name the pieces still to be sent."""
    agents = {0: [], 1: ["1 Agent"]}.get(seat["agents"], [f"{seat['agents']} Agents"])
    return agents + ["the own Thug"] * seat["tentacle"] + ["the Thug in prison"] * seat["thug"]
