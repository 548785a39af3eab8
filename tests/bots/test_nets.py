"""Check nets in seats: their choices, that they see no more than their seat, and which files are refused."""

from __future__ import annotations

import copy
import importlib
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.bots.factory import check_bot
from dicehouse.bots.nets import Net, NetBot, fingerprinted_name, load_named_net, short_bot_name
from dicehouse.bots.nets.tensors import MAX_FILE_BYTES, write_tensors
from dicehouse.cli import main
from dicehouse.core import Game
from dicehouse.core.dice_sources import Seeded
from dicehouse.engine import Position, engine
from dicehouse.engine.observation_encoder import ObservationEncoder, action_space
from dicehouse.envs.position_observations import observe_positions
from dicehouse.errors import BadNet, BadSetting, UnknownGame
from dicehouse.games import find
from dicehouse.match.match import ChosenOption, Match

GAME = find("dice-ocalypse")


def any_net(game: Game, seed: int = 1, between: str = "relu", width: int = 24) -> Net:
    """Return an untrained net, which plays all sorts of things."""
    luck = np.random.default_rng(seed)
    sizes = [ObservationEncoder(game).width, width, width, len(action_space(game).numbers)]
    layers = [(luck.standard_normal((outs, ins)), luck.standard_normal(outs)) for ins, outs in pairwise(sizes)]
    return Net.for_game(game, (2,), layers, between=between)


