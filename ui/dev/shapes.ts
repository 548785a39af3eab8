import type { StateFrame } from "../src/types";

export type Frame = StateFrame;
export type Story = [kind: string, seat: number | null, text: string, facts: Record<string, unknown>];
export interface CardStub {
  card: string;
}
/** what every scripted table has in common */
export const SCRIPTED = {
  id: "abc",
  host: true,
  phase: "playing",
  unit: ["point", "points"] as const,
  commitment: "9f2c4be1a8d0".repeat(5) + "aa01",
  secret: null,
  next: null,
  pace: "normal",
  reasons: false,
  texts: [],
  mode: "Standard",
  settings: [],
  levels: [
    { bot: "otto", name: "Otto", word: "sensible", says: "Knows the odds.", face: "otto", number: 1, usual: true },
  ],
  reach: null,
  glance: [],
  watching: 0,
};
