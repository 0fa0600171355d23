import { describe, expect, test } from "vitest";
import cases from "./fair_trail.fixtures.json";
import { provedTrail, type TrailTold } from "./fair_trail";

const proofOf = (one: (typeof cases)[number]) => provedTrail(one.trail, one.seen ? [one.seen] : []);

// The trails and the codes come from the server's own verifier, which draws plans again too.
describe("the browser says what stolik verify says", () => {
  test.each(cases.map((one, i) => [`${i} ${one.name}`, one] as const))("%s", (_, one) => {
    const proof = proofOf(one);
    const code = proof.fair ? null : proof.code;
    if (one.code === "fair.trail_tables" && proof.fair) {
      expect(proof.planned).toBeGreaterThan(0);
      expect(code).toBe(one.compared);
    } else {
      expect(code).toBe(one.code);
    }
    if (proof.fair && one.ok) expect(proof.remarks.map((remark) => remark.code)).toEqual(one.remarks);
  });
});

test("lots are drawn again here, and lies about them found", () => {
  const proofs = cases.map(proofOf);
  expect(proofs.some((proof) => proof.fair && proof.redrawn > 0)).toBe(true);
  expect(proofs.some((proof) => !proof.fair && proof.code === "fair.trail_tables")).toBe(true);
});

test("what is no trail is not believed", () => {
  for (const told of [null, 5, [], {}, { v: "draws-1" }]) expect(provedTrail(told).fair).toBe(false);
});

test("a head seen earlier must lie on the chain", () => {
  const honest = cases.find((one) => one.ok)!.trail as unknown as TrailTold;
  expect(provedTrail(honest, [honest.head]).fair).toBe(true);
  expect(provedTrail(honest, ["0".repeat(64)])).toEqual({ fair: false, code: "fair.trail_not_seen", entry: 0 });
});
