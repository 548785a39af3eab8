"""Compare the engine with a second, slow implementation of the rules on random positions and in whole games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import dicehouse
from dicehouse.match.match import Match

from . import reference as ref
from . import the_baron
from .lockstep import follow, livelier
from .referee import Referee
from .reference import COLOURS, INNER, WHOLE, Board, Picture, Stack
from .table import GAME, Table

SWITCHES: dict[str, tuple[Any, ...]] = {
    "directions": (4, 8),
    "power_lines": ("both", "rows"),
    "legba": ("any", "single"),
    "other_powers": (True, False),
    "guard_exchange": (True, False),
    "guard_ends_extra": (True, False),
    "stolen_to": ("zone", "spirit"),
    "combos": ("3-5-8-12", "3-5-7-9", "cap4"),
    "offerings": ("limited", "unlimited"),
    "white_majority": (True, False),
    "white_tie": (1, 0),
}


class Bag:
    """Hold the dice of the box, drawn at random: the number of each colour is limited."""

    def __init__(self, rng: random.Random, solo: bool = False) -> None:
        counts = (6, 6, 6, 6, 5) if solo else (10, 10, 10, 10, 8)
        self._rng = rng
        self._left = [colour for colour, count in zip(COLOURS, counts, strict=True) for _ in range(count)]
        rng.shuffle(self._left)

    def draw(self, count: int, colours: str = COLOURS, faces: str = "OVFGSX") -> list[str]:
        """Draw `count` dice of these colours, fewer if there are no more."""
        drawn = [colour for colour in self._left if colour in colours][:count]
        for colour in drawn:
            self._left.remove(colour)
        return [colour + self._rng.choice(faces) for colour in drawn]


def random_board(rng: random.Random, bag: Bag, count: int, area: frozenset[str]) -> Board:
    """Return `count` dice in stacks of up to three, crowded or spread."""
    spaces = rng.sample(sorted(area), rng.randint(min(-(-count // 3), len(area)), len(area)))
    board: Board = {}
    for die in bag.draw(count):
        open_ = [space for space in spaces if len(board.get(space, ())) < 3]
        if open_:
            space = rng.choice(open_)
            board[space] = (*board.get(space, ()), die)
    return board


def random_position(seed: int, count: int | None = None, players: int = 0, **options: Any) -> Match:
    rng = random.Random(seed)
    players = players or rng.choice([1, 2, 2, 3, 4])
    bag = Bag(rng, players == 1)
    drawn = [" ".join(bag.draw(rng.randint(0, 5))) for _ in range(max(players, 2))]
    count, area = count or rng.randint(5, 29 if players == 1 else 48), INNER if players == 1 else WHOLE
    board = random_board(rng, bag, count, area)
    loas = "".join(rng.sample("YTRP", 4))
    more: dict[str, Any] = {"baron_loa": loas[1], "line": "TV RO PX YG"} if players == 1 else {}
    if players == 4 and rng.random() < 0.3:
        options["pairing"] = {"YT": "yt-rp", "RP": "yt-rp", "RY": "yr-tp", "PT": "yr-tp"}.get(
            "".join(sorted(loas[0] + loas[2], key="RPYT".index)), "yp-tr"
        )
    guarded = "".join(seat for seat in "0123"[:players] if rng.random() < 0.3)
    sides = 2 if players == 1 or "pairing" in options else players
    return Match.set_up(
        GAME, players=players, options=options, board={space: " ".join(stack) for space, stack in board.items()},
        loas=loas[:players], player=rng.randrange(players), guarded=guarded, zones=drawn[:sides],
        offerings=[rng.randint(0, 3) for _ in range(sides)], first=0, **more,
    )  # fmt: skip


def random_switches(seed: int, share: float = 0.5) -> dict[str, Any]:
    rng = random.Random(seed)
    return {key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < share}


# Captures, and the powers that may be begun.


@pytest.mark.parametrize("switched", [False, True])
def test_what_a_turn_begins_with(switched: bool) -> None:
    met = Counter()
    for seed in range(1000):
        match = random_position(seed, **(random_switches(seed) if switched else {}))
        if match.over:
            met["over"] += 1
            continue
        referee = Referee(match.view(), match.settings)
        assert {option.id for option in match.options(referee.player)} == referee.offers(), seed
        met["jumps"] += bool(referee.jumps())
        met["freed"] += not referee.jumps()
    assert min(met.values()) > 5, met


@pytest.mark.parametrize("loa", ref.LOAS)
@pytest.mark.parametrize("layout", ["knights", "mirror"])
def test_every_loa_has_27_opening_captures(loa: str, layout: str) -> None:
    for players in (2, 3, 4):
        match = dicehouse.new(GAME, players=players, options={"first": "host", "layout": layout}, seed=players)
        table = Table.of(match).play(f"A loa {loa}")
        while table.phase == "loa":
            match.play(match.acting()[0], sorted(table.offers())[0])
        assert table.up == "A"
        assert len(table.jumps("A")) == 27
        board = {space: tuple(stack) for space, stack in table.view["board"].items()}
        assert table.jumps("A") == {f"{start}x{over}" for start, over, _ in ref.captures(board, ref.LOAS[loa])}


# Powers: every use, found by trying all their choices.


def patched(board: Board, changes: dict[str, list[str]]) -> Board:
    return ref.with_stacks(board, {space: tuple(stack) for space, stack in changes.items()})


def seen(match: Match) -> Board:
    return {space: tuple(stack) for space, stack in match.view()["board"].items()}


def walk(match: Match, seat: int, rng: random.Random) -> Counter[Picture]:
    """Return all boards at the ends of the choices of a power; some ends are played to check the result."""
    ends: Counter[Picture] = Counter()
    board, options = seen(match), match.options(seat)
    assert options, "a choice without an option"
    held = (match.view()["held"] or {}).get("space")
    for option in options:
        one_more = option.facts["kind"] == "top" and len(board[held]) == 3
        if "changes" in option.facts and not one_more:
            after = patched(board, option.facts["changes"])
            ends[ref.picture(after)] += 1
            if rng.random() < 0.02 or option is options[-1]:
                match.play(seat, option.id)
                assert seen(match) == after
                match.undo(seat)
        else:
            match.play(seat, option.id)
            ends += walk(match, seat, rng)
            match.undo(seat)
    return ends


def compare_powers(match: Match, referee: Referee, rng: random.Random) -> Counter[str]:
    """Check that every power offered leads to exactly the boards that the reference finds, and to each by one way."""
    met: Counter[str] = Counter()
    for option in match.options(referee.player):
        if option.facts["kind"] == "power":
            power = option.id.split()[1]
            match.play(referee.player, option.id)
            found = walk(match, referee.player, rng)
            match.undo(referee.player)
            uses = {ref.picture(board): board for board in referee.uses(power)}
            free = referee.phase == "steps"
            expected = {drawn for drawn, board in uses.items() if free or referee.jumps(board)}
            assert set(found) == expected, option.id
            assert set(found.values()) == {2 if power == "erzulie" else 1}, option.id
            met[power] += 1
    return met


@pytest.mark.parametrize("step", ["A", "D"])
@pytest.mark.parametrize(("low", "high", "positions"), [(5, 12, 80), (13, 30, 30), (31, 48, 5)])
def test_every_use_of_a_power(step: str, low: int, high: int, positions: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(positions):
        rng = random.Random(seed)
        match = random_position(seed, rng.randint(low, high), **random_switches(seed, 0.25))
        if match.over:
            continue
        referee = Referee(match.view(), match.settings)
        if step == "D":
            jumps = sorted(referee.jumps())
            if not jumps:
                continue
            match.play(referee.player, jumps[seed % len(jumps)])
            referee.act(jumps[seed % len(jumps)])
        met += compare_powers(match, referee, rng)
    assert set(met) == set(ref.POWERS), met


# Combos, and the choices of the effects.


def just_captured(seed: int, zone: Stack, others: str, stolen: str, **options: Any) -> Table:
    table = Table(
        "YTR", {"g1": "TO", "g2": "WX"}, c3="YF", d3=zone[-1], zones=[" ".join(zone[:-1]), others, "RO"],
        options=options, spirits=["", stolen, ""], guarded="2" if seed % 3 == 0 else "",
    )  # fmt: skip
    return table.play("A c3xd3")


@pytest.mark.parametrize("values", ref.TABLES)
def test_every_combo_and_the_best_split(values: str) -> None:
    for seed in range(300):
        rng = random.Random(seed)
        colours = rng.choice([COLOURS, COLOURS, "YW", "RPW"])
        bag = Bag(rng)
        for elsewhere in "RTWY":
            bag.draw(1, elsewhere)
        captured = bag.draw(1, "YTPW", "O")  # the third player may be protected
        zone = (*bag.draw(rng.randint(1, 12), colours), *captured)
        table = just_captured(seed, zone, "", "", combos=values)
        offered = {o.id: o.facts["points"] for o in table.match.options(0) if o.facts["kind"] == "combo"}
        combos = ref.combos(zone, values)
        assert offered == {f"combo {' '.join(found)}".lower(): points for found, points in combos.items()}
        assert table.offers("A", "spirit") == {f"spirit {die}".lower() for die in zone}
        check_split(table.view, zone, values)


def check_split(view: dict[str, Any], zone: Stack, values: str) -> None:
    best = ref.bank(zone, values)
    split = view["best_split"]
    assert view["sides"][0]["best_final"] == ref.best_combo(zone, values)
    shown = {tuple(combo["dice"]): combo["points"] for combo in view["combos"]}
    assert shown.items() <= ref.combos(zone, values).items()
    assert list(shown.values()) == sorted(ref.combos(zone, values).values(), reverse=True)[: len(shown)], "best first"
    assert len(shown) >= min(40, len(ref.combos(zone, values)))
    if best == 0:
        assert split is None
        return
    used = Counter(die for combo in split["combos"] for die in combo)
    assert not used - Counter(zone), "each die once"
    assert split["points"] == best == sum(ref.worth(combo, values) for combo in split["combos"])


def test_every_choice_of_an_effect() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        bag = Bag(rng)
        for elsewhere in "RTWY":
            bag.draw(1, elsewhere)
        captured = bag.draw(1, "YTPW", "FSX")
        zone = (*bag.draw(rng.randint(0, 4)), *captured)
        table = just_captured(seed, zone, *(" ".join(bag.draw(rng.randint(0, 4))) for _ in range(2)))
        referee = Referee.at_steps(table.view, table.match.settings)
        assert table.offers("A") == referee.offers()
        if "use" not in table.offers("A"):
            continue
        table.play("A use")
        if zone[-1][1] == "X":
            assert trades(table) == referee.trades()
        else:
            assert table.offers("A") == set(referee.targets(zone[-1][1]))


def trades(table: Table) -> set[frozenset[tuple[int, str]]]:
    pairs = []
    for first in sorted(table.offers("A")):
        _, one, given = first.upper().split()
        table.play(f"A {first}")
        for second in table.offers("A"):
            _, other, taken = second.upper().split()
            pairs.append(frozenset({(int(one[1]) - 1, given), (int(other[1]) - 1, taken)}))
        table.back()
    assert set(Counter(pairs).values()) <= {1, 2}
    return set(pairs)


# The Baron of the solo mode.


def random_solo(seed: int) -> tuple[dict[str, Any], the_baron.Solo]:
    """Return a position with the Baron's turn: its set-up, and what he sees."""
    rng = random.Random(seed)
    bag = Bag(rng, solo=True)
    few = rng.choice([COLOURS, "YW", "TRW"])
    zones = [bag.draw(rng.randint(0, most), few) for most in (5, 6)]
    spirits = [bag.draw(rng.randint(0, 4)), bag.draw(rng.randint(0, 4))]
    board = random_board(rng, bag, rng.randint(4, 29), INNER)
    yours, his = rng.sample("YTRP", 2)
    level = rng.randint(1, 4)
    line = [colour + rng.choice("OVFGSX") for colour in the_baron.line_order(yours, level)]
    offerings = [rng.randint(0, 4), rng.randint(0, 4)]
    vp = [rng.randint(0, 10), rng.randint(0, 10)]
    guarded = rng.random() < 0.3
    options = {key: value for key, value in random_switches(seed, 0.3).items() if key in ("combos", "stolen_to")}
    options["guard_exchange"] = rng.random() < 0.7
    options["solo_level"] = level
    placed = {
        "players": 1, "options": options, "board": {space: " ".join(stack) for space, stack in board.items()},
        "loas": yours, "baron_loa": his, "line": " ".join(line), "zones": [" ".join(zone) for zone in zones],
        "spirits": [" ".join(spirit) for spirit in spirits], "vp": vp, "offerings": offerings,
        "guarded": "0" if guarded else "", "baron_turn": True,
    }  # fmt: skip
    solo = the_baron.Solo(
        board, yours, his, line, level, [guarded, False], [*vp], [*offerings], zones, spirits,
        20 - sum(offerings), str(options.get("combos", "3-5-8-12")), options["guard_exchange"],
        str(options.get("stolen_to", "zone")),
    )  # fmt: skip
    return placed, solo


