"""Convert the Markdown in which games write their rules to HTML that is safe to show: raw HTML stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

SAFE_LINK = re.compile(r"https?://|/(?![/\\])|#")  # to the web, or to a page of this server
TOP_LEVEL = 2  # of a heading; the page has the title


@lru_cache(maxsize=32)  # the rules of a long game take a twentieth of a second
def render_markdown(source: str, table: str = "Table") -> Markup:
    """Return the HTML of a text: headings, paragraphs, lists, tables and code; `table` names tables, which scroll."""
    html = _parser().render(source).rstrip("\n")
    box = f'<div class="scroll-x" tabindex="0" role="group" aria-label="{escape(table)}"><table>'
    for tag, boxed in (("<table>", box), ("</table>", "</table></div>")):
        html = html.replace(tag, boxed)  # a "<" in a text is escaped, so each is one of the parser's own
    return Markup(html)  # noqa: S704  the parser escapes every text


@cache
def _parser() -> MarkdownIt:
    """Return the parser; it is imported when the first rules are shown, because that takes a fifth of a second."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "autolink"])
    parser.core.ruler.push("page", _adapt_to_page)
    return parser


def _adapt_to_page(state: StateCore) -> None:
    """Give headings a level and an id and table heads a scope; of links that lead elsewhere keep only the words."""
    for at, token in enumerate(state.tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{max(TOP_LEVEL, int(token.tag[1:]))}"
        if token.type == "heading_open":
            token.attrs["id"] = _slug(state.tokens[at + 1].content)
        elif token.type in ("th_open", "td_open"):
            token.attrs = {"scope": "col"} if token.type == "th_open" else {}
        elif token.type == "fence":
            token.info = ""
        elif token.children:
            token.children = list(_without_unsafe_links(token.children))


def _without_unsafe_links(tokens: Sequence[Token]) -> Iterator[Token]:
    safe = True
    for token in tokens:
        if token.type == "link_open":
            token.attrs = {"href": token.attrs["href"]}
            safe = SAFE_LINK.match(str(token.attrs["href"])) is not None
        if safe or token.type not in ("link_open", "link_close"):
            yield token


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
