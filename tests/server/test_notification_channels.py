"""How people want to hear of their turns is kept, in a file and in PostgreSQL alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dicehouse.server.accounts import notification_channels, webhooks
from dicehouse.server.accounts.guest_deletion import leave
from dicehouse.server.accounts.guest_export import read_mine
from dicehouse.server.accounts.guest_merging import merge
from dicehouse.server.accounts.notification_channels import Address
from dicehouse.server.accounts.webhooks import Webhook

from .room import ANA, BEN, open_house, run_apart

CEM = "c" * 32
HOOK = Webhook(ANA, "slack", "https://hooks.slack.com/services/T/B/hidden", 5.0)
MAIL = Address(ANA, "ana@example.org", 1.0, None)


def test_a_webhook_costs_little() -> None:
    assert (webhooks.SECONDS, webhooks.MAX_BYTES, webhooks.MAX_FAILURES) == (5.0, 2000, 5)


def test_channels_are_kept_and_move_on_and_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            store = house.store

            async def mail() -> Address | None:
                return await store.read(lambda db: notification_channels.read_mail(db, ANA))

            async def hook(guest: str) -> Webhook | None:
                return await store.read(lambda db: webhooks.read_webhook(db, guest))

            await store.write(notification_channels.put_mail(MAIL))
            await store.write(notification_channels.put_mail(replace(MAIL, confirmed=2.0)))
            await store.write(notification_channels.set_each_turn(ANA, True))
            first = replace(MAIL, confirmed=2.0, each_turn=True)
            assert await mail() == first
            await store.write(notification_channels.change_sent(first, 7.25, held=False))
            await store.write(notification_channels.change_sent(first, 8.25, held=False))  # another server, too late
            assert await mail() == replace(first, sent=7.25)
            await store.write(notification_channels.hold_mail(ANA))
            assert await store.read(notification_channels.read_held_mails) == [replace(first, sent=7.25, held=True)]

            await store.write(webhooks.put_webhook(HOOK))
            await store.write(webhooks.count_failure(HOOK))
            await store.write(webhooks.count_failure(replace(HOOK, address="https://hooks.slack.com/other")))
            assert await hook(ANA) == replace(HOOK, failures=1)
            await store.write(webhooks.forget_failures(HOOK))
            told = (await store.read(lambda db: read_mine(db, ANA)))["told of turns"]
            assert told["webhook"] == {"kind": "slack", "address": "….slack.com"}

            await merge(house, ANA, BEN)
            assert (await hook(ANA), await hook(BEN), await mail()) == (None, replace(HOOK, guest=BEN), None)
            await store.write(webhooks.put_webhook(replace(HOOK, guest=CEM, kind="any")))
            await merge(house, CEM, BEN)
            assert (await hook(CEM), await hook(BEN)) == (None, replace(HOOK, guest=BEN))
            await leave(house, BEN)
            assert await hook(BEN) is None

    run_apart(story())
