import { expect, test } from "vitest";
import type { Item } from "../lib/protocol";
import { accesses, accessTold, alarms, together } from "./access";

const clock = { seat: 0, running: true, left_ms: 0, now: 90_000, lag_ms: 0 };
const item = (seq: number, data: Record<string, unknown>): Item => ({ seq, kind: "AccessChanged", at: 30_000, by: "house", data });

test("a look is told with the time of day it happened", () => {
  const [look] = accesses([item(7, { what: "device", seat: 1, device: 2 })], clock);
  expect(Math.round((Date.now() - (look?.when.getTime() ?? 0)) / 1000)).toBe(60);
});

test("what is told twice is shown once", () => {
  const known = accesses([item(7, { what: "pass_issued", seat: 1 })], clock);
  expect(together(known, accesses([item(7, { what: "pass_issued", seat: 1 }), item(8, { what: "bot_seated", seat: 1 })], clock)).map((one) => one.seq)).toEqual([7, 8]);
});

test("the first device of a seat is no alarm", () => {
  const all = accesses([item(3, { what: "device", seat: 1, device: 1 }), item(4, { what: "device", seat: 1, device: 2 })], clock);
  expect(alarms(all).map((one) => one.seq)).toEqual([4]);
});

test("of a seat on two devices is told when each of them opened it", () => {
  const name = (seat: number) => `Zawodnik ${seat + 1}`;
  const data = { what: "device", seat: 1, device: 2, ago: [303_000, 0] };
  const when = new Date(2026, 0, 1, 18, 7);
  for (const mine of [null, 1]) {
    const told = accessTold(data, name, mine, when);
    expect(told).toMatch(/18:01|06:01/);
    expect(told).toMatch(/18:07|06:07/);
    expect(accessTold(data, name, mine)).toContain("5:03");
  }
});

test("every change has a sentence", () => {
  const name = (seat: number) => `Zawodnik ${seat + 1}`;
  for (const what of ["device", "pass_issued", "pass_renewed", "bot_seated", "bot_left", "time_set"]) {
    for (const mine of [null, 1]) {
      for (const device of [1, 2]) expect(accessTold({ what, seat: 1, device }, name, mine)).not.toContain("log.");
    }
  }
  expect(accessTold({ what: "time_set" }, name)).not.toMatch(/log\.|Zawodnik|%/);
  for (const watching of ["nobody", "no_racks", "racks_after"]) {
    expect(accessTold({ what: "watching", seat: null, watching }, name)).not.toContain("log.");
  }
});
