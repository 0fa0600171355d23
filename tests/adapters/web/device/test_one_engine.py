"""One engine: the browser's Python, run in Node, plays and solves byte for byte as CPython does."""

import json
import os
import subprocess
import sys
from random import Random

import pytest

from stolik import solver
from tests.adapters.web.device.browsers_python import HERE, in_the_browsers_python
from tests.needs import missing
from tests.solver.positions import grown, known
from tools.build_device import FILES, PARTS, is_stale

GAMES = [
    ("one", ["greedy"], "mp2023"),
    ("two", ["greedy", "patient", "greedy"], "mp2023"),
    ("three", ["random", "patient"], "szkoly2015"),
]
ANSWERS = """
def answers(positions):
    for tableau, rack in positions:
        yield repr(solver.solve(tableau, rack))
        yield repr(solver.solve(tableau, rack, maximise="points"))
        yield repr(solver.best_opening(rack))
"""

pytestmark = pytest.mark.full


@pytest.fixture(autouse=True)
def built() -> None:
    if not (FILES / PARTS).exists():
        missing("the files of a device: python tools/build_device.py")
    if is_stale():
        pytest.fail("Python has changed since it was packed: python tools/build_device.py")


def in_ours(code: str, engine: str) -> str:
    """What it comes to in CPython; kernel and twin may find different optima of the same worth."""
    pure = {**os.environ, "STOLIK_PURE": "1" if engine == "twin" else "0"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=pure, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("engine", ["kernel", "twin"])
def test_a_seed_is_the_same_log_in_a_browser(engine: str):
    playing = (HERE / "playing.py").read_text("utf-8")
    logs = f"""{playing}
async def logs():
    from stolik.solver import ENGINE
    return json.dumps([ENGINE, *[await whole_log(*game) for game in {GAMES!r}]])
"""
    there = in_the_browsers_python(f"{logs}\nawait logs()", engine)
    here = in_ours(f"{logs}\nprint(asyncio.run(logs()), end='')", engine)
    assert json.loads(here)[0] == engine
    assert there == here


def test_the_kernel_of_browsers_answers_as_ours():
    if not json.loads((FILES / PARTS).read_text("utf-8"))["kernel"]:
        missing("the kernel of browsers: ziglang, then python tools/build_device.py")
    chance = Random(17)
    positions = [tuple(asked) for asked, _ in known()] + [tuple(grown(chance)) for _ in range(200)]
    asked = f"from stolik import solver\n{ANSWERS}\nassert solver.ENGINE == 'kernel'"
    there = in_the_browsers_python(f"{asked}\n'\\n'.join(answers({positions!r}))", "kernel")
    scope = {"solver": solver}
    exec(ANSWERS, scope)
    assert solver.ENGINE == "kernel"
    assert there.splitlines() == list(scope["answers"](positions))
