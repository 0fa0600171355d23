"""The language of the command line: what `--lang` says, else what the machine speaks.

click marks its own words for gettext; here they are said in Polish from one table, without a
compiled catalogue.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

from stolik.app.texts import LANGUAGES

_ASKED = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as everywhere
_NO_LANGUAGE = {"", "C", "POSIX"}


def machine_language(environment: Mapping[str, str] = os.environ) -> str:
    """Polish, unless the machine is set to another language.

    Windows sets none of these, also where a Polish school has an English one.
    """
    told = next((environment[name] for name in _ASKED if environment.get(name)), "")
    if told.partition(".")[0] in _NO_LANGUAGE or told.lower().startswith("pl"):
        return LANGUAGES[0]
    return "en"


def asked_language(arguments: Sequence[str]) -> str:
    """What `--lang` says wherever it stands: a fault may come before it is read."""
    pairs = pairwise(arguments)
    said = [word.partition("=")[2] for word in arguments if word.startswith("--lang=")]
    said += [word for option, word in pairs if option == "--lang"]
    return next((word for word in said if word in LANGUAGES), machine_language())


def speak(lang: str) -> None:
    """Let click say its own words in this language."""
    for name, module in list(sys.modules.items()):
        if name.startswith("click.") and hasattr(module, "_"):
            vars(module).update(_=_SAY[lang], ngettext=_SAY_MANY[lang])


def _same(words: str) -> str:
    return words


def _same_many(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _polish(words: str) -> str:
    return POLISH.get(words, words)


def _polish_many(one: str, many: str, count: int) -> str:
    return _polish(one if count == 1 else many)


_SAY = {"pl": _polish, "en": _same}
_SAY_MANY = {"pl": _polish_many, "en": _same_many}

POLISH = {
    # help
    "Usage:": "Użycie:",
    "Options": "Opcje",
    "Commands": "Polecenia",
    "Positional arguments": "Argumenty",
    "Show this message and exit.": "Pokaż tę pomoc.",
    "Show the version and exit.": "Pokaż wersję.",
    "%(prog)s, version %(version)s": "%(prog)s, version %(version)s",  # programs read it
    "default: {default}": "domyślnie: {default}",
    "env var: {var}": "zmienna środowiska: {var}",
    "required": "wymagane",
    "(dynamic)": "(zależy)",
    "deprecated": "przestarzałe",
    # what cannot be done
    "Error: {message}": "Błąd: {message}",
    "Try '{command} {option}' for help.": "Pomoc: {command} {option}",
    "Aborted!": "Przerwano.",
    "Missing command.": "Brakuje polecenia.",
    "Missing argument": "Brakuje argumentu",
    "Missing option": "Brakuje opcji",
    "Missing parameter": "Brakuje parametru",
    "Missing parameter: {param_name}": "Brakuje parametru: {param_name}",
    "Missing {param_type}": "Brakuje: {param_type}",
    "No such option {name!r}.": "Nie ma opcji {name!r}.",
    "No such command {name!r}.": "Nie ma polecenia {name!r}.",
    "Did you mean {possibility}?": "Może {possibility}?",
    "(Did you mean one of: {possibilities}?)": "(Może jedna z tych: {possibilities}?)",
    "Got unexpected extra argument ({args})": "Argument, którego tu nie ma być ({args})",
    "Got unexpected extra arguments ({args})": "Argumenty, których tu nie ma być ({args})",
    "Option {name!r} does not take a value.": "Opcja {name!r} nie ma wartości.",
    "Option {name!r} requires an argument.": "Opcja {name!r} wymaga wartości.",
    "Option {name!r} requires {nargs} arguments.": "Opcja {name!r} wymaga {nargs} wartości.",
    "Argument {name!r} takes {nargs} values.": "Argument {name!r} ma {nargs} wartości.",
    "Takes {nargs} values but 1 was given.": "Potrzeba {nargs} wartości, podano 1.",
    "Takes {nargs} values but {len} were given.": "Potrzeba {nargs} wartości, podano {len}.",
    # values
    "Invalid value: {message}": "Zła wartość: {message}",
    "Invalid value for {param_hint}: {message}": "Zła wartość {param_hint}: {message}",
    "{value!r} is not a valid {number_type}.": "{value!r} to nie liczba, jakiej tu potrzeba.",
    "{value} is not in the range {range}.": "{value} jest poza zakresem {range}.",
    "{value!r} is not {choice}.": "{value!r} to nie {choice}.",
    "{value!r} is not one of {choices}.": "{value!r} to nic z: {choices}.",
    "Choose from:\n\t{choices}": "Do wyboru:\n\t{choices}",
    "{value!r} is not a valid boolean. Recognized values: {states}": (
        "{value!r} to ani tak, ani nie. Możliwe wartości: {states}"
    ),
    "file": "plik",
    "directory": "katalog",
    "path": "ścieżka",
    "{name} {filename!r} does not exist.": "{name} {filename!r}: tego nie ma.",
    "{name} {filename!r} is a file.": "{name} {filename!r}: to jest plik.",
    "{name} {filename!r} is a directory.": "{name} {filename!r}: to jest katalog.",
    "{name} {filename!r} is not readable.": "{name} {filename!r}: nie wolno czytać.",
    "{name} {filename!r} is not writable.": "{name} {filename!r}: nie wolno pisać.",
    "{name} {filename!r} is not executable.": "{name} {filename!r}: to nie program.",
    "Could not open file {filename!r}: {message}": "Pliku {filename!r} nie otwarto: {message}",
    "unknown error": "nieznany błąd",
}
