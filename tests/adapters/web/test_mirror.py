"""A mirror that fails stops nobody, and everybody who has to know is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from stolik.adapters.store_sqlite import open_store
from stolik.adapters.store_sqlite.mirror import MirrorPlan
from tests.adapters.web.node import Running, serving_node


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def server(tmp_path: Path, stick: Path) -> Iterator[Running]:
    plan = MirrorPlan(stick, patience_s=30, start_s=30, probe_s=0.05)
    with serving_node(lambda: open_store(tmp_path / "data", mirror=plan)) as running:
        yield running


def until(holds: Callable[[], bool]) -> None:
    deadline = monotonic() + 20
    while not holds():
        assert monotonic() < deadline, "it does not happen"
        sleep(0.02)


def test_the_mirror_is_told_of_while_it_works_and_while_it_does_not(
    server: Running, stick: Path, tmp_path: Path
):
    web, organiser = server.client(), server.first_organiser()
    assert web.get("/readyz") == {"status": "ready", "mirror": "in_step"}
    assert "stolik_mirror_in_step 1.0" in organiser.http.get("/metrics").text
    assert organiser.get("/api/mirror") == {"state": "in_step", "message": ""}
    stick.rename(tmp_path / "pocket")
    until(lambda: web.get("/readyz")["mirror"] == "failed")
    assert "stolik_mirror_in_step 0.0" in organiser.http.get("/metrics").text
    told = organiser.get("/api/mirror?lang=pl")
    assert told["state"] == "failed"
    assert told["message"].startswith(f"Nie ma katalogu {stick}.")
    assert str(stick) not in web.http.get("/readyz").text  # where it is concerns organisers only
    (tmp_path / "pocket").rename(stick)
    until(lambda: web.get("/readyz")["mirror"] == "in_step")


def test_without_a_mirror_nothing_is_said_of_one(tmp_path: Path):
    with serving_node(lambda: open_store(tmp_path)) as server:
        organiser = server.first_organiser()
        assert organiser.get("/readyz") == {"status": "ready"}
        assert organiser.get("/api/mirror") == {"state": None, "message": ""}
        assert "stolik_mirror" not in organiser.http.get("/metrics").text
