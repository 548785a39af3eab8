"""Numbers in requests are read in one place, by one rule; so are rate limits that several pages share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.requests import Request

import dicehouse.web
from dicehouse.server.seats import Refused
from dicehouse.web.request_parsing import chosen_seat, is_on, media_type, parse_number, read_number

WEB = Path(str(dicehouse.web.__file__)).parent


def asked(query: str, *headers: tuple[bytes, bytes]) -> Request:
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999", 999)])
def test_a_number_is_written_in_plain_digits(text: str, number: int) -> None:
    assert parse_number(text, 3) == number


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.0", "1_0", "1000", "²", "٣", "x"])
def test_everything_else_is_no_number(text: str) -> None:
    assert parse_number(text, 3) is None


def test_a_field_that_is_no_number_is_refused_by_its_name() -> None:
    assert read_number({"seat": "5"}, "seat", 5) == 5
    for fields in ({}, {"seat": "6"}, {"seat": "five"}, {"seat": "00000000005"}):
        with pytest.raises(Refused, match="“seat” must be a whole number from 0 to 5"):
            read_number(fields, "seat", 5)


def test_a_seat_in_an_address_counts_only_if_it_can_be_chosen() -> None:
    assert chosen_seat(asked("seat=2"), "seat", [0, 2]) == 2
    assert [chosen_seat(asked(query), "seat", [0, 2]) for query in ("seat=1", "seat=02", "seat=", "of=2", "")] == [
        None
    ] * 5


def test_a_switch_is_on_only_if_the_form_says_yes() -> None:
    assert [is_on({"on": "yes"}), is_on({"on": "on"}), is_on({})] == [True, False, False]


def test_a_media_type_is_compared_without_parameters_and_capitals() -> None:
    assert media_type(asked("", (b"content-type", b"Application/JSON ; charset=utf-8")).headers) == "application/json"
    assert media_type(asked("").headers) == ""


@pytest.mark.parametrize(
    ("what", "home"),
    [
        (r"\.isdigit\(\)", "request_parsing.py"),
        (r"parse_qsl\(|get\(\"content-type\"", "request_parsing.py"),
        (r"request\.stream\(\)", "request_parsing.py"),
        (r"\.tables\.take\(|\.exports\.take\(", "request_limits.py"),
        (r"\.sockets\.get\(", "request_limits.py"),
        (r"getlist\(\"origin\"", "origins.py"),
    ],
)
def test_each_of_these_is_done_in_one_file(what: str, home: str) -> None:
    files = {file.name for file in WEB.rglob("*.py") if re.search(what, file.read_text(encoding="utf-8"))}
    assert files == {home}
