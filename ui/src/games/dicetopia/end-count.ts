// Sum up the count at the end from its events, step by step.
import type { GameEvent } from "../../contract/messages";
import { t } from "../../shared/i18n";
import type { AreaId, DieName, EventFacts, MissionFacts, MissionSource, Place } from "./view";

export type CountStepId = "prison" | "stock" | "cloning" | "dice" | "domination" | "missions" | "total";
export const STEP_NAMES: Record<CountStepId, string> = {
  prison: t("Prison"),
  stock: t("Stock"),
  cloning: "Cloning",
  dice: t("Dice"),
  domination: t("Domination"),
  missions: t("Missions"),
  total: t("Total"),
};
const STEP_OF: Record<string, CountStepId> = {
  over: "prison",
  draft: "prison",
  "stock-stars": "stock",
  clone: "cloning",
  "dice-stars": "dice",
  blockade: "domination",
  domination: "domination",
  leave: "missions",
  mission: "missions",
  final: "total",
  win: "total",
};
/** The pause after each event when the count is replayed, in milliseconds. */
export const STEP_PAUSES: Record<string, number> = {
  over: 700,
  draft: 800,
  "stock-stars": 2200,
  clone: 1600,
  "dice-stars": 1800,
  blockade: 1200,
  domination: 850,
  leave: 700,
  mission: 1100,
  final: 1600,
};

export interface ScoredMission {
  seat: number;
  id: string;
  stars: number;
  from: MissionSource | null;
  of: number | null;
  as: string | null;
  left: boolean;
}
export interface EndTally {
  steps: CountStepId[];
  now: CountStepId;
  /** The stars of each step by seat, so far. */
  by: Partial<Record<CountStepId, number[]>>;
  drafts: { seat: number; die: DieName }[];
  clones: { seat: number; place: Place; was: DieName; die: DieName }[];
  areas: { area: AreaId; leaders: number[]; stars: number; by: number[] }[];
  blockade: AreaId | null;
  missions: ScoredMission[];
  /** The totals so far, with the Blood Dome. */
  totals: number[];
}

/** Return the events of the end, without those of an earlier end that was undone. */
export function lastEndEvents(events: readonly GameEvent[]): GameEvent[] {
  const from = events.findLastIndex((event) => event.kind === "over");
  return from < 0 ? [] : events.slice(from).filter((event) => event.kind in STEP_OF);
}

export function tallyEnd(events: readonly GameEvent[], blood: readonly number[]): EndTally {
  const found: EndTally = {
    steps: [],
    now: "prison",
    by: {},
    drafts: [],
    clones: [],
    areas: [],
    blockade: null,
    missions: [],
    totals: [...blood],
  };
  const add = (step: CountStepId, by: readonly number[]): void => {
    found.by[step] = blood.map((_, seat) => (found.by[step]?.[seat] ?? 0) + (by[seat] ?? 0));
    found.totals = found.totals.map((total, seat) => total + (by[seat] ?? 0));
  };
  for (const event of events) {
    const facts = event.facts as Partial<EventFacts>,
      seat = event.seat ?? 0;
    found.now = STEP_OF[event.kind]!;
    switch (event.kind) {
      case "draft":
        found.drafts.push({ seat, die: facts.die! });
        break;
      case "stock-stars":
        add("stock", facts.by!);
        break;
      case "clone":
        found.clones.push({ seat, place: facts.place!, was: facts.was!, die: facts.die! });
        break;
      case "dice-stars":
        add("dice", facts.by!);
        break;
      case "blockade":
        found.blockade = facts.area!;
        break;
      case "domination":
        found.areas.push({ area: facts.area!, leaders: facts.leaders!, stars: facts.stars!, by: facts.by! });
        add("domination", facts.by!);
        break;
      case "leave":
      case "mission": {
        const left = event.kind === "leave", // it says no more than which Mission
          paid = event.facts as Partial<MissionFacts>,
          stars = left ? 0 : paid.stars!;
        found.missions.push({
          seat,
          id: paid.mission!,
          stars,
          from: paid.from ?? null,
          of: paid.of ?? null,
          as: paid.as ?? null,
          left,
        });
        add(
          "missions",
          blood.map((_, i) => (i === seat ? stars : 0)),
        );
      }
    }
  }
  found.steps = (Object.keys(STEP_NAMES) as CountStepId[]).filter(
    (step) =>
      (step !== "cloning" || found.clones.length) && (step !== "prison" || found.drafts.length || !events.length),
  );
  return found;
}
