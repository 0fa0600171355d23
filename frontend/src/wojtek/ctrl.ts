// What a player, and the judge, can do at a table of Miś Wojtek.
import { get } from "../lib/api";
import type { WojtekFilm } from "../lib/protocol";
import { LiveCtrl } from "../table/ctrl";
import type { Entered } from "../table/enter";
import type { Command } from "../table/line";
import { isDue } from "./lesson";
import { WojtekState } from "./state.svelte";

export class WojtekCtrl extends LiveCtrl<WojtekState> {
  constructor(entered: Entered) {
    super(entered, new WojtekState());
  }

  /** Pick a card of the hand up, or put it back. */
  pick(at: number): void {
    const state = this.state;
    const there = state.picked.includes(at);
    state.picked = there ? state.picked.filter((one) => one !== at) : [...state.picked, at];
    state.slot = state.own = null;
  }

  /** Read what happened in this game so far: for the judge, who comes when something has happened. */
  async readPast(): Promise<void> {
    const { welcome, view } = this.state;
    if (!welcome || !view?.game) return;
    const film = await get<WojtekFilm>(`/api/tables/${welcome.table}/games/${view.game}/film`);
    this.state.past = film.frames;
  }

  exchange(): void {
    this.do({ t: "exchange", cards: this.state.cards });
  }

  /** Three cards: the slot and, where the board wants it, the own card and the colour with its field. */
  three(way: { colour: string; to: number } | null = null): void {
    const { cards, slot, own } = this.state;
    const command: Command = { t: "three", cards, slot, own, colour: way?.colour ?? null };
    if (way) this.take({ ...way, command });
    else this.do(command);
  }

  /** A field of the track was chosen: the move that leads there, if there is just one. */
  goTo(position: number): void {
    const found = moves(this.state).filter((move) => move.to === position);
    if (found.length === 1) this.take(found[0]!);
  }

  /** A move; one that ends the own game is asked about first. */
  take(move: Move): void {
    if (endsGame(this.state, move)) this.state.pending = move;
    else this.do(move.command);
  }

  /** The answer to that question. */
  sure(): void {
    const move = this.state.pending;
    this.state.pending = null;
    if (move) this.do(move.command);
  }
}

/** Whether the server says that after this move there is nothing more to do. */
export function endsGame(state: WojtekState, move: Move): boolean {
  return move.to === state.board?.goal_position || (move.command.t !== "three" && (state.options?.ending.includes(move.to) ?? false));
}

/** The moves by what is picked that end on a field. */
export function movesTo(state: WojtekState, position: number): Command[] {
  return moves(state)
    .filter((move) => move.to === position)
    .map((move) => move.command);
}

export interface Move {
  colour: string | null;
  to: number;
  command: Command;
}

/** What the picked cards can do by themselves; everything by one card while nothing is picked. */
export function moves(state: WojtekState): Move[] {
  const { due } = state;
  return due ? offered(state).filter((move) => isDue(due, move.command)) : offered(state);
}

function offered(state: WojtekState): Move[] {
  const options = state.options;
  if (!options) return [];
  const [only, ...more] = state.cards;
  if (more.length) return [];
  const coloured: Move[] = options.cards
    .filter((way) => only === undefined || way.colour === only)
    .map((way) => ({ ...way, command: { t: "move", colour: way.colour } as Command }));
  if (only !== undefined && only !== "*") return coloured;
  const rainbow: Move[] = [
    ...options.rainbow_colours.map((way) => ({ ...way, command: { t: "rainbow", colour: way.colour } as Command })),
    ...options.rainbow_fields.map((to) => ({ colour: null, to, command: { t: "rainbow", to } as Command })),
  ];
  if (only === "*") return rainbow;
  const named = options.triples.length
    ? []
    : options.colours.map((way) => ({ ...way, command: { t: "colour", colour: way.colour } as Command }));
  return [...coloured, ...named];
}

/** Whether the picked cards are one of the sets of three the server offers. */
export function isTriple(state: WojtekState): boolean {
  const picked = [...state.cards].sort().join(" ");
  return state.options?.triples.some((cards) => [...cards].sort().join(" ") === picked) ?? false;
}