def shared_net(game: Game, seed: int = 1) -> Net:
    """Return such a net in which one layer looks at 40 places with shared weights, and the last at the parts of each
    action.
    """
    luck, sees, actions = np.random.default_rng(seed), ObservationEncoder(game).width, len(action_space(game).numbers)
    eyes, told = sees + 24, sees + 24 + 40 * 8  # where what comes out of these layers begins
    first = np.where(luck.random((40, 3)) < 0.2, -1, luck.integers(0, eyes - 3, (40, 3)))
    last = np.where(luck.random((actions, 7)) < 0.2, -1, told + luck.integers(0, 24 + 40 * 3, (actions, 7)))
    return Net.for_game(
        game,
        (2,),
        [
            (luck.standard_normal((24, sees)), luck.standard_normal(24)),
            (luck.standard_normal((8, 3 * 4)), luck.standard_normal(40 * 8), first),
            (luck.standard_normal((24, told - sees)), luck.standard_normal(24), [[sees]]),
            (luck.standard_normal((3, 8)), luck.standard_normal(3), eyes + 8 * np.arange(40)[:, None]),
            (luck.standard_normal((1, 7)), luck.standard_normal(actions), last),
        ],
        between="relu none tanh relu",
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    any_net(GAME).write(tmp_path / "ada.safetensors")
    return tmp_path / "ada.safetensors"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    shared_net(GAME).write(tmp_path / "ada.safetensors")
    return tmp_path / "ada.safetensors"


def positions(game: Game, count: int, seed: int = 1) -> Iterator[tuple[Match, int]]:
    """Yield every decision of some seat in random games."""
    luck, match = random.Random(seed), dicehouse.new(game.id, players=2, seed=seed)
    anybody = bots.make("random", game, seed)
    for number in range(count):
        if match.over:
            match = dicehouse.new(game.id, players=2, seed=f"{seed}|{number}")
        seat = luck.choice(match.acting())
        yield match, seat
        match.play(seat, anybody.choose(match, seat))


def by_torch(net: Net) -> Callable[[Any], Any] | None:
    """Return this net as PyTorch's own layers; None where PyTorch is not installed."""
    try:
        torch = importlib.import_module("torch")  # an extra that is larger than all others together
    except ImportError:
        return None
    between = {"relu": torch.nn.ReLU(), "tanh": torch.nn.Tanh(), "none": torch.nn.Identity()}

    def forward(seen: Any) -> Any:
        x = known = torch.tensor(seen)
        with torch.no_grad():
            for number, (weight, bias, looks) in enumerate(net.layers):
                layer = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False)
                layer.weight.data = torch.tensor(weight)
                if looks is not None:
                    run = weight.shape[1] // looks.shape[1]
                    padded = torch.nn.functional.pad(known, (0, run))  # where there is nothing there are zeros
                    begins = torch.tensor(looks).long() % (known.shape[1] + 1)
                    x = padded[:, begins.unsqueeze(-1) + torch.arange(run)].flatten(2)
                x = layer(x).flatten(1)
                x = x + torch.tensor(bias).tile(x.shape[1] // len(bias))
                x = between[words_of(net)[number]](x)
                known = torch.cat([known, x], 1)
        return x.numpy()

    return forward


def by_hand(net: Net) -> Callable[[Any], Any]:
    """Compute this net again, place by place, in double precision."""
    between: dict[str, Callable[[Any], Any]] = {
        "relu": lambda x: np.where(x > 0, x, 0),
        "tanh": lambda x: 1 - 2 / (np.exp(2 * x.clip(-300, 300)) + 1),
        "none": lambda x: x,
    }

    def forward(seen: Any) -> Any:
        known = [seen.astype(np.float64)]
        for number, (weight, bias, looks) in enumerate(net.layers):
            every, found = np.concatenate(known, 1), []
            for row in [None] if looks is None else looks.tolist():
                run, taken = weight.shape[1] // len(row or [1]), known[-1]
                if row is not None:
                    runs = [every[:, at : at + run] if at >= 0 else np.zeros((len(every), run)) for at in row]
                    taken = np.concatenate(runs, 1)
                found.append(np.einsum("oi,ni->no", weight.astype(np.float64), taken))
            x = np.concatenate(found, 1)
            known.append(between[words_of(net)[number]](x + np.tile(bias, x.shape[1] // len(bias))))
        return known[-1]

    return forward


def words_of(net: Net) -> list[str]:
    """Return the activation after each layer; none after the last."""
    words = net.between.split()
    return [*(words if len(words) > 1 else words * (len(net.layers) - 1)), "none"]


NETS: dict[str, tuple[str, Callable[[Game], Net]]] = {
    "relu": ("dice-ocalypse", any_net),
    "tanh": ("dice-ocalypse", lambda game: any_net(game, between="tanh")),
    "shared": ("dicetopia", shared_net),
}


@pytest.mark.parametrize("kind", NETS)
def test_a_net_chooses_at_a_thousand_positions_what_the_library_that_made_it_would(kind: str) -> None:
    """Compare the observations of compiled rules, all at once, with those of interpreted rules in a match."""
    known, made = find(NETS[kind][0]), NETS[kind][1]
    net, space = made(known), action_space(known)
    player, found = NetBot("net:x", net, 1), []
    for match, seat in positions(known, 1000):
        legal, chosen = np.array(match._legal_actions(seat)), player.choose(match, seat)
        assert isinstance(chosen, ChosenOption)
        place = legal.tolist().index(chosen.action)
        found.append((np.frombuffer(match.position(), np.uint8), seat, space.places[legal], place))
    seen = observe_positions(
        known, ObservationEncoder(known), 2, np.stack([row[0] for row in found]), np.array([row[1] for row in found])
    )
    wishes = by_hand(net)(seen.clip(-5, 5))
    if (torch := by_torch(net)) is not None:
        assert torch(seen.clip(-5, 5)) == pytest.approx(wishes, rel=1e-4, abs=1e-3)
    for (_, _, legal, chosen), row, wished in zip(found, seen, wishes, strict=True):
        best = np.asarray(wished[legal], np.float64)
        assert net.action_logits(row, legal) == pytest.approx(best, rel=1e-4, abs=1e-3)
        assert best[chosen] > best.max() - 1e-4 * max(1.0, abs(best.max())), "what is as good as the best is the best"
    assert len({row[3] for row in found}) > 5
    assert sum(len(row[2]) > 1 for row in found) > 500


def test_the_layers_are_those_that_the_file_holds(file: Path) -> None:
    net, again = any_net(GAME), Net.read(file)
    assert again.digest() == net.digest() != any_net(GAME, 2).digest()
    assert again._texts() == net._texts()
    assert all(np.array_equal(a, b) for a, b in zip(again._arrays().values(), net._arrays().values(), strict=True))
    assert again.size == 208 * 24 + 24 + 24 * 24 + 24 + 24 * 276 + 276


def test_it_plays_whole_games_and_only_what_is_legal(file: Path) -> None:
    name = f"net:{file}"
    played = bots.contest(GAME, [name, "random"], 4, players=2, seed=1)
    assert played.ended.all()
    assert [tally.games for tally in played.tallies()] == [4, 4]
    again = bots.contest(GAME, [name, "random"], 4, players=2, seed=1, jobs=2)
    assert (again.points == played.points).all()


def test_shared_weights_are_kept_once(shared: Path) -> None:
    net, again = shared_net(GAME), Net.read(shared)
    assert again.digest() == net.digest() != shared_net(GAME, 2).digest()
    assert again.layers[0].looks is None
    assert [layer._asdict()["looks"].tolist() for layer in again.layers[1:]] == [
        layer._asdict()["looks"].tolist() for layer in net.layers[1:]
    ]
    assert again.size == 208 * 24 + 24 + 8 * 12 + 320 + 24 * 344 + 24 + 3 * 8 + 3 + 7 + 276
    looked = replace(net, layers=(*net.layers[:-1], net.layers[-1]._replace(looks=net.layers[-1].looks * 0)))  # type: ignore[operator]  # it looks
    assert looked.digest() != net.digest()


def test_what_it_looks_at_is_measured_as_it_was_when_it_learned() -> None:
    """Each number from its mean, in spreads, cut off on both sides."""
    wants = np.zeros((276, 2), np.float32)
    wants[:2] = np.eye(2)
    net = Net.for_game(GAME, (2,), [(wants, np.zeros(276))], kept=[3, 5], mean=[1, 0], spread=[0.5, 0.001], limit=2.0)
    row = np.zeros(208, np.float32)
    row[3], row[5] = 1.75, 1.0
    assert net.action_logits(row, np.array([0, 1, 2])).tolist() == [1.5, 2.0, 0.0]


def test_it_can_not_tell_positions_apart_that_its_seat_can_not() -> None:
    """In Dicetopia nearly everything is hidden; what can't be known is dealt anew, again and again."""
    game = find("dicetopia")
    player, compared, moved = NetBot("net:x", any_net(game, 3), 1), 0, 0
    for match, seat in positions(game, 120, 4):
        here, before = player.choose(match, seat), match.position()
        for number in range(3):
            box = engine.DiceBox()
            Seeded(number).prepare(box.dice, 0)
            other = copy.copy(match)
            other._position = Position(game, np.frombuffer(before, np.uint8).copy())
            engine.engine_of(game, False).resample_hidden(other._position, seat, box)
            moved += other.position() != before
            assert player.choose(other, seat) == here
            compared += 1
    assert moved > compared / 2


# --- files that are none


def packed(head: bytes, data: bytes = b"") -> bytes:
    return len(head).to_bytes(8, "little") + head + data


def with_head(change: Callable[[dict[str, Any]], None]) -> Callable[[bytes], bytes]:
    """Return the file of a net with a change in its header."""

    def changed(good: bytes) -> bytes:
        size = int.from_bytes(good[:8], "little")
        head = json.loads(good[8 : 8 + size])
        change(head)
        return packed(json.dumps(head).encode(), good[8 + size :])

    return changed


def meta(**texts: Any) -> Callable[[bytes], bytes]:
    return with_head(lambda head: head["__metadata__"].update(texts))


def array(name: str, **about: Any) -> Callable[[bytes], bytes]:
    return with_head(lambda head: head[name].update(about))


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda good: b"",
    "seven bytes": lambda good: b"1234567",
    "text": lambda good: b"a net, believe me",
    "a head longer than the file": lambda good: (1 << 62).to_bytes(8, "little") + good[8:],
    "a head of nothing": lambda good: packed(b""),
    "a list": lambda good: packed(b"[1]"),
    "a head that nests": lambda good: packed(b"[" * 200_000),
    "a number of a million digits": lambda good: packed(b'{"a":' + b"9" * 900_000 + b"}"),
    "no letters": lambda good: packed(b"\xff\xfe"),
    "a name twice": lambda good: packed(b'{"kept":1,"kept":2}'),
    "an array that is none": lambda good: packed(b'{"kept":7}'),
    "cut off": lambda good: good[:-4],
    "more than it says": lambda good: good + b"1234",
    "a pickle": lambda good: b"\x80\x04\x95" + good[3:],
    "a zip": lambda good: b"PK\x03\x04" + good[4:],
    "another type": array("0.weight", dtype="F64"),
    "objects": array("0.weight", dtype="O"),
    "a shape below 0": array("0.weight", shape=[-24, -208]),
    "three axes": array("0.weight", shape=[24, 208, 1]),
    "a shape that is true": array("0.bias", shape=[True]),
    "a huge shape": array("0.weight", shape=[1 << 62, 4]),
    "an array over another": array("0.bias", data_offsets=[0, 96]),
    "an array outside": array("2.bias", data_offsets=[1 << 40, (1 << 40) + 1104]),
    "turned round": array("0.weight", shape=[208, 24]),
    "whole weights": array("0.weight", dtype="I32"),
    "places of floats": array("kept", dtype="F32"),
    "too many arrays": with_head(
        lambda head: head.update({f"{n}": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]} for n in range(99)})
    ),
    "no layer": with_head(lambda head: head.pop("1.weight")),
    "another file's texts": meta(format="pt"),
    "too few texts": with_head(lambda head: head["__metadata__"].pop("planes")),
    "too many texts": meta(more="x"),
    "a text that is none": meta(game=7),
    "no players": meta(players=""),
    "players of a million": meta(players="1" * 100_000),
    "all that is hidden": meta(information="all"),
    "another way between": meta(between="eval"),
    "no limit": meta(limit="nan"),
    "a limit that is none": meta(limit="x"),
}


SHARED: dict[str, Callable[[bytes], bytes]] = {
    "what it looks at is of floats": array("1.looks", dtype="F32"),
    "runs that don't fill a row": array("1.looks", shape=[24, 5]),
    "one axis": array("1.looks", shape=[120]),
    "no places": lambda good: with_numbers(good, "1.looks", np.zeros((0, 3))),
    "no runs": lambda good: with_numbers(good, "1.looks", np.zeros((40, 0))),
    "looks of no layer": with_head(lambda head: head.update({"9.looks": head.pop("1.looks")})),
    "looks of the plain": with_head(lambda head: head.update({"0.looks": head.pop("1.looks")})),
    "below nothing": lambda good: with_numbers(good, "1.looks", np.full((40, 3), -2)),
    "far below": lambda good: with_numbers(good, "1.looks", np.full((40, 3), -(1 << 31))),
    "a run that ends outside": lambda good: with_numbers(good, "1.looks", np.full((40, 3), 208 + 24 - 3)),
    "at itself": lambda good: with_numbers(good, "3.looks", np.full((40, 1), 208 + 24 + 320 + 24)),
    "far outside": lambda good: with_numbers(good, "1.looks", np.full((40, 3), (1 << 31) - 1)),
    "biases for half of the places": lambda good: with_numbers(good, "1.bias", np.zeros(160)),
    "gigabytes of products": lambda good: gigabytes(good),
    "a word too few": meta(between="relu none tanh"),
    "a word too many": meta(between="relu none tanh relu relu"),
    "no word": meta(between=""),
    "a word that is none": meta(between="relu none tanh exec"),
    "two spaces": meta(between="relu none  relu"),
}


def with_numbers(good: bytes, name: str, numbers: Any) -> bytes:
    """Return the file of a net with another array of that name."""
    size = int.from_bytes(good[:8], "little")
    head, data, end = json.loads(good[8 : 8 + size]), bytearray(), 0
    for key, about in head.items():
        if key != "__metadata__":
            begin, end = about["data_offsets"]
            part = good[8 + size + begin : 8 + size + end]
            if key == name:
                kind = "<i4" if about["dtype"] == "I32" else "<f4"
                about["shape"], part = list(numbers.shape), numbers.astype(kind).tobytes()
            about["data_offsets"] = [len(data), len(data) + len(part)]
            data += part
    return packed(json.dumps(head).encode(), bytes(data))


def gigabytes(good: bytes) -> bytes:
    """Return a million places, each of which gives a thousand numbers: a file of four megabytes."""
    for name, numbers in (
        ("1.looks", np.zeros((1_000_000, 1))),
        ("1.weight", np.zeros((1000, 1))),
        ("1.bias", np.zeros(1000)),
    ):
        good = with_numbers(good, name, numbers)
    return good


@pytest.mark.parametrize("what", SHARED)
def test_what_shares_wrongly_is_refused_in_a_sentence(what: str, shared: Path) -> None:
    bots.make(f"net:{shared}", GAME)
    shared.write_bytes(SHARED[what](shared.read_bytes()))
    with pytest.raises(BadNet) as refused:
        bots.make(f"net:{shared}", GAME)
    said = str(refused.value)
    assert re.match(r"ada\.safetensors isn't a (valid )?net: ", said) and said.endswith(".") and len(said) < 200


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_net_is_refused_in_a_sentence(what: str, file: Path) -> None:
    file.write_bytes(HOSTILE[what](file.read_bytes()))
    with pytest.raises(BadNet) as refused:
        bots.make(f"net:{file}", GAME)
    said = str(refused.value)
    assert said.startswith("ada.safetensors ") and said.endswith(".") and "\n" not in said
    assert len(said) < 200


@pytest.mark.parametrize("at", ["kept", "mean", "spread", "weight", "below", "outside"])
def test_numbers_that_are_none_are_refused(at: str, file: Path) -> None:
    net = any_net(GAME)
    weight = net.layers[1].weight.copy()
    weight[3, 3] = np.nan
    faults: dict[str, dict[str, Any]] = {
        "kept": {"kept": np.append(net.kept[1:], -1).astype(np.int32)},
        "mean": {"mean": np.append(net.mean[1:], np.inf).astype(np.float32)},
        "spread": {"spread": np.zeros_like(net.spread)},
        "weight": {"layers": (net.layers[0], net.layers[1]._replace(weight=weight), net.layers[2])},
        "below": {"spread": -net.spread},
        "outside": {"kept": net.kept + 9000},
    }
    replace(net, **faults[at]).write(file)
    with pytest.raises(BadNet):
        bots.make(f"net:{file}", GAME)


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # whoever opens it waits for ever
    (tmp_path / "large").touch()
    os.truncate(tmp_path / "large", MAX_FILE_BYTES + 1)
    for name, why in (
        ("pipe", "can't be read: it isn't a regular file"),
        ("large", "a net has at most 64,000,000"),
        ("", "can't be read: it is a folder, not a file"),
        ("nothing", "can't be read: No such file"),
        ("a\0b", "can't be read"),
        ("x" * 5000, "can't be read"),
    ):
        with pytest.raises(BadNet, match=why):
            load_named_net(f"net:{tmp_path / name}")
    with pytest.raises(BadNet, match="net:FILE"):
        load_named_net("net:")


def test_a_file_that_changes_is_read_again(file: Path) -> None:
    first = load_named_net(f"net:{file}")
    assert load_named_net(f"net:{file}") is first
    any_net(GAME, 7).write(file)
    os.utime(file, (1, 1))
    assert load_named_net(f"net:{file}").digest() == any_net(GAME, 7).digest() != first.digest()
    assert fingerprinted_name(f"net:{file}") == f"net:{file} {any_net(GAME, 7).digest()}"
    assert fingerprinted_name("sensible") == "sensible"


# --- nets for something else


def test_a_net_for_another_game_other_rules_or_other_company_is_refused(file: Path) -> None:
    name, net = f"net:{file}", any_net(GAME)
    check_bot(name)
    check_bot(name, GAME, 2)
    with pytest.raises(BadNet, match=r"plays Dice-ocalypse!, not Deck-O-Dice\.$"):
        check_bot(name, find("deck-o-dice"))
    with pytest.raises(BadNet, match=r"learned to play with 2 players, not with 3 players\.$"):
        bots.contest(GAME, [name], 2, players=3)
    with pytest.raises(BadNet, match="not with 3 players"):
        bots.arena(GAME, [name, "random"], players=3, games=2)
    with pytest.raises(BadNet, match="not with 4 players"):
        dicehouse.Study("dice-ocalypse", players=[2, 4], bots=[name], games=2, seed=1).run()
    for change, why in (
        ({"version": "0"}, r"learned version 0 of the rules of Dice-ocalypse!, but these are version 1\.$"),
        (
            {"planes": net.planes.replace("dice 6x6", "dice 6x8")},
            r"sees “dice 6x8 0..1 /1”, but the game now has “dice 6x6 0..1 /1”",
        ),
        ({"planes": net.planes + "; more 1 0..1 /1"}, "sees “more 1 0..1 /1”, but the game now has “nothing more”"),
        ({"actions": "276 0123"}, "chooses among “276 0123” actions"),
        ({"layers": net.layers[:2]}, "has 24 outputs for 276 actions"),
    ):
        replace(net, **change).write(file)  # type: ignore[arg-type]  # one field each
        with pytest.raises(BadNet, match=why):
            check_bot(name, GAME)


def test_a_net_does_not_sit_down_to_another_game(file: Path) -> None:
    player = bots.make(f"net:{file}")
    for match in (dicehouse.new("deck-o-dice"), dicehouse.new("dice-ocalypse", players=3)):
        with pytest.raises(BadNet):
            player.choose(match, match.acting()[0])
    with pytest.raises(BadSetting, match="search, net:FILE"):
        bots.make("clever")


def test_layers_that_do_not_fit_are_never_written(tmp_path: Path) -> None:
    for layers in ([], [(np.zeros((276, 4)), np.zeros(276))], [(np.zeros((9, 208)), np.zeros(9))]):
        with pytest.raises(BadNet, match=r"^This "):
            Net.for_game(GAME, (2,), layers)
    with pytest.raises(BadNet, match="floats and whole numbers"):
        write_tensors(tmp_path / "x", {"a": np.array(["text"])}, {})


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ((9,), r"^Dice-ocalypse! is for 2 to 6 players; a net can't play it with 9\.$"),
        ((2, 1), r"a net can't play it with 1\.$"),
        ((True,), "a net can't play it with True"),
        (("2",), "a net can't play it with '2'"),
        (2, r"^players must list the numbers of players that the net is for, such as \(2,\); not 2\.$"),
        ("2", r"not '2'\.$"),
        ((), r"not \(\)\.$"),
        (None, r"not None\.$"),
    ],
)
def test_a_net_is_for_players_that_the_game_has(players: Any, says: str) -> None:
    layers = [(np.zeros((276, 208)), np.zeros(276))]
    with pytest.raises(BadNet, match=says):
        Net.for_game(GAME, players, layers)


