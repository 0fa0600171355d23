// What happened, in a sentence of the reader's language.
import { t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";
import type { Frame } from "../lib/protocol";
import { ACCESS, accessTold } from "../table/access";
import { tileMark } from "../tiles/names";

type Happened = Pick<Frame, "kind" | "data">;
export type NameOf = (seat: number) => string;

export type Weight = "referee" | "dispute" | "play" | "small";

/** A line of the log: what happened, and how many drafts there were before it. */
export function line(frame: Frame, nameOf: NameOf): string {
  const drafts = frame.drafts.length ? ` · ${t("replay.has_drafts", { count: frame.drafts.length })}` : "";
  return told(frame, nameOf) + drafts;
}

export function told(frame: Happened, nameOf: NameOf): string {
  const data = frame.data;
  if (frame.kind === ACCESS) return accessTold(data, nameOf);
  const seat = data.seat as number | undefined;
  const tiles = (data.laid ?? data.tiles ?? (data.tile ? [data.tile] : [])) as string[];
  const facts: Record<string, string | number> = {
    who: seat === undefined ? "" : nameOf(seat),
    tiles: tiles.map(tileMark).join(" ") || "?",
    reason: reason(data.reason as string | undefined),
    seconds: (data.seconds as number | undefined) ?? 0,
    event: (data.event as number | undefined) ?? (data.challenge as number | undefined) ?? 0,
    to: (data.to as number | undefined) ?? 0,
    article: (data.article as string | undefined) ?? "",
    game: (data.game as number | undefined) ?? 0,
    stack: (data.stack as number | undefined) ?? 0,
    next: data.next_seat === undefined ? "" : nameOf(data.next_seat as number),
  };
  return t(key(frame), facts);
}

/** What people wrote; the house's own reasons are codes. */
function reason(given = ""): string {
  if (!given) return t("log.reason_kept");
  return HOUSE.has(given) ? t(`log.reason_${given}` as TextKey) : given;
}

/** A tile one may not see is drawn without its name. */
function key(frame: Happened): TextKey {
  if (frame.kind === "TileDrawn") {
    const known = frame.data.tile === undefined ? "hidden" : "shown";
    const why = frame.data.reason === "penalty" ? "penalty" : "move";
    return `log.TileDrawn_${why}_${known}` as TextKey;
  }
  return `log.${frame.kind}` as TextKey;
}

/** Which lines of a log want to be seen first. */
export function weight(kind: string): Weight {
  if (kind === "Challenged" || kind === "RulingGiven") return "dispute";
  if (REFEREE.has(kind)) return "referee";
  return SMALL.has(kind) ? "small" : "play";
}

const HOUSE = new Set(["challenge", "hall"]);
const REFEREE = new Set(
  "Paused Resumed TimeAdded TurnVoided Rewound WarningGiven SeatDisqualified RackInspected TimeCalled AccessChanged".split(" "),
);
const SMALL = new Set("ReadinessDeclared TurnEnded StackPlaced ResultConfirmed".split(" "));
