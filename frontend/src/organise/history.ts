// Events of the tournament's log as facts for their sentences, and acts beside it.
import { t } from "../lib/app.svelte";
import { points } from "../lib/points";
import type { TextKey } from "../lib/i18n";

export interface HistoryEntry {
  seq: number;
  at: number;
  /** Seconds since 1970; 0: not known. */
  when: number;
  by: string;
  /** The name of the account, and whose pass it was. */
  name: string;
  entrant: number | null;
  event: { event: HistoryKind; reason?: string } & Record<string, unknown>;
}

export type HistoryKind =
  | "TournamentCreated"
  | "EntrantEntered"
  | "StatusChanged"
  | "EntrantAmended"
  | "EntrantRemoved"
  | "EntrantSubstituted"
  | "GuardianNamed"
  | "KeptApart"
  | "TableFixed"
  | "PenaltyGiven"
  | "PenaltyCancelled"
  | "ReportDecided"
  | "TestAwarded"
  | "ChancePledged"
  | "ChanceCarriedOut"
  | "ChanceRevealed"
  | "RoundDrawn"
  | "SeatsSwapped"
  | "SeatTaken"
  | "TableLocked"
  | "RoundPublished"
  | "RoundUnpublished"
  | "DealsPledged"
  | "ResultRecorded"
  | "ResultCorrected"
  | "ResultConfirmed"
  | "TieBroken"
  | "TieTakenBack"
  | "StageCut"
  | "CutTakenBack"
  | "PlacePassedDown"
  | "ResignationTakenBack"
  | "RoundsSet"
  | "TournamentFinished"
  | "TournamentReopened";

/** What was said to the whole hall. */
export interface HallEntry extends Omit<HistoryEntry, "event"> {
  event: { event: HallKind; reason?: string; round?: number } & Record<string, unknown>;
}

export type HallKind =
  | "RoundClockStarted"
  | "RoundClockExtended"
  | "MovesExtended"
  | "RoundPaused"
  | "RoundResumed"
  | "TimeCalled"
  | "TimeCallTakenBack"
  | "BreakBegan"
  | "BreakEnded"
  | "ResultsCalled"
  | "TablesSetOnline"
  | "RefereeCalled"
  | "RefereeCame"
  | "CallWithdrawn"
  | "TableShown"
  | "ScenePicked"
  | "SheetContradicted";

type Facts = Record<string, string | number>;
type NameOf = (entrant: number) => string;

/** Something about ways in and people's data: what, by whom, to whom. */
export interface Act {
  what: ActKind;
  at: number;
  /** Seconds since 1970; missing: not known. */
  when?: number;
  by?: string;
  /** Whether that is a helper at the door. */
  at_door?: boolean;
  account?: string;
  role?: "player" | "referee" | "spectator" | "bot" | "door";
  entrants?: number[];
  /** To what somebody agreed; missing: to be named. */
  consents?: ("name" | "regulations" | "photo")[];
  tables?: string[];
  round?: number;
  table?: string;
  seat?: number | null;
  device?: number;
  /** Of the time for a move. */
  percent?: number;
  /** Why; missing: erased, or not asked for then. */
  reason?: string;
  /** Which of the tournament's are other than before. */
  settings?: string[];
}

type ActKind =
  | "pass_issued"
  | "pass_renewed"
  | "pass_revoked"
  | "invited"
  | "invitation_taken_back"
  | "organiser_came"
  | "organiser_dismissed"
  | "head_judge_named"
  | "consent_given"
  | "consent_withdrawn"
  | "carried_out"
  | "taken_back"
  | "heat_written"
  | "time_set"
  | "settings_changed"
  | "winners_kept"
  | "winners_erased"
  | "winners_written"
  | "person_forgotten"
  | "everybody_forgotten"
  | "device"
  | "bot_seated"
  | "bot_left"
  | "watching";

/** An act in a sentence. */
export function actTold(act: Act, nameOf: NameOf, roundOf: NameOf): string {
  const facts = { round: act.round ? roundOf(act.round) : "", table: act.table ?? "", device: act.device ?? 0, percent: act.percent ?? 0 };
  const what = (act.consents ?? ["name"]).map((kind) => t(`consents.${kind}`)).join(", ");
  const settings = (act.settings ?? []).map((one) => t(`setting.${one}` as TextKey)).join(", ");
  return t(`act.${act.what}`, { ...facts, what, settings, reason: act.reason || "–", whom: whom(act, nameOf), account: act.account || t("act.somebody") });
}

const MOST_NAMES = 3;

function whom(act: Act, nameOf: NameOf): string {
  const entrants = act.entrants ?? [];
  const names = entrants.slice(0, MOST_NAMES).map(nameOf).join(", ");
  const more = entrants.length > MOST_NAMES ? "…" : "";
  if (entrants.length) {
    return entrants.length === 1 ? names : t("act.whom_many", { count: entrants.length, names: names + more });
  }
  const role = act.role ? t(`passes.role_${act.role}`) : "";
  if (act.table) return t("act.whom_seat", { table: act.table, seat: (act.seat ?? 0) + 1 });
  if (act.role !== "referee") return role;
  const tables = act.tables?.length ? t("passes.of_tables", { tables: act.tables.join(", ") }) : t("passes.all_tables");
  return t("act.whom_role", { role, where: tables });
}

