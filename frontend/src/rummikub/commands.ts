// Text commands: a whole game by keyboard or screen reader.
import { nextStack } from "./action";
import { find, TILE, together, type Board } from "./board";
import type { RummikubCtrl } from "./ctrl";

export type Said = { ok: true } | { ok: false; code: "unknown" | "tile"; what: string };

const TILE_TEXT = /^(?:[kbor](?:1[0-3]|[1-9])|j)$/;

/** The melds on the felt as they are numbered: from the top, then from the left; pieces in order. */
export function numbered(board: Board): number[][] {
  if (board.trays) return board.trays;
  const left = new Set(board.felt.map((piece) => piece.id));
  const melds: number[][] = [];
  for (const piece of [...board.felt].sort((a, b) => a.y - b.y || a.x - b.x)) {
    if (!left.has(piece.id)) continue;
    const meld = together(board, piece.id);
    meld.forEach((id) => left.delete(id));
    melds.push(meld);
  }
  return melds;
}

export function obey(ctrl: RummikubCtrl, line: string): Said {
  const typed = line.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const words = typed.map((word) => IN_POLISH.get(word) ?? word);
  const [first = "", ...rest] = words;
  const simple = SIMPLE[first];
  if (simple) {
    simple(ctrl, rest);
    return { ok: true };
  }
  if (first === "split" && rest.length === 3) return split(ctrl, Number(rest[0]), Number(rest[2]));
  if (first === "back") return each(ctrl, rest, (id) => ctrl.takeBack(id), "felt");
  if (words.at(-1) === "new") return laidNew(ctrl, words.slice(0, -1));
  const arrow = words.findIndex((word) => [">", "->", "→", "<"].includes(word));
  if (arrow > 0) return joined(ctrl, words.slice(0, arrow), Number(words[arrow + 1]), words[arrow] === "<");
  return { ok: false, code: "unknown", what: line.trim() };
}

/** The Polish words, the shown one first: those of the command line (docs/cli.md) for what both know. */
const POLISH: Record<string, string> = {
  new: "nowy nowa",
  split: "rozdziel podziel",
  after: "po za",
  draw: "dobierz",
  commit: "zatwierdź zatwierdz",
  pass: "pas",
  announce: "zapowiedź zapowiedz zapowiadam",
  redeal: "rozdaj",
  undo: "cofnij",
  sort: "sortuj",
  lay: "wykładam wykladam",
  back: "wróć wroc",
  time: "czas",
};
const IN_POLISH = new Map(
  Object.entries(POLISH).flatMap(([english, words]) => words.split(" ").map((word) => [word, english] as const)),
);

/** A command as it is shown to who reads Polish. */
export const inPolish = (line: string): string =>
  line.replace(/[a-z]{2,}/g, (word) => POLISH[word]?.split(" ")[0] ?? word);

export const asksTime = (line: string): boolean => {
  const word = line.trim().toLowerCase();
  return (IN_POLISH.get(word) ?? word) === "time";
};

const SIMPLE: Record<string, (ctrl: RummikubCtrl, rest: string[]) => void> = {
  draw: (ctrl, [stack]) => ctrl.draw(stack ? Number(stack) : anyStack(ctrl)),
  lay: (ctrl) => ctrl.lay(),
  commit: (ctrl) => ctrl.lay(),
  end: (ctrl) => ctrl.do({ t: "click" }),
  click: (ctrl) => ctrl.do({ t: "click" }),
  pass: (ctrl) => ctrl.do({ t: "click" }),
  announce: (ctrl) => ctrl.do({ t: "announce" }),
  ready: (ctrl) => ctrl.do({ t: "ready" }),
  confirm: (ctrl) => ctrl.do({ t: "confirm" }),
  redeal: (ctrl) => ctrl.do({ t: "redeal" }),
  undo: (ctrl) => ctrl.undo(),
  redo: (ctrl) => ctrl.redo(),
  reset: (ctrl) => ctrl.reset(),
  sort: (ctrl, [how]) => ctrl.sort(how === "777" ? "groups" : "runs"),
};

function laidNew(ctrl: RummikubCtrl, words: string[]): Said {
  const found = picked(ctrl.state.board, words);
  if (typeof found === "string") return { ok: false, code: "tile", what: found };
  ctrl.layNew(found);
  return { ok: true };
}

function joined(ctrl: RummikubCtrl, words: string[], meld: number, before: boolean): Said {
  const target = numbered(ctrl.state.board)[meld - 1];
  if (!target) return { ok: false, code: "unknown", what: String(meld) };
  const found = picked(ctrl.state.board, words, target);
  if (typeof found === "string") return { ok: false, code: "tile", what: found };
  if (!ctrl.state.free) {
    ctrl.join(found, before ? target[0]! : target.at(-1)!);
    return { ok: true };
  }
  const end = find(ctrl.state.board, before ? target[0]! : target.at(-1)!)!;
  ctrl.put(found, before ? end.x - TILE.width * found.length : end.x + TILE.width, end.y);
  return { ok: true };
}

function split(ctrl: RummikubCtrl, meld: number, after: number): Said {
  const moved = numbered(ctrl.state.board)[meld - 1]?.slice(after) ?? [];
  if (!moved.length) return { ok: false, code: "unknown", what: `split ${meld} ${after}` };
  ctrl.layNew(moved);
  return { ok: true };
}

function each(ctrl: RummikubCtrl, words: string[], act: (id: number) => void, zone: "felt"): Said {
  for (const word of words) {
    const piece = ctrl.state.board[zone].find((p) => p.tile === word && ctrl.state.board.mine.has(p.id));
    if (!piece) return { ok: false, code: "tile", what: word };
    act(piece.id);
  }
  return { ok: true };
}

/** Pieces by name, from the rack first; `3.2` is the second tile of meld 3. A word that fits none. */
function picked(board: Board, words: string[], not: number[] = []): number[] | string {
  const found: number[] = [];
  for (const word of words) {
    const place = /^(\d+)\.(\d+)$/.exec(word);
    const byPlace = place && numbered(board)[Number(place[1]) - 1]?.[Number(place[2]) - 1];
    const fits = (piece: { id: number; tile: string }) =>
      piece.tile === word && !found.includes(piece.id) && !not.includes(piece.id);
    const piece = TILE_TEXT.test(word) ? (board.rack.find(fits) ?? board.felt.find(fits)) : undefined;
    const id = byPlace ?? piece?.id;
    if (id === undefined) return word;
    found.push(id);
  }
  return found;
}

/** Where there is no choice, or nobody is asked, a stack need not be named: by keyboard as by the button. */
function anyStack({ state }: RummikubCtrl): number | null {
  const view = state?.view;
  return view && (view.bank?.length === 1 || !state.asksStack) ? nextStack(view, state.namesStack) : null;
}
