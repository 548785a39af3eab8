"""The chances and counts on the keys: against hand-counted cards, and by playing every order of a short deck."""

from __future__ import annotations

from itertools import permutations

import pytest

from dicehouse.games.deck_o_dice.presentation.decision_chances import decision_chance
from dicehouse.games.deck_o_dice.rules.action_codes import DECLINE, KEEP, LOOK, REROLL_CARD
from dicehouse.games.deck_o_dice.rules.state import State
from dicehouse.records.record import copy_record

from .reference import CARDS, TYPES
from .table import Table


def facts(table: Table, side: str) -> dict[str, tuple[float, float]]:
    options = table.match.options("AB".index(side))
    return {option.id: (option.facts["win"], option.facts["tie"]) for option in options}


def notes(table: Table, side: str) -> dict[str, str]:
    return {option.id: option.note for option in table.match.options("AB".index(side))}


def test_a_certain_loss_is_called_one_in_memory_mode_too() -> None:
    table = Table(4, 1, memory=True).duel("cubera", "dwelve")
    value = table.view("A")["sides"][1]["value"]
    assert value > table.view("A")["sides"][0]["value"]
    assert notes(table, "A")["keep"] == "loses for certain"
    lying = {side["card"] for side in table.view("A")["sides"]}
    unseen = [row[TYPES.index("cubera")] for card, row in CARDS.items() if card not in lying]
    win = sum(d6 > value for d6 in unseen)  # Dwelve wins ties
    assert facts(table, "A")["reroll"] == (round(win / 22, 3), 0)
    assert table.view("A")["odds"]["count"] == f"Of 22 hidden cards, {win} beat the {value}."
    assert table.view("B")["odds"] is None


@pytest.mark.parametrize(("attacker", "defender"), [("diante", "quad"), ("diante", "cubera"), ("cubera", "quad")])
def test_an_attacker_is_told_what_the_defender_makes_of_it(attacker: str, defender: str) -> None:
    """Four cards are left in an order that nobody knows: all orders are played, the defender choosing what is best on
    average over those that look the same to it.
    """
    left = f"{attacker} twent|{defender} dwelve"
    order = (5, 11, 12, 14)
    table = Table(*order, left=left, half=2, abilities="attested").duel(attacker, defender)
    state = shuffled(table)
    for word, code in {"look": LOOK, "decline": DECLINE, "reroll": REROLL_CARD, "keep": KEEP}.items():
        if word in table.offers("A"):
            expected = brute(list(order), attacker, defender, word, table.roll("A"))
            assert decision_chance(state, 0, code) == pytest.approx(expected), word


def shuffled(table: Table) -> State:
    """The position as it is with the deck in an order that nobody knows."""
    state: State = copy_record(table.match._position.state)
    state.rest = sum(1 << state.bottom[i] for i in range(state.n_bottom))
    state.n_bottom = 0
    return state


def brute(order: list[int], attacker: str, defender: str, word: str, lies: int | None) -> tuple[float, float]:
    """The mean over all orders of what lies in the deck."""
    unseen = sorted(set(order) - {lies})
    results = [attack(list(deck), attacker, defender, word, lies) for deck in permutations(unseen)]
    return sum(r == 1 for r in results) / len(results), sum(r == 0 for r in results) / len(results)


def number(card: int, minion: str) -> int:
    return CARDS[card][TYPES.index(minion)] or 0


def attack(deck: list[int], attacker: str, defender: str, word: str, lies: int | None) -> int:
    if word == "keep":
        assert lies is not None
        return defend(number(lies, attacker), deck, defender, set(deck))
    if word in ("reroll", "decline"):
        return defend(number(deck[0], attacker), deck[1:], defender, set(deck[1:]))
    chances = {}
    for taken, back in ((deck[0], deck[1]), (deck[1], deck[0])):
        rest = deck[2:]
        outcomes = [
            defend(number(taken, attacker), [back, *order], defender, set(rest), back) for order in permutations(rest)
        ]
        chances[taken] = sum(1 if o == 1 else 0.5 if o == 0 else 0 for o in outcomes) / len(outcomes)
    best = max(chances, key=lambda card: (chances[card], card == deck[0]))
    back = deck[1] if best == deck[0] else deck[0]
    return defend(number(best, attacker), [back, *deck[2:]], defender, set(deck[2:]), back)


def against(value: int, card: int, defender: str) -> int:
    his = number(card, defender)
    return (value > his) - (value < his)


def defend(value: int, deck: list[int], defender: str, unseen: set[int], known: int | None = None) -> int:
    """The result for the attacker. The defender knows nothing of the deck but what it draws."""
    if defender == "diante":
        return min(against(value, deck[0], defender), against(value, deck[1], defender))
    if defender == "cubera":
        first = against(value, deck[0], defender)
        others = sorted(unseen - {deck[0]})
        mean = sum(against(value, card, defender) for card in others) / len(others) if others else 2
        return first if first <= mean else against(value, deck[1], defender)
    number_card = next((card for card in deck if number(card, defender)), None)
    return 1 if number_card is None else against(value, number_card, defender)


def test_a_card_on_top_that_only_you_know_is_certain() -> None:
    """Diante attacks and puts back a card that the defender draws: taking is win or loss, never a chance."""
    table = Table(16, 20, 12).duel("diante", "quad").play("A look")
    assert all(win in (0, 1) and tie in (0, 1) for win, tie in facts(table, "A").values())
    assert set(notes(table, "A").values()) <= {"wins for certain", "ties for certain", "loses for certain"}


def test_without_odds_a_key_still_says_what_it_does() -> None:
    table = Table(1, 2).duel("cubera", "dwelve")
    plain = {option.id: option.facts["plain"] for option in table.match.options(0)}
    assert plain == {"reroll": "put this card under the deck", "keep": "don't reroll"}
