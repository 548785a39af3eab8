"""Read the values of command-line arguments: functions for the `type` of an argument."""

from __future__ import annotations

import argparse
import ipaddress
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from .exit_codes import quote_input

if TYPE_CHECKING:
    from dicehouse.server.accounts.mail import Server
    from dicehouse.server.accounts.public_addresses import Network
    from dicehouse.server.storage.database_address import Place

ADDRESS = re.compile(r"file:|[A-Za-z][A-Za-z0-9+.-]+://", re.IGNORECASE)
WEB_ADDRESS_START = re.compile(r"[a-z]+://[^/?#]*", re.IGNORECASE)
DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?")


def whole_number(what: str, low: int, high: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `low` to `high`; `what` names the number in errors."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{what} must be a whole number from {low:,} to {high:,}, not {quote_input(text)}"
        )

    return read


def decimal_number(what: str, low: float, high: float) -> Callable[[str], float]:
    """Return a parser of numbers from `low` to `high`; `what` names the number in errors."""

    def read(text: str) -> float:
        value = _decimal(text)
        if value is not None and low <= value <= high:
            return value
        raise argparse.ArgumentTypeError(f"{what} must be a number from {low:,} to {high:,}, not {quote_input(text)}")

    return read


def number_pair(text: str) -> tuple[float, float]:
    """Parse two numbers with a comma between them, the lower one first."""
    values = [_decimal(part) for part in text.split(",")]
    if len(values) == 2 and values[0] is not None and values[1] is not None and values[0] < values[1]:
        return values[0], values[1]
    raise argparse.ArgumentTypeError(
        f"the bounds must be two numbers, the lower one first, such as 0,20, not {quote_input(text)}"
    )


def _decimal(text: str) -> float | None:
    plain = text.strip()
    return float(plain) if DECIMAL.fullmatch(plain) else None


def network_address(text: str) -> str:
    """Parse an IP address or a network of addresses, such as 10.0.0.0/8."""
    try:
        return str(ipaddress.ip_network(text.strip()) if "/" in text else ipaddress.ip_address(text.strip()))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a proxy must be an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not {quote_input(text)}"
        ) from None


def own_network(text: str) -> Network:
    """Parse an IP address or a network of addresses, to which a webhook may lead."""
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"an address for webhooks is an IP address or a network, such as 10.0.0.5 or 10.0.0.0/28, not"
            f" {quote_input(text)}"
        ) from None


def web_address(text: str) -> str:
    """Parse the web address of a server: its origin and, if there is one, the path below which its pages are."""
    from dicehouse.web.origins import parse_referrer
    from dicehouse.web.path_prefix import BadPrefix, parse_prefix

    text = text.strip()
    origin, path = parse_referrer(text), WEB_ADDRESS_START.sub("", text)
    try:
        if origin is None:
            raise BadPrefix
        return str(origin) + (parse_prefix(path) if path else "")
    except BadPrefix:
        raise argparse.ArgumentTypeError(
            f"the server's address must look like https://dice.example.org, not {quote_input(text)}"
        ) from None


def url_path(text: str) -> str:
    """Parse the path below which a server's pages are: "" for "/"."""
    from dicehouse.web.path_prefix import BadPrefix, parse_prefix

    try:
        return parse_prefix(text)
    except BadPrefix as error:
        raise argparse.ArgumentTypeError(f"{error}, not {quote_input(text)}") from None


def operator_number(text: str) -> str:
    """Parse the number by which a host names an operator: sixteen hexadecimal digits, usually with hyphens."""
    from dicehouse.server.operators import read_number

    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(
            "the number of an operator must look like 0123-4567-89ab-cdef, as on the guest's own page, not"
            f" {quote_input(text)}"
        )
    return number


def mail_server(text: str) -> Server:
    """Parse the address of a mail server, as `serve` takes one."""
    from dicehouse.server.accounts.mail import BadMail, server_of

    try:
        return server_of(text)
    except BadMail as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def database_place(text: str) -> Place:
    """Parse the place of a database: the path of a file, or the address of a PostgreSQL database."""
    from dicehouse.server.storage.database_address import BadPlace, place_of

    try:
        return place_of(text)
    except BadPlace as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def file_path(text: str) -> Path:
    """Parse the path of a file or folder. `~` and `~user` at its start are home folders, also where the shell leaves
    them as they are, as in --save=~/x.json."""
    from dicehouse.server.storage.database_address import BadPlace, expand_home

    if ADDRESS.match(text) and not os.path.lexists(text):
        raise argparse.ArgumentTypeError(f"a file must be given as a path without a scheme, not {quote_input(text)}")
    try:
        return expand_home(text)
    except BadPlace as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def comma_list(text: str) -> list[str]:
    """Parse a comma-separated list."""
    return [word.strip() for word in text.split(",")]


def key_value(text: str) -> tuple[str, str]:
    """Parse KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"an option must have the form KEY=VALUE, not {quote_input(text)}")
    return key.strip(), value.strip()
