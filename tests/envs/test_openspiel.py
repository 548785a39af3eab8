"""Run OpenSpiel's own suite; check that chance is exact and that nobody learns another's secrets."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import dicehouse
from dicehouse.core import Game
from dicehouse.core.dice_sources import set_stream
from dicehouse.engine import DiceBox, engine_of
from dicehouse.envs import Batch, openspiel
from dicehouse.envs.openspiel.exact_chance import ChanceDraw
from dicehouse.envs.openspiel.pyspiel_game import State
from dicehouse.errors import BadSetting
from dicehouse.games import find

from .playthroughs import FOLDER, GAMES, played

DUEL = {"combat": 11, "used": ["quad sparten dwelve cubera", "quad sparten twent cubera"], "order": [8, 3, 20, 14]}


def walk(state: State, luck: np.random.RandomState, decisions: int) -> State:
    """Play at random until this number of decisions is made, or the game is over."""
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(luck.choice(state.legal_actions())))
            decisions -= 1
    return state


# --- OpenSpiel's own suite


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("dice-ocalypse", 3, {"target": 2_000}),
        ("baron-voodoo", 2, {}),
        ("deck-o-dice", 2, {}),
        ("deck-o-dice", 1, {}),
        ("dicetopia", 2, {}),
    ],
)
def test_its_simulation_test_passes(name: str, players: int, options: dict[str, object]) -> None:
    pyspiel.random_sim_test(openspiel.load(name, players, options), 1, True, False)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_as_it_was_when_it_was_kept(name: str) -> None:
    assert played(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "python -m tests.envs.playthroughs"


def test_a_game_is_loaded_by_its_name_and_parameters() -> None:
    game = pyspiel.load_game("dicehouse_dice_ocalypse(players=4,scoring=printed,special_cards=False)")
    assert game.num_players() == 4
    assert game.table.settings["scoring"] == "printed" and game.table.settings["special_cards"] is False
    assert str(pyspiel.load_game(str(game))) == str(game)


# --- chance


def test_dice_that_fall_at_once_have_no_order() -> None:
    state = openspiel.load("dice-ocalypse", 2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0 if len(state.history()) % 2 else 5)
    state.apply_action(state.legal_actions()[0])
    chances = {state.action_to_string(-1, outcome): chance for outcome, chance in state.chance_outcomes()}
    assert len(chances) == 462
    assert chances["1 1 1 1 1 1"] == 1 / 6**6
    assert chances["1 2 3 4 5 6"] == pytest.approx(720 / 6**6)
    assert sum(chances.values()) == pytest.approx(1)


def test_the_weights_are_those_of_all_orders() -> None:
    counted = Counter(tuple(sorted(faces)) for faces in itertools.product(range(1, 7), repeat=4))
    for faces, chance in ChanceDraw(4, 6).outcomes():
        assert Fraction(chance).limit_denominator(6**4) == Fraction(counted[faces], 6**4)


def test_the_order_of_a_throw_changes_no_choice() -> None:
    """Show that a multiset is enough: the same options are legal in any order and lead to the same."""
    for faces in ("115234", "222416", "123456", "166244"):
        found = set()
        for order in itertools.islice(itertools.permutations(faces), 0, 720, 37):
            match = dicehouse.Match.set_up("dice-ocalypse", players=2, dice=dicehouse.Tape("".join(order)))
            match.play(0, "roll")
            seat = match.acting()[0]
            found.add((seat, match.points()[0], frozenset(option.id for option in match.options(seat))))
        assert len(found) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_same_through_openspiel(name: str) -> None:
    """Give OpenSpiel the actions and dice of a match one by one, and compare the positions."""
    match, luck = dicehouse.new(name, players=2, seed=5), np.random.RandomState(5)
    state = openspiel.load(name, 2).new_initial_state()
    fall(state, match.deal_draws, match.deal_sides)
    for _ in range(400):
        if match.over:
            break
        seat = match.acting()[0]
        options = {option.id for option in match.options(seat)}
        assert state.current_player() == seat
        names = {state.action_to_string(seat, action): action for action in state.legal_actions()}
        assert names.keys() == options
        if not match.game.hooks.THROWS:  # else its dice lie in another order
            assert state.node.position == match.position()
        option = sorted(options)[luck.randint(len(options))]
        match.play(seat, option)
        state.apply_action(names[option])
        fall(state, match.actions[-1].draws, match.actions[-1].sides)
    assert match.over and state.is_terminal()
    assert state.returns() == [2 * share - 1 for share in match.returns()]


def fall(state: State, draws: tuple[int, ...], sides: tuple[int, ...]) -> None:
    """Apply the chance results of a match; a draw with only one possible result was no question."""
    left = [draw for draw, n in zip(draws, sides, strict=True) if n > 1]
    while state.is_chance_node():
        number = state.node.draw.number
        wanted, left = tuple(sorted(left[:number])), left[number:]
        state.apply_action([faces for faces, _ in state.node.draw.outcomes()].index(wanted))
    assert not left


# --- what a seat knows


@pytest.mark.parametrize(("name", "players"), [("deck-o-dice", 2), ("dicetopia", 3), ("dice-ocalypse", 3)])
def test_a_resampled_state_is_the_same_for_its_player(name: str, players: int) -> None:
    luck = np.random.RandomState(3)
    state, seen, others = openspiel.load(name, players).new_initial_state(), 0, 0
    while not state.is_terminal() and seen < 25:
        walk(state, luck, 1)
        if state.is_terminal():
            break
        seen += 1
        for seat in range(players):
            other = state.resample_from_infostate(seat, luck.random_sample)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
            assert other.history() == []
            others += other.node.position != state.node.position
    assert others or name == "dice-ocalypse"


def test_a_resampled_state_tells_nothing_of_a_sealed_choice() -> None:
    start = openspiel.load("deck-o-dice").new_initial_state()
    told = []
    for action in (0, 5):
        luck, found = np.random.RandomState(1), []
        sealed = start.child(action)
        for _ in range(60):
            other = sealed.resample_from_infostate(1, luck.random_sample)
            found.append((other.node.position, other.information_state_string(0), other.information_state_string(1)))
        assert len({position for position, _, _ in found}) == 6
        told.append(found)
    assert told[0] == told[1]
    assert start.child(0).information_state_string(1) == start.child(5).information_state_string(1)
    assert start.child(0).information_state_string(0) != start.child(5).information_state_string(0)


def test_an_information_state_remembers_what_the_view_no_longer_shows() -> None:
    """In memory mode the table doesn't say again what lies under the deck, but whoever has perfect recall knows it."""
    start, ends = openspiel.load("deck-o-dice").new_initial_state(), {}
    for flip in range(20):
        state = start.child(2).child(2)  # the same minion: a card is flipped, and goes to the bottom
        state.apply_action(flip)
        luck = np.random.RandomState(1)
        while state.node.table.view(state.node.position, 0, ())["combat"] == 1:
            walk(state, luck, 1)
        ends.setdefault(state.observation_string(0), set()).add(state.information_state_string(0))
    assert len(set().union(*ends.values())) == 20
    assert max(map(len, ends.values())) > 1


