"""The command `stolik` and everything under it; a command's module is loaded when it is asked for.

All of them together take a second to load, and nobody runs more than one.
"""

from importlib import import_module

import click

from stolik import __version__
from stolik.adapters.cli.parts import Parts, lang_option

_HERE = "stolik.adapters.cli."
_FOLDERS = {
    "game": "analyse board bot melds opening play rank replay rules score simulate solve"
    " verdict verify",
    "server": "demo doctor organiser restore serve",
    "tournament": "print seats sheet tournament",
    "practise": "practise",
}
_FOLDER_OF = {name: folder for folder, names in _FOLDERS.items() for name in names.split()}
# Where module and command are not called by the command's name.
_ELSEWHERE = {
    "practise": "command:practise",
    "print": "print:print_",
    "tournament": "command:tournament",
}


class Commands(click.Group):
    """Finds a command by its name; click knows no other way than a subclass."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click asks so
        """Every name, for the help."""
        return sorted(_FOLDER_OF)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        """The command, loaded now."""
        if cmd_name not in _FOLDER_OF:
            return None
        module, _, name = _ELSEWHERE.get(cmd_name, f"{cmd_name}:{cmd_name}").partition(":")
        command: click.Command = getattr(
            import_module(f"{_HERE}{_FOLDER_OF[cmd_name]}.{module}"), name
        )
        return command


def command_line(parts: Parts) -> click.Group:
    """The whole command line, working with these parts."""

    @click.group(name="stolik", cls=Commands)
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
        asked = context.invoked_subcommand or ""
        command = stolik.get_command(context, asked)
        context.default_map = {asked: _defaults(command, lang)} if command else {}

    return stolik


def _defaults(command: click.Command, lang: str) -> dict[str, object]:
    """The language for a command, and for those under it."""
    under = command.commands if isinstance(command, click.Group) else {}
    return {"lang": lang, **{name: {"lang": lang} for name in under}}
