// What lies on the table as it is drawn. Where colours mean powers, boards are neutral: their players have no colour.
import type { Body, Id } from "./view";

export type ShownBody = Body & { neutral?: boolean };
export type ShownBodies = Record<Id, ShownBody>;
