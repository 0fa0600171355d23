import { describe, expect, it } from "vitest";
import type { Person } from "../tournament/shapes";
import { isFull, membersOf } from "./team_size";

const one = (entrant: number, team: string, status: Person["status"] = "entered") => ({ entrant, team, status }) as Person;

describe("a team", () => {
  const people = [one(1, "Misie"), one(2, "Misie", "present"), one(3, "Misie", "withdrawn"), one(4, "Lisy")];

  it("is who plays for it, however its name was typed", () => {
    expect(membersOf(people, " Misie ")).toBe(2);
    expect(membersOf(people, "Misie", 2)).toBe(1);
    expect(membersOf(people, "")).toBe(0);
  });

  it("is full at its size, and never where it has none", () => {
    expect([isFull(4, 5), isFull(5, 5), isFull(6, 5), isFull(6, 0)]).toEqual([false, true, true, false]);
  });
});
