"""Rooms for clubs: who opens one, who comes in by its link or from the list, and who is host.

Everything is read from the store each time: rooms change seldom, and any server of a house may serve any of them.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from ..people.names import clean_name, cut, distinct, is_rude, looks, numbered, printable
from ..seats import Keyring, NotFound, Refused, token_hash
from ..storage.database import Database, Statement
from ..storage.store import StoreFailed
from . import clubrows
from .clubrows import LEFT, REMOVED, Club, Member, Room

if TYPE_CHECKING:
    from ..house import House

NAME_LENGTH = 40
MOST_HOSTED = 6  # open rooms of one host
MOST_JOINED = 30  # rooms in which somebody is
MOST_HERE, MOST_EVER = 64, 400  # people in a room, and all who ever were in one
MOST_LISTED = 12
TRIES = 8
NO_ROOM = "There is no such room, or you are not in it; ask for its link."
NO_LINK = "That link leads to no room: it was replaced, or the room was closed. Ask its host for the new one."
HOSTS = "Only the host of the room can do that."
CLOSED = "The room is closed; what was played there can still be looked at."
SENT_OUT = "The host took you from this room, so you can't come in again."
TOO_MANY = f"You are host of {MOST_HOSTED} rooms already; close one of them first."
EVERYWHERE = f"You are in {MOST_JOINED} rooms already; leave one of them first."
FULL = f"There are {MOST_HERE} people in this room, and no more fit in."
NOBODY = "Nobody like that is in this room now."
OWN = "That is you; you can leave the room instead."
RUDE = "Strangers read this name in the list; take another one, or leave the room off the list."
AGAIN = "Somebody else came in at that moment; try it once more."


def token_of(keyring: Keyring, club: Club) -> str:
    """The end of the link to a room; only its hash is stored."""
    return keyring.derive("club", f"{club.id}|{club.renewed}").hex()[:32]


def clean_title(text: str) -> str:
    """The name of a room as shown."""
    name = cut(printable(text), NAME_LENGTH)
    if not any(c.isalnum() for c in name):
        raise Refused(f"A room needs a name of up to {NAME_LENGTH} characters, with a letter or a digit in it.")
    return name


async def open_club(house: House, guest: str, title: str, name: str, nonce: str | None = None) -> str:
    """A new room with its host in it; returns its id. The same form sent twice, by its `nonce`, opens one."""
    clean, own = clean_title(title), clean_name(name)
    fresh = house.keyring.derive("new club", f"{guest}|{nonce or secrets.token_hex(16)}").hex()[:16]
    if await house.store.read(lambda db: clubrows.read_room(db, fresh)):
        return fresh
    if await house.store.read(lambda db: clubrows.count_hosted(db, guest)) >= MOST_HOSTED:
        raise Refused(TOO_MANY)
    await _may_join(house, guest)
    now = time.time()
    club = Club(fresh, clean, guest, 0, False, now, None)
    rows = [clubrows.insert_club(club, token_hash(token_of(house.keyring, club)))]
    try:
        await house.store.write(*rows, clubrows.insert_member(club.id, Member(0, guest, own, now, None)))
    except StoreFailed:
        if await house.store.read(lambda db: clubrows.read_room(db, fresh)) is None:
            raise
    return club.id


async def room_of(house: House, club: str, guest: str | None) -> Room:
    """A room with somebody who is in it; NotFound for everybody else."""
    found = await house.store.read(lambda db: clubrows.read_room(db, club))
    member = None if found is None else found.member(guest)
    if found is None or member is None or not member.here:
        raise NotFound(NO_ROOM)
    return found


async def hosted(house: House, club: str, guest: str | None) -> Room:
    """A room that is open, with its host; Refused for everybody else."""
    room = await room_of(house, club, guest)
    if not room.is_host(guest):
        raise Refused(HOSTS)
    if room.club.closed is not None:
        raise Refused(CLOSED)
    return room


# coming in and going --------------------------------------------------------------------------------------------


async def invited(house: House, token: str) -> Room:
    """The open room to which a link leads."""
    hashed = token_hash(token)
    club = await house.store.read(lambda db: clubrows.read_invited(db, hashed))
    room = None if club is None else await house.store.read(lambda db: clubrows.read_room(db, club))
    if room is None:
        raise NotFound(NO_LINK)
    return room


async def listed(house: House, club: str) -> Room:
    """An open room that is in the list."""
    room = await house.store.read(lambda db: clubrows.read_room(db, club))
    if room is None or not room.club.listed or room.club.closed is not None:
        raise NotFound(NO_ROOM)
    return room


async def join(house: House, room: Room, guest: str, name: str) -> None:
    """Come in under a name; whoever is in already stays who they are."""
    club = room.club.id
    for _ in range(TRIES):
        try:
            row = await _coming_in(house, room, guest, name)
            if row is not None:
                await house.store.write(row)
            return
        except StoreFailed:  # somebody else came in at that moment, or nobody can write
            now = await house.store.read(lambda db: clubrows.read_room(db, club))
            if now is None or now.members == room.members:
                raise
            room = now
    raise Refused(AGAIN, stale=True)


async def _coming_in(house: House, room: Room, guest: str, name: str) -> Statement | None:
    """What writes somebody down as one of the room; None if they are."""
    known = room.member(guest)
    if known is not None and known.here:
        return None
    if known is not None and known.gone == REMOVED:
        raise Refused(SENT_OUT)
    if len(room.here) >= MOST_HERE or (known is None and len(room.members) >= MOST_EVER):
        raise Refused(FULL)
    await _may_join(house, guest)
    clean = clean_name(name)
    if room.club.listed and is_rude(clean):
        raise Refused(RUDE)
    own = _distinct(clean, [member.name for member in room.members if member is not known])
    if known is not None:
        return clubrows.put_member(room.club.id, replace(known, name=own, gone=None))
    return clubrows.insert_member(room.club.id, Member(len(room.members), guest, own, time.time(), None))


async def _may_join(house: House, guest: str) -> None:
    if len(await house.store.read(lambda db: clubrows.read_clubs_of(db, guest))) >= MOST_JOINED:
        raise Refused(EVERYWHERE)


def _distinct(name: str, taken: list[str]) -> str:
    like = next((t for t in taken if t.casefold() != name.casefold() and looks(t) & looks(name)), None)
    if like is not None:
        raise Refused(f"“{name}” could be taken for {like}, who is in this room; take another name.")
    return distinct(name, taken)


async def leave_room(house: House, club: str, guest: str) -> None:
    """Go out. A host gives the room to whoever is there longest; where nobody is left it is closed."""
    room = await room_of(house, club, guest)
    member = room.member(guest)
    assert member is not None
    rows = [clubrows.put_member(club, replace(member, gone=LEFT))]
    if room.is_host(guest):
        heir = next((one for one in room.here if one is not member), None)
        rows += [clubrows.set_host(club, heir.guest or "")] if heir else clubrows.close_club(club, time.time())
    await house.store.write(*rows)


# the host -------------------------------------------------------------------------------------------------------


async def remove(house: House, club: str, guest: str, number: int) -> None:
    """Somebody has to go, and does not come in again; in a contest they are paired no more."""
    room = await hosted(house, club, guest)
    member = next((one for one in room.here if one.number == number), None)
    if member is None:
        raise Refused(NOBODY)
    if member.guest == guest:
        raise Refused(OWN)
    await house.store.write(clubrows.put_member(club, replace(member, gone=REMOVED)))


async def renew(house: House, club: str, guest: str) -> None:
    """A new link; the old one leads nowhere."""
    room = await hosted(house, club, guest)
    fresh = replace(room.club, renewed=room.club.renewed + 1)
    await house.store.write(clubrows.set_invite(club, fresh.renewed, token_hash(token_of(house.keyring, fresh))))


async def set_listed(house: House, club: str, guest: str, on: bool) -> None:
    """Whether strangers find the room."""
    room = await hosted(house, club, guest)
    member = room.member(guest)
    if on and (is_rude(room.club.name) or (member is not None and is_rude(member.name))):
        raise Refused(RUDE)
    await house.store.write(clubrows.set_listed(club, on))


async def close(house: House, club: str, guest: str) -> None:
    """Nobody comes in any more and nothing new begins; what was played can be looked at."""
    await hosted(house, club, guest)
    await house.store.write(*clubrows.close_club(club, time.time()))


# whoever leaves the house ---------------------------------------------------------------------------------------


def left(db: Database, guest: str, name: str) -> list[Statement]:
    """A guest goes out of all rooms for good, and is called `name` there; rooms where nobody is left go altogether."""
    rows: list[Statement] = []
    clubs = db.execute("SELECT DISTINCT club FROM club_member WHERE guest = ? ORDER BY club", (guest,)).fetchall()
    for (club,) in clubs:
        room = clubrows.read_room(db, club)
        member = None if room is None else room.member(guest)
        if room is None or member is None:
            continue
        heir = next((one for one in room.here if one is not member), None)
        if heir is None:
            rows += clubrows.delete_club(club)
            continue
        others = [one.name for one in room.members if one is not member]
        nameless = replace(member, guest=None, name=numbered(name, others), gone=member.gone or LEFT)
        rows.append(clubrows.put_member(club, nameless))
        if room.is_host(guest):
            rows.append(clubrows.set_host(club, heir.guest or ""))
    return rows


def merged(db: Database, guest: str, into: str) -> list[Statement]:
    """Two guests are one: where both were in a room, one goes on and the results of both stay."""
    rows: list[Statement] = [("UPDATE club SET host = ? WHERE host = ?", (into, guest))]
    for (club,) in db.execute("SELECT club FROM club_member WHERE guest = ? ORDER BY club", (guest,)).fetchall():
        room = clubrows.read_room(db, club)
        old, new = (None, None) if room is None else (room.member(guest), room.member(into))
        if room is None or old is None:
            continue
        if new is None:
            rows.append(clubrows.put_member(club, replace(old, guest=into)))
            continue
        rows.append(clubrows.put_member(club, replace(old, guest=None, gone=old.gone or LEFT)))
        hosts = room.club.host in (guest, into)  # who took the other one of themselves away, as somebody else
        barred = REMOVED in (old.gone, new.gone) and not hosts
        rows.append(clubrows.put_member(club, replace(new, gone=REMOVED if barred else new.gone if old.gone else None)))
    return rows
