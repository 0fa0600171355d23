"""Building the kernel: with a compiler it is there, without one the twin is in charge."""

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

from stolik.solver import kernel

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tool():
    spec = importlib.util.spec_from_file_location("build_kernel", ROOT / "tools/build_kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def working_copy(tmp_path, tool) -> Path:
    folder = tmp_path / tool.SOLVER
    folder.mkdir(parents=True)
    shutil.copy(ROOT / tool.SOLVER / "kernel.c", folder)
    shutil.copytree(ROOT / tool.SOLVER / "native", folder / "native")
    return tmp_path


@pytest.mark.skipif(bool(importlib.util.find_spec("ziglang")), reason="ziglang is a compiler")
def test_without_a_compiler_nothing_is_built_and_that_is_said(
    tool, working_copy, monkeypatch, capsys
):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    assert not tool.build(working_copy)
    assert "twin" in capsys.readouterr().err
    assert not [*(working_copy / tool.SOLVER).glob("libkernel*")]


def test_a_compiler_that_fails_is_passed_over(tool, working_copy, monkeypatch, capfd):
    monkeypatch.setenv("CC", "false")
    if not shutil.which("cc"):
        pytest.skip("no other compiler to fall back on")
    assert tool.build(working_copy)
    assert "false cannot build it" in capfd.readouterr().err


def test_a_library_newer_than_its_source_is_left_alone(tool, working_copy):
    library = working_copy / tool.SOLVER / f"libkernel{tool.SUFFIX}"
    library.write_bytes(b"as it was")
    assert tool.build(working_copy)
    assert library.read_bytes() == b"as it was"


def test_a_piece_newer_than_the_library_has_it_built_again(tool, working_copy):
    if not shutil.which("cc"):
        pytest.skip("no compiler")
    library = working_copy / tool.SOLVER / f"libkernel{tool.SUFFIX}"
    library.write_bytes(b"as it was")
    os.utime(library, (0, 0))
    for path in (working_copy / tool.SOLVER).rglob("*.c"):
        os.utime(path, (0, 0))
    assert tool.build(working_copy)
    assert library.read_bytes() != b"as it was"


def test_the_tool_builds_what_the_package_loads(tool):
    assert kernel.library_path() == ROOT / tool.SOLVER / f"libkernel{tool.SUFFIX}"
