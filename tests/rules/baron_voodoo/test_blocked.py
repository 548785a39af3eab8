"""Test blocked players and the closing round: sections 4 and 8, rulings S7, S8, S20 and amendments A3 and A5."""

from __future__ import annotations

from .table import FREE, Table

# A, Erzulie Freda, jumps nothing, and no swap helps her: a push or a step of one die would. B has a capture.
STUCK = {"a1": "PO", "c2": "WX", "g7": "RO YO", "g6": "RX"}

# B and C have captures of their own; only dice of one Loa are missing.
OTHERS = {"g7": "TO", "g6": "PX", "f3": "RO", "e3": "PS"}


def test_s8_a_free_power_that_helps_must_be_used() -> None:
    """Mamy Wata has no jump, but one push brings two dice together in the right order."""
    table = Table("YT", a1="YO", a4="PX", g7="TO", g5="TX", offerings=(0, 3))
    assert (table.up, table.phase, table.trigger) == ("A", "turn", None)
    assert table.offers("A") == {"power wata"}
    prompt = table.match.prompt(0)
    assert (prompt.title, prompt.detail) == ("No yellow die can jump", "Use a power that makes a jump possible.")
    table.play("A power wata")
    assert table.offers("A") == {"file a down"}
    table.play("A file a down")
    assert (table.phase, table.offers("A")) == ("capture", {"a1xa2"})


def test_s8_an_offering_must_be_paid_where_that_helps() -> None:
    table = Table("PY", **STUCK, offerings=(1, 3))
    assert table.offers("A") == {"power wata", "power legba"}, "nothing else, and no way to pass"
    table.play("A power legba")
    assert table.offers("A") == {"move a1", "move c2"}
    table.play("A move a1")
    assert table.offers("A") == {"to c1"}
    table.play("A to c1")
    assert (table.offerings, table.offers("A")) == ((0, 3), {"c1xc2"})


def test_s8_without_the_offering_the_player_is_blocked() -> None:
    table = Table("PY", **STUCK, offerings=(0, 3))
    assert table.up == "B", "A has passed"
    assert table.trigger == ("A", "blocked")
    assert table.view["to_play"] == [1]


def test_s8_the_token_opens_every_power() -> None:
    table = Table("PY", **STUCK, offerings=(0, 3), samedi=0, spirits="WO|")
    assert table.offers("A") == {"power wata", "power legba"}


def test_s8_protection_of_others_may_block() -> None:
    board = {"a1": "PO", "a2": "YX", "g7": "RO YO", "g6": "WV RX"}
    assert Table("PY", **board, offerings=(0, 3)).offers("A") == {"a1xa2"}
    table = Table("PY", **board, offerings=(0, 3), guarded="1")
    assert (table.up, table.trigger) == ("B", ("A", "blocked"))
    assert table.guarded == "", "B's turn has begun"


def test_s20_after_a_block_the_round_is_completed() -> None:
    table = Table("TYR", **OTHERS, up="B", first=0)
    assert table.trigger == ("B", "blocked")
    assert table.up == "C"
    assert table.view["to_play"] == [2]
    table.play("C f3xe3", "C end")
    assert table.over


def test_s20_a_blocked_last_player_ends_the_game_at_once() -> None:
    table = Table("TY", **OTHERS, up="B", first=0)
    assert table.over
    assert table.trigger == ("B", "blocked")


def test_s20_a_player_blocked_in_the_closing_round_just_passes() -> None:
    table = Table("TYR", **OTHERS, trigger="A", first=0, up="B")
    assert table.up == "C"
    assert table.trigger is not None and table.trigger[0] == "A"


def extra_turn(**position: object) -> Table:
    """Return a table where A captures the only die within reach and buys an extra turn with the last two offerings."""
    table = Table("YTR", a1="YO", b1="WX", **OTHERS, offerings=(2, 3, 3), **position)
    return table.play("A a1xb1", "A buy", "A end")


def test_a3_a_player_blocked_in_the_extra_turn_triggers_the_end() -> None:
    table = extra_turn()
    assert table.trigger == ("A", "blocked")
    assert table.up == "B"
    assert table.offerings == (0, 3, 3), "the two offerings stay paid"
    assert table.view["to_play"] == [1, 2]


def test_a3_a_power_frees_in_an_extra_turn_too() -> None:
    table = extra_turn(a6="WV")
    assert (table.up, table.trigger) == ("B", ("A", "blocked")), "c1 and a6 are in no line together"
    table = extra_turn(c6="WV")
    assert (table.up, table.view["extra"], table.trigger) == ("A", True, None)
    assert table.offers("A") == {"power wata"}


def test_a5_extra_turns_may_be_bought_in_the_closing_round() -> None:
    table = Table("YT", FREE, c3="TO", d3="WX", trigger="A", first=0, up="B").play("B c3xd3")
    assert "buy" in table.offers("B")
    table.play("B buy", "B end")
    assert (table.up, table.view["extra"], table.over) == ("B", True, False)
    table.play("B a2xa3", "B end")
    assert table.over


def test_a5_a_further_trigger_changes_nothing() -> None:
    table = Table("YTR", FREE, c3="TO", d3="WV", trigger="A", first=0, up="B", vp=(15, 14, 0)).play("B c3xd3", "B use")
    assert table.vp == (15, 15, 0)
    table.play("B end")
    assert table.trigger is not None and table.trigger[0] == "A"
    assert (table.up, table.view["to_play"]) == ("C", [2])
    table.play("C a3xa2", "C end")
    assert table.over


def test_a5_a_blocked_turn_counts_as_a_turn() -> None:
    """B, the last of the round, is blocked: nobody plays again, not even the starting player."""
    table = Table("YT", a1="YO", b1="WX", d1="PX", d2="WO", first=0).play("A a1xb1", "A end")
    assert table.over
    assert table.trigger == ("B", "blocked")
