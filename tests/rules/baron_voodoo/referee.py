"""Follow a match action by action with independent rules: predict its options and its whole position.

The referee uses the notation and the settings, but computes every turn from the rulebook's words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from . import reference as ref
from . import the_baron
from .reference import FACES, INNER, POWERS, WHOLE, Board
from .the_baron import BARON

STEPS = ("A", "B", "C1", "C2", "C3", "C4", "C5", "D", "end")
Tree = dict[str, Any]


class Referee:
    """Hold the whole position, read from a view once and updated independently from then on."""

    def __init__(self, view: dict[str, Any], settings: dict[str, Any]) -> None:
        self.settings = settings
        self.solo, self.teams = view["mode"] == "solo", view["mode"] == "teams"
        self.players = len(view["seats"])
        self.area = INNER if self.solo else WHOLE
        self.board: Board = {space: tuple(stack) for space, stack in view["board"].items()}
        self.loas = [seat["loa"] for seat in view["seats"]]
        self.guarded = [seat["guarded"] for seat in view["seats"]]
        self.vp = [side["vp"] for side in view["sides"]]
        self.offerings = [side["offerings"] for side in view["sides"]]
        self.zones = [list(side["zone"]) for side in view["sides"]]
        self.spirits = [[die for set_ in side["spirit"] for die in set_["dice"]] for side in view["sides"]]
        self.reserve: int | None = view["reserve"]
        self.samedi: int | None = view["samedi"]
        self.first: int = view["first"]
        self.threshold: int = view["threshold"]
        self.line, self.level = [], 1
        if self.solo:
            self.loas.append(view["baron"]["loa"])
            self.guarded.append(view["baron"]["guarded"])
            self.line, self.level = view["baron"]["line"], view["baron"]["level"]
        self.player: int = view["player"]
        self.trigger: int | None = None
        self.extra = self.over = False
        self.totals: list[int] = []
        self.begin(self.player, extra=False)

    @classmethod
    def at_steps(cls, view: dict[str, Any], settings: dict[str, Any]) -> Referee:
        """Return a referee from a view right after a capture without a power before it."""
        referee = cls(view, settings)
        referee.player, referee.phase, referee.step = view["player"], "steps", STEPS.index("C1")
        referee.guarded = [seat["guarded"] for seat in view["seats"]]
        referee.trigger, referee.over, referee.captured = None, False, view["captured"]
        return referee

    # Seats and sides.

    @property
    def seats(self) -> int:
        return 2 if self.solo else self.players

    def side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    @property
    def mine(self) -> int:
        return self.side(self.player)

    def guards(self, side: int) -> bool:
        """Return True if anyone on this side has an active Protection."""
        return any(self.guarded[seat] for seat in range(self.seats) if self.side(seat) == side)

    @property
    def protected(self) -> str:
        others = [seat for seat in range(self.seats) if self.side(seat) != self.mine]
        return "".join(self.loas[seat] for seat in others if self.guarded[seat])

    # The options by their text.

    def jumps(self, board: Board | None = None) -> dict[str, tuple[str, str, str]]:
        found = ref.captures(
            self.board if board is None else board,
            self.loas[self.player],
            self.protected,
            self.area,
            int(self.settings["directions"]),
        )
        return {f"{start}x{over}": (start, over, to) for start, over, to in found}

    def price(self, power: str) -> int | None:
        """Return what a power costs the player now; None if it can't be used."""
        colour = POWERS[power]
        price = 0 if colour == self.loas[self.player] or self.samedi == self.mine else 1
        if colour not in self.loas and not self.settings["other_powers"]:
            return None
        return price if self.offerings[self.mine] >= price else None

    def powers(self, freeing: bool) -> list[str]:
        found = []
        for power in POWERS:
            ends = self.uses(power) if self.price(power) is not None else ()
            if any(self.jumps(board) if freeing else True for board in ends):
                found.append(f"power {power}")
        return found

    def uses(self, power: str) -> Iterator[Board]:
        rows_only, single_only = self.settings["power_lines"] == "rows", self.settings["legba"] == "single"
        return ref.uses(power, self.board, self.area, rows_only=rows_only, single_only=single_only)

    def targets(self, effect: str) -> list[str]:
        """Return the choices of the effects Face and Steal."""
        if effect == "F":
            kinds = set(self.zones[self.mine])
            return [f"face {die} {face}".lower() for die in kinds for face in FACES if face != die[1]]
        found = []
        for side, dice in enumerate(self.spirits):
            if side != self.mine and not self.guards(side):
                found += [f"steal {self.name(side)} {die}".lower() for die in set(dice)]
        return found

    def name(self, side: int) -> str:
        return "baron" if self.solo and side == BARON else f"p{side + 1}"

    def trades(self) -> set[frozenset[tuple[int, str]]]:
        """Return all pairs of different dice in two Capture zones that may be exchanged."""
        closed = [
            side
            for side in range(len(self.zones))
            if side != self.mine and self.guards(side) and self.settings["guard_exchange"]
        ]
        dice = [(side, die) for side, zone in enumerate(self.zones) if side not in closed for die in set(zone)]
        return {frozenset((a, b)) for a in dice for b in dice if a[0] != b[0] and a[1] != b[1]}

    def applies(self, face: str) -> bool:
        if face == "O":
            return self.reserve is None or self.reserve > 0
        if face == "S":
            return bool(self.targets("S"))
        if face == "X":
            return bool(self.trades())
        return face != "G" or not self.guarded[self.player]

    def open(self, step: str) -> bool:
        return STEPS.index(step) >= self.step

    def steps(self) -> set[str]:
        """Return all options after the capture."""
        offerings, found = self.offerings[self.mine], {"end"}
        if self.open("C1") and self.captured[0] == self.loas[self.player] and self.applies("O"):
            found.add("offering")
        if self.open("C2") and offerings >= 1:
            found |= {f"turn {face.lower()}" for face in FACES if face != self.captured[1]}
        if self.open("C3") and self.applies(self.captured[1]):
            found.add("use")
        if self.open("C4") and offerings >= 2 and not self.extra:
            found.add("buy")
        if self.open("C5"):
            zone = self.zones[self.mine]
            found |= {f"combo {' '.join(dice)}".lower() for dice in ref.combos(zone, self.settings["combos"])}
            found |= {f"spirit {die}".lower() for die in set(zone)}
        if self.open("D") and not self.used_power:
            found |= set(self.powers(freeing=False))
        return found

    def offers(self) -> set[str]:
        if self.phase == "turn":
            return set(self.jumps()) | set(self.powers(freeing=True))
        return set(self.jumps()) if self.phase == "capture" else self.steps()

    # Carrying out actions.

    def begin(self, player: int, extra: bool) -> None:
        self.player, self.extra = player, extra
        self.bought = self.used_power = False
        self.step, self.phase, self.captured = 0, "turn", ""
        if not extra or self.settings["guard_ends_extra"]:
            self.guarded[player] = False
        if self.solo and player == BARON:
            self.baron()
        elif not self.offers():
            self.ends(player)
            self.next()

    def ends(self, seat: int) -> None:
        """Note the first seat to start the end of the game."""
        if self.trigger is None:
            self.trigger = seat

    def next(self) -> None:
        following = (self.player + 1) % self.seats
        if self.vp[self.mine] >= self.threshold:
            self.ends(self.player)
        if self.trigger is not None and following == self.first:
            self.finish()
        else:
            self.begin(following, extra=False)

    def finish(self) -> None:
        self.over, self.phase = True, "over"
        tie: int | None = int(self.settings["white_tie"]) if self.teams else 1
        if not self.teams and not self.settings["white_majority"]:
            tie = None
        self.totals = ref.last_count(self.vp, self.zones, self.spirits, self.settings["combos"], tie)
        for zone, spirit in zip(self.zones, self.spirits, strict=True):
            spirit += zone
            zone.clear()

    @property
    def winner(self) -> int | None:
        """Return the winning side; in solo the Baron has to be beaten."""
        assert self.trigger is not None
        if self.solo:
            return 0 if self.totals[0] > self.totals[1] else None
        return ref.winner(self.totals, self.side(self.trigger))

    def act(self, option: str) -> None:
        """Carry out an action that is no choice of a power or an effect."""
        word, *rest = option.upper().split()
        if "x" in option[2:3]:
            start, over, to = self.jumps()[option]
            self.board, self.captured = ref.jump(self.board, start, over, to)
            self.zones[self.mine].append(self.captured)
            self.phase, self.step = "steps", STEPS.index("C1")
        elif word == "OFFERING":
            self.receive(1)
            self.step = STEPS.index("C2")
        elif word == "TURN":
            self.receive(-1)
            self.turn_captured(rest[0])
            self.step = STEPS.index("C3")
        elif word == "USE":
            self.use()
        elif word == "BUY":
            self.receive(-2)
            self.bought = True
            self.step = STEPS.index("C5")
        elif word in ("COMBO", "SPIRIT"):
            self.vp[self.mine] += ref.worth(rest, self.settings["combos"])
            for die in rest:
                self.zones[self.mine].remove(die)
            self.spirits[self.mine] += rest
            self.step = STEPS.index("C5")
            self.whites_changed()
        elif word == "POWER":
            self.receive(-(self.price(rest[0].lower()) or 0))
            self.used_power = True
            if self.phase == "turn":
                self.phase = "capture"
            else:
                self.step = STEPS.index("end")
        elif word == "END":
            self.end()

    def receive(self, offerings: int) -> None:
        self.offerings[self.mine] += offerings
        if self.reserve is not None:
            self.reserve -= offerings

    def turn_captured(self, face: str) -> None:
        self.captured = self.captured[0] + face
        self.zones[self.mine][-1] = self.captured

    def use(self) -> None:
        self.step = STEPS.index("C4")
        face = self.captured[1]
        if face == "O":
            self.receive(1)
        elif face == "V":
            self.vp[self.mine] += 1
        elif face == "G":
            self.guarded[self.player] = True

    def end(self) -> None:
        if self.vp[self.mine] >= self.threshold:
            self.ends(self.player)
        if self.bought:
            self.begin(self.player, extra=True)
        else:
            self.next()

    def effect(self, choices: list[str]) -> None:
        """Carry out the choices after `use`: face, steal, or the two of an exchange."""
        words = " ".join(choices).upper().split()
        zone = self.zones[self.mine]
        if words[0] == "FACE":
            zone[zone.index(words[1])] = words[1][0] + words[2]
        elif words[0] == "STEAL":
            self.spirits[self.sided(words[1])].remove(words[2])
            to = zone if self.settings["stolen_to"] == "zone" else self.spirits[self.mine]
            to.append(words[2])
            self.whites_changed()
        else:
            _, one, given, _, other, taken = words
            for side, out, into in ((one, given, taken), (other, taken, given)):
                self.zones[self.sided(side)].remove(out)
                self.zones[self.sided(side)].append(into)

    def sided(self, name: str) -> int:
        return BARON if name == "BARON" else int(name[1]) - 1

    def whites_changed(self) -> None:
        """Give the Baron Samedi token to the side with strictly more white dice than each other; on a tie it stays."""
        if self.teams or self.solo:
            return
        counts = [sum(die[0] == "W" for die in spirit) for spirit in self.spirits]
        leaders = [side for side, count in enumerate(counts) if count == max(counts) > 0]
        if len(leaders) == 1:
            self.samedi = leaders[0]
        elif self.samedi not in leaders:
            self.samedi = None

    def baron(self) -> None:
        solo = the_baron.Solo(
            self.board,
            self.loas[0],
            self.loas[1],
            self.line,
            self.level,
            self.guarded,
            self.vp,
            self.offerings,
            self.zones,
            self.spirits,
            self.reserve,
            self.settings["combos"],
            self.settings["guard_exchange"],
            self.settings["stolen_to"],
        )
        played = the_baron.turn(solo)
        self.board, self.reserve = solo.board, solo.reserve
        if not played:
            self.ends(BARON)
        self.next()

    # Comparing the table.

    def agrees(self, view: dict[str, Any]) -> None:
        """Compare everything that the view shows."""
        assert view["board"] == {space: list(stack) for space, stack in self.board.items()}
        assert view["reserve"] == self.reserve
        assert [side["offerings"] for side in view["sides"]] == self.offerings
        assert [side["zone"] for side in view["sides"]] == self.zones
        assert [Counter(self.seen(side)) for side in view["sides"]] == [Counter(spirit) for spirit in self.spirits]
        assert [seat["guarded"] for seat in view["seats"]] == self.guarded[: self.players]
        assert not self.solo or view["baron"]["guarded"] == self.guarded[BARON]
        assert view["samedi"] == self.samedi
        assert (view["phase"] == "over") == self.over
        if self.over:
            assert [side["vp"] for side in view["sides"]] == self.totals
            assert self.trigger == (BARON if view["trigger"]["seat"] is None else view["trigger"]["seat"])
        else:
            assert [side["vp"] for side in view["sides"]] == self.vp
            assert (view["player"], view["phase"], view["extra"]) == (self.player, self.phase, self.extra)

    def seen(self, side: dict[str, Any]) -> Iterable[str]:
        return (die for set_ in side["spirit"] for die in set_["dice"])
