"""Where the data are kept unless somebody says otherwise."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from stolik.adapters.cli.server.parts import Storage

_ENVIRONMENT = "STOLIK_DATA"


def default_directory() -> Path:
    """The data directory of this user, where the system keeps such things."""
    if given := os.environ.get(_ENVIRONMENT):
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "stolik"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "stolik"
    share = os.environ.get("XDG_DATA_HOME")
    return (Path(share) if share else Path.home() / ".local" / "share") / "stolik"


def storage_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--data` and `--database`."""
    command = click.option(
        "--database", metavar="URL", help="postgresql://… instead of a data directory."
    )(command)
    return click.option(
        "--data",
        metavar="DIR",
        type=click.Path(path_type=Path),  # a file is refused where it is opened, in words
        help=f"Data directory; default: {_ENVIRONMENT} or your user's own.",
    )(command)


def storage(data: Path | None, database: str | None) -> Storage:
    """Where the data are."""
    return Storage(data or default_directory(), database)
