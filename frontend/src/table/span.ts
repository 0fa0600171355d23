// A stretch of time in words, as one says it: 1 minute and 28 seconds.
import { t } from "../lib/app.svelte";

const MINUTE = 60;

export function inWords(seconds: number): string {
  const rest = seconds % MINUTE;
  const minutes = t("table.minutes", { count: Math.floor(seconds / MINUTE) });
  if (seconds < MINUTE) return t("table.seconds", { count: seconds });
  return rest ? t("table.time", { minutes, seconds: t("table.seconds", { count: rest }) }) : minutes;
}
