"""What dice are worth: section 4, rulings R1 to R3 and amendment A9."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicehouse.games
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.match.match import Match

from .scorer import CLASSIC, PLURALITY, PRESETS, PRINTED, Faces, Scoring, best, bust_chance, keeps
from .table import GAME, Table, text

# throw, best keep by preset (plurality, printed, classic), points by preset
SECTION_4_4 = [
    ("115234", ("115",) * 3, (250, 250, 250)),
    ("222514", ("12225",) * 3, (350, 350, 350)),
    ("333362", ("3333",) * 3, (600, 1000, 600)),
    ("111236", ("111",) * 3, (1000, 300, 1000)),
    ("111156", ("11115",) * 3, (2050, 1050, 2050)),
    ("444422", ("224444", "224444", "4444"), (1500, 1500, 800)),
    ("666611", ("116666",) * 3, (1500, 1500, 1400)),
    ("111155", ("111155",) * 3, (2100, 1500, 2100)),
    ("222333", ("222333",) * 3, (500, 2500, 500)),
    ("222222", ("222222",) * 3, (1600, 3000, 800)),
    ("555551", ("155555",) * 3, (2100, 2100, 1600)),
    ("123456", ("123456",) * 3, (1500, 1500, 1500)),
    ("223366", ("223366",) * 3, (1500, 1500, 750)),
    ("223346", ("",) * 3, (0, 0, 0)),
]
ROWS = [
    pytest.param(throw, preset, keep[i], points[i], id=f"{throw}-{preset}")
    for throw, keep, points in SECTION_4_4
    for i, preset in enumerate(PRESETS)
]


def offered(throw: str, dice: str = "roll", **options: object) -> dict[tuple[int, ...], int]:
    """What the engine lets one keep of a first throw, and the points it names."""
    table = Table(3000, 3000, options=options).play(f"A {dice}: {throw}").calm()
    return keep_facts(table)


def keep_facts(table: Table) -> dict[tuple[int, ...], int]:
    if table.phase != "keep":
        return {}
    return {tuple(o.facts["faces"]): o.facts["points"] for o in table.match.options(table.view["player"])}


@pytest.mark.parametrize(("throw", "preset", "keep", "points"), ROWS)
def test_section_4_4_example(throw: str, preset: str, keep: str, points: int) -> None:
    choices = offered(throw, scoring=preset)
    assert max(choices.values(), default=0) == points
    assert points == 0 or choices[tuple(map(int, keep))] == points


@pytest.mark.parametrize(("throw", "preset", "keep", "points"), ROWS)
def test_the_second_count_agrees_with_section_4_4(throw: str, preset: str, keep: str, points: int) -> None:
    assert best(map(int, throw), PRESETS[preset]) == points


def test_section_4_4_turn_example() -> None:
    table = Table(0, 0).play("A roll: 144462", "A keep 444 roll: 135")
    assert table.turn_score == 400
    table.play("A keep 15 roll: 5")
    assert table.turn_score == 550
    assert table.offers("A") == {"keep 5 roll"}, "hot dice, but not yet opened with 600"
    table.play("A keep 5 roll: 111253")
    assert table.turn_score == 600
    assert {"keep 111 bank", "keep 1115 bank", "keep 111 roll"} <= table.offers("A")
    table.play("A keep 111 bank")
    assert table.totals == (1600, 0)
    assert table.seat("A")["opened"]


def test_r1_the_table_of_points_is_plurality_and_two_other_presets_can_be_chosen() -> None:
    setting = next(s for s in dicehouse.games.find(GAME).settings if s.key == "scoring")
    assert setting.default == "plurality"
    assert {value for value, _ in setting.choices} == {"plurality", "printed", "classic"}


@pytest.mark.parametrize("preset", PRESETS)
def test_r1_every_throw_of_six_dice_offers_exactly_what_the_second_count_finds(preset: str) -> None:
    for throw in combinations_with_replacement(range(1, 7), 6):
        assert offered(text(throw), scoring=preset) == keeps(throw, PRESETS[preset]), throw


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_r1_all_46656_throws_bank_exactly_what_the_second_count_finds(preset: str) -> None:
    options = {"scoring": preset, "special_cards": False, "target": 50000}
    bare = Bare(Table(0, 0, opened="AB", options=options).match)
    for throw in product(range(1, 7), repeat=6):
        expected = keeps(tuple(sorted(throw)), PRESETS[preset])
        assert bare.bank_all(throw) == sorted(expected.values()), throw


class Bare:
    """The compiled rules without a match around them, from one position before a throw."""

    def __init__(self, match: Match) -> None:
        self._rules = engine_of(match.game, compiled=True)
        self._position, self._box, self._before = Position(match.game), DiceBox(), match.position()

    def bank_all(self, throw: Faces) -> list[int]:
        """The points of every bank that this throw allows, on the total itself."""
        rules, position, dice = self._rules, self._position, self._box.dice
        position.restore(self._before)
        self._box.clear()
        dice.taped, dice.n_tape = True, len(throw)
        for at, face in enumerate(throw):
            dice.tape[at] = face
        (roll,) = rules.legal(position, 0)
        rules.apply(position, 0, roll, self._box)
        thrown = position.tobytes()
        totals = []
        for action in rules.legal(position, 0) if 0 in rules.acting(position) else ():
            position.restore(thrown)
            rules.apply(position, 0, action, self._box)
            totals.append(int(rules.points(position)[0]))
        return sorted(total for total in totals if total)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_r1_every_throw_of_fewer_dice_offers_exactly_what_the_second_count_finds(preset: str, dice: int) -> None:
    first = "11155"[: 6 - dice]
    for throw in combinations_with_replacement(range(1, 7), dice):
        table = Table(1000, 0, options={"scoring": preset, "special_cards": False})
        table.play("A roll: 111555", f"A keep {first} roll: {text(throw)}")
        expected = keeps(throw, PRESETS[preset])
        assert keep_facts(table) == expected, throw
        if expected:
            before, (keep, points) = table.turn_score, max(expected.items(), key=lambda item: item[1])
            table.play(f"A keep {text(keep)} bank")
            assert table.totals[0] == 1000 + before + points


@pytest.mark.parametrize("preset", PRESETS)
def test_r1_the_order_in_which_dice_fall_does_not_matter(preset: str) -> None:
    for throw in ("514122", "326154", "411144", "636336", "262323"):
        assert offered(throw, scoring=preset) == keeps(tuple(sorted(map(int, throw))), PRESETS[preset])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_odds_shown_are_those_of_all_throws_counted(preset: str) -> None:
    odds = Table(0, 0, options={"scoring": preset}).view["odds"]
    assert [entry["dice"] for entry in odds] == [1, 2, 3, 4, 5, 6]
    for entry in odds:
        assert entry["bust"] == pytest.approx(bust_chance(entry["dice"], PRESETS[preset]), abs=5e-5)


def test_the_odds_of_six_dice_are_worse_without_three_pairs() -> None:
    scoring = Scoring(three_pairs=0, four_plus_pair=False)
    odds = Table(0, 0, options={"three_pairs": 0, "four_plus_pair": 0}).view["odds"]
    assert odds[5]["bust"] == pytest.approx(bust_chance(6, scoring), abs=5e-5)
    assert odds[5]["bust"] > bust_chance(6, PLURALITY) + 1e-3


@pytest.mark.parametrize("throw", ["114234", "222514", "555551", "222222", "112233", "123456"])
def test_facts_of_a_keep_tell_what_it_does(throw: str) -> None:
    table = Table(3000, 3000).play(f"A roll: {throw}").calm()
    for option in table.match.options(0):
        facts = option.facts
        assert facts["points"] == keeps(tuple(sorted(map(int, throw))), PLURALITY)[tuple(facts["faces"])]
        assert sorted(int(throw[at]) for at in facts["keep"]) == facts["faces"]
        assert facts["turn"] == facts["points"]
        assert facts["hot"] == (len(facts["keep"]) == 6)
        assert facts["better"] == best(map(int, throw), PLURALITY) - facts["points"]
        if facts["then"] == "roll":
            left = 6 - len(facts["keep"]) or 6
            assert facts["dice"] == left
            assert facts["bust"] == pytest.approx(bust_chance(left, PLURALITY), abs=5e-4)
        else:
            assert facts["total"] == 3000 + facts["points"]


def test_r2_scoring_dice_may_be_left_lying() -> None:
    assert set(offered("115234")) == {(1,), (5,), (1, 1), (1, 5), (1, 1, 5)}


def test_r2_with_all_scoring_dice_to_keep_there_is_one_choice() -> None:
    assert offered("115234", keep_rule="all_scoring") == {(1, 1, 5): 250}
    assert offered("222514", keep_rule="all_scoring") == {(1, 2, 2, 2, 5): 350}
    assert offered("444422", keep_rule="all_scoring", scoring="classic") == {(4, 4, 4, 4): 800}


@pytest.mark.parametrize("preset", PRESETS)
def test_r2_with_all_scoring_dice_to_keep_the_choice_holds_every_die_that_can_score(preset: str) -> None:
    for throw in combinations_with_replacement(range(1, 7), 6):
        free = keeps(throw, PRESETS[preset])
        largest = max(map(len, free), default=0)
        expected = {keep: points for keep, points in free.items() if len(keep) == largest}
        assert offered(text(throw), scoring=preset, keep_rule="all_scoring") == expected, throw


def test_r3_dice_set_aside_earlier_never_combine_with_later_ones() -> None:
    table = Table(3000, 0).play("A roll: 112346", "A keep 11 roll: 1346", "A keep 1 bank")
    assert table.totals[0] == 3300


def test_a9_the_value_is_the_best_split_that_uses_every_die() -> None:
    assert offered("111155")[(1, 1, 1, 1, 5, 5)] == 2100, "four 1s and two 5s beat four and a pair"
    assert offered("555511")[(1, 1, 5, 5, 5, 5)] == 1500, "four and a pair beat 1,200"


def test_a9_three_pairs_are_three_different_faces() -> None:
    lean = {"six_kind": 2, "two_triplets": 0, "four_plus_pair": 0}
    assert offered("223366", **lean)[(2, 2, 3, 3, 6, 6)] == 1500
    assert offered("222333", **lean)[(2, 2, 2, 3, 3, 3)] == 500, "two triplets are never three pairs"
    assert offered("222222", **lean)[(2,) * 6] < 1500, "six of a kind are never three pairs"
    assert (2, 2, 4, 4, 4, 4) not in offered("444422", **lean), "four and a pair only by the option"


def test_a9_four_and_a_pair_count_as_three_pairs_only_by_the_option() -> None:
    assert (2, 2, 4, 4, 4, 4) not in offered("444422", scoring="classic")
    assert offered("444422", scoring="classic", four_plus_pair=1)[(2, 2, 4, 4, 4, 4)] == 750
    assert (2, 2, 4, 4, 4, 4) not in offered("444422", scoring="plurality", four_plus_pair=0)


KINDS = {2: (0, 2), 3: (0, 3), 4: (0, 4), 8: (0, 8), 1000: (1000, 0), 2000: (2000, 0), 3000: (3000, 0)}


@st.composite
def tables_of_points(draw: st.DrawFn) -> tuple[dict[str, object], Scoring]:
    """Any preset with any rows changed: as settings, and as the second count knows it."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    rows = {s.key: s for s in dicehouse.games.find(GAME).settings if s.group == "Scoring rows"}
    options = {key: draw(st.sampled_from([value for value, _ in setting.choices])) for key, setting in rows.items()}
    scoring, changed = PRESETS[preset], {key: int(value) for key, value in options.items() if value != -1}
    kinds = tuple(
        KINDS[changed[key]] if key in changed else known
        for key, known in zip(("four_kind", "five_kind", "six_kind"), scoring.kinds, strict=True)
    )
    flat = {key: value for key, value in changed.items() if not key.endswith("_kind")}
    flat["four_plus_pair"] = bool(flat.get("four_plus_pair", scoring.four_plus_pair))
    return {"scoring": preset, **options}, replace(scoring, kinds=kinds, **flat)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(tables_of_points(), st.lists(st.integers(1, 6), min_size=6, max_size=6).map(sorted))
