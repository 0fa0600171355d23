"""What a shell may offer for a word that is being typed; a file of one's own is typed as ever."""

from collections.abc import Callable, Iterable

from click import Context, Parameter

Complete = Callable[[Context, Parameter, str], list[str]]


def among(names: Iterable[str]) -> Complete:
    """Those of the names that begin like the word."""
    known = sorted(names)
    return lambda _, __, begun: [name for name in known if name.startswith(begun)]


def first_among(names: Iterable[str], option: str) -> Complete:
    """The same for the first of several words, which stand together under `option`."""
    offer = among(names)

    def complete(context: Context, parameter: Parameter, begun: str) -> list[str]:
        return [] if context.params.get(option) else offer(context, parameter, begun)

    return complete
