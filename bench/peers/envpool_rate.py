"""Run by a Python that has EnvPool: decisions a second of its batches, a line of JSON for every line that is read.

python envpool_rate.py GAME BATCH SECONDS SEED
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version

import envpool  # type: ignore[import-not-found]
import numpy as np


def main() -> None:
    name, batch, seconds, seed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    envs = envpool.make_gymnasium(name, num_envs=batch, num_threads=1, seed=seed)
    luck = np.random.default_rng(seed)
    _, info = envs.reset()
    decisions = ends = 0
    for _ in sys.stdin:
        spent, steps = 0.0, 0
        while spent < seconds:
            mask = info["legal_action_mask"].reshape(batch, -1)
            actions = np.where(mask, luck.random(mask.shape), -1).argmax(1).astype(np.int32)
            began = time.process_time()
            _, _, terminated, truncated, info = envs.step(actions)
            spent, steps = spent + time.process_time() - began, steps + 1
            ends += int((terminated | truncated).reshape(batch, -1).any(1).sum())
        decisions += steps * batch
        rate = steps * batch / spent
        told = {"rate": rate, "decisions": decisions / ends if ends else None, "version": version("envpool")}
        print(json.dumps(told), flush=True)


main()
