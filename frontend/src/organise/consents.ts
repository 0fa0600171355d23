// What people agree to, and who has not yet.
export const KINDS = ["regulations", "photo", "name"] as const;
export type Kind = (typeof KINDS)[number];
export type Lacking = Record<Kind, number[]>;

/** What somebody has not agreed to yet. */
export function lackedBy(lacking: Lacking, entrant: number): Kind[] {
  return KINDS.filter((kind) => lacking[kind].includes(entrant));
}
