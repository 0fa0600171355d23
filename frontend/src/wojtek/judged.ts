// What a judge decided about the pupil who looks, or on the pupil's own report: told until it is read.
import { t } from "../lib/app.svelte";
import type { Item, WojtekReport } from "../lib/protocol";
import { DONE, stepName } from "./story";

export interface Notice {
  key: string;
  text: string;
}

/** A penalty, an exclusion, a warning without a step, the answer to an own report: each told once. */
export function decisionsFor(seat: number, log: readonly Item[], reports: readonly WojtekReport[]): Notice[] {
  const mine = log.filter((item) => item.data.seat === seat);
  const given = mine.flatMap(({ seq, kind, data }) => {
    // A red card puts out of the game by itself, unless that was over.
    const red = kind === "SeatExcluded" && mine.some((one) => isRed(one) && one.seq === seq - 1);
    const out = mine.some((one) => one.kind === "SeatExcluded" && one.seq === seq + 1);
    const text = red ? "" : punished(kind, data as Record<string, any>, out);
    return text ? [{ key: `e${seq}`, text }] : [];
  });
  const stepped = (answer: string) => mine.some(({ kind, data }) => kind === "OffencePunished" && data.reason === answer);
  const answered = reports.flatMap((one, i) => {
    const text = one.decision && (one.by === seat || !stepped(one.answer)) ? answer(one as Answered, seat) : "";
    return text ? [{ key: `r${i}`, text }] : [];
  });
  return [...answered, ...given, ...log.flatMap((item) => rewound(item, mine))];
}

/** Whose move went with what the judge took back. */
function rewound({ seq, kind, data }: Item, mine: readonly Item[]): Notice[] {
  const gone = kind === "Rewound" && mine.some((one) => one.seq > (data.to as number) && one.seq < seq && DONE.has(one.kind));
  return gone ? [{ key: `e${seq}`, text: t("wojtek.notice_rewound", { reason: String(data.reason ?? "") }) }] : [];
}

type Answered = WojtekReport & { decision: NonNullable<WojtekReport["decision"]> };

const isRed = ({ kind, data }: Item) => kind === "OffencePunished" && data.step === "red_card";

function punished(kind: string, data: Record<string, any>, isOut: boolean): string {
  if (kind === "SeatExcluded" && !data.left) return t("wojtek.notice_excluded", { reason: data.reason });
  if (kind !== "OffencePunished") return "";
  const points = Math.abs(Number(data.points ?? 0));
  const out = data.step === "red_card" && isOut ? "wojtek.notice_points_out" : "wojtek.notice_points";
  const effect = points ? t(out, { points }) : "";
  return [t("wojtek.notice_punished", { step: stepName(data.step) }), effect, t("wojtek.notice_why", { reason: data.reason })].filter(Boolean).join(" ");
}

function answer(one: Answered, seat: number): string {
  if (one.by === seat) return t("wojtek.notice_answered", { words: one.reason, decision: t(`wojtek.${one.decision}`), answer: one.answer });
  return one.decision === "warning" ? t("wojtek.notice_warned", { answer: one.answer }) : "";
}
