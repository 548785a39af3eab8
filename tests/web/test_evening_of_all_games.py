"""An evening of all five games behind real nginx, below a path: two people and a bot play each game to its end, and in
the middle of each the one who left is told by mail, by a push message and by a webhook, with links that open."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from dicehouse.games import find
from dicehouse.server.accounts import mail, web_push, webhooks
from dicehouse.server.accounts.mail import Post
from dicehouse.server.accounts.mail import Server as MailServer
from dicehouse.server.accounts.web_push import Pusher
from dicehouse.server.accounts.webhooks import WebhookSender

from .fronts import SEVERAL, SOCKETS, front
from .hooks import PUBLIC, HookService, Names, Wire
from .letters import Mailbox, PushService, mailbox
from .server import AMPLE, PATIENCE, ROOMY, Sitting, start
from .test_real_proxies import SecurePerson

PATH, OTHER = SOCKETS
GAMES = {  # the shortest match of each that is the whole game
    "dice-ocalypse": {"set-target": "2000", "set-opening": "0"},
    "baron-voodoo": {"mode": "quick"},
    "deck-o-dice": {},
    "dicetopia": {},
    "indicesion": {"mode": "classic"},
}
TOGETHER = 12  # actions of each game after which Ben leaves for a while


@dataclass(frozen=True)
class Evening:
    """The address that people use, and where their messages come in."""

    address: str
    mail: Mailbox
    push: PushService
    hooks: HookService


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("e")
    for each in ("nginx", "push", "hooks"):
        (folder / each).mkdir()
    push, hooks = PushService(folder / "push"), HookService(folder / "hooks")
    places = {there: str(folder / path.strip("/")) for path, there in SOCKETS.items()}
    with (
        front("nginx", folder / "nginx", places, SEVERAL) as origin,
        mailbox() as box,
        pytest.MonkeyPatch.context() as patch,
    ):
        for module in (mail, web_push, webhooks):
            patch.setattr(module, "SECONDS", PATIENCE)
        sender = WebhookSender(origin, context=hooks.context, lookup=Names([PUBLIC]), connect=Wire(hooks))
        served = start(
            folder / "house.db",
            socket_file=Path(places[SOCKETS[PATH]]),
            path=PATH,
            address=origin,
            post=Post(MailServer("127.0.0.1", box.port, "dice@example.org", tls=False)),
            pushes=lambda keyring: Pusher(keyring, origin, private=True, context=push.context),
            webhooks=sender,
            call_after=0.05,
            limits=replace(ROOMY, letters=AMPLE),
        )
        yield Evening(origin + PATH, box, push, hooks)
        served.stop()
    push.close()
    hooks.close()


def ask_for_messages(evening: Evening, person: SecurePerson) -> None:
    """A person wants to be told of each turn in all three ways."""
    assert person.post("/me/turns/push", **evening.push.subscription).status_code == 200
    assert person.post("/me/turns/webhook", kind="any", webhook=evening.hooks.at()).status_code == 303
    assert evening.hooks.next().json["url"] == f"{evening.address}/"
    assert person.post("/me/turns/mail", address="ben@example.org").status_code == 303
    [confirm] = [link for link in links(evening, evening.mail.next()) if re.search("/mail/(?!off/)", link)]
    assert "Address confirmed" in person.http.post(confirm).text
    assert person.post("/me/turns/each-turn", on="yes").status_code == 303


def links(evening: Evening, letter: EmailMessage) -> list[str]:
    """Return the links of a letter, all of which have the path."""
    text = letter.get_content()
    found = re.findall(r"https?://[^\s<>]+", text)
    assert found and all(f"{link}/".startswith(f"{evening.address}/") for link in found), text
    return found


def opens(person: SecurePerson, link: str) -> bool:
    return bool(person.http.get(link).status_code == 200)


def is_over(state: dict[str, Any]) -> bool:
    return bool(state["table"]["phase"] == "over")


@dataclass
class Here:
    """The people who are at a table now, and the number of the last position that one of them was shown."""

    sittings: list[Sitting]
    chance: random.Random
    number: int = 0

    def look(self) -> list[dict[str, Any]]:
        """Return what everybody here sees, none of it older than what anybody saw."""
        return [
            sitting.wait_for(lambda s: s["table"]["phase"] != "waiting" and (s["number"] >= self.number or is_over(s)))
            for sitting in self.sittings
        ]

    def move(self) -> dict[str, Any]:
        """Let one who is asked play, or wait for somebody else to; return the next position."""
        asked = [
            (sitting, state) for sitting, state in zip(self.sittings, self.look(), strict=True) if state["options"]
        ]
        sitting, state = asked[0] if asked else (self.sittings[0], self.look()[0])
        if is_over(state):
            return state
        if asked:
            sitting.act(state, self.chance.choice(state["options"])["id"])
        number = state["number"]
        found = sitting.wait_for(lambda s: s["number"] > number or is_over(s))
        self.number = max(self.number, found["number"])
        return found


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_messages_for_who_left(evening: Evening, game: str) -> None:
    chance = random.Random(game)
    ana, ben = SecurePerson(evening.address), SecurePerson(evening.address)
    seats = ["person", "open", "bot:sensible"][: find(game).players[1]]
    table = ana.open_table(*seats, game=game, **GAMES[game])
    assert ben.post(ana.invitations(table)[0], name="Ben").status_code == 303
    ask_for_messages(evening, ben)
    with ana.sit(table) as first:
        with ben.sit(table) as second:
            both = Here([first, second], chance)
            bens = both.look()[1]["me"]
            while both.number < TOGETHER or set(both.look()[0]["acting"]) & set(bens):
                assert not is_over(both.move()), "the match was too short"
        first.wait_for(lambda s: not s["table"]["seats"][bens[0]]["online"])
        alone = Here([first], chance, both.number)
        while not set(alone.look()[0]["acting"]) & set(bens):
            assert not is_over(alone.move()), "the match was too short"
        letter, pushed, hook = evening.mail.next(), json.loads(evening.push.next()[1]), evening.hooks.next().json
        name = find(game).name
        assert name in letter["Subject"] and name in pushed["title"] and name in hook["title"]
        where = evening.address + table
        to_table, *others = links(evening, letter)
        # a worker finds the address of a push message below its own folder
        assert to_table == hook["url"] == urljoin(f"{evening.address}/sw.js", pushed["url"].removeprefix("/")) == where
        assert all(opens(ben, link) for link in (to_table, *others))
        assert letter["List-Unsubscribe"].startswith(f"<{evening.address}/mail/off/")
        with ben.sit(table) as second:
            both = Here([first, second], chance, alone.number)
            while not is_over(both.move()):
                pass
    for person in (ana, ben):
        for page in ("", "/plain", "/replay.json", "/dice.json", "/match.json"):
            assert opens(person, evening.address + table + page), page
    evening.mail.letters.queue.clear()
    evening.push.got.queue.clear()
    evening.hooks.got.queue.clear()
