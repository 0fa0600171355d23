"""The command `stolik` and everything under it."""

import click

from stolik import __version__
from stolik.adapters.cli.analyse import analyse
from stolik.adapters.cli.board import board
from stolik.adapters.cli.bot import bot
from stolik.adapters.cli.doctor import doctor
from stolik.adapters.cli.melds import melds
from stolik.adapters.cli.opening import opening
from stolik.adapters.cli.organiser import organiser
from stolik.adapters.cli.parts import Parts, lang_option
from stolik.adapters.cli.play import play
from stolik.adapters.cli.practise.command import practise
from stolik.adapters.cli.print import print_
from stolik.adapters.cli.rank import rank
from stolik.adapters.cli.replay import replay
from stolik.adapters.cli.restore import restore
from stolik.adapters.cli.rules import rules
from stolik.adapters.cli.score import score
from stolik.adapters.cli.seats import seats
from stolik.adapters.cli.serve import serve
from stolik.adapters.cli.sheet import sheet
from stolik.adapters.cli.simulate import simulate
from stolik.adapters.cli.solve import solve
from stolik.adapters.cli.tournament import tournament
from stolik.adapters.cli.verdict import verdict
from stolik.adapters.cli.verify import verify

COMMANDS: tuple[click.Command, ...] = (
    analyse,
    board,
    bot,
    doctor,
    melds,
    opening,
    organiser,
    play,
    practise,
    print_,
    rank,
    replay,
    restore,
    rules,
    score,
    seats,
    serve,
    sheet,
    simulate,
    solve,
    tournament,
    verdict,
    verify,
)


def command_line(parts: Parts) -> click.Group:
    """The whole command line, working with these parts."""

    @click.group(name="stolik")
    @click.version_option(__version__, prog_name="stolik")
    @lang_option
    @click.pass_context
    def stolik(context: click.Context, lang: str) -> None:
        """Rummikub and Miś Wojtek tournaments: rules, referee, scores.

        Commands read JSON Lines and write one answer per line; a bad line gets an error and the
        rest go on.

        \b
        echo '{"rack": ["r12", "r13", "j"]}' | stolik opening
        """
        context.obj = parts
        context.default_map = {str(command.name): _defaults(command, lang) for command in COMMANDS}

    for command in COMMANDS:
        stolik.add_command(command)
    return stolik


def _defaults(command: click.Command, lang: str) -> dict[str, object]:
    """The language for a command, and for those under it."""
    under = command.commands if isinstance(command, click.Group) else {}
    return {"lang": lang, **{name: {"lang": lang} for name in under}}