def test_the_numbers_are_those_of_a_batch() -> None:
    batch, state = Batch("dice-ocalypse", 1, seed=3), openspiel.load("dice-ocalypse").new_initial_state()
    while state.is_chance_node():
        state.apply_action(len(state.history()) % 2)
    assert state.observation_tensor(0) != state.observation_tensor(1)
    batch._positions[0] = np.frombuffer(state.node.position, np.uint8)
    for seat in range(2):
        assert state.observation_tensor(seat) == batch.observe(seat)[0].tolist()


# --- copies


@pytest.mark.parametrize("name", ["dice-ocalypse", "dicetopia"])
def test_a_copy_plays_on_the_same(name: str) -> None:
    state = walk(openspiel.load(name).new_initial_state(), np.random.RandomState(2), 9)
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    ends = [walk(copy, np.random.RandomState(4), 12) for copy in (state.clone(), again, state)]
    assert len({str(end) for end in ends}) == 1
    assert len({end.information_state_string(0) for end in ends}) == 1
    assert str(game) == str(state.get_game())


def test_a_pickled_game_is_loaded_where_nothing_is_known_of_it() -> None:
    game = openspiel.load("deck-o-dice", position=DUEL)
    again = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own
    assert str(again) == str(game) and str(again.new_initial_state()) == str(game.new_initial_state())
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    there = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(game), capture_output=True, check=True)
    assert there.stdout.decode().strip() == str(game)


