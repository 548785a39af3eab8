"""Count the 60 Missions one by one, as section 5 of the specification defines them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scoring import Count

Pays = Callable[["Count", int], int]
COPYCAT, HIGH_STAKES = "copycat", "high-stakes-gambling"
CITY = ("agency", "gugu", "waste", "congress", "bank", "nethal")
EVERYWHERE = (*CITY, "market", "dome", "ravin", "springs")


def most(colour: str) -> Pays:
    def pays(at: Count, seat: int) -> int:
        mine = at.with_jokers(seat, colour)
        return 12 if mine > 0 and all(mine >= at.with_jokers(other, colour) for other in at.seats) else 0

    return pays


def own_of(at: Count, seat: int, colour: str) -> int:
    """Return the dice that count against their owner: without the jokers, unless they are strict."""
    return at.with_jokers(seat, colour) if at.strict else at.of_colour(seat, colour)


def none_of(colour: str) -> Pays:
    return lambda at, seat: 0 if own_of(at, seat, colour) else 9


def right_has(colour: str) -> Pays:
    return lambda at, seat: 4 * at.with_jokers(at.right(seat), colour)


def least(colour: str) -> Pays:
    def pays(at: Count, seat: int) -> int:
        mine = own_of(at, seat, colour)
        return 12 if all(mine < at.with_jokers(other, colour) for other in at.seats if other != seat) else 0

    return pays


def each_own(colour: str) -> Pays:
    return lambda at, seat: 3 * at.with_jokers(seat, colour)


def each_in_city(colour: str) -> Pays:
    return lambda at, seat: 3 * sum(die[0] in (colour, "m") for die in at.city_dice())


def every_pie(at: Count, seat: int) -> int:
    return 8 if all(at.with_jokers(seat, colour) for colour in "tpw") else 0


def each_value(value: int, stars: int) -> Pays:
    return lambda at, seat: stars * at.values(seat).count(value)


def no_value(value: int, stars: int) -> Pays:
    return lambda at, seat: 0 if value in at.values(seat) else stars


def city_value(value: int, stars: int) -> Pays:
    return lambda at, seat: stars * sum(die[1] == str(value) for die in at.city_dice())


def forgery(at: Count, seat: int) -> int:
    return 4 * sum(count // 2 for count in Counter(at.values(seat)).values())


def alike(a: str, b: str) -> bool:
    return a[1] == b[1] and (a[0] == b[0] or "m" in (a[0], b[0]))


def most_pairs(dice: list[str]) -> int:
    """Try every partner for the first die, and none; return the most pairs."""
    if len(dice) < 2:
        return 0
    first, rest = dice[0], dice[1:]
    found = most_pairs(rest)
    for place, other in enumerate(rest):
        if alike(first, other):
            found = max(found, 1 + most_pairs(rest[:place] + rest[place + 1 :]))
    return found


def big_heist(at: Count, seat: int) -> int:
    return 25 if set(at.values(seat)) >= {1, 2, 3, 4, 5, 6} else 0


def all_values(fits: Callable[[list[int]], bool], stars: int) -> Pays:
    """Return a rule for what all own dice have in common; without a die it is not met."""
    return lambda at, seat: stars if at.boards[seat] and fits(at.values(seat)) else 0


def extra_stash(at: Count, seat: int) -> int:
    return 10 if all(sum(at.values(seat)) >= sum(at.values(other)) for other in at.seats) else 0


def discretion(at: Count, seat: int) -> int:
    return 14 if all(sum(at.values(seat)) <= sum(at.values(other)) for other in at.seats) else 0


def beside(colour: str) -> Pays:
    def pays(at: Count, seat: int) -> int:
        found = 0
        for area in CITY:
            spaces = at.spaces[area]
            for place in at.agents(area, seat):
                near = [spaces[other] for other in at.neighbours(place)]
                found += any(thing is not None and len(thing) == 2 and thing[0] in (colour, "m") for thing in near)
        return 3 * found

    return pays


def sharing(at: Count, seat: int) -> int:
    tied = [area for area in EVERYWHERE if len(at.leaders(area)) > 1]
    return 4 * sum(at.sharing == "any" or seat in at.leaders(area) for area in tied)


def spies(at: Count, seat: int) -> int:
    return 4 * sum(bool(at.agents(area, seat)) and seat not in at.leaders(area) for area in CITY)


def never(at: Count, seat: int) -> int:
    """Return nothing for Missions that depend on other cards."""
    return 0


PAYS: dict[str, Pays] = {
    "armory": most("p"),
    "cash-is-king": most("w"),
    "insider": most("t"),
    "pacifist": none_of("p"),
    "marked-bills": none_of("w"),
    "fake-news": none_of("t"),
    "gun-nut": right_has("p"),
    "sugar-mama": right_has("w"),
    "deep-throat": right_has("t"),
    "lover-not-a-fighter": least("p"),
    "down-to-earth": least("w"),
    "ignorance-is-bliss": least("t"),
    "smuggler": each_own("p"),
    "money-laundry": each_own("w"),
    "snitch": each_own("t"),
    "drop-off": each_in_city("w"),
    "vigilantes": each_in_city("p"),
    "undercover": each_in_city("t"),
    "finger-in-every-pie": every_pie,
    "playing-with-fire": lambda at, seat: 5 * at.of_colour(seat, "m"),
    "less-is-more": each_value(1, 8),
    "slow-steady": each_value(2, 7),
    "middle-of-the-road": each_value(3, 6),
    "four-leaf-clover": each_value(4, 5),
    "big-league": each_value(5, 4),
    "more-is-more": each_value(6, 4),
    "no-loose-change": no_value(1, 9),
    "contaminated-goods": no_value(2, 8),
    "all-or-none": no_value(3, 8),
    "low-profile": no_value(4, 9),
    "risk-management": no_value(5, 11),
    "staying-off-the-radar": no_value(6, 12),
    "scavanger": city_value(1, 3),
    "low-key": city_value(2, 3),
    "medium-rare": city_value(3, 3),
    "prosperity": city_value(4, 3),
    "boom": city_value(5, 4),
    "six-and-the-city": city_value(6, 5),
    "interest": lambda at, seat: sum(at.values(seat)) // 3,
    "slacker": lambda at, seat: 6,
    "forgery": forgery,
    "replica": lambda at, seat: 7 * most_pairs(at.boards[seat]),
    "threes-a-charm": lambda at, seat: 8 if max(Counter(at.values(seat)).values(), default=0) >= 3 else 0,
    "clones": all_values(lambda values: len(set(values)) == 1, 18),
    "the-big-heist": big_heist,
    "oddballs": all_values(lambda values: all(value % 2 for value in values), 10),
    "even-stevens": all_values(lambda values: not any(value % 2 for value in values), 10),
    "extra-stash": extra_stash,
    "discretion": discretion,
    COPYCAT: never,
    HIGH_STAKES: never,
    "dealers": beside("p"),
    "exchange-offices": beside("w"),
    "hackers": beside("t"),
    "sharing-is-caring": sharing,
    "crowd-control": lambda at, seat: 4 * sum(not at.agents(area, seat) for area in CITY),
    "infiltration": lambda at, seat: 4 * sum(at.leaders(area) == [seat] for area in CITY),
    "spies": spies,
    "king-of-the-hill": lambda at, seat: 10 * sum(len(at.agents(area, seat)) >= 3 for area in CITY),
    "special-agents": lambda at, seat: 10 if all(at.agents(area, seat) for area in CITY) else 0,
}
MISSIONS = tuple(PAYS)
assert len(MISSIONS) == 60
