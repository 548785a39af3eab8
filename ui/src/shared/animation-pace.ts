// The speed of event animations: pauses that any key or tap ends and that shorten when more events wait, and the moment
// from which a result may be named.
/** How fast other players' events are shown, as a factor of the usual speed. */
export const PACES = { slow: 0.5, normal: 1, fast: 2.2, "at once": Infinity } as const;
export type PaceName = keyof typeof PACES;

export const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Wait for the next animation frame; a hidden page gets none, so a timer ends the wait. */
const nextFrame = (): Promise<unknown> =>
  new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 250);
  });

export class Pace {
  /** True if everything is shown at once from now on, until `stopSkipping`. */
  finished = false;
  /** Names the result in texts and log; the table sets it for every event. */
  onResultShown: (() => void) | null = null;
  private waiters: (() => void)[] = [];
  private skipsEverything = false;

  constructor(public speed = 1) {}

  /**
   * Called by the board when the result is visible (the dice have landed, the card is turned); only now may anything
   * name it.
   */
  resultShown(): void {
    const { onResultShown } = this;
    this.onResultShown = null;
    onResultShown?.();
  }

  /** True if the animation is too fast for sounds. */
  get silent(): boolean {
    return this.finished || this.speed === Infinity;
  }
  finish(): void {
    this.finished = true;
    for (const wake of this.waiters.splice(0)) wake();
  }
  /** Show everything at once, important events too: nobody is looking. */
  skipEverything(): void {
    this.skipsEverything = true;
    this.finish();
  }
  /** Show an important event even if the player skipped what led to it; the next touch ends it. */
  stopSkipping(): void {
    this.finished = this.skipsEverything;
  }

  wait(ms: number): Promise<void> {
    if (this.finished) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms / this.speed);
      this.waiters.push(() => {
        clearTimeout(timer);
        done();
      });
    });
  }

  /** Call `step` with 0..1 on every frame, at the end always with 1. */
  async run(ms: number, step: (t: number) => void): Promise<void> {
    const start = performance.now();
    while (!this.finished && !document.hidden) {
      const t = (performance.now() - start) / (ms / this.speed);
      if (!(t < 1)) break;
      step(Math.max(0, t));
      await nextFrame();
    }
    step(1);
  }
}