def test_an_action_s_number_is_that_of_a_batch_s_place() -> None:
    batch, state = Batch("baron-voodoo", 1, seed=3), openspiel.load("baron-voodoo").new_initial_state()
    game = state.get_game()
    while state.is_chance_node():
        state.apply_action(0)
    assert (game.num_distinct_actions(), batch.actions) == (19_839, 5_722)
    places = batch.action_space.places[state.legal_actions()]
    assert batch.action_space.numbers[places].tolist() == state.legal_actions() and (places >= 0).all()


# --- what is known of a game

PERFECT = pyspiel.GameType.Information.PERFECT_INFORMATION


@pytest.mark.parametrize(
    ("name", "players", "perfect"),
    [
        ("baron-voodoo", 1, True),
        ("baron-voodoo", 2, True),
        ("baron-voodoo", 4, True),
        ("dice-ocalypse", 2, True),
        ("dice-ocalypse", 3, False),
        ("deck-o-dice", 2, False),
        ("dicetopia", 2, False),
    ],
)
def test_perfect_information_is_declared_where_nothing_is_hidden(name: str, players: int, perfect: bool) -> None:
    game = openspiel.load(name, players)
    twin = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own
    assert [each.get_type().information == PERFECT for each in (game, twin)] == [perfect, perfect]


def variants(game: Game, players: int) -> list[dict[str, object]]:
    """Return settings in which each switch and each choice has every value once that so many players may choose."""
    found: list[dict[str, object]] = [{}]
    for setting in game.settings:
        values = [not setting.default] if setting.kind == "switch" else [value for value, _ in setting.choices]
        found += [{setting.key: value} for value in values]
    return [options for options in found if is_possible(game, players, options)]


def is_possible(game: Game, players: int, options: dict[str, object]) -> bool:
    try:
        game.settings_for(players, options)
    except BadSetting:
        return False
    return True


