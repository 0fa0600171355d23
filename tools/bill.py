"""The software bill of materials of a release (CycloneDX), from the locks it was built from.

    .venv/bin/python tools/bill.py dist/stolik-1.0.0.cdx.json

What Python installs comes from `cyclonedx-py`, which reads the lock; what the web app is built of
from the lock of npm, which has the same facts in another shape.
"""

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
_LOCKS = ("frontend/package-lock.json", "tools/fonts/package-lock.json")


def main(target: Path) -> None:
    """Write the bill."""
    program = Path(sys.executable).with_name("cyclonedx-py")
    project, lock = ROOT / "pyproject.toml", ROOT / "requirements" / "product.txt"
    told = subprocess.run(
        [program, "requirements", "--output-reproducible", "--pyproject", project, lock],
        capture_output=True,
        check=True,
    )
    bill = json.loads(told.stdout)
    bill["metadata"]["component"]["version"] = _version()
    for one in bill["components"]:
        one["licenses"] = [{"license": {"name": _licence(one["name"])}}]
    found = {one["bom-ref"]: one for name in _LOCKS for one in _of_npm(ROOT / name)}
    bill["components"] += found.values()
    target.write_text(json.dumps(bill, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"{target}: {len(bill['components'])} components")


def _version() -> str:
    written = (ROOT / "src" / "stolik" / "__init__.py").read_text("utf-8")
    return written.partition('__version__ = "')[2].partition('"')[0]


def _licence(package: str) -> str:
    """As the package itself says it: the lock does not. What this machine has not is unknown."""
    try:
        said = metadata(package)
    except PackageNotFoundError:
        return "unknown"
    kinds = [
        one.rpartition(" :: ")[2] for one in said.get_all("Classifier", []) if "License" in one
    ]
    written = said["License-Expression"] or ", ".join(kinds) or said["License"] or "unknown"
    return written.splitlines()[0]


def _of_npm(lock: Path) -> Iterator[dict[str, Any]]:
    for path, package in json.loads(lock.read_text("utf-8"))["packages"].items():
        if not path or "version" not in package:
            continue
        name, version = path.rpartition("node_modules/")[2], package["version"]
        address = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        kind, _, digest = package.get("integrity", "").partition("-")
        hashes = [{"alg": f"SHA-{kind[3:]}", "content": base64.b64decode(digest).hex()}]
        licences = [{"license": {"name": package["license"]}}] if "license" in package else []
        yield {
            "type": "library",
            "bom-ref": address,
            "name": name,
            "version": version,
            "purl": address,
            **({"hashes": hashes} if digest else {}),
            **({"licenses": licences} if licences else {}),
        }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
