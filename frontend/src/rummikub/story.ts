// What happened, in a sentence of the reader's language.
import { t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";
import type { Frame } from "../lib/protocol";
import type { NameOf, Weight } from "../replay/film";
import { ACCESS, accessTold } from "../table/access";
import { citedAs } from "../lib/article";
import { jokerName, tileMark, tileName } from "../tiles/names";

export type Happened = Pick<Frame, "kind" | "data">;
/** An event by its number, where it is known. */
export type Find = (seq: number) => Happened | undefined;

/** A line of the log: what happened, and how many drafts there were before it. */
export function line(frame: Frame, nameOf: NameOf, find?: Find): string {
  const drafts = frame.drafts.length ? ` · ${t("replay.has_drafts", { count: frame.drafts.length })}` : "";
  return told(frame, nameOf, find) + drafts;
}

export function told(frame: Happened, nameOf: NameOf, find?: Find): string {
  const data = frame.data;
  const about = find?.((data.event ?? data.to) as number);
  if (frame.kind === ACCESS) return accessTold(data, nameOf);
  if (frame.kind === "TimeRanOut") return timeOutTold([frame], [], nameOf);
  if (frame.kind === "TableOpened" && data.circle) return seatsDrawn(data.circle as number[], data.drawn as string[][], nameOf);
  const seat = data.seat as number | undefined;
  const tiles = (data.laid ?? data.tiles ?? (data.tile ? [data.tile] : [])) as string[];
  const facts: Record<string, string | number> = {
    who: seat === undefined ? "" : nameOf(seat),
    tiles: (data.laid ? standing(data).map(([tile, stand]) => tileMark(tile) + (stand && `=${standMark(stand)}`)) : tiles.map(tileMark)).join(" ") || "?",
    reason: reason(data.reason as string | undefined),
    seconds: (data.seconds as number | undefined) ?? 0,
    move: about ? shortTold(about, nameOf) : "",
    article: citedAs(data.article as string | undefined),
    game: (data.game as number | undefined) ?? 0,
    stack: (data.stack as number | undefined) ?? 0,
    next: data.next_seat === undefined ? "" : nameOf(data.next_seat as number),
  };
  const own = facts.who === t("table.you");
  if (frame.kind === "Challenged" && about && !own && nameOf(about.data.seat as number) === t("table.you")) return t("log.Challenged_yours", facts);
  const found = key(frame, about);
  return t(own && OWN.has(found) ? (`${found}_own` as TextKey) : found, facts) + takenTold(data, standMark);
}

/** Who drew what for his seat, the highest first: he starts, the others sit in order. */
export function seatsDrawn(circle: readonly number[], drawn: readonly (readonly string[])[], nameOf: NameOf): string {
  if (!drawn.length) return t("log.TableOpened");
  const seats = circle.map((seat) => `${nameOf(seat)} ${drawn[seat]!.map(tileMark).join(" ")}`).join(", ");
  return t("log.SeatsDrawn", { seats, who: nameOf(circle[0]!) });
}

/** A line of the story at the table: what was laid in numbers (where a joker lies only the felt says what a move is worth); the tiles themselves are ringed there. */
export function shortTold(item: Happened, nameOf: NameOf, find?: Find): string {
  if (item.kind !== "TilesLaid") return told(item, nameOf, find);
  const who = nameOf(item.data.seat as number);
  const laid = item.data.laid as string[];
  const points = laid.reduce((sum, tile) => sum + Number(tile.slice(1)), 0);
  const key = `log.laid_${who === t("table.you") ? "own" : "short"}${laid.includes("j") || item.data.jokers ? "" : "_points"}` as const;
  return t(key, { who, count: laid.length, points }) + takenTold(item.data, standMark);
}

/** What ears are told of what was played: each once. A time-out is read with all that came of it from its strip. */
export function spoken(items: readonly Happened[], nameOf: NameOf): string[] {
  if (items.some((item) => item.kind === "TimeRanOut")) return [];
  return items.filter((item) => PLAYED.has(item.kind)).map((item) => {
    const drawn = item.kind === "TileDrawn" ? (item.data.tile as string | undefined) : undefined;
    if (item.kind === "TilesLaid") return laidSpoken(item, nameOf);
    return drawn ? t("log.drew_spoken", { tile: tileName(drawn) }) : told(item, nameOf);
  });
}

/** The tiles laid, jokers with what they stand for in the melds they were laid to. */
function standing(data: Happened["data"]): [string, string][] {
  const laid = data.laid as string[];
  const own = new Set(laid.filter((tile) => tile !== "j"));
  const melds = Object.entries((data.jokers ?? {}) as Record<string, string[]>);
  const ours = ([tiles]: [string, string[]]) => tiles.split(" ").some((tile) => own.has(tile));
  const stand = [...melds.filter(ours), ...melds.filter((meld) => !ours(meld))].flatMap(([, jokers]) => jokers);
  return laid.map((tile) => [tile, tile === "j" ? (stand.shift() ?? "") : ""]);
}

function laidSpoken({ data }: Happened, nameOf: NameOf): string {
  const tiles = standing(data).map(([tile, stand]) => (tile === "j" ? jokerName(stand) : tileName(tile))).join(", ");
  const who = nameOf(data.seat as number);
  return t(who === t("table.you") ? "log.TilesLaid_own" : "log.TilesLaid", { who, tiles }) + takenTold(data, standName);
}

/** What a joker stands for: a tile in a run, in a group only its number. */
const standMark = (stand: string) => (/^\d/.test(stand) ? stand : tileMark(stand));
const standName = (stand: string) => (/^\d/.test(stand) ? stand : tileName(stand));

/** The jokers that lay on the table and stand for something else now. */
function takenTold(data: Happened["data"], named: (stand: string) => string): string {
  const taken = (data.taken ?? []) as string[];
  return taken.length ? t("log.joker_taken", { stands: taken.map(named).join(", ") }) : "";
}

/** A time-out with what came of it, in the sentences everybody at the table is told. */
export function timeOutTold(items: readonly Happened[], putBack: readonly string[], nameOf: NameOf): string {
  const [first, ...rest] = items;
  if (!first) return "";
  const ruling = t(`time_out.${first.data.ruling as string}` as TextKey);
  const who = nameOf(first.data.seat as number);
  const said = [t(who === t("table.you") ? "table.time_out_own" : "table.time_out", { who, ruling })];
  if (putBack.length) said.push(t("table.time_out_back", { tiles: putBack.map(tileMark).join(" ") }));
  for (const { kind, data } of rest) {
    if (kind === "TileDrawn") {
      said.push(data.tile ? t("table.time_out_drew", { tiles: tileMark(data.tile as string) }) : t("table.time_out_took"));
    } else if (kind === "NothingDrawn") said.push(t("table.time_out_nothing"));
    else said.push(`${told({ kind, data }, nameOf)}.`);
  }
  const article = citedAs(first.data.article as string | undefined);
  return article ? `${said.join(" ")} ${t("table.article", { article })}.` : said.join(" ");
}

/** What people wrote; the house's own reasons are codes. */
function reason(given = ""): string {
  if (!given) return t("log.reason_kept");
  return HOUSE.has(given) ? t(`log.reason_${given}` as TextKey) : given;
}

/** A tile one may not see is drawn without its name. */
function key(frame: Happened, about?: Happened): TextKey {
  if (frame.kind === "TileDrawn") {
    const known = frame.data.tile === undefined ? "hidden" : "shown";
    const why = frame.data.reason === "penalty" ? "penalty" : "move";
    return `log.TileDrawn_${why}_${known}`;
  }
  if (frame.kind === "Challenged" && about) return "log.Challenged_move";
  if (frame.kind === "Rewound" && about) return "log.Rewound_to";
  if (frame.kind === "SeatDisqualified" && frame.data.left) return "log.SeatLeft";
  if (frame.kind === "SeatDisqualified" && frame.data.reason === PUT_OUT) return "log.SeatPutOut";
  if (frame.kind === "ReadinessDeclared" && frame.data.announces_opening) return "log.ReadyAnnouncing";
  return `log.${frame.kind}` as TextKey;
}

/** Which lines of a log want to be seen first. */
export function weight(kind: string): Weight {
  if (kind === "Challenged" || kind === "RulingGiven") return "dispute";
  if (REFEREE.has(kind)) return "referee";
  return SMALL.has(kind) ? "small" : "play";
}

const PLAYED = new Set("TilesLaid TileDrawn NothingDrawn OpeningAnnounced StackPlaced TurnRestarted Passed".split(" "));
/** What is said otherwise of who reads it. */
const OWN = new Set(
  ("StackPlaced TurnRestarted LooseTilesTaken Challenged Challenged_move TileDrawn_move_shown TileDrawn_penalty_shown TilesLaid " +
    "NothingDrawn Passed RackInspected RedealAsked ResultConfirmed SeatLeft").split(" ").map((kind) => `log.${kind}`),
);
const HOUSE = new Set(["challenge", "hall"]);
/** The tournament has put somebody out: the reason is told to him and to judges, at the desk. */
const PUT_OUT = "disqualified";
const REFEREE = new Set(
  "Paused Resumed TimeAdded TurnVoided Rewound WarningGiven SeatDisqualified RackInspected TimeCalled AccessChanged".split(" "),
);
const SMALL = new Set("ReadinessDeclared TurnEnded StackPlaced ResultConfirmed".split(" "));
