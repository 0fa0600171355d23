"""The browser's Python, run in Node."""

import subprocess
from pathlib import Path

from tests.needs import missing
from tools import build_frontend
from tools.build_device import FILES

HERE = Path(__file__).parent


def in_the_browsers_python(code: str, engine: str, files: Path = FILES) -> str:
    """What the last line of some code comes to."""
    found = build_frontend.node_and_npm()
    if found is None:
        missing("Node")
    command = [found[0], HERE / "node_main.mjs", build_frontend.FRONTEND, files, engine]
    done = subprocess.run(command, input=code, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
