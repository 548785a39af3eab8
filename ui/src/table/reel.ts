// What the table knows of a replay that feeds it: the replay itself is fetched by those alone who look at one.
import type { Component } from "svelte";
import type { Table } from "../game";

export interface Reel {
  /** how fast moments are told, times the usual tempo */
  readonly speed: number;
  /** the address of what is shown, for who reads without a script */
  readonly plain: string;
  readonly help: readonly (readonly [key: string, meaning: string])[];
  /** a key pressed anywhere; true if it meant something */
  key(event: KeyboardEvent): boolean;
  readonly Dock: Component<{ table: Table }>;
  readonly Log: Component<{ table: Table }>;
}
