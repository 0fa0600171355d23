"""LibreOffice without a window: it opens workbooks, counts everything anew and saves."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from python_calamine import CalamineWorkbook

from tests.needs import missing

# Whatever results a file brings along, they are counted again when it is opened.
_ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""

Rows = list[list[Any]]


def program() -> str:
    """The program, or a skipped test."""
    return shutil.which("soffice") or shutil.which("libreoffice") or missing("LibreOffice")


def converted(files: Sequence[bytes], directory: Path, kind: str = "ods") -> list[Path]:
    """These workbooks as files of another kind, all in one go."""
    soffice, profile = program(), directory / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_ALWAYS_RECALCULATE, "utf-8")
    paths = [directory / f"book{i}.xlsx" for i in range(len(files))]
    for path, content in zip(paths, files, strict=True):
        path.write_bytes(content)
    subprocess.run(
        [
            *(soffice, "--headless", "--norestore", f"-env:UserInstallation={profile.as_uri()}"),
            *("--convert-to", kind, "--outdir", str(directory / "out"), *map(str, paths)),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return [directory / "out" / f"{path.stem}.{kind.partition(':')[0]}" for path in paths]


def recalculated(files: Sequence[bytes], directory: Path) -> list[dict[str, Rows]]:
    """What every sheet says after LibreOffice has counted it."""
    return [read(path.read_bytes()) for path in converted(files, directory)]


def read(content: bytes) -> dict[str, Rows]:
    """The sheets of a file; every sheet from its first cell on."""
    from io import BytesIO

    book = CalamineWorkbook.from_filelike(BytesIO(content))
    return {
        name: book.get_sheet_by_name(name).to_python(skip_empty_area=False)
        for name in book.sheet_names
    }
