"""List the sixty Missions: what each counts, and the stars for one (section 5)."""

from __future__ import annotations

from enum import IntEnum

from .state import N_MISSIONS, Colour


class Kind(IntEnum):
    """Say what a Mission counts."""

    MOST = 0
    NONE = 1
    RIGHT = 2
    LEAST = 3
    OWN = 4
    CITY = 5
    ALL_COLOURS = 6
    MAGMACORIUM = 7
    VALUE = 8
    NO_VALUE = 9
    CITY_VALUE = 10
    INTEREST = 11
    ALWAYS = 12
    PAIRS = 13
    TWINS = 14
    TRIPLE = 15
    CLONES = 16
    SERIES = 17
    PARITY = 18
    HIGHEST = 19
    LOWEST = 20
    COPYCAT = 21
    GAMBLE = 22
    ADJACENT = 23
    SHARED = 24
    EMPTY = 25
    ALONE = 26
    SPIES = 27
    THREE = 28
    EVERYWHERE = 29


class Group(IntEnum):
    """Say what a kind of Mission depends on."""

    COLOUR = 0
    VALUE = 1
    PATTERN = 2
    TOTAL = 3
    AGENTS = 4
    OTHERS = 5  # other Missions: Copycat and High Stakes Gambling


KINDS_OF: dict[Group, tuple[Kind, ...]] = {
    Group.COLOUR: (
        Kind.MOST,
        Kind.NONE,
        Kind.RIGHT,
        Kind.LEAST,
        Kind.OWN,
        Kind.CITY,
        Kind.ALL_COLOURS,
        Kind.MAGMACORIUM,
    ),
    Group.VALUE: (Kind.VALUE, Kind.NO_VALUE, Kind.CITY_VALUE, Kind.INTEREST),
    Group.PATTERN: (Kind.ALWAYS, Kind.PAIRS, Kind.TWINS, Kind.TRIPLE, Kind.CLONES, Kind.SERIES, Kind.PARITY),
    Group.TOTAL: (Kind.HIGHEST, Kind.LOWEST),
    Group.AGENTS: (Kind.ADJACENT, Kind.SHARED, Kind.EMPTY, Kind.ALONE, Kind.SPIES, Kind.THREE, Kind.EVERYWHERE),
    Group.OTHERS: (Kind.COPYCAT, Kind.GAMBLE),
}
T, P, W = int(Colour.TEAL), int(Colour.PURPLE), int(Colour.WHITE)

