"""Define what a page sends over its socket, checked while it is read, and how frames are encoded.

A page sends the commands of `server/commands.py`, and the queries below, which change nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..i18n import Text, current_language
from ..server.commands import Command, Count, Id, Message, SeatNumber, ShortText

Raw = msgspec.Raw


class MalformedMessage(ValueError):
    """Report that a frame is not a valid message."""


class RequestFrame(Message, frozen=True, tag="see"):
    """Ask for the table as it is now, with the events after the first `since`."""

    since: Count


class HoldDevice(Message, frozen=True, tag="hold"):
    """Say on a shared device that the person in this seat holds the device now."""

    seat: SeatNumber


class PracticeThrow(Message, frozen=True, tag="try"):
    """Ask for a practice throw: it counts for nothing, and only its sender sees it."""

    id: Id
    seat: SeatNumber
    option: ShortText


class PreviewOption(Message, frozen=True, tag="aim"):
    """Preview the likely result of an option: it is simulated until the next preview, and only its sender sees it."""

    id: Id
    seat: SeatNumber
    option: ShortText


class ExplainOption(Message, frozen=True, tag="why"):
    """Ask why an option can't be played now; nothing is played."""

    id: Id
    seat: SeatNumber
    option: ShortText


class Ping(Message, frozen=True, tag="ping"):
    """Ask if the connection still works."""


Query = RequestFrame | HoldDevice | PracticeThrow | PreviewOption | ExplainOption | Ping
ClientMessage = Command | Query
_decoder = msgspec.json.Decoder(ClientMessage)


def _in_current_language(value: object) -> str:
    """Return a text in the language of the reader who gets it; msgspec asks for nothing else."""
    if isinstance(value, Text):
        return value.in_language(current_language())
    raise NotImplementedError(f"Objects of type {type(value).__name__} can't be sent.")


_encoder = msgspec.json.Encoder(enc_hook=_in_current_language)


def decode_message(frame: str) -> ClientMessage:
    """Return the message in a frame; raise MalformedMessage if it is not valid."""
    try:
        message: ClientMessage = _decoder.decode(frame)
        return message
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise MalformedMessage(str(error)) from None


def encode_raw(data: Any) -> Raw:
    """Encode plain data ahead, as a part of later frames; texts are in the current language."""
    return Raw(_encoder.encode(data))


def encode_json(data: Any) -> bytes:
    """Encode plain data as JSON; texts are in the current language."""
    return _encoder.encode(data)


def encode_indented(data: Any) -> bytes:
    """Encode plain data as JSON that people can read."""
    return msgspec.json.format(_encoder.encode(data), indent=1)
