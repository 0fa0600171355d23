// Where a rule is written, as people are told it.

/** The line of a document; a decision of the house is no line anybody could look up at a table. */
export function citedAs(article: string | null | undefined): string {
  return article && !article.startsWith("decision") ? article : "";
}
