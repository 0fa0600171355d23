import { expect, test } from "vitest";
import { hmac, proved } from "./fair";
import cases from "./fair.fixtures.json";
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
