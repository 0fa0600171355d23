"""The screen and the keyboard."""

from rich.console import Console, RenderableType
from rich.text import Text

from stolik.adapters.cli.practise.codes import Refusal
from stolik.refusal import Violation, refuse

_LONGEST_LINE = 500


class Left(Exception):  # noqa: N818 - a person may go at any time; that is no error
    """The person has left the table."""


class Terminal:
    """Draws on a cleared screen and reads one line at a time."""

    def __init__(self, console: Console) -> None:
        self._console = console

    @property
    def width(self) -> int:
        """How many characters fit in a line."""
        return self._console.width

    def show(self, *parts: RenderableType, fresh: bool = False) -> None:
        """Print; `fresh` on a screen wiped clean, where there is a screen to wipe."""
        if fresh and self._console.is_terminal:
            self._console.clear()
        for part in parts:
            self._console.print(part, highlight=False, markup=False)

    def ask(self, prompt: Text) -> str:
        """The next line typed; `Left` at its end or on ctrl-C."""
        try:
            line = self._console.input(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Left from None
        except UnicodeDecodeError:
            line = "\ufffd"
        if len(line) > _LONGEST_LINE:
            refuse(Violation(Refusal.UNKNOWN, facts={"line": line}))
        return line
