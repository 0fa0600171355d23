// Rummikub, as the screens around it know it.
import type { Film } from "../lib/protocol";
import type { Game } from "../table/game";

export const rummikub: Game = {
  table: () => import("./Table.svelte"),
  film: () => import("./Film.svelte"),
  hall: () => import("./hall"),
  wideFilm: false,
  byPlace: false,
  freeFelt: true,
  guided: true,
  warning: "penalties.report_warning",
  teams: false,
  practice: { bots: ["greedy", "patient", "greedy"], words: "start.practise" },
  proof: {
    dealt: "TilesDealt",
    words: "proof.",
    set(film: Film) {
      const rules = film.rules as { tile_set: string[]; stack_size: number; stacks_each: number };
      return { bag: rules.tile_set, stackSize: rules.stack_size, stacksEach: rules.stacks_each };
    },
  },
};
