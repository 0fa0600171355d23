"""Ask the command line in process: lines in, parsed answers and the exit status out."""

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from stolik.adapters.cli.group import command_line
from stolik.wiring.cli import parts


@dataclass(frozen=True)
class Reply:
    answers: list[Any]
    status: int

    @property
    def codes(self) -> list[str | None]:
        """The code of each answer that is a refusal, None for the others."""
        return [answer.get("error", {}).get("code") for answer in self.answers]


def run(*arguments: str, stdin: bytes = b"") -> tuple[str, int]:
    """The output and exit status of `stolik` with these arguments; a bug passes through."""
    result = CliRunner().invoke(
        command_line(parts()), list(arguments), input=stdin, catch_exceptions=False
    )
    return result.output, result.exit_code


def ask_lines(command: str, stdin: bytes, *options: str) -> Reply:
    """Raw lines to a command."""
    output, status = run(command, *options, stdin=stdin)
    return Reply([json.loads(line) for line in output.splitlines()], status)


def ask(command: str, request: Any, *options: str) -> Any:
    """One request, one answer."""
    (answer,) = ask_lines(command, json.dumps(request).encode(), *options).answers
    return answer


def code_of(command: str, request: Any) -> str | None:
    """The code a request is refused with, None if it is answered."""
    code: str | None = ask(command, request).get("error", {}).get("code")
    return code
