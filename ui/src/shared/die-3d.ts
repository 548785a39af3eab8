// A three-dimensional die: one cube with fixed faces (1-6, 2-5, 3-4; 1, 2, 3 run anticlockwise) that is only rotated.
// The result is known before the roll; the tumble runs backwards from the final rotation.
import { type Pace, prefersReducedMotion } from "./animation-pace";

type Vec = readonly [number, number, number];
type Matrix = number[]; // 3 x 3, row by row

/** rotateX and rotateY that bring a face up */
const FACE_UP_ROTATION: Record<number, readonly [number, number]> = {
  1: [0, 0],
  2: [90, 0],
  5: [-90, 0],
  3: [0, -90],
  4: [0, 90],
  6: [180, 0],
};
const NORMAL: Record<number, Vec> = {
  1: [0, 0, 1],
  6: [0, 0, -1],
  2: [0, 1, 0],
  5: [0, -1, 0],
  3: [1, 0, 0],
  4: [-1, 0, 0],
};
export const FACES = [1, 2, 3, 4, 5, 6] as const;
const LIGHT = unit([-0.42, -0.62, 0.78]);
const TILT = 24; // degrees the camera leans back from straight above

function unit(v: Vec): Vec {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}
function multiply(a: Matrix, b: Matrix): Matrix {
  const out: Matrix = [];
  for (let row = 0; row < 9; row += 3)
    for (let col = 0; col < 3; col++)
      out.push(a[row]! * b[col]! + a[row + 1]! * b[3 + col]! + a[row + 2]! * b[6 + col]!);
  return out;
}
function rotationAbout([x, y, z]: Vec, degrees: number): Matrix {
  const a = (degrees * Math.PI) / 180,
    c = Math.cos(a),
    s = Math.sin(a),
    t = 1 - c;
  return [
    t * x * x + c,
    t * x * y - s * z,
    t * x * z + s * y,
    t * x * y + s * z,
    t * y * y + c,
    t * y * z - s * x,
    t * x * z - s * y,
    t * y * z + s * x,
    t * z * z + c,
  ];
}
const X: Vec = [1, 0, 0],
  Y: Vec = [0, 1, 0],
  Z: Vec = [0, 0, 1];

/** Return the height of three bounces, each lower than the last. */
function bounceHeight(t: number): number {
  if (t < 0.45) return Math.sin((Math.PI * t) / 0.45) * 110;
  if (t < 0.74) return Math.sin((Math.PI * (t - 0.45)) / 0.29) * 34;
  return t < 0.9 ? Math.sin((Math.PI * (t - 0.74)) / 0.16) * 9 : 0;
}

export interface RollOptions {
  pace: Pace;
  /** The place among the dice that roll together: each starts a little later. */
  order: number;
  /** The resting angle. */
  turn: number;
  /** Where it comes from, in pixels from its place. */
  from?: readonly [number, number];
}

export class RollingDie {
  private cube: HTMLElement | null = null;
  private shadow: HTMLElement | null = null;
  private faces: HTMLElement[] = [];

  constructor(
    public value = 1,
    public turn = 0,
  ) {}

  /** A Svelte attachment for the element that holds the cube. */
  attach = (node: Element): void => {
    this.cube = node.querySelector(".die3-cube");
    this.shadow = node.querySelector(".die3-shadow");
    this.faces = [...node.querySelectorAll<HTMLElement>(".face, .core")];
    this.show();
  };

  show(value = this.value, turn = this.turn): void {
    this.value = value;
    this.turn = turn;
    this.pose(this.restingRotation());
  }

  private restingRotation(): Matrix {
    const [x, y] = FACE_UP_ROTATION[this.value] ?? [0, 0];
    return multiply(rotationAbout(Z, this.turn), multiply(rotationAbout(X, x), rotationAbout(Y, y)));
  }

  /** Shade every face by its true normal, so that the light stays in place while the die turns. */
  private pose(m: Matrix, dx = 0, dy = 0, height = 0): void {
    if (!this.cube || !this.shadow) return;
    const v = multiply(rotationAbout(X, TILT), m);
    const columns = [v[0], v[3], v[6], 0, v[1], v[4], v[7], 0, v[2], v[5], v[8], 0, 0, 0, 0, 1];
    this.cube.style.transform = `translate3d(${dx}px,${dy - height * 0.5}px,${height}px) matrix3d(${columns.join()})`;
    const yaw = (Math.atan2(m[3]!, m[0]!) * 180) / Math.PI;
    this.shadow.style.transform = `translate(${dx + height * 0.35}px,${dy + height * 0.3}px) rotate(${yaw}deg) scale(${1 + height / 400})`;
    this.shadow.style.opacity = String(1 - Math.min(0.6, height / 160));
    for (const face of this.faces) {
      const n = NORMAL[Number(face.dataset.n)]!;
      const lit = Math.max(
        0,
        [0, 1, 2].reduce(
          (sum, r) => sum + LIGHT[r]! * (v[r * 3]! * n[0] + v[r * 3 + 1]! * n[1] + v[r * 3 + 2]! * n[2]),
          0,
        ),
      );
      face.style.setProperty("--dark", (58 * (1 - lit) ** 1.25).toFixed(1));
      face.style.setProperty("--gleam", (lit ** 3 * 0.5).toFixed(2));
    }
  }

  /** Roll the die to a value that is already decided; resolve when it lies still. */
  async roll(value: number, { pace, order, turn, from = [190, 140] }: RollOptions): Promise<void> {
    this.value = value;
    this.turn = turn;
    if (prefersReducedMotion()) {
      this.show();
      this.cube?.animate?.([{ opacity: 0 }, { opacity: 1 }], 120);
      return pace.wait(140);
    }
    const end = this.restingRotation(),
      spin = 540 + Math.random() * 260;
    const axis = unit([Math.random() - 0.5, Math.random() * 0.6 - 1.1, Math.random() - 0.5]);
    const ms = 620 + order * 30,
      delay = order * 45;
    await pace.run(ms + delay, (whole) => {
      const t = Math.min(1, Math.max(0, (whole * (ms + delay) - delay) / ms));
      const left = (1 - t) ** 2.6;
      this.pose(
        t < 1 ? multiply(rotationAbout(axis, spin * left), end) : end,
        from[0] * left,
        from[1] * left,
        t < 1 ? bounceHeight(t) : 0,
      );
    });
  }
}
