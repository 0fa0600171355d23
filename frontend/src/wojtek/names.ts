// What colours, kinds and places are called, in the language of the screen.
import { app, t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";
import type { BoardShown, WojtekBoardColour } from "../lib/protocol";

export function colourOf(board: BoardShown, id: string): WojtekBoardColour | undefined {
  return board.colours.find((colour) => colour.id === id);
}

export function colourName(board: BoardShown, id: string): string {
  if (id === "*") return t("wojtek.rainbow");
  return colourOf(board, id)?.[app.lang] ?? id;
}

/** A bear card; a portrait has a star before its kind. */
export function cardName(board: BoardShown, card: string | null): string {
  if (card === null) return t("wojtek.slot_empty");
  const kind = board.kinds.find((one) => one.id === card.replace(/^\*/, ""));
  const name = kind?.[app.lang] ?? card;
  return card.startsWith("*") ? t("wojtek.portrait", { name }) : name;
}

/** Equal cards together, the largest set first. */
export function setsOf(cards: string[]): [string, number][] {
  const counted = new Map<string, number>();
  for (const card of cards) counted.set(card, (counted.get(card) ?? 0) + 1);
  return [...counted].sort((a, b) => b[1] - a[1]);
}

export function placeName(board: BoardShown, position: number | null, start: number | null): string {
  if (position === null) return "–";
  if (position === board.goal_position) return board.goal.name;
  const field = board.fields.find((one) => one.position === position);
  if (field) return `${field.name} (${position})`;
  return board.starts[startIndex(board, position, start)]?.name ?? "–";
}

/** Starts side by side all count as 0; starts in a row end on 0. */
export function startIndex(board: BoardShown, position: number, start: number | null): number {
  return position < 0 ? position + board.starts.length - 1 : (start ?? board.starts.length - 1);
}

const BEARS: Record<string, TextKey> = {
  brązowy: "wojtek.bear_brown",
  srebrny: "wojtek.bear_silver",
  biały: "wojtek.bear_white",
  czarny: "wojtek.bear_black",
  piaskowy: "wojtek.bear_sand",
};

/** What a bear is called whose seat the house plays; every bear is at a table once. */
export function bearName(bear: string): string {
  const known = BEARS[bear];
  return t("wojtek.bear_called", { name: known ? t(known) : bear });
}

const SYLLABLE = /([aeiouyąęó](?:(?!ch|cz|dz|rz|sz)[bcćdfghjklłmnńprsśtwzźż])?)(?=(?:ch|cz|dz|rz|sz|[bcćdfghjklłmnńprsśtwzźż])[aeiouyąęó])/gi;

/** A word that may be broken where it is spoken in two: long names of colours on small cards. */
export function syllables(word: string): string {
  return word.replace(SYLLABLE, "$1\u00AD");
}
