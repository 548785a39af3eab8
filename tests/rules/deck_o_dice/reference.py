"""A slow referee of Deck-O-Dice, written from the rules alone and sharing nothing with the engine.

    referee = Referee(order=[16, 20, 12, ...])      # the deck from its top; without an order nobody knows it
    referee.play(0, "cubera")
    referee.play(1, "diante")

What nobody knows of the deck is asked of a witness when a card is turned: the referee checks that it can be true, and
all that follows from it. A game is one generator that stops wherever somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field

TYPES = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
QUAD, CUBERA, DIANTE, SPARTEN, DWELVE, TWENT = range(6)
FACES = (4, 6, 8, 10, 12, 20)
BOTH = (0, 1)
DICEY = 1

# d4 d6 d8 d10 d12 d20 of the cards 1 to 24; R is R*.
TABLE = """
1 1 7 3 9 14   1 2 3 6 1 R     1 3 5 1 4 12   1 4 4 8 2 3    1 5 8 7 11 2   1 6 1 R 12 16
2 1 3 5 12 10  2 2 4 R 4 17    2 3 6 9 7 8    2 4 8 2 1 6    2 5 1 10 3 R   2 6 2 4 6 15
3 1 5 2 6 R    3 2 8 9 9 18    3 3 2 8 5 5    3 4 3 R 8 19   3 5 7 5 10 13  3 6 6 6 11 7
4 1 2 R 10 1   4 2 1 4 7 9     4 3 7 10 2 20  4 4 6 7 5 4    4 5 5 3 8 11   4 6 4 1 3 R
"""
VALUES = [None if value == "R" else int(value) for value in TABLE.split()]
CARDS = {number: tuple(VALUES[6 * number - 6 : 6 * number]) for number in range(1, 25)}
CRITICAL = next(card for card, row in CARDS.items() if row[TWENT] == 20)

Event = tuple[str, dict[str, object]]


@dataclass
class Ask:
    """Somebody has to decide: each of these seats may say one of its words."""

    phase: str
    words: dict[int, list[str]]


Steps = Generator[Ask, tuple[int, str], None]


@dataclass(eq=False)
class Slot:
    """A place in the deck: the card there, if the referee has seen it, and the sides that know it."""

    card: int | None = None
    known: set[int | None] = field(default_factory=set)  # None: a spectator


@dataclass
class Side:
    unused: set[int] = field(default_factory=lambda: set(range(6)))
    pile: list[int] = field(default_factory=list)
    minion: int | None = None  # this combat's
    card: int | None = None  # the roll card
    value: int | None = None

    @property
    def points(self) -> int:
        return len(self.pile)


class Deck:
    """The deck from its top, and what is known of it."""

    def __init__(self, cards: Iterable[int], order: Sequence[int], witness: Callable[[set[int]], int]) -> None:
        everybody: set[int | None] = {None, *BOTH}
        self.rest = set() if order else set(cards)  # cards whose place the referee does not know
        self.slots = [Slot(card, set(everybody)) for card in order] or [Slot() for _ in self.rest]
        self._witness = witness

    def __len__(self) -> int:
        return len(self.slots)

    def see(self, place: int, sides: Iterable[int | None]) -> int:
        """Look at the card in a place; the witness is asked for known cards too, so that it keeps pace."""
        slot = self.slots[place]
        slot.card = self._witness(self.rest if slot.card is None else {slot.card})
        self.rest.discard(slot.card)
        slot.known.update(sides)
        return slot.card

    def draw(self) -> int:
        card = self.see(0, ())
        del self.slots[0]
        return card

    def take(self, place: int) -> int:
        """The card in a place, which has been looked at."""
        card = self.slots.pop(place).card
        assert card is not None
        return card

    def to_bottom(self, card: int) -> None:
        self.slots.append(Slot(card, {None, *BOTH}))

    def to_top(self, card: int) -> None:
        self.slots.insert(0, Slot(card, {None, *BOTH}))

    def shuffle_in(self, card: int) -> None:
        """The whole deck is shuffled, which ends all knowledge of places."""
        self.rest = {card} | self.rest | {slot.card for slot in self.slots if slot.card is not None}
        self.slots = [Slot() for _ in self.rest]

    def cards(self) -> set[int]:
        return self.rest | {slot.card for slot in self.slots if slot.card is not None}

    def unseen_by(self, side: int | None) -> set[int]:
        """The cards of which a side has not seen where they lie."""
        return self.cards() - {slot.card for slot in self.slots if slot.card is not None and side in slot.known}

    def as_known_to(self, side: int | None) -> list[int | None]:
        """The deck as a side knows it; what is left over when one place alone is unknown, everybody can tell."""
        seen = [slot.card if side in slot.known else None for slot in self.slots]
        return fill_in(seen, self.cards())


def fill_in(places: list[int | None], cards: set[int]) -> list[int | None]:
    """With one place unknown, its card is the one that lies nowhere else."""
    left = cards - {card for card in places if card is not None}
    return [left.copy().pop() if card is None else card for card in places] if len(left) == 1 else places


def no_witness(possible: set[int]) -> int:
    (card,) = possible
    return card


class Referee:
    """One game. `odd` says who is odd where that is drawn for each tie."""

    def __init__(
        self,
        *,
        solo: bool = False,
        abilities: str = "proposed",
        order: Sequence[int] = (),
        combat: int = 1,
        used: Sequence[str] = ("", ""),
        piles: Sequence[Sequence[int]] = ((), ()),
        witness: Callable[[set[int]], int] = no_witness,
        odd: Callable[[], int] | None = None,
    ) -> None:
        self.solo, self.proposed, self.combat = solo, abilities == "proposed", combat
        self.sides = [
            Side({t for t in range(6) if TYPES[t] not in used[side].split()}, list(piles[side])) for side in BOTH
        ]
        won = {card for pile in piles for card in pile}
        self.deck = Deck(set(CARDS) - won, order, witness)
        self.odd = odd
        self.events: list[Event] = []
        self.attacker: int | None = None
        self.acting: int | None = None
        self.flip: int | None = None
        self.looked: tuple[int, int] | None = None
        self.results: list[int | None] = [None] * (combat - 1)
        self.winner: int | None = None
        self._steps = self._game()
        self.ask: Ask | None = next(self._steps)

    # What one may ask the referee.

    def offers(self, seat: int) -> list[str]:
        return self.ask.words.get(seat, []) if self.ask else []

    @property
    def asked(self) -> tuple[int, ...]:
        return tuple(sorted(self.ask.words)) if self.ask else ()

    @property
    def phase(self) -> str:
        return self.ask.phase if self.ask else "over"

    def play(self, seat: int, word: str) -> list[Event]:
        """Carry out what a seat says, up to the next decision; what happened."""
        assert word in self.offers(seat)
        self.events = []
        self.ask = None
        try:
            self.ask = self._steps.send((seat, word))
        except StopIteration:
            assert self.winner is not None
        self._check()
        return self.events

    def _check(self) -> None:
        out = [side.card for side in self.sides if side.card is not None and self.winner is None]
        cards = [*self.sides[0].pile, *self.sides[1].pile, *self.deck.cards(), *out]
        assert len(cards) == len(set(cards)), "a card is in two places"
        assert len(self.deck.slots) == len(self.deck.cards())

    def _tell(self, kind: str, **facts: object) -> None:
        self.events.append((kind, facts))

    # A game and its combats.

    def _game(self) -> Steps:
        while True:
            yield from self._combat()
            if self.combat == 12:
                break
            self.combat += 1
            if self.combat == 7:
                for side in self.sides:
                    side.unused = set(range(6))
                self._tell("half", half=2)
            self._tell("combat", combat=self.combat)
            self.attacker = self.acting = self.flip = None
            for side in self.sides:
                side.minion = side.card = side.value = None
        self._finish()

    def _finish(self) -> None:
        points = [side.points for side in self.sides]
        even = points[0] == points[1]
        if even:
            self.winner = next(side for side in BOTH if CRITICAL in self.sides[side].pile)
        else:
            self.winner = points.index(max(points))
        self._tell("end", points=points, critical=even)

    def _combat(self) -> Steps:
        before = len(self.deck)
        assert before == 24 - 2 * (self.combat - 1)
        yield from self._solo_choice() if self.solo else self._duel_choice()
        for here in self.sides:
            assert here.minion is not None
            here.unused.remove(here.minion)
        self._find_attacker()
        assert self.attacker is not None
        for side in (self.attacker, 1 - self.attacker):
            self.acting = side
            yield from self._step(side)
        self.acting = None
        self._compare()
        assert len(self.deck) == before - 2

    def _duel_choice(self) -> Steps:
        chosen: dict[int, int] = {}
        while len(chosen) < 2:
            words = {s: [TYPES[t] for t in sorted(self.sides[s].unused)] for s in BOTH if s not in chosen}
            seat, word = yield Ask("choose", words)
            chosen[seat] = TYPES.index(word)
            self._tell("chosen")
        for seat, minion in chosen.items():
            self.sides[seat].minion = minion
        self._tell("reveal", minions=[TYPES[chosen[0]], TYPES[chosen[1]]])

    def _solo_choice(self) -> Steps:
        _, word = yield Ask("choose", {0: [TYPES[t] for t in sorted(self.sides[0].unused)]})
        self.sides[0].minion = TYPES.index(word)
        self._tell("pick", minion=word)
        dicey = self.sides[DICEY]
        card = self.deck.draw()
        self._tell("dicey-flip", card=card)
        dicey.minion = dicey_chooses(card, dicey.unused)
        self._tell("dicey-picks", minion=TYPES[dicey.minion])
        self._open(DICEY, card)

    # Who attacks.

    def _find_attacker(self) -> None:
        mine, other = (side.minion for side in self.sides)
        assert mine is not None and other is not None
        if mine != other:
            self.attacker, why = int(other > mine), "type"
        elif self.solo:
            why = self._solo_mirror()
        else:
            self.attacker, why = self._by_parity(), "parity"
        self._tell("attack", side=self.attacker, why=why)

    def _solo_mirror(self) -> str:
        """The same minion on both sides: the player's card is drawn at once, and the higher value attacks."""
        self._draw(0)
        mine, other = (side.value for side in self.sides)
        assert mine is not None and other is not None
        if mine != other:
            self.attacker = int(other > mine)
            return "value"
        self.attacker = self._by_parity()
        return "parity"

    def _by_parity(self) -> int:
        odd = 0
        if self.odd and not self.solo:
            odd = self.odd()
            self._tell("roles", odd=odd)
        if len(self.deck):
            self.flip = self.deck.draw()
            self.deck.to_bottom(self.flip)
        else:
            self.flip = self.sides[DICEY].card
        assert self.flip is not None
        shown = CARDS[self.flip][QUAD]
        assert shown is not None
        self._tell("flip", card=self.flip, d4=shown)
        return odd if shown % 2 else 1 - odd

    # Drawing.

    def _draw(self, side: int) -> None:
        self._open(side, self.deck.draw())

    def _open(self, side: int, card: int) -> None:
        """A drawn card becomes the roll card, unless R* sends it to the bottom."""
        here = self.sides[side]
        assert here.minion is not None
        column = here.minion
        if all(CARDS[each][column] is None for each in {card} | self.deck.cards()):
            self._tell("no-number", side=side, card=card)
            here.card, here.value = card, 0
            return
        while (value := CARDS[card][column]) is None:
            self._tell("redraw", side=side, card=card)
            self.deck.to_bottom(card)
            card = self.deck.draw()
        here.card, here.value = card, value
        self._tell("draw", side=side, card=card, value=value)

    def _step(self, side: int) -> Steps:
        minion = self.sides[side].minion
        if self.solo and side == DICEY:
            self._dicey_acts()
        elif minion == DIANTE and len(self.deck) + (self.sides[side].card is not None) >= 2:
            yield from self._diante(side)
        else:
            if self.sides[side].card is None:
                self._draw(side)
            if minion == CUBERA and len(self.deck):
                yield from self._cubera(side)

    def _cubera(self, side: int) -> Steps:
        here = self.sides[side]
        _, word = yield Ask("cubera", {side: ["reroll", "keep"]})
        if word == "keep":
            self._tell("keep", side=side)
        else:
            assert here.card is not None
            self._tell("reroll", side=side, card=here.card)
            self.deck.to_bottom(here.card)
            here.card = None
            self._draw(side)

    def _diante(self, side: int) -> Steps:
        here = self.sides[side]
        _, word = yield Ask("diante", {side: ["look", "decline"]})
        if word == "decline":
            self._tell("decline", side=side)
            if here.card is None:
                self._draw(side)
            return
        self._tell("look", side=side)
        opened = here.card
        first = self.deck.see(0, [side]) if opened is None else opened
        second = self.deck.see(opened is None, [side])
        self.looked = (first, second)
        self._tell("looked", cards=[first, second])
        _, word = yield Ask("take", {side: ["first", "second"]})
        self.looked = None
        if opened is not None:
            self.deck.to_top(opened)
        taken = self.deck.take(("first", "second").index(word))
        here.card, here.value = taken, CARDS[taken][DIANTE]
        self._tell("take", side=side, card=taken, value=here.value)

    # Dicey.

    def _dicey_acts(self) -> None:
        minion = self.sides[DICEY].minion
        if not len(self.deck):
            return
        if minion == CUBERA:
            self._dicey_cubera()
        elif minion == DIANTE:
            self._dicey_diante()

    def _dicey_cubera(self) -> None:
        here, player = self.sides[DICEY], self.sides[0]
        assert here.value is not None and here.card is not None
        if player.value is None:
            assert player.minion == QUAD, "only Quad is lower than Cubera"
            keeps = here.value >= 5
        else:
            keeps = here.value == 6 or here.value > player.value
        if keeps:
            self._tell("keep", side=DICEY)
        else:
            self._tell("reroll", side=DICEY, card=here.card)
            self.deck.to_bottom(here.card)
            self._draw(DICEY)

    def _dicey_diante(self) -> None:
        here = self.sides[DICEY]
        assert here.card is not None
        flipped, other = here.card, self.deck.draw()
        self._tell("look", side=DICEY, card=other)
        a, b = CARDS[flipped][DIANTE], CARDS[other][DIANTE]
        assert a is not None and b is not None
        if b > a:
            flipped, other = other, flipped
        here.card, here.value = flipped, max(a, b)
        self._tell("take", side=DICEY, card=flipped, value=here.value)
        self.deck.shuffle_in(other)
        self._tell("shuffled")

    # The end of a combat.

    def _compare(self) -> None:
        assert self.attacker is not None
        if self.proposed:
            self._apply_effects()
        a, b = self.sides
        assert a.value is not None and b.value is not None and a.card is not None and b.card is not None
        self._tell("compare", values=[a.value, b.value], cards=[a.card, b.card])
        winner = None if a.value == b.value else int(b.value > a.value)
        if winner is None and self.proposed and (a.minion == DWELVE) != (b.minion == DWELVE):
            winner = int(b.minion == DWELVE)
            self._tell("stubborn", side=winner)
        self.results.append(winner)
        if winner is None:
            a.pile.append(a.card)
            b.pile.append(b.card)
            self._tell("tie")
        else:
            self.sides[winner].pile += [a.card, b.card]
            self._tell("won", side=winner, cards=sorted([a.card, b.card]), points=2)

    def _apply_effects(self) -> None:
        """Giant-killer and Shield; both can only belong to the defender."""
        for side in BOTH:
            here, there = self.sides[side], self.sides[1 - side]
            assert here.value is not None and there.value is not None
            if there.minion not in (DWELVE, TWENT):
                continue
            if here.minion == QUAD and here.value >= 3:
                there.value = 0
                self._tell("giant-killer", side=side)
            elif here.minion == SPARTEN:
                there.value = max(0, there.value - 2)
                self._tell("shield", side=side, value=there.value)


def dicey_chooses(card: int, unused: set[int]) -> int:
    """The unused type with the largest number, looked for from d20 down; R* is less than any number."""
    best = max(unused)
    for column in sorted(unused, reverse=True):
        number, high = CARDS[card][column], CARDS[card][best]
        if number is not None and (high is None or number > high):
            best = column
    return best
