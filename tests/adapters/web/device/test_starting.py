"""Everything a device imports can be imported in the browser's Python, which has no threads."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from tests.adapters.web.device.browsers_python import in_the_browsers_python
from tests.needs import missing
from tools.build_device import FILES, PARTS, PYODIDE, SOURCE, modules, packed

_TELL_FAULTS = """
import importlib, json

async def begun():
    from stolik.wiring.browser import start
    class Drawer:
        async def keep(self, changes): pass
    device = await start(Drawer(), {})
    status, body = await device.ask("POST", "/api/practice", json.dumps({"bots": ["greedy"]}), "en")
    await device.stop()
    return status, body

faults = []
for name in NAMES:
    try:
        importlib.import_module(name)
    except ImportError as error:
        faults.append(f"{name}: {error}")
status, body = await begun() if not faults else (0, "")
json.dumps([faults, status, body])
"""


@pytest.fixture
def of_today(tmp_path: Path) -> Path:
    """The files of a device with our own part as the sources are now."""
    if not (FILES / PARTS).exists() or not PYODIDE.exists():
        missing("the files of a device: python tools/build_device.py")
    parts = json.loads((FILES / PARTS).read_text("utf-8"))
    compiled = parts["packages"][0]
    shutil.copy(FILES / f"{compiled}.gz", tmp_path)
    (tmp_path / "stolik.zip.gz").write_bytes(gzip.compress(packed(), 1))
    ours = {**parts, "packages": [compiled, "stolik.zip"], "kernel": ""}
    (tmp_path / PARTS).write_text(json.dumps(ours), "utf-8")
    return tmp_path


def test_a_device_starts_and_deals_in_the_browsers_python(of_today: Path):
    names = [_name(path) for path in modules()]
    told = in_the_browsers_python(f"NAMES = {names!r}\n{_TELL_FAULTS}", "twin", of_today)
    faults, status, body = json.loads(told)
    assert faults == []
    assert status in (200, 201), body


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")