/** A line of the ledger, as far as the history names it. */
export interface PenaltyNamed {
  penalty: number;
  entrant: number;
  cancelled: string;
  /** The step, and what it cost; empty where it was a word alone. */
  text: string;
  effect: string;
}

/** Whose penalty, which, and what it cost; nothing while the ledger is not known. */
export function penaltyNamed(line: PenaltyNamed | undefined, nameOf: NameOf): string {
  if (!line) return "";
  return `${nameOf(line.entrant)}, ${line.text}${line.effect ? ` (${line.effect})` : ""}`;
}

/** Who did it, in words; ids are told to nobody. */
export function signed(entry: Pick<HistoryEntry, "by" | "name" | "entrant">, nameOf: NameOf): string {
  const kind = KNOWN.find((one) => one === entry.by);
  if (!kind) return t("history.by_house");
  return t(`history.by_${kind}`, { name: entry.entrant ? nameOf(entry.entrant) : entry.name }).trim();
}

const KNOWN = ["organiser", "referee", "player", "bot", "hall", "door"] as const;

/** What a sentence may need: numbers and words as they are, entrants and rounds by name. */
export function factsOf(event: HistoryEntry["event"], nameOf: NameOf, roundOf: NameOf): Facts {
  const inner = Object.values(event).find((value) => isRecord(value) && ("entrant" in value || "drawn" in value));
  const facts: Facts = { changed: isRecord(event.changed) ? changedTold(event.changed) : "" };
  for (const [key, value] of Object.entries({ ...(isRecord(inner) ? inner : {}), ...event })) {
    if (typeof value === "number") facts[key] = PEOPLE.has(key) ? nameOf(value) : key === "round" ? roundOf(value) : value;
    else if (typeof value === "string") facts[key] = worded(key, value);
    else if (Array.isArray(value)) Object.assign(facts, { [`${key}_count`]: value.length, [key]: listed(key, value, nameOf) });
  }
  return facts;
}

const CAUSES = ["places_set", "exclusion", "penalty", "rewind", "told_anew"] as const;

/** Why it was done: as somebody gave it, after what an online table says of its own. */
export function reasonOf(event: HistoryEntry["event"], given: string): string {
  if (event.event !== "ResultCorrected" || !event.online) return given;
  // Before tables said why, this word stood for whatever it was.
  const isFormer = event.cause === undefined && given === "rewind";
  const cause = isFormer ? "told_anew" : CAUSES.find((one) => one === event.cause);
  return [cause ? t(`history.cause_${cause}`) : "", isFormer ? "" : given].filter(Boolean).join(": ");
}

/** The sentence of an event; of a place that moves: to whom, or from whom, if there is anybody. */
export function historyText(event: HistoryEntry["event"]): TextKey {
  if (event.event === "PlacePassedDown" && typeof event.successor === "number") return "history.PlacePassedDown_to";
  if (event.event === "ResignationTakenBack" && typeof event.leaves === "number") return "history.ResignationTakenBack_from";
  return `history.${event.event}`;
}

/** What became what, as organisers read it; a name that was erased is not there. */
function changedTold(changed: Record<string, unknown>): string {
  const pairs = Object.entries(changed).filter((one): one is [string, [string, string]] => Array.isArray(one[1]));
  return pairs.map(([word, [was, now]]) => `${t(`draws.word.${word.replace("age_", "")}` as TextKey)}: ${was || "–"} → ${now || "–"}`).join("; ");
}

/** Lists as people read them: whose lines of a game, who drew which tile, who goes on. */
function listed(key: string, values: unknown[], nameOf: NameOf): string {
  // Where places alone count nobody has small points: the place says it.
  const byPlace = values.every((one) => isRecord(one) && !Number(one.small_points));
  const told = values.map((one) => {
    if (isRecord(one)) {
      return "entrant" in one ? `${nameOf(Number(one.entrant))} ${byPlace ? `(${one.place}.)` : points(String(one.small_points))}` : String(one.table ?? "");
    }
    if (Array.isArray(one)) return PAIRS.has(key) ? `${nameOf(Number(one[0]))} ${drawnTold(Number(one[1]))}` : "";
    return SEATS.has(key) ? nameOf(Number(one)) : String(one);
  });
  return told.map((one) => one.trim()).filter(Boolean).join(", ");
}

/** A tile or a number; below zero it is the place in a play-off. */
const drawnTold = (value: number) => (value < 0 ? `(${-value}.)` : String(value));
const SEATS = new Set(["entrants", "advanced", "absent", "qualified"]);
const PAIRS = new Set(["drawn"]);

/** Codes of the log in words. */
function worded(key: string, value: string): string {
  if (key === "status") return STATUSES.has(value) ? t(`entries.${value}` as TextKey) : value;
  if (key === "how") return t(`draws.how.${value}` as TextKey);
  return value;
}

const STATUSES = new Set(["waiting", "entered", "present", "withdrawn", "no_show", "disqualified"]);
const PEOPLE = new Set(["entrant", "one", "other", "resigned", "successor", "leaves"]);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
