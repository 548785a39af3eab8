"""The small part of Markdown in which games describe themselves, as HTML; everything else is text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<em>[^*\s][^*]*)\*|\[(?P<text>[^\]]+)\]\((?P<link>[^)\s]+)\)"
)
_ITEM = re.compile(r"(?P<mark>[-*]|\d+[.)])\s+(?P<text>.*)")
_HEADING = re.compile(r"(#{1,4})\s+(.*)")


def render(source: str) -> Markup:
    """The HTML of a text: headings, paragraphs, lists, tables, code."""
    return Markup("\n").join(_blocks(source.splitlines()))


def _blocks(lines: list[str]) -> Iterator[Markup]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            yield Markup("<pre><code>{}</code></pre>").format("\n".join(lines[at + 1 : end]))
            at = end + 1
        elif found := _HEADING.match(line):
            level = max(2, len(found[1]))
            yield Markup('<h{0} id="{1}">{2}</h{0}>').format(level, _slug(found[2]), inline(found[2]))
            at += 1
        elif line.lstrip().startswith("|"):
            end = _run(lines, at, lambda text: text.lstrip().startswith("|"))
            yield _table(lines[at:end])
            at = end
        elif _ITEM.match(line):
            end = _run(lines, at, lambda text: bool(_ITEM.match(text)) or text.startswith("  "))
            yield _list(lines[at:end])
            at = end
        else:
            end = _run(lines, at, lambda text: bool(text.strip()) and not _starts_block(text))
            yield Markup("<p>{}</p>").format(inline(" ".join(part.strip() for part in lines[at : max(end, at + 1)])))
            at = max(end, at + 1)


def _run(lines: list[str], at: int, belongs: object) -> int:
    assert callable(belongs)
    while at < len(lines) and belongs(lines[at]):
        at += 1
    return at


def _starts_block(line: str) -> bool:
    return bool(_HEADING.match(line) or _ITEM.match(line)) or line.startswith("```") or line.lstrip().startswith("|")


def _list(lines: list[str]) -> Markup:
    items: list[str] = []
    ordered = bool(re.match(r"\d", lines[0]))
    for line in lines:
        found = _ITEM.match(line)
        if found:
            items.append(found["text"])
        else:
            items[-1] += " " + line.strip()
    body = Markup("").join(Markup("<li>{}</li>").format(inline(item)) for item in items)
    return Markup("<{0}>{1}</{0}>").format("ol" if ordered else "ul", body)


def _table(lines: list[str]) -> Markup:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head, body = rows[0], [row for row in rows[1:] if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    top = Markup("").join(Markup('<th scope="col">{}</th>').format(inline(cell)) for cell in head)
    rest = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(inline(c)) for c in row))
        for row in body
    )
    return Markup(
        '<div class="scroll-x"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(top, rest)  # fmt: skip


def inline(text: str) -> Markup:
    """One line: code, strong, emphasis and links to pages of ours or of the web."""
    out, at = Markup(""), 0
    for found in _INLINE.finditer(text):
        out += escape(text[at : found.start()]) + _mark(found)
        at = found.end()
    return out + escape(text[at:])


def _mark(found: re.Match[str]) -> Markup:
    if found["code"]:
        return Markup("<code>{}</code>").format(found["code"])
    if found["strong"]:
        return Markup("<strong>{}</strong>").format(inline(found["strong"]))
    if found["em"]:
        return Markup("<em>{}</em>").format(inline(found["em"]))
    if re.match(r"https?://|/(?!/)|#", found["link"]):
        return Markup('<a href="{}">{}</a>').format(found["link"], inline(found["text"]))
    return inline(found["text"])


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
