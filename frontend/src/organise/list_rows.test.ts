import { expect, test } from "vitest";
import { asSent, editOf, keptIn, rowsOf, withEdit, withoutEdit, type Preview } from "./list_rows";

const at = (row: number) => ({ cell: `A${row}`, row, name: `Zawodnik ${row}` });
const preview: Preview = {
  ...{ columns: { name: 1 }, columns_seen: [], unknown_columns: [], sheet: "", carried: [], other_sheets: [], applied: false },
  ...{ entrants: [at(1), at(4)], left_out: [at(6)], faulty: [at(3)], crossed: [at(2)], nobody: [at(5)], doubts: [] },
  faults: [{ cell: "B3", row: 3, message: "Popraw." }],
};

test("rows stand in the order of the file, whatever becomes of them", () => {
  const rows = rowsOf(preview);
  expect(rows.map((row) => row.fate)).toEqual(["entered", "crossed", "faulty", "entered", "nobody", "known"]);
  expect(rows[2]!.faults).toEqual(["Popraw."]);
});

test("one change of a row takes the place of another, and can be taken back", () => {
  const left = withEdit({}, { row: 2, leave_out: true });
  const said = withEdit(left, { ...editOf(at(2)), name: "Inna" });
  const list = new Blob(["Zawodnik 1"]);
  const sent = asSent(list, said) as FormData;
  expect(sent.get("list")).toBeInstanceOf(Blob);
  expect(JSON.parse(sent.get("edits") as string).rows).toEqual([{ row: 2, name: "Inna", club: "", team: "", guardian: "", age_class: "", table: null }]);
  expect(asSent(list, withoutEdit(said, 2))).toBe(list);
});

test("changes stay with the lines of a pasted text that are still where they were", () => {
  const edits = { 1: { row: 1, leave_out: true }, 2: { row: 2, leave_out: true } };
  expect(Object.keys(keptIn(edits, "a\nb", "a\nc\nb"))).toEqual(["1"]);
});
