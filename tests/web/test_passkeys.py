"""Passkeys: made, used, removed; and everything that must not pass."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehouse.server.accounts import passkeys
from dicehouse.web.rate_limits import Rate, RateLimits

from .server import PATIENT, ROOMY, Person, Server, start

pytest.importorskip("webauthn", reason="py_webauthn is not installed here, so no passkey was tried.")

from .keyring import Device, make, options, use  # it needs the library


def named(server: Server) -> str:
    """The house by its name: passkeys belong to names, not to numbers."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))]
)
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """One server of a file, or two of one database: a question asked at one is answered at the other."""
    if request.param == "sqlite":
        found = [start(tmp_path_factory.mktemp("keys") / "house.db")]
    else:
        place: Any = request.getfixturevalue("postgres").fresh()
        found = [start(place), start(place)]
    yield found
    for one in found:
        one.stop()


@pytest.fixture
def come(servers: list[Server]) -> Callable[..., Person]:
    """Somebody at the house; several servers stand behind one name, as behind a proxy, and each request goes to the
    next of them.
    """

    def person() -> Person:
        found = Person(named(servers[0]))
        if len(servers) > 1:
            found.http = httpx.Client(
                base_url=found.url, headers={"Origin": found.url}, transport=Balancer(servers), **PATIENT
            )
        return found

    return person


class Balancer(httpx.HTTPTransport):
    """Hands each request to another server; the house is known by the name of the first."""

    def __init__(self, servers: list[Server]) -> None:
        super().__init__(limits=PATIENT["limits"])
        self._ports = [httpx.URL(server.url).port for server in servers]

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._ports = [*self._ports[1:], self._ports[0]]
        there = request.url.copy_with(host="127.0.0.1", port=self._ports[0])
        sent = httpx.Request(request.method, there, headers=request.headers, stream=request.stream)
        sent.extensions = request.extensions
        return super().handle_request(sent)


def named_ana(person: Person) -> Person:
    person.post("/me", name="Ana")
    return person


def error(answer: httpx.Response) -> str:
    found = re.search(r'role="alert">(.*?)</p>', answer.text)
    assert found, answer.text
    assert "set-cookie" not in answer.headers
    return found[1].replace("&#39;", "'")


def test_a_passkey_makes_another_browser_the_same_guest(come: Callable[..., Person]) -> None:
    ana, phone = named_ana(come()), come()
    device = Device(ana.url)
    asked = options(ana, "/me/passkeys/options")
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "preferred"
    assert asked["rp"]["id"] == "localhost" and asked["user"]["name"] == "Ana"
    guest = ana.cookie.partition("=")[2].partition(".")[0]
    assert guest not in json.dumps(asked) and options(ana, "/me/passkeys/options")["user"] == asked["user"]
    assert make(ana, device, "My <phone>").status_code == 303
    page = ana.http.get("/me").text
    assert "My &lt;phone&gt;" in page and "never used" in page
    assert use(phone, device).status_code == 303
    assert 'value="Ana"' in phone.http.get("/me").text
    assert "last used" in phone.http.get("/me").text
    assert use(come(), device).status_code == 303, "and once more"
    data = json.loads(phone.http.get("/me/everything.json").text)["passkeys"]
    assert [(one["label"], one["used"] is not None) for one in data] == [("My <phone>", True)]


def test_what_the_browser_had_comes_along(come: Callable[..., Person]) -> None:
    ana, phone = named_ana(come()), come()
    device, other = Device(ana.url), Device(ana.url)
    make(ana, device)
    phone.open_table("person", "bot:random")
    make(phone, other, "Other")
    assert "Also move" in phone.http.get("/me/passkey").text
    assert use(phone, device, bring=True).status_code == 303
    page = phone.http.get("/me").text
    assert "Phone" in page and "Other" in page, "the passkeys of both"
    third = come()
    assert use(third, other).status_code == 303
    assert 'value="Ana"' in third.http.get("/me").text


def test_a_removed_passkey_opens_nothing_and_nobody_removes_anothers(come: Callable[..., Person]) -> None:
    ana, eve = named_ana(come()), named_ana(come())
    device = Device(ana.url)
    make(ana, device)
    found = re.search(r'name="id" value="([^"]+)"', ana.http.get("/me").text)
    assert found
    eve.post("/me/passkeys/remove", id=found[1])
    assert use(come(), device).status_code == 303
    ana.post("/me/passkeys/remove", id=found[1])
    assert "Phone" not in ana.http.get("/me").text
    answer = use(come(), device)
    assert (answer.status_code, "know that passkey" in error(answer)) == (409, True)


def test_deleting_all_that_is_mine_deletes_them(come: Callable[..., Person]) -> None:
    ana = named_ana(come())
    device = Device(ana.url)
    make(ana, device)
    assert "Your data is deleted" in ana.http.post("/me/leave", data={"sure": "yes"}).text
    assert use(come(), device).status_code == 409


def test_an_answer_counts_once_and_for_whom_it_was_asked(come: Callable[..., Person]) -> None:
    ana, eve = named_ana(come()), named_ana(come())
    device = Device(ana.url)
    said = device.make(options(ana, "/me/passkeys/options"))
    sent = {"label": "Phone", "credential": said}
    assert "took too long, or it was sent twice" in error(eve.http.post("/me/passkeys", data=sent))
    assert ana.http.post("/me/passkeys", data=sent).status_code == 303
    assert ana.http.post("/me/passkeys", data=sent).status_code == 400
    ana.post("/me/passkeys/remove", id=json.loads(said)["id"])
    assert "sent twice" in error(ana.http.post("/me/passkeys", data=sent)), "not even when it is free again"
    device = Device(ana.url, counts=False)
    make(ana, device)
    phone = come()
    answer = device.use(options(phone, "/me/passkey/options"))
    assert "sent twice" in error(eve.http.post("/me/passkey", data={"credential": answer})), "asked of somebody else"
    assert phone.http.post("/me/passkey", data={"credential": answer}).status_code == 303
    phone.http.cookies.clear()
    assert "sent twice" in error(phone.http.post("/me/passkey", data={"credential": answer}))


