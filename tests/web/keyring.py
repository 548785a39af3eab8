"""A device that keeps passkeys, as far as a house can tell: it makes real keys and signs with them."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

from .server import Person

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


@dataclass
class Device:
    """One passkey at most."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    signed: int = 0
    counts: bool = True  # many keep no counter

    def make(self, options: dict[str, Any], **wrong: Any) -> str:
        """What navigator.credentials.create() gives."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(options["rp"]["id"], ATTESTED)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = {"attestationObject": attested, "clientDataJSON": self._client("webauthn.create", options, wrong)}
        return self._credential(said)

    def use(self, options: dict[str, Any], **wrong: Any) -> str:
        """What navigator.credentials.get() gives."""
        self.signed += self.counts
        data, client = self._data(options["rpId"]), self._client("webauthn.get", options, wrong)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential({"authenticatorData": data, "clientDataJSON": client, "signature": signature})

    def _data(self, name: str, flags: int = 0) -> bytes:
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + self.signed.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any], wrong: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told | wrong).encode()

    def _credential(self, said: dict[str, bytes]) -> str:
        id = bytes_to_base64url(self.id)
        response = {name: bytes_to_base64url(value) for name, value in said.items()}
        return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": response})


def options(person: Person, where: str) -> dict[str, Any]:
    """What a form asks the house for before it is sent."""
    answer = person.http.post(where)
    assert answer.headers["content-type"] == "application/json", answer.text
    return dict(answer.json())


def make(person: Person, device: Device, label: str = "Phone", **wrong: Any) -> httpx.Response:
    said = device.make(options(person, "/me/passkeys/options"), **wrong)
    return person.http.post("/me/passkeys", data={"label": label, "credential": said})


def use(person: Person, device: Device, *, bring: bool = False, **wrong: Any) -> httpx.Response:
    said = device.use(options(person, "/me/passkey/options"), **wrong)
    return person.http.post("/me/passkey", data={"credential": said, **({"bring": "yes"} if bring else {})})
