"""Nothing names a result before it lies there to be seen; who switched motion off is told at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..web.server import Server
from .chair import Chair
from .city import friends
from .deck import GAME as DECK
from .deck import OPEN, Duelist
from .foam import sit
from .guests import Guest, Guests, last_state
from .laying import lay
from .patience import becomes, texts_of
from .suspense import Frame, cut, film, named_too_soon, sentences

PLAIN = {"set-special_cards": "off", "set-opening": "0", "set-target": "50000"}
WAR = {"set-opening": "0"}
STREETS = {
    "agency": "t4 p2 w3 t1 p5",
    "gugu": "w6 t2 p1 agent:1 w2",
    "waste": "p2 p6 t5 w4 w1",
    "congress": "t6 w5 p4 t2 t3",
    "bank": "w2 p6 t1 t4 w5",
    "nethal": "p2 w4 t3 p1 w6",
}
NOBODY: dict[str, Any] = {"hands": [[]] * 3, "immunity": [False] * 3, "battle_zone_done": [True] * 3}
# Goes before the page: from one picture to the next its clock moves on by 80 ms at most, and no timer ends before five
# pictures are drawn. Else a busy machine leaves out what moves for a shorter time than a picture takes it.
STEADY = """(() => {
  const most = 80, least = 5, timers = new Map();
  const now = performance.now.bind(performance), start = window.setTimeout, stop = window.clearTimeout;
  let before = now(), shown = before, end = before, pictures = 0;
  performance.now = () => {
    const at = now();
    shown = Math.min(shown + at - before, end);
    before = at;
    return shown;
  };
  const drawn = () => {
    pictures++;
    end = performance.now() + most;
    requestAnimationFrame(drawn);
  };
  drawn();
  window.setTimeout = (does, ms = 0, ...given) => {
    const enough = pictures + least;
    const look = () => {
      if (pictures < enough) return timers.set(id, start(look, 20));
      timers.delete(id);
      return does(...given);
    };
    const id = start(look, ms);
    timers.set(id, id);
    return id;
  };
  window.clearTimeout = id => {
    stop(timers.get(id) ?? id);
    timers.delete(id);
  };
})()"""


@pytest.fixture
def mover(guests: Guests) -> Guest:
    """Somebody who likes things to move."""
    guest = guests(reduced_motion="no-preference")
    guest.context.add_init_script(STEADY)
    return guest


def seat(guest: Guest, server: Server, people: int, dice: str, fields: dict[str, str], **position: Any) -> Chair:
    """A table on one device, where these dice come next."""
    table = guest.open_table(*["person"] * people, **fields)
    lay(server, table, dice, **position)
    chair = Chair(guest.page(table), hurry=False)
    chair.wait()
    return chair


def filmed(page: Page) -> list[Frame]:
    """The frames since `film`; the last of them is what the page shows now."""
    page.evaluate("() => new Promise(requestAnimationFrame)")
    return cut(page)


def press(chair: Chair, *keys: str) -> None:
    for key in keys:
        chair.key(key).click()
        chair.wait("any")


def test_a_throw_is_named_when_the_dice_lie_still(mover: Guest, server: Server) -> None:
    chair = seat(mover, server, 2, "112346 555234", PLAIN)
    film(chair.page)
    chair.go.click()
    chair.wait()
    frames = filmed(chair.page)
    assert not named_too_soon(frames, ["Ana rolls 1 1 2 3 4 6."])
    in_the_air = [frame.words for frame in frames if frame.moves][:-1]
    assert in_the_air, "the dice did tumble"
    assert not [words for words in in_the_air if "shows" in words], "a die is named by its face while it is in the air"
    assert "Die 6 shows 6" in frames[-1].words


def test_after_a_bust_the_points_run_out(mover: Guest, server: Server) -> None:
    chair = seat(mover, server, 2, "155523 234 555234", PLAIN)
    press(chair, "Roll")
    film(chair.page)
    press(chair, "Roll")
    frames = filmed(chair.page)
    assert not named_too_soon(frames, ["Ana rolls 2 3."])
    lying = next(at for at, frame in enumerate(frames) if "Ana rolls 2 3." in frame.words)
    left = list(
        dict.fromkeys(found[1] for frame in frames[lying:] if (found := re.search(r"this turn ?(\d+)", frame.words)))
    )
    assert (left[0], left[-1]) == ("600", "0")
    assert len(left) > 3 and left == sorted(left, key=int, reverse=True)


@pytest.mark.parametrize(
    ("dice", "position", "kinds", "keys"),
    [
        (
            "155523 33 14 25",
            {"totals": [4400, 6200, 3000], "battle_zone_done": [False, True, False]},
            ("battle-roll",),
            ("Roll", "Bank"),
        ),
        (
            "155523 423 652",
            {"totals": [5200, 6200, 7200], "hands": [[], ["collateral"], []]},
            ("collateral",),
            ("Roll", "Bank", "Play Coll"),
        ),
        ("4 155523", {"totals": [500, 600, 700], "left_behind": 0}, ("left-behind",), ("Roll", "Roll the Left")),
    ],
    ids=["Battle Zone", "Collateral Damage", "Left Behind"],
)
def test_dice_of_great_moments_are_named_when_they_lie_still(
    mover: Guest, server: Server, dice: str, position: dict[str, Any], kinds: tuple[str, ...], keys: tuple[str, ...]
) -> None:
    chair = seat(mover, server, 3, dice, WAR, **{**NOBODY, **position})
    press(chair, *keys[:-1])
    film(chair.page)
    press(chair, keys[-1])
    frames = filmed(chair.page)
    told = sentences(mover, *kinds)
    assert told and not named_too_soon(frames, told)
    settled = next(at for at, frame in enumerate(frames) if told[-1] in frame.words)
    assert not [frame for frame in frames[settled + 2 :] if frame.moves], "dice moved after they were named"


def test_a_card_that_was_stopped_threatens_nobody_any_more(mover: Guest, server: Server) -> None:
    """While Immunity is told, nothing beside the prompt says that points may be lost."""
    position = {"totals": [5200, 6200, 7200], "hands": [[], ["collateral"], []], "immunity": [True, False, False]}
    chair = seat(mover, server, 3, "155523 423 652", WAR, **{**NOBODY, **position})
    press(chair, "Roll", "Bank", "Play Coll")
    film(chair.page)
    press(chair, "Use Immunity")
    words = [frame.words for frame in filmed(chair.page)]
    told = next(at for at, each in enumerate(words) if "uses Immunity and stops Collateral Damage" in each)
    assert "you lose 1,000 points" in words[0]
    assert not [each for each in words[told + 1 :] if "you lose 1,000 points" in each]


def test_cards_of_a_duel_are_named_when_they_have_turned(guests: Guests, mover: Guest, server: Server) -> None:
    friend = guests()
    table = mover.open_table("person", "open", game=DECK, **OPEN)
    there = friend.page(mover.person().invitations(table)[0])
    there.get_by_label("Your name").fill("Ben")
    there.get_by_role("button", name="Join").click()
    lay(server, table, "", order=[16, 20, 12, 5, 3, 24, 7, 1], combat=9, used=("quad sparten", "dwelve diante"))
    page = mover.page(table)
    ana, ben = Duelist(page), Duelist(there)
    ana.wait()
    expect(there.locator(".bar .goal")).to_contain_text("combat 9 of")
    ben.wait()
    ana.choose("twent")
    film(page)
    ben.choose("quad")
    page.wait_for_function("() => /Ben draws \\S+ for Quad/.test(window.film.at(-1)[1])")
    page.locator(".call h2:not(.told)").wait_for()
    assert not named_too_soon(filmed(page), sentences(mover, "reveal", "draw"))


def test_a_thrown_foam_die_is_judged_when_it_lies(mover: Guest) -> None:
    thrower = sit(mover, "person", "person")
    thrower.chair.hurry = False
    thrower.chair.wait()
    thrower.ready("Drop")
    film(thrower.page)
    thrower.chair.go.click()
    thrower.chair.wait()
    frames = filmed(thrower.page)
    [thrown], [judged] = sentences(mover, "throw"), sentences(mover, "verdict")
    assert not named_too_soon(frames, [thrown])
    flew = next(at for at, frame in enumerate(frames) if thrown in frame.words)
    assert any(frame.moves for frame in frames[:flew]), "the die did fly"
    assert judged not in " ".join(frame.words for frame in frames[:flew])
    assert judged in frames[-1].words


def test_a_reroll_in_the_city_is_named_when_the_die_stops(mover: Guest, guests: Guests, server: Server) -> None:
    ana, _, table = friends(mover, guests())
    quiet = ["slacker high-stakes-gambling", "copycat special-agents"]
    lay(server, table, "3", areas=STREETS, boards=["p4 w2", "t1"], missions=quiet, factions="haterz pagans")
    page = ana.page
    becomes(page, lambda: (ana.wait(False), ana.plan().get("gugu-1"))[1], "white 6")
    ana.place("gugu-1").click()
    ana.go.click()
    becomes(page, lambda: ana.wait(False) and ana.plan()["p1-3"], "white 6")
    ana.place("p1-1").click()
    film(page)
    ana.go.click()
    becomes(page, lambda: ana.wait(False) and ana.plan()["p1-1"], "purple 3")
    frames = filmed(page)
    [told] = sentences(mover, "reroll")
    assert not named_too_soon(frames, [told])
    named = next(at for at, frame in enumerate(frames) if told in frame.words)
    tumbled = frames[next(at for at, frame in enumerate(frames) if frame.moves) : named]
    assert tumbled, "the die did tumble"
    assert not [frame for frame in tumbled if "purple 3" in frame.words], "the result is named while the die tumbles"


def test_who_is_passed_over_is_marked_on_the_seat_and_shares_a_line_of_the_log(guest: Guest, server: Server) -> None:
    position = {**NOBODY, "totals": [500, 600, 700], "left_behind": 0}
    chair = seat(guest, server, 3, "4 155523", WAR, **position)
    press(chair, "Roll", "Roll the Left")
    marked = chair.page.locator(".seat .chip", has_text="Skipped")
    expect(marked).to_have_text(["Skipped 2 times", "Skipped", "Skipped"])
    expect(chair.page.locator(".logbox .log li", has_text="skipped")).to_have_count(1)


def test_marks_and_pictures_outlast_an_action_that_tells_nothing(guest: Guest, server: Server) -> None:
    """Who would throw waits for the Zombie die: the game goes on, and nothing of what lies there led elsewhere."""
    position = {**NOBODY, "totals": [500, 600, 700], "left_behind": 0, "zombie": 2}
    chair = seat(guest, server, 3, "4 155523", WAR, **position)
    press(chair, "Roll", "Roll the Left")
    marked, asked = chair.page.locator(".seat .chip", has_text="Skipped"), chair.key("Roll the Zombie die")
    expect(marked).to_have_count(3)
    press(chair, "Roll")
    expect(asked).to_have_count(1)
    assert not last_state(guest)["events"]
    expect(marked).to_have_text(["Skipped 2 times", "Skipped", "Skipped"])
    chair.page.keyboard.press("u")
    expect(asked).to_have_count(0)
    expect(marked).to_have_count(0)


def test_with_motion_off_words_come_with_the_dice(guests: Guests, server: Server) -> None:
    chair = seat(guests(), server, 2, "112346 555234", PLAIN)
    film(chair.page)
    chair.go.click()
    chair.wait()
    frames = filmed(chair.page)
    seen, named = (
        next(at for at, frame in enumerate(frames) if words in frame.words)
        for words in ("Die 6", "Ana rolls 1 1 2 3 4 6.")
    )
    assert named <= seen + 1


def test_what_others_did_is_shown_again_step_by_step(guest: Guest, server: Server) -> None:
    """From what the page holds: the server hears nothing, and the table is afterwards as it was."""
    table = guest.open_table("person", "bot:random", **PLAIN)
    page = guest.page(table)
    chair = Chair(page)
    chair.wait()  # no bot thinks about the position that is taken away
    lay(server, table, "155523 155566 112346 " + "155523" * 40)
    chair.wait()
    press(chair, "Roll", "Bank")
    chair.wait()
    sent = len(guest.sent)
    before, lines = chair.labels(), texts_of(page.locator(".logbox .log li"))
    page.keyboard.press("h")
    steps = told_again(page)
    assert steps == list(dict.fromkeys(line for line in reversed(lines) if line in steps))
    assert len(steps) > 2
    assert not any("Ana" in step for step in steps)
    assert (chair.wait(), chair.labels()) == ("mine", before)
    assert not [frame for frame in guest.sent[sent:] if '"ping"' not in frame]
    expect(page.locator(".logbox .log li")).to_have_text(lines, use_inner_text=True)


def told_again(page: Page) -> list[str]:
    """Go through the replay with one key; what each step says."""
    steps: list[str] = []
    again = page.locator(".dock .btn", has_text="replay:")
    again.wait_for()
    while again.count():
        shown = page.locator(".call .told").all_inner_texts()
        steps += [words for words in shown if words not in steps]
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    return steps