# name, what it counts, its argument (a colour, a value, odd or even), stars for each
TABLE: tuple[tuple[str, Kind, int, int], ...] = (
    ("Armory", Kind.MOST, P, 12),
    ("Cash is King", Kind.MOST, W, 12),
    ("Insider", Kind.MOST, T, 12),
    ("Pacifist", Kind.NONE, P, 9),
    ("Marked Bills", Kind.NONE, W, 9),
    ("Fake News", Kind.NONE, T, 9),
    ("Gun Nut", Kind.RIGHT, P, 4),
    ("Sugar Mama", Kind.RIGHT, W, 4),
    ("Deep Throat", Kind.RIGHT, T, 4),
    ("Lover not a Fighter", Kind.LEAST, P, 12),
    ("Down to Earth", Kind.LEAST, W, 12),
    ("Ignorance is Bliss", Kind.LEAST, T, 12),
    ("Smuggler", Kind.OWN, P, 3),
    ("Money Laundry", Kind.OWN, W, 3),
    ("Snitch", Kind.OWN, T, 3),
    ("Drop Off", Kind.CITY, W, 3),
    ("Vigilantes", Kind.CITY, P, 3),
    ("Undercover", Kind.CITY, T, 3),
    ("Finger in every Pie", Kind.ALL_COLOURS, 0, 8),
    ("Playing with Fire", Kind.MAGMACORIUM, 0, 5),
    ("Less is More", Kind.VALUE, 1, 8),
    ("Slow & Steady", Kind.VALUE, 2, 7),
    ("Middle of the Road", Kind.VALUE, 3, 6),
    ("Four-Leaf Clover", Kind.VALUE, 4, 5),
    ("Big League", Kind.VALUE, 5, 4),
    ("More is More", Kind.VALUE, 6, 4),
    ("No Loose Change", Kind.NO_VALUE, 1, 9),
    ("Contaminated Goods", Kind.NO_VALUE, 2, 8),
    ("All or None", Kind.NO_VALUE, 3, 8),
    ("Low Profile", Kind.NO_VALUE, 4, 9),
    ("Risk Management", Kind.NO_VALUE, 5, 11),
    ("Staying off the Radar", Kind.NO_VALUE, 6, 12),
    ("Scavanger", Kind.CITY_VALUE, 1, 3),
    ("Low Key", Kind.CITY_VALUE, 2, 3),
    ("Medium Rare", Kind.CITY_VALUE, 3, 3),
    ("Prosperity", Kind.CITY_VALUE, 4, 3),
    ("Boom", Kind.CITY_VALUE, 5, 4),
    ("Six and the City", Kind.CITY_VALUE, 6, 5),
    ("Interest", Kind.INTEREST, 3, 1),
    ("Slacker", Kind.ALWAYS, 0, 6),
    ("Forgery", Kind.PAIRS, 0, 4),
    ("Replica", Kind.TWINS, 0, 7),
    ("Three's a Charm", Kind.TRIPLE, 3, 8),
    ("Clones", Kind.CLONES, 0, 18),
    ("The Big Heist", Kind.SERIES, 0, 25),
    ("Oddballs", Kind.PARITY, 1, 10),
    ("Even Stevens", Kind.PARITY, 0, 10),
    ("Extra Stash", Kind.HIGHEST, 0, 10),
    ("Discretion", Kind.LOWEST, 0, 14),
    ("Copycat", Kind.COPYCAT, 0, 0),
    ("High Stakes Gambling", Kind.GAMBLE, 0, 0),
    ("Dealers", Kind.ADJACENT, P, 3),
    ("Exchange Offices", Kind.ADJACENT, W, 3),
    ("Hackers", Kind.ADJACENT, T, 3),
    ("Sharing is Caring", Kind.SHARED, 0, 4),
    ("Crowd Control", Kind.EMPTY, 0, 4),
    ("Infiltration", Kind.ALONE, 0, 4),
    ("Spies", Kind.SPIES, 0, 4),
    ("King of the Hill", Kind.THREE, 3, 10),
    ("Special Agents", Kind.EVERYWHERE, 0, 10),
)

NAMES: tuple[str, ...] = tuple(row[0] for row in TABLE)
IDS: tuple[str, ...] = tuple(
    "-".join("".join(c for c in name.lower() if c.isalpha() or c in " -").split()) for name in NAMES
)
KINDS: tuple[int, ...] = tuple(int(row[1]) for row in TABLE)
GROUPS: tuple[int, ...] = tuple(int(group) for row in TABLE for group, kinds in KINDS_OF.items() if row[1] in kinds)
ARGUMENTS: tuple[int, ...] = tuple(row[2] for row in TABLE)
STARS: tuple[int, ...] = tuple(row[3] for row in TABLE)
COPYCAT = IDS.index("copycat")
HIGH_STAKES = IDS.index("high-stakes-gambling")
ALL_MISSIONS = (1 << N_MISSIONS) - 1
ONCE = (
    Kind.MOST,
    Kind.NONE,
    Kind.LEAST,
    Kind.ALL_COLOURS,
    Kind.NO_VALUE,
    Kind.ALWAYS,
    Kind.TRIPLE,
    Kind.CLONES,
    Kind.SERIES,
    Kind.PARITY,
    Kind.HIGHEST,
    Kind.LOWEST,
    Kind.EVERYWHERE,
)
