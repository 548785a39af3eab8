"""Compare what two choices do at once, in any game without dice in between: the end of the game, what the rest of the
turn can add, and what the next player can make of it.

Every possible continuation of the turn is tried, so what is said holds whatever the players do. Where there are too
many, or where dice are rolled, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicehouse.core import Game, Seeded
from dicehouse.engine import DiceBox, engine_of
from dicehouse.i18n import Text, _

from .reviewed_match import copy_position

MOST_POSITIONS = 4_000  # of a turn that are looked at
CERTAIN = 1.0 - 1e-9
NOTHING = Text("")
MIN_RIVALS = 1
Count = Callable[[bytes], float]


@dataclass(frozen=True)
class ComparedChoices:
    """Hold the positions after two choices of a seat; with `you`, sentences speak to the player who chose."""

    seat: int
    before: bytes
    chosen: bytes
    better: bytes
    you: bool


def compare_outlooks(search: TurnSearch, position: bytes, seat: int, chosen: int, better: int, you: bool) -> Text:
    """Return a sentence about a difference that can be seen before anything is left to chance; empty if there is
    none.
    """
    after, instead = search.play(position, seat, chosen), search.play(position, seat, better)
    if after is None or instead is None:
        return NOTHING
    both = ComparedChoices(seat, position, after, instead, you)
    if search.wins(instead, seat) and not search.wins(after, seat):
        return _("The better choice would have won the game at once.")
    if search.loses(after, seat) and not search.loses(instead, seat):
        return (
            _("This choice lost you the game at once.")
            if you
            else _("This choice lost {player} the game at once.", player=f"{{{seat}}}")
        )
    names = search.names(position, seat)
    compare: tuple[Callable[[str], Text], ...] = (
        lambda name: _compare_own_turn(search, both, name),
        lambda name: _compare_margins(search, both, name),
        lambda name: _compare_replies(search, both, name),
        lambda name: _compare_at_once(search, both, name),
    )
    return next((said for each in compare for name in names if (said := each(name))), NOTHING)


def _compare_own_turn(search: TurnSearch, both: ComparedChoices, name: str) -> Text:
    """Compare the most that the seat can gain in this turn; `name` is one of the game's counts, empty for points."""
    seat, had = both.seat, search.count(both.before, both.seat, name)
    found = [search.most(here, seat, lambda end: search.count(end, seat, name)) for here in (both.chosen, both.better)]
    if found[0] is None or found[1] is None:
        return NOTHING
    least, most = round(found[0] - had), round(found[1] - had)
    if least < 0 or most <= least:
        return NOTHING
    values = {"player": f"{{{seat}}}", "least": search.words(name, least), "most": search.words(name, most)}
    if both.you and least == 0:
        return _("With this choice you could gain {least} this turn. The better one allowed {most}.", **values)
    if both.you:
        return _("With this choice you could gain at most {least} this turn. The better one allowed {most}.", **values)
    if least == 0:
        return _("With this choice {player} could gain {least} this turn. The better one allowed {most}.", **values)
    return _("With this choice {player} could gain at most {least} this turn. The better one allowed {most}.", **values)


def _compare_margins(search: TurnSearch, both: ComparedChoices, name: str) -> Text:
    """Compare by how much the seat can be ahead of every other seat at the end of this turn."""
    seat = both.seat
    if search.players < MIN_RIVALS + 1:
        return NOTHING
    found = [search.most(here, seat, lambda end: search.margin(end, seat, name)) for here in (both.chosen, both.better)]
    if found[0] is None or found[1] is None or round(found[1]) <= round(found[0]):
        return NOTHING
    least, most = (_margin_words(search, name, round(each)) for each in found if each is not None)
    if both.you:
        return _(
            "After this choice, you could at best end the turn {least}. After the better one, it "
            "could have been {most}.",
            least=least,
            most=most,
        )
    return _(
        "After this choice, {player} could at best end the turn {least}. After the better one, it "
        "could have been {most}.",
        player=f"{{{seat}}}",
        least=least,
        most=most,
    )


def _margin_words(search: TurnSearch, name: str, margin: int) -> Text:
    amount = search.words(name, abs(margin))
    return _("{amount} ahead", amount=amount) if margin >= 0 else _("{amount} behind", amount=amount)


