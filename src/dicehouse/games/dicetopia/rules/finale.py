"""The end of the game in its order: draft, stock, cloning, dice, domination, Missions (section 7)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import nth_bit
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, reveal, show, tell

from .board import changeable, colour, die_of, on_board, value, with_value
from .codes import AREA, CELL, CLONE_COLOUR, CLONE_VALUE, MISSION, PASS
from .deck import draw_mission, keeps_all
from .domination import domination_stars, leaders, worth
from .missions import COPYCAT, HIGH_STAKES
from .payouts import mission_stars, right_of, stock_stars, total_value
from .state import COUNTED, FACES, N_AREAS, N_CITY, N_COLOURS, NOBODY, Faction, Happened, Phase, State, Via

DOUBLED_MOST = 20
N_RANKS = 3  # see `rank_of`
ALL_COLOURS = (1 << N_COLOURS) - 1


@rules
def in_scoring(state: State) -> bool:
    """Whether all pieces are placed, and stars are counted or drafted for."""
    phase = state.phase
    return phase == Phase.DRAFT or phase == Phase.CLONE or phase == Phase.BLOCKADE or phase == Phase.LEAVE


# --- 7.2 the prison


@rules
def end_game(state: State, dice: Dice) -> None:
    """All pieces are placed. Who has the marker now is first in all that follows (M-03)."""
    tell(dice, Happened.OVER, NOBODY)
    state.player = state.marker
    state.phase = Phase.DRAFTED


@rules
def go_on_drafting(state: State, dice: Dice) -> None:
    """As long as there are dice in the prison; then the Stock Exchange pays."""
    if state.n_prison > 0:
        state.asked = state.player
        state.phase = Phase.DRAFT
    else:
        pay_stock(state, dice)
        begin_cloning(state)


@rules
def legal_draft(state: State, seat: int, actions: Actions) -> None:
    """Any die in the prison; there is no passing (M-19)."""
    for cell in range(state.n_prison):
        add(actions, CELL.of(cell))


@rules
def draft(state: State, seat: int, action: int, dice: Dice) -> None:
    """The die goes onto the Faction Board."""
    player, cell = state.players[seat], CELL.cell(action)
    die = state.prison[cell]
    tell(dice, Happened.DRAFT, seat, item=cell, amount=die, total=player.n_dice)
    player.dice[player.n_dice] = die
    player.n_dice += 1
    state.n_prison -= 1
    for i in range(cell, state.n_prison):
        state.prison[i] = state.prison[i + 1]
    state.prison[state.n_prison] = 0
    state.player = (seat + 1) % state.n_players
    state.asked = NOBODY
    state.phase = Phase.DRAFTED


# --- 7.3 to 7.5 stock, cloning, dice


@rules
def pay_stock(state: State, dice: Dice) -> None:
    """The Stock Exchange pays just before the normal scoring."""
    tell(dice, Happened.STOCK_STARS, NOBODY, amount=state.n_players)
    for seat in range(state.n_players):
        state.players[seat].stock = stock_stars(state, seat)
        show(dice, state.players[seat].stock)


@rules
def asked_faction(state: State, faction: int) -> int:
    """The seat that plays a faction and has not used its ability, or NOBODY."""
    for seat in range(state.n_players):
        if state.players[seat].faction == faction and not state.players[seat].used:
            return seat
    return NOBODY


@rules
def begin_cloning(state: State) -> None:
    """Dangmer may clone, before Missions are shown (R-24)."""
    seat = asked_faction(state, Faction.DANGMER)
    state.phase = Phase.CLONED
    if seat != NOBODY and can_clone(state, seat):
        state.asked = seat
        state.phase = Phase.CLONE


@rules
def can_clone(state: State, seat: int) -> bool:
    """Whether any own die may take after any die of the opponent to the right."""
    for slot in range(state.players[seat].n_dice):
        if changeable(state.players[seat], slot):
            return state.players[right_of(state, seat)].n_dice > 0
    return False


@rules
def legal_clones(state: State, seat: int, actions: Actions) -> None:
    """An own die takes the value or the colour of one of theirs, or nothing is cloned."""
    player, other = state.players[seat], state.players[right_of(state, seat)]
    values, colours = 0, 0
    for slot in range(other.n_dice):
        values |= 1 << value(other.dice[slot])
        each = colour(other.dice[slot])
        colours |= (1 << each) if each < N_COLOURS else ALL_COLOURS
    for slot in range(player.n_dice):
        if changeable(player, slot):
            for face in range(1, FACES + 1):
                if values >> face & 1 and face != value(player.dice[slot]):
                    add(actions, CLONE_VALUE.of(slot, face))
            for each in range(N_COLOURS):
                if colours >> each & 1 and each != colour(player.dice[slot]):
                    add(actions, CLONE_COLOUR.of(slot, each))
    add(actions, PASS)


@rules
def cloned(die: int, action: int) -> int:
    """What a die is once it has copied that value or colour."""
    if action in CLONE_COLOUR:
        return die_of(CLONE_COLOUR.colour(action), value(die))
    return with_value(die, CLONE_VALUE.value(action))


@rules
def clone(state: State, seat: int, action: int, dice: Dice) -> None:
    """For the rest of the scoring the die is what it copied."""
    if action != PASS:
        slot = CLONE_COLOUR.slot(action) if action in CLONE_COLOUR else CLONE_VALUE.slot(action)
        player = state.players[seat]
        was = player.dice[slot]
        player.dice[slot] = cloned(was, action)
        player.used = True
        of = right_of(state, seat)
        tell(dice, Happened.CLONE, seat, other=was, item=on_board(seat, slot), amount=player.dice[slot], total=of)
    state.asked = NOBODY
    state.phase = Phase.CLONED


@rules
def pay_dice(state: State, dice: Dice) -> None:
    """The sum of everybody's dice; then the Blockade is asked, if it plays."""
    tell(dice, Happened.DICE_STARS, NOBODY, amount=state.n_players)
    for seat in range(state.n_players):
        state.players[seat].values = total_value(state, seat)
        show(dice, state.players[seat].values)
    state.asked = asked_faction(state, Faction.BLOCKADE)
    state.phase = Phase.SCORING if state.asked == NOBODY else Phase.BLOCKADE


