"""Whole games of Baron Voodoo in every mode, by hand and by keyboard; and a board that looks as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

from dicehouse.match.match import Match

from ..web.server import Server
from .chair import check_log, check_sheet, table_of
from .eyes import BOXES, Eyes
from .guests import PHONE, Guests
from .laying import play_ahead
from .souls import GAME, GO, Board, check_board, replayed

MODES: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "standard": (("person", "bot:random"), {}),
    "three": (("person", "bot:random", "bot:random"), {"set-loas": "random"}),
    "teams": (("person", "bot:random", "bot:random", "bot:random"), {"set-pairing": "yt-rp"}),
    "draft": (("person", "bot:random"), {"set-set_up": "draft", "set-loas": "random"}),
    "chaos": (("person", "bot:random"), {"set-set_up": "chaos", "set-loas": "order"}),
    "solo": (("person",), {"set-solo_level": "3"}),
}


BEGUN = ("three", "draft", "chaos")  # on the page only their beginnings differ from the others
MOST, LEAST = 900, 2  # touches of a game, turns after the set-up
LATE = {"standard": 160, "teams": 130, "solo": 20}  # actions after which a random game goes on for a while


# The standard game is also played by keyboard only.
LONG_MODES = {"standard": pytest.mark.long}


@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=LONG_MODES.get(mode, ())) for mode in MODES if mode not in BEGUN]
)
def test_a_whole_game_is_played_by_hand(guests: Guests, server: Server, mode: str) -> None:
    """Its beginning and its end; in between all choose at random."""
    board = played(guests, mode, lambda match: match.view(None)["turn"] >= LEAST)
    go_on_late(board, server, mode)
    to_the_end(board)
    match = replayed(board.page)
    assert match.over
    check_sheet(board.page)
    check_log(board.page)
    expect(board.page.locator(".end-title h2")).to_have_text(re.compile(ending(match)))


@pytest.mark.parametrize("mode", BEGUN)
def test_a_game_is_begun_by_hand(guests: Guests, mode: str) -> None:
    board = played(guests, mode, lambda match: match.view(None)["turn"] >= LEAST)
    assert not replayed(board.page).over


def played(guests: Guests, mode: str, enough: Callable[[Match], bool]) -> Board:
    """A board at which the game was begun until it is enough."""
    seats, fields = MODES[mode]
    guest = guests()
    board = Board(guest.page(guest.open_table(*seats, game=GAME, **fields)))
    to_the_end(board, enough, 10)
    return board


def to_the_end(board: Board, enough: Callable[[Match], bool] = lambda match: match.over, every: int = 25) -> None:
    """Play by hand until it is enough, and check the board against the match at certain touches."""
    for touch in range(MOST):
        if board.wait() == "over":
            break
        if touch % every == every - 1:
            check_board_calmly(board)
            if enough(replayed(board.page)):
                break
        board.play()


def go_on_late(board: Board, server: Server, mode: str) -> None:
    """Let the game go on shortly before its end."""
    if board.wait() == "mine":  # so no bot thinks about the position that is taken away
        play_ahead(server, table_of(board.page), lambda match: match.number >= LATE[mode])


def check_board_calmly(board: Board) -> None:
    """Only where nothing is aimed at: a preview shows what would be."""
    board.page.keyboard.press("Escape")
    board.page.keyboard.press("Escape")
    check_board(board.page, replayed(board.page))


def ending(match: Match) -> str:
    names = [match.names[seat] for seat, share in enumerate(match.returns()) if share]
    if match.returns()[0]:  # the reader's own seat, unless several people share the device
        return "^You |" + ".*".join(map(re.escape, names))
    return "Baron" if not names else ".*".join(map(re.escape, names))


def test_a_whole_game_is_played_by_keyboard_only(guests: Guests, server: Server) -> None:
    guest = guests()
    page = guest.page(guest.open_table("person", "bot:random", game=GAME, **{"set-loas": "random"}))
    board, turn = Board(page), 0
    while board.wait() == "mine":
        turn += 1
        if turn == 25:
            go_on_late(board, server, "standard")
            assert board.wait() in ("mine", "over")
        page.keyboard.press("Enter" if page.locator(GO).count() else str(1 + turn % 3))
        assert turn < 900
    assert replayed(page).over


def test_a_choice_stays_in_hand_while_the_others_are_shown_again(guests: Guests) -> None:
    guest = guests()
    page = guest.page(guest.open_table("person", "bot:random", game=GAME, **{"set-loas": "random"}))
    board, again = Board(page), page.get_by_role("button", name="Replay the last turn")
    aimed, picked = page.locator(GO), page.locator(".field .well.picked")
    assert board.wait() == "mine"
    while not (again.count() and page.locator(".field .well.legal").count()):
        board.play()
        assert board.wait() == "mine"
    page.keyboard.press("1")
    expect(aimed).to_have_count(1)
    chosen, held = aimed.inner_text(), picked.count()
    again.click()
    expect(page.get_by_text("replay: 1 of")).to_be_visible()
    page.keyboard.press("Escape")
    expect(aimed).to_have_text(chosen, use_inner_text=True)
    expect(picked).to_have_count(held)


PAINT = {
    "Y": (240, 191, 44),
    "T": (16, 124, 120),
    "R": (195, 39, 31),
    "P": (109, 59, 150),
    "W": (244, 236, 221),
}


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_the_dice_on_the_screen_have_their_colours(guests: Guests, options: dict[str, Any]) -> None:
    """Read from pixels: a board of empty canvas has the right labels too."""
    guest = guests(**options)
    fields = {"set-set_up": "balanced", "set-loas": "order", "set-first": "host"}
    page = guest.page(guest.open_table("person", "bot:random", game=GAME, **fields))
    Board(page).wait()
    picture = Eyes(guest.context).see(page)
    board = replayed(page).view(None)["board"]
    expect(page.locator(".field .well .stack > .soul")).to_have_count(48)
    boxes = page.locator(".field .well .stack > .soul").evaluate_all(BOXES)
    spaces = page.locator(".field .well:has(.stack)").evaluate_all("all => all.map(well => well.dataset.space)")
    assert len(boxes) == len(spaces) == len(board) == 48
    for space, (left, top, width, height) in zip(spaces, boxes, strict=True):
        die = picture[top : top + height, left : left + width].reshape(-1, 3).astype(int)
        nearest = {c: np.abs(die - np.array(rgb)).sum(axis=1) for c, rgb in PAINT.items()}
        owner = np.argmin(np.stack(list(nearest.values())), axis=0)
        seen = "YTRPW"[np.bincount(owner, minlength=5).argmax()]
        assert seen == board[space][-1][0], space
