/** A number as people read it: with a true minus sign. What is sent to the server keeps its own. */
export function points(value: string | number): string {
  return String(value).replace(/^-(?=\d)/, "−");
}

/** The same read back as a number; not a number where it is none. */
export function numberIn(words: string | number): number {
  return Number(String(words).replace("−", "-").replace(",", "."));
}
