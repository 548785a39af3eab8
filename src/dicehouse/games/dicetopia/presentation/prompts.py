"""Write prompts, the score sheet, and the table as text; the sentences of the log are in `log_entries`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core.option import Option, Prompt
from dicehouse.i18n import Text, _, join_sentences, listing, ngettext

from ..rules.abilities import ability_ready
from ..rules.area_actions import action_possible, matching_only
from ..rules.deal import DEALT
from ..rules.game_end import final_total
from ..rules.protection_tokens import tokens_ready
from ..rules.scenarios import AREA_IDS
from ..rules.scoring import right_neighbour
from ..rules.state import COUNTED, FACES, N_CARD, ROUNDS, Area, Phase, State
from .event_names import EVENT_NAMES
from .first_time import FIRST_TIME
from .glossary import GLOSSARY, glossary
from .log_entries import domination_text, log_entry
from .notation import ABILITIES, AREA_NAMES, COLOURS, FACTION_IDS, FACTION_NAMES, die_number
from .score_sheet import round_words, score_sheet, text_board
from .short_rules import short_rules
from .story import story
from .words import COLOUR_WORDS, TO_AREA, die_words, stars_text, thug_agents

__all__ = [
    "EVENT_NAMES",
    "FIRST_TIME",
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


Question = tuple[Text, Text]
NO_DETAIL = Text("")
ASKED: dict[int, Question] = {
    Phase.FACTION: (_("Choose a faction"), _("You have its ability for the whole game.")),
    Phase.MISSIONS: (
        _("Give one Mission back"),
        ngettext(
            "Only you see it. The other {n} counts at the end.",
            "Only you see it. The other {n} count at the end.",
            COUNTED,
        ),
    ),
    Phase.SKIP: (_("Take this turn, or save it?"), _("With Last Resort you take it after the last round.")),
    Phase.TURN: (_("Send an Agent"), _("Take a die, then use the area's Action.")),
    Phase.CANCEL: (_("Cancel this Action?"), _("You can use Embargo once per game (house rule).")),
    Phase.RETURN: (_("Put a Mission under the deck"), _("You keep the others.")),
    Phase.STOCK: (_("Move another cube?"), _("With Influencer you can move a second cube of another colour.")),
    Phase.TRANSCEND: (_("Choose an Action"), _("You can perform any of these.")),
    Phase.ALPHA: (_("Choose an Agent"), _("It swaps places with another Agent.")),
    Phase.ALPHA_WITH: (_("Choose the other Agent"), _("The two Agents swap places.")),
    Phase.ROBIN: (_("Lower another player's die by 1"), _("Then you raise one of yours by 1.")),
    Phase.ROBIN_OWN: (_("Raise one of your dice by 1"), NO_DETAIL),
    Phase.EXTERMINATE: (_("Destroy a die"), _("Its space can't be used any more.")),
    Phase.INTERVENE: (_("Reroll a die"), _("You have two rerolls.")),
    Phase.INTERVENE_AGAIN: (_("Reroll once more?"), _("Choose the same die or another one.")),
    Phase.SLIP: (_("Choose the Agent to move"), _("It swaps places with a die.")),
    Phase.SLIP_TO: (_("Choose a die to swap with"), _("You get no Action for it.")),
    Phase.TURF: (_("Set a die"), _("Choose any value for it.")),
    Phase.SACRIFICE: (_("Sacrifice an Agent"), _("You get a Magmacorium die of any value for it.")),
    Phase.VALUE: (_("Choose a value"), _("You can choose 1 to {faces}.", faces=FACES)),
    Phase.DRAFT: (_("Draft a die from the prison"), _("It joins your dice before they are scored.")),
    Phase.BLOCKADE: (_("Blockade a Neighbourhood?"), _("Then nobody dominates it (house rule).")),
    Phase.LEAVE: (
        _("Leave out one Mission"),
        ngettext("Your other {n} Mission scores.", "Your other {n} Missions score.", COUNTED),
    ),
}
SECOND_ASKED: dict[int, Question] = {
    Area.WASTE: (_("Choose a die to swap with"), _("It must be in another Neighbourhood.")),
    Area.CONGRESS: (_("Choose a die to swap with"), _("It must be in another Neighbourhood.")),
    Area.BANK: (_("Choose a City die"), _("The dice swap places.")),
    Area.NETHAL: (_("Choose another player's die"), _("The dice swap places.")),
}
MATCHING = _("The dice must match in colour or value.")
ACTIONS: dict[int, Question] = {
    Area.AGENCY: (_("Draw a Mission"), _("Then put one of your Missions under the deck.")),
    Area.GUGU: (_("Reroll a die"), _("It can be in a Neighbourhood or on any Faction Board.")),
    Area.WASTE: (_("Move an Agent"), _("It swaps places with a die in another Neighbourhood.")),
    Area.CONGRESS: (_("Swap a City die"), _("Then choose a die in another Neighbourhood.")),
    Area.BANK: (_("Swap one of your dice"), _("Then choose a City die.")),
    Area.NETHAL: (_("Swap one of your dice"), _("Then choose another player's die.")),
    Area.MARKET: (_("Set one of your dice"), _("Choose any value for it.")),
    Area.DOME: (_("Fight in the Blood Dome"), _("You can reroll each die on the card once before you fight.")),
}
REBALANCED_ACTIONS: dict[int, Question] = {
    Area.GUGU: (_("Reroll a die"), _("It can be in a Neighbourhood or on your Faction Board.")),
    Area.WASTE: (_("Move one of your Agents"), _("It swaps places with a die in another Neighbourhood.")),
    Area.BANK: (_("Swap one of your dice"), MATCHING),
    Area.NETHAL: (_("Swap one of your dice"), MATCHING),
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return _waiting(state, seat, asked, names)
    if state.phase == Phase.HYPNOSIS:
        title = _("Hypnotise {player}?", player=names[state.player])
        return Prompt(title, _("Choose the Neighbourhood for this turn. You can do it once per game."))
    if state.phase == Phase.ADAPT:
        detail = _(
            "{player} swapped an Agent or a die of yours. You can turn one of your dice up or down by 1.",
            player=names[state.player],
        )
        return Prompt(_("Use Adaptation?"), detail)
    if state.phase == Phase.CLONE:
        right = names[right_neighbour(state, seat)]
        return Prompt(
            _("Clone a die?"),
            _("One of your dice takes the value or the colour of one of {player}'s dice.", player=right),
        )
    return Prompt(*_question(state, seat))


def _question(state: State, seat: int) -> Question:
    phase, player = state.phase, state.players[seat]
    if phase == Phase.ACTION:
        return _action_asked(state, seat)
    if phase == Phase.SECOND:
        title, detail = SECOND_ASKED[state.doing]
        return title, MATCHING if _must_match(state) else detail
    if phase == Phase.DOME:
        detail = _("You have rerolled every die on the card.") if state.rerolled == (1 << N_CARD) - 1 else NO_DETAIL
        return (
            (_("Fight"), detail) if detail else (_("Reroll another die, or fight"), _("You can reroll each die once."))
        )
    if phase == Phase.PLACE:
        return _("Choose where the Thug goes"), _("It counts as {agents}.", agents=thug_agents(state.options.scenario))
    if phase == Phase.CONNECT:
        title = ngettext("Put {n} Mission back", "Put {n} Missions back", state.count)
        return title, _("Put each on top of the deck or under it.")
    if phase == Phase.TURN and state.hypnosis >= 0:
        return _("You are hypnotised"), _("Your piece must go {where} this turn.", where=TO_AREA[state.hypnosis])
    if phase == Phase.TURN and player.agents == 0:
        return _("Send a Thug"), _("It counts as {agents}.", agents=thug_agents(state.options.scenario))
    if phase == Phase.END:
        return _at_the_end(state, seat)
    return ASKED[phase]


def _action_asked(state: State, seat: int) -> Question:
    """Return the question for an Action, by the rules of the table and what can be done now."""
    if state.cancelled:
        return _("Your Action is cancelled"), _("You can use your ability instead.")
    if not action_possible(state, seat, state.doing):
        return _("The Action is impossible"), _("You can use the Stock Exchange or skip it.")
    if state.doing == Area.RAVIN:
        return _favour_asked(state, seat)
    if state.doing == Area.BANK and state.options.observatory_advanced:
        return _("Swap a die on any Faction Board"), _("A City die must match it in colour or value.")
    if state.options.neighbourhood_text and state.doing in REBALANCED_ACTIONS:
        return REBALANCED_ACTIONS[state.doing]
    return ACTIONS[state.doing]


def _must_match(state: State) -> bool:
    return state.doing in (Area.BANK, Area.NETHAL) and matching_only(state, state.doing)


def _favour_asked(state: State, seat: int) -> Question:
    """Return the question of the Ravin Sanctuary; the marker decides who drafts first once no round is to come."""
    player = state.players[seat]
    title = _("Give the First Player Marker")
    detail = _("That player begins the next round.") if state.round < ROUNDS else _("That player drafts first.")
    if state.tokens > 0 and any(player.protected >> slot & 1 == 0 for slot in range(player.n_dice)):
        detail = join_sentences(detail, _("Or protect one of your dice."))
    return title, detail


def _at_the_end(state: State, seat: int) -> Question:
    """Return the question at the end of a turn: it is only asked where something can still be done."""
    title = _("Do anything else?")
    ability, tokens = ability_ready(state, seat), tokens_ready(state, seat)
    if ability and tokens:
        return title, _("You can use your ability or move a Protection Token.")
    if ability:
        return title, _("You can use your ability.")
    return title, _("You can place or move a Protection Token.")


def _waiting(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    who = listing([names[each] for each in asked])
    if state.phase == Phase.MISSIONS:
        chosen = seat is not None and state.players[seat].gave >= 0
        return Prompt(
            _("Waiting for {players} to choose Missions", players=who),
            join_sentences(
                _("You have chosen.") if chosen else "",
                ngettext(
                    "They keep {n} of their {dealt} Missions.",
                    "They keep {n} of their {dealt} Missions.",
                    COUNTED,
                    dealt=DEALT,
                ),
            ),
        )
    return Prompt(_waited_for(state.phase, who), round_words(state.round))


def _waited_for(phase: int, who: Text) -> Text:
    """Return for whom and what others wait."""
    if phase == Phase.FACTION:
        return _("{players} is choosing a faction", players=who)
    if phase == Phase.HYPNOSIS:
        return _("{players} can use Hypnosis", players=who)
    if phase == Phase.ADAPT:
        return _("{players} can use Adaptation", players=who)
    if phase == Phase.CANCEL:
        return _("{players} can cancel the Action", players=who)
    if phase == Phase.DRAFT:
        return _("{players} is drafting a die", players=who)
    if phase == Phase.CLONE:
        return _("{players} can use Cloning", players=who)
    return _("{players} is playing", players=who)


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    winners = [each for each in range(state.n_players) if state.winners >> each & 1]
    detail = stars_text(final_total(state, winners[0]))
    if len(winners) > 1:
        players = listing([names[each] for each in winners])
        return Prompt(_("Shared win"), _("{players} each have {stars}.", players=players, stars=detail))
    if seat == winners[0]:
        return Prompt(_("You win!"), _("You have {stars}.", stars=detail))
    winner = names[winners[0]]
    return Prompt(_("{player} wins!", player=winner), _("{player} has {stars}.", player=winner, stars=detail))


def heading(option: Option) -> tuple[str, str]:
    """Return the headings of an option on the no-JavaScript page: places for a piece are listed by area."""
    area = option.facts.get("area")
    if option.facts["kind"] in ("agent", "at") and area:
        return _("Send a piece"), AREA_NAMES[AREA_IDS.index(area)]
    if option.facts["kind"] == "token":
        return _("Protection Tokens"), ""
    return (_("Swap or reroll"), "") if option.facts.get("place") else ("", "")


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the position as labels and words; from a seat's view, so it shows no more than that."""
    rows: list[tuple[str, str]] = [
        (_("Round"), round_words(view["round"])),
        (_("First Player Marker"), names[view["marker"]]),
    ]
    if view["saved"] is not None:
        rows.append(
            (_("Saved turn"), _("{player} takes it after the last round.", player=names[view["saved"]])),
        )
    if view["scenario"]:
        rows.append((view["scenario"]["name"], view["scenario"]["text"]))
    for mission in view["hand"]:
        now = "" if mission["now"] is None else _("It would score {n} now.", n=mission["now"])
        label = _("Your Mission {mission}", mission=mission["name"])
        rows.append((label, join_sentences(_printed(mission), mission["text"], now)))
    for area in view["areas"]:
        rows.append((area["name"], _area_words(area, names)))
    stock = [
        Text("{colour} {stars}", {"colour": COLOUR_WORDS[COLOURS.index(colour)], "stars": stars})
        for colour, stars in view["stock"]["value"].items()
    ]
    rows.append((_("Stock Exchange"), _series(stock)))
    rows.append((_("Blood Dome Card"), _dice(view["dome"]["card"])))
    rows.append((_("In prison"), _dice(view["prison"]["dice"])))
    for seat, each in enumerate(view["seats"]):
        rows += _seat_words(names[seat], each)
    return [(label, words) for label, words in rows if words]


