"""What a shell offers when somebody presses Tab."""

import pytest
from click.shell_completion import ShellComplete

from stolik.adapters.cli.group import command_line
from stolik.wiring.cli import parts


def offered(*words: str, begun: str) -> set[str]:
    cli = command_line(parts())
    shell = ShellComplete(cli, {}, "stolik", "_STOLIK_COMPLETE")
    return {str(item.value) for item in shell.get_completions(list(words), begun)}


@pytest.mark.parametrize(
    ("words", "begun", "wanted"),
    [
        ((), "ser", {"serve"}),
        (("serve",), "--https", {"--https", "--https-port"}),
        (("print",), "scor", {"scores"}),
        (("print", "scores"), "scor", set()),  # a file comes next: the shell knows those
        (("bot", "url", "table", "--bot"), "pat", {"patient"}),
        (("rules",), "mp20", {"mp2023"}),
        (("practise", "--profile"), "mp", {"mp2023"}),
    ],
)
def test_what_begins_like_the_word_is_offered(words, begun, wanted):
    assert offered(*words, begun=begun) == wanted
