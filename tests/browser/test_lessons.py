"""A first game with the teacher on a phone: by touches, wrong ones too, left and taken up again; and by keys alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .guests import PHONE, Guest, Guests
from .test_lessons_small import steps


def learn(guest: Guest, game: str = "Dice-ocalypse!") -> Page:
    page = guest.page("/")
    page.get_by_role("button", name=re.compile(f"Learn it.*: {game}")).first.click()
    page.wait_for_url("**/t/**")
    return page


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("Lesson with Tumble"))


def go(page: Page) -> Locator:
    """The one marigold key."""
    key = page.locator(".do .go")
    expect(key).to_have_count(1)
    return key


# Whether Pip's headline says this; what is told until then is tapped away.
SAYS = """headline => {
  if (document.querySelector(".call .told")) dispatchEvent(new Event("pointerdown"));
  return document.querySelector(".coach h2")?.innerText === headline;
}"""


def ask(page: Page, headline: str, step: str) -> None:
    page.wait_for_function(SAYS, arg=headline, polling=50)  # also while another page comes
    expect(coach(page).locator("h2")).to_have_text(headline)
    expect(coach(page)).to_contain_text(step)


def test_somebody_learns_the_game_by_touches_on_a_phone(guests: Guests) -> None:
    page = learn(guests(viewport=PHONE, has_touch=True, is_mobile=True))
    ask(page, "Roll your 6 dice.", "1 of 9")
    go(page).tap()
    ask(page, "Tap the 1: it scores 100.", "2 of 9")
    die = page.locator('[data-thing="die:2"]')
    expect(page.locator(".pointer")).to_be_visible()
    die.tap(force=True)
    expect(coach(page).locator("h2")).to_contain_text("Two 3s score nothing.")
    expect(page.locator(".light .cross")).to_be_visible()
    expect(page.locator(".sr[role=status]")).to_contain_text("Two 3s score nothing.")
    expect(go(page)).to_have_text(re.compile("Tap the 1 first"))
    go(page).tap(force=True)
    expect(coach(page).locator("h2")).to_contain_text("Not yet.")
    page.locator('[data-thing="die:0"]').tap()
    expect(go(page)).to_have_attribute("aria-disabled", "false")
    page.reload()  # nothing is lost, and nothing is kept in hand
    ask(page, "Tap the 1: it scores 100.", "2 of 9")
    page.locator('[data-thing="die:0"]').tap()
    go(page).tap()
    ask(page, "Tap all three 1s, then bank.", "3 of 9")
    page.get_by_role("button", name="Leave the lesson").tap()
    coach(page).get_by_role("link", name="Home").tap()
    expect(page.get_by_text("Where you left off")).to_be_visible()
    page.get_by_role("button", name=re.compile("Learn it.*: Dice-ocalypse!")).tap()
    ask(page, "Tap all three 1s, then bank.", "3 of 9")
    touch(page, 0, 1, 2)
    ask(page, "That's a bust.", "4 of 9")
    go(page).tap()
    ask(page, "Roll again.", "5 of 9")
    go(page).tap()
    ask(page, "Tap the three 2s: 200.", "6 of 9")
    touch(page, 0, 1, 2)
    ask(page, "Hot dice! Tap all three.", "7 of 9")
    touch(page, 0, 1, 2)
    ask(page, "A straight! Tap the 2.", "8 of 9")
    touch(page, 1)
    ask(page, "See how far you've come.", "9 of 9")
    go(page).tap()
    expect(coach(page)).to_contain_text("Tip:")
    expect(page.get_by_role("button", name="Next lesson")).to_be_visible()
    go(page).tap()
    page.wait_for_url("**/t/**")
    expect(page.locator(".coach")).to_have_count(0)


def touch(page: Page, *dice: int) -> None:
    for die in dice:
        page.locator(f'[data-thing="die:{die}"]').tap()
    expect(go(page)).to_have_attribute("aria-disabled", "false")
    go(page).tap()


def test_a_lesson_is_taken_by_keys_alone(guest: Guest) -> None:
    page = learn(guest)
    ask(page, "Roll your 6 dice.", "1 of 9")
    page.keyboard.press("Enter")
    ask(page, "Tap the 1: it scores 100.", "2 of 9")
    page.keyboard.press("5")  # the fifth die is a 2
    expect(coach(page).locator("h2")).to_contain_text("A single 2 scores nothing.")
    page.keyboard.press("Enter")  # the key sleeps
    ask(page, "Not yet.", "2 of 9")
    page.keyboard.press("1")
    page.keyboard.press("t")
    ask(page, "Tap all three 1s, then bank.", "3 of 9")
    page.keyboard.press("1")
    page.keyboard.press("t")  # throwing on does not go on
    expect(coach(page).locator("h2")).to_contain_text("Fewer than three 1s score only 100 each.")
    for key in ("2", "3", "b"):
        page.keyboard.press(key)
    ask(page, "That's a bust.", "4 of 9")
    expect(page.locator(".sr[role=status]")).to_contain_text("That's a bust. Otto rolled 2, 3, 4, 4, 6, 6.")
    page.keyboard.press("Enter")
    ask(page, "Roll again.", "5 of 9")
    page.get_by_role("button", name="Leave the lesson").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Keep playing this game").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.get_by_role("heading", name="Log")).to_be_visible()


# From now on: the teacher's headline, and the sentence that is told meanwhile.
HEADLINES = """() => {
  window.said = [];
  new MutationObserver(() => {
    const told = document.querySelector(".call .told");
    if (told) said.push([document.querySelector(".coach h2").innerText, told.innerText]);
  }).observe(document.querySelector("#table"), { subtree: true, childList: true, characterData: true });
}"""


def test_pip_says_to_watch_another_only_while_another_is_told(guests: Guests) -> None:
    guest = guests(reduced_motion="no-preference")
    person = guest.person()
    table = str(person.post("/learn/deck-o-dice", lesson="first").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    with person.sit(table) as sitting:
        for lesson in steps(page, sitting):
            if lesson["step"] == 2:
                ask(page, "Send Twent, your d20.", "2 of 10")
                page.evaluate(HEADLINES)
            elif lesson["step"] == 3:
                break
    said = page.evaluate("said")
    assert ["Watch.", "You draw 18 for Twent."] in said
    assert ["Watch Otto.", "Otto draws 5 for Dwelve."] in said
    assert not [told for headline, told in said if headline == "Watch Otto." and told.startswith("You draw")]


def test_a_wrong_key_is_answered_as_a_wrong_touch_is(guest: Guest) -> None:
    page = learn(guest, "Deck-O-Dice")
    ask(page, "Win more cards than Otto.", "1 of")
    page.keyboard.press("Enter")
    ask(page, "Send Twent, your d20.", "2 of")
    page.keyboard.press("1")
    expect(coach(page)).to_contain_text("start with your biggest: Twent.")
    page.keyboard.press("6")
    page.keyboard.press("Enter")
    ask(page, "18 beats 5: you win both cards.", "3 of")
    page = learn(guest, "Baron Voodoo")
    ask(page, "The lit dice are yours: purple.", "1 of")
    page.keyboard.press("Enter")
    ask(page, "Jump! Tap the purple die on d6.", "2 of")
    page.keyboard.press("1")
    expect(coach(page)).to_contain_text("This time jump with the one on d6.")


def test_one_s_own_dice_answer_in_a_lesson_too(guests: Guests) -> None:
    guest = guests(viewport=PHONE, has_touch=True)
    person = guest.person()
    table = str(person.post("/learn/dicetopia", lesson="first").headers["location"])
    guest.adopt(person)
    page = guest.page(table)
    for step in ("1 of", "2 of", "3 of"):
        expect(coach(page)).to_contain_text(step)
        go(page).tap()
    expect(coach(page)).to_contain_text("4 of")
    page.locator(".mine6 [data-thing]").first.tap(force=True)
    expect(coach(page).locator(".cross")).to_be_visible()
