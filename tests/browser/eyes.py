"""Reading dice as eyes do: from the pixels of a screenshot, knowing only where each die lies."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from playwright.sync_api import BrowserContext, FloatRect, Page

Picture = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

DECODE = """async coded => {
  const bytes = Uint8Array.from(atob(coded), char => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
  const canvas = new OffscreenCanvas(image.width, image.height), brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const pixels = brush.getImageData(0, 0, image.width, image.height).data, parts = [];
  for (let at = 0; at < pixels.length; at += 32768) parts.push(String.fromCharCode(...pixels.subarray(at, at + 32768)));
  return [image.height, image.width, btoa(parts.join(""))];
}"""
# Fades and slides have ended; what breathes for ever does not count.
STILL = """() => document.getAnimations().every(
  each => each.playState !== "running" || each.effect.getComputedTiming().iterations === Infinity)"""
BOXES = """all => all.map(die => {
  const box = die.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
})"""
ROUND = 0.7  # a pip on top is nearly a circle (the camera leans back 24 degrees), one on a side is a thin ellipse


@dataclass(frozen=True)
class Blob:
    """A connected patch: how many pixels, and its shorter through its longer axis."""

    size: int
    roundness: float


class Eyes:
    """Takes screenshots and says what is on them. The pictures are decoded on an empty page of its own."""

    def __init__(self, context: BrowserContext) -> None:
        self._desk = context.new_page()

    def see(self, page: Page, box: Sequence[int] | None = None) -> Picture:
        """Return rows of pixels (red, green, blue) of the window, or of a box (left, top, width, height) in it."""
        rest(page)
        clip: FloatRect | None = None
        if box:
            clip = {"x": box[0], "y": box[1], "width": box[2], "height": box[3]}
        coded = base64.b64encode(page.screenshot(clip=clip)).decode()
        height, width, pixels = self._desk.evaluate(DECODE, coded)
        return np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(height, width, 4)[..., :3]

    def dice(self, page: Page) -> list[int]:
        """The faces that look up from the felt, by place."""
        rest(page)
        boxes = page.locator(".felt .die3[data-face]").evaluate_all(BOXES)
        if not boxes:
            return []
        sides = [(left, top, left + width, top + height) for left, top, width, height in boxes]
        x, y = (min(side[i] for side in sides) for i in (0, 1))
        picture = self.see(page, (x, y, max(side[2] for side in sides) - x, max(side[3] for side in sides) - y))
        return [pips_on_top(picture[top - y : low - y, left - x : right - x]) for left, top, right, low in sides]

    def share(self, page: Page, selector: str, mask: str) -> float:
        """How much of an element is "red" (dice) or "marigold" (what you may do)."""
        page.locator(selector).first.wait_for(state="attached")
        return float(MASKS[mask](self.see(page, page.locator(selector).evaluate_all(BOXES)[0])).mean())


def rest(page: Page) -> None:
    """Wait until nothing fades or slides any more, and the letters have their own shapes."""
    page.wait_for_function(STILL, polling=30)
    page.evaluate("async () => { await document.fonts.ready; }")


def _red(picture: Picture) -> Mask:
    red, green, blue = (picture[..., i].astype(int) for i in range(3))
    return (red > 110) & (red > 2 * green) & (red > 2 * blue)


def _marigold(picture: Picture) -> Mask:
    red, green, blue = (picture[..., i].astype(int) for i in range(3))
    return (red > 215) & (green > 150) & (green < 235) & (blue < 120)


def _white(picture: Picture) -> Mask:
    low, high = picture.min(axis=-1).astype(int), picture.max(axis=-1).astype(int)
    return (low > 165) & (high - low < 50)


MASKS = {"red": _red, "marigold": _marigold, "white": _white}


def pips_on_top(die: Picture) -> int:
    """How many round bright patches of like size a picture of one die shows."""
    found = [blob for blob in blobs(_white(die)) if blob.roundness > ROUND and blob.size > die.shape[0] ** 2 / 700]
    largest = max((blob.size for blob in found), default=0)
    return sum(blob.size > 0.4 * largest for blob in found)


def blobs(mask: Mask) -> list[Blob]:
    """The connected patches of a mask."""
    left = {(int(row), int(column)) for row, column in np.argwhere(mask)}
    found = []
    while left:
        patch = [left.pop()]
        for row, column in patch:
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= near
            patch.extend(near)
        found.append(_measure(patch))
    return found


def _measure(patch: list[tuple[int, int]]) -> Blob:
    if len(patch) < 5:
        return Blob(len(patch), 0)
    short, long = np.linalg.eigvalsh(np.cov(np.array(patch, float).T))
    return Blob(len(patch), float(np.sqrt(max(short, 0) / long)) if long > 0 else 0)
