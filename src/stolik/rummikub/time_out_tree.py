"""What a time-out comes to, as questions with yes and no: asked at a table, answered by a draft.

The same tree decides online, where the state of the table answers, and in the hall, where a
referee does (mp2023 L27–41, L64; decision 3).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from stolik.rummikub.events import TimeOutRuling
from stolik.rummikub.rules import RulesProfile, Unrestorable


class TimeOutQuestion(StrEnum):
    """What has to be known, in the words a table can answer by looking."""

    DREW = "drew"  # a tile was drawn in this move already
    TABLE_TILE = "table_tile"  # a tile of the table is in his hand
    VALID = "valid"  # everything that lies on the table is a meld
    RESTORABLE = "restorable"  # the table can be put back as it lay
    TOUCHED = "touched"  # he touched tiles after the time
    LAID = "laid"  # a tile of his own was added, by the rules of a move
    OPENED = "opened"  # he had opened before this move
    OPENS = "opens"  # his new melds are all his own and worth the minimum
    OWN_TILE = "own_tile"  # a tile of his own is in his hand


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the move ends."""

    ruling: TimeOutRuling
    article: str
    stands: bool  # what lies on the table stays
    tiles: int  # penalty tiles he draws
    loose: bool = False  # he takes every tile that lies in no meld


@dataclass(frozen=True, slots=True)
class Branch:
    """One question and what follows from its answers."""

    question: TimeOutQuestion
    yes: "Node"
    no: "Node"


Node = Branch | Outcome
Answer = Callable[[TimeOutQuestion], bool]


def time_out_tree(rules: RulesProfile) -> Node:
    """The questions under these rules, the first one on top."""
    q, end = TimeOutQuestion, _outcomes(rules)
    r = TimeOutRuling

    def undone(ruling: TimeOutRuling) -> Node:
        restored = Branch(q.TOUCHED, end[r.TOUCHED], end[ruling])
        return Branch(q.RESTORABLE, restored, end[r.UNRESTORABLE])

    counts = Branch(q.OWN_TILE, end[r.OWN_TILE_BACK], end[r.MOVE_STANDS])
    opening = Branch(q.OPENED, counts, Branch(q.OPENS, counts, end[r.NO_MOVE]))
    moved = Branch(q.LAID, opening, end[r.NO_MOVE])
    lies = Branch(q.VALID, Branch(q.TOUCHED, end[r.TOUCHED], moved), undone(r.UNFINISHED))
    in_hand = Branch(q.TABLE_TILE, undone(r.TABLE_TILE_IN_HAND), lies)
    return Branch(q.DREW, end[r.ALREADY_DREW], in_hand)


def outcome(tree: Node, answer: Answer) -> Outcome:
    """Where the answers lead; only what is needed is asked."""
    while isinstance(tree, Branch):
        tree = tree.yes if answer(tree.question) else tree.no
    return tree


def _outcomes(rules: RulesProfile) -> dict[TimeOutRuling, Outcome]:
    return {ruling: _outcome(ruling, rules) for ruling in TimeOutRuling}


def _outcome(ruling: TimeOutRuling, rules: RulesProfile) -> Outcome:
    article, costs, r = rules.article(f"time_out.{ruling}"), rules.time_out, TimeOutRuling
    match ruling:
        case r.MOVE_STANDS | r.OWN_TILE_BACK | r.ALREADY_DREW:
            return Outcome(ruling, article, stands=True, tiles=0)
        case r.TABLE_TILE_IN_HAND | r.UNFINISHED:
            return Outcome(ruling, article, stands=False, tiles=costs.penalty_tiles)
        case r.NO_MOVE:
            return Outcome(ruling, article, stands=False, tiles=costs.no_move_tiles)
        case r.TOUCHED:
            return Outcome(ruling, article, stands=False, tiles=costs.touched_tiles)
        case r.UNRESTORABLE:
            besides = costs.unrestorable is Unrestorable.LOOSE_TILES_AND_PENALTY
            tiles = costs.penalty_tiles if besides else 0
            return Outcome(ruling, article, stands=True, tiles=tiles, loose=True)
