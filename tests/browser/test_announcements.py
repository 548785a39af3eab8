"""What a screen reader says of a whole turn, and where the focus goes, in every game.

The lists were written from the rules and the log's words before anything was recorded: each result once, complete and
in order; then what the player is asked.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from dicehouse.core import Seeded

from ..web.server import Server
from .foam import FLAT
from .guests import NO_CARD, Guest, Guests, by_link, last_state
from .laying import lay
from .patience import becomes, one_of, until
from .test_dicetopia import CITY

# Every text that is added to a live region, in order, and the name of everything that gets the focus. Explanations of
# new things are no results; they are left out.
RECORDER = """() => {
  window.said = []; window.focused = [];
  const live = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log], output";
  const words = (node) => (node.textContent ?? "").replace(/\\s+/g, " ").trim();
  const region = (node) => {
    const found = (node.nodeType === 1 ? node : node.parentElement)?.closest(live);
    return found && found.getAttribute("aria-live") !== "off" && !found.matches(".first-time") ? found : null;
  };
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      const at = region(target);
      if (type === "characterData" && at) said.push(words(at));
      for (const node of addedNodes) {
        const inside = node.nodeType === 1 ? [...node.querySelectorAll(live)] : [];
        if (node.nodeType === 1 && node.matches(live)) inside.push(node);
        if (at) said.push(words(node));
        else inside.filter(region).forEach((each) => said.push(words(each)));
      }
    }
    said = said.filter(Boolean);
  }).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener("focusin", ({ target }) =>
    focused.push(target.getAttribute("aria-label") || words(target.querySelector("b") ?? target)));
  const watch = () => {
    if (document.activeElement === document.body && focused.at(-1) !== "(nothing)") focused.push("(nothing)");
    requestAnimationFrame(watch);
  };
  watch();
}"""


MORE = 500  # milliseconds in which more would be said


def record(page: Page) -> None:
    page.evaluate(RECORDER)


def said(page: Page) -> list[str]:
    return list(page.evaluate("said"))


def hears(page: Page, lines: list[str]) -> None:
    """Wait until these lines were said, and nothing else; then begin anew."""
    until(page, lambda: len(said(page)) >= len(lines) or None, f"only {said(page)} was said")
    page.wait_for_timeout(MORE)  # for what is said too much
    assert said(page) == lines
    taken(page)


def settle(page: Page) -> None:
    """Wait until nothing more is said of what was there before, and begin anew."""
    record(page)
    before = -1
    while (now := len(said(page))) != before:
        before = now
        page.wait_for_timeout(MORE)
    taken(page)


def taken(page: Page) -> list[str]:
    """Take what was said so far, so that the next step begins with nothing."""
    return list(page.evaluate("said.splice(0)"))


def focused(page: Page) -> list[str]:
    return list(page.evaluate("focused.splice(0)"))


def hears_like(page: Page, patterns: list[str]) -> None:
    """Wait until lines of these patterns were said, and nothing else; then begin anew."""
    until(page, lambda: len(said(page)) >= len(patterns) or None, f"only {said(page)} was said")
    page.wait_for_timeout(MORE)
    lines = [line for line in taken(page) if not re.match(r"\d+% stays on", line)]  # an estimate comes when it is ready
    assert len(lines) == len(patterns), lines
    assert all(re.fullmatch(pattern, line) for pattern, line in zip(patterns, lines, strict=True)), lines


def press(page: Page, where: str) -> None:
    """Press a control as a keyboard does, and not before it is there."""
    button = page.locator(where).first
    expect(button).to_be_visible()
    button.focus()
    page.keyboard.press("Enter")


# Dice-ocalypse! -------------------------------------------------------------------------------------------------------

PLAIN = {"set-special_cards": "off", "set-opening": "0", "name-0": "Ana"}
GO = ".dock .do .btn.go:not([aria-disabled=true])"

ROLLED = ["You roll 1, 1, 5, 3, 3, 6.", "You keep 1, 1, 5: 250 points.", "Roll 3 dice, or bank 250."]
ROLLED_AGAIN = ["You roll 5, 2, 2.", "You keep 5: 50 points.", "Roll 2 dice, or bank 300."]
BANKED = [
    "You bank 300 points.",
    "You now have 300 points.",
    "Ben rolled 2, 3, 4, 6, 2, 3 and busted.",
    "Your turn.",
    "Roll the dice.",
]


def test_a_turn_of_dice_ocalypse(guest: Guest, server: Server) -> None:
    table = guest.open_table("person", "bot:pip", **PLAIN)
    page = guest.page(table)
    expect(page.locator(GO)).to_be_visible()
    lay(server, table, "115336 522 234623", totals=[0, 0])
    expect(page.locator(GO)).to_contain_text("Roll")
    settle(page)
    bot = last_state(guest)["table"]["seats"][1]["name"]
    press(page, GO)
    hears(page, ROLLED)
    assert focused(page)[-1] == "Bank 250"
    press(page, ".dock .do .btn:has-text('Roll 3 dice')")
    hears(page, ROLLED_AGAIN)
    expect(page.locator(".dock .do .btn.go")).to_be_focused()
    press(page, ".dock .do .btn:has-text('Bank 300')")
    hears(page, [line.replace("Ben", bot) for line in BANKED])
    moves = focused(page)
    assert moves[-1] == "Roll 6 dice"
    assert "(nothing)" not in moves


def test_choosing_other_dice_says_what_they_score(guest: Guest, server: Server) -> None:
    table = guest.open_table("person", "bot:pip", **PLAIN)
    page = guest.page(table)
    expect(page.locator(GO)).to_be_visible()
    lay(server, table, "115336", totals=[0, 0])
    settle(page)
    press(page, GO)
    hears(page, ROLLED)
    page.keyboard.press("3")
    becomes(page, lambda: said(page), ["You keep 1, 1: 200 points.", "You could keep 50 more points from this roll.",
                                       "Roll 4 dice, or bank 200."])  # fmt: skip
    assert focused(page)[-1:] != ["(nothing)"]


# the other games: a turn of Ana's beside Ben, who came by her link ---------------------------------------------------


def beside_ben(guests: Guests, game: str, **fields: str) -> tuple[Page, Page, str]:
    host, friend = guests(), guests()
    for each in (host, friend):
        each.context.add_init_script(FLAT)
    ana, ben, table = by_link(host, friend, game=game, **fields)
    for page in (ana, ben):
        expect(page.locator(".call h2")).to_be_visible()
    return ana, ben, table


VOODOO = {"board": {"a1": "YF", "b1": "TV", "d1": "YO", "g7": "TO", "g6": "PX", "e1": "RO"}, "loas": "YT"}
# The prompt names the die once more.
CAPTURED = [
    "You jump from a1 over b1 to c1 and take a turquoise Victory.",
    "You took a turquoise Victory. Victory: score 1 point.",
]
USED = [
    "You score 1 point for Victory (total 1).",
    "You took a turquoise Victory. Take the steps you have left, or end your turn.",
]
BEN_IS_NEXT = ["Turn 2: Ben plays."]  # a player who ends their turn hears whose it is now


def test_a_turn_of_baron_voodoo(guests: Guests, server: Server) -> None:
    ana, _, table = beside_ben(guests, "baron-voodoo")
    lay(server, table, "", **VOODOO)
    expect(ana.locator(".field .well.legal")).not_to_have_count(0)
    settle(ana)
    press(ana, ".field .well[data-space=a1]")
    press(ana, ".field .well[data-space=c1]")
    press(ana, GO)
    hears(ana, CAPTURED)
    press(ana, GO)
    hears(ana, USED)
    press(ana, ".dock .do .btn:has-text('End')")
    hears(ana, BEN_IS_NEXT)
    assert "(nothing)" not in focused(ana)[1:]  # at first nothing had the focus


CARDS = [17, 3, 6]  # a Twent's 13, and a Cubera's 3 and 6
DUEL = {
    "combat": 5,
    "order": [*CARDS, *(card for card in range(1, 25) if card not in (*CARDS, *range(7, 15)))],
    "used": ("diante quad sparten dwelve", "diante quad sparten cubera"),
}
BOTH_CHOSE = [
    "Ben has chosen. You send Cubera, and Ben sends Twent. Ben has the bigger die and attacks. Ben draws 13 for Twent.",
    "You draw 3 for Cubera.",
    "Your turn.",
    "Reroll the 3 or keep it? Ben's Twent has 13.",
]
REROLLED = [
    "You reroll Cubera's 3. The card goes under the deck.",
    "You draw 6 for Cubera.",
    "You have 6, Ben has 13.",
    "Ben wins both cards. Combat 6 begins.",
    "Choose a minion. Your choice is secret until both of you have chosen.",
]


def test_a_combat_of_deck_o_dice(guests: Guests, server: Server) -> None:
    ana, ben, table = beside_ben(guests, "deck-o-dice")
    lay(server, table, "", **DUEL)
    for page in (ana, ben):
        expect(page.locator(".tray .pick")).to_have_count(2)
    settle(ana)
    press(ana, ".tray .pick:has(.k-cubera)")
    press(ana, GO)
    hears(ana, ["You have chosen."])
    press(ben, ".tray .pick:has(.k-twent)")
    press(ben, GO)
    hears(ana, BOTH_CHOSE)
    press(ana, ".dock .do .btn:has-text('Reroll')")
    hears(ana, REROLLED)
    assert "(nothing)" not in focused(ana)[1:]  # at first nothing had the focus


TOOK = [
    "You send an Agent to the Observatory Bank and take the purple 6.",
    "Swap one of your dice. Then choose a City die.",
]
SWAPPED = ["You swap your white 2 with the teal 6 in the Twilight Congress.", "It's Ben's turn."]


def test_a_turn_of_dicetopia(guests: Guests, server: Server) -> None:
    ana, _, table = beside_ben(guests, "dicetopia")
    missions = ["slacker high-stakes-gambling", "copycat special-agents"]
    lay(server, table, "", areas=CITY, boards=["p4 w2", "t1"], missions=missions, factions="haterz pagans")
    expect(ana.locator(".call h2")).to_have_text("Send an Agent")
    settle(ana)
    press(ana, "[data-place=bank-2]")
    press(ana, GO)
    hears(ana, TOOK)
    press(ana, "[data-place=p1-2]")
    hears(ana, ["Choose a City die. The dice swap places."])
    press(ana, "[data-place=congress-1]")
    press(ana, GO)
    hears(ana, SWAPPED)
    assert "(nothing)" not in focused(ana)[1:]  # at first nothing had the focus


# Which face lies on top is the physics' business.
DROPPED = ["You throw a red die at your board\\.", "The red die scores \\d points? on your board\\."]
BEN_DROPPED = [
    "Ben throws an orange die at their own board\\. The orange die scores \\d points? on Ben's board\\.",
    "Your turn\\.",
    "Throw a die \\(2 left\\)\\. Release it at least 15 cm from the board you aim at\\.",
]


def test_two_throws_of_indicesion(guests: Guests, server: Server) -> None:
    ana, ben, table = beside_ben(guests, "indicesion")
    lay(server, table, Seeded(1), hands=["r3 r4 r5", "o3 o4 o5"])
    expect(ana.locator(".ways .way").first).to_be_visible()
    settle(ana)
    for page, lines in ((ana, DROPPED), (ben, BEN_DROPPED)):
        press(page, ".ways .way:has-text('Drop')")
        press(page, GO)
        hears_like(ana, lines)
    assert "(nothing)" not in focused(ana)[1:]  # at first nothing had the focus


# every game: what happened is said once, in order, and otherwise only what is asked -----------------------------------

SEATS = {
    "dice-ocalypse": ["person", "bot:random", "bot:random"],
    "baron-voodoo": ["person", "bot:random"],
    "deck-o-dice": ["person", "bot:random"],
    "dicetopia": ["person", "bot:random"],
    "indicesion": ["person", "bot:random"],
}
# What a keyboard can choose now, the best place first.
NEXT = [
    ".dock .do .btn.go",
    "main :is(.loa-card.legal, .item, .dealt-card, .list button, .field .push)",
    "[data-board] button.legal",
    "[data-board] :is(.pick, [data-entry])",
    "main [data-stop].legal",
    ".dock .do .btn:not(.undo)",
]
READY = """(places) => {
  if (document.querySelector(".end-dock")) return "over";
  if (document.querySelector(".call .told, .dock .do[aria-busy=true]")) return null;
  for (const where of places)
    for (const each of document.querySelectorAll(where))
      if (each.getAttribute("aria-disabled") !== "true" && each.getClientRects().length) return where;
  return null;
}"""
TURNS = 3


def lines_of(frames: list[str], number: int, names: list[str]) -> list[str]:
    """What the server told since an action, as a reader hears it; the prompt says whose turn begins."""
    states = [state for state in map(json.loads, frames) if state["t"] == "state" and not state.get("full")]
    told = [event for state in states for event in state["events"] if event["number"] > number and event["text"]]
    texts = [(event.get("own") or {}).get("0") or event["text"] for event in told if event["kind"] != "turn"]
    named = [re.sub(r"\{(\d)\}", lambda mark: names[int(mark[1])], text) for text in texts]
    return [re.sub(r"\b\d(?: \d)+\b", commas, text) for text in named]


def commas(found: re.Match[str]) -> str:
    return found[0].replace(" ", ", ")


def choose(page: Page, at: int) -> bool:
    """Choose something by the keyboard alone, another one each time; False if the match is over."""
    where = str(page.wait_for_function(READY, arg=NEXT, polling=50).json_value())
    if where == "over":
        return False
    buttons = page.locator(f"{where}:not([aria-disabled=true])").filter(visible=True)
    one_of(buttons, lambda several: at % several).focus()
    page.keyboard.press("Enter")
    return True


SLOW = ("deck-o-dice", "indicesion")  # what is thrown or drawn takes its time


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.long if game in SLOW else ()) for game in SEATS if game != "dice-ocalypse"],
)
def test_every_result_is_said_once_and_in_order(guest: Guest, game: str) -> None:
    page = guest.page(guest.open_table(*SEATS[game], game=game, **{"name-0": "Ana"}))
    page.wait_for_function(READY, arg=NEXT, polling=50)
    settle(page)
    state = last_state(guest)
    number, names = state["number"], [seat["name"] for seat in state["table"]["seats"]]
    asked: set[str] = set()
    for _ in range(TURNS):
        acted = last_state(guest)["number"]
        for touch in range(6):  # a choice may need a touch or two, and then the button
            if not choose(page, touch):
                break
            if page.wait_for_function(READY, arg=NEXT, polling=50) and last_state(guest)["number"] > acted:
                break
            page.wait_for_timeout(100)
        page.wait_for_function("() => document.activeElement !== document.body", polling=50)
    page.wait_for_function(READY, arg=NEXT, polling=50)
    spoken = " ".join(everything(page))
    told = lines_of(guest.frames, number, names)
    assert told
    rest = spoken
    for line in told:
        before, found, rest = rest.partition(line)
        assert found, (line, rest)
        asked.add(before)
    asked.add(rest)
    prompts = [json.loads(frame)["prompt"] for frame in guest.frames if '"t":"state"' in frame]
    titles = {prompt[part] for prompt in prompts for part in ("title", "detail") if prompt[part]}
    guest.forgive(*NO_CARD)
    for words in filter(None, map(str.strip, asked)):
        assert words.startswith(("Your turn.", "The last throws.")) or any(
            words.startswith(title) for title in titles
        ), words
        assert not re.search(r"[?!.]\.", words), words


def everything(page: Page) -> list[str]:
    """What was said, as soon as nothing more is added."""
    before = -1
    while (now := len(said(page))) != before:
        before = now
        page.wait_for_timeout(MORE)
    return taken(page)
