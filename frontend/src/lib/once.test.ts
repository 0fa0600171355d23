import { expect, test, vi } from "vitest";
import { deafenTo, DOUBLE_CLICK_MS, once, oneAct } from "./once";

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

test("the second half of a double click gets the answer of the first", async () => {
  let sent = 0;
  let clock = 0;
  const click = (what: string) => oneAct("POST /a", what, async () => (sent += 1), () => clock);
  expect([await click("x"), await click("x")]).toEqual([1, 1]);
  clock = DOUBLE_CLICK_MS;
  expect(await click("x")).toBe(2);
  expect([await click("y"), await click("x")]).toEqual([3, 4]); // there, back and there again
});

test("what is under way longer than a double click is still one act; what was refused is asked again", async () => {
  let sent = 0;
  let clock = 0;
  let refuse = (_: Error) => {};
  const click = () =>
    oneAct("POST /b", "x", () => ((sent += 1), new Promise((_, no) => (refuse = no))), () => clock);
  const first = click();
  clock = 60_000;
  expect(click()).toBe(first);
  refuse(new Error("no"));
  await expect(first).rejects.toThrow("no");
  void click();
  expect(sent).toBe(2);
});

test("the second half of a double click falls on nothing that came to stand there", () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const button = document.body.appendChild(document.createElement("button"));
  button.onclick = ({ clientX }) => heard.push(clientX);
  const click = (clientX: number, detail = 1) => button.dispatchEvent(new MouseEvent("click", { clientX, detail, bubbles: true, cancelable: true }));
  deafenTo(new MouseEvent("click", { clientX: 100, detail: 1 }));
  click(103, 2);
  click(180); // another place is another tap
  click(100, 0); // and a key no tap at all
  vi.advanceTimersByTime(DOUBLE_CLICK_MS);
  click(103);
  deafenTo(new MouseEvent("click", { clientX: 0, detail: 0 }));
  click(0);
  expect(heard).toEqual([180, 100, 103, 0]);
  vi.useRealTimers();
});
