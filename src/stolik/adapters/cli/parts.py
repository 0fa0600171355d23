"""What the command line is handed: the parts `wiring` picked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol

import click

from stolik.adapters.cli.server.parts import ServerParts
from stolik.app.sheets.files import SheetFiles
from stolik.app.texts import LANGUAGES
from stolik.bots import Bot
from stolik.rummikub.openings import BestOpening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tile, Tiles

if TYPE_CHECKING:
    from stolik.app.paper.content import Paper


class Laid(Protocol):
    """The solver's answer."""

    @property
    def tiles(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def laid(self) -> Tiles: ...
    @property
    def tableau(self) -> Tableau: ...


class Solve(Protocol):
    """The most that can be laid from a rack with every tile of the table in a meld again."""

    def __call__(
        self,
        tableau: Sequence[Sequence[Tile]],
        rack: Sequence[Tile],
        *,
        maximise: Literal["tiles", "points"],
    ) -> Laid: ...


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
