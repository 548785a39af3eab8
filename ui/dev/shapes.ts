import type { StateFrame } from "../src/types";

export type Frame = StateFrame;
export type Story = [kind: string, seat: number | null, text: string, facts: Record<string, unknown>];
export interface CardStub {
  card: string;
}