@rules
def legal_blockades(state: State, seat: int, actions: Actions) -> None:
    """A Neighbourhood that nobody shall dominate, or none (R-25)."""
    for area in range(N_CITY):
        add(actions, AREA.of(area))
    add(actions, PASS)


@rules
def blockade(state: State, seat: int, action: int, dice: Dice) -> None:
    """Nobody dominates there."""
    if action != PASS:
        state.blockaded = AREA.area(action)
        state.players[seat].used = True
        tell(dice, Happened.BLOCKADE, seat, item=state.blockaded)
    state.asked = NOBODY
    state.phase = Phase.SCORING


# --- 7.6 domination


@rules
def pay_domination(state: State, dice: Dice) -> None:
    """Area by area; then Centauri says which Mission it leaves out."""
    for area in range(N_AREAS):
        mask = leaders(state, area)
        tell(dice, Happened.DOMINATION, NOBODY, other=mask, item=area, amount=worth(state, area), total=state.n_players)
        for seat in range(state.n_players):
            stars = domination_stars(state, seat, area, mask)
            state.players[seat].domination += stars
            show(dice, stars)
    state.phase = Phase.REVEAL
    for seat in range(state.n_players):
        if keeps_all(state, seat) and state.players[seat].left == NOBODY:
            state.asked = seat
            state.phase = Phase.LEAVE


@rules
def leave(state: State, seat: int, action: int, dice: Dice) -> None:
    """Opportunist: two of the three count."""
    mission = MISSION.mission(action)
    state.players[seat].left = mission
    state.asked = NOBODY
    tell(dice, Happened.LEAVE, seat, item=mission)
    state.phase = Phase.REVEAL


# --- 7.7 Missions


