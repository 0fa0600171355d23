"""Work in processes of our own: it ends in time, with whoever asked for it and with the server."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from stolik.adapters import processes
from stolik.adapters.processes import OwnProcess, Processes
from stolik.app.paper.content import Paper
from stolik.app.paper.cutouts import Badge
from stolik.app.thinking.pools import Pools
from stolik.refusal import Refused
from stolik.wiring import papers
from stolik.wiring.papers import Papers
from tests.adapters.working import LATE_S, dies_once, late

Mutant = Callable[[pytest.MonkeyPatch], None]


# --- one piece of work in a process of its own --------------------------------------------------


def outcome(own: OwnProcess, mark: Path) -> tuple[str, bool]:
    """What becomes of work that takes too long or is called off, and whether it went on."""
    try:
        told = own.run(late, mark)
    except Refused as refused:
        told = str(refused.violations[0].code)
    return told, mark.exists()


def test_work_that_takes_too_long_ends(tmp_path: Path):
    assert outcome(OwnProcess(0.2), tmp_path / "mark") == ("busy.too_long", False)


def called_off(mark: Path) -> tuple[str, bool]:
    own = OwnProcess(60)

    def call_off() -> None:
        while own._process is None or own._process.pid is None:
            sleep(0.01)
        own.call_off()

    thread = Thread(target=call_off)
    thread.start()
    try:
        return outcome(own, mark)
    finally:
        thread.join()


def test_work_that_nobody_waits_for_ends(tmp_path: Path):
    assert called_off(tmp_path / "mark") == ("busy.nobody_waits", False)


def test_the_mutant_that_waits_for_any_answer_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(OwnProcess, "_answer", lambda _, ours: ours.recv()[0])
    assert outcome(OwnProcess(0.2), tmp_path / "mark") == ("answered", True)


def test_the_mutant_that_ends_nothing_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(OwnProcess, "_end", lambda _: None)
    assert outcome(OwnProcess(0.2), tmp_path / "mark") == ("busy.too_long", True)
    assert called_off(tmp_path / "other")[1]


# --- processes that stay ------------------------------------------------------------------------


def answered_after_a_death(mark: Path) -> str:
    elsewhere = Processes(1)
    try:
        return elsewhere.run(dies_once, mark)
    finally:
        elsewhere.close()


def test_what_died_is_asked_once_more(tmp_path: Path):
    assert answered_after_a_death(tmp_path / "mark") == "answered"


def test_the_mutant_that_gives_up_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def once(elsewhere: Processes, work: Any, *given: Any) -> Any:
        return elsewhere._started().submit(work, *given).result()

    monkeypatch.setattr(Processes, "run", once)
    with pytest.raises(BrokenProcessPool):
        answered_after_a_death(tmp_path / "mark")


_SERVER = """
import os, time
from stolik.adapters import processes
if __name__ == "__main__":
    {change}
    elsewhere = processes.Processes(1)
    print(elsewhere.run(os.getpid), elsewhere.run(os.nice, 0), flush=True)
    time.sleep(60)
"""


def left_behind(directory: Path, change: str = "pass", patience_s: float = 10) -> tuple[bool, int]:
    """Whether a process outlives a server that was killed; how far it stood behind it."""
    script = directory / "server.py"
    script.write_text(_SERVER.format(change=change), "utf-8")
    server = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    pid, nice = map(int, server.stdout.readline().split())
    server.kill()
    server.wait()
    server.stdout.close()
    if stays := not within(patience_s, lambda: is_gone(pid)):
        os.kill(pid, signal.SIGKILL)
    return stays, nice


def is_gone(pid: int) -> bool:
    """Gone, or dead and not yet swept up by whoever has inherited it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2].startswith("Z")
    except OSError:
        return True


def within(seconds: float, found: Callable[[], bool]) -> bool:
    until = monotonic() + seconds
    while not found() and monotonic() < until:
        sleep(0.02)
    return found()


_needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@_needs_proc
def test_processes_end_with_the_server_and_stand_behind_it(tmp_path: Path):
    stays, nice = left_behind(tmp_path)
    assert not stays
    assert nice == os.nice(0) + processes._YIELDS


@_needs_proc
def test_the_mutant_that_settles_nothing_is_caught(tmp_path: Path):
    stays, nice = left_behind(tmp_path, "processes._settle = os.getpid", 0.8)
    assert stays
    assert nice == os.nice(0)


# --- papers -------------------------------------------------------------------------------------

MANY, FEW = 208, 3


class Dawdling(papers.Drawing):
    """Is never done with a large paper."""

    def pdf(self, paper: Paper) -> bytes:
        if paper.pieces == MANY:
            sleep(2 * LATE_S)
        return b"drawn"


def badges(count: int) -> Paper:
    return Paper("badges", "", "pl", (Badge("Zawodnik 1", "1", "", "Turniej"),) * count)


async def drawn_beside() -> list[str]:
    """A large paper is asked for, then a small one, then nobody waits any more: what is wrong?"""
    pools = Pools()
    drawing = Papers(pools)
    large = asyncio.ensure_future(drawing.pdf(badges(MANY), "t"))
    await asyncio.sleep(0.1)
    small = asyncio.ensure_future(drawing.pdf(badges(FEW), "other"))
    wrong = [] if pools.large.busy else ["large in the lane of the small"]
    done, _ = await asyncio.wait({small}, timeout=0.5)
    wrong += [] if done else ["a small one waits"]
    large.cancel()
    began = asyncio.get_running_loop().time()
    while pools.large.busy or pools.papers.busy:
        await asyncio.sleep(0.02)
        if asyncio.get_running_loop().time() - began > LATE_S:
            wrong.append("nobody waits and it goes on")
            break
    await asyncio.wait({small})
    pools.close()
    return wrong


def test_a_large_paper_keeps_nobody_waiting_and_ends_with_who_asked(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(papers, "Drawing", Dawdling)
    assert asyncio.run(drawn_beside()) == []
    assert multiprocessing.active_children() == []


def _all_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "_FEW_PIECES", 10**6)


def _never_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnProcess, "call_off", lambda _: None)


@pytest.mark.parametrize(
    ("mutant", "wrong"),
    [(_all_in_threads, "a small one waits"), (_never_called_off, "nobody waits and it goes on")],
)
def test_the_mutants_with_one_lane_or_without_an_end_are_caught(
    mutant: Mutant, wrong: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(papers, "Drawing", Dawdling)
    mutant(monkeypatch)
    assert wrong in asyncio.run(drawn_beside())
    for child in multiprocessing.active_children():
        child.kill()
