"""Passkeys in a real browser, whose device is a virtual one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from ..web.server import Server
from .guests import Guest, Guests

pytest.importorskip("webauthn", reason="py_webauthn is not installed here, so no passkey was tried.")

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def device(page: Page) -> tuple[CDPSession, str]:
    """A device that keeps passkeys and always says yes."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    made: dict[str, Any] = line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return line, made["authenticatorId"]


def at(guests: Guests, server: Server) -> Guest:
    return guests(server.url.replace("127.0.0.1", "localhost"))


def test_a_passkey_is_made_on_one_device_used_on_another_and_removed(guests: Guests, server: Server) -> None:
    ana, phone = at(guests, server), at(guests, server)
    table = ana.open_table("person", "bot:random", **{"name-0": "Mara"})
    page = ana.page("/me")
    line, key = device(page)
    section = page.get_by_role("region", name="Passkeys")
    section.get_by_label("Its name").fill("My laptop")
    section.get_by_role("button", name="Create a passkey").click()
    expect(section.get_by_role("listitem")).to_contain_text("My laptop")
    expect(section.get_by_role("listitem")).to_contain_text("never used")
    section.get_by_role("button", name="Create a passkey").click()
    expect(section.get_by_role("status")).to_have_text("You already have a passkey on this device.")

    kept = line.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]
    assert [one["isResidentCredential"] for one in kept] == [True]
    there = phone.page("/me")
    there.get_by_role("link", name="Use a passkey").click()
    use = there.get_by_role("button", name="Use a passkey")
    use.wait_for()
    other, keyring = device(there)
    use.click()
    expect(there.get_by_role("status")).to_contain_text("Nothing has changed")  # there is none on this device
    other.send("WebAuthn.addCredential", {"authenticatorId": keyring, "credential": kept[0]})
    use.click()
    expect(there).to_have_url(f"{ana.url}/")
    there.goto(table)
    there.locator(".room, main").first.wait_for()
    with phone.person().sit(table) as sitting:
        assert sitting.read_until("state")["me"] == [0], "the same seat"

    page.reload()
    expect(section.get_by_role("listitem")).to_contain_text("last used")
    section.get_by_role("button", name="Remove My laptop").click()
    expect(section.get_by_role("listitem")).to_have_count(0)
    there.goto("/me/passkey")
    use.click()
    expect(there.get_by_role("alert")).to_contain_text("This server doesn't know that passkey")
    phone.forgive("409")


def test_without_a_safe_address_or_a_script_the_page_says_what_to_do(guests: Guests, server: Server) -> None:
    by_number = guests()
    by_number.open_table("person", "bot:random")
    page = by_number.page("/me")
    expect(page.get_by_role("region", name="Passkeys")).to_contain_text("Passkeys only work over https")
    plain = guests(server.url.replace("127.0.0.1", "localhost"), java_script_enabled=False)
    page = plain.page("/me/passkey")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_disabled()
    assert re.search(r"<noscript><p>.* A recovery phrase works without it", page.content())
