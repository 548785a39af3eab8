"""Measuring a page in its window: letters that are too small, targets a thumb misses, labels that are cut."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from .eyes import rest

LEAST_TEXT = 12  # px
LEAST_TARGET = 44  # px
LEAST_CELL = 36  # px: a cell of a board

# Each rendered piece of text with its size in px of the window: of elements, of pictures, and of what a sheet adds.
TEXTS = """least => {
  const visible = { checkOpacity: true, checkVisibilityCSS: true };
  const shown = one => one.checkVisibility(visible) && !one.closest(".sr, .skip, option");
  const name = one => {
    const words = [];
    for (let at = one; at && words.length < 4; at = at.parentElement)
      words.unshift([at.localName, ...at.classList].filter(each => !/^svelte-/.test(each)).join("."));
    return words.join(" > ");
  };
  const grown = one => { // how much zoom and transforms enlarge it
    if (one instanceof SVGElement) {
      const matrix = one.getScreenCTM?.();
      return matrix ? Math.hypot(matrix.b, matrix.d) : 1;
    }
    let scale = 1;
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at), matrix = new DOMMatrix(style.transform === "none" ? "" : style.transform);
      scale *= Math.hypot(matrix.c, matrix.d) || 1;
      if (style.scale !== "none") scale *= parseFloat(style.scale.split(" ").at(-1));
      scale *= parseFloat(style.zoom) || 1;
    }
    return scale;
  };
  const found = new Map();
  const note = (one, text, size) => {
    if (size < least - 0.05) found.set(name(one), `${name(one)}: ${size.toFixed(1)} px: ${text.trim().slice(0, 40)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.data.trim() || /^(script|style|noscript|title|desc)$/i.test(one.localName)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (![...range.getClientRects()].some(box => box.width > 0) || !shown(one)) continue;
    note(one, text.data, parseFloat(getComputedStyle(one).fontSize) * grown(one));
  }
  for (const one of document.body.querySelectorAll("*")) {
    for (const which of ["::before", "::after"]) {
      const style = getComputedStyle(one, which), text = /^"(.*)"/.exec(style.content)?.[1] ?? "";
      if (!text.trim() || style.display === "none" || !shown(one)) continue;
      note(one, text, parseFloat(style.fontSize) * grown(one));
    }
  }
  return [...found.values()];
}"""

# Each thing to press that is smaller than a thumb needs. The label of a field counts, and what a sheet adds around it;
# of a link inside a text only its words are to be hit.
TARGETS = """([least, cell, cells]) => {
  const all = "a[href], button, summary, select, input:not([type=hidden]), textarea, [role=button], [role=slider]";
  const name = one => [one.localName, ...one.classList].filter(each => !/^svelte-/.test(each)).join(".") + " "
    + (one.ariaLabel || one.innerText || one.name || "").trim().replace(/\\s+/g, " ").slice(0, 40);
  const size = one => {
    const box = one.getBoundingClientRect();
    const around = ["::before", "::after"].map(which => getComputedStyle(one, which))
      .filter(added => added.content !== "none" && added.position === "absolute");
    const more = side => Math.max(0, ...around.map(added => -parseFloat(added[side]) || 0));
    return [box.width + more("left") + more("right"), box.height + more("top") + more("bottom")];
  };
  return [...document.querySelectorAll(all)].filter(one => one.checkVisibility({ checkVisibilityCSS: true })
    && !one.matches(".skip, .sr, .sr *, :disabled, g *, canvas")
    && !(one.localName === "a" && getComputedStyle(one).display === "inline")
  ).flatMap(one => {
    const wanted = (cells && one.matches(cells) ? cell : least) - 0.5;
    const sizes = [one, one.labels?.[0] ?? one.closest("label")].filter(Boolean).map(size);
    const enough = sizes.some(sides => sides.every(side => side >= wanted));
    if (enough || sizes.every(sides => Math.min(...sides) <= 1)) return [];
    return [`${name(one)}: ${sizes.map(sides => sides.map(side => side.toFixed(0)).join(" x ")).join(", ")}`];
  });
}"""

# Labels that are cut: wider or higher than the room they have.
CUT = """places => [...document.querySelectorAll(places)].filter(one => {
  const style = getComputedStyle(one);
  if (!one.checkVisibility({ checkVisibilityCSS: true }) || !one.clientWidth || one.matches(".sr, .sr *")) return false;
  const inline = style.display === "inline"; // its room is that of what it stands in
  if (one.matches(".words")) { // buttons beside the words may be higher
    const bottom = one.getBoundingClientRect().bottom + 2;
    return style.overflowY === "hidden" && [...one.querySelectorAll("h2, p")].some(line => {
      const words = document.createRange();
      words.selectNodeContents(line);
      return [...words.getClientRects()].some(box => box.bottom - box.height * 0.15 > bottom);
    });
  }
  return !inline && ((style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1)
    || (style.overflowY === "hidden" && one.scrollHeight > one.clientHeight + 2));
}).map(one => `${one.localName}.${one.classList[0] ?? ""}: ${one.innerText.trim().slice(0, 60)} is cut`)"""

CELLS = ".field .well, .tile .sp, .row6 .sp, .track3 .step"


def small_texts(page: Page, least: float = LEAST_TEXT) -> list[str]:
    """Return what is written in letters smaller than `least` px, with its size."""
    rest(page)
    return list(page.evaluate(TEXTS, least))


def small_targets(page: Page, cells: str = CELLS) -> list[str]:
    """Return what can be pressed and is smaller than a thumb; `cells` are those of a board."""
    rest(page)
    found: list[Any] = page.evaluate(TARGETS, [LEAST_TARGET, LEAST_CELL, cells])
    return [str(each) for each in found]


def cut_labels(page: Page, places: str) -> list[str]:
    """Return the words at these places that don't fit into their room."""
    rest(page)
    return [str(each) for each in page.evaluate(CUT, places)]
