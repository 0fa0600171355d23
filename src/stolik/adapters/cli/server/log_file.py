"""Where the server's log goes: a person at the terminal reads addresses, not lines of JSON."""

from pathlib import Path

_NAME = "stolik.log"


def log_file(data: Path, *, verbose: bool, at_terminal: bool) -> Path | None:
    """The file of the log; None: lines go to the error stream, for whoever collects them."""
    return data / _NAME if at_terminal and not verbose else None
