"""Find what people see as one character: grapheme clusters, as Unicode 16 defines them.

`split_graphemes` treats a letter with its accents, a syllable, a flag, and an emoji with its skin tone as one.
`keep_joiners` removes the invisible joiners that join nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

NON_JOINER, JOINER = "\u200c", "\u200d"
MOST_MARKS = 24  # code points of one character: the largest emoji have eleven
BLACK_FLAG, END_OF_TAGS = "\U0001f3f4", "\U000e007f"


def _signs(*ranges: tuple[int, int]) -> frozenset[str]:
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


FLAG_LETTERS = _signs((0x1F1E6, 0x1F1FF))
SKIN_TONES = _signs((0x1F3FB, 0x1F3FF))
TAGS = _signs((0xE0020, 0xE007F))
# Marks that Unicode calls letters, and letters of some scripts that it calls marks but that stand alone.
_LATE_MARKS = frozenset("\u0e33\u0eb3\uff9e\uff9f")
_SPACED_MARKS = _signs(
    (0x102B, 0x102C), (0x1038, 0x1038), (0x1062, 0x1064), (0x1067, 0x106D), (0x1083, 0x1083), (0x1087, 0x108C),
    (0x108F, 0x108F), (0x109A, 0x109C), (0x1A61, 0x1A61), (0x1A63, 0x1A64), (0xAA7B, 0xAA7B), (0xAA7D, 0xAA7D),
    (0x11720, 0x11721),
)  # fmt: skip
# Signs that are written before what they belong to, such as the Arabic sign of a number.
PREPENDED = frozenset("\u06dd\u070f\u08e2\u0890\u0891\U000110bd\U000110cd") | _signs((0x600, 0x605))
# Two consonants with one of these between them are one sign, in the scripts of these blocks.
_LINKERS = {chr(code): code & ~0x7F for code in (0x94D, 0x9CD, 0xACD, 0xB4D, 0xC4D, 0xD4D)}
# Blocks of scripts in which a joiner changes how letters are joined: Arabic to Mongolian, and those of Java and Bali.
_JOINING = _signs(
    (0x600, 0x8FF), (0x900, 0xDFF), (0xF00, 0x109F), (0x1780, 0x18AF), (0x1900, 0x1AAF), (0x1B00, 0x1C4F),
    (0xA800, 0xA8FF), (0xA930, 0xA9DF), (0xAA00, 0xAADF), (0xABC0, 0xABFF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE),
    (0x10A00, 0x10AFF), (0x10D00, 0x10D3F), (0x10EC0, 0x10EFF), (0x11000, 0x1193F), (0x1E900, 0x1E95F),
)  # fmt: skip
_PICTURES = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)


def is_picture(sign: str) -> bool:
    """Return True if `sign` is an emoji or may become one."""
    return _PICTURES.fullmatch(sign) is not None and sign not in FLAG_LETTERS and sign not in SKIN_TONES


def split_graphemes(text: str) -> list[str]:
    """Return the parts of `text` that people see as one character each."""
    parts: list[str] = []
    for at, sign in enumerate(text):
        if at and _belongs(parts[-1], sign):
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


def count_graphemes(text: str) -> int:
    """Return the number of characters that people see in `text`."""
    return len(text) if text.isascii() else len(split_graphemes(text))


def cut_graphemes(text: str, most: int, most_bytes: int) -> str:
    """Return the beginning of `text`: at most `most` characters that people see, in at most `most_bytes` of UTF-8.

    The first one loses some of its accents if it alone is too long.
    """
    kept, size = [], 0
    for part in split_graphemes(text)[:most]:
        size += len(part.encode())
        if size > most_bytes or len(part) > MOST_MARKS:
            break
        kept.append(part)
    return "".join(kept) or text[:MOST_MARKS].encode()[:most_bytes].decode(errors="ignore")


def _belongs(before: str, sign: str) -> bool:
    """Return True if `sign` forms one character with the cluster `before` it."""
    last = before[-1]
    if sign in FLAG_LETTERS:  # two letters are a flag
        return len(before) == 1 and last in FLAG_LETTERS
    if sign in _SPACED_MARKS:
        return False
    if unicodedata.category(sign)[0] == "M" or sign in SKIN_TONES or sign in (JOINER, NON_JOINER):
        return True
    if sign in _LATE_MARKS or sign in TAGS or last in PREPENDED:
        return True
    if last == JOINER and is_picture(sign):
        return is_picture(before[0])
    return _is_syllable(last, sign) or _is_linked(before, sign)


def _is_syllable(last: str, sign: str) -> bool:
    """Return True if two letters or syllables of Hangul are one syllable."""
    one, other = _hangul(last), _hangul(sign)
    return other in {"L": "L V LV LVT", "V": "V T", "LV": "V T", "T": "T", "LVT": "T"}.get(one, "").split()


def _hangul(sign: str) -> str:
    code = ord(sign)
    if 0xAC00 <= code <= 0xD7A3:
        return "LVT" if (code - 0xAC00) % 28 else "LV"
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    return "T" if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB else ""


def _is_linked(before: str, sign: str) -> bool:
    """Return True if a consonant is joined to the consonant before it."""
    block = ord(sign) & ~0x7F
    if block not in _LINKERS.values() or unicodedata.category(sign) != "Lo":
        return False
    marks = before[1:]
    linked = any(_LINKERS.get(mark) == block for mark in marks)
    return linked and all(unicodedata.combining(mark) or mark in (JOINER, NON_JOINER) for mark in marks)


def keep_joiners(signs: Iterable[str]) -> str:
    """Return `signs` as a text without joiners and tags that join nothing.

    A joiner stays where it changes how letters of a script are joined, or where it makes one emoji of two.
    """
    text = "".join(signs)
    kept: list[str] = []
    for at, sign in enumerate(text):
        if sign in (JOINER, NON_JOINER):
            after = next((one for one in text[at + 1 :] if one not in (JOINER, NON_JOINER)), "")
            if kept and kept[-1] not in (JOINER, NON_JOINER) and _joins(kept, after, sign):
                kept.append(sign)
        elif sign not in TAGS or _is_flag_of_tags(text, at):
            kept.append(sign)
    return "".join(kept)


def _joins(kept: list[str], after: str, sign: str) -> bool:
    before = kept[-1]
    if before in _JOINING and unicodedata.combining(before) == 9:  # a virama
        return True
    base = next((one for one in reversed(kept) if not _extends(one)), "")
    if sign == JOINER and after and is_picture(after) and base and is_picture(base):
        return True
    letter = unicodedata.category(before)[0] in "LM" and before in _JOINING
    return letter and after in _JOINING and unicodedata.category(after)[0] in "LM"


def _extends(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" or sign in SKIN_TONES


def _is_flag_of_tags(text: str, at: int) -> bool:
    """Return True if the tag at `at` is part of a flag, such as that of Scotland."""
    start, end = at, at
    while start and text[start] in TAGS:
        start -= 1
    while end < len(text) and text[end] in TAGS:
        end += 1
    return text[start] == BLACK_FLAG and text[end - 1] == END_OF_TAGS and end - start <= 8
