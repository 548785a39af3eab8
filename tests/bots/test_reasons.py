"""Check why bots choose, in every game: sentences that fit the option, read naturally, and reveal nothing hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.core import Seeded
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.games import find
from dicehouse.i18n import Text
from dicehouse.match.match import Match

GAMES = {
    "baron-voodoo": (1, 2, 3),
    "deck-o-dice": (1, 2),
    "dice-ocalypse": (2, 3),
    "dicetopia": (2, 3),
    "indicesion": (2, 3),
}
# How many choices a walk has, and after how many somebody looks at the reasons of LOOKS of them.
WALKS = {"baron-voodoo": (60, 15), "deck-o-dice": (40, 4), "dice-ocalypse": (80, 10), "dicetopia": (60, 10)}
WALKS["indicesion"] = (7, 6)
LOOKS = 3
LONGEST = 110  # characters, players' names not counted
VERBS = (
    "banks", "breaks", "buys", "counts", "drafts", "drops", "fights", "gives",
    "goes", "just", "keeps", "knocks", "leaves", "lets", "lobs", "looks",
    "lowers", "moves", "plays", "pushes", "re-rolls", "removes", "rerolls", "sets", "spreads",
    "stands", "steals", "swaps", "takes", "throws", "turns", "uses",
)  # fmt: skip
# A hint says what stands behind the colon, to somebody who is no "it"; the log says "their own board" of everybody.
SPOKEN_OF = re.compile(r"^[^:]*\bits\b|: .*\b(it (has|can|then|takes|begins)|its (own|dice|zone|board))\b")
MOMENTS = [(game, players) for game, all_players in GAMES.items() for players in all_players]


def moments(game: str, players: int, seed: int) -> Iterator[tuple[Match, int, str]]:
    """Yield some of the decisions of a match of random play, wherever a seat decides alone."""
    match, rng = dicehouse.new(game, players=players, seed=seed), random.Random(seed)
    most, every = WALKS[game]
    for step in range(most):
        if match.over:
            return
        acting = match.acting()
        if step % every >= every - LOOKS and len(acting) == 1 and match.reaction(acting[0]) is None:
            for option in match.options(acting[0]):
                yield match, acting[0], option.id
            if game == "indicesion":
                yield match, acting[0], bots.make("kofi", seed=seed).choose(match, acting[0])
        seat = rng.choice(acting)
        match.play(seat, rng.choice(match.options(seat)).id)


@pytest.mark.parametrize(("game", "players"), MOMENTS)
def test_every_sentence_is_one(game: str, players: int) -> None:
    said = 0
    for seed in range(3 if game == "indicesion" else 4):
        for match, seat, option in moments(game, players, seed):
            reason = match.reason(seat, option)
            if not reason:
                continue
            said += 1
            bare = reason
            for name in match.names:
                bare = bare.replace(name, "")
            assert len(bare) <= LONGEST, reason
            if isinstance(reason, Text):  # says why, and nothing else
                assert re.fullmatch(r"[A-Z0-9][^{}]*[a-zé0-9%]\.", reason), reason
            else:
                assert reason.split()[0].rstrip(":") in VERBS, reason
                assert re.fullmatch(r"[^:{}]+: [^:{}]+[a-zé0-9%]\.", reason), reason
            assert not re.search(r"None|nan|  |\.\.|\b1 (points|stars|dice|offerings|matches)\b", reason), reason
            assert not re.search(r"\b(0|-\d+) (points|stars)", reason), reason
            assert not SPOKEN_OF.search(reason), reason
            assert "% of such throws stay" not in reason, "nobody is sold a long shot by its chance"
    assert said > 2


@pytest.mark.parametrize(("game", "players"), [each for each in MOMENTS if each[0] != "indicesion"])
def test_no_sentence_depends_on_what_a_reader_can_not_know(game: str, players: int) -> None:
    """The reason of the very option, in a position redealt for each who may read it, whoever they are."""
    hooks, compared, changed = find(game).hooks, 0, 0
    for seed in range(3):
        for match, seat, option in moments(game, players, 50 + seed):
            action = next(action for known, action in match._legal_options(seat) if known.id == option)
            reason = match.reason(seat, option) and hooks.explain_action(match._position.state, seat, action)
            for reader in range(players):
                other, box = (
                    Position(match.game, np.frombuffer(match.position(), np.uint8).copy()),
                    DiceBox(written=False),
                )
                Seeded(f"{seed}").prepare(box.dice, reader)
                engine_of(match.game).resample_hidden(other, reader, box)
                changed += other.tobytes() != match.position()
                if reason and action in engine_of(match.game).legal(other, seat):
                    assert hooks.explain_action(other.state, seat, action) == reason
                    compared += 1
    assert compared > 5
    assert changed or game != "dicetopia", "nothing was hidden"


def test_nobody_says_why_of_what_is_sealed() -> None:
    match = dicehouse.new("deck-o-dice", seed=1)
    assert not any(match.reason(seat, option.id) for seat in (0, 1) for option in match.options(seat))
    match = dicehouse.new("dicetopia", players=3, seed=1)
    assert not any(match.reason(seat, option.id) for seat in match.acting() for option in match.options(seat))


# --- laid positions, with the very sentence


def duel(mine: str, other: str, *top: int) -> Match:
    """Set up the first combat, with the deck in this order; memory is off, so everybody knows the deck."""
    order = [*top, *(card for card in range(1, 25) if card not in top)]
    match = Match.set_up("deck-o-dice", players=2, options={"memory": False}, order=order)
    match.play(0, mine)
    match.play(1, other)
    return match


@pytest.mark.parametrize(
    ("mine", "other", "top", "option", "said"),
    [
        # card 1 has a 1 on the d6, card 2 a 2: behind it comes what is known to all
        ("cubera", "quad", (1, 6, 7), "reroll", "Chance of a win: 100% with a new card and 0% with the 1."),
        ("cubera", "quad", (6, 13, 19), "keep", "Cubera can't roll more than 6."),
    ],
)
def test_cards_by_chances_that_all_can_work_out(
    mine: str, other: str, top: tuple[int, ...], option: str, said: str
) -> None:
    match = duel(mine, other, *top)
    seat = match.acting()[0]
    assert match.reason(seat, option) == said


def souls(**position: object) -> Match:
    """Set up two players of Baron Voodoo: Mamy Wata (yellow) begins, Gran Bwa (turquoise) is next."""
    laid = {"loas": "YT", "player": 0, "first": 0} | position
    return Match.set_up("baron-voodoo", players=2, names=["Ana", "Ben"], dice=dicehouse.Tape(""), **laid)


def test_captures_by_what_they_bring() -> None:
    board = {"c3": "YF", "c4": "RO", "d3": "TV", "b3": "YX", "c2": "WS"}
    match = souls(board=board, zones=["TO PO", ""])
    assert match.reason(0, "c3xc4") == "That makes a set of 3, worth 3 points. Its face gives an offering."
    assert match.reason(0, "c3xd3") == "Its Victory scores a point."
    assert match.reason(0, "c3xc2") == ""
    match = souls(board=board, zones=["TO PO YO", ""])
    assert match.reason(0, "c3xc4").startswith("That raises the sets from 3 to 5 points.")


@pytest.mark.parametrize(
    ("spirit", "left"),
    [("TV", "no turquoise dice"), ("TV TO", "1 turquoise die"), ("TV TO TX", "2 turquoise dice")],
)
def test_a_theft_by_what_is_left_of_the_colour(spirit: str, left: str) -> None:
    match = souls(board={"c3": "YF", "c4": "RS", "g7": "TV"}, spirits=["TG", spirit])
    for option in ("c3xc4", "use"):
        match.play(0, option)
    assert match.reason(0, "steal p2 tv") == f"It leaves Ben {left}."


def test_a_combo_by_where_it_leads() -> None:
    board = {"c3": "YF", "c4": "RX", "g7": "TV"}
    for vp, said in (
        ((0, 2), "That makes 3 points and takes the lead. 15 more points trigger the final round."),
        ((15, 2), "That makes 18 points and triggers the final round. That is a lead of 16 points."),
        ((5, 2), "That makes 8 of 18 points. Nobody can swap these dice any more."),
    ):
        match = souls(board=board, zones=["TO PO YO", ""], vp=vp)
        match.play(0, "c3xc4")
        combo = next(option.id for option in match.options(0) if option.id.startswith("combo"))
        assert match.reason(0, combo) == said


def test_a_power_by_what_it_opens() -> None:
    match = souls(board={"a3": "YF", "c3": "TV", "a1": "YO", "a2": "WS", "g7": "TO"})
    match.play(0, "power wata")
    assert match.reason(0, "row 3 left") == "That makes a turquoise Victory available. Its Victory scores a point."


CITY = {
    "factions": "shakra-pirates navigators", "player": 0, "round": 3,
    "missions": ["boom replica", "low-profile deep-throat"], "boards": ["t1 p2", "w6 t6"],
}  # fmt: skip


def city(**position: object) -> Match:
    return Match.set_up("dicetopia", players=2, names=["Ana", "Ben"], dice=Seeded(1), **(CITY | position))


def test_the_city_by_its_stars_and_never_by_missions() -> None:
    areas = {"agency": "t6 p1 w1 t1 -", "gugu": "agent:1 w5 - - -"}
    for missions in (["boom replica", "low-profile deep-throat"], ["low-profile deep-throat", "boom replica"]):
        match = city(areas=areas, missions=missions)
        reason = match.reason(0, "agent agency 1")
        assert reason == "This gains 8 stars in the Agency and 6 stars for the teal 6."
        assert isinstance(reason, Text)
        assert reason.in_language("de") == "Das bringt 8 Sterne in der Agency und 6 Sterne für die türkise 6."
        reason = match.reason(0, "agent gugu 2")
        assert reason.startswith("This gains ") and reason.endswith("Ben loses 5 stars in the Gugu Airforce."), reason


def test_foam_by_what_lies_there() -> None:
    dice = dicehouse.new("indicesion", players=2, seed=1, names=["Ana", "Ben"])
    seat = dice.acting()[0]
    while any(option.id.startswith("start") for option in dice.options(seat)):
        dice.play(seat, dice.options(seat)[0].id)
        seat = dice.acting()[0]
    usual = next(option for option in dice.options(seat) if option.id.startswith("drop") and "your" in option.label)
    said = "A die dropped on a free spot scores 3.5 points on average."
    assert dice.reason(seat, usual.id) == said
