// The record of a finished match, as the house gives it out: its beginning at once, its moments in parts, when they are wanted.
import type { ChatLine, GameEvent, PlainWords, Prompt, ScoreSheet, StateFrame, TableInfo } from "../types";
import type { Story } from "../story";
import type { Eyes } from "./link";

export interface Turn {
  number: number;
  words: string;
  seat: number | null;
}
export interface Beginning {
  table: TableInfo;
  eyes: Eyes;
  /** the number of the last moment */
  last: number;
  /** how many moments come together */
  part: number;
  turns: Turn[];
  log: GameEvent[];
  sheet: ScoreSheet | null;
  story: Story | null;
}
interface Shot {
  number: number;
  acting: number[];
  prompt: Prompt;
  view: Record<string, unknown>;
  events: GameEvent[];
  words?: PlainWords | null;
}

export class Recording {
  private readonly parts = new Map<number, Promise<Shot[]>>();

  private constructor(
    readonly beginning: Beginning,
    private readonly address: (part?: number) => string,
  ) {}

  static async of(address: (part?: number) => string): Promise<Recording> {
    return new Recording(await fetched<Beginning>(address()), address);
  }

  /** The frame of a moment, as a socket would have brought it, but with nothing to choose. */
  async frame(number: number): Promise<StateFrame> {
    const { beginning } = this,
      { eyes, last, part, table, sheet, story } = beginning;
    const at = Math.floor(number / part),
      shot = (await this.load(at))[number - at * part]!;
    if (number % part > part / 2 && (at + 1) * part <= last) void this.load(at + 1).catch(() => {}); // asked for again when it is wanted
    const seat = typeof eyes === "number" ? eyes : null,
      over = number === last;
    return {
      t: "state",
      table: { ...table, phase: over ? "over" : "playing" },
      me: seat === null ? [] : [seat],
      seat,
      cover: null,
      ...shot,
      options: [],
      undo: false,
      full: false,
      chat: [],
      sheet: over ? sheet : null,
      story: over ? story : null,
      again: null,
    };
  }

  private load(part: number): Promise<Shot[]> {
    const known = this.parts.get(part);
    if (known) return known;
    const coming = fetched<{ frames: Shot[] }>(this.address(part)).then(({ frames }) => frames);
    this.parts.set(part, coming);
    coming.catch(() => this.parts.delete(part));
    return coming;
  }
}

/** a line of chat, and after how many actions it was said */
export type Spoken = ChatLine & { number: number };

export const spoken = async (place: string): Promise<Spoken[]> =>
  (await fetched<{ said: Spoken[] }>(`${place}/said.json`)).said;

async function fetched<Data>(address: string): Promise<Data> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as Data;
}
