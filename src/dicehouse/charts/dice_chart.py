"""Draw dice, and how often each face fell, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from .svg_elements import format_coordinate, join_markup

FAIR_BAND = 30.3  # per cent of a lane from its middle to the end of the band of 95 in 100
LANE_MARGIN = 4.0  # per cent: dice further out are drawn at this distance from the edge
MAX_DICE = 24
PIP_PLACES = ("C", "AI", "ACI", "AGKI", "AGCKI", "AGDHKI")
PIP_COORDINATES = {
    "A": (6, 6),
    "G": (17, 6),
    "D": (6, 11.5),
    "C": (11.5, 11.5),
    "H": (17, 11.5),
    "K": (6, 17),
    "I": (17, 17),
}


LANE_PIP_COORDINATES = {
    "A": (-8, -9),
    "G": (8, -9),
    "D": (-8, -1),
    "C": (0, -1),
    "H": (8, -1),
    "K": (-8, 7),
    "I": (8, 7),
}


def lane_position(count: int, fair_count: float, half_band: float) -> float:
    """Return the place of a face on its lane, from 0 to 100, if it fell `count` times. A face of a fair die is within
    `half_band` of `fair_count` 95 times in 100.
    """
    away = 0.0 if half_band == 0 else (count - fair_count) / half_band * FAIR_BAND
    return min(100 - LANE_MARGIN, max(LANE_MARGIN, 50 + away))


def face_lane(count: int, fair_count: float, half_band: float, face: int) -> Markup:
    """Draw the lane of one face: the band in which fair dice lie, its darker middle, and the die at its place."""
    at, one_sigma = lane_position(count, fair_count, half_band), FAIR_BAND / 1.96
    return Markup(
        '<svg class="lane" aria-hidden="true" focusable="false"><defs><pattern id="hatch{face}" width="8" height="8"'
        ' patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" class="hatch"/></pattern></defs>'
        '<rect class="b2" x="{low}%" width="{wide}%" height="100%"/>'
        '<rect x="{low}%" width="{wide}%" height="100%" fill="url(#hatch{face})"/>'
        '<rect class="b1" x="{inner}%" width="{narrow}%" height="100%"/>'
        '<rect class="edge" x="{low}%" width="2" height="100%"/>'
        '<rect class="edge" x="{high}%" width="2" height="100%"/><rect class="mid" x="50%" width="2" height="100%"/>'
        '<svg x="{at}%" y="50%" overflow="visible"><rect class="under" x="-15" y="-12" width="30" height="31" rx="7"/>'
        '<rect class="top" x="-15" y="-16" width="30" height="30" rx="7"/>{pips}</svg></svg>'
    ).format(
        face=face,
        low=f"{50 - FAIR_BAND:.2f}",
        high=f"{50 + FAIR_BAND:.2f}",
        wide=f"{2 * FAIR_BAND:.2f}",
        inner=f"{50 - one_sigma:.2f}",
        narrow=f"{2 * one_sigma:.2f}",
        at=f"{at:.2f}",
        pips=_draw_pips(face),
    )


def _draw_pips(face: int) -> Markup:
    spots = (
        Markup('<circle cx="{}" cy="{}" r="2.9"/>').format(*LANE_PIP_COORDINATES[spot]) for spot in PIP_PLACES[face - 1]
    )
    return Markup("").join(spots)


def face_bars(counts: Sequence[int], half_band: float | None = None) -> Markup:
    """Draw a small bar for each face.

    With `half_band` (see `lane_position`) the bars end around the height of fair dice, with the band of 95 in 100;
    without it they show the counts themselves.
    """
    fair_count, wide, high = sum(counts) / len(counts), 126, 34
    step = wide / len(counts)
    drawn = Markup("")
    for at, count in enumerate(counts):
        share = count / max(1, *counts) if half_band is None else lane_position(count, fair_count, half_band) / 100
        tall = max(1.0, share * high)
        drawn += Markup('<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="2"/>').format(
            at * step + 1.5, high - tall, step - 3, tall
        )
    band = Markup("")
    if half_band is not None:
        band = Markup(
            '<rect class="within" x="0" y="{0:.1f}" width="{1}" height="{2:.1f}"/><path class="rim" d="M0 {0:.1f}H{1}M0'
            ' {3:.1f}H{1}"/>'
        ).format(high * (0.5 - FAIR_BAND / 100), wide, high * FAIR_BAND / 50, high * (0.5 + FAIR_BAND / 100))
    return Markup('<svg class="bars" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}{}</svg>').format(
        wide, high, drawn, band
    )


# dice in a row --------------------------------------------------------------------------------------------------------


def dice_unit(most: float) -> int:
    """Return how much one die stands for, so that a row of `most` has at most `MAX_DICE` dice."""
    return next(unit for unit in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10**18) if most / unit <= MAX_DICE)


def dice_bar(value: float, most: float, seed: int) -> Markup:
    """Draw a row of dice as long as `value`, the last one cut; rows with the same `most` have the same scale.

    `seed` chooses which faces the dice show.
    """
    unit = dice_unit(most)
    many, places = value / unit, int(-(-most / unit // 1))
    whole, rest = int(many), many - int(many)
    parts = [_draw_die(25 * at, (((at + 1) * 2_654_435_761 + seed * 97_003) >> 9) % 6) for at in range(whole)]
    if rest > 0.02:
        wide = 23 * rest
        parts.append(Markup('<rect class="ghost" x="{}" y=".6" width="21.8" height="21.8" rx="4"/>').format(25 * whole))
        parts.append(
            Markup('<rect class="f" x="{}" width="{}" height="23" rx="4"/>').format(25 * whole, format_coordinate(wide))
        )
    return Markup('<svg class="dice" viewBox="0 0 {} 23" aria-hidden="true" focusable="false">{}</svg>').format(
        25 * max(places, 8), join_markup(parts)
    )


def _draw_die(x: float, face: int) -> Markup:
    pips = "".join(
        f"M{format_coordinate(x + PIP_COORDINATES[spot][0])} {PIP_COORDINATES[spot][1]}h0" for spot in PIP_PLACES[face]
    )
    return Markup('<rect class="f" x="{}" width="23" height="23" rx="4.6"/><path class="pip" d="{}"/>').format(
        format_coordinate(x), pips
    )
