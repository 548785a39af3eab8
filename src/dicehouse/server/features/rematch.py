"""Collect what browsers add to the dice of the next match of the same people, and lead them to it.

When a match is over, the secret of the next one is fixed and its commitment is shown. Every browser then sends the hash
of a client seed for it, before anybody asks for that match: see `open_rematch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...i18n import _
from ..cluster.server_messages import COMMITTED
from ..commands import CommitSeed
from ..internal_commands import LinkRematch, NoteSeed
from ..seats import Refused, contribution
from ..storage import table_records
from ..table.change import Change, Context, Handlers
from ..table.state import TableState

NAME = "rematch"
NOT_A_HASH = _("The seed for the dice must be sent as its SHA-256: 64 hexadecimal digits.")


@dataclass(frozen=True, slots=True)
class NextSeeds:
    """Hold the hashes of client seeds for the next match, by guest.

    They are known while the table is in memory; a page that connects again sends its hash again.
    """

    hashes: Mapping[str, str] = field(default_factory=dict)


def hashes_of(state: TableState) -> Mapping[str, str]:
    seeds: NextSeeds = state.parts[NAME]
    return seeds.hashes


def hashes_here(state: TableState, connected: set[str]) -> dict[str, str]:
    """Return the hashes of guests who have the table open now; none in a fork, or if only one guest is here.

    The seed of a single browser needs no hash first.
    """
    here = {guest: seed_hash for guest, seed_hash in hashes_of(state).items() if guest in connected}
    return here if len(here) > 1 and state.record.what_if is None else {}


def commit_seed(state: TableState, command: CommitSeed, context: Context) -> Change:
    """Note the hash of a client seed for the next match, sent by the browser of a guest who played here.

    The latest hash counts. Raise Refused if the guest did not play, if the match goes on, or if it is no SHA-256.
    """
    change, guest = Change(state), context.guest
    if guest is None or not state.seats_of(guest) or state.phase != "over":
        raise Refused(
            _("Only the players can add random text to the next game's dice, and only when this game is over.")
        )
    if contribution(state.record.secret, state.id, 0, command.text, sealing=True)[1] != "sealed":
        raise Refused(NOT_A_HASH)
    if hashes_of(state).get(guest) != command.text:
        change.set_part(NAME, NextSeeds({**hashes_of(state), guest: command.text}))
        change.tell(COMMITTED, guest, seed_hash=command.text)
    return change


def note_seed(state: TableState, command: NoteSeed, context: Context) -> Change:
    """Note a hash that came to another server."""
    change = Change(state)
    change.set_part(NAME, NextSeeds({**hashes_of(state), command.guest: command.seed_hash}))
    return change


def link_rematch(state: TableState, command: LinkRematch, context: Context) -> Change:
    """Show everybody here the way to the table where the same people play again."""
    change = Change(state)
    change.set_record(table_records.set_again(state.id, command.table), again=command.table)
    return change


COMMANDS: Handlers = {CommitSeed: commit_seed, NoteSeed: note_seed, LinkRematch: link_rematch}
