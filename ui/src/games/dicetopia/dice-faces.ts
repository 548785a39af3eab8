// Draw the faces of the dice: pips have the shape of the colour's sign, so that value and colour are read together.
import { PIP_POSITIONS } from "../../shared/pip-positions";

const SHAPE: Record<string, string> = {
  t: "M0-3.7L3.5 0 0 3.7-3.5 0Z",
  p: "M-1.25-3.3h2.5v2.05h2.05v2.5h-2.05v2.05h-2.5v-2.05h-2.05v-2.5h2.05Z",
  w: "M0-2.8a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6Z",
  m: "M0-3.9L1-1.6 3.2-2.5 2.2-.3 3.8.9 1.5 1.5 1.2 3.7 0 2-1.2 3.7-1.5 1.5-3.8.9-2.2-.3-3.2-2.5-1-1.6Z",
};

function face(colour: string, value: number): string {
  const pips = PIP_POSITIONS[value]!.map((pip) => {
    const x = 12 + (((pip - 1) % 3) - 1) * 6.6,
      y = 12 + (Math.ceil(pip / 3) - 2) * (value === 6 ? 7 : 6.6);
    return `<path transform="translate(${x} ${y})${value === 1 ? " scale(1.5)" : ""}" d="${SHAPE[colour]}"/>`;
  });
  return `<symbol id="dt-${colour}${value}" viewBox="0 0 24 24">${pips.join("")}</symbol>`;
}
const sign = (colour: string): string =>
  `<symbol id="dt-${colour}" viewBox="-4 -4 8 8"><path d="${SHAPE[colour]}"/></symbol>`;

/** Return an SVG sprite; `dt-t4` is the face of a teal four, `dt-t` the sign of teal. */
export const diceFaceSprite = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${Object.keys(SHAPE)
    .flatMap((colour) => [sign(colour), ...[1, 2, 3, 4, 5, 6].map((value) => face(colour, value))])
    .join("")}</svg>`;
