import { beforeEach, expect, test } from "vitest";
import { Loader } from "./loader.svelte";

let shown: string[];
let failed: unknown[];
let loader: Loader;
/** A question whose answer is in the test's hand. */
function question(): { ask: () => Promise<string>; answer: (text: string) => Promise<void>; refuse: () => Promise<void> } {
  let resolve: (text: string) => void;
  let reject: (error: Error) => void;
  const promise = new Promise<string>((yes, no) => ([resolve, reject] = [yes, no]));
  const soon = () => new Promise<void>((done) => setTimeout(done));
  return {
    ask: () => promise,
    answer: (text) => (resolve(text), soon()),
    refuse: () => (reject(new Error("no")), soon()),
  };
}
const load = (wanted: unknown, ask: () => Promise<string>) => void loader.load(wanted, ask, (answer) => shown.push(answer));

beforeEach(() => {
  [shown, failed] = [[], []];
  loader = new Loader((error) => failed.push(error));
});

test("a late answer is not shown over a newer one", async () => {
  const [first, second] = [question(), question()];
  load(1, first.ask);
  load(1, second.ask);
  await second.answer("new");
  await first.answer("old");
  expect(shown).toEqual(["new"]);
});

test("answers in order are all shown: who asks often is not kept waiting", async () => {
  const [first, second] = [question(), question()];
  load(1, first.ask);
  load(1, second.ask);
  await first.answer("one");
  await second.answer("two");
  expect(shown).toEqual(["one", "two"]);
});

test("an answer about something that is no longer wanted is never shown", async () => {
  const [first, second] = [question(), question()];
  load("round 1", first.ask);
  load("round 2", second.ask);
  await first.answer("1");
  await second.answer("2");
  expect(shown).toEqual(["2"]);
});

test("nothing is shown, and nothing complained of, once nobody looks", async () => {
  const [first, second, third] = [question(), question(), question()];
  load(1, first.ask);
  loader.drop();
  await first.answer("one");
  load(1, second.ask);
  load(1, third.ask);
  loader.close();
  await second.answer("two");
  await third.refuse();
  expect([shown, failed]).toEqual([[], []]);
});

test("a refusal is told if its question still counts", async () => {
  const [first, second] = [question(), question()];
  load(1, first.ask);
  await first.refuse();
  load(1, second.ask);
  load(2, question().ask);
  await second.refuse();
  expect([shown, failed.length]).toEqual([[], 1]);
});

test("what is typed is asked about once it stands still, and older answers come to nothing", async () => {
  const [first, second] = [question(), question()];
  load(1, first.ask);
  const callOff = loader.soon(question().ask, () => shown.push("called off"), 1);
  callOff();
  loader.soon(second.ask, (answer) => shown.push(answer), 1);
  await first.answer("old");
  await new Promise((done) => setTimeout(done, 10));
  await second.answer("new");
  expect(shown).toEqual(["new"]);
});
