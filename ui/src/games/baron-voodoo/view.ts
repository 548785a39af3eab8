// The view of Baron Voodoo as the server sends it. A die is written as colour and face ("PX"), a space as file and rank
// ("c3").
export type Colour = "Y" | "T" | "R" | "P" | "W";
export type LoaColour = Exclude<Colour, "W">;
export type Face = "O" | "V" | "F" | "G" | "S" | "X";
export type DieName = string;
export type Space = string;
export type StepId = "A" | "B" | "C1" | "C2" | "C3" | "C4" | "C5" | "D";
export type PowerName = "wata" | "bwa" | "legba" | "erzulie";
export type Stacks = Record<Space, DieName[]>;

export interface Step {
  id: StepId;
  state: "done" | "passed" | "now" | "open" | "closed";
  name: string;
  /** What it costs or yields, in a word. */
  short: string;
  /** In offerings; negative if it yields some. */
  price: number;
  /** Why it can't be taken now, in a sentence. */
  why: string;
}
/** One of the four powers, for the player whose turn it is. */
export interface Power {
  power: PowerName;
  colour: LoaColour;
  price: number;
  why: string;
}
export interface Jump {
  from: Space;
  over: Space;
  to: Space;
}
export interface Group {
  dice: DieName[];
  points: number;
}
export interface Side {
  seats: number[];
  name: string | null;
  loas: LoaColour[];
  vp: number;
  offerings: number;
  zone: DieName[];
  spirit: Group[];
  counts: Record<Colour, number>;
  best_final: number;
}
export interface SeatView {
  loa: LoaColour | null;
  guarded: boolean;
  side: number;
  total: number;
  place: number | null;
}
export interface BaronView {
  loa: LoaColour | null;
  guarded: boolean;
  level: number;
  line: DieName[];
  wishes: { die: DieName; words: string; now: string; next: boolean }[];
  /** What he would take if it were his turn. */
  next: Jump | null;
}
export interface FinalSide {
  before: number;
  combo: Group | null;
  majorities: Record<Colour, number>;
  total: number;
}
export interface View {
  mode: "free" | "teams" | "solo";
  phase: string;
  turn: number;
  round: number;
  player: number | null;
  extra: boolean;
  bought: boolean;
  threshold: number;
  first: number;
  area: [number, number];
  layout: string[];
  board: Stacks;
  held: { power: PowerName; space: Space | null; first: Space | null } | null;
  held_die: { side: number; die: DieName } | null;
  captured: DieName | null;
  steps: Step[];
  powers: Power[];
  reserve: number | null;
  samedi: number | null;
  sides: Side[];
  seats: SeatView[];
  baron: BaronView | null;
  pool: Record<DieName, number>;
  trigger: { seat: number | null; why: "score" | "blocked" } | null;
  to_play: number[];
  last: { seat: number | null; from: Space; over: Space; to: Space; die: DieName; jumper: DieName } | null;
  combos: (Group & { kind: "icon" | "colour" })[];
  best_split: { points: number; combos: DieName[][] } | null;
  values: number[];
  final: { sides: FinalSide[] } | null;
  winner: number | null;
}

export type Kind =
  | "jump"
  | "power"
  | "line"
  | "stack"
  | "top"
  | "next"
  | "die"
  | "to"
  | "swap"
  | "with"
  | "offering"
  | "turn"
  | "use"
  | "buy"
  | "combo"
  | "spirit"
  | "end"
  | "face"
  | "steal"
  | "exchange"
  | "exchange-with"
  | "place"
  | "loa"
  | "baron-loa";
export interface OptionFacts {
  kind: Kind;
  step?: StepId;
  from?: Space;
  over?: Space;
  to?: Space;
  die?: DieName;
  space?: Space;
  price?: number;
  face?: Face;
  dice?: DieName[];
  points?: number;
  side?: number;
  power?: PowerName;
  loa?: string;
  changes?: Stacks;
}
