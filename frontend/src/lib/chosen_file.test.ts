// A file that was corrected and is chosen again under its name is read again: its field holds nothing after each reading.
import { expect, test } from "vitest";
import { chosenFile } from "./chosen_file";

const screens = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

test("the field is empty once its file is taken", () => {
  const file = new File(["1"], "wyniki.xlsx");
  const field = { files: [file], value: "C:\\fakepath\\wyniki.xlsx" };
  expect(chosenFile({ currentTarget: field } as unknown as Event)).toBe(file);
  expect(field.value).toBe("");
  expect(chosenFile({ currentTarget: { files: [], value: "" } } as unknown as Event)).toBeNull();
});

test("every screen takes a chosen file this way", () => {
  const fields = Object.entries(screens).filter(([, text]) => text.includes('type="file"'));
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter(([, text]) => /\.files\b[?[]/.test(text) || !text.includes("chosenFile(")).map(([file]) => file)).toEqual([]);
});
