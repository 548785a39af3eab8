// Ask for the odds of the throw in the player's hand when the aim has come to rest; the server answers from trial
// throws.
import type { ThrowEstimate } from "./view";

const REST_MS = 140,
  PATIENCE_MS = 5000;

export class ThrowOdds {
  estimate = $state.raw<ThrowEstimate | null>(null);
  /** True if the aim has moved since the last answer. */
  stale = $state(false);
  reason = $state("");
  /** The result of the last practice throw; it is forgotten when the aim moves. */
  practiceText = $state("");
  private wantedThrow: string | null = null;
  private requestId: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: (option: string) => string | null) {}

  /** Set the current throw; null if there is none. */
  setThrow(option: string | null, moment: string): void {
    const wanted = option && `${moment} ${option}`;
    if (wanted === this.wantedThrow) return;
    this.wantedThrow = wanted;
    this.requestId = null;
    this.stale = true;
    this.reason = this.practiceText = "";
    if (!option) this.estimate = null;
    clearTimeout(this.timer);
    if (option) this.timer = setTimeout(() => this.sendRequest(option), REST_MS);
  }
  private sendRequest(option: string): void {
    this.requestId = this.ask(option);
    this.timer = setTimeout(() => this.stale && this.sendRequest(option), PATIENCE_MS); // a lost connection has lost the request, too
  }
  receiveAnswer(id: string, facts: ThrowEstimate | null, why: string): void {
    if (id !== this.requestId) return;
    this.estimate = facts;
    this.reason = why;
    this.stale = false;
  }
  /** The places of the trial throws, if they belong to the current throw. */
  get landingSpots(): ThrowEstimate["places"] {
    return this.stale ? [] : (this.estimate?.places ?? []);
  }
}

/** Return the half of the places nearest to their middle: every second throw ends among them. */
export function nearestHalf(places: ThrowEstimate["places"]): (readonly [number, number, number])[] {
  if (places.length < 6) return [];
  const mid = (of: number): number =>
      places.map((place) => place[of] as number).sort((a, b) => a - b)[places.length >> 1]!,
    [x, y, z] = [mid(0), mid(1), mid(2)];
  return places
    .map((place) => [place[0], place[1], z] as const)
    .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))
    .slice(0, Math.ceil(places.length / 2));
}
