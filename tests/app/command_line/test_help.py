"""What the command line says of itself."""

from __future__ import annotations

import shlex

import click
import pytest
from click.testing import CliRunner

from app.command_line.main import cipherbench as program
from app.command_line.main import run
from app.command_line.manual.command_help import EXAMPLES, summary_of
from tests.app.typed import cipherbench

COMMANDS = sorted(program.commands)


def help_of(*words: str) -> str:
    """Help as it is printed on a terminal of usual width."""
    done = CliRunner().invoke(program, [*words, "--help"], terminal_width=80)
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("name", COMMANDS)
def test_that_help_ends_in_examples_that_the_command_understands(name: str) -> None:
    command = program.commands[name]
    output = help_of(name)
    for example in EXAMPLES[name]:
        assert (
            f"  cipherbench {example.arguments}\n      {example.description}\n"
            in output.replace("\n  ", "\n")
        )
        before_the_shell = example.arguments.split(" >")[0]
        called, *words = shlex.split(before_the_shell)
        assert called == name
        with click.Context(program, info_name="cipherbench") as above:
            command.make_context(name, words, parent=above)  # or it raises UsageError


@pytest.mark.parametrize("name", COMMANDS)
def test_that_every_command_is_summed_up_whole_and_its_options_say_what_they_take(
    name: str,
) -> None:
    command = program.commands[name]
    summary = summary_of(command)
    assert summary and summary in " ".join(help_of().split())
    assert "..." not in summary
    for option in command.params:
        if isinstance(option, click.Option) and not option.is_flag and option.flag_value is None:
            assert option.make_metavar(click.Context(command)) != "TEXT", option.name


@pytest.mark.parametrize("name", COMMANDS)
def test_that_a_mistyped_command_is_recognised(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    at = next(at for at in range(1, len(name)) if name[at] != name[at + 1])
    mistyped = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    assert run([mistyped]) == 2
    output = capsys.readouterr()
    assert not output.out
    assert f"There is no command “{mistyped}”. Did you mean “" in output.err
    assert f"“{name}”" in output.err.partition("mean")[2]


def test_that_a_command_like_no_other_is_answered_with_the_way_to_all() -> None:
    assert cipherbench("xyzzy").sentence.endswith("`cipherbench --help` lists them all.")


def test_that_a_format_is_a_choice_that_names_all() -> None:
    from app.report.files.chart_files import CHART_FORMATS
    from app.report.files.export import export_formats

    for name, formats in (("export", export_formats()), ("charts", CHART_FORMATS)):
        assert f"[{'|'.join(formats)}]" in help_of(name)
        output = cipherbench(name, "1", "--format", "gif", "-o", "x")
        assert output.code == 2 and all(f"'{each}'" in output.sentence for each in formats)
