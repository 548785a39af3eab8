"""A house rule makes a game of its own, and leaves the one it was made of as it is."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import dicehouse
from dicehouse.compiler import program
from dicehouse.compiler.rule_compiler import RuleCompiler, is_rule
from dicehouse.core import Game, Tape
from dicehouse.engine.entry_points import MatchProgram, match_program
from dicehouse.errors import BadRule
from dicehouse.games import find
from dicehouse.games.house_rules.patched_game import patched, rule_description
from dicehouse.i18n import Text
from dicehouse.match.match import Match

from .conftest import EXAMPLES, Writes

KINDER = '''
"""A 1 costs the throw and no more."""
from pig.rules import throw as throw_as_written

@replaces("rules.end_turn")
def end_turn(state):
    if state.dice[0] != 1:
        pass_on(state)

@replaces("throw")
def throw(state, seat, dice):
    before = state.turn_points
    throw_as_written(state, seat, dice)
    if state.dice[0] == 1:
        state.turn_points = before

from pig.rules import end_turn as pass_on
'''


def play(game: Game, tape: str, *options: str) -> Match:
    match = Match(game, 2, {}, Tape(tape), ["Ana", "Ben"])
    for option in options:
        match.play(match.acting()[0], option)
    return match


def test_both_are_alive_and_different(pig: Game, write: Writes) -> None:
    before = pig.fingerprint
    kinder = patched(pig, write(KINDER), check_invariants=False)
    for _ in range(2):  # whichever was asked last
        assert play(pig, "1 6 1", "roll", "roll").acting() == (1,)
        changed = play(kinder, "1 6 1 5", "roll", "roll", "roll", "bank")
        assert changed.points() == [11, 0]
        assert changed.acting() == (1,)
    assert (kinder.id, kinder.name) == ("pig-with-mine", "Pig with mine")
    assert isinstance(kinder.name, Text) and "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}" in kinder.name.in_language(
        "en-XA"
    )
    assert pig.fingerprint == before != kinder.fingerprint
    assert rule_description(kinder) == ""  # what stands behind the imports is no docstring
    assert find("pig") is pig


def test_the_same_file_is_the_same_game_and_an_edited_one_another(pig: Game, write: Writes) -> None:
    kinder = patched(pig, write(KINDER), check_invariants=False)
    assert patched(pig, write(KINDER), check_invariants=False) is kinder
    edited = patched(pig, write(KINDER.replace("!= 1", "!= 2")), check_invariants=False)
    assert edited is not kinder
    assert edited.id == kinder.id
    assert len({edited.fingerprint, kinder.fingerprint, pig.fingerprint}) == 3


def test_the_fingerprint_is_the_same_in_another_process(pig: Game, write: Writes) -> None:
    file = write(KINDER)
    code = (
        "import sys; from pig import game; from dicehouse.games.house_rules.patched_game import patched;"
        "print(patched(game, sys.argv[1], check_invariants=False).fingerprint)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(file)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert run.stdout.strip() == patched(pig, file, check_invariants=False).fingerprint


def test_only_what_was_edited_is_translated(
    pig: Game, write: Writes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are taken from what is kept of the game as it is written."""
    monkeypatch.setenv("DICEHOUSE_CACHE", str(tmp_path))  # changed copies of Pig are kept in the common folder
    program._link_program(MatchProgram, pig)
    kept = MatchProgram.cache_path(pig).read_bytes()
    translated: list[str] = []
    define = RuleCompiler.define_pipelines

    here = threading.get_ident()  # a test before may have left another game to be compiled in the background

    def count(self: RuleCompiler) -> list[object]:
        if threading.get_ident() == here:
            translated.append(f"{self.state.func_id.modname}.{self.state.func_id.func_name}")
        return list(define(self))

    monkeypatch.setattr(RuleCompiler, "define_pipelines", count)
    rule = '''
    from pig.rules import end_turn as end_as_written

    @replaces("end_turn")
    def end_turn(state):
        """The loser of a turn keeps {0} points of it."""
        state.totals[state.player] += {0}
        end_as_written(state)
    '''
    first = patched(pig, write(rule.format(secrets.randbelow(10**9)), "other.py"), check_invariants=False)
    match_program(first)
    ours = {name for name in translated if name.startswith("pig")}
    assert "pig.house_rule.end_turn" in ours
    assert ours <= {"pig.house_rule.end_turn", "pig.rules.throw", "pig.rules.apply"}
    assert MatchProgram.cache_path(first).exists()
    assert MatchProgram.cache_path(first).name.startswith("pig-with-other-")
    assert MatchProgram.cache_path(pig).read_bytes() == kept


