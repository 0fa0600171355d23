// Where a rule is written, as people are told it.

/** Whose decision a rule is where the regulation is silent, and whose line it borrows. */
export function decidedAs(article: string): { number: string; from: string } | null {
  const [, number = "", from = ""] = /^decision (\d+)(?:, (.+))?$/.exec(article) ?? [];
  return number ? { number, from } : null;
}

/** The line of a document; a decision of the house is no line anybody could look up at a table. */
export function citedAs(article: string | null | undefined): string {
  return article && !article.startsWith("decision") ? article : "";
}
