"""`stolik rules`."""

from tests.adapters.cli.asking import run


def test_profiles_are_listed():
    output, status = run("rules")
    assert status == 0
    assert [line.split()[0] for line in output.splitlines()] == [
        "mp2023", "eliminacje", "zimowy", "szkoly2015",
    ]  # fmt: skip


def test_a_profile_is_shown_with_its_articles():
    output, status = run("rules", "szkoly2015")
    assert status == 0
    assert "clock.turn_time_s" in output
    assert "szkoly2015 L93" in output


def test_a_file_of_ones_own_is_checked(tmp_path):
    own = tmp_path / "club.toml"
    own.write_text('based_on = "mp2023"\nid = "club"\n[clock]\nturn_time_s = 1\n')
    output, status = run("rules", str(own), "--lang", "en")
    assert status == 1
    assert "field.range" in output
    assert "clock.turn_time_s" in output
    own.write_text('based_on = "mp2023"\nid = "club"\n[clock]\nturn_time_s = 90\n')
    assert run("rules", str(own))[1] == 0


def test_brackets_in_a_file_are_no_markup(tmp_path):
    own = tmp_path / "club.toml"
    own.write_text("""based_on = "mp2023"
id = "[/club]"
title = "[bold]"
[articles]
"[/x]" = "[/y]"
""")
    output, status = run("rules", str(own))
    assert status == 0
    assert "[/club] · [bold]" in output
    assert "[/y]" in output
