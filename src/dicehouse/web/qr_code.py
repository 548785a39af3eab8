"""Draw an address as a QR code that a phone can read. It is always dark on light, in dark mode too, because phones
need that."""

from __future__ import annotations

QUIET_ZONE = 4  # light modules around the code, as the standard requires
DARK, LIGHT = "#241a15", "#fffdf6"


def qr_svg(text: str) -> str:
    """Return the QR code as SVG, one unit to a module, with error correction M."""
    import segno

    rows = segno.make(text, error="m", micro=False).matrix
    size = len(rows) + 2 * QUIET_ZONE
    path = "".join(
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1Z"
        for y, row in enumerate(rows)
        for x, module in enumerate(row)
        if module
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="{LIGHT}"/><path d="{path}" fill="{DARK}"/></svg>'
    )
