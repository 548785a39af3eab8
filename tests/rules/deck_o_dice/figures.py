"""The published figures, and how to measure them on the compiled rules of the game.

Every deck serves all pairs of minions once, each from the same position, so that a cell's combats are independent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from dicehouse.engine import DiceBox, Engine, Position, engine_of
from dicehouse.games import find

from .reference import CARDS, CUBERA, DIANTE, DWELVE, QUAD, TYPES

GAME = "deck-o-dice"
Cell = tuple[float, float]  # per cent won, and per cent tied, by the row's minion

PUBLISHED = {
    "proposed": """
        39.1/21.7 11.9/12.3 2.9/5.8   15.1/9.8  52.0/0   51.2/2.6
        75.8/12.3 41.0/18.1 19.8/12.1 34.4/9.7  29.2/0   17.1/4.9
        91.2/5.8  68.2/12.1 43.6/12.9 48.8/10.2 40.8/0   24.1/5.3
        75.2/9.8  55.9/9.7  41.1/10.2 47.3/5.3  54.7/0   32.4/5.2
        48.0/0    70.8/0    59.2/0    45.3/0    47.8/4.4 32.7/0
        46.2/2.6  77.9/4.9  70.6/5.3  62.4/5.2  67.3/0   50.0/0""",
    "attested": """
        39.1/21.7 11.9/12.4 2.9/5.8   14.9/9.8  12.5/8.5 7.7/4.9
        75.7/12.4 41.0/18.0 19.5/12.2 34.3/9.5  28.5/8.4 17.4/4.8
        91.3/5.8  68.2/12.2 43.6/12.8 48.7/10.3 40.7/8.5 24.1/5.3
        75.3/9.8  56.1/9.5  41.1/10.3 47.3/5.3  37.6/8.5 22.2/5.2
        79.0/8.5  63.1/8.4  50.8/8.5  53.9/8.5  47.8/4.4 27.9/4.9
        87.4/4.9  77.8/4.8  70.5/5.3  72.6/5.2  67.2/4.9 50.0/0""",
}
MEANS = {
    "proposed": (0.331, 0.410, 0.566, 0.544, 0.510, 0.639),
    "attested": (0.201, 0.415, 0.574, 0.506, 0.574, 0.730),
}


def published(abilities: str) -> dict[tuple[int, int], Cell]:
    cells = [cell.split("/") for cell in PUBLISHED[abilities].split()]
    return {(n // 6, n % 6): (float(win), float(tie)) for n, (win, tie) in enumerate(cells)}


def measured(abilities: str, decks: int, seed: int) -> dict[tuple[int, int], Cell]:
    """The matrix by as many combats of every pair; seats are drawn for each, and count for both cells of a pair."""
    arena, rng = Arena(abilities), random.Random(seed)
    pairs = [(a, b) for a in range(6) for b in range(a + 1)]
    counts = {pair: [0, 0, 0] for pair in pairs}
    for _ in range(decks):
        arena.shuffle(rng)
        for a, b in pairs:
            seat = rng.randrange(2)
            points = arena.fight((a, b) if seat == 0 else (b, a))
            counts[a, b][1 if points[0] == 1 else 0 if points[seat] == 2 else 2] += 1
    cells: dict[tuple[int, int], Cell] = {}
    for (a, b), (won, tied, lost) in counts.items():
        mirror = (won + lost) / 2
        cells[a, b] = (100 * (mirror if a == b else won) / decks, 100 * tied / decks)
        cells[b, a] = (100 * (mirror if a == b else lost) / decks, 100 * tied / decks)
    return cells


def error(percent: float, combats: int) -> float:
    """One standard error of a measured percentage, in points."""
    share = min(max(percent / 100, 1 / combats), 1 - 1 / combats)
    return 100 * float((share * (1 - share) / combats) ** 0.5)


class Arena:
    """First combats on the compiled rules; the decks are known here, so that minds can be made up quickly."""

    def __init__(self, abilities: str) -> None:
        self._game = find(GAME)
        self._engine: Engine = engine_of(self._game, True)
        self._stubborn = abilities == "proposed"
        self._box = DiceBox(written=False)
        self._position = Position(self._game)
        settings = self._game.settings_for(2, {"abilities": abilities})
        self._engine.deal(self._position, 2, settings, self._box)
        self._lists: dict[tuple[str, bool], list[int]] = {}
        self._start = b""
        self._order: list[int] = []

    def shuffle(self, rng: random.Random) -> None:
        self._order = rng.sample(sorted(CARDS), 24)
        self._game.hooks.set_up(self._position.state, 2, order=self._order)
        self._start = self._position.tobytes()

    def fight(self, minions: tuple[int, int]) -> tuple[int, int]:
        """The cards that each side wins."""
        self._position.restore(self._start)
        for seat in (0, 1):
            self._say(seat, ("choose", False), minions[seat])
        for place, (seat, word) in enumerate(words := list(self._words(minions))):
            takes = place > 0 and words[place - 1][0] == seat
            self._say(seat, (TYPES[minions[seat]], takes), word)
        mine, other = map(round, self._engine.points(self._position))
        assert mine + other == 2, "the combat is over"
        return mine, other

    def _say(self, seat: int, step: tuple[str, bool], word: int) -> None:
        """Carry out an option by its place in the list; the lists are the same in every first combat."""
        if step not in self._lists:
            self._lists[step] = self._engine.legal(self._position, seat)
        self._engine.apply(self._position, seat, self._lists[step][word], self._box)

    # Sensible play, as the figures suppose it. A word is the number of an option.

    def _words(self, minions: tuple[int, int]) -> Iterator[tuple[int, int]]:
        deck = list(self._order)
        if minions[0] == minions[1]:
            attacker = 0 if CARDS[deck[0]][QUAD] in (1, 3) else 1
            deck.append(deck.pop(0))
        else:
            attacker = int(minions[1] > minions[0])
        high, low = minions[attacker], minions[1 - attacker]
        if high == CUBERA:
            keep = number(deck[0], CUBERA) >= 4
            yield attacker, int(keep)
            value = number(deck.pop(0) if keep else turned(deck), CUBERA)
        elif high == DIANTE:
            second = self._worth(deck, 1, low) > self._worth(deck, 0, low)
            yield attacker, 0
            yield attacker, int(second)
            value = number(deck.pop(int(second)), DIANTE)
        else:
            value = drawn(deck, high)
        if low == CUBERA:
            yield 1 - attacker, int(self._keeps(number(deck[0], CUBERA), value, high))
        elif low == DIANTE:
            yield 1 - attacker, 0
            yield 1 - attacker, int(number(deck[1], DIANTE) > number(deck[0], DIANTE))

    def _keeps(self, mine: int, other: int, attacker: int) -> bool:
        tie_loses = self._stubborn and attacker == DWELVE
        return mine > other or (mine == other and mine >= 4 and not tie_loses)

    def _worth(self, deck: list[int], place: int, low: int) -> float:
        """The chance to win, and half that to tie, of attacking Diante who takes the card in this place of the two."""
        mine, other = number(deck[place], DIANTE), deck[1 - place]
        rest = deck[2:]
        if low == CUBERA and not self._keeps(number(other, CUBERA), mine, DIANTE):
            against = [number(card, CUBERA) for card in rest]
        elif low == DIANTE:
            against = [max(number(other, DIANTE), number(card, DIANTE)) for card in rest]
        else:
            against = [number(other, low)]
        return sum(1.0 if mine > each else 0.5 * (mine == each) for each in against) / len(against)


def number(card: int, column: int) -> int:
    value = CARDS[card][column]
    assert value is not None
    return value


def turned(deck: list[int]) -> int:
    """A re-roll: the top card to the bottom, and the next one drawn."""
    deck.append(deck.pop(0))
    return deck.pop(0)


def drawn(deck: list[int], column: int) -> int:
    while (value := CARDS[deck[0]][column]) is None:
        deck.append(deck.pop(0))
    del deck[0]
    return value


__all__ = ["MEANS", "TYPES", "Cell", "error", "measured", "published"]