def test_a_game_and_a_file_may_be_named(tmp_path: Path) -> None:
    net = Net.for_game("dice-ocalypse", [2, np.int64(3)], [(np.zeros((276, 208)), np.zeros(276))])  # type: ignore[list-item]  # NumPy's serve as well
    net.write(str(tmp_path / "bea.safetensors"))
    again = Net.read(str(tmp_path / "bea.safetensors"))
    assert again.digest() == net.digest() and again.players == (2, 3)
    with pytest.raises(UnknownGame, match="dice-ocalips"):
        Net.for_game("dice-ocalips", (2,), [])
    with pytest.raises(BadNet, match="can't be read"):
        Net.read("nowhere.safetensors")


@pytest.mark.parametrize("layers", [7, [7], [(np.zeros((2, 2)),)], [("a", "b")], [([[1], [1, 2]], [0])]])
def test_what_are_no_layers_is_refused(layers: Any) -> None:
    with pytest.raises(BadNet, match=r"^layers must list, for each layer, its weights and biases"):
        Net.for_game(GAME, (2,), layers)


# --- in the terminal


def test_the_commands_take_nets(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"net:{file}"
    simulate = ["simulate", "dice-ocalypse", "--players", "2", "--games", "2", "--seed", "1", "--json"]
    assert main([*simulate, "--bots", f"{name},greedy"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == [name, "greedy"]
    arena = ["arena", "dice-ocalypse", "--players", "2", "--games", "2", "--seed", "1", "--json"]
    assert main([*arena, "--bots", f"{name},random"]) == 0
    assert name in capsys.readouterr().out
    assert main(["simulate", "dice-ocalypse", "--players", "3", "--games", "2", "--bots", name]) == 2
    assert "learned to play with 2 players, not with 3 players." in capsys.readouterr().err
    assert short_bot_name(name) == "ada"
    assert short_bot_name("sensible") == "sensible"


def test_a_study_is_played_by_a_net(file: Path) -> None:
    study = dicehouse.Study("dice-ocalypse", players=[2], bots=[f"net:{file}"], games=2, seed=1)
    assert study.run().cells[0].games == 2
