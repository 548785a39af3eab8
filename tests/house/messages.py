"""Extract every message of the code into the catalogues, and check the translations.

    python -m tests.house.messages update    (`make messages`) adds new messages, marks changed ones as fuzzy
    python -m tests.house.messages check     says what is missing, fuzzy or wrong, and fails if anything is
    python -m tests.house.messages missing CATALOGUE   prints the messages of a catalogue that wait for a translation

A message belongs to the game whose folder says it, and to the program if several say it.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po, write_po
from jinja2.ext import GETTEXT_FUNCTIONS, babel_extract

ROOT = Path(__file__).parents[2]
SOURCE, PAGE = ROOT / "src" / "dicehouse", ROOT / "ui" / "src"
OWN, OWN_PAGE = SOURCE / "i18n" / "locale", SOURCE / "i18n" / "locale" / "page"
PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}")
KEYWORDS: dict[str, Any] = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
Message = tuple[str, str, str]  # context, message, plural
STRING = r'"((?:[^"\\]|\\.)*)"'
PAGE_CALLS = (
    (re.compile(rf"\bt\(\s*{STRING}"), lambda found: ("", found[1], "")),
    (re.compile(rf"\btn\(\s*{STRING},\s*{STRING}"), lambda found: ("", found[1], found[2])),
    (re.compile(rf"\btp\(\s*{STRING},\s*{STRING}"), lambda found: (found[1], found[2], "")),
)


def python_messages(text: str) -> Iterator[Message]:
    """Yield the messages of a Python file."""
    found = extract_python(io.BytesIO(text.encode()), KEYWORDS, (), {})
    for _line, function, said, _comments in found:
        yield from _of_call(function, said)


def template_messages(text: str) -> Iterator[Message]:
    """Yield the messages of a template."""
    keywords = [*GETTEXT_FUNCTIONS, *KEYWORDS]
    for _line, function, said, _comments in babel_extract(io.BytesIO(text.encode()), keywords, (), {"trimmed": "true"}):
        yield from _of_call(function, said)


def _of_call(function: Any, said: Any) -> Iterator[Message]:
    strings = list(said) if isinstance(said, (tuple, list)) else [said]
    if function == "ngettext" and len(strings) >= 2 and isinstance(strings[0], str) and isinstance(strings[1], str):
        yield "", strings[0], strings[1]
    elif function == "pgettext" and len(strings) >= 2 and isinstance(strings[0], str) and isinstance(strings[1], str):
        yield strings[0], strings[1], ""
    elif function == "_" and strings and isinstance(strings[0], str):
        yield "", strings[0], ""


def page_messages(text: str) -> Iterator[Message]:
    """Yield the messages of a file of the page."""
    for pattern, message_of in PAGE_CALLS:
        for found in pattern.finditer(text):
            context, message, plural = message_of(found)
            yield _unescape(context), _unescape(message), _unescape(plural)


def _unescape(text: str) -> str:
    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", lambda found: _escaped(found[1]), text)


def _escaped(code: str) -> str:
    return chr(int(code[1:], 16)) if code[0] == "u" and len(code) == 5 else {"n": "\n", "t": "\t"}.get(code, code)


def all_messages() -> dict[Message, list[str]]:
    """Return every message of the code with the files that say it."""
    found: dict[Message, list[str]] = {}
    files = [
        *((file, python_messages) for file in sorted(SOURCE.rglob("*.py"))),
        *((file, template_messages) for file in sorted((SOURCE / "web" / "templates").glob("*"))),
        *((file, page_messages) for file in sorted(PAGE.rglob("*")) if file.suffix in (".ts", ".svelte")),
    ]
    for file, messages_of in files:
        place = file.relative_to(ROOT).as_posix()
        for message in messages_of(file.read_text(encoding="utf-8")):
            if message[1] and place not in found.setdefault(message, []):
                found[message].append(place)
    return found


def folder_of(places: Iterable[str]) -> Path:
    """Return the folder of the catalogue for a message that `places` say."""
    owners = {_owner(place) for place in places}
    if len(owners) == 1:
        return owners.pop()
    return OWN if any(not place.startswith("ui/") for place in places) else OWN_PAGE


def _owner(place: str) -> Path:
    found = re.match(r"(?:src/dicehouse/games|ui/src/games)/([\w-]+)/", place)
    game = found[1].replace("-", "_") if found else ""
    if game and (SOURCE / "games" / game / "rules").is_dir():
        return SOURCE / "games" / game / "locale"
    return OWN_PAGE if place.startswith("ui/") else OWN


def catalogue_files(language: str = "de") -> list[Path]:
    """Return the files of all catalogues of a language."""
    folders = {folder_of(places) for places in all_messages().values()} | {OWN, OWN_PAGE}
    return sorted(folder / f"{language}.po" for folder in folders)


def _read(file: Path, language: str) -> Catalog:
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def update(language: str = "de") -> None:
    """Write every message into its catalogue; translations stay, and what was said nearly the same becomes fuzzy."""
    templates: dict[Path, Catalog] = {file: Catalog(locale=language) for file in catalogue_files(language)}
    moved: dict[tuple[str, str], Any] = {}
    for file in templates:
        for entry in _read(file, language):
            if entry.id and entry.string and not entry.fuzzy:
                moved[entry.context or "", _ids(entry)[0]] = entry.string
    for (context, message, plural), places in all_messages().items():
        ids = (message, plural) if plural else message
        templates[folder_of(places) / f"{language}.po"].add(
            ids, locations=[(place, 0) for place in sorted(places)], context=context or None
        )
    for file, template in templates.items():
        catalogue = _read(file, language)
        catalogue.update(template, no_fuzzy_matching=False, update_creation_date=False, keep_user_comments=True)
        for entry in catalogue:
            known = moved.get((entry.context or "", _ids(entry)[0]))
            unsure = entry.id and (entry.fuzzy or not all(_forms(entry)))
            if unsure and known and isinstance(known, tuple) == entry.pluralizable:
                entry.string = known
                entry.flags.discard("fuzzy")
        catalogue.obsolete.clear()
        file.parent.mkdir(parents=True, exist_ok=True)
        out = io.BytesIO()
        write_po(out, catalogue, width=110, omit_header=True, sort_output=True, include_lineno=False)
        file.write_text(HEADER.format(language) + out.getvalue().decode(), encoding="utf-8")


HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def faults(language: str = "de") -> list[str]:
    """Return what is wrong with the catalogues of a language, a sentence for each fault."""
    found: list[str] = []
    wanted: dict[Path, dict[tuple[str, str], Message]] = {}
    for message, places in all_messages().items():
        wanted.setdefault(folder_of(places) / f"{language}.po", {})[message[0], message[1]] = message
    for file in catalogue_files(language):
        name = file.relative_to(ROOT).as_posix()
        messages = dict(wanted.get(file, {}))
        for entry in _read(file, language):
            if not entry.id:
                continue
            ids = _ids(entry)
            if messages.pop((entry.context or "", ids[0]), None) is None:
                found.append(f"{name}: nothing says {ids[0]!r} any more.")
            elif entry.fuzzy:
                found.append(f"{name}: the translation of {ids[0]!r} is fuzzy.")
            else:
                found += [f"{name}: {fault}" for fault in _faults_of(ids, _forms(entry))]
        found += [f"{name}: {message!r} is missing; run the update." for _context, message in messages]
    return found


def _ids(entry: Any) -> list[str]:
    """Return the English forms of an entry: one, or singular and plural."""
    return list(entry.id) if entry.pluralizable else [entry.id]


def _forms(entry: Any) -> list[str]:
    """Return the translated forms of an entry; empty texts where they are missing."""
    return list(entry.string) if entry.pluralizable else [entry.string or ""]


def _faults_of(ids: list[str], forms: list[str]) -> Iterator[str]:
    if not all(forms) or len(forms) != len(ids):
        yield f"{ids[0]!r} has no translation."
        return
    for form, original in zip(forms, ids, strict=True):
        given, known = set(PLACEHOLDER.findall(form)), set(PLACEHOLDER.findall(original))
        if not known - {"n"} <= given <= set(PLACEHOLDER.findall(" ".join(ids))):
            yield f"the translation of {ids[0]!r} has other placeholders: {form!r}."
        if re.findall(r"\{\d\}", form) and sorted(re.findall(r"\{\d\}", form)) != sorted(
            re.findall(r"\{\d\}", original)
        ):
            yield f"the translation of {ids[0]!r} names other seats: {form!r}."
        if (form[:1].isspace(), form[-1:].isspace()) != (original[:1].isspace(), original[-1:].isspace()):
            yield f"the translation of {ids[0]!r} begins or ends with another space."


def main(command: str, name: str = "") -> int:
    """Run a command; return the exit status."""
    if command == "update":
        update()
        return 0
    if command == "missing":
        for entry in _read(ROOT / name, "de"):
            if entry.id and (entry.fuzzy or not all(_forms(entry))):
                print(entry.id)
        return 0
    found = faults()
    print("\n".join(found) or "Every message has a translation.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
