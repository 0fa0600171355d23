"""What is typed and said: Polish letters on every console, UTF-8 through every pipe."""

import sys
from io import TextIOWrapper


def settled_streams() -> None:
    """Before the first word: no letter that a console lacks may end a command.

    Windows writes files and pipes in the letters of one country; requests and answers are UTF-8
    wherever they come from. Elsewhere the user has chosen, and what the choice lacks is a `?`.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue
        if sys.platform == "win32":
            stream.reconfigure(encoding="utf-8")
        elif stream is not sys.stdin:
            stream.reconfigure(errors="replace")
