"""Every number that an option takes has a least and a most, and one sentence says so."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from app.command_line.common.options import IntegerBetween, NumberBetween
from app.command_line.main import cipherbench, run
from app.patterns.columns.encrypted_records import MOST_RECORDS

_HUGE = 2**63


def _numbers() -> Iterator[tuple[str, click.Option]]:
    for name, command in cipherbench.commands.items():
        for param in command.params:
            whole = isinstance(param.type, click.types.IntParamType | click.types.FloatParamType)
            if isinstance(param, click.Option) and whole:
                yield name, param


NUMBERS = list(_numbers())


def test_that_the_table_of_numbers_is_whole() -> None:
    named = {f"{name} {param.opts[0]}" for name, param in NUMBERS}
    assert {"pattern --records", "pattern --bits", "resume --more", "charts --dpi"} <= named


@pytest.mark.parametrize(
    ("command", "option"), NUMBERS, ids=lambda each: getattr(each, "name", each)
)
def test_that_a_number_beyond_its_bounds_is_refused_in_one_sentence(
    command: str, option: click.Option, capsys: pytest.CaptureFixture[str]
) -> None:
    assert isinstance(option.type, IntegerBetween | NumberBetween) and option.type.max is not None
    given = "1" if command != "pattern" else "logo"
    whole = isinstance(option.type, IntegerBetween)
    kind, wrong = ("whole number", "1e3") if whole else ("number", "nan")
    for value in (_HUGE, -_HUGE, option.type.max + 1, wrong):
        assert run([command, given, f"{option.opts[0]}={value}"]) == 2
        output = capsys.readouterr().err
        assert f"{value} is not a {kind} between {option.type.min:,} and" in output
        assert output.count("\n") == 1 and "Traceback" not in output


def test_that_the_command_line_and_the_window_take_as_many_records() -> None:
    (records,) = [each for _, each in NUMBERS if each.opts[0] == "--records"]
    assert isinstance(records.type, IntegerBetween) and records.type.max == MOST_RECORDS
