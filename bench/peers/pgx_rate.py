"""Run by a Python that has pgx: decisions a second of its batches, a line of JSON for every line that is read.

python pgx_rate.py GAME BATCH SECONDS SEED
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version
from typing import Any

import jax  # type: ignore[import-not-found]
import jax.numpy as jnp  # type: ignore[import-not-found]
import pgx  # type: ignore[import-not-found]
from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found]


def main() -> None:
    name, batch, seconds, seed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda state, key: jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf)))
    split = jax.jit(lambda key: jax.random.split(key, batch))
    key = jax.random.PRNGKey(seed)
    state = jax.jit(jax.vmap(env.init))(split(key))

    def one(state: Any, key: Any) -> tuple[Any, Any, float]:
        """A step with choices by chance; seconds of the step alone, with observations and masks."""
        key, chance, luck = jax.random.split(key, 3)
        actions, keys = jax.block_until_ready((draw(state, chance), split(luck)))
        began = time.process_time()
        state = jax.block_until_ready(step(state, actions, keys))
        return state, key, time.process_time() - began

    state, key, _ = one(state, key)  # compiles
    decisions = ends = 0
    for _ in sys.stdin:
        spent, steps = 0.0, 0
        while spent < seconds:
            state, key, used = one(state, key)
            spent, steps, ends = spent + used, steps + 1, ends + int(state.terminated.sum())
        decisions += steps * batch
        rate = steps * batch / spent
        told = {"rate": rate, "decisions": decisions / ends if ends else None, "version": version("pgx")}
        print(json.dumps(told), flush=True)


main()
