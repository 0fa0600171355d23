"""What the command line is handed: the parts `wiring` picked."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

import click

from stolik.adapters.cli.server.parts import ServerParts
from stolik.app.games.rummikub.guiding import Solve
from stolik.app.sheets.files import SheetFiles
from stolik.app.texts import LANGUAGES
from stolik.bots import Bot
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile

if TYPE_CHECKING:
    from stolik.app.paper.content import Paper


class DrawPaper(Protocol):
    """Papers as files."""

    def pdf(self, paper: "Paper") -> bytes: ...
    def pictures(self, paper: "Paper") -> list[bytes]: ...


MakeBot = Callable[[str, RulesProfile, Random], Bot]


@dataclass(frozen=True, slots=True)
class Parts:
    """The functions behind the commands that more than one part of the house could do."""

    best_opening: BestOpening
    solve: Solve
    make_bot: MakeBot
    clock: Callable[[], float]  # seconds that never go back
    server: ServerParts
    draw: DrawPaper
    sheets: SheetFiles


pass_parts = click.make_pass_decorator(Parts)

lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language of messages; codes never change.",
)
