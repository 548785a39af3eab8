"""Lessons on the pages: where they are offered, and taken without a script."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest

from dicehouse.bots.guided_lesson import find_lesson
from dicehouse.core import Lesson
from dicehouse.games import BUILT_IN, all_games, find

from . import liars
from .server import PATIENCE, Person, Server

GAME = "dice-ocalypse"
OFFER = "<b>Learn it in 4 min</b>"


def learn(person: Person, game: str = GAME, lesson: str = "first") -> str:
    answer = person.post(f"/learn/{game}", lesson=lesson)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def heading(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found
    return unescape(re.sub("<.*?>", "", found[1]))


def main_form(text: str, where: str) -> dict[str, str] | None:
    """The fields of the one form with the marigold key, if it leads there."""
    forms = re.findall(
        rf'<form method="post" action="{where}">((?:(?!</form>).)*class="btn go".*?)</form>', text, re.DOTALL
    )
    return {k: unescape(v) for k, v in re.findall(r'name="([^"]+)" value="([^"]*)"', forms[0])} if forms else None


def test_a_lesson_is_offered_to_those_who_never_sat_down_to_the_game(ana: Person) -> None:
    taught = [game for game in BUILT_IN if find(game).hooks.LESSONS]
    assert taught and ana.http.get("/").text.count(OFFER) == len(taught)
    learn(ana)
    again = ana.http.get("/").text
    assert again.count(OFFER) == len(taught) - 1 and 'aria-label="Learn it: Dice-ocalypse!"' in again
    assert "Where you left off" in again
    for lesson in find(GAME).hooks.LESSONS:
        assert f'name="lesson" value="{lesson.name}"' in ana.http.get(f"/rules/{GAME}").text


def test_a_lesson_that_is_not_there_is_refused(ana: Person) -> None:
    answer = ana.post(f"/learn/{GAME}", lesson="<b>last")
    assert answer.status_code == 400 and "has no lesson &#39;&lt;b&gt;last&#39;" in answer.text
    assert ana.http.get(f"/learn/{GAME}").status_code == 405


@pytest.mark.parametrize("game", [game for game in BUILT_IN if find(game).hooks.LESSONS])
def test_a_lesson_is_taken_without_a_script(ana: Person, game: str) -> None:
    take_without_script(ana, game, find(game).hooks.LESSONS[0])


def test_the_guided_first_game_of_a_game_without_lessons_is_taken_without_a_script(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(all_games(), liars.GAME, liars.game)
    offered = ana.http.get("/").text
    assert "Learn it in 4 min: Liar&#39;s Dice" in offered
    assert 'name="lesson" value="guided"' in ana.http.get(f"/rules/{liars.GAME}").text
    take_without_script(ana, liars.GAME, find_lesson(liars.game, "guided"))


def take_without_script(ana: Person, game: str, lesson: Lesson) -> None:
    """Take a lesson on the no-JavaScript page: it says what its steps say, in order."""
    table, seen = learn(ana, game, lesson.name), []
    until = time.monotonic() + 10 * PATIENCE
    while time.monotonic() < until:
        text = ana.http.get(f"{table}/plain").text
        if not seen or heading(text) != seen[-1]:
            seen.append(heading(text))
        if "<b>Tip:</b>" in text:
            break
        for what in ("act", "lesson"):
            if fields := main_form(text, f"{table}/{what}"):
                assert "refresh" not in text, "what is to be done or read stays"
                assert ana.http.post(f"{table}/{what}", data=fields).status_code == 303
    names = ["Guest", *lesson.rivals]
    said = [re.sub(r"\{(\d)\}", lambda mark: names[int(mark[1])], step.say) for step in lesson.steps]
    assert [each for each in seen if not each.startswith("Watch what")] == [*said, lesson.well]
    assert f'action="/play-now/{game}"' in text and "Keep playing this game" in text


def test_a_wrong_option_is_answered_and_loses_nothing(ana: Person) -> None:
    table = learn(ana)
    text = ana.http.get(f"{table}/plain").text
    fields = main_form(text, f"{table}/act")
    assert fields and fields["option"] == "roll"
    ana.http.post(f"{table}/act", data=fields)
    text = ana.http.get(f"{table}/plain").text
    assert "Why not something else?" in text and 'value="keep 15 roll"' not in text
    fields = {**(main_form(text, f"{table}/act") or {}), "option": "keep 15 roll"}
    answer = ana.http.post(f"{table}/act", data=fields)
    assert answer.status_code == 409
    assert "Keep just the 1 this time." in answer.text and heading(answer.text) == "Tap the 1: it scores 100."


def test_who_leaves_plays_on(ana: Person) -> None:
    table = learn(ana)
    assert "Leave the lesson and keep playing" in ana.http.get(f"{table}/plain").text
    assert ana.http.post(f"{table}/lesson", data={}).status_code == 303
    text = ana.http.get(f"{table}/plain").text
    assert "Lesson with" not in text and 'value="roll"' in text
    assert ana.http.post(f"{table}/lesson", data={"at": "0"}).status_code == 409


def test_the_socket_is_told_of_a_lesson_and_refuses_what_does_not_go_on(ana: Person) -> None:
    table = learn(ana)
    with ana.sit(table) as sitting:
        state = sitting.wait_for(lambda frame: frame["lesson"])
        assert state["lesson"]["say"] == "Roll your 6 dice." and state["lesson"]["on"] == ["roll"]
        assert state["table"]["lesson"] is True and not state["undo"]
        sitting.act(state, "roll")
        state = sitting.wait_for(lambda frame: frame["number"] == 1)
        assert state["lesson"]["step"] == 2 and state["lesson"]["things"] == ["die:0", "key:roll"]
        sitting.act(state, "keep 15 roll")
        assert sitting.read_until("refused")["why"].startswith("Keep just the 1 this time.")
        sitting.send("lesson", at=1)
        assert "to do something" in sitting.read_until("refused")["why"]
        sitting.send("lesson", at=None)
        assert sitting.wait_for(lambda frame: frame["lesson"] is None)["options"]


def test_somebody_who_looks_on_may_not_touch_the_lesson(ana: Person, ben: Person) -> None:
    table = learn(ana)
    with ben.sit(table) as sitting:
        sitting.wait_for(lambda frame: frame["lesson"])
        sitting.send("lesson", at=None)
        assert "isn't your seat" in sitting.read_until("refused")["why"]
    assert "Leave the lesson" not in ben.http.get(f"{table}/plain").text


def test_the_dice_of_a_lesson_were_chosen_and_the_pages_say_so(server: Server, ana: Person) -> None:
    table = learn(ana)
    text = ana.http.get(f"{table}/plain").text
    assert "Lesson dice are chosen" in text and "Dice commitment" not in text
    with ana.sit(table) as sitting:
        sitting.act(sitting.wait_for(lambda frame: frame["lesson"]), "roll")
        sitting.read_until("ack")
    saved = ana.http.get(f"{table}/match.json").json()
    assert saved["dice"]["kind"] == "chosen" and len(saved["actions"]) == 1
