"""Play a match and the referee together: equal options at every moment, an equal table after every action."""

from __future__ import annotations

import random
from collections.abc import Callable

from dicehouse.core import Option
from dicehouse.match.match import Match

from .referee import Referee

MAIN = ("turn", "capture", "steps")
EFFECTS = {"face": "F", "steal": "S"}
Choose = Callable[[list[Option]], Option]


def livelier(rng: random.Random) -> Choose:
    """Return a chooser that takes any option, but seldom the end of a turn, loose dice or a power, so that much happens
    in few actions.
    """
    dull = {"end": 0.3, "spirit": 0.2, "power": 0.3}

    def choose(options: list[Option]) -> Option:
        return rng.choices(options, [dull.get(option.facts["kind"], 1.0) for option in options])[0]

    return choose


def follow(match: Match, choose: Choose, most: int = 100_000) -> Referee:
    """Play until the match is over or `most` actions are done."""
    referee = Referee(match.view(), match.settings)
    referee.agrees(match.view())
    for _ in range(most):
        if match.over:
            break
        act(match, referee, choose)
    return referee


def act(match: Match, referee: Referee, choose: Choose) -> None:
    """Carry out one action with all its choices."""
    (seat,) = match.acting()
    assert seat == referee.player
    options = match.options(seat)
    ids = [option.id for option in options]
    assert len(ids) == len(set(ids))
    assert set(ids) == referee.offers()
    option = choose(options)
    match.play(seat, option.id)
    referee.act(option.id)
    chosen, pairs = [], referee.trades()
    while match.view()["phase"] not in (*MAIN, "over"):
        phase = match.view()["phase"]
        inner = match.options(seat)
        if phase in EFFECTS:
            assert {each.id for each in inner} == set(referee.targets(EFFECTS[phase]))
        chosen.append(choose(inner).id)
        match.play(seat, chosen[-1])
    if option.id.startswith("power"):
        after = {space: tuple(stack) for space, stack in match.view()["board"].items()}
        assert after in referee.uses(option.id.split()[1]), f"{option.id} {chosen} of {referee.board}"
        assert referee.phase == "steps" or referee.jumps(after), "a capture must follow"
        referee.board = after
    elif chosen:
        check_exchange(referee, chosen, pairs)
        referee.effect(chosen)
    referee.agrees(match.view())


def check_exchange(referee: Referee, chosen: list[str], pairs: set[frozenset[tuple[int, str]]]) -> None:
    words = " ".join(chosen).upper().split()
    if words[0] == "EXCHANGE":
        assert frozenset({(referee.sided(words[1]), words[2]), (referee.sided(words[4]), words[5])}) in pairs
