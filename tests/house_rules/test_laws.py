"""A house rule that breaks a law is refused with the law's name, and the seed at which it broke."""

from __future__ import annotations

import re

import pytest

from dicehouse.core import Game
from dicehouse.errors import BadRule
from dicehouse.games import find
from dicehouse.games.house_rules import invariants
from dicehouse.games.house_rules.invariants import INVARIANTS, find_violation
from dicehouse.games.house_rules.patched_game import patched

from .conftest import EXAMPLES, Writes

OF_PIG = {
    invariants.GAME_IS_COMPLETE: (
        'from dicehouse.core import Setting\nadds(Setting("gift", "Gift", "number", 11, low=0, high=9))'
    ),
    invariants.RULE_RUNS: """
    @replaces("end_turn")
    def end_turn(state):
        state.player += 100
    """,
    invariants.RULE_COMPILES: """
    @replaces("end_turn")
    def end_turn(state):
        state.turn_points = {0: 0}[0]
        state.player = (state.player + 1) % state.n_players
    """,
    invariants.COMPILED_EQUALS_INTERPRETED: """
    @replaces("end_turn")
    def end_turn(state):
        many = state.turn_points + 1
        for _ in range(64):
            many *= 2
        state.turn_points = 1 if many > 0 else 0
        state.player = (state.player + 1) % state.n_players
    """,
    invariants.ALL_CHANCE_IS_DICE: """
    import random
    from pig.rules import end_turn as end_as_written

    @replaces("end_turn")
    def end_turn(state):
        end_as_written(state)
        state.turn_points = int(random.random() * 1000)
    """,
    invariants.ACTING_SEATS_HAVE_OPTIONS: """
    from pig.rules import BANK
    from dicehouse.core import add_action

    @replaces("legal")
    def legal(state, seat, actions):
        if state.turn_points > 0 or state.totals[seat] == 0:
            add_action(actions, 0)
        if state.turn_points > 0:
            add_action(actions, BANK)
    """,
    invariants.OPTIONS_READ_DIFFERENTLY: """
    from dataclasses import replace
    from pig.options import describe_action as describe_as_written

    @replaces("options.describe_action")
    def describe_action(state, seat, action):
        return replace(describe_as_written(state, seat, action), id="roll")
    """,
    invariants.GAME_ENDS: """
    from pig.rules import end_turn as end_as_written

    @replaces("end_turn")
    def end_turn(state):
        state.totals[state.player] = 0
        end_as_written(state)
    """,
    invariants.ONE_WIN_IS_SHARED: """
    from pig.rules import over

    @replaces("returns")
    def returns(state, out):
        for seat in range(state.n_players):
            out[seat] = 1.0 if over(state) else 0.0
    """,
}
OF_LIARS_DICE = {
    invariants.HIDDEN_STATE_STAYS_HIDDEN: """
    from liars_dice.rules import throw

    @replaces("resample_hidden")
    def resample_hidden(state, seat, dice):
        for other in range(state.n_players):
            if not state.open:
                throw(state, other, dice)
    """,
    "depends on what it can't know": """
    @replaces("resample_hidden")
    def resample_hidden(state, seat, dice):
        for other in range(state.n_players):
            for i in range(5):
                if other != seat and not state.open and state.cups[other, i] > 0:
                    state.cups[other, i] = state.cups[other, i] % 6 + 1
    """,
}


COMPILED = (
    invariants.RULE_COMPILES,
    invariants.COMPILED_EQUALS_INTERPRETED,
)  # the others show interpreted, without the compiler's seconds


def broken(law: str, game: Game, write: Writes, text: str) -> str:
    said = find_violation(patched(game, write(text), check_invariants=False), compiled=law in COMPILED)
    assert "\n" not in said and len(said) < 600
    return said


