// Paint the textures of the table: pips, rings, cloth and wood.
import { CanvasTexture, SRGBColorSpace, type Texture } from "three";
import type { Colour } from "./view";
import { PIP_SPOTS } from "./pip-positions";

export const FOAM_COLOURS: Record<Colour, readonly [foam: string, pip: string]> = {
  red: ["#cf2d24", "#fff6ea"],
  orange: ["#ee8222", "#2a1002"],
  yellow: ["#f3c433", "#2f2002"],
  green: ["#2f8a3e", "#f6fbe9"],
  blue: ["#2a66c4", "#f2f7ff"],
  pink: ["#e8649a", "#2d0417"],
};
export const SEAT_COLOURS: readonly string[] = ["#1d67ad", "#c8441b", "#0b7f5f", "#99397a", "#3f9ccb", "#8b8168"];
/** The colours of seats where the dice's colours mean powers. */
export const NEUTRAL_COLOURS: readonly string[] = ["#544d45", "#9d9382", "#5b6974", "#8f9aa3", "#7d6a52", "#b3aa97"];
/** Cloth and wood by day and night, as in the style sheet. */
export const TABLE_COLOURS = {
  day: { cloth: "#cfd88a", other: "#c3cf7a", wood: "#b57c48", wood2: "#8a5730" },
  lamp: { cloth: "#2f4019", other: "#283713", wood: "#6f4727", wood2: "#452a14" },
} as const;
export const SHARED_BOARD_COLOUR = "#566b1f";
const FACE = 192;
/** Return the place of a face in the texture of a die, three by two. */
export const faceCell = (face: number): readonly [column: number, row: number] => [
  (face - 1) % 3,
  Math.floor((face - 1) / 3),
];

function paintTexture(width: number, height: number, paint: (g: CanvasRenderingContext2D) => void): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  paint(canvas.getContext("2d")!);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

export const dieTexture = (colour: Colour): Texture =>
  paintTexture(FACE * 3, FACE * 2, (g) => {
    const [foam, pip] = FOAM_COLOURS[colour];
    g.fillStyle = foam;
    g.fillRect(0, 0, FACE * 3, FACE * 2);
    for (let face = 1; face <= 6; face++) {
      const [column, row] = faceCell(face),
        x = (column + 0.5) * FACE,
        y = (row + 0.5) * FACE,
        big = face === 1 ? 0.25 : face === 6 ? 0.17 : 0.19,
        light = g.createRadialGradient(x - FACE * 0.1, y - FACE * 0.1, 0, x, y, FACE * 0.7);
      light.addColorStop(0, "#ffffff1f");
      light.addColorStop(1, "#20000018");
      g.fillStyle = light;
      g.fillRect(column * FACE, row * FACE, FACE, FACE);
      for (const [u, v] of PIP_SPOTS[face]!) {
        const spot = (dx: number, dy: number, fill: string, k = 1): void => {
          g.fillStyle = fill;
          g.beginPath();
          g.arc(x + u * FACE * 0.48 + dx, y + v * FACE * 0.48 + dy, (big * FACE * k) / 2, 0, 7);
          g.fill();
        };
        spot(1.6, 1.8, "#ffffff40", 1.06);
        spot(-1.2, -1.4, "#00000038", 1.06);
        spot(0, 0, pip);
      }
    }
  });

/** Paint a foam board: its edge in its owner's colour, with printed rings. */
export const boardTexture = (colour: string, long: number, wide: number): Texture => {
  const k = 512 / long,
    height = Math.round(wide * k);
  return paintTexture(512, height, (g) => {
    g.fillStyle = colour;
    g.fillRect(0, 0, 512, height);
    g.fillStyle = "#fff9ea";
    g.beginPath();
    g.roundRect(7 * k, 7 * k, 512 - 14 * k, height - 14 * k, 12 * k);
    g.fill();
    g.clip();
    for (const [radius, strength] of [
      [142, 0.3],
      [112, 0],
      [81, 0.34],
      [51, 0],
      [23, 0.5],
    ] as const) {
      g.beginPath();
      g.arc(256, height / 2, radius * k, 0, 7);
      g.fillStyle = strength ? `color-mix(in srgb, #fff9ea, ${colour} ${strength * 100}%)` : "#fff9ea";
      g.fill();
    }
  });
};

export const clothTexture = (cloth: string, other: string, dark: boolean, size: number): Texture =>
  paintTexture(1024, 1024, (g) => {
    g.fillStyle = cloth;
    g.fillRect(0, 0, 1024, 1024);
    const k = 1024 / size;
    for (let radius = 1245, i = 0; radius > 60; radius -= 178, i++) {
      g.beginPath();
      g.arc(512, 512, radius * k, 0, 7);
      g.fillStyle = i % 2 ? cloth : other;
      g.fill();
    }
    const pool = g.createRadialGradient(400, 380, 0, 470, 470, 620);
    for (const [at, colour] of (dark
      ? [
          [0, "#ffdc8c38"],
          [0.45, "#ffdc8c10"],
          [1, "#000000b0"],
        ]
      : [
          [0, "#fffae199"],
          [0.5, "#fffae120"],
          [1, "#3a480026"],
        ]) as readonly (readonly [number, string])[])
      pool.addColorStop(at, colour);
    g.fillStyle = pool;
    g.fillRect(0, 0, 1024, 1024);
  });

export const woodTexture = (high: string, low: string): Texture =>
  paintTexture(512, 512, (g) => {
    const grain = g.createLinearGradient(0, 0, 512, 0);
    for (let i = 0; i <= 16; i++)
      grain.addColorStop(i / 16, i % 2 ? high : `color-mix(in srgb, ${high}, ${low} ${35 + ((i * 37) % 40)}%)`);
    g.fillStyle = grain;
    g.fillRect(0, 0, 512, 512);
  });
