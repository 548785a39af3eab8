// The view of Dicetopia as the server sends it. Things are written as words: "t4" is a teal four, "agent:0" an Agent of
// the first seat, "x" a destroyed space.
import type { Option } from "../../contract/messages";

export type DieName = string;
export type Thing = string | null;
/** "agency-3" is a space of an area, "p2-4" a die on a faction board; all numbers count from 1. */
export type Place = string;
export type AreaId =
  "agency" | "gugu" | "waste" | "congress" | "bank" | "nethal" | "market" | "dome" | "ravin" | "springs";
export type Colour = "teal" | "purple" | "white";

export interface Area {
  id: AreaId;
  name: string;
  kind: "city" | "dock" | "wasteland";
  action: string | null;
  line: string;
  /** Null if empty, "x" if destroyed, a die, or a piece. */
  spaces: Thing[];
  strength: number[];
  leaders: number[];
  lead: number;
  stars: number;
  core: number;
  dice: number;
}

export interface StarTotals {
  blood: number;
  stock: number;
  dice: number;
  domination: number;
}

export interface Seat {
  faction: string | null;
  ability: "unused" | "used" | "always";
  dice: DieName[];
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

export interface Mission {
  id: string;
  name: string;
  stars: number | null;
  each: boolean;
  text: string;
  /** Null if it depends on other cards. */
  now: number | null;
}

export interface Revealed {
  id: string;
  stars: number;
  from: "drawn" | "copied" | "drawn and copied" | null;
  of: number | null;
  as: string | null;
  left: boolean;
}

export interface View {
  game: string;
  /** Only in an open replay: what each seat alone knew. */
  each?: { hand?: Mission[] }[];
  phase: string;
  round: number;
  rounds: number;
  turn: number;
  player: number | null;
  began: number;
  marker: number;
  asked: number[];
  scenario: { id: string; name: string; ours: boolean; text: string } | null;
  text: "traditional" | "rebalanced";
  window: "start" | "placed" | "end" | null;
  doing: string | null;
  entered: AreaId | null;
  hypnosis: AreaId | null;
  held: { place: Place | null } | null;
  areas: Area[];
  stock: { track: number[]; at: Record<Colour, number>; value: Record<Colour, number> };
  prison: { thugs: number[]; dice: DieName[] };
  dome: { card: DieName[]; rerolled: boolean[]; bag: Record<Colour, number>; points: number[]; matches: number | null };
  tokens: number;
  magmacorium: number;
  deck: number;
  seats: Seat[];
  hand: Mission[];
  known: { top: string[] };
  revealed: Revealed[][] | null;
  final: (StarTotals & { missions: number; total: number })[] | null;
  winner: number[] | null;
}

/** One source of stars in a certain outcome. */
export interface StarSource {
  what: "dice" | "stock" | "domination" | "blood" | "mission";
  seat: number;
  points: number;
  area: AreaId | null;
  mission: string | null;
}

export interface OptionFacts {
  kind: string;
  place?: Place | null;
  area?: AreaId | null;
  die?: DieName | null;
  faction?: string;
  mission?: string;
  /** A cube's step is written as a number in text: "stock-teal": "2". */
  changes?: Record<string, Thing>;
  gain?: number | null;
  gains?: number[];
  /** What the note says besides the gain. */
  more: string;
  parts?: StarSource[];
  areas?: Partial<Record<AreaId, Area>>;
}
export type Act = Option<OptionFacts>;

/** The facts of all kinds of events. */
export interface EventFacts {
  faction: string;
  missions: string[];
  round: number;
  turn: number;
  saved: boolean;
  area: AreaId;
  place: Place;
  die: DieName;
  was: DieName;
  piece: string;
  slot: number | null;
  from: Place;
  to: Place | number;
  a: Place;
  b: Place;
  die_a: DieName;
  die_b: DieName;
  card: number;
  matches: number;
  points: number;
  dice: DieName[];
  colour: Colour;
  up: boolean;
  at: number;
  value: number;
  own: Place;
  own_was: DieName;
  own_die: DieName;
  cell: number;
  by: number[];
  colours: unknown;
  leaders: number[];
  stars: number;
  mission: string;
  of: number | null;
  as: string | null;
  totals: number[];
  seats: number[];
}
