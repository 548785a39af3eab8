"""Nobody is asked for a card that could change nothing, and a card's note says what there is to lose (5.2 to 5.7)."""

from __future__ import annotations

import pytest

from dicehouse.server.features.standing_orders import passes
from dicehouse.server.storage.table_records import Order

from .table import Table


def at_the_end(total: int, holds: str) -> Table:
    """A busts with this total; B may reply with one card."""
    return Table(total, 5_000, hands={"B": [holds]}).play("A roll: 223346")


@pytest.mark.parametrize(("total", "holds", "asked"), [(0, "do-or-die", False), (2_000, "do-or-die", True)])
def test_do_or_die_against_nothing_asks_nobody(total: int, holds: str, asked: bool) -> None:
    table = at_the_end(total, holds)
    assert table.asked == "B"
    reaction = table.match.reaction(1)
    assert reaction is not None
    assert passes(Order("ask", 0), reaction) is not asked
    notes = {option.id: option.note for option in table.match.options(1)}
    assert notes[holds].startswith("no effect") is not asked


def test_collateral_damage_brings_its_owner_points_whatever_the_other_has() -> None:
    """R19: the gain has no condition, so this window stays; its note tells what there is to lose."""
    table = at_the_end(0, "collateral")
    reaction = table.match.reaction(1)
    assert reaction is not None
    assert not reaction.idle
    note = {option.id: option.note for option in table.match.options(1)}["collateral"]
    assert note == "3 dice each: you may gain 1,000; they have nothing to lose"
    table.play("B collateral", "A decline: 111666")
    assert table.totals == (0, 6_000)


def test_while_dice_may_still_be_thrown_every_card_can_change_something() -> None:
    table = Table(0, 5_000, hands={"B": ["do-or-die"]}).play("A roll: 111552")
    reaction = table.match.reaction(1)
    assert reaction is not None
    assert not reaction.idle
