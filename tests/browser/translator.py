"""A translator of the browser, as it acts on a page: every text node, also a later one, gives way to two elements."""

from __future__ import annotations

from difflib import unified_diff
from typing import Any

from playwright.sync_api import Page

from .guests import Guest
from .patience import PATIENCE

# A word joiner at the end of a text or label stands for its translation, so that both languages can be compared.
TRANSLATED = "\N{WORD JOINER}"

# What Google's translator leaves in the place of a text; in a drawing, where that can't stand, its like. It translates
# labels and the title, too, and leaves alone what is not to be translated.
TRANSLATOR = f"""(() => {{
  const DONE = "{TRANSLATED}", SPARED = "font, .translated, script, style, textarea, option, [translate=no]";
  const LABELS = ["aria-label", "title", "alt", "placeholder"];
  const wrapped = (inner, namespace) => {{
    const outer = document.createElementNS(namespace, namespace.endsWith("svg") ? "tspan" : "font");
    outer.classList.add("translated");
    outer.append(inner);
    return outer;
  }};
  const translateText = (text) => {{
    const parent = text.parentElement, space = parent?.namespaceURI;
    if (!text.data.trim() || !parent?.isConnected || parent.closest(SPARED)) return;
    if (!parent.matches("title")) text.replaceWith(wrapped(wrapped(text.data + DONE, space), space));
    else if (!text.data.endsWith(DONE)) text.data += DONE;
  }};
  const translateLabels = (element) => {{
    for (const name of LABELS) {{
      const words = element.getAttribute(name);
      if (words && !words.endsWith(DONE)) element.setAttribute(name, words + DONE);
    }}
  }};
  const translate = (node) => {{
    if (node.nodeType === Node.TEXT_NODE) return translateText(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translateText);
    [node, ...node.querySelectorAll(LABELS.map((name) => `[${{name}}]`).join())].forEach(translateLabels);
  }};
  new MutationObserver((changes) => {{
    for (const {{ target, addedNodes }} of changes) [...(addedNodes.length ? addedNodes : [target])].forEach(translate);
  }}).observe(document, {{ subtree: true, childList: true, characterData: true, attributeFilter: LABELS }});
}})()"""

# All that a page shows or tells a screen reader: the title, the texts by the page's own elements, the labels. Some is
# known to one page alone: what it tried out, kept for later or saw happen, and how much it announces at once.
SHOWN = rf"""() => {{
  const TRIED = ".odds, .ways, [data-game=indicesion] .do small", SEEN = ".middle-of .todo, .middle-of .sum, .rerun";
  const ANNOUNCED = ".sr[role=status]", LOCAL = `${{TRIED}}, ${{SEEN}}, ${{ANNOUNCED}}`;
  const words = (text) => text.replaceAll(/[{TRANSLATED}\s]/g, "");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), shown = [];
  let last = null;
  while (walker.nextNode()) {{
    const text = words(walker.currentNode.data);
    const element = walker.currentNode.parentElement.closest(":not(font, .translated, data)");
    if (!text || element.closest(`script, style, ${{LOCAL}}`) || !element.checkVisibility()) continue;
    shown.push(element === last ? shown.pop() + text : text);
    last = element;
  }}
  for (const each of document.querySelectorAll("[aria-label], [title], [alt]"))
    if (!each.closest(`${{LOCAL}}, .log button`)) shown.push(words([each.ariaLabel, each.title, each.alt].join(" ")));
  return [words(document.title), words(document.querySelector(ANNOUNCED)?.textContent ?? "").slice(-30), ...shown];
}}"""


def both(guest: Guest, address: str) -> tuple[Page, Page]:
    """A page of which everything is translated, and the same page as it is."""
    page = guest.context.new_page()
    page.add_init_script(TRANSLATOR)
    page.goto(address)
    return page, guest.page(address)


def check_same(page: Page, original: Page) -> None:
    """Wait until the translated page shows what the original does."""

    def difference() -> list[str]:
        return list(unified_diff(_shown(original), _shown(page), "original", "translated", lineterm="", n=2))

    for _ in range(PATIENCE // 50):
        if not (found := difference()):
            return
        page.wait_for_timeout(50)
    raise AssertionError("\n".join(found))


def check_translated(page: Page) -> None:
    assert page.locator("font font").count() > 10, "next to nothing was translated"


def _shown(page: Page) -> list[Any]:
    return list(page.evaluate(SHOWN))
