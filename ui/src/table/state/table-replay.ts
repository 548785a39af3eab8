// What the table knows of a replay that provides its frames. The replay itself is loaded only where it is needed.
import type { Component } from "svelte";
import type { Table } from "../../games/game-ui";

export interface TableReplay {
  /** The speed of the events, as a factor of the usual speed. */
  readonly speed: number;
  /** The address of the no-JavaScript page of the moment. */
  readonly plainAddress: string;
  readonly keyMeanings: readonly (readonly [key: string, meaning: string])[];
  /** Handle a key pressed anywhere; return true if it had a meaning. */
  pressKey(event: KeyboardEvent): boolean;
  readonly ReplayBar: Component<{ table: Table }>;
  readonly ReplayLog: Component<{ table: Table }>;
}
