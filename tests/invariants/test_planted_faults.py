"""The laws of the hidden bite: Liar's Dice with one fault planted is caught, each time by a law that says which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from dicehouse.core import Dice, Game, LogEntry, Prompt, rules

from .hidden import LAWS
from .playing import GAMES

SOUND = GAMES["liars-dice"]
RULES = vars(SOUND.rules)
OPTIONS, VIEW, PROMPTS = (vars(module) for module in SOUND.modules["presentation"])
throw, log_entry, prompt = RULES["throw"], PROMPTS["log_entry"], PROMPTS["prompt"]
cup = VIEW["cup"]


def faulty(name: str, **groups: dict[str, Any]) -> Game:
    """Liar's Dice with other functions in its groups; None takes one out."""
    modules: dict[str, Any] = {}
    for group, names in groups.items():
        found = {key: value for source in SOUND.modules[group][::-1] for key, value in vars(source).items()} | names
        modules[group] = ModuleType(SOUND.modules[group][0].__name__)
        vars(modules[group]).update({key: value for key, value in found.items() if value is not None})
    return replace(SOUND, id=f"liars-{name}", **modules)


# --- redeal


@rules
def skips_a_seat(state: Any, seat: int, dice: Dice) -> None:
    """The last seat's dice stay as they are."""
    for other in range(state.n_players - 1):
        if other != seat and not state.open:
            throw(state, other, dice)


@rules
def takes_ones_own(state: Any, seat: int, dice: Dice) -> None:
    """Even what lies under the seat's own cup is thrown again."""
    for other in range(state.n_players):
        if not state.open:
            throw(state, other, dice)


@rules
def turns_each_die_on(state: Any, seat: int, dice: Dice) -> None:
    """Each face becomes the next one: whoever knows that knows the real ones."""
    for other in range(state.n_players):
        for i in range(5):
            if other != seat and not state.open and state.cups[other, i] > 0:
                state.cups[other, i] = state.cups[other, i] % 6 + 1


# --- what is shown


def all_dice(state: Any, seat: int | None, asked: Sequence[int], told: Sequence[LogEntry]) -> dict[str, Any]:
    """A view with every cup open."""
    shown = VIEW["view"](state, seat, asked, told)
    for other, each in enumerate(shown["seats"]):
        each["dice"] = cup(state, other, True)
    return dict(shown)


def tells_all(event: Any) -> LogEntry:
    """Everybody hears what lies under a cup."""
    return replace(log_entry(event), readers=None)


def tells_the_next(event: Any) -> LogEntry:
    """The neighbour hears it too."""
    told = log_entry(event)
    return told if told.readers is None else replace(told, readers=(*told.readers, 1 - event.seat % 2))


def asks_knowingly(state: Any, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """The prompt counts what is hidden."""
    matching = sum(RULES["matching"](state, other, state.face) for other in range(state.n_players))
    return replace(prompt(state, seat, asked, names), detail=f"{matching} of that face.")


def refuses_knowingly(state: Any, seat: int, text: str) -> str:
    """A refusal that gives the neighbour's first die away."""
    return f"the next cup begins with {state.cups[(seat + 1) % state.n_players, 0]}"


def describes_knowingly(state: Any, seat: int, action: int) -> Any:
    """An option whose note says whether the bid is true."""
    option = OPTIONS["describe_action"](state, seat, action)
    found = sum(RULES["matching"](state, other, state.face) for other in range(state.n_players))
    return replace(option, note="you would win" if found < state.quantity else "you would lose")


def facts_of_all(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Harmless: it has the view alone, and so can tell no more."""
    return [(name, str(each["dice"])) for name, each in zip(names, view["seats"], strict=True)]


NO_REDEAL = "hidden_is_resampled"
TOLD = "log_tells_only_what_the_seat_may_know"
SHOWN = "nothing_tells_a_resampled_position"
FAULTS: dict[str, tuple[Game, str]] = {
    "redeal removed": (faulty("a", rules={"resample_hidden": None}), NO_REDEAL),
    "redeal removed, all dice in every view": (
        faulty("b", rules={"resample_hidden": None}, presentation={"view": all_dice}),
        NO_REDEAL,
    ),
    "redeal skips a seat": (faulty("c", rules={"resample_hidden": skips_a_seat}), NO_REDEAL),
    "a secret is told to all": (faulty("d", presentation={"log_entry": tells_all}), TOLD),
    "a secret is told to a neighbour": (faulty("e", presentation={"log_entry": tells_the_next}), TOLD),
    "redeal takes what the seat knows": (faulty("f", rules={"resample_hidden": takes_ones_own}), SHOWN),
    "redeal depends on the real dice": (
        faulty("g", rules={"resample_hidden": turns_each_die_on}),
        "resampling_uses_only_what_the_seat_knows",
    ),
    "all dice in every view": (faulty("h", presentation={"view": all_dice}), SHOWN),
    "the prompt knows": (faulty("i", presentation={"prompt": asks_knowingly}), SHOWN),
    "a refusal knows": (faulty("j", presentation={"refusal": refuses_knowingly}), SHOWN),
    "an option knows": (faulty("k", presentation={"describe_action": describes_knowingly}), SHOWN),
    "SAME_FOR_ALL untrue": (
        faulty("l", presentation={"SAME_FOR_ALL": True}),
        "same_view_is_the_same",
    ),
}


DUEL = GAMES["deck-o-dice"]
RESAMPLE = vars(DUEL.rules)["resample_hidden"]


def other_rules(game: Game, name: str, **names: Any) -> Game:
    """A game with other functions in its rules."""
    module = ModuleType(game.rules.__name__)
    vars(module).update(vars(game.rules) | names)
    return replace(game, id=f"{game.id}-{name}", rules=module)


def test_a_sealed_choice_that_resampling_keeps_is_found() -> None:
    """Even where cards are resampled, so that the owner's view changes all the same."""
    sealed = other_rules(DUEL, "sealed", resample_hidden=resamples_cards_alone)
    with pytest.raises(AssertionError, match="resample_hidden keeps the real one"):
        LAWS["indistinguishable_is_resampled_alike"](sealed)


@rules
def resamples_cards_alone(state: Any, seat: int, dice: Dice) -> None:
    """Resample as the game does, but put the other's choice back."""
    choice = state.sides[1 - seat].choice
    RESAMPLE(state, seat, dice)
    state.sides[1 - seat].choice = choice


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str) -> None:
    game, law = FAULTS[fault]
    with pytest.raises(AssertionError, match=r"seat|resampl"):
        LAWS[law](game)


@pytest.mark.parametrize("law", LAWS)
def test_the_same_game_without_a_fault_is_not(law: str) -> None:
    LAWS[law](faulty("sound", presentation={"facts": facts_of_all}))
