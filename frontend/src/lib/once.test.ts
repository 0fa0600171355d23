import { expect, test } from "vitest";
import { once } from "./once";

test("what is under way is not begun a second time, and can be begun again afterwards", async () => {
  let begun = 0;
  let finish = () => {};
  const work = once(async () => {
    begun += 1;
    await new Promise<void>((done) => (finish = done));
  });
  const first = work();
  await work();
  expect(begun).toBe(1);
  finish();
  await first;
  const again = work();
  finish();
  await again;
  expect(begun).toBe(2);
});

test("what failed can be tried again", async () => {
  let begun = 0;
  const work = once(async () => {
    begun += 1;
    throw new Error("no");
  });
  await expect(work()).rejects.toThrow("no");
  await expect(work()).rejects.toThrow("no");
  expect(begun).toBe(2);
});
