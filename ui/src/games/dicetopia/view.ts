// Written by `python -m tests.house.page_types`, from the types in dicetopia/presentation/view_types.py.
import type { Option } from "../../contract/messages";

/** Colour and value: "t4" */
export type DieName = string;

/** Null if there is nothing, "x" if the space is destroyed, a die, or a piece */
export type Thing = string | null;

/** "agency-3" is a space of an area, "p2-4" a die on a faction board; all numbers count from 1 */
export type Place = string;

export type AreaId = "agency" | "gugu" | "waste" | "congress" | "bank" | "nethal" | "market" | "dome" | "ravin" | "springs";

export type Colour = "teal" | "purple" | "white";

/** Where the Mission comes from that another counts as */
export type MissionSource = "drawn" | "copied" | "drawn and copied";

export type StarKind = "dice" | "stock" | "domination" | "blood" | "mission";

export type Ability = "unused" | "used" | "always";

/** When abilities may be used in a turn */
export type Window = "start" | "placed" | "end";

export type Phase = "faction" | "missions" | "skip" | "hypnosis" | "turn" | "place" | "cancel" | "action" | "second" | "value" | "return" | "dome" | "stock" | "transcend" | "alpha" | "alpha-with" | "robin" | "robin-own" | "exterminate" | "intervene" | "intervene-again" | "slip" | "slip-to" | "turf" | "connect" | "sacrifice" | "adapt" | "end" | "draft" | "clone" | "blockade" | "leave" | "over";

/** A Mission that was counted at the end, or left out. */
export interface Revealed {
  id: string;
  stars: number;
  from: MissionSource | null;
  of: number | null;
  as: string | null;
  left: boolean;
}

/** Describe one source of stars in a certain outcome. */
export interface StarSource {
  what: StarKind;
  seat: number;
  points: number;
  area: AreaId | null;
  mission: string | null;
}

/** Describe an area of the city, and who dominates it. */
export interface Area {
  id: AreaId;
  name: string;
  kind: "city" | "dock" | "wasteland";
  /** The area whose Action it has */
  action: AreaId | null;
  line: string;
  spaces: Thing[];
  strength: number[];
  leaders: number[];
  lead: number;
  stars: number;
  core: number;
  dice: number;
}

/** What an option does. Its kind says which of the fields that may be missing it has. */
export interface OptionFacts {
  kind: string;
  place: Place | null;
  area: AreaId | null;
  die: DieName | null;
  faction?: string;
  mission?: string;
  colour?: Colour;
  up?: boolean;
  value?: number;
  seat?: number;
  card?: number;
  matches?: number;
  from?: Place | null;
  cell?: number;
  /** By place what lies there then; by "stock-teal" the step of a cube */
  changes: Record<string, Thing | number>;
  gain: number | null;
  /** By seat */
  gains: number[] | null;
  /** What the note says besides the gain */
  more: string;
  parts: StarSource[];
  areas: Partial<Record<AreaId, Area>>;
}

/** What an event of the game says, each kind with some of these fields. */
export interface EventFacts {
  scenario: string;
  faction: string;
  missions: string[];
  mission: string;
  top: boolean;
  round: number;
  turn: number;
  saved: boolean;
  area: AreaId;
  place: Place;
  /** For Alpha an Agent */
  die: DieName;
  was: DieName;
  piece: string;
  slot: number | null;
  from: Place | null;
  to: Place;
  a: Place;
  b: Place;
  die_a: DieName;
  die_b: DieName;
  card: number;
  cell: number;
  matches: number;
  points: number;
  dice: DieName[];
  colour: Colour;
  up: boolean;
  at: number;
  value: number;
  of: number;
  by: number[];
  leaders: number[];
  stars: number;
  total: number;
  seats: number[];
}

/** Who gets the First Player Marker, and who had it. */
export interface FlagFacts {
  to: number;
  from: number;
}

/** What a Mission pays at the end, and as which other Mission it counts. */
export interface MissionFacts {
  mission: string;
  stars: number;
  of: number | null;
  from: MissionSource | null;
  as: string | null;
}

/** Count the stars of a seat by their source, without Missions. */
export interface StarTotals {
  blood: number;
  stock: number;
  dice: number;
  domination: number;
}

/** Count the stars of a seat at the end. */
export interface FinalTotals {
  blood: number;
  stock: number;
  dice: number;
  domination: number;
  missions: number;
  total: number;
}

/** Describe a player, as everybody sees them. */
export interface Seat {
  faction: string | null;
  /** Null before there is a faction */
  ability: Ability | null;
  dice: DieName[];
  /** The numbers of the protected dice */
  protected: number[];
  tokens: number;
  agents: number;
  tentacle: boolean;
  thug: boolean;
  missions: number;
  gave: boolean;
  total: number;
  parts: StarTotals;
  place: number | null;
}

/** Describe a Mission card in a hand. */
export interface Mission {
  id: string;
  name: string;
  stars: number | null;
  each: boolean;
  text: string;
  /** What it would pay now; null if it depends on other cards */
  now: number | null;
}

/** Describe the scenario of this table. */
export interface Scenario {
  id: string;
  name: string;
  ours: boolean;
  text: string;
}

/** Name the place that was chosen first, of something that takes two. */
export interface HeldPlace {
  place: Place;
}

/** Give a number for each colour of dice. */
export interface CountByColour {
  teal: number;
  purple: number;
  white: number;
}

/** Describe the Stock Exchange: what its steps pay, and where the cube of each colour is. */
export interface Stock {
  track: number[];
  at: CountByColour;
  value: CountByColour;
}

/** Describe the prison: the seats whose Thugs are in it, and its dice. */
export interface Prison {
  thugs: number[];
  dice: DieName[];
}

/** Describe the Blood Dome: its card and bag, what each number of matches pays, and how many the reader has. */
export interface Dome {
  card: DieName[];
  rerolled: boolean[];
  bag: CountByColour;
  points: number[];
  matches: number | null;
}

/** Name the Missions on top of the deck that the reader knows, the next one first. */
export interface KnownCards {
  top: string[];
}

/** Describe what a seat saw otherwise than a spectator. */
export interface SeatKnowledge {
  hand?: Mission[];
  known?: KnownCards;
  dome?: Dome;
}

/** Describe the position as a seat or a spectator sees it. */
export interface View {
  game: string;
  /** Only in an open replay: what each seat alone knew */
  each?: SeatKnowledge[];
  phase: Phase;
  round: number;
  rounds: number;
  turn: number;
  /** The seat that has saved its turn */
  saved: number | null;
  player: number | null;
  began: number;
  marker: number;
  asked: number[];
  scenario: Scenario | null;
  text: "traditional" | "rebalanced";
  window: Window | null;
  doing: AreaId | null;
  entered: AreaId | null;
  hypnosis: AreaId | null;
  held: HeldPlace | null;
  areas: Area[];
  stock: Stock;
  prison: Prison;
  dome: Dome;
  tokens: number;
  magmacorium: number;
  deck: number;
  seats: Seat[];
  hand: Mission[];
  known: KnownCards;
  revealed: Revealed[][] | null;
  final: FinalTotals[] | null;
  winner: number[] | null;
}

export type Act = Option<OptionFacts>;
