// The recording of a finished match. The server sends its head at once and its moments in blocks, when they are needed.
import type {
  ChatLine,
  GameEvent,
  ViewInWords,
  Prompt,
  ScoreSheet,
  StateFrame,
  TableInfo,
  Story,
} from "../contract/messages";
import type { Viewpoint } from "./replay-address";

export interface RecordedTurn {
  number: number;
  words: string;
  seat: number | null;
}
export interface RecordingHead {
  table: TableInfo;
  eyes: Viewpoint;
  /** The number of the last moment. */
  last: number;
  /** How many moments a block has. */
  part: number;
  turns: RecordedTurn[];
  log: GameEvent[];
  sheet: ScoreSheet | null;
  story: Story | null;
}
interface RecordedMoment {
  number: number;
  acting: number[];
  prompt: Prompt;
  view: Record<string, unknown>;
  events: GameEvent[];
  words?: ViewInWords | null;
}

export class Recording {
  private readonly parts = new Map<number, Promise<RecordedMoment[]>>();

  private constructor(
    readonly head: RecordingHead,
    private readonly address: (part?: number) => string,
  ) {}

  static async open(address: (part?: number) => string): Promise<Recording> {
    return new Recording(await fetchJson<RecordingHead>(address()), address);
  }

  /** Return the frame of a moment as a socket would have brought it, but without options. */
  async frame(number: number): Promise<StateFrame> {
    const { head } = this,
      { eyes, last, part, table, sheet, story } = head;
    const at = Math.floor(number / part),
      moment = (await this.load(at))[number - at * part]!;
    if (number % part > part / 2 && (at + 1) * part <= last) void this.load(at + 1).catch(() => {}); // the block is requested again when it is needed
    const seat = typeof eyes === "number" ? eyes : null,
      over = number === last;
    return {
      t: "state",
      table: { ...table, phase: over ? "over" : "playing" },
      me: seat === null ? [] : [seat],
      seat,
      cover: null,
      ...moment,
      options: [],
      undo: false,
      full: false,
      chat: [],
      sheet: over ? sheet : null,
      story: over ? story : null,
      again: null,
    };
  }

  private load(part: number): Promise<RecordedMoment[]> {
    const known = this.parts.get(part);
    if (known) return known;
    const coming = fetchJson<{ frames: RecordedMoment[] }>(this.address(part)).then(({ frames }) => frames);
    this.parts.set(part, coming);
    coming.catch(() => this.parts.delete(part));
    return coming;
  }
}

/** A chat line and the number of actions before it. */
export type RecordedChat = ChatLine & { number: number };

export const fetchChat = async (place: string): Promise<RecordedChat[]> =>
  (await fetchJson<{ said: RecordedChat[] }>(`${place}/said.json`)).said;

/** What the match's review says of a decision; the last five only if another choice was clearly better. */
export interface Verdict {
  seat: number;
  played: string;
  clear: boolean;
  cost?: string;
  better?: string;
  why?: string;
  error?: string;
  chances?: string;
}
/** What the replay shows of the match's review; positions are numbers as text. */
export interface RecordedReview {
  /** Every seat's winning chance at each position, from 0 to 1, and as it is written. */
  chances: readonly (readonly number[])[];
  words: readonly (readonly string[])[];
  luck: Readonly<Record<string, string>>;
  verdicts: Readonly<Record<string, Verdict>>;
}

/** Return the review, if somebody has asked for it. */
export const fetchReview = async (place: string): Promise<RecordedReview | null> =>
  (await fetchJson<{ review: RecordedReview | null }>(`${place}/review.json`)).review;

export const fetchContinuation = async (place: string, at: number): Promise<GameEvent[]> =>
  (await fetchJson<{ events: GameEvent[] }>(`${place}/continuation.json?at=${at}`)).events;

async function fetchJson<Data>(address: string): Promise<Data> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as Data;
}
