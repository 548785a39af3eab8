"""A translator of the browser, as it acts on a page: every text node, also a later one, gives way to two elements."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# What Google's translator leaves in the place of a text; where that can't stand (in a drawing), its like. Elements in
# which nothing is to be translated are left alone.
TRANSLATOR = """(() => {
  const SPARED = "font, .translated, script, style, textarea, noscript, [translate=no]";
  const around = (parent, inner) => {
    const svg = parent.namespaceURI.endsWith("svg");
    const outer = svg ? document.createElementNS(parent.namespaceURI, "tspan") : document.createElement("font");
    outer.classList.add("translated");
    outer.append(inner);
    return outer;
  };
  const translate = (text) => {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent?.isConnected || parent.closest(SPARED)) return;
    if (parent.matches("title, option")) return; // only text may stand there
    text.replaceWith(around(parent, around(parent, text.data)));
  };
  const all = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return translate(node);
    const texts = [], walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(all);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()"""

# All that a page shows or tells a screen reader: the texts by the page's own elements, the labels, the title.
SHOWN = """() => {
  const own = (text) => text.parentElement.closest(":not(font, .translated, data)");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = [];
  let last = null;
  while (walker.nextNode()) {
    const text = walker.currentNode, element = own(text), words = text.data.replace(/\\s+/g, "");
    if (!words || element.closest("script, style, noscript, .odds, .ways") || !element.checkVisibility()) continue;
    if (element === last) shown.push(shown.pop() + words);
    else shown.push(words);
    last = element;
  }
  const labels = [...document.querySelectorAll("#table :is([aria-label], [title], [alt])")]
    .filter((each) => !each.closest(".ways, .odds")).map(
    (each) => [each.ariaLabel, each.title, each.alt].filter(Boolean).join(" / "));
  return [document.title, ...shown, ...labels];
}"""


def translate(page: Page) -> None:
    """Have everything translated that this page will show."""
    page.add_init_script(TRANSLATOR)


def shown(page: Page) -> list[Any]:
    """What a page shows, without blanks."""
    return list(page.evaluate(SHOWN))
