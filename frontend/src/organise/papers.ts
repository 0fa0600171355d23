// When each paper can be printed, and what its address asks for.
interface Stand {
  entrants: readonly unknown[];
  rounds: readonly unknown[];
  finished: boolean;
  stages: readonly { draw: string }[];
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

/** The words that say what a paper waits for; "" where it can be printed. */
export function notYet(paper: string, stand: Stand): string {
  if (paper === "scheme" && stand.finished) return "papers.scheme_over";
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
