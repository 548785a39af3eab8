"""Read and fill the form for a new table: the settings of the game, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehouse.core.game import Game
from dicehouse.core.settings import Mode, Setting
from dicehouse.errors import BadSetting
from dicehouse.match.match import new
from dicehouse.text_format import count_players

from ..i18n import _, listing, ngettext
from ..server.accounts.names import GUEST, NAME_LENGTH, cut
from ..server.seat_plan import Chair
from ..server.seats import Refused

SEAT_KINDS = ("person", "bot", "open", "none")
DEFAULT_SEATS, PLAY_NOW_SEATS = 3, 2  # seats of a new table, and of one opened by Play now


@dataclass(frozen=True, slots=True)
class TableForm:
    """Hold a form as it is shown: the value of every setting, and for each seat the kind of player and the name."""

    values: Mapping[str, object]
    places: Sequence[tuple[str, str]]
    time: str = "0"  # seconds for a turn; 0: no clock
    late: str = ""  # the bot that plays for a late player, or choosing.LOSES


def find_mode(game: Game, mode_id: str) -> Mode:
    """Return the mode with this id, or the first one if none was named."""
    if not mode_id:
        return game.modes[0]
    found = next((m for m in game.modes if m.id == mode_id), None)
    if found is None:
        known = listing(m.name for m in game.modes)
        raise Refused(_("{game} doesn't have that mode. Choose from: {modes}.", game=game.name, modes=known))
    return found


def default_form(game: Game, mode: Mode, name: str, bot: str) -> TableForm:
    """Return the form of a mode with its defaults."""
    chairs = [(f"{c.kind}:{c.bot}" if c.bot else c.kind, c.name) for c in default_chairs(game, mode, name, bot)]
    free = game.player_range(mode)[1] - len(chairs)
    return TableForm(game.complete(dict(mode.settings)), [*chairs, *(("none", "") for _ in range(free))])


def keep_chosen_seats(filled: TableForm, fields: Mapping[str, str], bots: Sequence[str]) -> TableForm:
    """Return the form of another mode that keeps the players chosen so far; what isn't possible there gets its
    default."""
    known = {"person", "open", "none", *(f"bot:{bot}" for bot in bots)}
    places = []
    for number, (kind, name) in enumerate(filled.places):
        chosen = fields.get(f"seat-{number}", kind)
        fits = chosen in known and (chosen == "none") <= (number > 0)
        places.append((chosen if fits else kind, cut(fields.get(f"name-{number}", name), NAME_LENGTH)))
    return TableForm(filled.values, places, *_time_fields(fields))


def opening_summary(filled: TableForm) -> str:
    """Describe the table in a few words: the number of players, and the number of invitations to send."""
    taken = [place for place, _ in filled.places if place != "none"]
    free = taken.count("open")
    if not free:
        return _("{players} · starts at once", players=count_players(len(taken)))
    return ngettext(
        "{players} · {n} invitation to send",
        "{players} · {n} invitations to send",
        free,
        players=count_players(len(taken)),
    )


def submitted_form(game: Game, mode: Mode, fields: Mapping[str, str]) -> TableForm:
    """Return the form as it was sent, valid or not, so that its sender can correct it."""
    given = {**game.complete(dict(mode.settings)), **_given_settings(game, mode, fields)}
    values = {setting.key: _parsed_or_raw(setting, given[setting.key]) for setting in game.settings}
    places = [_seat_fields(fields, number) for number in range(game.player_range(mode)[1])]
    return TableForm(values, places, *_time_fields(fields))


def _time_fields(fields: Mapping[str, str]) -> tuple[str, str]:
    return fields.get("time", "0")[:NAME_LENGTH], fields.get("late", "")[:NAME_LENGTH]


def _parsed_or_raw(setting: Setting, value: object) -> object:
    try:
        return setting.check(value)
    except BadSetting:
        return value


def group_settings(game: Game) -> list[tuple[str, list[Setting]]]:
    """Return the settings in their groups, in the game's own order."""
    found: dict[str, list[Setting]] = {}
    for setting in game.settings:
        found.setdefault(setting.group, []).append(setting)
    return list(found.items())


def setting_examples(game: Game, mode: Mode, settings: Mapping[str, object]) -> Mapping[str, str]:
    """Return the example dice for the settings of a table; raise BadSetting if a value is not valid."""
    if not game.hooks.examples:
        return {}
    return new(game.id, players=game.player_range(mode)[0], options=settings).setting_examples()


def parse_settings(game: Game, mode: Mode, fields: Mapping[str, str]) -> dict[str, object]:
    """Return the settings from a form, added to the mode's; a switch that was shown but not sent is off."""
    for name in fields:
        if name.startswith("set-") and name[4:] not in {s.key for s in game.settings}:
            raise Refused(_("{game} has no setting “{name}”.", game=game.name, name=name[4:44]))
    return _given_settings(game, mode, fields)


def _given_settings(game: Game, mode: Mode, fields: Mapping[str, str]) -> dict[str, object]:
    given: dict[str, object] = dict(mode.settings)
    for setting in game.settings:
        name = f"set-{setting.key}"
        if name in fields:
            given[setting.key] = fields[name]
        elif setting.kind == "switch" and "switches" in fields:
            given[setting.key] = False
    return given


def parse_chairs(game: Game, mode: Mode, fields: Mapping[str, str], bots: Sequence[str]) -> list[Chair]:
    """Return who sits where, from a form; the first seat is the host's own."""
    chairs = []
    for number in range(game.players[1]):
        place, name = _seat_fields(fields, number)
        kind, _separator, bot = place.partition(":")
        if kind not in SEAT_KINDS or (kind == "bot" and bot not in bots):
            raise Refused(_("Seat {n} is for a person, a friend with a link, a bot or nobody.", n=number + 1))
        name = name.strip() or (GUEST if number == 0 else f"{GUEST} {number + 1}")
        if kind != "none":
            chairs.append(Chair(kind, name if kind == "person" else "", bot or None))
    if not any(c.kind == "person" for c in chairs) and not any(c.kind == "open" for c in chairs):
        raise Refused(_("At least one seat must be for a person."))
    game.player_count(mode, len(chairs))
    return chairs


def _seat_fields(fields: Mapping[str, str], number: int) -> tuple[str, str]:
    kind = fields.get(f"seat-{number}", "person" if number == 0 else "none")
    return kind, fields.get(f"name-{number}", "")


def default_chairs(game: Game, mode: Mode, name: str, bot: str, players: int = DEFAULT_SEATS) -> list[Chair]:
    """Return the default players of a table: the guest and this bot, as often as the mode needs players."""
    low, high = game.player_range(mode)
    others = min(max(low, players), high) - 1
    return [Chair("person", name), *(Chair("bot", "", bot) for _ in range(others))]


@dataclass(frozen=True, slots=True)
class RulebookDifference:
    """Hold a setting that differs from the rulebook: its key and name, its value here, and the rulebook's."""

    key: str
    label: str
    here: str
    book: str


def rulebook_differences(game: Game, values: Mapping[str, object]) -> list[RulebookDifference]:
    """Return the settings that differ from the rulebook, in the game's own order; values of no setting are compared
    as they are."""
    found = []
    for setting in game.settings:
        value = _parsed_or_raw(setting, values.get(setting.key, setting.default))
        if value != setting.default:
            here = setting.words(value) if isinstance(value, int | str) else str(value)
            found.append(RulebookDifference(setting.key, setting.label, here, setting.words(setting.default)))
    return found
