// Who came to look or act at a table, in words: a second device at a seat, a new pass, a bot.
import { app, t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";
import type { ClockShown, Item } from "../lib/protocol";

type NameOf = (seat: number) => string;

/** Something everybody at the table has to know, with the time of day by our own clock. */
export interface Access {
  seq: number;
  data: Record<string, unknown>;
  when: Date;
}

export const ACCESS = "AccessChanged";

/** What of the server's items is about access; its clock tells how long ago each of them was. */
export function accesses(items: Item[], clock: ClockShown): Access[] {
  return items
    .filter((item) => item.kind === ACCESS)
    .map(({ seq, data, at }) => ({ seq, data, when: new Date(Date.now() - (clock.now - at)) }));
}

/** The known ones and those that are new, each once, the latest last. */
export function together(known: Access[], more: Access[]): Access[] {
  const seen = new Set(known.map((one) => one.seq));
  return [...known, ...more.filter((one) => !seen.has(one.seq))];
}

/** The first device of a seat is the player coming late: in the log, but no alarm. */
export function alarms(all: Access[]): Access[] {
  return all.filter(({ data }) => data.what !== "device" || Number(data.device) > 1);
}

/** What happened, in a sentence; with when it was, if that is known, times are those of the day. */
export function accessTold(data: Record<string, unknown>, nameOf: NameOf, mine: number | null = null, when?: Date): string {
  const seat = typeof data.seat === "number" ? data.seat : null;
  const facts = { who: seat === null ? "" : nameOf(seat), number: (seat ?? 0) + 1, device: Number(data.device), percent: Number(data.percent) };
  const opened = data.what === "device" ? openings((data.ago as number[] | undefined) ?? [], when) : "";
  return t(key(data, seat !== null && seat === mine), facts) + opened;
}

/** When each device opened the seat: who came first proves nothing, so all of them are told. */
function openings(ago: number[], when?: Date): string {
  if (ago.length < 2) return "";
  const times = ago.map((ms) => (when ? timeOfDay(new Date(when.getTime() - ms)) : earlier(ms)));
  return ` ${t("log.access_opened", { times: times.join(" · ") })}`;
}

export function timeOfDay(when: Date): string {
  return when.toLocaleTimeString(app.locale, { hour: "2-digit", minute: "2-digit" });
}

function earlier(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds === 0) return t("log.access_now");
  return t("log.access_earlier", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
}

function key(data: Record<string, unknown>, own: boolean): TextKey {
  const what = data.what as string;
  if (what === "watching") return `log.AccessChanged_watching_${data.watching as string}` as TextKey;
  if (what === "device" && Number(data.device) <= 1) return "log.AccessChanged_device_first";
  if (what === "time_set" && data.seat === undefined) return "log.AccessChanged_time_set_untold";
  return `log.AccessChanged_${what}${own && OWN.has(what) ? "_own" : ""}` as TextKey;
}

const OWN = new Set(["device", "pass_issued", "pass_renewed"]);
