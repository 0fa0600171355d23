"""The parent's side: start the reader, give it the bytes, believe nothing it does not say well."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from threading import BoundedSemaphore, Event, Thread, Timer
from typing import Any

from stolik.adapters.sheets import limits
from stolik.app.sheets.codes import Refusal
from stolik.app.sheets.files import MOST_BYTES
from stolik.app.sheets.read_book import ReadBook, ReadFile
from stolik.refusal import Violation, refuse

_MODULE = "stolik.adapters.sheets.reader_main"
_KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
_CODES = {code.value for code in Refusal}
# How a process ends for the time it took: killed by the system, on Windows for want of quota.
_OUT_OF_TIME = (-9, -24, 1816)


def read_file(content: bytes) -> ReadBook:
    """The sheets of a file, read in a process with little memory and little time."""
    if len(content) > MOST_BYTES:
        refuse(Violation(Refusal.TOO_LARGE, facts={"most": MOST_BYTES}))
    if not content.strip():
        refuse(Violation(Refusal.EMPTY))
    answer, status, was_slow = _asked(content)
    if status == 0 and len(answer) <= limits.MOST_ANSWERED:
        return _believed(answer)
    too_slow = was_slow or status in _OUT_OF_TIME
    refuse(Violation(Refusal.TOO_SLOW if too_slow else Refusal.TOO_HEAVY))


def few_at_once(read: ReadFile, most: int) -> ReadFile:
    """The same reading, by so many threads at the same time; the others wait."""
    free = BoundedSemaphore(most)

    def waiting(content: bytes) -> ReadBook:
        with free:
            return read(content)

    return waiting


def _asked(content: bytes) -> tuple[bytes, int, bool]:
    """What the reader said, how it ended, and whether we ended it for want of time."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    child = subprocess.Popen(
        [sys.executable, "-I", "-m", _MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    out_of_time = Event()
    timer = Timer(limits.WALL_S, _end, (child, out_of_time))
    feeder = Thread(target=_feed, args=(child.stdin, content), daemon=True)
    timer.start()
    feeder.start()
    try:
        answer = child.stdout.read(limits.MOST_ANSWERED + 1)
        if len(answer) > limits.MOST_ANSWERED:
            child.kill()
        return answer, child.wait(), out_of_time.is_set()
    finally:
        timer.cancel()
        child.kill()
        child.wait()
        feeder.join()
        child.stdout.close()


def _end(child: "subprocess.Popen[bytes]", out_of_time: Event) -> None:
    out_of_time.set()
    child.kill()


def _feed(pipe: Any, content: bytes) -> None:
    with suppress(OSError):  # it has seen enough and gone
        pipe.write(content)
    with suppress(OSError):
        pipe.close()


def _believed(answer: bytes) -> ReadBook:
    """The reader's answer; one of another shape is no answer."""
    try:
        told = json.loads(answer)
    except ValueError:
        told = None
    if isinstance(told, dict) and isinstance(told.get("sheets"), dict):
        book: ReadBook = told["sheets"]
        return book
    code = told.get("code") if isinstance(told, dict) else None
    facts = told.get("facts", {}) if isinstance(told, dict) else {}
    refuse(Violation(Refusal(code) if code in _CODES else Refusal.BROKEN, facts=facts))
