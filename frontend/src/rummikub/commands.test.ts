import { expect, test } from "vitest";
import { asksTime, inPolish, obey } from "./commands";
import type { RummikubCtrl } from "./ctrl";

/** Which methods of the table a line calls, with what. */
function called(line: string): unknown[] {
  const calls: unknown[] = [];
  const felt = [{ id: 1, tile: "r7", x: 0, y: 0 }];
  const board = { felt: [], rack: felt, hand: [], trays: [] };
  const ctrl = new Proxy({ state: { board } } as unknown as RummikubCtrl, {
    get: (target, name) => (name === "state" ? target.state : (...given: unknown[]) => void calls.push([name, ...given])),
  });
  expect(obey(ctrl, line).ok).toBe(true);
  return calls;
}

test.each([
  ["dobierz 3", "draw 3"],
  ["cofnij", "undo"],
  ["zapowiedz", "announce"],
  ["zatwierdź", "commit"],
])("the Polish word %s is the English %s", (polish, english) => {
  expect(called(polish)).toEqual(called(english));
});

test.each([
  ["r7 b7 k7 new", "r7 b7 k7 nowy"],
  ["r8 > 2", "r8 > 2"],
  ["split 2 after 3", "rozdziel 2 po 3"],
  ["back r7", "wróć r7"],
  ["lay", "wykładam"],
])("%s is shown in Polish as %s, and understood", (english, polish) => {
  expect(inPolish(english)).toBe(polish);
  if (english === "lay") expect(called(polish)).toEqual(called(english));
  expect(asksTime(inPolish("time"))).toBe(true);
});

test("a new meld is laid in Polish too", () => {
  expect(called("r7 nowy")).toEqual(called("r7 new"));
  expect(called("r7 nowy")).not.toEqual([]);
});
