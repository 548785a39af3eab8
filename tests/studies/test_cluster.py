"""A study on a real cluster of two nodes, of which one dies in the middle, finds what one machine finds."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import dicehouse.studies.ray_cluster as cluster
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.studies import Study

RULE = Path(__file__).parents[2] / "examples" / "house_rules" / "zone_at_three.py"
FIGURES = {"seconds": 0}


def study(games: int = 2_000) -> Study:
    settings = {"special_cards": False}
    return Study(
        "dice-ocalypse", vary={"target": [2_000, 3_000]}, settings=settings, bots=["greedy"], games=games, seed=5
    )


@pytest.fixture
def client_server() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A cluster of one node, and the server through which it is reached from outside: its address, its process."""
    pytest.importorskip("ray")
    pytest.importorskip("grpc", reason="ray:// is Ray's client, which needs ray[client]")
    from ray.cluster_utils import Cluster

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    try:
        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    except Exception as error:  # Ray gives its own processes so many seconds, on however busy a machine
        pytest.skip(f"Ray's own cluster did not start here: {str(error)[:80]}")
    words = ["--address", nodes.address, "--host", "127.0.0.1", "--port", str(port), "--mode", "legacy"]
    server = subprocess.Popen([sys.executable, "-m", "ray.util.client.server", *words], stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert server.poll() is None
            time.sleep(0.1)
        yield f"ray://127.0.0.1:{port}", server
    finally:
        server.kill()
        server.wait()
        nodes.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Exception in thread:pytest.PytestUnhandledThreadExceptionWarning")  # gRPC's watcher
def test_from_outside_it_finds_the_same_and_says_when_it_is_cut_off(
    client_server: tuple[str, subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "1")  # seconds
    address, server = client_server
    outside = study(256)
    with cluster.connect_cluster(outside, address) as machines:
        assert machines.width == 1
        found = outside.run(crew=machines).as_dict()
        assert found | FIGURES == study(256).run().as_dict() | FIGURES
        with pytest.raises(cluster.ClusterUnavailable, match=r"^The connection to the cluster was lost\. With --save"):
            study(100_000).run(progress=lambda done, _: server.kill() if done else None, crew=machines)


@pytest.mark.slow
def test_a_lost_node_changes_nothing() -> None:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    here = study().run().as_dict()
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        lost = nodes.add_node(num_cpus=1)
        ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
        there, killed = study(), []

        def kill(done: int, _: int) -> None:
            if done >= 1_000 and not killed:
                killed.append(done)
                nodes.remove_node(lost, allow_graceful=False)

        with cluster.connect_cluster(there, "auto") as machines:
            assert machines.width == 2
            found = there.run(progress=kill, crew=machines).as_dict()
        assert killed and killed[0] < 4_000
        for _ in range(600):  # until the survivors have noticed
            if sum(node["Alive"] for node in ray.nodes()) == 1:
                break
            time.sleep(0.1)
        assert [node["Alive"] for node in ray.nodes() if node["NodeID"] == lost.node_id] == [False]
        assert found | FIGURES == here | FIGURES
    finally:
        ray.shutdown()
        nodes.shutdown()


def test_a_node_makes_the_same_plan_of_what_it_is_told() -> None:
    """Without a cluster: what is sent, and what is played of it."""
    rule = patched(find("dice-ocalypse"), RULE, check_invariants=False)
    asked = Study(
        {"": "dice-ocalypse", "mine": rule}, vary={"target": [2_000, 3_000]}, bots=["greedy"], games=64, seed=5
    )
    task = cluster.make_task(asked)
    assert [(game.id, game.rule) for game in task.games] == [("dice-ocalypse", ""), ("dice-ocalypse", RULE.name)]
    made = [cluster._find_same_game(game) for game in task.games]
    assert [game.fingerprint for game in made] == [cell.game.fingerprint for cell in asked.plan.cells[:1]] + [
        rule.fingerprint
    ]


def test_a_node_that_has_other_rules_says_so() -> None:
    sent = cluster.GameReference("dice-ocalypse", "0" * 16)
    with pytest.raises(
        BadSetting, match=r"it has other rules of Dice-ocalypse!\. Install the same version of Dicehouse on every node"
    ):
        cluster._find_same_game(sent)
    task = cluster.StudyTask("9.9", (sent,), ())
    part, why = cluster._play_on_node(task, {"family": 0, "first": 0, "games": 1})
    assert part is None
    assert why.startswith("A node of the cluster can't play this study: it has Dicehouse ")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_where_there_is_no_cluster(address: str) -> None:
    pytest.importorskip("ray")
    why = f"^There is no Ray cluster at '{address}': Connection refused.$"
    with pytest.raises(cluster.ClusterUnavailable, match=why), cluster.connect_cluster(study(2), address):
        pass


def test_without_ray_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(
            cluster.ClusterUnavailable,
            match=r"^A study on a cluster needs Ray\. Install it with: pip install 'ray",
        ),
        cluster.connect_cluster(study(2), "auto"),
    ):
        pass
