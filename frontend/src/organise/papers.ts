// When each paper can be printed, and what its address asks for.
interface Stand {
  entrants: readonly unknown[];
  rounds: readonly { stage: number }[];
  finished: boolean;
  stages: readonly { draw: string; rounds: number; seating: string; field: string }[];
  /** The organiser's next step and the stage it belongs to, from 1. */
  next: { next: string; stage: number };
}

interface Wish {
  round: number | null;
  /** The round published last. */
  last: number | null;
  /** Diplomas down to this place; null: for titles. */
  places: number | null;
}

const OF_PEOPLE = ["checkin", "startlist", "labels", "slips", "numbers", "badges", "acceptance"];
const OF_A_ROUND = ["seating", "tables", "scores", "results"];
const AT_THE_END = ["protocol", "diplomas", "form"];

/** Whether this tournament ever needs a paper: numbers only where they are drawn. */
export function isOf(paper: string, stand: Stand): boolean {
  return paper !== "numbers" || stand.stages.some((stage) => stage.draw === "planned");
}

/** Whether another round is to be drawn: blank sheets are for that one. */
function roundComes({ next: { next, stage }, rounds, stages }: Stand): boolean {
  if (next !== "play") return ["draw", "publish", "cut"].includes(next);
  const here = rounds.filter((one) => one.stage === stage).length;
  return stage < stages.length || here < (stages[stage - 1]?.rounds ?? 0);
}

/** What the scheme waits for: a stage that is seated by rank and comes next. */
function schemeWaits(stand: Stand): string {
  if (stand.finished) return "papers.scheme_over";
  if (!stand.rounds.length) return "papers.once_drawn";
  const byRank = (at: number): boolean => ["scheme", "rank"].includes(stand.stages[at - 1]?.seating ?? "");
  const begun = stand.rounds.some((one) => one.stage === stand.next.stage);
  const at = byRank(stand.next.stage) && !begun ? stand.next.stage : stand.next.stage + 1;
  if (at > stand.stages.length) return "papers.no_more_rounds";
  return at > 1 && byRank(at) && stand.stages[at - 1]?.field !== "table_winners" ? "" : "papers.scheme_when";
}

/** The words that say what a paper waits for; "" where it can be printed. */
export function notYet(paper: string, stand: Stand): string {
  if (paper === "scheme") return schemeWaits(stand);
  if (paper === "scores_blank") {
    if (!stand.entrants.length) return "papers.once_entered";
    return roundComes(stand) ? "" : "papers.no_more_rounds";
  }
  if (AT_THE_END.includes(paper) && !stand.finished) return "papers.at_the_end";
  if ([...OF_A_ROUND, "crosstable"].includes(paper) && !stand.rounds.length) return "papers.once_drawn";
  return OF_PEOPLE.includes(paper) && !stand.entrants.length ? "papers.once_entered" : "";
}

/** The end of a paper's address; standings of an earlier round are those after it. */
export function asked(paper: string, wish: Wish, otherwise = ""): string {
  const query = new URLSearchParams(otherwise);
  const ofRound = OF_A_ROUND.includes(paper) || (paper === "standings" && wish.round !== wish.last);
  if (ofRound && wish.round && !query.has("blank")) query.set("round", String(wish.round));
  if (paper === "diplomas" && wish.places) query.set("places", String(wish.places));
  return query.size ? `?${query}` : "";
}
