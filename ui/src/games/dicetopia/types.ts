// What the server says of this game. Things lie on places as words: "t4" a teal four, "agent:0" an Agent of the first seat, "x" a dead space.
import type { Option } from "../../types";

export type DieName = string;
export type Thing = string | null;
/** "agency-3" a space of an area, "p2-4" a die on a faction board; both parts count from 1 */
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
  /** null empty, "x" dead, a die, or a piece */
  spaces: Thing[];
  strength: number[];
  leaders: number[];
  lead: number;
  stars: number;
  core: number;
  dice: number;
}

export interface Parts {
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
  parts: Parts;
  place: number | null;
}

export interface Mission {
  id: string;
  name: string;
  stars: number | null;
  each: boolean;
  text: string;
  /** null: it depends on other cards */
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
  /** all lies open: what each seat alone knew, in a replay */
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
  final: (Parts & { missions: number; total: number })[] | null;
  winner: number[] | null;
}

/** what a sure outcome is made of */
export interface Part {
  what: "dice" | "stock" | "domination" | "blood" | "mission";
  seat: number;
  points: number;
  area: AreaId | null;
  mission: string | null;
}

export interface Facts {
  kind: string;
  place?: Place | null;
  area?: AreaId | null;
  die?: DieName | null;
  faction?: string;
  mission?: string;
  /** a cube's step is written as a number in words: "stock-teal": "2" */
  changes?: Record<string, Thing>;
  gain?: number | null;
  gains?: number[];
  /** what the note says beside the gain */
  more: string;
  parts?: Part[];
  areas?: Partial<Record<AreaId, Area>>;
}
export type Act = Option<Facts>;

/** the facts of all kinds of events */
export interface Told {
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
