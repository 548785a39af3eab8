// A throw as it went, told by time: whoever draws slowly draws fewer pictures of it, not a slower throw.
import { between } from "./space";
import type { Flown, Id, Quat, Vec } from "./types";

export interface Pose {
  at: Vec;
  quat: Quat;
}
interface Frame extends Pose {
  ms: number;
}
const PARTS = 8,
  HARD = 250;
const isLoose = (id: Id): boolean => /^[roygbkx][1-6]$/.test(id);

export class Film {
  readonly ids: readonly Id[];
  readonly ms: number;
  readonly touches: readonly { ms: number; a: Id; b: Id; speed: number }[];
  readonly burnt: readonly { ms: number; die: Id }[];
  private readonly tracks: ReadonlyMap<Id, readonly Frame[]>;

  constructor(readonly flown: Flown) {
    this.tracks = new Map(Object.entries(flown.frames).map(([id, track]) => [id, framesOf(track)]));
    this.touches = flown.touches.map(([seconds, a, b, speed]) => ({ ms: seconds * 1000, a, b, speed: speed * 1000 }));
    this.burnt = flown.burnt.map(([seconds, die]) => ({ ms: seconds * 1000, die }));
    this.ids = [...this.tracks.keys()];
    this.ms = Math.max(0, ...[...this.tracks.values()].map((frames) => frames[frames.length - 1]?.ms ?? 0));
  }

  /** where a thing is at that time; null once it has burnt */
  pose(id: Id, ms: number): Pose | null {
    const frames = this.tracks.get(id),
      burnt = this.burnt.find(({ die }) => die === id);
    if (!frames?.length || (burnt && ms >= burnt.ms)) return null;
    const next = frames.findIndex((frame) => frame.ms > ms),
      b = frames[next],
      a = frames[next - 1];
    if (next === 0) return b!;
    if (!a || !b) return frames[frames.length - 1]!;
    const t = (ms - a.ms) / (b.ms - a.ms),
      [x, y, z] = a.at.map((part, i) => part + (b.at[i]! - part) * t);
    return { at: [x!, y!, z!], quat: between(a.quat, b.quat, t) };
  }

  /** when it was decided: the first burn, else the last hard contact of two things, neither of them a board */
  get decisive(): number | null {
    const burn = this.burnt[0];
    if (burn) return burn.ms;
    const hard = this.touches.filter(({ a, b, speed }) => isLoose(a) && isLoose(b) && speed > HARD);
    return hard[hard.length - 1]?.ms ?? null;
  }
}

/** a track is one flat list, eight numbers a frame: ms, tenths of a millimetre, ten-thousandths of a turn */
function framesOf(track: readonly number[]): Frame[] {
  const frames: Frame[] = [];
  for (let i = 0; i + PARTS <= track.length; i += PARTS) {
    const [ms, x, y, z, w, a, b, c] = track.slice(i, i + PARTS) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    frames.push({ ms, at: [x / 10, y / 10, z / 10], quat: [w / 1e4, a / 1e4, b / 1e4, c / 1e4] });
  }
  return frames;
}
