import { expect, test } from "vitest";
import { Form } from "./form.svelte";

const opened = () => new Form({ club: "", age_class: "", prizes: [{ place: 1 }] });

test("a form sends what was changed in it, and what it was changed from", () => {
  const form = opened();
  expect(form.isTouched).toBe(false);
  form.now.age_class = "szkoła";
  form.now.prizes.push({ place: 2 });
  expect(form.said).toEqual({ age_class: "szkoła", prizes: [{ place: 1 }, { place: 2 }] });
  expect(form.was).toEqual({ age_class: "", prizes: [{ place: 1 }] });
});

test("what another has changed meanwhile comes in where nothing is typed", () => {
  const form = opened();
  form.now.age_class = "szkoła";
  form.follow({ club: "SP 9", age_class: "", prizes: [{ place: 1 }] });
  expect([form.now.club, form.now.age_class, form.theirs]).toEqual(["SP 9", "szkoła", {}]);
  expect(form.said).toEqual({ age_class: "szkoła" });
});

test("a field both have changed keeps both, until it was refused and read", () => {
  const form = opened();
  form.now.club = "SP 5";
  const known = { club: "SP 9", age_class: "", prizes: [{ place: 1 }] };
  form.follow(known);
  expect([form.now.club, form.theirs.club, form.was.club]).toEqual(["SP 5", "SP 9", ""]);
  form.refused(known);
  expect([form.now.club, form.theirs.club, form.was.club]).toEqual(["SP 5", "SP 9", "SP 9"]);
  form.kept({ ...known, club: "SP 5" }, form.said);
  expect([form.theirs, form.isTouched]).toEqual([{}, false]);
});

test("what is typed while it is being saved stays, and is not saved yet", () => {
  const form = opened();
  form.now.club = "SP 5";
  const sent = form.said;
  form.now.club = "SP 55";
  form.now.age_class = "szkoła";
  form.kept({ club: "SP 5", age_class: "", prizes: [{ place: 3 }] }, sent);
  expect([form.now.club, form.now.age_class, form.now.prizes]).toEqual(["SP 55", "szkoła", [{ place: 3 }]]);
  expect([form.said, form.was]).toEqual([{ club: "SP 55", age_class: "szkoła" }, { club: "SP 5", age_class: "" }]);
});

test("what another has put while it was being saved is shown beside what is typed by then", () => {
  const form = opened();
  form.now.club = "SP 5";
  const sent = form.said;
  form.now.age_class = "szkoła";
  form.kept({ club: "SP 5", age_class: "senior", prizes: [{ place: 1 }] }, sent);
  expect([form.now.age_class, form.theirs, form.was]).toEqual(["szkoła", { age_class: "senior" }, { age_class: "" }]);
});

test("what another has taken back is shown no longer, and what was refused is", () => {
  const form = opened();
  form.now.club = "SP 5";
  const [mine, theirs] = ["", "SP 9"].map((club) => ({ club, age_class: "", prizes: [{ place: 1 }] }));
  form.follow(theirs!);
  form.follow(mine!);
  expect(form.theirs).toEqual({});
  form.refused(theirs!);
  form.follow(theirs!);
  expect(form.theirs).toEqual({ club: "SP 9" });
  form.now.club = "SP 9";
  form.follow(theirs!);
  expect(form.theirs).toEqual({});
});
