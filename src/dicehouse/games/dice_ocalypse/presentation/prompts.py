"""Write the sentences of the log, the prompts, and the facts on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.core.option import Prompt
from dicehouse.text_format import number_word

from ..rules.state import (
    BATTLE_ZONE,
    MAX_PLAYERS,
    N_DICE,
    BattleOutcome,
    Card,
    EventKind,
    Phase,
    ScoreSource,
    State,
    in_window,
)
from ..rules.war_cards import COLLATERAL_DICE
from .card_status import CARD_IDS, CARD_NAMES
from .event_names import EVENT_NAMES
from .glossary import GLOSSARY
from .options import dice_words, number, percent
from .score_sheet import SOURCES, score_sheet, text_board
from .scoring_table import examples, rows_in_words
from .short_rules import short_rules
from .story import story
from .throw_points import points_available

__all__ = [
    "EVENT_NAMES",
    "GLOSSARY",
    "THROWS",
    "examples",
    "facts",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]

THROWS = (EventKind.THROW,)

REASONS: dict[int, str] = {
    ScoreSource.TURN: "",
    ScoreSource.DOUBLE_NEXT: " from Double Next Score",
    ScoreSource.DOUBLE: " from Double or Nothing",
    ScoreSource.BATTLE_ZONE: " from the Battle Zone",
    ScoreSource.COLLATERAL: " from Collateral Damage",
    ScoreSource.COLLATERAL_LOSS: " to Collateral Damage",
    ScoreSource.BLOODSHED: " to Bloodshed",
    ScoreSource.DO_OR_DIE: " to Do or Die",
}
OUTCOMES: dict[int, tuple[str, str]] = {
    BattleOutcome.NONE: ("none", "nothing happens"),
    BattleOutcome.LOSE_TURN: ("lose-turn", "a single 1, the next turn is lost"),
    BattleOutcome.DOUBLE_NEXT: ("double-next", "doubles, the next score counts twice"),
    BattleOutcome.DOUBLE_NOW: ("double-now", "doubles, this turn counts twice"),
    BattleOutcome.VOID: ("void", "doubles, but this score has been touched already"),
}


def listed(names: Sequence[str]) -> str:
    """Return names in a sentence: Ana; Ana and Ben; Ana, Ben and Cid."""
    return " and ".join([", ".join(names[:-1]), *names[-1:]] if len(names) > 1 else names)


# --- the log


def log_entry(event: Event) -> LogEntry:
    """Return the log entry of `event`."""
    kind, text, facts = ENTRY_WRITERS[event.kind](event)
    last = "The last round" if kind == "dice-ocalypse" else ""
    return LogEntry(kind, event.seat if event.seat >= 0 else None, text, facts, last=last)


def _faces(e: Event) -> list[int]:
    return list(e.faces)[: e.n_faces]


def _line(e: Event) -> str:
    return " ".join(map(str, _faces(e)))


EntryWriter = Callable[[Event], tuple[str, str, dict[str, Any]]]


def _roll_off(e: Event) -> tuple[str, str, dict[str, Any]]:
    purpose = "card" if e.item else "first"
    aim = "to be first with the card" if e.item else "for the first turn"
    return "roll-off", f"{{{e.seat}}} rolls {e.faces[0]} {aim}.", {"die": e.faces[0], "purpose": purpose}


def _turn(e: Event) -> tuple[str, str, dict[str, Any]]:
    doubled = " under Double Next Score" if e.other == 1 else ""
    taken = f", taking over {number(e.amount)} points" if e.amount else ""
    text = f"{{{e.seat}}} takes turn {e.total} with {dice_words(e.item) if e.item else 'no dice'}{doubled}{taken}."
    return "turn", text, {"turn": e.total, "dice": e.item, "doubled": e.other == 1, "points": e.amount}


def _throw(e: Event) -> tuple[str, str, dict[str, Any]]:
    return "throw", f"{{{e.seat}}} throws {_line(e)}.", {"dice": _faces(e), "turn_score": e.amount}


def _bust(e: Event) -> tuple[str, str, dict[str, Any]]:
    text = f"{{{e.seat}}} busts and loses {number(e.amount)}." if e.amount else f"{{{e.seat}}} busts."
    return "bust", text, {"lost": e.amount}


def _keep(e: Event) -> tuple[str, str, dict[str, Any]]:
    hot = ": hot dice" if e.other else ""
    faces, places = sorted(_faces(e)), e.item
    facts = {
        "faces": faces,
        "keep": [i for i in range(N_DICE) if places >> i & 1],
        "points": e.amount,
        "turn_score": e.total,
        "hot": bool(e.other),
    }
    return "keep", f"{{{e.seat}}} keeps {' '.join(map(str, faces))} ({number(e.amount)}){hot}.", facts


def _bank(e: Event) -> tuple[str, str, dict[str, Any]]:
    return "bank", f"{{{e.seat}}} banks {number(e.amount)}.", {"points": e.amount}


def _card(e: Event) -> tuple[str, str, dict[str, Any]]:
    own = e.item in (Card.DOUBLE, Card.BLOODSHED)
    target = "" if own else f" on {{{e.other}}}"
    return "card", f"{{{e.seat}}} plays {CARD_NAMES[e.item]}{target}.", {"card": CARD_IDS[e.item], "on": e.other}


def _card_back(e: Event) -> tuple[str, str, dict[str, Any]]:
    return "card-back", f"{{{e.seat}}} takes {CARD_NAMES[e.item]} back.", {"card": CARD_IDS[e.item]}


def _card_void(e: Event) -> tuple[str, str, dict[str, Any]]:
    text = f"{{{e.seat}}}'s {CARD_NAMES[e.item]} comes too late: the target is crossed."
    return "card-void", text, {"card": CARD_IDS[e.item]}


def _vote(e: Event) -> tuple[str, str, dict[str, Any]]:
    if e.other < 0:
        return "vote", f"{{{e.seat}}} leaves it to the dice.", {"for": None}
    return "vote", f"{{{e.seat}}} says that {{{e.other}}} was first.", {"for": e.other}


def _immunity(e: Event) -> tuple[str, str, dict[str, Any]]:
    name = CARD_NAMES[e.item]
    effect = "loses nothing to Bloodshed" if e.item == Card.BLOODSHED else f"stops {name}"
    text = f"{{{e.seat}}} uses Immunity and {effect}."
    return "immunity", text, {"card": CARD_IDS[e.item], "by": e.other}


def _prove(e: Event) -> tuple[str, str, dict[str, Any]]:
    verdict = "the score stands" if e.item else "the turn is worth nothing"
    text = f"{{{e.seat}}} has to prove it and rolls {e.faces[0]}: {verdict}."
    return "prove", text, {"die": e.faces[0], "stands": bool(e.item)}


def _double(e: Event) -> tuple[str, str, dict[str, Any]]:
    verdict = "the turn counts twice" if e.item else "the turn is worth nothing"
    text = f"{{{e.seat}}} rolls {e.faces[0]} for Double or Nothing: {verdict}."
    return "double", text, {"die": e.faces[0], "won": bool(e.item)}


def _do_or_die(e: Event) -> tuple[str, str, dict[str, Any]]:
    verdict = "the whole total is gone" if e.item else "no harm done"
    text = f"{{{e.seat}}} rolls {e.faces[0]} for Do or Die: {verdict}."
    return "do-or-die", text, {"die": e.faces[0], "hit": bool(e.item)}


def _collateral(e: Event) -> tuple[str, str, dict[str, Any]]:
    own, theirs = _faces(e)[:COLLATERAL_DICE], _faces(e)[COLLATERAL_DICE:]
    verdict = "the damage is done" if e.item else "no harm done"
    text = f"{{{e.seat}}} rolls {e.amount}, {{{e.other}}} rolls {e.total}: {verdict}."
    return "collateral", text, {"by": e.other, "dice": own, "against": theirs, "hit": bool(e.item)}


def _score(e: Event) -> tuple[str, str, dict[str, Any]]:
    verb = "scores" if e.amount >= 0 else "loses"
    text = f"{{{e.seat}}} {verb} {number(abs(e.amount))}{REASONS[e.item]}: {number(e.total)}."
    return "score", text, {"points": e.amount, "total": e.total, "source": SOURCES[e.item][0]}


def _zombie(e: Event) -> tuple[str, str, dict[str, Any]]:
    left = dice_words(e.item) if e.item else "no dice"
    text = f"{{{e.seat}}} throws the Zombie die at {{{e.other}}}: {e.faces[0]}. That leaves {left}."
    return "zombie", text, {"die": e.faces[0], "on": e.other, "left": e.item}


def _left_behind(e: Event) -> tuple[str, str, dict[str, Any]]:
    keeps = e.seat == e.other
    where = f"{{{e.seat}}} keeps it" if keeps else f"It goes to {{{e.other}}}"
    text = f"{{{e.seat}}} throws the Left Behind die: {e.faces[0]}. {where}."
    return "left-behind", text, {"die": e.faces[0], "on": e.other}


def _battle_roll(e: Event) -> tuple[str, str, dict[str, Any]]:
    key, words = OUTCOMES[e.item]
    return (
        "battle-roll",
        f"{{{e.seat}}} rolls {_line(e)}: {words}.",
        {"dice": _faces(e), "outcome": key, "starter": e.other},
    )


def _tie(e: Event) -> tuple[str, str, dict[str, Any]]:
    tied = [seat for seat in range(MAX_PLAYERS) if e.item >> seat & 1]
    return (
        "tie",
        f"A tie: {listed([f'{{{seat}}}' for seat in tied])} throw all {number_word(N_DICE)} dice.",
        {"seats": tied},
    )


def _tie_roll(e: Event) -> tuple[str, str, dict[str, Any]]:
    total = sum(_faces(e))
    return "tie-roll", f"{{{e.seat}}} throws {_line(e)}, {total} in all.", {"dice": _faces(e), "sum": total}


def _plain(kind: str, text: str) -> EntryWriter:
    return lambda e: (kind, text.replace("{}", f"{{{e.seat}}}"), {})


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.ROLL_OFF: _roll_off,
    EventKind.FIRST: _plain("first", "{} begins."),
    EventKind.TURN: _turn,
    EventKind.THROW: _throw,
    EventKind.BUST: _bust,
    EventKind.KEEP: _keep,
    EventKind.BANK: _bank,
    EventKind.CARD: _card,
    EventKind.CARD_BACK: _card_back,
    EventKind.CARD_VOID: _card_void,
    EventKind.VOTE: _vote,
    EventKind.IMMUNITY: _immunity,
    EventKind.PROVE: _prove,
    EventKind.DOUBLE: _double,
    EventKind.DO_OR_DIE: _do_or_die,
    EventKind.COLLATERAL: _collateral,
    EventKind.SCORE: _score,
    EventKind.ZOMBIE_GET: _plain("zombie-get", "{} scores nothing with the first throw and gets the Zombie die."),
    EventKind.ZOMBIE: _zombie,
    EventKind.LEFT_BEHIND_GET: _plain(
        "left-behind-get", "{} is the last without a score and gets the Left Behind die."
    ),
    EventKind.LEFT_BEHIND: _left_behind,
    EventKind.SKIPPED: _plain("skipped", "{} is skipped."),
    EventKind.LOST_TURN: _plain("lost-turn", "{} loses this turn."),
    EventKind.BATTLE_ZONE: _plain("battle-zone", f"{{}} reaches {number(BATTLE_ZONE)}: Battle Zone!"),
    EventKind.BATTLE_ROLL: _battle_roll,
    EventKind.DICE_OCALYPSE: lambda e: (
        "dice-ocalypse",
        f"Dice-ocalypse! {{{e.seat}}} sets the bar at {number(e.amount)}; everybody else has one more turn.",
        {"bar": e.amount},
    ),
    EventKind.DICED: lambda e: (
        "diced",
        f"{{{e.seat}}} ends on {number(e.total)}, below the bar: diced.",
        {"total": e.total},
    ),
    EventKind.TIE: _tie,
    EventKind.TIE_ROLL: _tie_roll,
    EventKind.WIN: lambda e: (
        "win",
        f"{{{e.seat}}} wins with {number(e.total)}: the Die-structor!",
        {"total": e.total},
    ),
}


# --- prompts


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do or waits for; a spectator's prompt if `seat` is None."""
    player = names[state.player]
    if state.phase == Phase.OVER:
        return Prompt(
            "You win!" if seat == state.winner else f"{names[state.winner]} wins", "The Die-structor is known."
        )
    if seat is None or seat not in asked:
        return _waiting(state, asked, names)
    if state.phase == Phase.START:
        return Prompt("Throw the dice", _start_detail(state))
    if state.phase == Phase.KEEP:
        return Prompt("Keep, then throw or bank", _keep_detail(state, seat))
    if state.phase == Phase.REACT:
        return Prompt(
            f"{player} has thrown {_lying(state)}",
            f"{number(state.turn_points)} set aside. Play a card, or let it stand?",
            True,
        )
    if state.phase == Phase.REACT_END:
        what = "has bust" if state.bust else f"banks {number(state.turn_points)}"
        return Prompt(f"{player} {what}", "Play a card against this turn, or let it stand?", True)
    if state.phase == Phase.VOTE:
        return Prompt("Cards at once: who was first?", f"{_contenders(state, names)}. Or let the dice decide.", True)
    if state.phase == Phase.IMMUNITY:
        return Prompt(
            f"{names[state.card_by]} hits you with {CARD_NAMES[state.card]}",
            "Use your Immunity card, or take it?",
            True,
        )
    if state.phase == Phase.LEFT_BEHIND:
        whose = "You are" if seat == state.player else f"{player} is"
        return Prompt(f"{whose} about to play", "Throw the Left Behind die, or keep it for later?", True)
    return Prompt(f"{player} is about to play", "Throw the Zombie die, or keep it for later?", True)


