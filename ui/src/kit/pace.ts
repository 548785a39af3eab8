// The tempo of telling: waits that any key or tap ends, and that shorten when more is waiting to be told; and the moment from
// which what is told may be named.
/** how fast is told what others do: times the usual tempo */
export const PACES = { slow: 0.5, normal: 1, fast: 2.2, "at once": Infinity } as const;
export type PaceName = keyof typeof PACES;

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** the next frame; a page that is hidden meanwhile gets none */
const frame = (): Promise<unknown> =>
  new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 250);
  });

export class Pace {
  /** what is told from now on is told at once, up to the next great moment */
  finished = false;
  /** puts into words what is being told; the table sets it anew for every event */
  words: (() => void) | null = null;
  private wake: (() => void)[] = [];
  private dropped = false;

  constructor(public speed = 1) {}

  /** The board says that the dice have landed, that the card has turned: only now may anything name the result. */
  seen(): void {
    const { words } = this;
    this.words = null;
    words?.();
  }

  /** too fast to be heard */
  get silent(): boolean {
    return this.finished || this.speed === Infinity;
  }
  finish(): void {
    this.finished = true;
    for (const wake of this.wake.splice(0)) wake();
  }
  /** nobody looks: nothing stays, not even great moments */
  drop(): void {
    this.dropped = true;
    this.finish();
  }
  /** A great moment is seen even by who skipped what led to it; the next touch ends it. */
  moment(): void {
    this.finished = this.dropped;
  }

  wait(ms: number): Promise<void> {
    if (this.finished) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms / this.speed);
      this.wake.push(() => {
        clearTimeout(timer);
        done();
      });
    });
  }

  /** calls `step` with 0..1 on every frame; always ends with 1 */
  async run(ms: number, step: (t: number) => void): Promise<void> {
    const start = performance.now();
    while (!this.finished && !document.hidden) {
      const t = (performance.now() - start) / (ms / this.speed);
      if (!(t < 1)) break;
      step(Math.max(0, t));
      await frame();
    }
    step(1);
  }
}
