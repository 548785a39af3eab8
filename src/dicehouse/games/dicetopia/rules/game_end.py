"""End the game in order: draft, stock, cloning, dice, domination, Missions (section 7)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.bit_sets import nth_bit
from dicehouse.core.dice import Dice, log_event, log_face, mark_revealed

from .action_codes import AREA, CELL, CLONE_COLOUR, CLONE_VALUE, MISSION, PASS
from .board import changeable, colour, die_of, on_board, value, with_value
from .deck import draw_mission, keeps_all_missions
from .domination import area_leaders, area_value, domination_stars
from .missions import COPYCAT, HIGH_STAKES
from .scoring import mission_stars, right_neighbour, stock_stars, total_value
from .state import (
    COUNTED,
    FACES,
    N_AREAS,
    N_CITY,
    N_COLOURS,
    NO_MISSION,
    NO_SEAT,
    EventKind,
    Faction,
    MissionSource,
    Phase,
    State,
)

DOUBLED_MOST = 20
N_RANKS = 3  # see `reveal_order`
ALL_COLOURS = (1 << N_COLOURS) - 1


@rules
def in_scoring(state: State) -> bool:
    """Return True if all pieces are placed, and stars are counted or drafted for."""
    phase = state.phase
    return phase == Phase.DRAFT or phase == Phase.CLONE or phase == Phase.BLOCKADE or phase == Phase.LEAVE


# --- 7.2 the prison


@rules
def end_game(state: State, dice: Dice) -> None:
    """Begin the end once all pieces are placed. The holder of the marker is first in all that follows (M-03)."""
    log_event(dice, EventKind.OVER, NO_SEAT)
    state.player = state.marker
    state.phase = Phase.DRAFTED


@rules
def go_on_drafting(state: State, dice: Dice) -> None:
    """Continue the draft while there are dice in the prison; then the Stock Exchange pays."""
    if state.n_prison > 0:
        state.asked = state.player
        state.phase = Phase.DRAFT
    else:
        pay_stock(state, dice)
        begin_cloning(state)


@rules
def legal_draft(state: State, seat: int, actions: Actions) -> None:
    """List every die in the prison; passing is not allowed (M-19)."""
    for cell in range(state.n_prison):
        add_action(actions, CELL.of(cell))


@rules
def draft_die(state: State, seat: int, action: int, dice: Dice) -> None:
    """Put the drafted die on the Faction Board."""
    player, cell = state.players[seat], CELL.cell(action)
    die = state.prison[cell]
    log_event(dice, EventKind.DRAFT, seat, item=cell, amount=die, total=player.n_dice)
    player.dice[player.n_dice] = die
    player.n_dice += 1
    state.n_prison -= 1
    for i in range(cell, state.n_prison):
        state.prison[i] = state.prison[i + 1]
    state.prison[state.n_prison] = 0
    state.player = (seat + 1) % state.n_players
    state.asked = NO_SEAT
    state.phase = Phase.DRAFTED


# --- 7.3 to 7.5 stock, cloning, dice


@rules
def pay_stock(state: State, dice: Dice) -> None:
    """Pay the Stock Exchange, just before the normal scoring."""
    log_event(dice, EventKind.STOCK_STARS, NO_SEAT, amount=state.n_players)
    for seat in range(state.n_players):
        state.players[seat].stock = stock_stars(state, seat)
        log_face(dice, state.players[seat].stock)


@rules
def asked_faction(state: State, faction: int) -> int:
    """Return the seat that plays a faction and has not used its ability, or NO_SEAT."""
    for seat in range(state.n_players):
        if state.players[seat].faction == faction and not state.players[seat].used:
            return seat
    return NO_SEAT


@rules
def begin_cloning(state: State) -> None:
    """Let Dangmer clone, before Missions are shown (R-24)."""
    seat = asked_faction(state, Faction.DANGMER)
    state.phase = Phase.CLONED
    if seat != NO_SEAT and can_clone(state, seat):
        state.asked = seat
        state.phase = Phase.CLONE


@rules
def can_clone(state: State, seat: int) -> bool:
    """Return True if any own die may copy any die of the opponent to the right."""
    for slot in range(state.players[seat].n_dice):
        if changeable(state.players[seat], slot):
            return state.players[right_neighbour(state, seat)].n_dice > 0
    return False


@rules
def legal_clones(state: State, seat: int, actions: Actions) -> None:
    """List copying the value or the colour of one of their dice onto an own die, and cloning nothing."""
    player, other = state.players[seat], state.players[right_neighbour(state, seat)]
    values, colours = 0, 0
    for slot in range(other.n_dice):
        values |= 1 << value(other.dice[slot])
        each = colour(other.dice[slot])
        colours |= (1 << each) if each < N_COLOURS else ALL_COLOURS
    for slot in range(player.n_dice):
        if changeable(player, slot):
            for face in range(1, FACES + 1):
                if values >> face & 1 and face != value(player.dice[slot]):
                    add_action(actions, CLONE_VALUE.of(slot, face))
            for each in range(N_COLOURS):
                if colours >> each & 1 and each != colour(player.dice[slot]):
                    add_action(actions, CLONE_COLOUR.of(slot, each))
    add_action(actions, PASS)


@rules
def cloned_die(die: int, action: int) -> int:
    """Return a die after it has copied that value or colour."""
    if action in CLONE_COLOUR:
        return die_of(CLONE_COLOUR.colour(action), value(die))
    return with_value(die, CLONE_VALUE.value(action))


@rules
def clone_die(state: State, seat: int, action: int, dice: Dice) -> None:
    """Change the die into its clone for the rest of the scoring."""
    if action != PASS:
        slot = CLONE_COLOUR.slot(action) if action in CLONE_COLOUR else CLONE_VALUE.slot(action)
        player = state.players[seat]
        was = player.dice[slot]
        player.dice[slot] = cloned_die(was, action)
        player.used = True
        of = right_neighbour(state, seat)
        log_event(dice, EventKind.CLONE, seat, other=was, item=on_board(seat, slot), amount=player.dice[slot], total=of)
    state.asked = NO_SEAT
    state.phase = Phase.CLONED


@rules
def pay_dice(state: State, dice: Dice) -> None:
    """Pay the sum of everybody's dice; then ask the Blockade, if it plays."""
    log_event(dice, EventKind.DICE_STARS, NO_SEAT, amount=state.n_players)
    for seat in range(state.n_players):
        state.players[seat].values = total_value(state, seat)
        log_face(dice, state.players[seat].values)
    state.asked = asked_faction(state, Faction.BLOCKADE)
    state.phase = Phase.SCORING if state.asked == NO_SEAT else Phase.BLOCKADE


