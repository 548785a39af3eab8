// What the throw in one's hand is likely to bring: asked anew when the aim has come to rest, and answered from trial throws.
import type { Id } from "./types";

export interface Chances {
  option: string;
  target: Id;
  tries: number;
  of: number;
  stays: number;
  where: string;
  about: string;
  note: string;
  parts: readonly { part: string; share: number; stays: boolean }[];
  /** how often something is knocked off a board */
  clears: number;
  /** where it lay in the end, and whether that counts as staying */
  places: readonly (readonly [x: number, y: number, z: number, stays: boolean])[];
}
const REST_MS = 140,
  PATIENCE_MS = 5000;

export class Odds {
  found = $state.raw<Chances | null>(null);
  /** the aim has moved since, and the next answer is on its way */
  stale = $state(false);
  why = $state("");
  /** what came of the last practice throw; it is forgotten when the aim moves */
  practised = $state("");
  private wanted: string | null = null;
  private asked: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: (option: string) => string | null) {}

  /** the throw one thinks about now; null: none */
  want(option: string | null, moment: string): void {
    const wanted = option && `${moment} ${option}`;
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.asked = null;
    this.stale = true;
    this.why = this.practised = "";
    if (!option) this.found = null;
    clearTimeout(this.timer);
    if (option) this.timer = setTimeout(() => this.send(option), REST_MS);
  }
  private send(option: string): void {
    this.asked = this.ask(option);
    this.timer = setTimeout(() => this.stale && this.send(option), PATIENCE_MS); // a line that was lost has lost it too
  }
  hear(id: string, facts: Chances | null, why: string): void {
    if (id !== this.asked) return;
    this.found = facts;
    this.why = why;
    this.stale = false;
  }
  /** the cloud of trial throws, while it is that of the throw in the hand */
  get cloud(): Chances["places"] {
    return this.stale ? [] : (this.found?.places ?? []);
  }
}