def test_an_old_challenge_is_worth_nothing(come: Callable[..., Person], monkeypatch: pytest.MonkeyPatch) -> None:
    ana = named_ana(come())
    monkeypatch.setattr(passkeys, "SECONDS", -1)
    answer = make(ana, Device(ana.url))
    assert "took too long" in error(answer)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "http://evil.example"},
        {"origin": "https://localhost"},
        {"type": "webauthn.get"},
        {"challenge": "AAAA"},
        {"challenge": "not base64 €"},
        {"challenge": 7},
    ],
)
def test_what_was_made_elsewhere_or_for_something_else_is_refused(
    come: Callable[..., Person], wrong: dict[str, Any]
) -> None:
    ana = named_ana(come())
    answer = make(ana, Device(ana.url), **wrong)
    assert answer.status_code == 400 and error(answer)
    device = Device(ana.url)
    make(ana, device)
    answer = use(come(), device, **wrong if wrong != {"type": "webauthn.get"} else {"type": "webauthn.create"})
    assert answer.status_code == 409 and error(answer)


def test_anothers_key_and_a_counter_that_goes_back_are_refused(come: Callable[..., Person]) -> None:
    ana = named_ana(come())
    device = Device(ana.url)
    make(ana, device)
    assert "be verified" in error(use(come(), Device(ana.url, id=device.id)))
    device.signed = 7
    assert use(come(), device).status_code == 303
    device.signed = 3
    assert "be verified" in error(use(come(), device)), "a copy of it was used meanwhile"
    assert "already" in error(make(named_ana(come()), device))


@pytest.mark.parametrize(
    "said",
    ["", "{", "[]", "7", '{"response": {}}', '{"response": {"clientDataJSON": "e30"}}', "x" * 20_000, "[" * 9000],
)
def test_nonsense_comes_back_with_a_reason(come: Callable[..., Person], said: str) -> None:
    ana = named_ana(come())
    assert error(ana.http.post("/me/passkeys", data={"label": "Phone", "credential": said}))
    assert error(ana.http.post("/me/passkey", data={"credential": said}))


def test_a_passkey_has_a_name_and_a_guest_has_so_many(come: Callable[..., Person]) -> None:
    ana = named_ana(come())
    for label in ("", "x" * 41, "\x00"):
        assert "1 to 40 characters" in error(make(ana, Device(ana.url), label))
    for _ in range(passkeys.MOST):
        assert make(ana, Device(ana.url)).status_code == 303
    answer = ana.http.post("/me/passkeys/options")
    assert (answer.status_code, "You have 10 passkeys" in error(answer)) == (400, True)


def test_where_there_can_be_none_the_page_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = named_ana(Person(server.url))
    page = ana.http.get("/me").text
    assert "Passkeys only work over https" in page and "Create a passkey" not in page
    assert "Passkeys only work over https" in ana.http.get("/me/passkey").text
    assert ana.http.post("/me/passkey/options").status_code == 409
    monkeypatch.setattr("dicehouse.web.passkey_verification.has_webauthn", lambda: False)
    ana = named_ana(Person(named(server)))
    assert "needs to install the extra “passkeys”" in ana.http.get("/me").text
    assert "needs to install" in error(ana.http.post("/me/passkey", data={"credential": "{}"}))


def test_behind_a_proxy_the_house_has_the_address_of_its_visitors(tmp_path: Path) -> None:
    """A proxy that was named says that it was https; from elsewhere nobody can."""
    for proxies, works in ((["127.0.0.1"], True), ([], False)):
        served = start(tmp_path / "house.db", proxies=proxies)
        try:
            ana = named_ana(Person(served.url))
            headers = {"Host": "dice.example.org", "Origin": "https://dice.example.org", "X-Forwarded-Proto": "https"}
            answer = ana.http.post("/me/passkeys/options", headers=headers)
            assert (answer.status_code == 200) == works
            if works:
                assert answer.json()["rp"]["id"] == "dice.example.org"
                said = Device("https://dice.example.org").make(answer.json())
                sent = ana.http.post("/me/passkeys", data={"label": "Phone", "credential": said}, headers=headers)
                assert sent.status_code == 303
        finally:
            served.stop()


def test_who_tries_many_has_to_wait(serve: Callable[..., Server]) -> None:
    house = serve(limits=RateLimits(actions=ROOMY.actions, passkeys=Rate(0.001, 4)))
    eve = Person(named(house))
    answers = [eve.http.post("/me/passkey", data={"credential": "{}"}).status_code for _ in range(6)]
    assert answers == [409] * 4 + [429] * 2
    assert eve.http.post("/me/passkey/options").status_code == 409


def test_another_site_starts_nothing(come: Callable[..., Person]) -> None:
    ana = named_ana(come())
    for where in ("/me/passkeys/options", "/me/passkey/options", "/me/passkeys", "/me/passkey", "/me/passkeys/remove"):
        assert ana.http.post(where, headers={"Origin": "http://evil.example"}).status_code == 403
