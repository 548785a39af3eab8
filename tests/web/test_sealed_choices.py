"""Duels over sockets, with every byte kept that goes to the other seat and to who watches: a sealed choice is in none
of it, Diante's cards go to one seat, and in memory mode what is over is not named again before the end.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dicehouse.match.match import Match

from ..browser.laying import lay
from .server import Person, Server

GAME = "deck-o-dice"
MINIONS = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
NAMED = re.compile("|".join(MINIONS), re.IGNORECASE)
OWN_TO_A_TABLE = re.compile(r"\b[0-9a-f]{16,}\b")  # ids of forms, commitments
LASTING = {"half", "combat", "won", "tie", "past"}
LINE_OF_THE_PAST = re.compile(
    r"Combat \d+ begins\.|\w+ wins? both cards\.|It(&#39;|')s a tie\. Each side keeps its own card\."
    r"|The (first|second) half begins\. .*"
)
TABLES = {
    "memory": {},
    "open": {"set-memory": "off"},
    "attested-memory": {"set-abilities": "attested"},
    "attested-open": {"set-abilities": "attested", "set-memory": "off"},
}
AGREED = 'aria-labelledby="about-h"'  # from there on: the settings, whose words name minions
IN_MEMORY = [name for name in TABLES if "open" not in name]
ANY_TABLE = pytest.mark.parametrize("rules", TABLES)


class Duel:
    """Ana and Ben at a table, and Cleo who watches."""

    def __init__(self, server: Server, **fields: str) -> None:
        self.server = server
        self.people = [Person(server.url) for _ in range(3)]
        ana, ben, _ = self.people
        self.table = ana.open_table("person", "open", game=GAME, **fields)
        ben.post(ana.invitations(self.table)[0], name="Ben")
        self.lines = [person.sit(self.table) for person in self.people]
        self.wait(lambda state: state["view"] is not None)
        for line in self.lines:
            line.wait_for(lambda state: state["table"]["watching"] == 1)

    def __enter__(self) -> Duel:
        return self

    def __exit__(self, *error: object) -> None:
        for line in self.lines:
            line.socket.close()

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        for line in self.lines:
            line.wait_for(wanted)

    def act(self, seat: int, option: str) -> dict[str, Any]:
        """What a seat does, until all three have been shown it; the answer to it."""
        line, state = self.lines[seat], self.lines[seat].state
        action = line.act(state, option, f"{'0' * 24}{state['number']:08}")
        self.wait(lambda shown: bool(shown["number"] > state["number"]))
        return next(frame for frame in line.frames if frame["t"] == "ack" and frame["id"] == action)

    def lay(self, **position: Any) -> None:
        """Go on from a position; everybody's kept frames start there."""
        lay(self.server, self.table, "", **position)
        for line in self.lines:
            line.send("ping")
            line.read_until("pong")
            line.frames, line.sizes = [line.state], line.sizes[-1:]

    def sent_to(self, reader: int, since: int = 0) -> list[str]:
        """All that one of the three was sent or can ask for, but for what differs between any two tables."""
        person, line = self.people[reader], self.lines[reader]
        names, plain = ("", "/plain", "/plain?still=1", "/match.json"), {"Accept-Encoding": "identity"}
        pages = [person.http.get(f"{self.table}{name}", headers=plain) for name in names]
        with person.sit(self.table) as again:
            fresh = json.dumps(again.read())
        bodies = [page.text for page in pages]
        sizes = [str(page.headers.get("content-length")) for page in pages] + [str(size) for size in line.sizes[since:]]
        whole = [*(json.dumps(frame) for frame in line.frames[since:]), fresh, *bodies, *sizes]
        return [OWN_TO_A_TABLE.sub("#", text.replace(self.table.rpartition("/")[2], "#")) for text in whole]


def play_on(duel: Duel, chance: random.Random, until: Callable[[dict[str, Any]], bool]) -> Iterator[dict[str, Any]]:
    """Any legal choices by turns; what Cleo sees after each, until that is as wanted."""
    state = duel.lines[2].state
    while not until(state):
        seat = chance.choice(state["acting"])
        duel.act(seat, chance.choice(duel.lines[seat].state["options"])["id"])
        state = duel.lines[2].state
        yield state


# --- sealed choices

LATE = {"combat": 9, "used": ("quad sparten", "cubera twent"), "order": [16, 20, 12, 5, 3, 24, 7, 1]}