@rules
def legal_blockades(state: State, seat: int, actions: Actions) -> None:
    """List the Neighbourhoods that nobody shall dominate, and none (R-25)."""
    for area in range(N_CITY):
        add_action(actions, AREA.of(area))
    add_action(actions, PASS)


@rules
def blockade_area(state: State, seat: int, action: int, dice: Dice) -> None:
    """Block domination of the chosen Neighbourhood."""
    if action != PASS:
        state.blockaded = AREA.area(action)
        state.players[seat].used = True
        log_event(dice, EventKind.BLOCKADE, seat, item=state.blockaded)
    state.asked = NO_SEAT
    state.phase = Phase.SCORING


# --- 7.6 domination


@rules
def pay_domination(state: State, dice: Dice) -> None:
    """Pay domination area by area; then Centauri says which Mission it leaves out."""
    for area in range(N_AREAS):
        mask = area_leaders(state, area)
        log_event(
            dice,
            EventKind.DOMINATION,
            NO_SEAT,
            other=mask,
            item=area,
            amount=area_value(state, area),
            total=state.n_players,
        )
        for seat in range(state.n_players):
            stars = domination_stars(state, seat, area, mask)
            state.players[seat].domination += stars
            log_face(dice, stars)
    state.phase = Phase.REVEAL
    for seat in range(state.n_players):
        if keeps_all_missions(state, seat) and state.players[seat].left == NO_MISSION:
            state.asked = seat
            state.phase = Phase.LEAVE


@rules
def leave_out_mission(state: State, seat: int, action: int, dice: Dice) -> None:
    """Opportunist: leave out a Mission; two of the three count."""
    mission = MISSION.mission(action)
    state.players[seat].left = mission
    state.asked = NO_SEAT
    log_event(dice, EventKind.LEAVE, seat, item=mission)
    state.phase = Phase.REVEAL


# --- 7.7 Missions