def resamples(name: str, players: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield positions of random games in many settings, each before and after resampling for a seat."""
    game, box = find(name), DiceBox()
    engine = engine_of(game)
    for options in variants(game, players):
        batch = Batch(game, 8, players=players, seed=1, options=options)
        for number in range(40):
            for row, seat in itertools.product(range(8), range(players)):
                position = batch.position(row)
                before = position.tobytes()
                set_stream(box.dice, number.to_bytes(12, "big"))
                engine.resample_hidden(position, seat, box)
                yield before, position.tobytes()
            for _ in range(4):
                batch.step(batch.sample())


@pytest.mark.parametrize(("name", "players"), [("baron-voodoo", 2), ("dice-ocalypse", 2)])
def test_where_it_is_declared_resampling_changes_nothing(name: str, players: int) -> None:
    assert all(before == after for before, after in resamples(name, players))


def test_where_it_is_not_declared_resampling_changes_something() -> None:
    assert any(before != after for before, after in resamples("dice-ocalypse", 4))


@pytest.mark.parametrize("name", GAMES)
def test_numbers_tell_information_states_apart_exactly_as_texts_do(name: str) -> None:
    players = GAMES[name].get("players", 2)
    game, seen = openspiel.load(name, players), dict[tuple[int, str], bytes]()
    for seed in range(3):
        luck, state = np.random.RandomState(seed), game.new_initial_state()
        for _ in range(25):
            walk(state, luck, 0)
            if state.is_terminal():
                break
            for player in range(players):
                numbers = np.array(state.information_state_tensor(player), np.float32)
                assert numbers.shape == tuple(game.information_state_tensor_shape())
                key = (player, state.information_state_string(player))
                assert seen.setdefault(key, numbers.tobytes()) == numbers.tobytes()
            walk(state, luck, 1)
    for player in range(players):
        mine = [numbers for (who, _), numbers in seen.items() if who == player]
        assert len(mine) > 20 and len(set(mine)) == len(mine)


def test_numbers_of_an_information_state_begin_with_what_is_seen_and_remembered() -> None:
    game, batch = openspiel.load("deck-o-dice"), Batch("deck-o-dice", 1, information="recall")
    state = walk(game.new_initial_state(), np.random.RandomState(1), 9)
    while state.is_chance_node():
        walk(state, np.random.RandomState(1), 0)
    numbers = np.array(state.information_state_tensor(1), np.float32)
    width = batch.observation_encoder.width
    batch.load(0, batch.save(0))
    assert len(numbers) == width + 96
    bits = np.packbits(numbers[width:].astype(np.uint8)).tobytes().hex()
    assert state.information_state_string(1).startswith(bits)


# --- its algorithms


def test_a_tree_search_for_perfect_information_plays() -> None:
    luck = np.random.RandomState(1)
    game = openspiel.load("baron-voodoo")
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    state = walk(game.new_initial_state(), luck, 4)
    assert bot.step(state) in state.legal_actions()


def test_counterfactual_regret_finds_the_equilibrium_of_a_duel() -> None:
    game = openspiel.load("deck-o-dice", position=DUEL)
    solver = cfr.CFRPlusSolver(game)
    found = []
    for _ in range(30):
        solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[-1] < 0.02
    assert found[-1] <= found[0]


def test_a_search_over_information_sets_plays_a_game() -> None:
    luck = np.random.RandomState(1)
    game = openspiel.load("deck-o-dice", position={"combat": 7})
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 1.4, 6, random_state=luck)
    state, decided = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node() or state.current_player() == 1:
            walk(state, luck, 1 if not state.is_chance_node() else 0)
        else:
            state.apply_action(int(bot.step(state)))
            decided += 1
    assert decided >= 5
    assert sum(state.returns()) == 0


# --- what can't be done


def test_what_is_not_legal_is_refused() -> None:
    state = walk(openspiel.load("deck-o-dice").new_initial_state(), np.random.RandomState(1), 0)
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match=r"7 isn't legal now\. The legal actions are: 0, 1, 2, 3, 4, 5"):
        state.apply_action(7)
    assert str(state) == before
    over = walk(state.clone(), np.random.RandomState(1), 99)
    with pytest.raises(pyspiel.SpielError, match="The game is over"):
        over.apply_action(0)


def test_what_can_t_be_done_has_no_name() -> None:
    state, thrown = (openspiel.load(name).new_initial_state() for name in ("deck-o-dice", "dice-ocalypse"))
    assert state.action_to_string(1, 0) == "quad"  # asked at once, though the other is asked first
    for player, action, says in ((0, 999, r"999 has no name here; legal: 0, 1"), (9, 0, "Player 9 has nothing to")):
        with pytest.raises(pyspiel.SpielError, match=says):
            state.action_to_string(player, action)
    with pytest.raises(pyspiel.SpielError, match="This isn't a chance node"):
        state.action_to_string(-1, 0)
    for outcome in (999, -1):
        with pytest.raises(pyspiel.SpielError, match=f"Chance has outcomes 0 to 5, not {outcome}"):
            thrown.action_to_string(-1, outcome)
    with pytest.raises(pyspiel.SpielError, match="Player 0 has nothing to choose here"):
        thrown.action_to_string(0, 0)


def test_what_can_t_be_loaded_is_said_in_a_sentence() -> None:
    with pytest.raises(BadSetting, match="2 to 6 players, not 7"):
        openspiel.load("dice-ocalypse", 7)
    with pytest.raises(BadSetting, match="its throws are simulated"):
        openspiel.load("indicesion")
    for junk in ("junk", "%5B1%5D", "%7B"):
        with pytest.raises(BadSetting, match=r"^position must be the words of a position as percent-encoded .*\.$"):
            pyspiel.load_game(f"dicehouse_deck_o_dice(position={junk})")
    with pytest.raises(BadSetting, match=r"^position must be a dictionary with the words of a position; not 7\.$"):
        openspiel.load("deck-o-dice", position=7)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="options must be a dictionary of settings by key"):
        openspiel.load("deck-o-dice", options="a=1")  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="combat"):
        openspiel.load("deck-o-dice", position={"combat": 99})


def test_a_program_that_used_it_ends_in_order() -> None:
    """OpenSpiel lets go of what was registered when Python has ended already."""
    code = "from dicehouse.envs import openspiel; openspiel.load('deck-o-dice')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