@ANY_TABLE
@pytest.mark.parametrize("seat", [0, 1])
def test_two_different_sealed_choices_look_the_same_to_everybody_else(server: Server, rules: str, seat: int) -> None:
    """In the same position of a running game: the same frames, pages and sizes, whatever was chosen."""
    sent, acks = [], []
    for choice in ("diante", "dwelve"):
        with Duel(server, **TABLES[rules]) as duel:
            duel.lay(**LATE)
            acks.append(json.dumps(duel.act(seat, choice)))
            sent.append([duel.sent_to(reader) for reader in range(3) if reader != seat])
            assert duel.lines[seat].state["view"]["sides"][seat]["minion"] == choice
            for reader in range(3):
                assert duel.lines[reader].state["view"]["sides"][seat]["chosen"]
    assert sent[0] == sent[1]
    assert all(len("".join(texts)) > 10_000 for texts in sent[0])
    assert acks[0] == acks[1]


def test_a_choice_made_before_the_other_one_was_in_still_counts(server: Server) -> None:
    """Who chooses by what was shown before the other had chosen has lost nothing."""
    with Duel(server) as duel:
        earlier = duel.lines[1].state
        duel.act(0, "twent")
        duel.lines[1].act(earlier, "quad")
        assert duel.lines[1].read_until("ack")["number"] == earlier["number"] + 2
        shown = duel.lines[1].wait_for(lambda state: bool(state["number"] == earlier["number"] + 2))
        assert {"kind": "reveal", "minions": ["twent", "quad"]} in [
            {"kind": event["kind"], **event["facts"]} for event in shown["events"]
        ]


def test_a_choice_that_is_refused_tells_as_little(server: Server) -> None:
    """Whoever tries to choose twice, or a minion that is used, is told so alone; nobody else is sent a byte."""
    with Duel(server) as duel:
        duel.lay(**LATE)
        duel.act(0, "diante")
        before = [duel.lines[reader].frames[:] for reader in (1, 2)]
        duel.lines[0].act(duel.lines[0].state, "twent")
        assert duel.lines[0].read_until("refused")["why"]
        duel.lines[1].act(duel.lines[1].state, "cubera")
        assert duel.lines[1].read_until("refused")["why"]
        duel.lines[2].send("ping")
        duel.lines[2].read_until("pong")
        assert not NAMED.search(json.dumps([f for f in duel.lines[2].frames[len(before[1]) :] if f["t"] != "pong"]))
        assert not [frame for frame in duel.lines[1].frames[len(before[0]) :] if frame["t"] == "state"]


# --- what Diante sees


def cards_in(state: dict[str, Any]) -> list[int]:
    """Every card that a frame names somewhere, but for the printed list of all and the unordered rest of the deck."""
    view, found = state["view"], []
    for side in view["sides"]:
        found += [side["card"], *(side["pile"] or [])]
    found += [view["top"], view["flip"], *(view["looked"] or []), *(view["bottom"] or [])]
    for event in state["events"]:
        found += [event["facts"].get("card"), *event["facts"].get("cards", [])]
    for option in state["options"]:
        found.append(option["facts"].get("card"))
    return [card for card in found if card is not None]


@ANY_TABLE
def test_what_diante_sees_is_told_to_one_seat_and_found_in_the_record(server: Server, rules: str) -> None:
    chance = random.Random(rules)
    with Duel(server, **TABLES[rules]) as duel:
        duel.act(0, "diante")
        duel.act(1, "twent")
        before = [len(line.frames) for line in duel.lines]
        duel.act(0, "look")
        looked = duel.lines[0].state["view"]["looked"]
        assert len(set(looked)) == 2
        for reader in (1, 2):
            check_untold(duel, reader, before[reader], set(looked))
        duel.act(0, "first")
        after = [line.state["view"] for line in duel.lines]
        assert [view["top"] for view in after] == [looked[1], None, None]
        for reader in (1, 2):
            check_untold(duel, reader, before[reader], {looked[1]})
        for _ in play_on(duel, chance, lambda state: state["table"]["phase"] == "over"):
            pass
        saved = duel.people[2].http.get(f"{duel.table}/match.json").json()
    moment = Match.load({**saved, "actions": saved["actions"][:3], "over": False, "scores": [0, 0]})
    assert moment.view(0)["looked"] == looked
    assert moment.view(1)["looked"] is None


