"""Annealing: for fields so tight that mending one trouble always makes another.

Random exchanges, good ones always and bad ones less and less often. Slower than `improve`, but
it finds its way out of dead ends where repeats cannot all be avoided.
"""

from math import exp

from stolik.tournament.seating.improve import MEETING, Board
from stolik.tournament.seating.plans import Chance

# In meetings: at first a bad exchange is often taken, at the end hardly ever.
HOT, COLD = 1.2, 0.12
_FINE = 2**30


def anneal(board: Board, *, chance: Chance, effort: int, floor: int) -> list[list[list[int]]]:
    """Cool down over `effort` exchanges looked at; the best rounds seen come back."""
    best, kept = board.cost, board.copy()
    players, rounds = len(board.visits), len(board.rounds)
    cooling, heat = (COLD / HOT) ** (1 / effort), HOT * MEETING
    for _ in range(effort):
        heat *= cooling
        rest, q = divmod(chance(rounds * players * players), players)
        r, p = divmod(rest, players)
        if not board.may_exchange(r, p, q):
            continue
        change = board.change(r, p, q)
        if change <= 0 or chance(_FINE) < _FINE * exp(-change / heat):
            board.exchange(r, p, q)
            board.cost += change
            if board.cost < best:
                best, kept = board.cost, board.copy()
                # The lesser wishes are for `improve` to see to.
                if best // MEETING <= floor // MEETING:
                    break
    return kept
