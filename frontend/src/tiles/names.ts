// How tiles are called, in the reader's language: for screen readers and for messages.
import { t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";

/** The shape under the number, so that colour is never the only sign. */
export const SHAPES: Record<string, string> = { k: "●", b: "■", o: "▲", r: "◆", j: "★" };

export function tileName(tile: string): string {
  if (tile === "j") return t("tile.joker");
  return t("tile.name", { number: tile.slice(1), colour: t(`tile.${tile[0]}` as TextKey) });
}

/** A joker by what it stands for: a tile, or only a number where any colour would do. */
export function jokerName(standsFor: string): string {
  if (!standsFor) return tileName("j");
  return t("tile.joker_as", { tile: /^\d/.test(standsFor) ? standsFor : tileName(standsFor) });
}

/** A tile in a line of text: its number and the shape of its colour. */
export function tileMark(tile: string): string {
  return tile === "j" ? SHAPES.j! : `${tile.slice(1)}${SHAPES[tile[0]!]}`;
}

const SUITS: Record<string, string> = Object.fromEntries(Object.entries(SHAPES).map(([suit, shape]) => [shape, suit]));

/** A sentence for ears: the tiles in it by their colours, jokers by what they stand for. */
export function marksSpoken(text: string): string {
  const code = (mark: string) => (SUITS[mark.at(-1)!] ?? "") + mark.replace(/\D/g, "");
  const name = (_: string, stands: string | undefined, tile: string, more = "") =>
    (stands ? jokerName(code(stands)) : tileName(code(tile))) + (more && ", ");
  return text.replace(/(?:★=(\d+[●■▲◆]?)|(\d+[●■▲◆]|★))( (?=\d+[●■▲◆]|★))?/g, name);
}

/** What an element that shows a piece is called on the page. */
export function pieceId(id: number): string {
  return `piece-${id}`;
}

/** Pieces as `aria-owns` names them: they are read in this order, wherever they are in the document. */
export function owned(ids: readonly number[]): string | undefined {
  return ids.map(pieceId).join(" ") || undefined;
}
