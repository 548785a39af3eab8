"""Law: interpreted = compiled, bit for bit, after every action of random games."""

from __future__ import annotations

import random

import pytest

from dicehouse.core import Seeded
from dicehouse.engine import DiceBox, Engine, Position

from .playing import COMPILED, GAMES, Style, player_counts, random_settings

GAMES_EACH = 500  # in each of four parts; `make test` plays the first
PARTS = [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 4))]


class Lockstep:
    """One game on both engines at once; every answer of the one must be the answer of the other."""

    def __init__(self, game_id: str, players: int, seed: int) -> None:
        game = GAMES[game_id]
        self.rng = random.Random(seed)
        self.players = players
        self.source = Seeded(seed)
        self.sides = [(Engine(game, compiled), Position(game), DiceBox()) for compiled in (True, False)]
        self.style = Style(self.rng)
        self.number = 0
        self.settings = game.settings_for(players, random_settings(game, self.rng, players))
        self._both(lambda engine, position, box: engine.deal(position, players, self.settings, box))

    def step(self) -> bool:
        """Play one random action on both; False when the game is over."""
        if self._same(lambda engine, position: engine.over(position)):
            return False
        seats = self._same(lambda engine, position: engine.acting(position))
        seat = self.rng.choice(seats)
        actions = self._same(lambda engine, position: engine.legal(position, seat))
        assert actions, f"seat {seat} may act but has no action"
        action = actions[self.style.choose(len(actions))]
        self.number += 1
        self._both(lambda engine, position, box: engine.apply(position, seat, action, box))
        return True

    def ask_everything(self) -> None:
        self._same(lambda engine, position: engine.points(position))
        for seat in range(self.players):
            self._same(lambda engine, position, seat=seat: engine.legal(position, seat))
        if self._same(lambda engine, position: engine.over(position)):
            shares = self._same(lambda engine, position: engine.returns(position))
            assert sum(shares) == pytest.approx(1)

    def redeal(self) -> None:
        for seat in range(self.players):
            results = []
            for engine, position, _ in self.sides:
                other, box = Position(engine.game, position.memory.copy()), DiceBox()
                self.source.prepare(box.dice, 10**6 + self.number)
                engine.resample_hidden(other, seat, box)
                results.append((other.tobytes(), box.memory.tobytes()))
            assert results[0] == results[1]

    def _both(self, act) -> None:  # type: ignore[no-untyped-def]
        for engine, position, box in self.sides:
            box.clear()
            self.source.prepare(box.dice, self.number)
            act(engine, position, box)
        (_, one, dice), (_, other, others) = self.sides
        assert one.tobytes() == other.tobytes(), f"positions differ after action {self.number}"
        assert dice.draws() == others.draws()
        assert dice.sides() == others.sides()
        assert [told(e) for e in dice.events()] == [told(e) for e in others.events()]

    def _same(self, ask):  # type: ignore[no-untyped-def]
        first, second = (ask(engine, position) for engine, position, _ in self.sides)
        assert first == second
        return first


def told(event: object) -> tuple[object, ...]:
    plain = tuple(getattr(event, name) for name in ("kind", "seat", "other", "item", "amount", "total", "n_faces"))
    return (*plain, *(event.faces[i] for i in range(event.n_faces)))  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game_id", COMPILED)
def test_interpreted_and_compiled_rules_agree_after_every_action(game_id: str, part: int) -> None:
    counts = player_counts(GAMES[game_id])
    for number in range(GAMES_EACH * part, GAMES_EACH * (part + 1)):
        game = Lockstep(game_id, counts[number % len(counts)], number)
        for step in range(240 if number % 20 == 0 else 35):
            if not game.step():
                break
            if step % 16 == 0:
                game.ask_everything()
        game.ask_everything()
        game.redeal()
