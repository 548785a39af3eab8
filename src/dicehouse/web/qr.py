"""An address as a QR code: a picture that a phone reads. Always dark on light, by lamp too, or phones can't."""

from __future__ import annotations

QUIET = 4  # modules of light around the code, as the standard asks for
DARK, LIGHT = "#241a15", "#fffdf6"


def qr_svg(text: str) -> str:
    """The picture as SVG, one unit to a module; error correction M."""
    import segno

    rows = segno.make(text, error="m", micro=False).matrix
    size = len(rows) + 2 * QUIET
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1Z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="{LIGHT}"/><path d="{path}" fill="{DARK}"/></svg>'
    )
