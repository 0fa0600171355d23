// What a correction would alter that people have already seen, in words.
import type { Changes } from "../lib/http_types";
import { t } from "../lib/app.svelte";

/** What of titles and cuts would come out otherwise; "" for nothing. */
export function cutsTold(changes: Changes, nameOf: (entrant: number) => string): string {
  return [titlesTold(changes, nameOf), advancingTold(changes, nameOf)].filter(Boolean).join(" ");
}

/** Titles announced at the end that would go to others. */
function titlesTold({ titles }: Changes, nameOf: (entrant: number) => string): string {
  const names = (entrants: number[]) => entrants.map(nameOf).join(", ") || "–";
  const told = titles.map(({ place, was, now }) => t("result.title_moves", { place, was: names(was), now: names(now) }));
  return told.length ? [...told, t("result.titles_again")].join(" ") : "";
}

/** Who would come in and who would drop out at each cut; else that a cut or seats would differ; "" for neither. */
function advancingTold(changes: Changes, nameOf: (entrant: number) => string): string {
  const names = (entrants: number[]) => entrants.map(nameOf).join(", ") || "–";
  const told = changes.advancing.map(({ stage, comes, drops }) =>
    t("result.cut_moves", { stage, comes: names(comes), drops: names(drops) }),
  );
  if (told.length) return [...told, t("result.cut_stands")].join(" ");
  return changes.cuts.length || changes.rounds.length ? t("result.changes_cut") : "";
}
