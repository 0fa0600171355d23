// What a judge decided about the pupil who looks, or on the pupil's own report: told until it is read.
import { t } from "../lib/app.svelte";
import type { Item, WojtekReport } from "../lib/protocol";
import { stepName } from "./story";

export interface Notice {
  key: string;
  text: string;
}

/** A penalty, an exclusion, a warning without a step, the answer to an own report. */
export function decisionsFor(seat: number, log: readonly Item[], reports: readonly WojtekReport[]): Notice[] {
  const given = log.flatMap(({ seq, kind, data }) => {
    const text = data.seat === seat ? punished(kind, data as Record<string, any>) : "";
    return text ? [{ key: `e${seq}`, text }] : [];
  });
  const answered = reports.flatMap((one, i) => {
    const text = one.decision ? answer(one as Answered, seat) : "";
    return text ? [{ key: `r${i}`, text }] : [];
  });
  return [...answered, ...given];
}

type Answered = WojtekReport & { decision: NonNullable<WojtekReport["decision"]> };

function punished(kind: string, data: Record<string, any>): string {
  if (kind === "SeatExcluded" && !data.left) return t("wojtek.notice_excluded", { reason: data.reason });
  if (kind !== "OffencePunished") return "";
  const points = Math.abs(Number(data.points ?? 0));
  const effect = points ? ` ${t("wojtek.notice_points", { points })}` : "";
  return t("wojtek.notice_punished", { step: stepName(data.step), reason: data.reason }) + effect;
}

function answer(one: Answered, seat: number): string {
  if (one.by === seat) return t("wojtek.notice_answered", { words: one.reason, decision: t(`wojtek.${one.decision}`), answer: one.answer });
  return one.decision === "warning" ? t("wojtek.notice_warned", { answer: one.answer }) : "";
}