def test_section_4_2_each_row_of_the_table_can_be_changed(
    table: tuple[dict[str, object], Scoring], throw: list[int]
) -> None:
    options, scoring = table
    assert offered(text(tuple(throw)), **options) == keeps(tuple(throw), scoring)


@pytest.mark.parametrize(
    ("override", "scoring", "throw", "points"),
    [
        ({"three_ones": 300}, Scoring(three_ones=300), "111236", 300),
        ({"four_kind": 1000}, Scoring(kinds=((1000, 0), (0, 4), (0, 8))), "333326", 1000),
        ({"five_kind": 3}, Scoring(kinds=((0, 2), (0, 3), (0, 8))), "333332", 900),
        ({"six_kind": 3000}, Scoring(kinds=((0, 2), (0, 4), (3000, 0))), "333333", 3000),
        ({"straight": 1000}, Scoring(straight=1000), "123456", 1000),
        ({"three_pairs": 500}, Scoring(three_pairs=500), "223366", 500),
        ({"two_triplets": 2500}, Scoring(two_triplets=2500), "222333", 2500),
        ({"no_score_bonus": 500}, Scoring(no_score_bonus=500), "223346", 500),
    ],
)
def test_section_4_2_a_changed_row_counts(override: dict[str, int], scoring: Scoring, throw: str, points: int) -> None:
    dice = tuple(sorted(map(int, throw)))
    assert best(dice, PLURALITY) != points
    assert best(dice, scoring) == points
    assert offered(throw, **override) == keeps(dice, scoring)


