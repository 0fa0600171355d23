"""The way to the compiled kernel: tiles as bytes, one call, melds back."""

import os
import sys
from collections.abc import Callable, Iterable
from ctypes import CDLL, POINTER, byref, c_char, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stolik.rummikub.tiles import Tableau, Tile, Tiles
from stolik.solver.budget import LookBudget
from stolik.solver.checking import known_tiles
from stolik.solver.tileset import STANDARD

MAXIMISE_TILES: Final = 0
MAXIMISE_POINTS: Final = 1
OPENING: Final = 2

_NAMES: Final[tuple[Tile, ...]] = (Tile(""), *known_tiles(STANDARD))
# The end of a meld is an object of our own: no request can smuggle it in as a tile.
_MELD_END: Final = object()
_CODES: Final[dict[object, int]] = {
    _MELD_END: 0,
    **{name: code for code, name in enumerate(_NAMES) if code},
}
_ANSWER_SIZE: Final = 320
_Answer = c_char * _ANSWER_SIZE
# Table, rack, objective and what may be spent; tells what the call gives and the bytes it wrote.
_Solve = Callable[[bytes, bytes, int, LookBudget], tuple[int, bytes]]
_CUT_SHORT: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class KernelAnswer:
    """What the kernel found; `score` is points, or the value of an opening."""

    tiles: int
    score: int
    laid: Tiles
    melds: Tableau
    complete: bool  # else the budget did not suffice to know that it is the best


@dataclass(frozen=True, slots=True)
class Kernel:
    """The loaded library. Calls release the interpreter lock and may come from any thread."""

    _solve: _Solve

    def answer(
        self,
        tableau: Iterable[Iterable[Tile]],
        rack: Iterable[Tile],
        objective: int,
        budget: LookBudget,
    ) -> KernelAnswer | None:
        """The kernel's answer, or None for a request it refuses."""
        try:
            table, held = encoded(tableau, rack)
        except (KeyError, TypeError):
            return None
        result, written = self.bare(table, held, objective, budget)
        return _decoded(result, written) if result >= 0 else None

    def bare(
        self,
        table: bytes,
        rack: bytes,
        objective: int = MAXIMISE_TILES,
        budget: LookBudget | None = None,
    ) -> tuple[int, bytes]:
        """The call itself, on encoded tiles."""
        return self._solve(table, rack, objective, budget or LookBudget())


def encoded(tableau: Iterable[Iterable[Tile]], rack: Iterable[Tile]) -> tuple[bytes, bytes]:
    """The table, each meld closed by a zero, and the rack; `KeyError` for an unknown tile."""
    codes = _CODES
    table = bytes([codes[tile] for meld in tableau for tile in (*meld, _MELD_END)])
    return table, bytes([codes[tile] for tile in rack])


def _decoded(result: int, written: bytes) -> KernelAnswer:
    name = _NAMES.__getitem__
    cut = bool(result & _CUT_SHORT)
    parts = written[: result & 0xFFFF].split(b"\0")
    laid, *melds = [tuple(map(name, part)) for part in parts]
    return KernelAnswer(
        result >> 40 & 0xFFFF, result >> 16 & 0xFFFFFF, laid, tuple(melds[:-1]), not cut
    )


def library_path() -> Path:
    """Where the build puts the library: beside its source."""
    suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    return Path(__file__).with_name("libkernel" + suffix)


def load() -> Kernel | None:
    """The kernel, unless it was not built or `STOLIK_PURE` asks for the twin."""
    if os.environ.get("STOLIK_PURE", "0") not in ("", "0"):
        return None
    solve = _of_the_page() if sys.platform == "emscripten" else _of_the_library()
    return Kernel(solve) if solve else None


def _of_the_library() -> _Solve | None:
    if not library_path().exists():
        return None
    try:
        library = CDLL(str(library_path()))
        call = library.stolik_solve
    except (OSError, AttributeError):
        return None
    call.argtypes = (c_char_p, c_int, c_char_p, c_int, c_int, c_void_p, c_int, POINTER(c_int64))
    call.restype = c_int64
    library.stolik_prepare()

    def solve(table: bytes, rack: bytes, objective: int, budget: LookBudget) -> tuple[int, bytes]:
        answer, left = _Answer(), c_int64(budget.left)
        sizes = len(table), len(rack)
        result = call(table, sizes[0], rack, sizes[1], objective, answer, _ANSWER_SIZE, byref(left))
        budget.left = left.value
        return result, answer.raw

    return solve


def _of_the_page() -> _Solve | None:
    """In a browser the page brings the kernel along, as a module (frontend/src/device)."""
    try:
        import stolik_kernel  # type: ignore[import-not-found]
    except ImportError:
        return None

    def solve(table: bytes, rack: bytes, objective: int, budget: LookBudget) -> tuple[int, bytes]:
        given = bytes([len(table) & 255, len(table) >> 8]) + table + rack
        found = stolik_kernel.solve(given.hex(), objective, str(budget.left))
        result, left, written = found.split(" ")
        budget.left = int(left)
        return int(result), bytes.fromhex(written)

    return solve
