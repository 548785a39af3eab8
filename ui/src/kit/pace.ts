// The tempo of telling: waits that any key or tap ends, and that shorten when more is waiting to be told.
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Pace {
  /** everything told from now on is told at once */
  finished = false;
  private wake: (() => void)[] = [];

  constructor(readonly speed = 1) {}

  finish(): void {
    this.finished = true;
    for (const wake of this.wake.splice(0)) wake();
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
      if (t >= 1) break;
      step(Math.max(0, t));
      await new Promise(requestAnimationFrame);
    }
    step(1);
  }
}
