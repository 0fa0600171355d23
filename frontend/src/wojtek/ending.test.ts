import { beforeEach, describe, expect, it } from "vitest";
import { app } from "../lib/app.svelte";
import type { WojtekSeatResult, WojtekStanding } from "../lib/protocol";
import { lastWords, whyPlaced, winners } from "./ending";
import { syllables } from "./names";

const PLAYING = { phase: "playing", turn: 1, last_turns: null as number[] | null, time_called: false } as const;
const standing = (place: number, more: Partial<WojtekStanding> = {}): WojtekStanding =>
  ({ place, sets: { sizes: [4], made: 0, ignored: 0 }, reason: "sets", number: 1, mine: 4, above: 6, ...more });
const result = (seat: number, place: number) => ({ seat, standing: standing(place) }) as WojtekSeatResult;
const name = (seat: number) => `M${seat}`;

beforeEach(() => {
  app.lang = "pl";
});

describe("the end in sight", () => {
  it("says nothing while there is nothing to say", () => {
    expect(lastWords(PLAYING, 1)).toBe("");
    expect(lastWords({ ...PLAYING, phase: "over", last_turns: [] }, 1)).toBe("");
  });

  it("speaks of time only where time was called", () => {
    expect(lastWords({ ...PLAYING, last_turns: [] }, 1)).toBe("To Twoja ostatnia tura!");
    expect(lastWords({ ...PLAYING, last_turns: [] }, 0)).toBe("To ostatnia tura tej gry.");
    expect(lastWords({ ...PLAYING, last_turns: [], time_called: true }, 1)).toBe("Koniec czasu. To Twoja ostatnia tura!");
    expect(lastWords({ ...PLAYING, time_called: true }, 0)).toBe("Koniec czasu: ta tura jest ostatnia.");
  });

  it("tells who plays once more that it is so, and who is done that it is not", () => {
    expect(lastWords({ ...PLAYING, last_turns: [2, 0] }, 0)).toContain("Ty też");
    expect(lastWords({ ...PLAYING, last_turns: [2, 0] }, 3)).not.toContain("Ty też");
  });
});

describe("the ranking in words", () => {
  it("names who has won, and the own place", () => {
    expect(winners([result(0, 2), result(1, 1)], 0, name)).toBe("Wygrywa M1! Twoje miejsce: 2.");
    expect(winners([result(0, 2), result(1, 1)], 1, name)).toBe("Wygrana! Pierwsze miejsce jest Twoje.");
    expect(winners([result(0, 1), result(1, 1)], null, name)).toBe("Wygrywają razem: M0, M1!");
    expect(winners([], null, name)).toBe("");
  });

  it("never calls who is excluded a winner, even where nobody else has joined", () => {
    const out = { seat: 0, standing: standing(1, { reason: "excluded" }) } as WojtekSeatResult;
    const never = { seat: 1, standing: standing(0, { reason: "absent" }) } as WojtekSeatResult;
    expect(winners([out, never], null, name)).toBe("");
    expect(winners([out, never], 0, name)).toBe("");
  });

  it("says of portraits and cities only what they did", () => {
    expect(whyPlaced(standing(2), [])).toBe("Największy zestaw: 4 karty; miejsce wyżej ma 6.");
    expect(whyPlaced(standing(2, { number: 2, mine: 1, above: 2 }), [])).toBe("Zestaw nr 2: 1, a wyżej 2.");
    const used = whyPlaced(standing(1, { reason: "first", sets: { sizes: [6], made: 2, ignored: 1 } }), []);
    expect(used).toBe("Pierwsze miejsce. Portrety i miasta dołożyły 2 karty. Portret lub miasto bez pary: 1, nie liczy się.");
  });
});

describe("why the first is first", () => {
  const first = standing(1, { reason: "first" });
  const against = (...others: WojtekStanding[]) => whyPlaced(first, [first, ...others]);

  it("names what decided it against the next place", () => {
    expect(against(standing(2))).toBe("Największy zestaw: 6 kart; drugie miejsce ma 4.");
    expect(against(standing(2, { number: 2, mine: 1, above: 2 }))).toBe("Zestaw nr 2: 2, a niżej 1.");
    const third = standing(3, { number: 1, mine: 1, above: 4 });
    expect(against(third, standing(2, { reason: "distance", mine: 5, above: 1 }))).toBe("Zestawy równe: do Edynburga 1 pole, a niżej 5.");
    expect(against(standing(2, { reason: "arrival", mine: 0, above: 1 }))).toBe("Zestawy równe: wcześniej w Edynburgu.");
    expect(against(standing(2, { reason: "start_order" }))).toBe("Wszystko równe: wcześniejsze pole startowe.");
  });

  it("claims nothing where nobody was compared", () => {
    expect(against(standing(1, { reason: "level" }))).toBe("Wszystko równe: to samo miejsce.");
    expect(against(standing(2, { reason: "excluded" }))).toBe("Pierwsze miejsce.");
  });
});

describe("long names on small cards", () => {
  it("break where they are spoken in two", () => {
    const broken = (word: string) => syllables(word).replaceAll("\u00AD", "-");
    expect(broken("pomarańczowy")).toBe("po-ma-rań-czo-wy");
    expect(broken("tęczowa")).toBe("tę-czo-wa");
    expect(broken("niebieski")).toBe("nie-bies-ki");
  });
});
