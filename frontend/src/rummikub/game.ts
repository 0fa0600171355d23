// Rummikub, as the screens around it know it.
import { t } from "../lib/app.svelte";
import type { Film } from "../lib/protocol";
import type { Game } from "../table/game";

export const rummikub: Game = {
  name: "start.rummikub_name",
  table: () => import("./Table.svelte"),
  film: () => import("./Film.svelte"),
  dispute: {
    is: "referee.is_dispute",
    told: () =>
      import("./story").then(({ shortTold }) => ({ seat, move }, nameOf) =>
        t("referee.dispute_by", { who: nameOf(seat ?? -1), move: shortTold(move, nameOf) }),
      ),
  },
  hall: () => import("./hall"),
  wideFilm: false,
  byPlace: false,
  freeFelt: true,
  guided: true,
  warning: "penalties.report_warning",
  teams: false,
  practice: {
    bots: ["greedy", "patient", "greedy"],
    words: "start.practise",
    strengths: [
      { bot: "random", says: "learn.bot_random" },
      { bot: "greedy", says: "learn.bot_greedy" },
      { bot: "patient", says: "learn.bot_patient" },
    ],
  },
  lesson: "learn.lesson",
  rules: () => import("./Rules.svelte"),
  rulesWords: "learn.rules_page",
  proof: {
    dealt: "TilesDealt",
    words: "proof.",
    set(film: Film) {
      const rules = film.rules as { tile_set: string[]; stack_size: number; stacks_each: number; joker_in_seat_draw?: number };
      const jokerInSeatDraw = rules.joker_in_seat_draw ?? 14;
      return { bag: rules.tile_set, stackSize: rules.stack_size, stacksEach: rules.stacks_each, jokerInSeatDraw };
    },
  },
};
