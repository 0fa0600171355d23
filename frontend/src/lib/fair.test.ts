import { describe, expect, test } from "vitest";
import { proved, provedDraw, type CardSet } from "./fair";
import drawCases from "./fair_draw.fixtures.json";
import cases from "./fair.fixtures.json";
import cardCases from "./fair_cards.fixtures.json";
import { hmac, sortedByLetters } from "./fair_order";
import { fromHex, hex } from "./sha256";

test("HMAC-SHA256 gives what RFC 4231 says", () => {
  const said = hmac(fromHex("0b".repeat(20)), new TextEncoder().encode("Hi There"));
  expect(hex(said)).toBe("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  const jefe = hmac(new TextEncoder().encode("Jefe"), new TextEncoder().encode("what do ya want for nothing?"));
  expect(hex(jefe)).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});

// The transcripts and the verdicts on them come from the server's own verifier.
test.each(cases.map((one, i) => [`${i} ${one.name}`, one] as const))("%s", (_, one) => {
  expect(proved(one.transcript, one.commit, one.public).fair).toBe(one.ok);
});

test("there are honest games among them and many ways to cheat", () => {
  expect(cases.filter((one) => one.ok).length).toBeGreaterThan(3);
  expect(cases.filter((one) => !one.ok).length).toBeGreaterThan(35);
});

test("what is no transcript at all is not believed", () => {
  for (const told of [null, 7, "x", [], {}]) expect(proved(told, "", "").fair).toBe(false);
});

describe("draws", () => {
  test.each(drawCases.map((one, i) => [`${i} ${one.name}`, one] as const))("%s", (_, one) => {
    expect(provedDraw(one.transcript, one.commit, one.public).fair).toBe(one.ok);
  });

  test("a game is no draw and a draw is no game", () => {
    const [game, draw] = [cases[0]!, drawCases[0]!];
    expect(provedDraw(game.transcript, game.commit, game.public).fair).toBe(false);
    expect(proved(draw.transcript, draw.commit, draw.public).fair).toBe(false);
  });
});

describe("Miś Wojtek", () => {
  test.each(cardCases.map((one, i) => [`${i} ${one.name}`, one] as const))("%s", (_, one) => {
    expect(proved(one.transcript, one.commit, one.public, one.cards as CardSet).fair).toBe(one.ok);
  });

  test("there are honest games with reshuffles among them and many ways to cheat", () => {
    const honest = cardCases.filter((one) => one.ok);
    expect(honest.length).toBeGreaterThan(3);
    expect(honest.some((one) => one.transcript.log?.some(([op]) => op === "mix"))).toBe(true);
    expect(cardCases.filter((one) => !one.ok).length).toBeGreaterThan(30);
  });

  test("each reason is heard somewhere, and a game is not one of the other", () => {
    const proofs = cardCases.map((one) => proved(one.transcript, one.commit, one.public, one.cards as CardSet));
    const heard = new Set(proofs.map((proof) => (proof.fair ? "" : proof.doubt)));
    for (const doubt of ["shape", "not_seen", "commit", "bears", "cards", "display", "mix"]) {
      expect(heard).toContain(doubt);
    }
    const [one] = cardCases;
    expect(proved(one?.transcript, one!.commit, one!.public)).toEqual({ fair: false, doubt: "bag", entry: 0 });
  });

  test("letters are sorted whole, as the server sorts them", () => {
    expect(sortedByLetters(["\u{1f43b}", "\uff5e", "zb", "z", "ż", "*z", "za"])).toEqual([
      "*z",
      "z",
      "za",
      "zb",
      "ż",
      "\uff5e",
      "\u{1f43b}",
    ]);
  });
});
