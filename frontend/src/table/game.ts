// What a game tells the screens around it: its folder holds all the rest.
import type { Component } from "svelte";
import type { CardSet, GameSet } from "../lib/fair";
import type { TextKey } from "../lib/i18n";
import type { Film, WojtekFilm } from "../lib/protocol";
import type { Dispute } from "../referee/trouble";
import type { Seated } from "../tournament/shapes";
import type { Entered } from "./enter";
import type { AnyView, LiveState } from "./state.svelte";

export type AnyFilm = Film | WojtekFilm;

interface FilmProps {
  film: any; // each game's own kind of film
  nameOf: (seat: number) => string;
  /** Another game of this table is wanted. */
  ongame: (game: number) => void;
}

/** What everybody in the hall can see in front of a seat. */
export interface Seen {
  /** The letter on its piece; empty where there is none. */
  sign: string;
  /** What is left to play with, in words; empty where it cannot be seen. */
  held: string;
  /** Anything else worth a word. */
  notes: string[];
}

/** A table on the hall's screen. */
export interface HallGame {
  State: new () => LiveState<AnyView>;
  Play: Component<{ table: any }>; // each game's own kind of state
  seen(table: any, seat: number): Seen;
}

/** A bot that can be chosen, and what is said of how it plays. */
export interface Strength {
  bot: string;
  says: TextKey;
}

export interface Game {
  /** What it is called. */
  name: TextKey;
  /** The online table. */
  table: () => Promise<{ default: Component<{ entered: Entered }> }>;
  /** A game to look at again. */
  film: () => Promise<{ default: Component<FilmProps> }>;
  /** What a referee has to decide at a live table: what it is called, and one of them as a sentence. */
  dispute: { is: TextKey; told: () => Promise<(dispute: Dispute, nameOf: (seat: number) => string) => string> };
  /** The table as the hall sees it. */
  hall: () => Promise<HallGame>;
  /** A table in the hall before its game, with the phone in the judge's hand. */
  setUp?: () => Promise<{ default: Component<{ event: any; mark: string; seats: Seated[]; missed: number[] }, object, "missed"> }>;
  /** Whether a film wants the whole width of the screen. */
  wideFilm: boolean;
  /** Results are places first, points follow. */
  byPlace: boolean;
  /** Whether its tiles can be laid anywhere, if an organiser wants it so. */
  freeFelt: boolean;
  /** Its rules have a guide to time-outs and last moves, by profile. */
  guided: boolean;
  /** What its document calls a warning. */
  warning: TextKey;
  /** Places may follow from what was collected: sets, specials, the bear. */
  collects?: boolean;
  /** It is played on boards an organiser may change. */
  boards?: boolean;
  /** Entrants come in teams. */
  teams: boolean;
  /** A practice table: the bots that sit down, as many as are wanted, and the words of its button. */
  practice: { bots: string[]; words: TextKey; strengths?: Strength[] };
  /** A first game with cards laid beforehand: the words of its button. */
  lesson?: TextKey;
  /** The rules on a page of their own, with pictures. */
  rules?: () => Promise<{ default: Component }>;
  /** The words of the link to it. */
  rulesWords?: TextKey;
  proof: {
    /** The event that deals. */
    dealt: string;
    /** Texts that speak of this game's pieces begin so. */
    words: "proof." | "proof.cards_";
    /** What the game is played with. */
    set(film: any): GameSet | CardSet;
  };
}
