"""Generate random set-up positions: words of all kinds for `Match.set_up`, and a few dozen actions after them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from dicehouse.errors import BadSetting
from dicehouse.match.match import Match

ACTIONS = 30

_plain = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=4)
)
JUNK = st.recursive(
    _plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)


@st.composite
def thrown(draw: st.DrawFn, meant: Mapping[str, st.SearchStrategy[Any]]) -> dict[str, Any]:
    """Return some of the words with valid values; now and then with any value, or an unknown word."""
    words = draw(st.lists(st.sampled_from(sorted(meant)), unique=True, max_size=len(meant)))
    position = {word: draw(meant[word]) for word in words}
    if draw(st.integers(0, 3)) == 0:
        position[draw(st.sampled_from([*meant, "word", "state", "players_", ""]))] = draw(JUNK)
    return position


def played_on(
    game: str, players: int, options: Mapping[str, Any], position: Mapping[str, Any], seed: int
) -> Match | None:
    """Return the match as it was set up, after playing on with a copy; None if the position was refused."""
    try:
        match = Match.set_up(game, players=players, options=options, **position)
    except BadSetting:
        return None
    twin = Match.set_up(game, players=players, options=options, **position)
    rng = random.Random(seed)
    for _ in range(ACTIONS):
        if twin.over:
            break
        seat = rng.choice(twin.acting())
        twin.play(seat, rng.choice(twin.options(seat)).id)
        twin.view(seat)
        twin.prompt(seat)
    return match