@rules
def score_missions(state: State, dice: Dice) -> None:
    """All are shown; High Stakes draw, the others are computed, Copycat comes last (R-37)."""
    reveal(dice)
    for i in range(state.n_players):
        lay_open(state, (state.marker + i) % state.n_players, dice)
    for i in range(COUNTED * state.n_players):
        seat, card = (state.marker + i // COUNTED) % state.n_players, i % COUNTED
        player = state.players[seat]
        if player.counts_as[card] != COPYCAT:
            plain = mission_stars(state, seat, player.counts_as[card])
            player.stars[card] = doubled(plain) if player.via[card] == Via.DRAWN else plain
    for i in range(COUNTED * state.n_players):
        seat, card = (state.marker + i // COUNTED) % state.n_players, i % COUNTED
        if state.players[seat].counts_as[card] == COPYCAT:
            copy(state, seat, card)
    for rank in range(N_RANKS):
        for i in range(COUNTED * state.n_players):
            seat, card = (state.marker + i // COUNTED) % state.n_players, i % COUNTED
            if rank_of(state.players[seat].via[card]) == rank:
                tell_mission(state, seat, card, dice)


@rules
def doubled(stars: int) -> int:
    """Twice as much, 20 at most (51)."""
    return min(DOUBLED_MOST, 2 * stars)


@rules
def lay_open(state: State, seat: int, dice: Dice) -> None:
    """The two Missions that score; a gamble is replaced by the card that is drawn for it."""
    player = state.players[seat]
    hand = player.hand if player.left == NOBODY else player.hand & ~(1 << player.left)
    for card in range(COUNTED):
        mission = nth_bit(hand, card)
        player.scored[card] = player.counts_as[card] = mission
        if mission == HIGH_STAKES:
            player.via[card] = Via.DRAWN
            player.hand &= ~(1 << mission)
            player.counts_as[card] = draw_mission(state, seat, dice)


@rules
def copy(state: State, seat: int, card: int) -> None:
    """The Mission of another player that pays most, by the copier's dice and Agents; of a gamble the card that was
    drawn, undoubled (M-04). There is but one Copycat.
    """
    best, whose, which = -1, NOBODY, NOBODY
    for i in range(1, state.n_players):
        other = (seat + i) % state.n_players
        for each in range(COUNTED):
            mission = state.players[other].counts_as[each]
            if mission_stars(state, seat, mission) > best:
                best, whose, which = mission_stars(state, seat, mission), other, mission
    player = state.players[seat]
    player.copied[card] = whose
    player.stars[card] = doubled(best) if player.via[card] == Via.DRAWN else best
    player.via[card] = Via.DRAWN_AND_COPIED if player.via[card] == Via.DRAWN else Via.COPIED
    player.counts_as[card] = which


@rules
def rank_of(via: int) -> int:
    """The order of telling: what was drawn for a gamble, all others, the Copycat (R-37)."""
    if via == Via.DRAWN:
        return 0
    return 1 if via == Via.ITSELF else 2


@rules
def tell_mission(state: State, seat: int, card: int, dice: Dice) -> None:
    """A Mission and what it pays."""
    player = state.players[seat]
    player.missions += player.stars[card]
    tell(dice, Happened.MISSION, seat, other=player.copied[card], item=player.scored[card], amount=player.stars[card])
    show(dice, player.counts_as[card])
    show(dice, player.via[card])


# --- 7.8 the result


@rules
def final_total(state: State, seat: int) -> int:
    """All stars of a seat."""
    player = state.players[seat]
    return player.blood + player.stock + player.values + player.domination + player.missions


@rules
def crown(state: State, dice: Dice) -> None:
    """The highest total wins; equal ones share the victory (R-38)."""
    best = 0
    for seat in range(state.n_players):
        best = max(best, final_total(state, seat))
    state.winners = 0
    for seat in range(state.n_players):
        if final_total(state, seat) == best:
            state.winners |= 1 << seat
    for seat in range(state.n_players):
        tell(dice, Happened.FINAL, seat, total=final_total(state, seat))
    tell(dice, Happened.WIN, NOBODY, item=state.winners, total=best)
    state.player = NOBODY
    state.phase = Phase.OVER