@rules
def score_missions(state: State, dice: Dice) -> None:
    """Show and score all Missions; High Stakes draw, the others are computed, Copycat comes last (R-37)."""
    mark_revealed(dice)
    for i in range(state.n_players):
        reveal_missions(state, (state.marker + i) % state.n_players, dice)
    for i in range(COUNTED * state.n_players):
        seat, card = (state.marker + i // COUNTED) % state.n_players, i % COUNTED
        player = state.players[seat]
        if player.counts_as[card] != COPYCAT:
            plain = mission_stars(state, seat, player.counts_as[card])
            player.stars[card] = double_stars(plain) if player.via[card] == MissionSource.DRAWN else plain
    for i in range(COUNTED * state.n_players):
        seat, card = (state.marker + i // COUNTED) % state.n_players, i % COUNTED
        if state.players[seat].counts_as[card] == COPYCAT:
            copy_mission(state, seat, card)
    for rank in range(N_RANKS):
        for i in range(COUNTED * state.n_players):
            seat, card = (state.marker + i // COUNTED) % state.n_players, i % COUNTED
            if reveal_order(state.players[seat].via[card]) == rank:
                tell_mission(state, seat, card, dice)


@rules
def double_stars(stars: int) -> int:
    """Return twice the stars, 20 at most (51)."""
    return min(DOUBLED_MOST, 2 * stars)


@rules
def reveal_missions(state: State, seat: int, dice: Dice) -> None:
    """Set the two Missions that score; a gamble is replaced by the card that is drawn for it."""
    player = state.players[seat]
    hand = player.hand if player.left == NO_MISSION else player.hand & ~(1 << player.left)
    for card in range(COUNTED):
        mission = nth_bit(hand, card)
        player.scored[card] = player.counts_as[card] = mission
        if mission == HIGH_STAKES:
            player.via[card] = MissionSource.DRAWN
            player.hand &= ~(1 << mission)
            player.counts_as[card] = draw_mission(state, seat, dice)


@rules
def copy_mission(state: State, seat: int, card: int) -> None:
    """Score the Mission of another player that pays most, by the copier's dice and Agents; for a gamble the card that
    was drawn, undoubled (M-04). There is only one Copycat.
    """
    best, whose, which = -1, NO_SEAT, NO_MISSION
    for i in range(1, state.n_players):
        other = (seat + i) % state.n_players
        for each in range(COUNTED):
            mission = state.players[other].counts_as[each]
            if mission_stars(state, seat, mission) > best:
                best, whose, which = mission_stars(state, seat, mission), other, mission
    player = state.players[seat]
    player.copied[card] = whose
    player.stars[card] = double_stars(best) if player.via[card] == MissionSource.DRAWN else best
    player.via[card] = (
        MissionSource.DRAWN_AND_COPIED if player.via[card] == MissionSource.DRAWN else MissionSource.COPIED
    )
    player.counts_as[card] = which


@rules
def reveal_order(via: int) -> int:
    """Return the order of the log: cards drawn for a gamble, all others, the Copycat (R-37)."""
    if via == MissionSource.DRAWN:
        return 0
    return 1 if via == MissionSource.ITSELF else 2


@rules
def tell_mission(state: State, seat: int, card: int, dice: Dice) -> None:
    """Log a Mission and its payment."""
    player = state.players[seat]
    player.missions += player.stars[card]
    log_event(
        dice, EventKind.MISSION, seat, other=player.copied[card], item=player.scored[card], amount=player.stars[card]
    )
    log_face(dice, player.counts_as[card])
    log_face(dice, player.via[card])


# --- 7.8 the result


@rules
def final_total(state: State, seat: int) -> int:
    """Return all stars of a seat."""
    player = state.players[seat]
    return player.blood + player.stock + player.values + player.domination + player.missions


@rules
def decide_winner(state: State, dice: Dice) -> None:
    """Find the winner: the highest total; equal ones share the victory (R-38)."""
    best = 0
    for seat in range(state.n_players):
        best = max(best, final_total(state, seat))
    state.winners = 0
    for seat in range(state.n_players):
        if final_total(state, seat) == best:
            state.winners |= 1 << seat
    for seat in range(state.n_players):
        log_event(dice, EventKind.FINAL, seat, total=final_total(state, seat))
    log_event(dice, EventKind.WIN, NO_SEAT, item=state.winners, total=best)
    state.player = NO_SEAT
    state.phase = Phase.OVER
