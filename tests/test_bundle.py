"""The bundle knows what it was built from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.build_frontend import BUILT_FROM, digest_of, is_stale


@pytest.fixture
def built(tmp_path: Path) -> tuple[Path, Path]:
    """Sources and a bundle that was made from them."""
    frontend, bundle = tmp_path / "frontend", tmp_path / "static"
    (frontend / "src").mkdir(parents=True)
    (frontend / "node_modules").mkdir()
    bundle.mkdir()
    (frontend / "src" / "main.ts").write_text("start();")
    (bundle / BUILT_FROM).write_text(digest_of(frontend), "utf-8")
    return frontend, bundle


def test_a_bundle_of_these_sources_is_fresh(built: tuple[Path, Path]):
    assert not is_stale(*built)


@pytest.mark.parametrize(
    "change",
    [
        lambda frontend: (frontend / "src" / "main.ts").write_text("stop();"),
        lambda frontend: (frontend / "src" / "new.ts").write_text(""),
        lambda frontend: (frontend / "src" / "main.ts").rename(frontend / "src" / "first.ts"),
        lambda frontend: (frontend / "src" / "main.ts").unlink(),
    ],
)
def test_sources_that_changed_make_it_stale(
    built: tuple[Path, Path], change: Callable[[Path], object]
):
    change(built[0])
    assert is_stale(*built)


def test_what_no_build_reads_does_not(built: tuple[Path, Path]):
    (built[0] / "node_modules" / "new.js").write_text("")
    (built[0] / "src" / "main.test.ts").write_text("")
    assert not is_stale(*built)


def test_where_nothing_was_built_it_is_stale(built: tuple[Path, Path], tmp_path: Path):
    assert is_stale(built[0], tmp_path / "nothing")
