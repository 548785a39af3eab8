"""Define the position of Dicetopia and its constants."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.records.record import Array, array, i8, i16, i64, record

MAX_PLAYERS = 6
NO_SEAT = -1
NO_FACTION = -1
NO_AREA = -1
NO_PLACE = -1
NO_MISSION = -1
NO_CHOICE = -1  # no action
N_AREAS = 10
N_CITY = 6  # the first areas are Neighbourhoods
CITY_SIZE = 5  # spaces of a Neighbourhood
LOCATION_SIZE = 6
CITY_SPACES = N_CITY * CITY_SIZE
SPACES = CITY_SPACES + (N_AREAS - N_CITY) * LOCATION_SIZE
FACES = 6
N_COLOURS = 3
N_CARD = 3  # dice on the Blood Dome Card
N_MISSIONS = 60
ROUNDS = 7
SLOTS = 8  # dice that a Faction Board can hold: six for pieces, one drafted, one Magmacorium die of the Skelletas
TRACK = 6
COUNTED = 2  # Missions that score

# The contents of a space: nothing, a die 1 .. 24, or a piece with its owner's seat in the lowest three bits.
EMPTY = 0
DEAD = -1
MAGMACORIUM = 1 + N_COLOURS * FACES  # the first Magmacorium die; 1 + 6 * colour + value - 1
LAST_DIE = MAGMACORIUM + FACES - 1
BY_DIE = LAST_DIE + 1  # size of a table with an entry for each die; and for each value:
BY_VALUE = FACES + 1
AGENT = 32
THUG = 40  # broken out of the prison
TENTACLE = 48  # the Tentacle Force's own Thug
OWNER = 7  # the bits of a piece that hold its owner

BOARD = 64  # places on Faction Boards: BOARD + 8 * seat + slot; lower numbers are spaces
PLACES = BOARD + SLOTS * MAX_PLAYERS


class Colour(IntEnum):
    """Name the colours of dice: Information, Weapons, Money, and the joker."""

    TEAL = 0
    PURPLE = 1
    WHITE = 2
    MAGMACORIUM = 3


class Area(IntEnum):
    """Name six Neighbourhoods and the four Locations that take pieces; as numbers they are Actions too."""

    AGENCY = 0
    GUGU = 1
    WASTE = 2
    CONGRESS = 3
    BANK = 4
    NETHAL = 5
    MARKET = 6
    DOME = 7
    RAVIN = 8
    SPRINGS = 9


class Faction(IntEnum):
    """Name the factions in the order of the rulebook; the last two are reconstructed (R-25)."""

    ROAMERS = 0
    SHAKRA = 1
    PERCEPTIONEERS = 2
    TUULU = 3
    CENTAURI = 4
    DANGMER = 5
    EWO = 6
    HOLLOWS = 7
    CONSPIRACY = 8
    NAVIGATORS = 9
    HATERZ = 10
    FUKURA = 11
    TENTACLE = 12
    CONCLAVE = 13
    PAGANS = 14
    RETORIUM = 15
    SKELLETAS = 16
    ZAI = 17
    BANXA = 18
    BLOCKADE = 19


N_KNOWN = 18
N_FACTIONS = 20


class Phase(IntEnum):
    """Name what the game waits for; from UPCOMING on, steps that it takes by itself."""

    FACTION = 0
    MISSIONS = 1
    SKIP = 2
    HYPNOSIS = 3
    TURN = 4
    PLACE = 5
    CANCEL = 6
    ACTION = 7
    SECOND = 8
    VALUE = 9
    RETURN = 10
    DOME = 11
    STOCK = 12
    TRANSCEND = 13
    ALPHA = 14
    ALPHA_WITH = 15
    ROBIN = 16
    ROBIN_OWN = 17
    EXTERMINATE = 18
    INTERVENE = 19
    INTERVENE_AGAIN = 20
    SLIP = 21
    SLIP_TO = 22
    TURF = 23
    CONNECT = 24
    SACRIFICE = 25
    ADAPT = 26
    END = 27
    DRAFT = 28
    CLONE = 29
    BLOCKADE = 30
    LEAVE = 31
    OVER = 32
    UPCOMING = 33
    ACTED = 34
    WINDING_UP = 35
    TURN_ENDED = 36
    DRAFTED = 37
    CLONED = 38
    SCORING = 39
    REVEAL = 40
    GAME_ENDS = 41


class Window(IntEnum):
    """Say when abilities may be used in a turn: before the piece is placed, before the Action, and after it (R-22)."""

    START = 0
    PLACED = 1
    END = 2


class MissionSource(IntEnum):
    """Say how a Mission card scores as another one."""

    ITSELF = 0
    DRAWN = 1
    COPIED = 2
    DRAWN_AND_COPIED = 3


class EventKind(IntEnum):
    """Name the kinds of events."""

    DEAL = 0
    FACTION = 1
    MARKER = 2
    DEALT = 3
    CHOSEN = 4
    BEGIN = 5
    ROUND = 6
    TURN = 7
    SKIP = 8
    HYPNOSIS = 9
    SEND = 10
    BREAK_OUT = 11
    CANCEL = 12
    DRAW = 13
    DREW = 14
    RETURN = 15
    RETURNED = 16
    REROLL = 17
    MOVE = 18
    SWAP = 19
    CHANGE = 20
    CARD_REROLL = 21
    MATCH = 22
    CARD = 23
    FLAG = 24
    PROTECT = 25
    UNPROTECT = 26
    STOCK = 27
    ROBIN = 28
    TRANSCEND = 29
    NO_ACTION = 30
    ADAPT = 31
    EXTERMINATE = 32
    INTERVENTION = 33
    SLIP = 34
    HOME_TURF = 35
    CONNECTIONS = 36
    CONNECTED = 37
    SACRIFICE = 38
    TOKEN = 39
    OVER = 40
    DRAFT = 41
    STOCK_STARS = 42
    CLONE = 43
    DICE_STARS = 44
    BLOCKADE = 45
    DOMINATION = 46
    LEAVE = 47
    MISSION = 48
    FINAL = 49
    WIN = 50
    ALPHA = 51


class NoActionReason(IntEnum):
    """Say why no Action was done."""

    IMPOSSIBLE = 0
    UNWANTED = 1
    CANCELLED = 2


@record
class Options:
    """Hold the settings, as numbers."""

    neighbourhood_text: i8
    scenario: i8
    tie_domination: i8
    adjacency: i8
    stock_track: i8
    magmacorium: i8
    faction_deal: i8
    sharing: i8
    observatory_advanced: bool
    protection_advanced: bool
    reconstructed_factions: bool
    magmacorium_owner_option: bool
    actions_mandatory: bool
    abilities_reach_locations: bool


@record
class Player:
    """Hold a Faction Board, the pieces still to be sent, and the Missions."""

    hand: i64  # mask of Missions
    returned: i64  # mask of Missions that this player has put under the deck
    faction: i8
    offers: Array[i8] = array(2)  # factions to keep one of
    used: bool  # the Ability Token is turned
    drew: bool  # has drawn a Mission since the start
    agents: i8
    tentacle: bool  # its own Thug is still on the board
    thug: bool  # its Thug is still in prison
    n_dice: i8
    dice: Array[i8] = array(SLOTS)  # in the order of collection
    protected: i16  # mask of slots that carry a Protection Token
    moved: i16  # of those, the ones whose token has moved or come in this turn (M-06)
    spare: i8  # tokens not placed yet
    gave: i8  # the Mission given back at the start, or NO_MISSION
    left: i8  # the Mission that Centauri doesn't use, or NO_MISSION
    blood: i16  # stars of the Blood Dome
    stock: i16  # the other stars, once they are counted
    values: i16
    domination: i16
    missions: i16
    scored: Array[i8] = array(COUNTED)  # the cards that score, and
    counts_as: Array[i8] = array(COUNTED)  # the Missions whose text they score by
    via: Array[i8] = array(COUNTED)
    copied: Array[i8] = array(COUNTED)  # the seat it was copied from
    stars: Array[i16] = array(COUNTED)


@record
class State:
    """Hold the whole position. Of the deck it keeps what is known: cards put on top, cards in an unknown order, and
    with each player those it put under the deck, which come last.
    """

    rest: i64  # mask of Missions in the deck
    spaces: Array[i8] = array(SPACES)
    n_players: i8
    phase: i8
    window: i8
    round: i8
    turn: i8
    player: i8  # the seat whose turn it is, or that drafts
    first: i8  # the seat that began this round
    marker: i8  # the seat that has the First Player Marker
    asked: i8  # the seat that is asked out of turn, or in scoring
    fresh: bool  # nothing has been done in this turn yet
    last: bool  # this is the Roamers' saved turn
    saved: i8  # the seat whose turn is saved
    entered: i8  # the area entered in this turn
    doing: i8  # the area whose Action is about to be performed, or is being performed
    transcending: bool
    cancelled: bool
    hypnosis: i8  # the Neighbourhood that was named
    piece: i8  # which kind of piece is being placed
    back: i8  # the phase that a choice goes back to
    held: i8  # the place chosen first
    count: i8  # choices left of a kind
    woken: i8  # the Hollows' seat, if an Action has swapped a thing of theirs
    stock: Array[i8] = array(N_COLOURS)  # steps of the cubes
    cubes: i8  # mask of the cubes moved in this Action
    card: Array[i8] = array(N_CARD)  # dice on the Blood Dome Card
    rerolled: i8
    bag: Array[i8] = array(N_COLOURS)
    prison: Array[i8] = array(MAX_PLAYERS)
    n_prison: i8
    tokens: i8  # Protection Tokens in the supply
    magmacorium: i8  # Magmacorium dice in the supply
    n_top: i8
    top: Array[i8] = array(4)  # Missions put on top of the deck, the next one last
    top_seat: i8  # the seat that put them there
    blockaded: i8
    winners: i8  # mask
    options: Options
    players: Array[Player] = array(MAX_PLAYERS)
