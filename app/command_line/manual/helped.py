"""Help that ends in examples, and an answer to a command that is mistyped."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import click

from app.command_line.manual.examples import EXAMPLES, Example

_ALIKE = 0.5
"""From here on difflib's likeness is worth a guess: `exprot` has 0.83 of `export`."""


class HelpedGroup(click.Group):
    """Tells the whole summary of each command, and what a mistyped one may have meant."""

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands; long summaries take a second line."""
        rows = [(name, summary_of(command)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of that name.

        Raises: click.UsageError that names what is like it
        """
        name = arguments[0]
        if self.get_command(context, name) is None and not name.startswith("-"):
            alike = get_close_matches(name, self.commands, 2, _ALIKE)
            meant = " or ".join(f"“{each}”" for each in alike)
            context.fail(
                f"There is no command “{name}”. "
                + (f"Did you mean {meant}?" if alike else "`cipherbench --help` lists them all.")
            )
        return super().resolve_command(context, arguments)


def with_examples(command: click.Command) -> click.Command:
    """The command, whose help shows its examples at the end."""
    examples = EXAMPLES[command.name or ""]
    command.epilog = "\b\nExamples:\n" + "\n".join(_lines(examples))
    return command


def _lines(examples: Iterable[Example]) -> Iterable[str]:
    for each in examples:
        yield f"  cipherbench {each.words}"
        yield f"      {each.does}"


def summary_of(command: click.Command) -> str:
    """The first sentence of its help, however long."""
    return command.get_short_help_str(limit=1000)
