"""Open and close clubs, let guests join by link or from the list, and let the host manage the club.

Everything is read from the store each time, because clubs rarely change and every server may serve every club.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import replace

from ...i18n import _
from ..accounts.names import clean_name, cut, distinct, is_rude, looks, numbered, printable
from ..registry import Registry
from ..seats import Keyring, NotFound, Refused, token_hash
from ..storage.database import Database, Statement
from ..storage.store import StoreFailed
from . import club_records
from .club_records import LEFT, REMOVED, Club, ClubDetails, Member

NAME_LENGTH = 40
MOST_HOSTED = 6  # open clubs of one host
MOST_JOINED = 30  # clubs of one guest
MOST_HERE, MOST_EVER = 64, 400  # current members of a club, and all members that it ever had
MOST_LISTED = 12
MAX_ATTEMPTS = 8
NO_CLUB = _("There is no such club, or you aren't a member. Ask for its link.")
NO_LINK = _("That link no longer works: it was replaced, or the club was closed. Ask the host for a new one.")
HOSTS = _("Only the host of the club can do that.")
CLOSED = _("The club is closed. You can still see its results.")
SENT_OUT = _("The host removed you from this club, so you can't join it again.")
TOO_MANY = _("You are the host of {clubs} clubs already. Close one of them first.", clubs=MOST_HOSTED)
EVERYWHERE = _("You are in {clubs} clubs already. Leave one of them first.", clubs=MOST_JOINED)
FULL = _("This club is full: it has {members} members.", members=MOST_HERE)
NO_MEMBER = _("That person is no longer in this club.")
OWN = _("That's you. You can leave the club instead.")
RUDE = _("Strangers can read this name in the list. Choose another one, or don't list the club.")
AGAIN = _("Somebody else joined at the same moment. Try again.")


def token_of(keyring: Keyring, club: Club) -> str:
    """Return the secret end of the invitation link to `club`; only its hash is stored."""
    return keyring.derive("club", f"{club.id}|{club.renewed}").hex()[:32]


def clean_title(text: str) -> str:
    """Return the name `text` of a club as it is shown. Raise Refused if it has no letter or digit."""
    name = cut(printable(text), NAME_LENGTH)
    if not any(c.isalnum() for c in name):
        raise Refused(_("A club needs a name with at least one letter or digit."))
    return name


async def open_club(registry: Registry, guest: str, title: str, name: str, nonce: str | None = None) -> str:
    """Open a club called `title` with `guest` as its host, who is called `name` there, and return its id.

    A form that is sent twice, with the same `nonce`, opens one club. Raise Refused if a name is not allowed, or if the
    guest hosts or has joined too many clubs.
    """
    clean, own = clean_title(title), clean_name(name)
    fresh = registry.keyring.derive("new club", f"{guest}|{nonce or secrets.token_hex(16)}").hex()[:16]
    if await registry.store.read(lambda db: club_records.read_club(db, fresh)):
        return fresh
    if await registry.store.read(lambda db: club_records.count_hosted(db, guest)) >= MOST_HOSTED:
        raise Refused(TOO_MANY)
    await _may_join(registry, guest)
    now = time.time()
    club = Club(fresh, clean, guest, 0, False, now, None)
    rows = [club_records.insert_club(club, token_hash(token_of(registry.keyring, club)))]
    try:
        await registry.store.write(*rows, club_records.insert_member(club.id, Member(0, guest, own, now, None)))
    except StoreFailed:
        if await registry.store.read(lambda db: club_records.read_club(db, fresh)) is None:
            raise
    return club.id


async def joined_club(registry: Registry, club: str, guest: str | None) -> ClubDetails:
    """Return `club` if `guest` is a member of it now. Raise NotFound for all other guests."""
    found = await registry.store.read(lambda db: club_records.read_club(db, club))
    member = None if found is None else found.member(guest)
    if found is None or member is None or not member.here:
        raise NotFound(NO_CLUB)
    return found


async def hosted(registry: Registry, club: str, guest: str | None) -> ClubDetails:
    """Return `club` if it is open and `guest` is its host.

    Raise NotFound if the guest is not a member, and Refused if they are not the host or the club is closed.
    """
    details = await joined_club(registry, club, guest)
    if not details.is_host(guest):
        raise Refused(HOSTS)
    if details.club.closed is not None:
        raise Refused(CLOSED)
    return details


# joining and leaving --------------------------------------------------------------------------------------------


async def invited(registry: Registry, token: str) -> ClubDetails:
    """Return the open club to which the invitation link with `token` leads. Raise NotFound if there is none."""
    hashed = token_hash(token)
    club = await registry.store.read(lambda db: club_records.read_invited(db, hashed))
    details = None if club is None else await registry.store.read(lambda db: club_records.read_club(db, club))
    if details is None:
        raise NotFound(NO_LINK)
    return details


async def listed(registry: Registry, club: str) -> ClubDetails:
    """Return `club` if it is open and listed. Raise NotFound if it is not."""
    details = await registry.store.read(lambda db: club_records.read_club(db, club))
    if details is None or not details.club.listed or details.club.closed is not None:
        raise NotFound(NO_CLUB)
    return details


async def join(registry: Registry, details: ClubDetails, guest: str, name: str) -> None:
    """Make `guest` a member of the club `details` under `name`; do nothing if they are a member already.

    Raise Refused if the host removed them, the club is full, they have joined too many clubs, the name is not allowed,
    or other guests kept joining at the same moment.
    """
    club = details.club.id
    for _attempt in range(MAX_ATTEMPTS):
        try:
            row = await _coming_in(registry, details, guest, name)
            if row is not None:
                await registry.store.write(row)
            return
        except StoreFailed:  # another guest was faster, or the store can't write
            now = await registry.store.read(lambda db: club_records.read_club(db, club))
            if now is None or now.members == details.members:
                raise
            details = now
    raise Refused(AGAIN, stale=True)


async def _coming_in(registry: Registry, details: ClubDetails, guest: str, name: str) -> Statement | None:
    """Return the statement that makes `guest` a member of the club; None if they are one already.

    Raise Refused if they may not join, or not under this name.
    """
    known = details.member(guest)
    if known is not None and known.here:
        return None
    if known is not None and known.gone == REMOVED:
        raise Refused(SENT_OUT)
    if len(details.here) >= MOST_HERE or (known is None and len(details.members) >= MOST_EVER):
        raise Refused(FULL)
    await _may_join(registry, guest)
    clean = clean_name(name)
    if details.club.listed and is_rude(clean):
        raise Refused(RUDE)
    own = _distinct(clean, [member.name for member in details.members if member is not known])
    if known is not None:
        return club_records.put_member(details.club.id, replace(known, name=own, gone=None))
    return club_records.insert_member(details.club.id, Member(len(details.members), guest, own, time.time(), None))


async def _may_join(registry: Registry, guest: str) -> None:
    if len(await registry.store.read(lambda db: club_records.read_clubs_of(db, guest))) >= MOST_JOINED:
        raise Refused(EVERYWHERE)


def _distinct(name: str, taken: list[str]) -> str:
    like = next((t for t in taken if t.casefold() != name.casefold() and looks(t) & looks(name)), None)
    if like is not None:
        raise Refused(
            _("“{name}” looks like {other}, who is in this club. Choose another name.", name=name, other=like)
        )
    return distinct(name, taken)


async def leave_club(registry: Registry, club: str, guest: str) -> None:
    """Let `guest` leave the club.

    If they are the host, the member who first joined before all others becomes the host. An empty club is closed.
    """
    details = await joined_club(registry, club, guest)
    member = details.member(guest)
    assert member is not None
    rows = [club_records.put_member(club, replace(member, gone=LEFT))]
    if details.is_host(guest):
        heir = next((one for one in details.here if one is not member), None)
        rows += [club_records.set_host(club, heir.guest or "")] if heir else club_records.close_club(club, time.time())
    await registry.store.write(*rows)


# the host -------------------------------------------------------------------------------------------------------


async def remove(registry: Registry, club: str, guest: str, number: int) -> None:
    """Remove member `number` from the club for good, on behalf of its host `guest`.

    The member can't join again, and gets no more matches in a tournament. Raise Refused if there is no such member or
    the host names themselves.
    """
    details = await hosted(registry, club, guest)
    member = next((one for one in details.here if one.number == number), None)
    if member is None:
        raise Refused(NO_MEMBER)
    if member.guest == guest:
        raise Refused(OWN)
    await registry.store.write(club_records.put_member(club, replace(member, gone=REMOVED)))


async def renew(registry: Registry, club: str, guest: str) -> None:
    """Replace the invitation link of the club, on behalf of its host `guest`; the old link stops working."""
    details = await hosted(registry, club, guest)
    fresh = replace(details.club, renewed=details.club.renewed + 1)
    await registry.store.write(
        club_records.set_invite(club, fresh.renewed, token_hash(token_of(registry.keyring, fresh)))
    )


async def set_listed(registry: Registry, club: str, guest: str, on: bool) -> None:
    """Put the club on the list that strangers see, or take it off, on behalf of its host `guest`.

    Raise Refused if strangers should not have to read the name of the club or of its host.
    """
    details = await hosted(registry, club, guest)
    member = details.member(guest)
    if on and (is_rude(details.club.name) or (member is not None and is_rude(member.name))):
        raise Refused(RUDE)
    await registry.store.write(club_records.set_listed(club, on))


async def close(registry: Registry, club: str, guest: str) -> None:
    """Close the club, on behalf of its host `guest`: nobody can join and no tournament can start.

    Its members can still look at what was played.
    """
    await hosted(registry, club, guest)
    await registry.store.write(*club_records.close_club(club, time.time()))


# deleting and merging guests ------------------------------------------------------------------------------------


def left(db: Database, guest: str, name: str) -> list[Statement]:
    """Return the statements that remove `guest` from all clubs for good.

    They are called `name` there from then on, with a number if needed. If they are the host, another member becomes the
    host; clubs without another current member are deleted.
    """
    rows: list[Statement] = []
    clubs = db.execute("SELECT DISTINCT club FROM club_member WHERE guest = ? ORDER BY club", (guest,)).fetchall()
    for (club,) in clubs:
        details = club_records.read_club(db, club)
        member = None if details is None else details.member(guest)
        if details is None or member is None:
            continue
        heir = next((one for one in details.here if one is not member), None)
        if heir is None:
            rows += club_records.delete_club(club)
            continue
        others = [one.name for one in details.members if one is not member]
        nameless = replace(member, guest=None, name=numbered(name, others), gone=member.gone or LEFT)
        rows.append(club_records.put_member(club, nameless))
        if details.is_host(guest):
            rows.append(club_records.set_host(club, heir.guest or ""))
    return rows


def merged(db: Database, guest: str, into: str) -> list[Statement]:
    """Return the statements that give the memberships of `guest` to the guest `into`.

    If both are or were members of a club, `into` stays as one member and the results of both stay.
    """
    rows: list[Statement] = [("UPDATE club SET host = ? WHERE host = ?", (into, guest))]
    for (club,) in db.execute("SELECT club FROM club_member WHERE guest = ? ORDER BY club", (guest,)).fetchall():
        details = club_records.read_club(db, club)
        old, new = (None, None) if details is None else (details.member(guest), details.member(into))
        if details is None or old is None:
            continue
        if new is None:
            rows.append(club_records.put_member(club, replace(old, guest=into)))
            continue
        rows.append(club_records.put_member(club, replace(old, guest=None, gone=old.gone or LEFT)))
        hosts = details.club.host in (guest, into)  # a host who removed their own other guest is not barred
        barred = REMOVED in (old.gone, new.gone) and not hosts
        rows.append(
            club_records.put_member(club, replace(new, gone=REMOVED if barred else new.gone if old.gone else None))
        )
    return rows
