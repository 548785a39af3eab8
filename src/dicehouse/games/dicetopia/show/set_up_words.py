"""The words of a position of one's own, and what each may say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.kit.reading import Reader, Word, by_seat, flag, many, one_of, seat, table, whole
from dicehouse.kit.settings import short

from ..rules.dealing import AGENTS, DEALT
from ..rules.missions import IDS
from ..rules.scenarios import AREA_IDS
from ..rules.state import (
    DEAD,
    EMPTY,
    LOCATION_SIZE,
    MAGMACORIUM,
    MAX_PLAYERS,
    N_AREAS,
    N_CARD,
    N_COLOURS,
    ROUNDS,
    SLOTS,
    TRACK,
)
from .names import FACTION_IDS, PIECES, die_number

SAVED_TURN = ROUNDS + 1
LONGEST = 200
MOST_BLOOD = 999
ON_TOP = 4


def words(says: str, read: Callable[[str, str, int], Any], most: int, least: int = 0) -> Reader:
    """A text of so many words, each of which `read` reads."""

    def read_all(value: object, where: str, players: int) -> list[Any]:
        if not isinstance(value, str) or len(value) > LONGEST or not least <= len(value.split()) <= most:
            raise BadSetting(f"{where} is {count} {says}, not {short(value)}.")
        return [read(word, where, players) for word in value.split()]

    count = f"a text of {least}" if least == most else f"a text of {least} to {most}"
    return Reader(f"{count} {says}", read_all)


def _named(names: Sequence[str]) -> Callable[[str, str, int], int]:
    known = one_of(*names)
    return lambda word, where, players: names.index(known(word, where, players))


def _die(word: str, where: str, players: int) -> int:
    try:
        return die_number(word)
    except ValueError:
        pass
    raise BadSetting(f"{where}: a die is its colour (t, p, w, m) and its value, as in t4; {short(word)} is none.")


def _standard_die(word: str, where: str, players: int) -> int:
    die = _die(word, where, players)
    if die >= MAGMACORIUM:
        raise BadSetting(f"{where}: no Magmacorium die lies on the Blood Dome Card, so {word} can't.")
    return die


def _thing(word: str, where: str, players: int) -> int:
    """What lies on a space."""
    if word in ("-", "x"):
        return EMPTY if word == "-" else DEAD
    kind, colon, whose = word.partition(":")
    if not colon:
        return _die(word, where, players)
    kinds = {name: piece for piece, name in PIECES.items()}
    if kind not in kinds or not _is_seat(whose, players):
        raise BadSetting(
            f"{where}: a piece is agent, thug or tentacle with a seat from 0 to {players - 1}, as in agent:0;"
            f" {short(word)} is none."
        )
    return kinds[kind] + int(whose)


def _is_seat(word: str, players: int) -> bool:
    return len(word) == 1 and word in "012345"[:players]


def _read_seats(value: object, where: str, players: int) -> list[int]:
    if not isinstance(value, str) or not all(_is_seat(digit, players) for digit in value):
        raise BadSetting(f"{where} is a text of seats from 0 to {players - 1}, as in '01', not {short(value)}.")
    return [int(digit) for digit in value]


def different(reader: Reader) -> Reader:
    """A list in which nothing stands twice."""

    def read(value: object, where: str, players: int) -> list[Any]:
        found: list[Any] = reader(value, where, players)
        if len(set(found)) < len(found):
            raise BadSetting(f"{where} names the same twice: {short(value)}.")
        return found

    return Reader(reader.says, read)


seats = different(Reader("a text of seats, as in '01'", _read_seats))
dice = words("dice, as in 't4'", _die, SLOTS)
areas = table(one_of(*AREA_IDS), words("things on its spaces", _thing, LOCATION_SIZE), N_AREAS)

SET_UP: tuple[Word, ...] = (
    Word(
        "factions",
        different(words("factions", _named(FACTION_IDS), MAX_PLAYERS)),
        "who plays which",
    ),
    Word("areas", areas, "what lies on the spaces of an area, in order: t4, agent:1, thug:0, tentacle:0, - (empty), x"),
    Word("boards", by_seat(dice), "the dice on the Faction Boards"),
    Word("missions", by_seat(words("Missions", _named(IDS), DEALT)), "the Missions in the hands; any if not said"),
    Word("stock", many(whole(0, TRACK - 1), N_COLOURS, N_COLOURS), "the steps of the teal, purple and white cube"),
    Word("player", seat, "whose turn begins; 0 if not said"),
    Word("marker", seat, "who has the First Player Marker; 0 if not said"),
    Word("began", seat, "who began the round; 0 if not said"),
    Word("round", whole(1, SAVED_TURN), f"3 if not said; {SAVED_TURN} is the saved turn"),
    Word("agents", by_seat(whole(0, AGENTS)), "Agents still to be sent; as many as there are turns if not said"),
    Word("thugs", different(many(seat, MAX_PLAYERS)), "whose Thugs are still in prison; all if not said"),
    Word("tentacle", seats, "whose own Thug, the Tentacle Force's, is still to be sent"),
    Word(
        "tokens",
        by_seat(different(many(whole(1, SLOTS), SLOTS))),
        "which dice carry a Protection Token, from 1",
    ),
    Word("spare_tokens", by_seat(whole(0, 1)), "tokens of the Conclave that are not placed yet"),
    Word("used", seats, "whose ability is used up"),
    Word("prison", words("dice, as in 't4'", _die, MAX_PLAYERS), "the dice in prison"),
    Word("dome", words("dice, as in 't4'", _standard_die, N_CARD, N_CARD), "the dice on the Blood Dome Card"),
    Word("top", words("Missions", _named(IDS), ON_TOP), "the next Missions of the deck, if somebody knows them"),
    Word("top_of", seat, "who knows them; 0 if not said"),
    Word("saved", flag, "whether the Roamers have saved a turn"),
    Word("score", flag, "whether all pieces are placed and the draft begins"),
    Word("blood", by_seat(whole(0, MOST_BLOOD)), "stars from the Blood Dome"),
)
