"""Read the catalogues of messages: one gettext file for each language and package.

The program's own lie in `locale/` beside this file; each game may have its own in a folder `locale` of its package. A
message that several catalogues hold has the translation of the first one; the program's own comes first.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import RLock
from typing import TypedDict

import polib

from .language import DEFAULT_LANGUAGE, PSEUDO_LANGUAGE, pseudo_text

OWN_FOLDER = Path(__file__).parent / "locale"
PAGE_FOLDER = OWN_FOLDER / "page"  # what only the page says
SERVER_PAGES = ("ui/src/pages/", "ui/src/app/")  # the scripts of pages that the server renders
LATER_PARTS = (
    "ui/src/table/end/",
    "ui/src/table/keyboard/KeyboardHelp",
    "ui/src/table/menu/",
    "ui/src/table/proof/",
    "ui/src/replay/",
)
KEY_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
log = logging.getLogger("dicehouse.i18n")
Key = tuple[str, str]  # context and message


class PageMessages(TypedDict):
    """Hold translations for the page: their texts, and the four characters of each one's message (see `page_key`)."""

    keys: str
    texts: list[str | tuple[str, ...]]


class Catalogue:
    """Hold the translations of one language, by context and message: a form, or a form for each kind of number."""

    def __init__(self, folders: Iterable[Path], language: str) -> None:
        self.messages: dict[Key, str | tuple[str, ...]] = {}
        self.used_by_page: dict[Key, list[str]] = {}
        for folder in folders:
            self.add(folder / f"{language}.po")

    def add(self, file: Path) -> None:
        """Add the translations of `file`; those that are known stay. A broken or missing file adds nothing."""
        if not file.is_file():
            return
        try:
            entries = polib.pofile(str(file), encoding="utf-8")
        except (OSError, ValueError, UnicodeError) as error:
            log.warning("The catalogue %s can't be read and is left out: %s", file, error)
            return
        for entry in entries:
            if entry.obsolete or entry.fuzzy or not entry.translated():
                continue
            key = entry.msgctxt or "", entry.msgid
            forms = tuple(entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural)) if entry.msgid_plural else None
            if key not in self.messages:
                self.messages[key] = forms or entry.msgstr
                self.used_by_page[key] = [place for place, _line in entry.occurrences if place.startswith("ui/")]


@dataclass(frozen=True)
class Message:
    """Hold a message of the program: its English, its plural and context if it has them, and the files that say it."""

    message: str
    plural: str
    context: str
    places: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return eight hexadecimal digits that name the message as long as its English stays the same."""
        return hashlib.sha256(f"{self.context}|{self.message}".encode()).hexdigest()[:8]


_folders: list[Path] = [OWN_FOLDER, PAGE_FOLDER]
_loaded: dict[str, Catalogue] = {}
_lock = RLock()


def add_folder(folder: Path) -> None:
    """Add the catalogues of `folder`: those of a game. Adding it again changes nothing."""
    with _lock:
        if folder not in _folders:
            _folders.append(folder)
            for language, catalogue in _loaded.items():
                catalogue.add(folder / f"{language}.po")


def catalogue_of(language: str) -> Catalogue:
    """Return the catalogue of `language`, with the messages of all games that have been loaded."""
    with _lock:
        if language not in _loaded:
            _loaded[language] = Catalogue(_folders, language)
        return _loaded[language]


def list_messages() -> list[Message]:
    """Return all messages of the program and of the games that have been loaded, in the order of their catalogues."""
    found: dict[Key, Message] = {}
    for folder in _folders:
        file = folder / f"{languages()[-1]}.po"
        for entry in polib.pofile(str(file), encoding="utf-8") if file.is_file() else ():
            if not entry.obsolete:
                places = tuple(place for place, _line in entry.occurrences)
                key = entry.msgctxt or "", entry.msgid
                found.setdefault(key, Message(entry.msgid, entry.msgid_plural, key[0], places))
    return list(found.values())


def page_messages(language: str, game: str = "", *, later: bool = False) -> PageMessages:
    """Return the translations of what a table's page says itself: everywhere, and on the board of `game` (its id).

    With `later`, return the translations of what only the parts say that the page loads later: the menu, the end, the
    replay.
    """
    boards = (f"ui/src/games/{game}/", "ui/src/games/generic/")
    others = ("ui/src/games/", *SERVER_PAGES, *LATER_PARTS)
    begun = _messages_of_page(language, lambda place: place.startswith(boards) or not place.startswith(others))
    if not later:
        return _pack(begun)
    found = _messages_of_page(language, lambda place: place.startswith(LATER_PARTS))
    return _pack({key: forms for key, forms in found.items() if key not in begun})


def server_page_messages(language: str) -> PageMessages:
    """Return the translations of what the scripts of server-rendered pages say; see `page_messages`."""
    return _pack(_messages_of_page(language, lambda place: place.startswith((*SERVER_PAGES, "ui/src/shared/"))))


def page_key(message: str, context: str = "") -> str:
    """Return the four characters that stand for a message on the page: an FNV-1a hash, as in ui/src/shared/i18n.ts."""
    found = 0x811C9DC5
    for byte in (f"{context}|{message}" if context else message).encode():
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    found ^= found >> 16
    return "".join(KEY_DIGITS[found >> shift & 63] for shift in (0, 6, 12, 18))


def _pack(messages: Mapping[Key, str | tuple[str, ...]]) -> PageMessages:
    return {
        "keys": "".join(page_key(message, context) for context, message in messages),
        "texts": list(messages.values()),
    }


def _messages_of_page(language: str, is_said: Callable[[str], bool]) -> dict[Key, str | tuple[str, ...]]:
    pseudo = language == PSEUDO_LANGUAGE
    catalogue = catalogue_of(languages()[-1] if pseudo else language)
    return {
        key: pseudo_text(key[1]) if pseudo else catalogue.messages[key]
        for key, places in catalogue.used_by_page.items()
        if any(map(is_said, places))
    }


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that the program speaks: English, and those with a catalogue of its own."""
    return (DEFAULT_LANGUAGE, *sorted(file.stem for file in OWN_FOLDER.glob("*.po")))


def is_singular(language: str, count: float) -> bool:
    """Return True if `language` uses its singular for `count` things."""
    return count == 1  # English and German; a language with other forms brings its own rule here


def find_message(language: str, message: str, plural: str, context: str, count: float) -> str:
    """Return the form of a message in `language`, or the English one if its catalogue has none."""
    if language == PSEUDO_LANGUAGE:
        return pseudo_text(message if not plural or is_singular(language, count) else plural)
    known = catalogue_of(language).messages.get((context, message))
    if isinstance(known, tuple):
        return known[0 if is_singular(language, count) else -1]
    if known:
        return known
    return message if not plural or is_singular(language, count) else plural
