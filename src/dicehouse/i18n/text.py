"""Write a text in English so that it can be shown in other languages.

Placeholders are plain names in braces, `{points}`: no attributes, no indexing, no format codes, so that a catalogue
from outside can reach nothing. The marks of seats, `{0}` to `{5}`, are no placeholders: they stay in the text until
`with_names`, or the page, fills in names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from .catalogues import find_message, is_singular
from .directions import isolate
from .language import DEFAULT_LANGUAGE, current_language, localize_number, number_style

PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}")
MINUS_SIGN = "\N{MINUS SIGN}"


class Percent:
    """Hold a share (0.534) that a sentence names in per cent: 53.4% in English, 53,4% in German.

    `digits` is the number of decimals; `signed` puts a plus before what is above 0.
    """

    __slots__ = ("digits", "share", "signed")

    def __init__(self, share: float, digits: int = 0, *, signed: bool = False) -> None:
        self.share = share
        self.digits = digits
        self.signed = signed

    def in_language(self, language: str) -> str:
        """Return the share as `language` writes it."""
        digits = f"{abs(100 * self.share):,.{self.digits}f}"
        is_zero = not any(digit in "123456789" for digit in digits)
        sign = "" if is_zero else MINUS_SIGN if self.share < 0 else "+" if self.signed else ""
        return f"{sign}{localize_number(digits, language)}{number_style(language).before_percent}%"

    def __str__(self) -> str:
        return self.in_language(DEFAULT_LANGUAGE)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_percent, (self.share, self.digits, self.signed)


def _rebuild_percent(share: float, digits: int, signed: bool) -> Percent:
    return Percent(share, digits, signed=signed)


class Text(str):
    """Hold a text in English, with its message and arguments, so that it can be shown in other languages.

    It is a str, so whatever only shows English can use it as it is. Joining it with other strings (`+`, f-strings,
    `str.join`) gives a plain str, which can't be translated any more: write one message for the whole sentence instead,
    with other texts as its arguments, or use `join_sentences` and `listing`.
    """

    __slots__ = ("arguments", "context", "message", "names", "plural")

    message: str
    plural: str
    context: str
    arguments: Mapping[str, Any]
    names: Sequence[str] | None

    def __new__(
        cls,
        message: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        plural: str = "",
        context: str = "",
        names: Sequence[str] | None = None,
    ) -> Text:
        known = arguments or {}
        text = super().__new__(cls, _show(DEFAULT_LANGUAGE, message, plural, context, known, names))
        text.message, text.plural, text.context, text.arguments, text.names = message, plural, context, known, names
        return text

    def in_language(self, language: str) -> str:
        """Return the text in `language`; what its catalogue lacks is shown in English."""
        if language == DEFAULT_LANGUAGE:
            return str.__str__(self)
        return _show(language, self.message, self.plural, self.context, self.arguments, self.names)

    def with_names(self, names: Sequence[str]) -> Text:
        """Return the text with `names` in place of the marks of seats, {0} to {5}."""
        return Text(self.message, self.arguments, plural=self.plural, context=self.context, names=tuple(names))

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_text, (self.message, dict(self.arguments), self.plural, self.context, self.names)


def _rebuild_text(
    message: str, arguments: Mapping[str, Any], plural: str, context: str, names: Sequence[str] | None
) -> Text:
    return Text(message, arguments, plural=plural, context=context, names=names)


def _show(
    language: str,
    message: str,
    plural: str,
    context: str,
    arguments: Mapping[str, Any],
    names: Sequence[str] | None,
) -> str:
    """Return a message in `language` with its arguments filled in; braces in an argument stay as they are."""
    count = arguments.get("n", 1) if plural else 1
    if language == DEFAULT_LANGUAGE:
        form = message if not plural or is_singular(language, count) else plural
    else:
        form = find_message(language, message, plural, context, count)
    if arguments:
        form = "".join(_argument(part, arguments, language) if is_name else part for is_name, part in _parts_of(form))
    if names is not None:
        form = re.sub(r"\{([0-9])\}", lambda found: _name(found, names, language), form)
    return form


@lru_cache(maxsize=10_000)
def _parts_of(form: str) -> tuple[tuple[bool, str], ...]:
    """Return a form of a message in parts: True with the name of a placeholder, False with text."""
    parts = PLACEHOLDER.split(form)
    return tuple((i % 2 == 1, part) for i, part in enumerate(parts) if part)


def _argument(name: str, arguments: Mapping[str, Any], language: str) -> str:
    if name not in arguments:
        return f"{{{name}}}"
    value = arguments[name]
    return isolate(value) if type(value) is str else show_argument(value, language)


def _name(found: re.Match[str], names: Sequence[str], language: str) -> str:
    seat = int(found[1])
    return isolate(show_argument(names[seat], language)) if seat < len(names) else found[0]


def show_argument(value: object, language: str) -> str:
    """Return an argument of a message as `language` writes it: whole numbers with their thousands separated."""
    if isinstance(value, (Text, Percent)):
        return value.in_language(language)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return isolate(str(value))
    text = localize_number(f"{value:,}", language)
    return text.replace("-", MINUS_SIGN)


def _(message: str, /, **arguments: Any) -> Text:
    """Return a text that can be shown in every language.

    `message` is English and a literal, so that it can be extracted; each `{name}` in it is an argument. Arguments are
    strings, texts, numbers (1500 is shown as 1,500; pass a str to show digits as they are) and `Percent`.
    """
    return Text(message, arguments)


def ngettext(one: str, several: str, n: int, /, **arguments: Any) -> Text:
    """Return a text about a number of things: `one` for a single one, `several` for others; `{n}` is the number."""
    return Text(one, {"n": n, **arguments}, plural=several)


def pgettext(context: str, message: str, /, **arguments: Any) -> Text:
    """Return a text whose English is ambiguous: `context` tells translators what is meant ("verb", "a card")."""
    return Text(message, arguments, context=context)


def join_texts(texts: Iterable[object], mark: str = ", ") -> Text:
    """Return short texts in a row, with `mark` between them: "1 die 67%, 2 dice 44%"."""
    parts = {f"part{i}": text for i, text in enumerate(texts)}
    return Text(mark.join(f"{{{name}}}" for name in parts), parts)


def join_sentences(*sentences: str) -> Text:
    """Return complete sentences one after the other, without the empty ones."""
    return join_texts([sentence for sentence in sentences if sentence], " ")


def listing(items: Iterable[object], last: str = "and") -> Text:
    """Return a list in a sentence: "Ana", "Ana and Ben", "Ana, Ben and Cid"; with `last` "or" its alternatives."""
    texts = list(items)
    if len(texts) < 2:
        return Text("{item}", {"item": texts[0]}) if texts else Text("")
    *first, end = texts
    begin = join_texts(first)
    if last == "or":
        return _("{items} or {last}", items=begin, last=end)
    return _("{items} and {last}", items=begin, last=end)


def in_language(value: object, language: str | None = None) -> str:
    """Return a text in `language`, by default the current one; anything else as a str."""
    if isinstance(value, (Text, Percent)):
        return value.in_language(current_language() if language is None else language)
    return str(value)


def plain_text(value: object) -> str:
    """Return a text as a str in English: the `enc_hook` of encoders, which ask for nothing else."""
    if isinstance(value, str):
        return str.__str__(value)
    raise NotImplementedError(f"Objects of type {type(value).__name__} can't be encoded.")


def pack_text(value: Any) -> Any:
    """Return a text, or an argument of one, as plain data that can be stored: see `unpack_text`."""
    if isinstance(value, Text):
        packed: dict[str, Any] = {"m": value.message}
        if value.arguments:
            packed["a"] = {name: pack_text(argument) for name, argument in value.arguments.items()}
        for key, more in (("n", value.plural), ("c", value.context)):
            if more:
                packed[key] = more
        if value.names:
            packed["s"] = [pack_text(name) for name in value.names]
        return packed
    if isinstance(value, Percent):
        return {"%": float(value.share), "d": value.digits, "+": value.signed}
    if hasattr(value, "item"):  # a number of NumPy, which encoders would ask for again and again
        value = value.item()
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)


def unpack_text(data: Any) -> Any:
    """Return what `pack_text` stored. Texts of earlier versions were stored as strings, in English; they stay so.

    Raise ValueError if the data is neither.
    """
    if not isinstance(data, dict):
        return data
    if isinstance(data.get("%"), (int, float)):
        return Percent(data["%"], int(data.get("d", 0)), signed=bool(data.get("+")))
    message, arguments, names = data.get("m"), data.get("a", {}), data.get("s")
    if not isinstance(message, str) or not isinstance(arguments, dict):
        raise ValueError("A stored text has no message.")
    return Text(
        message,
        {str(name): unpack_text(argument) for name, argument in arguments.items()},
        plural=str(data.get("n", "")),
        context=str(data.get("c", "")),
        names=names and [unpack_text(name) for name in names],
    )


def as_html(text: str, language: str | None = None) -> Markup:
    """Return a text in `language` as HTML: the message and its arguments are escaped, except arguments of Markup."""
    if not isinstance(text, Text):
        return escape(in_language(text, language))
    chosen = current_language() if language is None else language
    form = text.message
    if chosen != DEFAULT_LANGUAGE or text.plural:
        form = find_message(chosen, text.message, text.plural, text.context, text.arguments.get("n", 1))
    out, at = Markup(""), 0
    for found in PLACEHOLDER.finditer(form):
        value = text.arguments.get(found[1], found[0])
        out += escape(form[at : found.start()])
        out += (
            value
            if isinstance(value, Markup)
            else as_html(value, chosen)
            if isinstance(value, Text)
            else escape(show_argument(value, chosen))
        )
        at = found.end()
    return out + escape(form[at:])


EXAMPLES = {"player": "Ana", "card": "Bloodshed", "dice": "1 5 4", "die": "4", "points": 1_500, "total": 9_200, "n": 3}


def example_texts(message: str, plural: str = "", context: str = "") -> list[Text]:
    """Return a message with example arguments: once, or for one thing and for three if it has a plural."""
    wanted = PLACEHOLDER.findall(f"{message} {plural}")
    arguments = {name: EXAMPLES.get(name, f"[{name}]") for name in wanted}
    if not plural:
        return [Text(message, arguments, context=context)]
    return [Text(message, {**arguments, "n": n}, plural=plural, context=context) for n in (1, 3)]
