// What the desk tells of itself: how long it may be taken back, and how long there was no connection.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { t } from "../lib/app.svelte";
import type { PublicPage } from "./shapes";
import { TournamentStore } from "./store.svelte";

let event: TournamentStore;
let rounds = 1;
let answers = true;
const page = () =>
  ({ seq: 1, edition: 1, overview: { rounds: Array.from({ length: rounds }, (_, i) => ({ round: i + 1 })), stage: 1, finished: false, entrants: [] } }) as unknown as PublicPage;

beforeEach(() => {
  vi.useFakeTimers();
  [rounds, answers] = [1, true];
  vi.stubGlobal("fetch", (path: string) =>
    answers ? Promise.resolve(Response.json(path.includes("whoami") ? { role: "organiser", tournaments: [] } : page())) : Promise.reject(new TypeError()),
  );
  event = new TournamentStore("zimowy");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what cannot be taken back any more is no longer offered", async () => {
  await event.load();
  event.did("Awans ogłoszony", () => Promise.resolve(null));
  await event.load();
  expect(event.done?.said).toBe("Awans ogłoszony");
  rounds = 2; // another round was announced
  await event.load();
  expect(event.done).toBeNull();
});

test("what was only said, or has a condition of its own, stays", async () => {
  await event.load();
  event.did("Zapisano");
  rounds = 2;
  await event.load();
  expect(event.done?.said).toBe("Zapisano");
  let holds = true;
  event.did("Odnotowano", () => Promise.resolve(null), () => holds);
  rounds = 3;
  await event.load();
  expect(event.done?.said).toBe("Odnotowano");
  holds = false;
  await event.load();
  expect(event.done).toBeNull();
});

test("that no server answered is told until one does, and no longer", async () => {
  await event.load();
  answers = false;
  await event.wish({ do: "check_in", entrant: 1 });
  expect(event.message).toBe(t("app.offline"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(event.message).toBe(t("app.offline"));
  answers = true;
  await vi.advanceTimersByTimeAsync(2500);
  expect(event.message).toBe("");
});
