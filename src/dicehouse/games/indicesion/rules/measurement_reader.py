"""Read records of measurements strictly: anything missing, unknown, out of bounds or contradictory is reported in one
sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core.value_readers import ValueReader, list_of, mapping_of, one_of, real_number, true_or_false
from dicehouse.errors import BadMatch, BadSetting
from dicehouse.text_format import shorten

from ..physics.bodies import is_die
from ..physics.world import TABLE_TOP, Scene

LONGEST = 30.0  # seconds
FAR = 5.0  # metres
FASTEST = 1000.0  # metres a second
MOST_TOUCHES = 20_000
PER_FRAME = 8  # numbers
MOST_FRAMES = 20_000
WIDE = 1_000_000  # tenths of a millimetre
UNIT = 10_000  # of a turn's parts
CLOSE = np.array([5] * 3 + [50] * 4)  # how far a film may end from where a body rests

Numbers = npt.NDArray[np.int64]


def read_value(reader: ValueReader, value: object, where: str) -> Any:
    """Return the value as `reader` converts it. Raise BadMatch if it is refused."""
    try:
        return reader(value, where, 0)
    except BadSetting as error:
        raise BadMatch(f"The outcome of an action can't be read: {error}") from error
    except RecursionError as error:
        raise BadMatch("The outcome of an action is nested too deeply.") from error


def shape(**fields: ValueReader) -> ValueReader:
    """Return a reader of a mapping with exactly these keys."""

    def take(value: object, where: str, players: int) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise BadSetting(f"{where} must be an object, not {shorten(value)}.")
        for key in value:
            if key not in fields:
                raise BadSetting(f"{where} knows no {shorten(key)}.")
        for key in fields:
            if key not in value:
                raise BadSetting(f"{where} lacks {key!r}.")
        return {key: reader(value[key], f"{where}.{key}", players) for key, reader in fields.items()}

    return ValueReader(f"an object with {', '.join(fields)}", take)


def row(*readers: ValueReader) -> ValueReader:
    """Return a reader of a list with one value for each reader."""

    def take(value: object, where: str, players: int) -> list[Any]:
        values = list_of(plain, len(readers), len(readers))(value, where, players)
        return [
            reader(each, f"{where}[{i}]", players) for i, (reader, each) in enumerate(zip(readers, values, strict=True))
        ]

    return ValueReader(f"a list of {len(readers)}", take)


plain = ValueReader("anything", lambda value, where, players: value)
second = real_number(0, LONGEST)
stands_record = shape(stands=true_or_false)


def _read_pose(value: object, where: str, players: int) -> list[float]:
    numbers: list[float] = list_of(real_number(-FAR, FAR), 7, 7)(value, where, players)
    if not 0.99 < hypot(*numbers[3:]) < 1.01:
        raise BadSetting(f"{where} ends with a turn, a quaternion of length 1.")
    return numbers


pose = ValueReader("a place in metres and a turn as a quaternion", _read_pose)


def _read_track(value: object, where: str, players: int) -> list[int]:
    if (
        not isinstance(value, list)
        or len(value) % PER_FRAME
        or not 2 * PER_FRAME <= len(value) <= PER_FRAME * MOST_FRAMES
    ):
        raise BadSetting(f"{where} must be a list of whole numbers, {PER_FRAME} to a frame.")
    if not all(type(number) is int and -WIDE <= number <= WIDE for number in value):
        raise BadSetting(f"{where} has whole numbers up to {WIDE:,} and no others.")
    frames = _frames(value)
    if frames[0, 0] < 0 or (np.diff(frames[:, 0]) <= 0).any():
        raise BadSetting(f"{where} has frames one after the other.")
    if (np.abs(np.linalg.norm(frames[:, 4:], axis=1) - UNIT) > 0.01 * UNIT).any():
        raise BadSetting(f"{where} has a turn that is none.")
    return list(value)


track = ValueReader(f"a film: {PER_FRAME} whole numbers to a frame", _read_track)


def _frames(numbers: Sequence[int]) -> Numbers:
    return np.array(numbers, np.int64).reshape(-1, PER_FRAME)


def flight_record(free: Collection[str], scene: Scene, thrown: str, red: Collection[str], meant: str) -> ValueReader:
    """Return a reader of the record of a motion in `scene`: bodies in `free` may move, `thrown` is the die thrown, and
    the dice in `red` burn others.
    """
    names = one_of(*free)
    fields = {
        "rest": mapping_of(names, pose),
        "lost": list_of(names, len(free)),
        "burnt": list_of(row(second, names, names), len(free)),
        "seconds": second,
        "status": one_of("rest", "frozen"),
        "frames": mapping_of(names, track),
        "touches": list_of(
            row(second, anything := one_of(TABLE_TOP, *scene.named, *free), anything, real_number(0, FASTEST)),
            MOST_TOUCHES,
        ),
    }
    if meant:
        fields["meant"] = one_of(meant)
    whole_record = shape(**fields)

    def take(value: object, where: str, players: int) -> dict[str, Any]:
        found: dict[str, Any] = whole_record(value, where, players)
        _check_fates(found, where, thrown)
        _check_burns(found, where, red)
        _check_times(found, where)
        _check_film(found, where, scene)
        return found

    return ValueReader(whole_record.says, take)


def _check_fates(found: Mapping[str, Any], where: str, thrown: str) -> None:
    """Check that every body rests, burns or is lost, exactly once, and that the thrown die does one of these."""
    fates = [*found["rest"], *found["lost"], *(die for _, die, _ in found["burnt"])]
    for name in fates:
        if fates.count(name) > 1:
            raise BadSetting(f"{where} tells of {name} twice.")
    if thrown and thrown not in fates:
        raise BadSetting(f"{where} doesn't say what became of {thrown}.")


def _check_burns(found: Mapping[str, Any], where: str, red: Collection[str]) -> None:
    """Check that dice burn at red dice with powers that have not burnt themselves; of two red ones both burn (5.3,
    R12).
    """
    when = {die: time for time, die, _ in found["burnt"]}
    pairs = [(die, by) for _, die, by in found["burnt"]]
    for time, die, by in found["burnt"]:
        if by not in red or not is_die(die) or die == by:
            raise BadSetting(f"{where}.burnt has {die}, which doesn't burn at {by}.")
        if when.get(by, time) < time or (die in red and (by, die) not in pairs):
            raise BadSetting(f"{where}.burnt has {die} and {by}, but two red dice burn together.")


def _check_times(found: Mapping[str, Any], where: str) -> None:
    """Check that events are in order and before the end."""
    for key in ("burnt", "touches"):
        times = [each[0] for each in found[key]]
        if any(a > b for a, b in pairwise([*times, found["seconds"]])):
            raise BadSetting(f"{where}.{key} is not in the order of time, or goes on after the end.")


def _check_film(found: Mapping[str, Any], where: str, scene: Scene) -> None:
    """Check that films end in time and at each body's final place."""
    gone = {*found["lost"], *(die for _, die, _ in found["burnt"])}
    for name, numbers in found["frames"].items():
        last = _frames(numbers)[-1]
        if last[0] > found["seconds"] * 1000 + 1:
            raise BadSetting(f"{where}.frames[{name!r}] goes on after the end.")
        if name not in gone:
            rest = found["rest"].get(name) or list(scene[name].pose)
            if (np.abs(last[1:] - np.array(rest) * UNIT) > CLOSE).any():
                raise BadSetting(f"{where}.frames[{name!r}] ends where {name} does not lie.")
