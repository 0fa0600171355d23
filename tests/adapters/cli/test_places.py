"""A place that cannot be used is said so in words, by every command that takes one."""

from pathlib import Path

import pytest

from tests.adapters.cli.asking import run


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    """Below a file, which is no directory; and where nobody may make one, root neither."""
    (tmp_path / "file").write_text("")
    below, file = tmp_path / "file" / "data", tmp_path / "file"
    return {"below a file": below, "a file": file, "read-only": Path("/proc/stolik")}


@pytest.mark.parametrize("place", ["below a file", "a file", "read-only"])
@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("organiser", "reset"), ("doctor",)])
def test_a_data_directory_that_cannot_be_written_is_refused_in_words(places, place, command):
    output, status = run(*command, "--data", str(places[place]), "--lang", "en")
    assert status == 1
    assert f"Nothing can be written to {places[place]}" in output
    assert "--data" in output


def test_a_copy_is_not_restored_to_such_a_place(tmp_path: Path, places):
    run("organiser", "reset", "--data", str(tmp_path / "data"))
    copy = tmp_path / "data" / "stolik.db"
    output, status = run("restore", str(copy), "--data", str(places["read-only"]), "--lang", "en")
    assert (status, "Nothing can be written to" in output) == (1, True), output
