import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fromHex, hex, sha256 } from "./sha256";

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])("%i bytes hash as they should", (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256);
  expect(hex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("hex goes there and back", () => {
  expect(hex(fromHex("00ff10ab"))).toBe("00ff10ab");
});
