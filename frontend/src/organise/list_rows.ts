// The rows of a list before it is entered: each as the server read it, and what somebody changed.

export interface Listed {
  cell: string;
  /** Its number in the file: what is changed is kept by it, whatever the columns hold. */
  row: number;
  name: string;
  club?: string;
  team?: string;
  guardian?: string;
  age_class?: string;
  table?: number;
  same_as?: string;
  same_name?: number;
  looks_like?: number[];
  mixed_script?: boolean;
  waiting?: boolean;
}

export interface Edit {
  row: number;
  leave_out?: boolean;
  twice?: boolean;
  name?: string;
  club?: string;
  team?: string;
  guardian?: string;
  age_class?: string;
  table?: number | null;
}
export type Edits = Readonly<Record<number, Edit>>;

export interface Preview {
  columns: Record<string, number>;
  columns_seen: { heading: string; sample: string[]; part: string }[];
  unknown_columns: string[];
  entrants: Listed[];
  left_out: Listed[];
  faulty: Listed[];
  crossed: Listed[];
  nobody: Listed[];
  faults: { cell: string; row: number; message: string }[];
  doubts: { cell: string; code: string; message: string }[];
  /** Columns that say something once for several rows below; `blank`: those have none. */
  carried: { part: string; heading: string; blank: boolean }[];
  sheet: string;
  other_sheets: string[];
  applied: boolean;
}

/** What becomes of a row: entered, wrong, left out by somebody, known already, no person. */
export type Fate = "entered" | "faulty" | "crossed" | "known" | "nobody";
export interface Row {
  one: Listed;
  fate: Fate;
  faults: string[];
}

/** Every row in the order of the file: one that is left out stays where it was, to be put back. */
export function rowsOf(preview: Preview): Row[] {
  const faults = (one: Listed) => preview.faults.filter((fault) => fault.row === one.row).map((fault) => fault.message);
  const all = (listed: Listed[], fate: Fate): Row[] => listed.map((one) => ({ one, fate, faults: faults(one) }));
  return [
    ...all(preview.entrants, "entered"),
    ...all(preview.faulty, "faulty"),
    ...all(preview.crossed, "crossed"),
    ...all(preview.left_out, "known"),
    ...all(preview.nobody, "nobody"),
  ].sort((a, b) => a.one.row - b.one.row);
}

/** A row as it stands, to be changed. */
export function editOf({ row, name, club = "", team = "", guardian = "", age_class = "", table }: Listed): Edit {
  return { row, name, club, team, guardian, age_class, table: table ?? null };
}

export function withEdit(edits: Edits, edit: Edit): Edits {
  return { ...edits, [edit.row]: edit };
}

export function withoutEdit(edits: Edits, row: number): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([kept]) => Number(kept) !== row));
}

/** Changes of lines that a pasted text still has where they were. */
export function keptIn(edits: Edits, before: string, after: string): Edits {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return Object.fromEntries(Object.entries(edits).filter(([, { row }]) => old[row - 1] === now[row - 1]));
}

const WORKBOOKS: Record<string, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
};

/** The file of the kind its name says, which not every system knows: text under such a name is no list. */
export function asNamed(file: File): File {
  const type = WORKBOOKS[file.name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "";
  return new File([file], file.name, { type });
}

/** A list as it is sent; what was changed stands beside it in the body: an address holds few rows. */
export function asSent(content: Blob, edits: Edits): Blob | FormData {
  const rows = Object.values(edits);
  if (!rows.length) return content;
  const form = new FormData();
  form.append("list", content, "list");
  form.append("edits", JSON.stringify({ rows }));
  return form;
}