def _series(items: Sequence[object]) -> Text:
    """Return a list without a word before its last item."""
    return Text(", ".join(f"{{item{i}}}" for i in range(len(items))), {f"item{i}": s for i, s in enumerate(items)})


def _dice(dice: Sequence[str]) -> Text:
    return _series([die_words(die_number(die)) for die in dice])


def _printed(mission: Mapping[str, Any]) -> Text:
    if mission["stars"] is None:
        return NO_DETAIL
    if mission["each"]:
        return ngettext("{n} star each.", "{n} stars each.", mission["stars"])
    return ngettext("{n} star.", "{n} stars.", mission["stars"])


def _area_words(area: Mapping[str, Any], names: Sequence[str]) -> Text:
    things = _series([_thing_words(thing, names) for thing in area["spaces"] if thing])
    leaders = area["leaders"]
    who = domination_text(leaders, area["stars"], [names[seat] for seat in leaders]) if leaders else ""
    line, listed = Text("{line}.", {"line": area["line"]}), Text("{things}.", {"things": things}) if things else ""
    return join_sentences(line, listed, who)


def _thing_words(thing: str, names: Sequence[str]) -> Text:
    if thing == "x":
        return _("destroyed space")
    piece, _colon, seat = thing.partition(":")
    if not seat:
        return die_words(die_number(thing))
    if piece == "agent":
        return _("{player}'s Agent", player=names[int(seat)])
    return _("{player}'s Thug", player=names[int(seat)])


def _seat_words(name: str, seat: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if seat["faction"]:
        index = FACTION_IDS.index(seat["faction"])
        ability, words = ABILITIES[index]
        values = {"faction": FACTION_NAMES[index], "ability": ability, "words": words}
        said = Text("{faction}: {ability}, {words}", values)
        rows.append((name, _("{faction}: {ability} (used), {words}", **values) if seat["ability"] == "used" else said))
    rows.append((_("{player}: dice", player=name), _dice(seat["dice"])))
    rows.append((_("{player}: protected", player=name), _dice([seat["dice"][slot - 1] for slot in seat["protected"]])))
    rows.append((_("{player}: pieces left", player=name), _series(_pieces(seat))))
    return rows


def _pieces(seat: Mapping[str, Any]) -> list[Text]:
    """Name the pieces still to be sent."""
    agents = [ngettext("{n} Agent", "{n} Agents", seat["agents"])] if seat["agents"] else []
    return agents + [_("the Tentacle Force's Thug")] * seat["tentacle"] + [_("the Thug in prison")] * seat["thug"]
