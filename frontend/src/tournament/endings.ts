// What an empty bank and the end of time mean, in the words of the rules that are played by.
import { t } from "../lib/app.svelte";
import type { Overview } from "./shapes";

type Ends = Pick<Overview, "until_all_pass" | "finish_move"> | null | undefined;

/** What everybody does now that the time is over. */
export const timeOver = (overview: Ends): string => t(overview?.finish_move ? "tournament.finish_move" : "tournament.last_moves");

/** The same in a word, for the desk. */
export const timeOverWord = (overview: Ends): string => t(overview?.finish_move ? "control.finish_move" : "control.last_moves");

/** A game that nobody finished, with nothing left in the bank. */
export const bankEmpty = (overview: Ends): string => t(overview?.until_all_pass ? "result.all_passed" : "result.pool_empty");