def check_untold(duel: Duel, reader: int, since: int, looked: set[int]) -> None:
    with duel.people[reader].sit(duel.table) as again:
        frames = [f for f in duel.lines[reader].frames[since:] if f["t"] == "state"] + [again.read()]
    for frame in frames:
        assert not looked & set(cards_in(frame))
        assert "looked" not in [event["kind"] for event in frame["events"]]
        assert not frame["view"]["rest"] or looked <= set(frame["view"]["rest"]), "they are as good as in the deck"
    page = duel.people[reader].http.get(f"{duel.table}/plain?still=1").text
    assert "You see" not in page
    assert "Top of the deck" not in page


@pytest.mark.parametrize("rules", IN_MEMORY)
def test_two_different_decks_look_the_same_to_who_does_not_look(server: Server, rules: str) -> None:
    """Diante draws first here, so all that has happened is the look: its cards are in no byte for anybody else."""
    sent = []
    for deck in ([16, 20, 12, 5, 3, 24, 7, 1], [2, 9, 12, 5, 3, 24, 7, 1]):
        with Duel(server, **TABLES[rules]) as duel:
            duel.lay(combat=9, used=("quad sparten", "diante twent"), order=deck, piles=PILES[deck[0]])
            for seat, option in ((0, "diante"), (1, "quad"), (0, "look")):
                duel.act(seat, option)
            assert duel.lines[0].state["view"]["looked"] == deck[:2]
            sent.append([duel.sent_to(reader) for reader in (1, 2)])
    assert sent[0] == sent[1]


def _piles(deck: list[int]) -> tuple[list[int], list[int]]:
    rest = [card for card in range(1, 25) if card not in deck]
    return rest[::2], rest[1::2]


PILES = {deck[0]: _piles(deck) for deck in ([16, 20, 12, 5, 3, 24, 7, 1], [2, 9, 12, 5, 3, 24, 7, 1])}


# --- memory


