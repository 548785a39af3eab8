// Measure how fast this device draws the first moving pictures, once: a weak one does better with the flat view.
const MOST_FRAMES = 60,
  MOST_MS = 3000, // of motion: after that, fewer frames than 60 say that there are fewer than 20 a second
  LEAST_FRAMES = 5,
  INTERRUPTED = 4000; // milliseconds: the page was in the background

export class FrameRate {
  private frames = 0;
  private ms = 0;
  private last: number | null = null;

  /** Count a picture that was drawn at `now` (milliseconds); return pictures per second, once that is known. */
  add(now: number, moving: boolean): number | null {
    const since = this.last === null ? null : now - this.last;
    this.last = moving ? now : null;
    if (!moving || since === null || since > INTERRUPTED) return null;
    this.frames++;
    this.ms += since;
    const known = this.frames >= MOST_FRAMES || (this.ms >= MOST_MS && this.frames >= LEAST_FRAMES);
    return known ? (this.frames * 1000) / this.ms : null;
  }
}