@pytest.mark.parametrize(("preset", "scoring"), [("printed", PRINTED), ("classic", CLASSIC)])
def test_section_4_2_minus_one_leaves_a_row_as_the_preset_has_it(preset: str, scoring: Scoring) -> None:
    rows = ("three_ones", "four_kind", "five_kind", "six_kind", "straight", "three_pairs", "two_triplets")
    untouched = dict.fromkeys(rows, -1)
    for throw in ("111236", "333362", "333336", "333333", "123456", "223366", "222333"):
        assert offered(throw, scoring=preset, **untouched) == keeps(tuple(sorted(map(int, throw))), scoring)


def test_a_throw_without_points_pays_a_bonus_only_by_the_option() -> None:
    assert Table(3000, 3000).play("A roll: 223346").phase != "keep"
    table = Table(3000, 3000, options={"no_score_bonus": 500}).play("A roll: 223346").calm()
    assert table.phase == "keep"
    table.play("A keep 223346 bank").calm()
    assert table.totals[0] == 3500


def test_the_bonus_for_nothing_needs_six_dice() -> None:
    table = Table(3000, 0, options={"no_score_bonus": 500}).play("A roll: 122346", "A keep 1 roll: 22346")
    assert table.up == "B"
    assert table.totals == (3000, 0)