@pytest.mark.parametrize("rules", IN_MEMORY)
def test_what_is_over_is_not_named_until_the_game_is(
    server: Server, rules: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    chance, closed, combat, checked = random.Random(rules), 0, 1, 0
    with Duel(server, **TABLES[rules]) as duel:
        for state in play_on(duel, chance, lambda state: state["table"]["phase"] == "over"):
            if state["table"]["phase"] == "over":
                break
            if state["view"]["combat"] > combat:
                combat, closed = state["view"]["combat"], state["number"]
            if state["number"] > closed and combat > 1:
                check_forgotten(duel)
                checked += 1
        assert checked >= 11, "at least once in each combat but the first"
        check_all_is_open(duel)
    assert not NAMED.search("\n".join([*capfd.readouterr(), caplog.text]))


def check_forgotten(duel: Duel) -> None:
    """In the last frame, after a full reload, and on the plain pages of all three."""
    for reader, (person, line) in enumerate(zip(duel.people, duel.lines, strict=True)):
        with person.sit(duel.table) as again:
            whole = again.read()
        assert whole["full"]
        began = max(i for i, event in enumerate(whole["events"]) if event["kind"] == "combat")
        for event in whole["events"][:began]:
            assert event["kind"] in LASTING
            assert event["facts"] == {} or event["kind"] in ("half", "combat")
            assert not NAMED.search(event["text"])
        for frame in (whole, line.state):
            assert named_in(frame) <= may_be_named(frame, reader)
            assert all(side["pile"] is None and side["holds_20"] is None for side in frame["view"]["sides"])
            assert frame["view"]["bottom"] is frame["view"]["rest"] is None
        check_plain(person, duel.table, may_be_named(whole, reader))
        answer = person.http.get(f"{duel.table}/match.json")
        assert answer.status_code == 409
        assert not NAMED.search(answer.text.replace(duel.table, "/t/"))


def named_in(frame: dict[str, Any]) -> set[str]:
    """Every minion that a state frame names."""
    view = {key: value for key, value in frame["view"].items() if key != "cards"}
    return {found.lower() for found in NAMED.findall(json.dumps({**frame, "view": view, "table": None}))}


def may_be_named(frame: dict[str, Any], reader: int) -> set[str]:
    """The two that fight now, and one's own that are left."""
    sides = frame["view"]["sides"]
    own = sides[reader]["left"] if reader < 2 else []
    if reader < 2:
        assert sides[1 - reader]["left"] is None
    return {*own, *(side["minion"] for side in sides if side["minion"])}


def check_plain(person: Person, table: str, allowed: set[str]) -> None:
    page = person.http.get(f"{table}/plain?still=1").text
    main = page[page.index("<main") : page.index(AGREED)].replace(table, "/t/")  # its name is drawn by lot
    assert {found.lower() for found in NAMED.findall(main)} <= allowed
    log = re.search(r'<ol class="log" reversed>(.*?)</ol>', main, re.DOTALL)
    assert log
    lines = [re.sub(r"<[^>]+>", "", line) for line in re.findall(r"<li>(.*?)</li>", log[1])]
    now = next(i for i, line in enumerate(lines) if line.startswith("Combat "))
    assert all(LINE_OF_THE_PAST.fullmatch(line) for line in lines[now:]), lines[now:]


def check_all_is_open(duel: Duel) -> None:
    """The game is over: who comes now is told every combat, and the record is given out."""
    match = Match.load(duel.people[2].http.get(f"{duel.table}/match.json").text)
    assert match.over
    with Person(duel.server.url).sit(duel.table) as late:
        whole = late.read()
    assert [event["text"] for event in whole["events"]] == [event.text for event in match.log(None)]
    assert sum(event["kind"] == "reveal" for event in whole["events"]) == 12
    assert sorted(card for side in whole["view"]["sides"] for card in side["pile"]) == [*range(1, 25)]


@pytest.mark.parametrize("rules", [name for name in TABLES if name not in IN_MEMORY])
def test_in_open_mode_all_that_was_played_can_be_looked_up(server: Server, rules: str) -> None:
    """So that the searches above would find something: the same searches do find it where nothing is hidden."""
    with Duel(server, **TABLES[rules]) as duel:
        for _ in play_on(duel, random.Random(3), lambda state: state["view"]["combat"] == 4):
            pass
        duel.act(0, duel.lines[0].state["options"][0]["id"])
        with Person(server.url).sit(duel.table) as late:
            whole = late.read()
        assert sum(event["kind"] == "reveal" for event in whole["events"]) == 3
        assert all(len(side["left"]) == 3 for side in whole["view"]["sides"])
        assert sum(len(side["pile"]) for side in whole["view"]["sides"]) == 6
        assert len(named_in(whole) - may_be_named(whole, 2)) > 1
        answer = duel.people[2].http.get(f"{duel.table}/match.json")
        assert answer.status_code == 409, "it would hold the choice that is sealed now"


def test_what_a_bot_said_of_a_combat_is_told_nobody_after_it(server: Server) -> None:
    """Neither on the plain page, nor to who comes back, nor to a program; when all is over it may be read again."""
    chance, ana, checked, number = random.Random(5), Person(server.url), 0, -1
    table = ana.open_table("person", "bot:otto", game=GAME)

    def asked(state: dict[str, Any]) -> bool:
        return state["number"] > number and (0 in state["acting"] or state["table"]["phase"] == "over")

    def reasons(frames: list[dict[str, Any]]) -> list[str]:
        return [said["text"] for frame in frames for said in frame.get("chat", ()) if said.get("reason")]

    with ana.sit(table) as line:
        while (state := line.wait_for(asked))["table"]["phase"] != "over":
            if state["view"]["phase"] == "choose" and 1 in state["acting"]:
                state = line.wait_for(lambda later: 1 not in later["acting"])  # the bot has chosen, too
            with ana.sit(table) as again:
                whole = again.read()
            began = max(event["number"] for event in whole["events"] if event["kind"] == "combat")
            said = reasons(line.frames)
            if whole["view"]["phase"] == "choose" and whole["number"] > began:  # what began it is past
                page = ana.http.get(f"{table}/plain?still=1").text
                program = ana.http.get(f"/api/v1{table.replace('/t/', '/tables/')}").text
                assert not reasons([whole])
                if json.loads(program)["table"]["phase"] != "over":  # the bot may have ended it meanwhile
                    assert not [one for one in said if one in page or one in program]
                    checked += bool(said)
            line.act(state, chance.choice(state["options"])["id"])
            number = line.read_until("ack")["number"] - 1  # the bot may have chosen in between
        assert checked
    with ana.sit(table) as late:
        assert set(said) <= set(reasons([late.read()]))