def test_the_whole_turn_of_the_baron() -> None:
    compared = 0
    for seed in range(1200):
        placed, solo = random_solo(seed)
        view = Match.set_up(GAME, **placed).view()
        played = the_baron.turn(solo)
        if view["phase"] == "over" or view["trigger"] or not played:
            continue  # the human was blocked after it: then the Baron has played once more
        compared += 1
        assert view["board"] == {space: list(stack) for space, stack in solo.board.items()}, seed
        assert [side["zone"] for side in view["sides"]] == solo.zones, seed
        worlds = [sorted(die for found in side["spirit"] for die in found["dice"]) for side in view["sides"]]
        assert worlds == [sorted(spirit) for spirit in solo.spirits], seed
        assert [side["vp"] for side in view["sides"]] == solo.vp, seed
        assert [side["offerings"] for side in view["sides"]] == solo.offerings, seed
        assert view["baron"]["guarded"] == solo.guarded[1], seed
    assert compared > 600


# Whole games, action by action.

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "three": (3, {}),
    "four": (4, {}),
    "teams": (4, {"pairing": "yt-rp"}),
    "other teams": (4, {"pairing": "yr-tp"}),
    "balanced": (2, {"set_up": "balanced"}),
    "chaos": (3, {"set_up": "chaos"}),
    "solo 1": (1, {"solo_level": 1}),
    "solo 2": (1, {"solo_level": 2}),
    "solo 3": (1, {"solo_level": 3}),
    "solo 4": (1, {"solo_level": 4}),
}


@pytest.mark.parametrize("switched", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_alike(name: str, switched: bool) -> None:
    players, options = GAMES[name]
    for seed in range(3):
        more = random_switches(seed, 0.4) if switched else {}
        if players == 1:
            more.pop("directions", None)  # the rules don't say in which order the Baron tries diagonals
        match = dicehouse.new(GAME, players=players, options={**options, **more, "loas": "random"}, seed=seed)
        rng = random.Random(seed)
        while match.view()["phase"] in ("loa", "baron-loa"):
            match.play(match.acting()[0], rng.choice(match.options(match.acting()[0])).id)
        referee = follow(match, livelier(rng))
        assert match.over
        winner = match.view()["winner"]
        assert winner == referee.winner
