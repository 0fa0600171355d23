import { expect, test } from "vitest";
import { isOverNetwork, secondsAhead } from "./phone";

test("this very machine is no network", () => {
  const hosts = ["localhost", "127.0.0.1", "[::1]", "192.168.1.7", "stolik.local", "[fe80::1]"];
  expect(hosts.filter(isOverNetwork)).toEqual(["192.168.1.7", "stolik.local", "[fe80::1]"]);
});

test("a clock is compared with the middle of the way there and back", () => {
  expect(secondsAhead(100_000, 101_000, 100)).toBe(0);
  expect(secondsAhead(220_500, 220_500, 100)).toBe(120);
  expect(secondsAhead(40_500, 40_500, 100)).toBe(-60);
});