def test_a_changed_constant_is_another_for_all_that_use_it_and_the_file_imports_it_as_it_was() -> None:
    game = find("dice-ocalypse")
    changed = patched(game, EXAMPLES / "house_rules" / "zone_at_three.py", check_invariants=False)
    from dicehouse.games.dice_ocalypse.rules import game_end

    twin = sys.modules[changed.rules.__name__ + ".game_end"]
    assert (game_end.BATTLE_ZONE, vars(twin)["BATTLE_ZONE"]) == (5_000, 3_000)
    assert rule_description(changed) == "The Battle Zone opens at 3,000, and nobody loses a turn there."


def test_a_table_of_phases_holds_what_replaces(write: Writes) -> None:
    """What a module makes at once of its functions is made of the ones that replace them."""
    game = find("dice-ocalypse")
    changed = patched(
        game,
        write("""
        from dicehouse.games.dice_ocalypse.rules.action_codes import ROLL
        from dicehouse.core.action_list import add_action

        @replaces("turn.legal_starts")
        def legal_starts(state, seat, actions):
            add_action(actions, ROLL)
            add_action(actions, ROLL)
        """),
        check_invariants=False,
    )
    match = Match(changed, 2, {}, Tape("52"), None)
    assert [option.id for option in match.options(match.acting()[0])] == ["roll", "roll"]
    first = Match(game, 2, {}, Tape("52"), None)
    assert "roll" in {option.id for option in first.options(first.acting()[0])}
    assert len(first.options(first.acting()[0])) != 2 or first.options(0)[1].id != "roll"


def test_exact_answers_are_those_of_the_rules_as_written(write: Writes) -> None:
    game, plain = find("dice-ocalypse"), {"special_cards": False}
    changed = patched(
        game, write('changes("finale.BATTLE_ZONE", 1)'.replace("finale", "state")), check_invariants=False
    )
    matches = [Match(each, 2, plain, Tape("52"), None) for each in (game, changed)]
    assert game.hooks.exact_chance(matches[0]._position.state, 0) is not None
    assert changed.hooks.exact_chance(matches[1]._position.state, 0) is None
    assert not any("wins" in option.facts for option in matches[1].options(matches[1].acting()[0]))


def test_a_setting_is_added_and_the_rules_read_it(pig: Game, write: Writes) -> None:
    generous = patched(
        pig,
        write("""
        from dicehouse.core.settings import Setting
        from pig.rules import end_turn as end_as_written

        adds(Setting("gift", "Gift", "number", 3, low=0, high=9))

        @replaces("end_turn")
        def end_turn(state):
            state.totals[state.player] += state.options.gift
            end_as_written(state)
        """),
        check_invariants=False,
    )
    assert "gift" not in {setting.key for setting in pig.settings}
    for gift in (3, 9):
        match = Match(generous, 2, {"gift": gift}, Tape("1 1"), None)
        match.play(0, "roll")
        assert match.points() == [gift, 0]
    with pytest.raises(dicehouse.errors.BadSetting, match="gift must be 0 to 9"):
        Match(generous, 2, {"gift": 10}, Tape("1"), None)


def test_a_record_remembers_more(pig: Game, write: Writes) -> None:
    """The second 1 of a game takes all that was banked."""
    strict = patched(
        pig,
        write("""
        from pig.rules import throw as throw_as_written

        remembers("rules.State", "ones", "i8", 6)

        @replaces("throw")
        def throw(state, seat, dice):
            throw_as_written(state, seat, dice)
            if state.dice[0] == 1:
                state.ones[seat] += 1
                if state.ones[seat] == 2:
                    state.totals[seat] = 0
        """),
        check_invariants=False,
    )
    match = play(strict, "1 6 1 1 1", "roll", "bank", "roll", "roll")
    assert match.points() == [6, 0]
    match.play(1, "roll")
    match = play(strict, "1 6 1 1 1 1", "roll", "bank", "roll", "roll", "roll", "roll")
    assert match.points() == [0, 0]
    assert "ones" not in (pig.rules.State.dtype.names or ())


def test_a_helper_is_a_rule_too(pig: Game, write: Writes) -> None:
    file = write("""
    from dicehouse.core import rules
    from pig.rules import throw as throw_as_written

    @rules
    def double(points):
        return 2 * points

    @replaces("throw")
    def throw(state, seat, dice):
        throw_as_written(state, seat, dice)
        state.turn_points = double(state.turn_points)
    """)
    doubled = patched(pig, file, check_invariants=False)
    assert play(doubled, "1 6", "roll").view(0)["turn_points"] == 12
    assert is_rule(vars(doubled.rules)["throw"])