@pytest.mark.parametrize("law", OF_PIG)
def test_a_law_that_a_rule_breaks_is_named(law: str, pig: Game, write: Writes) -> None:
    said = broken(law, pig, write, OF_PIG[law])
    assert f"“{law}”" in said
    if law not in (invariants.GAME_IS_COMPLETE, invariants.RULE_COMPILES):  # these are asked before anybody plays
        assert re.search(r"\(seed \d, \d players, decision \d+\)\.$", said)


LACKING = {
    "state.turn_pionts = 0": "there is no field `turn_pionts` in State; did you mean turn_points?",
    "state.turn_points = state.options.gift": "there is no field `gift` in Options; it has target and two_dice",
    "pass_on(state)": "`pass_on` isn't defined; define it in the file, or import it",
}


@pytest.mark.parametrize("line", LACKING)
@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_not_there_is_named_with_what_may_be_meant(line: str, compiled: bool, pig: Game, write: Writes) -> None:
    text = f'@replaces("end_turn")\ndef end_turn(state):\n    {line}\n    state.player = 1 - state.player'
    said = find_violation(patched(pig, write(text), check_invariants=False), range(1), compiled=compiled)
    law = invariants.RULE_COMPILES if compiled else invariants.RULE_RUNS
    assert said.startswith(f"“{law}”: {LACKING[line]}") and said.endswith((".", "?")) and ".." not in said


def test_what_a_field_can_not_hold_is_said_without_the_name_of_an_error(pig: Game, write: Writes) -> None:
    text = '@replaces("end_turn")\ndef end_turn(state):\n    state.player = 200'
    said = find_violation(patched(pig, write(text), check_invariants=False), range(1), compiled=False)
    assert said.startswith(f"“{invariants.RULE_RUNS}”: State.player holds -128 to 127, not 200 (seed 0, ")


def test_a_rule_of_what_is_shown_that_fails_is_told_like_any_other(pig: Game, write: Writes) -> None:
    """No law calls it by itself, and what came out was a bare KeyError."""
    text = """
    from pig.options import describe_action as as_written

    @replaces("options.describe_action")
    def describe_action(state, seat, action):
        return {0: as_written(state, seat, action)}[int(state.totals[seat] > 80)]
    """
    said = find_violation(patched(pig, write(text), check_invariants=False), range(1), compiled=False)
    assert re.fullmatch(r"“a rule runs”: KeyError: 1 \(seed 0, \d players, decision \d+\)\.", said)


@pytest.mark.parametrize("how", OF_LIARS_DICE)
def test_what_is_hidden_stays_hidden(how: str, liars_dice: Game, write: Writes) -> None:
    said = broken(invariants.HIDDEN_STATE_STAYS_HIDDEN, liars_dice, write, OF_LIARS_DICE[how])
    assert f"“{invariants.HIDDEN_STATE_STAYS_HIDDEN}”" in said
    assert how in said


def test_a_game_that_breaks_one_is_not_made(pig: Game, write: Writes) -> None:
    for _ in range(2):  # asked again, it is refused again
        with pytest.raises(BadRule, match=r"^mine\.py breaks an invariant of all games: “a rule compiles”: "):
            patched(pig, write(OF_PIG[invariants.RULE_COMPILES]))


def test_each_law_has_a_rule_that_breaks_it() -> None:
    assert set(INVARIANTS) == set(OF_PIG) | {invariants.HIDDEN_STATE_STAYS_HIDDEN}


def test_the_games_as_they_are_written_keep_them(pig: Game, liars_dice: Game) -> None:
    assert find_violation(pig) == find_violation(liars_dice, compiled=False) == ""


@pytest.mark.parametrize(
    ("game", "file"),
    [("dice-ocalypse", "consolation"), ("dice-ocalypse", "zone_at_three"), ("baron-voodoo", "richer_majority")],
)
def test_so_do_the_examples(game: str, file: str) -> None:
    made = patched(find(game), EXAMPLES / "house_rules" / f"{file}.py", check_invariants=False)
    assert find_violation(made, range(2), compiled=False) == ""
