"""What a study on a cluster costs: bytes and processor time a chunk, in the workers and in the driver.

    python -m bench.cluster

Two workers on this machine, beside the same study without Ray. Only processor time is measured, so that it holds on a
machine that is shared. What the driver does once (its findings) is left out: two lengths of a study are compared.
"""

from __future__ import annotations

import pickle
import time

from dicehouse.studies import Study, compile_games, play_chunk, ray_cluster, remaining_chunks

SHORT, LONG = 2_560, 25_600  # games; only of the first 800 is more kept than sums
PLAYED = {"greedy": LONG, "sensible": SHORT}


def study(bot: str, games: int) -> Study:
    return Study("dice-ocalypse", bots=[bot], games=games, seed=1)


def in_a_worker(bot: str) -> tuple[float, float, int]:
    """Bytes of a late chunk's part, processor seconds of a chunk, and its games."""
    plan = study(bot, PLAYED[bot]).plan
    compile_games(plan)
    todo, size = list(remaining_chunks(plan)), 0
    began = time.process_time()
    for chunk in todo:
        size = len(pickle.dumps(play_chunk(plan, chunk)))
    return size, (time.process_time() - began) / len(todo), todo[0].games


def in_the_driver(games: int) -> tuple[float, int]:
    """Processor seconds of a driver whose workers play a study, and how many chunks that was."""
    asked = study("greedy", games)
    with ray_cluster.connect_cluster(asked, "auto") as machines:
        began = time.process_time()
        asked.run(crew=machines)
        return time.process_time() - began, len(list(remaining_chunks(asked.plan)))


def main() -> None:
    import ray

    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        (few, short), (many, long) = in_the_driver(SHORT), in_the_driver(LONG)
    finally:
        ray.shutdown()
    driver = (many - few) / (long - short)
    for bot in PLAYED:
        size, seconds, games = in_a_worker(bot)
        print(f"{bot}: {games / seconds:,.0f} games a second and core, {size / games:,.0f} bytes a game")
        print(f"  a chunk of {games} games: {1000 * seconds:,.0f} ms in a worker, {1000 * driver:.1f} ms in the driver")
        print(f"  one driver bears {seconds / driver:,.0f} cores")


if __name__ == "__main__":
    main()