def _contenders(state: State, names: Sequence[str]) -> str:
    played = [s for s in range(state.n_players) if state.contenders >> s & 1]
    return listed([f"{names[s]} with {CARD_NAMES[state.reply[s]]}" for s in played])


def _lying(state: State) -> str:
    return " ".join(map(str, list(state.dice)[: state.n_dice]))


def _start_detail(state: State) -> str:
    if state.bar:
        return f"Your last turn: {number(state.bar)} is the total to reach."
    if state.doubled:
        return "Double Next Score: this turn counts twice, and no war card may be played on it."
    if not state.players[state.player].opened:
        return f"Your first score must be worth {number(state.options.opening)} or more."
    return ""


def _keep_detail(state: State, seat: int) -> str:
    best = points_available(state)
    detail = f"You threw {_lying(state)}, worth up to {number(best)}."
    if not state.players[seat].opened and state.turn_points + best < state.options.opening:
        detail += f" You need {number(state.options.opening)} to open."
    return detail


def _waiting(state: State, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    player = names[state.player]
    who = listed([names[s] for s in asked])
    if in_window(state):
        return Prompt(f"{who} may play a card", f"{player} has {number(state.turn_points)} at stake.")
    if state.phase == Phase.VOTE:
        what = "says who was first" if len(asked) == 1 else "say who was first"
        return Prompt(f"{who} {what}", f"{_contenders(state, names)}, at once.")
    if state.phase == Phase.IMMUNITY:
        return Prompt(f"{names[state.asking]} may use Immunity", f"{CARD_NAMES[state.card]} is about to strike.")
    if state.phase == Phase.KEEP:
        return Prompt(f"{player} is choosing", f"{number(state.turn_points)} set aside; {_lying(state)} on the table.")
    if state.phase in (Phase.LEFT_BEHIND, Phase.ZOMBIE):
        die = "Left Behind" if state.phase == Phase.LEFT_BEHIND else "Zombie"
        return Prompt(f"{who} may throw the {die} die", f"{player} is about to play.")
    return Prompt(f"{player} is about to throw", "")


# --- the position in words, for pages without a board


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the facts on the table as labels and words, from a seat's view, so that nothing hidden is told."""
    rows = [
        ("Set aside this turn", _groups(view)),
        ("War card in play", _pending(view, names)),
        ("This turn", "counts double; no war card may be played on it" if view["doubled"] else ""),
        ("Zombie die", _holder(view, "zombie", names)),
        ("Left Behind die", _holder(view, "left_behind", names)),
        ("Dice-ocalypse", _last_round(view, names)),
        ("Target", _target(view)),
        ("What scores", rows_in_words(view["worth"])),
        ("Risk of a throw", ", ".join(f"{dice_words(o['dice'])} {percent(o['bust'])}" for o in view["odds"])),
    ]
    return [(label, words) for label, words in rows if words]


def _target(view: Mapping[str, Any]) -> str:
    target = number(view["target"])
    return f"{f'{target} or more' if view['exact_target'] else f'over {target}'}; to open, {number(view['opening'])}"


def _groups(view: Mapping[str, Any]) -> str:
    groups = [f"{' '.join(map(str, g['faces']))} ({number(g['points'])})" for g in view["kept"]]
    total = number(view["turn_score"])
    return f"{total}: {', '.join(groups)}" if groups else total


def _pending(view: Mapping[str, Any], names: Sequence[str]) -> str:
    card = view["card"]
    if card is None:
        return ""
    name = next(CARD_NAMES[kind] for kind, known in CARD_IDS.items() if known == card["kind"])
    return f"{name}, by {names[card['by']]}"


def _holder(view: Mapping[str, Any], die: str, names: Sequence[str]) -> str:
    if not view["dice_specials"]:
        return ""
    holder = view[die]["holder"]
    return "not in play yet" if holder is None else f"held by {names[holder]}"


def _last_round(view: Mapping[str, Any], names: Sequence[str]) -> str:
    final = view["final"]
    if final is None:
        return ""
    left = listed([names[seat] for seat in final["to_play"]])
    waiting = f"; still to play: {left}" if left else ""
    return f"{number(final['bar'])} is the bar, set by {names[final['first']]}{waiting}"
