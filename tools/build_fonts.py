"""Puts the font of the printed papers into the package, from the npm package that is locked.

Without it papers are still printed, in the serif letters the typesetter brings along.
"""

import shutil
import sys
from pathlib import Path

from build_frontend import npm

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "tools" / "fonts"
TAKEN = PROJECT / "node_modules" / "dejavu-fonts-ttf"
FONTS = ROOT / "src" / "stolik" / "data" / "paper" / "fonts"
FACES = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")


def are_there() -> bool:
    """Whether the faces lie in the package already."""
    return all((FONTS / face).exists() for face in FACES)


def main() -> None:
    """Install what is locked and copy the two faces we print with."""
    if code := npm(PROJECT, "ci", "--no-audit", "--no-fund", "--silent"):
        sys.exit(code)
    FONTS.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        shutil.copyfile(TAKEN / "ttf" / face, FONTS / face)
    shutil.copyfile(TAKEN / "LICENSE", FONTS / "LICENSE")


if __name__ == "__main__":
    main()
