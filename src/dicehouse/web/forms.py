"""What people fill in when they open a table: the settings of the game, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehouse.errors import BadSetting
from dicehouse.kit.game import Game
from dicehouse.kit.settings import Mode, Setting, people
from dicehouse.match import new

from ..table.chairs import Chair
from ..table.people.names import NAME_LENGTH, cut
from ..table.seats import Refused

DEFAULT_NAME = "Guest"
KINDS = ("person", "bot", "open", "none")
USUAL, TWO = 3, 2  # at a new table, and at one of Play now


@dataclass(frozen=True, slots=True)
class Filled:
    """A form as it is shown: the value of every setting, and for each place who sits there and under which name."""

    values: Mapping[str, object]
    places: Sequence[tuple[str, str]]
    time: str = "0"  # seconds for a turn; 0: no clock
    late: str = ""  # the bot that plays for who is late, or choosing.LOSES


def mode_of(game: Game, mode_id: str) -> Mode:
    """The mode with this id, the first one if none was named."""
    if not mode_id:
        return game.modes[0]
    found = next((m for m in game.modes if m.id == mode_id), None)
    if found is None:
        raise Refused(f"{game.name} has no such mode; there are: {', '.join(m.name for m in game.modes)}.")
    return found


def fresh(game: Game, mode: Mode, name: str, bot: str) -> Filled:
    """The form of a mode, with everything as it usually is."""
    chairs = [(f"{c.kind}:{c.bot}" if c.bot else c.kind, c.name) for c in usual_chairs(game, mode, name, bot)]
    free = game.span(mode)[1] - len(chairs)
    return Filled(game.complete(dict(mode.settings)), [*chairs, *(("none", "") for _ in range(free))])


def kept_places(filled: Filled, fields: Mapping[str, str], bots: Sequence[str]) -> Filled:
    """The form of another mode, with the people who were chosen already; what can't be is left as usual."""
    known = {"person", "open", "none", *(f"bot:{bot}" for bot in bots)}
    places = []
    for number, (kind, name) in enumerate(filled.places):
        chosen = fields.get(f"seat-{number}", kind)
        fits = chosen in known and (chosen == "none") <= (number > 0)
        places.append((chosen if fits else kind, cut(fields.get(f"name-{number}", name), NAME_LENGTH)))
    return Filled(filled.values, places, *_time(fields))


def opens_with(filled: Filled) -> str:
    """What opening the table means: how many play, and how many invitations are to be sent."""
    taken = [place for place, _ in filled.places if place != "none"]
    free = taken.count("open")
    then = "starts at once" if not free else f"then send {free} invitation{'s' if free > 1 else ''}"
    return f"{people(len(taken))} · {then}"


def sent(game: Game, mode: Mode, fields: Mapping[str, str]) -> Filled:
    """The form as it was sent, right or wrong, so that whoever sent it need not begin anew."""
    given = {**game.complete(dict(mode.settings)), **_given(game, mode, fields)}
    values = {setting.key: _as_shown(setting, given[setting.key]) for setting in game.settings}
    places = [_place(fields, number) for number in range(game.span(mode)[1])]
    return Filled(values, places, *_time(fields))


def _time(fields: Mapping[str, str]) -> tuple[str, str]:
    return fields.get("time", "0")[:NAME_LENGTH], fields.get("late", "")[:NAME_LENGTH]


def _as_shown(setting: Setting, value: object) -> object:
    try:
        return setting.check(value)
    except BadSetting:
        return value


def groups(game: Game) -> list[tuple[str, list[Setting]]]:
    """The settings in their groups, in the game's own order."""
    found: dict[str, list[Setting]] = {}
    for setting in game.settings:
        found.setdefault(setting.group, []).append(setting)
    return list(found.items())


def examples(game: Game, mode: Mode, settings: Mapping[str, object]) -> Mapping[str, str]:
    """What the dice beside rows of settings bring at a table with these settings; BadSetting if there is none."""
    if not game.hooks.examples:
        return {}
    return new(game.id, players=game.span(mode)[0], options=settings).examples()


def settings_of(game: Game, mode: Mode, fields: Mapping[str, str]) -> dict[str, object]:
    """The settings from a form, on top of the mode's; a switch that was shown but not sent is off."""
    for name in fields:
        if name.startswith("set-") and name[4:] not in {s.key for s in game.settings}:
            raise Refused(f"{game.name} has no setting “{name[4:44]}”.")
    return _given(game, mode, fields)


def _given(game: Game, mode: Mode, fields: Mapping[str, str]) -> dict[str, object]:
    given: dict[str, object] = dict(mode.settings)
    for setting in game.settings:
        name = f"set-{setting.key}"
        if name in fields:
            given[setting.key] = fields[name]
        elif setting.kind == "switch" and "switches" in fields:
            given[setting.key] = False
    return given


def chairs_of(game: Game, mode: Mode, fields: Mapping[str, str], bots: Sequence[str]) -> list[Chair]:
    """Who sits where, from a form; the first place is the host's own."""
    chairs = []
    for number in range(game.players[1]):
        place, name = _place(fields, number)
        kind, _, bot = place.partition(":")
        if kind not in KINDS or (kind == "bot" and bot not in bots):
            raise Refused(f"Place {number + 1} can be a person here, an open place, one of the bots, or nobody.")
        name = name.strip() or (DEFAULT_NAME if number == 0 else f"Guest {number + 1}")
        if kind != "none":
            chairs.append(Chair(kind, name if kind == "person" else "", bot or None))
    if not any(c.kind == "person" for c in chairs) and not any(c.kind == "open" for c in chairs):
        raise Refused("At least one place is for a person.")
    game.seated(mode, len(chairs))
    return chairs


def _place(fields: Mapping[str, str], number: int) -> tuple[str, str]:
    kind = fields.get(f"seat-{number}", "person" if number == 0 else "none")
    return kind, fields.get(f"name-{number}", "")


def usual_chairs(game: Game, mode: Mode, name: str, bot: str, players: int = USUAL) -> list[Chair]:
    """Who sits at a table if nobody says otherwise: you and this bot, so often that the mode can be played."""
    low, high = game.span(mode)
    others = min(max(low, players), high) - 1
    return [Chair("person", name), *(Chair("bot", "", bot) for _ in range(others))]


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting that is not as in the rulebook: its key and name, what holds here, and what the book says."""

    key: str
    label: str
    here: str
    book: str


def differences(game: Game, values: Mapping[str, object]) -> list[Difference]:
    """What differs from the rulebook, in the game's own order; values that no setting has count as they stand."""
    found = []
    for setting in game.settings:
        value = _as_shown(setting, values.get(setting.key, setting.default))
        if value != setting.default:
            here = setting.words(value) if isinstance(value, int | str) else str(value)
            found.append(Difference(setting.key, setting.label, here, setting.words(setting.default)))
    return found
