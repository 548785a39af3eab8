"""Make recovery phrases, and find the guest that a typed phrase belongs to."""

from __future__ import annotations

import time

import anyio

from ..i18n import _
from ..server.accounts import recovery_phrases
from ..server.seats import Keyring, Refused
from ..server.storage.store import Store
from .rate_limits import ClientBuckets, RateLimits

TOO_MANY_ATTEMPTS = _("Too many wrong phrases. Wait a few minutes and try again.")
TOO_MANY_PHRASES = _(
    "You created several phrases in a short time. Only the last works. Wait a few minutes before you create another."
)


class RecoveryPhrases:
    """Make phrases and find their owners, one hash at a time, so that slow hashes don't take the whole machine.

    Phrases are hashed with a salt that `keyring` derives, and kept in `store`. `limits` says how many may be made or
    tried in a time.
    """

    def __init__(self, limits: RateLimits, keyring: Keyring, store: Store) -> None:
        self._attempts = ClientBuckets(limits.phrases)
        self._keyring, self._store = keyring, store
        self._one_at_a_time = anyio.Lock()

    def blocked(self) -> list[str]:
        """Return the addresses from which no phrase is accepted now."""
        return self._attempts.blocked()

    async def make(self, guest: str) -> str:
        """Return a new phrase for a guest; an older one no longer works. Raise Refused after too many."""
        if not self._attempts.take(guest):
            raise Refused(TOO_MANY_PHRASES)
        phrase = recovery_phrases.draw()
        await self._store.write(recovery_phrases.put_phrase(guest, await self._hash_phrase(phrase), time.time()))
        return phrase

    async def owner(self, client: str, typed: str) -> str:
        """Return the guest whose phrase was typed. Raise Refused if it is wrong, which costs `client` an attempt."""
        phrase = recovery_phrases.read(typed)
        if not self._attempts.take(client):
            raise Refused(TOO_MANY_ATTEMPTS)
        hashed = await self._hash_phrase(phrase)
        guest = await self._store.read(lambda db: recovery_phrases.read_owner(db, hashed))
        if guest is None:
            raise Refused(recovery_phrases.WRONG)
        self._attempts.give_back(client)
        return guest

    async def _hash_phrase(self, phrase: str) -> str:
        salt = self._keyring.derive("phrase", "salt")
        async with self._one_at_a_time:
            return await anyio.to_thread.run_sync(recovery_phrases.slow_hash, phrase, salt)
