// What a team is called: strangers read a number where not every member agreed to be named.
import { t } from "../lib/app.svelte";

const UNNAMED = "·";

export function teamName(team: string): string {
  return team.startsWith(UNNAMED) ? t("teams.unnamed", { number: team.slice(UNNAMED.length) }) : team;
}
