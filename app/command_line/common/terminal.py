"""Prints for the command line: tables and JSON on stdout, messages on stderr; asks for
passwords."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from app.system.terminal_text import visible, visible_json
from engines.contract.errors import InputError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.findings.cost import Cost
    from app.report.tables.text_table import TextTable
    from engines.servers.server import ServerSpec


def number(value: float | None, digits: int, sign: str = "") -> str:
    """A number with so many decimals, −0 as 0; a dash for None."""
    if value is None:
        return "–"
    return f"{round(value, digits) + 0.0:{sign},.{digits}f}".replace("-", "−")


def interval(cost: Cost) -> str:
    """“+40.2 to +44.0”, in percent; empty without one."""
    found = cost.interval
    return f"{number(found.low, 1, '+')} to {number(found.high, 1, '+')}" if found else ""


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = ()
) -> None:
    """Print aligned columns, right-aligned except those in `left`."""
    lines = [tuple(map(visible, line)) for line in (heads, *rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    aligned: Callable[[int], str] = lambda column: "<" if column in left else ">"  # noqa: E731
    for line in lines:
        parts = (f"{cell:{aligned(i)}{widths[i]}}" for i, cell in enumerate(line))
        show("  ".join(parts).rstrip())


def print_text_table(table: TextTable) -> None:
    """Print a table of a report, aligned as it says."""
    print_table(table.head, table.lines, left=set(range(len(table.head))) - set(table.right))


def show(line: str) -> None:
    click.echo(visible(line))


def print_text(text: str) -> None:
    """Print a text of several lines on stdout."""
    click.echo(visible(text, keep="\n"), nl=False)


def print_json(what: object) -> None:
    """Print JSON on stdout; values without a JSON type as text."""
    click.echo(visible_json(json.dumps(what, indent=2, ensure_ascii=False, default=str)))


def say(sentence: str) -> None:
    click.echo(f"cipherbench: {visible(sentence)}", err=True)


def password_prompt() -> Callable[[ServerSpec], str] | None:
    """What asks for the password of a server; None where nobody is at a terminal to type it."""
    return ask_password if sys.stdin.isatty() else None


def ask_password(spec: ServerSpec) -> str:
    """The password of a server's user, typed unseen; empty where there is none."""
    question = f"Password of {spec.user} on {spec.name}"
    password: str = click.prompt(
        visible(question), hide_input=True, default="", show_default=False, err=True
    )
    return password


@contextmanager
def output_file(output: Path, kind: str, *, files: int = 1) -> Iterator[Path]:
    """The path to write to: `output`, or a temporary file that is copied to stdout if `output` is a
    dash.

    Raises: InputError, for a dash: several files, a terminal (names in the file could contain
    control characters), a failed write
    """
    if str(output) != "-":
        yield output
        return
    if files > 1:
        raise InputError(
            phrase("Two files"),
            phrase("A study is written into two files."),
            phrase("Give the name of one of them with -o."),
        )
    if sys.stdout.isatty():
        raise InputError(
            phrase("Not on a terminal"),
            phrase("What an export holds could change how the terminal works."),
            phrase("Give a file with -o, or pass it on to a program with |."),
        )
    with TemporaryDirectory() as folder:
        path = Path(folder, f"export.{kind}")
        yield path
        _write_to_stdout(path.read_bytes())


def _write_to_stdout(data: bytes) -> None:
    """Write bytes to stdout; a reader may stop early, any other failure is an error."""
    try:
        with open(1, "wb", closefd=False) as pipe:
            pipe.write(data)
    except BrokenPipeError:
        return
    except OSError as error:
        raise InputError(
            phrase("File cannot be written"),
            phrase("{path} cannot be written: {reason}."),
            phrase("Give another place."),
            path="stdout",
            reason=error.strerror or "",
        ) from error