def _compare_replies(search: TurnSearch, both: ComparedChoices, name: str) -> Text:
    """Compare the most that the next player can gain in one turn, where both choices end the turn."""
    rival = search.next_seat(both.chosen)
    if rival is None or rival == both.seat or search.next_seat(both.better) != rival:
        return NOTHING
    gains = []
    for here in (both.chosen, both.better):
        most = search.most(here, rival, lambda end: search.count(end, rival, name))
        if most is None:
            return NOTHING
        gains.append(round(most - search.count(here, rival, name)))
    if gains[0] <= gains[1] or gains[1] < 0:
        return NOTHING
    values = {
        "player": f"{{{both.seat}}}",
        "rival": f"{{{rival}}}",
        "most": search.words(name, gains[0]),
        "least": search.words(name, gains[1]),
    }
    if both.you and gains[1] == 0:
        return _("You let {rival} gain up to {most} next turn. The better choice allowed {least}.", **values)
    if both.you:
        return _(
            "You let {rival} gain up to {most} next turn. The better choice allowed no more than {least}.", **values
        )
    if gains[1] == 0:
        return _("{player} let {rival} gain up to {most} next turn. The better choice allowed {least}.", **values)
    return _(
        "{player} let {rival} gain up to {most} next turn. The better choice allowed no more than {least}.", **values
    )


def _compare_at_once(search: TurnSearch, both: ComparedChoices, name: str) -> Text:
    """Compare by how much the seat is ahead right after the two choices, whatever may follow."""
    if search.players < MIN_RIVALS + 1:
        return NOTHING
    least, most = (round(search.margin(here, both.seat, name)) for here in (both.chosen, both.better))
    if most <= least:
        return NOTHING
    values = {"least": _margin_words(search, name, least), "most": _margin_words(search, name, most)}
    if both.you:
        return _(
            "Right after this choice, you were {least}. After the better one, you would have been {most}.", **values
        )
    return _(
        "Right after this choice, {player} was {least}. After the better one, {player} would have been {most}.",
        player=f"{{{both.seat}}}",
        **values,
    )


class TurnSearch:
    """Try everything that a seat can do until another seat has to act."""

    def __init__(self, game: Game, players: int) -> None:
        self.players = players
        self._game, self._engine, self._box = game, engine_of(game), DiceBox()
        self._ends: dict[tuple[bytes, int], list[bytes] | None] = {}

    def play(self, data: bytes, seat: int, action: int) -> bytes | None:
        """Return the position after an action; None if chance took part."""
        here = copy_position(self._game, data)
        self._box.clear()
        Seeded("outlook").prepare(self._box.dice, 0)
        self._engine.apply(here, seat, action, self._box)
        return None if self._box.draws() else here.tobytes()

    def next_seat(self, data: bytes) -> int | None:
        """Return the seat that has to act; None if there is none, or several."""
        here = copy_position(self._game, data)
        acting = () if self._engine.over(here) else self._engine.acting(here)
        return acting[0] if len(acting) == 1 else None

    def wins(self, data: bytes, seat: int) -> bool:
        """Return True if the game is over and won by the seat alone."""
        here = copy_position(self._game, data)
        return self._engine.over(here) and self._engine.returns(here)[seat] > CERTAIN

    def loses(self, data: bytes, seat: int) -> bool:
        """Return True if the game is over and the seat has no part of the win."""
        here = copy_position(self._game, data)
        return self._engine.over(here) and self._engine.returns(here)[seat] < 1.0 - CERTAIN

    def count(self, data: bytes, seat: int, name: str) -> float:
        """Return a seat's points, or one of the game's own counts."""
        here = copy_position(self._game, data)
        if name:
            return self._game.hooks.visible_counts(here.state, seat).get(name, 0)
        return self._engine.points(here)[seat]

    def margin(self, data: bytes, seat: int, name: str) -> float:
        """Return by how much a seat is ahead of its best rival."""
        rivals = (other for other in range(self.players) if other != seat)
        return self.count(data, seat, name) - max(self.count(data, other, name) for other in rivals)

    def names(self, data: bytes, seat: int) -> tuple[str, ...]:
        """Return the names of all counts, points first; the name of points is empty."""
        return ("", *self._game.hooks.visible_counts(copy_position(self._game, data).state, seat))

    def words(self, name: str, amount: int) -> str:
        """Return an amount of points, or of one of the game's own counts."""
        own: str = self._game.hooks.count_words(name, amount)
        if own or amount:
            return own or self._game.format_points(amount)
        return _("no {units}", units=self._game.unit[1])

    def most(self, data: bytes, mover: int, count: Count) -> float | None:
        """Return the largest count that there can be when `mover` has to wait for another seat; None if chance takes
        part or if there are too many ways.
        """
        if (data, mover) not in self._ends:
            self._ends[data, mover] = self._find_ends(data, mover)
        ends = self._ends[data, mover]
        return None if ends is None else max(map(count, ends))

    def _find_ends(self, data: bytes, mover: int) -> list[bytes] | None:
        """Return all positions in which `mover` has to wait."""
        known, waiting, ends = {data}, [data], []
        while waiting:
            here = waiting.pop()
            if self.next_seat(here) != mover:
                ends.append(here)
                continue
            for action in self._engine.legal(copy_position(self._game, here), mover):
                after = self.play(here, mover, action)
                if after is None or len(known) > MOST_POSITIONS:
                    return None
                if after not in known:
                    known.add(after)
                    waiting.append(after)
        return ends
