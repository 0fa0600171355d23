import { describe, expect, it } from "vitest";
import type { TableView, Welcome } from "../lib/protocol";
import { dueIn } from "./lesson";

const welcome = { rules: { lesson: [{ tiles: 14, say: "draw" }, { tiles: 15, say: "open" }] } } as unknown as Welcome;
const view = (tiles: number, turn = 0) => ({ phase: "playing", turn, seats: [{ tiles }, { tiles: 9 }] }) as unknown as TableView;

describe("the turn that is due in a lesson", () => {
  it("is known by the tiles on the rack", () => {
    expect(dueIn(welcome, view(15), 0)).toEqual({ tiles: 15, say: "open", number: 2, whole: 2 });
  });
  it("is nobody's while others play, or where nothing is learned", () => {
    expect(dueIn(welcome, view(15, 1), 0)).toBeNull();
    expect(dueIn(welcome, view(13), 0)).toBeNull();
    expect(dueIn({ rules: {} } as unknown as Welcome, view(14), 0)).toBeNull();
    expect(dueIn(welcome, view(14), null)).toBeNull();
  });
});
