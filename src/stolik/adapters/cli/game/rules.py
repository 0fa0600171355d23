"""`stolik rules`: a profile's fields with their articles, or what is wrong with one's own file."""

from dataclasses import fields, is_dataclass
from enum import StrEnum

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stolik.adapters.cli.completing import among
from stolik.adapters.cli.parts import lang_option
from stolik.app.library import RULES, rules_profile
from stolik.app.texts import say
from stolik.refusal import Refused
from stolik.rummikub.rules import RulesProfile


@click.command()
@click.argument("profile", required=False, shell_complete=among(RULES))
@lang_option
def rules(profile: str | None, lang: str) -> None:
    """Print a rules profile, or check your own file; without PROFILE list the known ones.

    \b
    stolik rules mp2023
    stolik rules my-club.toml
    """
    console = Console()
    if profile is None:
        for name in RULES:
            console.print(f"{name:12} {rules_profile(name).title}", highlight=False, markup=False)
        return
    try:
        found = rules_profile(profile)
    except Refused as refused:
        for violation in refused.violations:
            click.echo(f"{violation.code}: {say(violation, lang)}", err=True)
        click.get_current_context().exit(1)
    for table in _tables(found):
        console.print(table)


def _tables(profile: RulesProfile) -> list[Table]:
    # A file of one's own may hold brackets, which must not be read as markup.
    title = Text(f"{profile.id} · {profile.title} · {profile.hash[:12]}")
    values = Table("field", "value", title=title, title_justify="left")
    for section in fields(profile):
        part = getattr(profile, section.name)
        if is_dataclass(part):
            for field in fields(part):
                shown = Text(_shown(getattr(part, field.name)))
                values.add_row(f"{section.name}.{field.name}", shown)
    articles = Table("rule", "article")
    for rule, article in sorted(profile.articles.items()):
        articles.add_row(Text(rule), Text(article))
    return [values, articles]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return " ".join(str(item) for item in value)
    return value.value if isinstance(value, StrEnum) else str(value)
