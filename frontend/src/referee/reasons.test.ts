import { expect, it } from "vitest";
import { keepReasons, keptReasons } from "./reasons";

it("keeps the reasons of the latest games, each version its own", () => {
  for (let n = 0; n < 100; n++) keepReasons(`t.1.${n}.1.1`, { "7": `powód ${n}` });
  keepReasons("t.1.99.1.2", { "7": "poprawka" });
  expect(keptReasons("t.1.99.1.1")).toEqual({ "7": "powód 99" });
  expect(keptReasons("t.1.99.1.2")).toEqual({ "7": "poprawka" });
  expect(keptReasons("t.1.0.1.1")).toEqual({});
});
