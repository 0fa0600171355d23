// Miś Wojtek, as the screens around it know it.
import type { WojtekFilm } from "../lib/protocol";
import type { Game } from "../table/game";

export const wojtek: Game = {
  name: "start.wojtek_name",
  table: () => import("./Table.svelte"),
  film: () => import("./Film.svelte"),
  dispute: {
    is: "wojtek.film_report",
    told: () => import("./story").then(({ reportTold }) => ({ move }, nameOf) => reportTold(move.data, nameOf)),
  },
  hall: () => import("./hall"),
  setUp: () => import("./StartCards.svelte"),
  wideFilm: true,
  byPlace: true,
  freeFelt: false,
  guided: false,
  warning: "wojtek.warning",
  collects: true,
  teams: true,
  boards: true,
  practice: {
    bots: ["planner", "greedy", "planner", "greedy"],
    words: "start.wojtek",
    strengths: [
      { bot: "random", says: "learn.bear_random" },
      { bot: "greedy", says: "learn.bear_greedy" },
      { bot: "planner", says: "learn.bear_planner" },
    ],
  },
  lesson: "start.wojtek_lesson",
  rules: () => import("./Rules.svelte"),
  proof: {
    dealt: "DecksLaid",
    words: "proof.cards_",
    set(film: WojtekFilm) {
      const { travel_cards, bear_cards, bears, colours, seats } = film.board;
      return { travel: travel_cards, bearCards: bear_cards, bears, slots: colours.length, seats };
    },
  },
};
