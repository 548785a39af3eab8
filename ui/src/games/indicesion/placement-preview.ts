// Compute where a board or barrel would lie if it were put down: on the highest thing there.
import { t } from "../../shared/i18n";
import { boardBelow } from "./ideal-flight";
import { axisRotation, addScaled, toRadians, multiplyRotations, rotateVector } from "./geometry";
import type { Bodies, Id, Quat, Vec, View } from "./view";

export interface Placement {
  text: string;
  label: string;
  ghost: Bodies;
}
/** Millimetres above the ground, so that nothing overlaps. */
const LET_GO = 2;

export function barrelPlacement(view: View, board: Id, at: Vec): Placement {
  const body = view.bodies[board]!,
    [w, i, j, k] = body.quat,
    [u, v] = rotateVector([w, -i, -j, -k], addScaled(at, body.at, -1)).map(Math.round) as unknown as [number, number];
  const high = view.sizes.barrel[1] / 2 + view.sizes.board[2] / 2;
  return {
    text: `stand ${board} at ${u},${v}`,
    label: t("Put it here"),
    ghost: { x0: { kind: "barrel", at: [at[0], at[1], body.at[2] + high], quat: [1, 0, 0, 0] } },
  };
}

/** Return null if all pieces of that kind are in use. */
export function piecePlacement(
  view: View,
  kind: "board" | "barrel",
  at: Vec,
  turn: number,
  slope: number,
): Placement | null {
  const letter = kind === "board" ? "c" : "x",
    id = [1, 2, 3, 4, 5, 6].map((n) => `${letter}${n}`).find((name) => !(name in view.bodies));
  if (!id) return null;
  const [long, wide, thick] = view.sizes.board,
    [across, high] = view.sizes.barrel,
    reach = kind === "board" ? Math.min(long, wide) / 2 : across * 0.7;
  const below = boardBelow([at[0], at[1], 1000], view.bodies, view.sizes),
    tops = [below ? view.bodies[below]!.at[2] + thick / 2 : 0];
  for (const body of Object.values(view.bodies))
    if (body.kind === "barrel" && Math.hypot(body.at[0] - at[0], body.at[1] - at[1]) < reach)
      tops.push(body.at[2] + high / 2);
  const lift = kind === "board" ? thick / 2 + (Math.sin(toRadians(Math.abs(slope))) * long) / 2 : high / 2;
  const [x, y, z] = [at[0], at[1], Math.max(...tops) + lift + LET_GO].map(Math.round) as unknown as [
    number,
    number,
    number,
  ];
  const lean = kind === "board" ? slope : 0,
    quat: Quat = multiplyRotations(axisRotation([0, 1, 0], lean), axisRotation([0, 0, 1], turn));
  const words = `put ${id} at ${x},${y},${z}${turn ? ` turn ${turn}` : ""}${lean ? ` tilt 0,${lean}` : ""}`;
  return { text: words, label: t("Put it here"), ghost: { [id]: { kind, at: [x, y, z], quat } } };
}
