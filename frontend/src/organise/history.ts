// Events of the tournament's log as facts for their sentences.
export interface HistoryEntry {
  seq: number;
  at: number;
  by: string;
  event: { event: HistoryKind; reason?: string } & Record<string, unknown>;
}

export type HistoryKind =
  | "TournamentCreated"
  | "EntrantEntered"
  | "StatusChanged"
  | "EntrantSubstituted"
  | "GuardianNamed"
  | "KeptApart"
  | "TableFixed"
  | "PenaltyGiven"
  | "PenaltyCancelled"
  | "ReportDecided"
  | "TestAwarded"
  | "ChancePledged"
  | "ChanceRevealed"
  | "RoundDrawn"
  | "SeatsSwapped"
  | "TableLocked"
  | "RoundPublished"
  | "RoundUnpublished"
  | "ResultRecorded"
  | "ResultCorrected"
  | "ResultConfirmed"
  | "TieBroken"
  | "StageCut"
  | "PlacePassedDown"
  | "TournamentFinished"
  | "TournamentReopened";

type Facts = Record<string, string | number>;

/** What a sentence may need: numbers and words as they are, entrants by name. */
export function factsOf(event: HistoryEntry["event"], nameOf: (entrant: number) => string): Facts {
  const inner = Object.values(event).find((value) => isRecord(value) && "entrant" in value);
  const facts: Facts = {};
  for (const [key, value] of Object.entries({ ...(isRecord(inner) ? inner : {}), ...event })) {
    if (typeof value === "number") facts[key] = PEOPLE.has(key) ? nameOf(value) : value;
    else if (typeof value === "string") facts[key] = value;
    else if (Array.isArray(value)) facts[`${key}_count`] = value.length;
  }
  return facts;
}

const PEOPLE = new Set(["entrant", "one", "other", "resigned", "successor"]);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
