"""Read and write how guests want to hear that it is their turn: a calendar, e-mail, or messages to browsers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..storage.database import Database, Statement


@dataclass(frozen=True, slots=True)
class Address:
    """Hold the e-mail address of a guest; `confirmed` is None until the guest opens the link in the first e-mail.

    The guest gets an e-mail for `each_turn`, or at most one a day. `sent` is when they got the last one, and `held` is
    True if they were not told of a turn because of that.
    """

    guest: str
    address: str
    asked: float
    confirmed: float | None
    each_turn: bool = False
    sent: float | None = None
    held: bool = False


@dataclass(frozen=True, slots=True)
class Browser:
    """Hold the endpoint at which a browser takes messages, and its keys, which make sure that only it can read them."""

    endpoint: str
    p256dh: str
    auth: str


def read_feed(db: Database, guest: str) -> int | None:
    """Return how often the link to the calendar of `guest` was replaced; None if they have no calendar."""
    row = db.execute("SELECT renewed FROM feed WHERE guest = ?", (guest,)).fetchone()
    return None if row is None else int(row["renewed"])


def read_reader(db: Database, hashed: str) -> str | None:
    """Return the guest whose calendar link has the hash `hashed`; None if there is none."""
    row = db.execute("SELECT guest FROM feed WHERE hash = ?", (hashed,)).fetchone()
    return None if row is None else str(row["guest"])


def read_mail(db: Database, guest: str) -> Address | None:
    """Return the e-mail address of `guest`; None if they gave none."""
    row = db.execute("SELECT * FROM mail WHERE guest = ?", (guest,)).fetchone()
    return None if row is None else _address_in(row)


def read_held_mails(db: Database) -> list[Address]:
    """Return the confirmed addresses of all guests who were not told of a turn because they had an e-mail that day."""
    rows = db.execute("SELECT * FROM mail WHERE held = 1 AND confirmed IS NOT NULL ORDER BY sent, guest")
    return [_address_in(row) for row in rows]


def _address_in(row: Any) -> Address:
    return Address(
        row["guest"],
        row["address"],
        row["asked"],
        row["confirmed"],
        bool(row["each_turn"]),
        row["sent"],
        bool(row["held"]),
    )


def read_browsers(db: Database, guest: str) -> list[Browser]:
    """Return the browsers of `guest` that take messages, the oldest first."""
    rows = db.execute("SELECT endpoint, p256dh, auth FROM push WHERE guest = ? ORDER BY created", (guest,))
    return [Browser(row["endpoint"], row["p256dh"], row["auth"]) for row in rows]


def put_feed(guest: str, hashed: str, renewed: int) -> Statement:
    return (
        "INSERT INTO feed VALUES (?, ?, ?) ON CONFLICT (guest) DO UPDATE SET hash = excluded.hash,"
        " renewed = excluded.renewed",
        (guest, hashed, renewed),
    )


def put_mail(mail: Address) -> Statement:
    return (
        "INSERT INTO mail (guest, address, asked, confirmed) VALUES (?, ?, ?, ?) ON CONFLICT (guest) DO UPDATE SET"
        " address = excluded.address, asked = excluded.asked, confirmed = excluded.confirmed",
        (mail.guest, mail.address, mail.asked, mail.confirmed),
    )


def set_each_turn(guest: str, each_turn: bool) -> Statement:
    return ("UPDATE mail SET each_turn = ?, held = 0 WHERE guest = ?", (int(each_turn), guest))


def hold_mail(guest: str) -> Statement:
    return ("UPDATE mail SET held = 1 WHERE guest = ?", (guest,))


def change_sent(mail: Address, sent: float | None, *, held: bool) -> Statement:
    """Return the statement that changes when the last e-mail was sent, if no other server did so since `mail` was
    read."""
    return (
        "UPDATE mail SET sent = ?, held = ? WHERE guest = ? AND coalesce(sent, -1) = ?",
        (sent, int(held), mail.guest, -1.0 if mail.sent is None else mail.sent),
    )


def delete_mail(guest: str) -> Statement:
    return ("DELETE FROM mail WHERE guest = ?", (guest,))


def put_browser(guest: str, browser: Browser, at: float) -> Statement:
    return (
        "INSERT INTO push VALUES (?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest,"
        " p256dh = excluded.p256dh, auth = excluded.auth",
        (browser.endpoint, guest, browser.p256dh, browser.auth, at),
    )


def delete_browser_of(guest: str, endpoint: str) -> Statement:
    return ("DELETE FROM push WHERE guest = ? AND endpoint = ?", (guest, endpoint))


def delete_browser(endpoint: str) -> Statement:
    return ("DELETE FROM push WHERE endpoint = ?", (endpoint,))