WRONG = {
    "a rule that is not there": (
        '@replaces("rules.bank")\ndef bank(state): ...',
        "mine.py: there is no rule `bank` in pig.rules; it has acting, apply, deal, ",
    ),
    "a module that is not there": (
        'changes("turn.X", 1)',
        "mine.py: there is no module `turn` in pig; it has rules.",
    ),
    "other arguments": (
        '@replaces("throw")\ndef throw(state, dice): ...',
        "mine.py: `throw` must take (state, seat, dice), not (state, dice).",
    ),
    "a function as a constant": ('changes("throw", 1)', "mine.py: `throw` isn't a constant; replace a function with"),
    "a constant as a function": ('@replaces("ROLL")\ndef roll(): ...', "mine.py: `ROLL` isn't a function"),
    "a constant of another kind": ('changes("ROLL", "x")', "mine.py: `ROLL` must be an int, as in 0; not 'x'."),
    "a name twice": ('changes("ROLL", 1)\nchanges("ROLL", 2)', "mine.py: `ROLL` is changed twice."),
    "an import that can't be changed": (
        "import pig.rules as r",
        "mine.py fails in line 2: ImportError: write `from pig import rules` in a house rule.",
    ),
    "a name that the game lacks": (
        "from pig.rules import bust",
        "mine.py fails in line 2: there is no `bust` in pig.rules.",
    ),
    "a name that it has almost": (
        "from pig.rules import bank",
        "mine.py fails in line 2: there is no `bank` in pig.rules; did you mean BANK?",
    ),
    "a name that nobody knows": (
        "replace('throw')",
        "mine.py fails in line 2: `replace` isn't defined; define it in the file, or import it.",
    ),
    "a constant that is not there": (
        'changes("rules.WINNERS", 1)',
        "mine.py: there is no constant `WINNERS` in pig.rules; it has ACTIONS, BANK and ROLL.",
    ),
    "a constant, almost": (
        'changes("rules.BNAK", 1)',
        "mine.py: there is no constant `BNAK` in pig.rules; did you mean BANK?",
    ),
    "a constant elsewhere": (
        'changes("options.ROLL", 1)',
        "mine.py: there is no constant `ROLL` in pig.options; it is in rules: write rules.ROLL.",
    ),
    "a rule, almost": (
        '@replaces("end_trun")\ndef end_trun(state): ...',
        "mine.py: there is no rule `end_trun` in pig; did you mean end_turn?",
    ),
    "a record, almost": (
        'remembers("Sate", "x")',
        "mine.py: there is no record `Sate` in pig; did you mean State?",
    ),
    "a module, almost": ('changes("rule.ROLL", 1)', "mine.py: there is no module `rule` in pig; did you mean rules?"),
    "an error": ("1 / 0", "mine.py fails in line 2: ZeroDivisionError: division by zero."),
    "no Python": ("def f(:", "mine.py is not Python in line 2: "),
    "nothing": ("", "mine.py changes nothing. It must replace, change, add or remember something."),
    "no module at all": ('changes("..", 1)', "mine.py: '..' isn't the name of a rule; write the module and the name"),
    "a known setting": (
        'from dicehouse.core.settings import Setting\nadds(Setting("target", "T", "switch", True))',
        "mine.py: Pig already has a setting target.",
    ),
    "a known field": (
        'remembers("State", "player")',
        "mine.py: State can't have a field 'player', or has one already.",
    ),
    "no kind of field": (
        'remembers("State", "x", "text")',
        "mine.py: 'text' isn't a kind of field; the kinds are i8, ",
    ),
    "no record": ('remembers("throw", "x")', "mine.py: `throw` isn't a record."),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_refused_in_a_sentence_and_leaves_nothing(wrong: str, pig: Game, write: Writes) -> None:
    text, sentence = WRONG[wrong]
    before = {name for name in sys.modules if name.startswith("pig_")}
    with pytest.raises(BadRule) as refused:
        patched(pig, write(text))
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)
    assert {name for name in sys.modules if name.startswith("pig_")} == before
    assert play(pig, "1 6", "roll", "bank").points() == [6, 0]


def test_files_that_are_none_and_games_that_take_none(pig: Game, write: Writes, tmp_path: Path) -> None:
    with pytest.raises(BadRule, match="can't be read: there is no such file"):
        patched(pig, tmp_path / "none.py")
    with pytest.raises(BadRule, match="can't be read: it is a folder, not a file"):
        patched(pig, tmp_path)
    with pytest.raises(BadRule, match="larger than 200,000 bytes"):
        patched(pig, write("#" * 200_001))
    with pytest.raises(BadRule, match="inDICEsion simulates its throws"):
        patched(find("indicesion"), write(KINDER))
    with pytest.raises(BadRule, match=r"already has a house rule\. Put both into one file"):
        patched(patched(pig, write(KINDER), check_invariants=False), write(KINDER))


def test_a_file_that_is_only_imported_changes_nothing(write: Writes) -> None:
    """An editor or a test may load it like any other module."""
    import runpy

    found = runpy.run_path(str(EXAMPLES / "house_rules" / "zone_at_three.py"))
    assert found["outcome_of"].__name__ == "outcome_of"
