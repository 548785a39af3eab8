// A recorded throw, read by time: a slow device draws fewer pictures of it, not a slower throw.
import { interpolateRotation } from "./geometry";
import type { FlightRecord, Id, Quat, Vec } from "./view";

export interface Pose {
  at: Vec;
  quat: Quat;
}
interface Frame extends Pose {
  ms: number;
}
const NUMBERS_PER_FRAME = 8,
  HARD_CONTACT = 250;
const isLoose = (id: Id): boolean => /^[roygbkx][1-6]$/.test(id);

export class RecordedThrow {
  readonly ids: readonly Id[];
  readonly ms: number;
  readonly touches: readonly { ms: number; a: Id; b: Id; speed: number }[];
  readonly burnt: readonly { ms: number; die: Id }[];
  private readonly tracks: ReadonlyMap<Id, readonly Frame[]>;

  constructor(readonly record: FlightRecord) {
    this.tracks = new Map(Object.entries(record.frames).map(([id, track]) => [id, parseTrack(track)]));
    this.touches = record.touches.map(([seconds, a, b, speed]) => ({ ms: seconds * 1000, a, b, speed: speed * 1000 }));
    this.burnt = record.burnt.map(([seconds, die]) => ({ ms: seconds * 1000, die }));
    this.ids = [...this.tracks.keys()];
    this.ms = Math.max(0, ...[...this.tracks.values()].map((frames) => frames[frames.length - 1]?.ms ?? 0));
  }

  /** Return where a body is at that time; null after it has burnt. */
  poseAt(id: Id, ms: number): Pose | null {
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
    return { at: [x!, y!, z!], quat: interpolateRotation(a.quat, b.quat, t) };
  }

  /** The time of the decision: the first burn, else the last hard contact of two bodies that are not boards. */
  get decisiveMs(): number | null {
    const burn = this.burnt[0];
    if (burn) return burn.ms;
    const hard = this.touches.filter(({ a, b, speed }) => isLoose(a) && isLoose(b) && speed > HARD_CONTACT);
    return hard[hard.length - 1]?.ms ?? null;
  }
}

/**
 * Parse a track: a flat list with eight numbers per frame (ms, tenths of a millimetre, ten-thousandths of a rotation).
 */
function parseTrack(track: readonly number[]): Frame[] {
  const frames: Frame[] = [];
  for (let i = 0; i + NUMBERS_PER_FRAME <= track.length; i += NUMBERS_PER_FRAME) {
    const [ms, x, y, z, w, a, b, c] = track.slice(i, i + NUMBERS_PER_FRAME) as [
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
