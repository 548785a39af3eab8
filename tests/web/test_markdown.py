"""The rules of a game, which anybody may write, as HTML: no tag, no script and no unsafe link gets through."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicehouse.web.markdown_to_html import render_markdown

TAGS = frozenset(
    {"h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "div", "table", "thead", "tbody", "tr", "th", "td", "pre"}
    | {"code", "strong", "em", "a", "br", "hr", "blockquote"}
)
ATTRIBUTES = frozenset({("th", "scope"), ("div", "class"), ("a", "href"), ("ol", "start"), ("code", "class")})
ATTRIBUTES |= {("div", name) for name in ("tabindex", "role", "aria-label")}  # of a table's box
HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
SAFE_LINK = re.compile(r"https?://|/(?![/\\])|#")
ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "text <b onclick=alert(1)>bold</b> text",
    "<!-- a comment --> <?php ?> <![CDATA[x]]> <!DOCTYPE x>",
    "<https://example.org/> <ana@example.org>",
    "<style>*{display:none}</style>",
    "# <svg/onload=alert(1)>",
    "- <iframe src=javascript:alert(1)>",
    "| <u>a</u> | b |\n|---|:-:|\n| <script>x</script> | ` | ` |",
    "```<script>\n</code></pre><script>alert(1)</script>\n```",
    "`</code><script>alert(1)</script>`",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](\\javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](vbscript:msgbox)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](file:///etc/passwd)",
    "[x](//example.org/evil)",
    "[x](/\\example.org/evil)",
    "[x](mailto:ana@example.org)",
    '[x](/a"onmouseover="alert(1))',
    "[x](/a'onmouseover='alert(1))",
    '[x](/a "title\\" onmouseover=alert(1)")',
    "[x]: javascript:alert(1)\n\n[x]",
    "![x](javascript:alert(1))",
    "![x](https://example.org/pixel.png)",
    "[![x](https://example.org/pixel.png)](javascript:alert(1))",
    "[<img src=x onerror=alert(1)>](/rules)",
    "[**x](/a)**<script>",
    '# "><script>alert(1)</script>',
    "\x00<script>\x00",
]


class Elements(HTMLParser):
    """Collect the elements of a page with their attributes, as a browser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.other: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {key: value or "" for key, value in attrs}))

    def handle_comment(self, data: str) -> None:
        self.other.append(data)

    def handle_decl(self, decl: str) -> None:
        self.other.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.other.append(data)

    def handle_pi(self, data: str) -> None:
        self.other.append(data)


def check_harmless(html: str) -> None:
    page = Elements(html)
    assert page.other == []
    for tag, attributes in page.found:
        assert tag in TAGS
        for name, value in attributes.items():
            if tag in HEADINGS and name == "id":
                assert re.fullmatch(r"[a-z0-9-]*", value)
            else:
                assert (tag, name) in ATTRIBUTES
            if name == "href":
                assert SAFE_LINK.match(value), value


@pytest.mark.parametrize("source", ATTACKS)
def test_hostile_text_stays_text(source: str) -> None:
    check_harmless(str(render_markdown(source)))
    check_harmless(str(render_markdown(f"Before\n\n{source}\n\nAfter")))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from([*ATTACKS, *"[]()<>`*_#|!\\\n", "\n\n", "- ", "1. ", "    ", "](", "**", "http:"])))
def test_no_mixture_of_hostile_texts_gets_through(parts: list[str]) -> None:
    check_harmless(str(render_markdown("".join(parts))))


def test_a_tag_is_shown_as_it_was_written() -> None:
    html = str(render_markdown("Roll <b>two</b> dice & bank."))
    assert "Roll &lt;b&gt;two&lt;/b&gt; dice &amp; bank." in html


@pytest.mark.parametrize("link", ["https://example.org/a?b=c", "http://example.org", "/rules/pig", "#rulings"])
def test_a_safe_link_is_a_link(link: str) -> None:
    assert str(render_markdown(f"See [the **rules**]({link}).")) == (
        f'<p>See <a href="{link}">the <strong>rules</strong></a>.</p>'
    )


def test_a_link_to_a_file_of_the_repository_shows_only_its_words() -> None:
    """The page has no such address; on the page of the repository the same link works."""
    assert str(render_markdown("See [the *guide*](../docs/guide.md).")) == "<p>See the <em>guide</em>.</p>"


def test_headings_begin_below_the_title_of_the_page_and_have_ids() -> None:
    html = str(render_markdown("# Rules\n\n### The *end*"))
    assert '<h2 id="rules">Rules</h2>' in html
    assert '<h3 id="the-end">The <em>end</em></h3>' in html


def test_a_wide_table_scrolls_in_its_own_box() -> None:
    html = re.sub(r"\n", "", str(render_markdown("| dice | points |\n|---|---:|\n| 1 | `100` |")))
    assert html == (
        '<div class="scroll-x" tabindex="0" role="group" aria-label="Table"><table>'
        '<thead><tr><th scope="col">dice</th><th scope="col">points</th></tr></thead>'
        "<tbody><tr><td>1</td><td><code>100</code></td></tr></tbody></table></div>"
    )


def test_lists_code_and_paragraphs() -> None:
    html = re.sub(
        r"\n", " ", str(render_markdown("One\nparagraph.\n\n1. first\n2. second\n\n- a\n  b\n\n```\n1 < 2\n```"))
    )
    for part in ("<p>One paragraph.</p>", "<li>second</li>", "<li>a b</li>", "<pre><code>1 &lt; 2"):
        assert part in html
