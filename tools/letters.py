"""Writes down which letters the font of the papers has, for names to be held against.

Run it after the font has changed: `python tools/letters.py`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools.ttLib import TTFont

PAPER = Path(__file__).parent.parent / "src" / "stolik" / "data" / "paper"
LETTERS = PAPER / "letters.txt"


def drawn() -> set[int]:
    """What every face can draw."""
    faces = sorted((PAPER / "fonts").glob("*.ttf"))
    return set.intersection(*(set(TTFont(face).getBestCmap()) for face in faces))


def ranges(points: Iterable[int]) -> Iterator[str]:
    """Neighbours as `0041-005A`, in hexadecimal."""
    row: list[int] = []
    for point in sorted(points):
        if row and point != row[-1] + 1:
            yield f"{row[0]:04X}-{row[-1]:04X}"
            row = []
        row.append(point)
    if row:
        yield f"{row[0]:04X}-{row[-1]:04X}"


def main() -> None:
    """Write the file anew."""
    LETTERS.write_text("".join(f"{each}\n" for each in ranges(drawn())), "utf-8")


if __name__ == "__main__":
    main()
