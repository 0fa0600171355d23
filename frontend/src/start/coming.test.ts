import { expect, it } from "vitest";
import { waysOf } from "./coming";

it("tells by its shape which door a code opens", () => {
  expect(waysOf("042-510-309")).toEqual(["pin"]);
  expect(waysOf(" 042 510 309 ")).toEqual(["pin"]);
  expect(waysOf("FQ4-CWJ")).toEqual(["friends"]);
  expect(waysOf("fq4cwj")).toEqual(["friends"]);
  expect(waysOf("CDF-GH3-46K")).toEqual(["player"]);
});

it("tries a slip made of digits alone after the PIN it looks like", () => {
  expect(waysOf("346-789-346")).toEqual(["pin", "player"]);
});

it("follows a whole link of ours where a code was asked for", () => {
  expect(waysOf("http://stolik.test/enter#abc_-9")).toEqual(["/enter#abc_-9"]);
  expect(waysOf("https://stolik.test/friends#xyz")).toEqual(["/friends#xyz"]);
});

it("leaves what is no code at all to be refused as a slip", () => {
  expect(waysOf("CDF-GH7")).toEqual(["friends"]);
  expect(waysOf("CDF-GH3-46")).toEqual(["player"]);
});
