"""The examples of docs/cli.md, typed into a shell."""

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs" / "cli.md"


def examples() -> list[tuple[str, list[str]]]:
    """Each command line and the lines it must print."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def test_the_examples_print_what_the_page_says(tmp_path: Path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "COLUMNS": "200"}
    for command, expected in examples():
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        printed = done.stdout.decode("utf-8").splitlines()
        assert len(printed) == len(expected), (command, printed)
        for line, wanted in zip(printed, expected, strict=True):
            beginning = wanted.removesuffix("…")
            assert line == wanted or (beginning != wanted and line.startswith(beginning)), command


def test_every_command_has_its_example():
    page = DOCS.read_text("utf-8")
    run = " ".join(command for command, _ in examples())
    for command in (
        "melds",
        "opening",
        "verdict",
        "score",
        "rank",
        "board",
        "seats",
        "sheet",
        "play",
        "print",
        "replay",
        "rules",
        "tournament",
        "analyse",
        "simulate",
        "verify",
    ):
        assert f"## stolik {command}" in page
        assert f"stolik {command}" in run
