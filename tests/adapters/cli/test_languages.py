"""The command line speaks as the machine does, or as `--lang` says; click's own words too."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from stolik.adapters.cli.languages import POLISH, asked_language, machine_language


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "pl"),
        ({"LANG": ""}, "pl"),
        ({"LANG": "C.UTF-8"}, "pl"),
        ({"LANG": "POSIX"}, "pl"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": ""}, "en"),
    ],
)
def test_the_machine_says_its_language(environment, lang):
    assert machine_language(environment) == lang


def test_what_is_asked_for_wins():
    assert asked_language(["serve", "--port", "abc", "--lang", "en"]) == "en"
    assert asked_language(["--lang=en", "serve"]) == "en"
    assert asked_language(["serve", "--lang", "de"]) == "pl"
    assert asked_language(["serve", "--lang"]) == "pl"


def typed(*arguments: str, locale: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "stolik", *arguments],
        env={**os.environ, "LC_ALL": locale, "PYTHONUTF8": "1"},
        input=b"x",
        capture_output=True,
        check=False,
    )
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize(
    ("arguments", "polish", "english"),
    [
        (["serve", "--port", "abc"], "to nie liczba", "not a valid integer range"),
        (["serve", "--port", "99999999"], "jest poza zakresem", "is not in the range"),
        (["serve", "--prot", "80"], "Nie ma opcji", "No such option"),
        (["serv"], "Nie ma polecenia", "No such command"),
        (["verify"], "Brakuje argumentu", "Missing argument"),
        (["serve", "--help"], "Pokaż tę pomoc.", "Show this message and exit."),
        (["print", "scores"], "Podaj DOKUMENT", "Say DOCUMENT"),
        (["tournament", "--log", "x", "--server", "y"], "wykluczają się", "exclude each other"),
        (["opening"], "Popraw", "Correct"),
    ],
)
def test_a_wrong_line_is_answered_in_the_language_of_the_machine(arguments, polish, english):
    assert polish in typed(*arguments, locale="pl_PL.UTF-8")
    assert english in typed(*arguments, locale="en_US.UTF-8")
    if arguments != ["serv"]:
        assert english in typed(*arguments, "--lang", "en", locale="pl_PL.UTF-8")


# Said to who writes commands, or of what ours never ask.
NEVER_SHOWN = (
    *("Choice(", "UUID", "flag", "DeprecationWarning", "Windows", "continue", "Confirm"),
    *("stream", "declaration", "twice", "iterable", "format", "character", "required,"),
    "No options defined",
)


def test_every_word_of_click_has_its_polish():
    package = Path(click.__file__).parent
    calls = [
        node
        for file in package.glob("*.py")
        if file.name not in {"shell_completion.py", "termui.py", "_termui_impl.py"}
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"_", "ngettext"}
    ]
    said = [str(a.value) for call in calls for a in call.args if isinstance(a, ast.Constant)]
    assert len(said) > 40
    lost = [words for words in said if words not in POLISH]
    assert [w for w in lost if not any(part in w for part in NEVER_SHOWN)] == []
