"""The cost of encryption by the published study's own method, and its table of times.

The method (section 5 of the study, its Table 1): for each operation and size, the percentage by
which the mean time with encryption differs from the mean time without; for each operation, the
mean over sizes; then the mean and the sample standard deviation over the operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, phrase
from engines.inspection.csv_file import open_csv
from engines.inspection.regular_files import why_not_read
from workloads.toml_document import short

PLAINTEXT = "plaintext"
ENCRYPTED = "encrypted"
_MOST_MB = 200
_LEAST_SECONDS, _MOST_SECONDS = 1e-12, 1e12
_COLUMNS = ("engine", "variant", "records", "repetition", "operation", "seconds")


@dataclass(frozen=True)
class TimeRow:
    """One timed operation; `variant` is PLAINTEXT or ENCRYPTED."""

    engine: str
    variant: str
    records: int
    repetition: int
    operation: str
    seconds: float


@dataclass(frozen=True)
class StudyCost:
    """Cost in percent: per operation, and over operations. `sd_percent` is None for one alone."""

    operations: dict[str, float]
    mean_percent: float
    sd_percent: float | None


def percent_over(mean: float, baseline: float) -> float:
    return (mean / baseline - 1) * 100


def study_cost(differences: Iterable[tuple[str, float]]) -> StudyCost:
    """The cost from (operation, percent longer at one size) pairs: the mean over sizes for each
    operation, then mean and sample standard deviation over operations.

    Raises: ValueError without any pair
    """
    by_operation: dict[str, list[float]] = {}
    for operation, percent in differences:
        by_operation.setdefault(operation, []).append(percent)
    means = {operation: fmean(values) for operation, values in by_operation.items()}
    return StudyCost(means, fmean(means.values()), sample_deviation(list(means.values())))


def sample_deviation(values: Sequence[float]) -> float | None:
    """The sample standard deviation (n - 1); None for fewer than two values."""
    return stdev(values) if len(values) > 1 else None


def read_times(path: str | Path) -> list[TimeRow]:
    """The rows of a table of times in the layout of the published study.

    Raises: InputError that names the column or the line that does not fit.
    """
    try:
        with open_csv(path, most_mb=_MOST_MB) as table:
            _check_columns(table.columns, path)
            commas = table.separator != ","
            rows = [_time_row(row, line, path, decimal_commas=commas) for line, row in table]
    except Unfit as error:
        raise _unusable(path, error.message) from error
    except (OSError, ValueError) as error:
        raise _unusable(path, why_not_read(error)) from error
    if not rows:
        raise _unusable(path, phrase("it contains no times"))
    return rows


def cost_table(rows: Iterable[TimeRow]) -> dict[str, StudyCost]:
    """The study's Table 1: a cost per engine, the cheapest first, as published.

    Raises: InputError for an engine that has no operation timed both ways.
    """
    times: dict[str, dict[tuple[str, int], dict[str, list[float]]]] = {}
    for row in rows:
        cell = times.setdefault(row.engine, {}).setdefault((row.operation, row.records), {})
        cell.setdefault(row.variant, []).append(row.seconds)
    costs = {engine: _engine_cost(engine, cells) for engine, cells in times.items()}
    return dict(sorted(costs.items(), key=lambda each: each[1].mean_percent))


def cost_json(costs: Mapping[str, StudyCost]) -> dict[str, list[dict[str, object]]]:
    return {"engines": [{"engine": engine, **vars(cost)} for engine, cost in costs.items()]}


def _engine_cost(engine: str, cells: dict[tuple[str, int], dict[str, list[float]]]) -> StudyCost:
    differences = [
        (operation, percent_over(fmean(variants[ENCRYPTED]), fmean(variants[PLAINTEXT])))
        for (operation, _), variants in cells.items()
        if ENCRYPTED in variants and PLAINTEXT in variants
    ]
    if not differences:
        raise InputError(
            phrase("Cost not computed"),
            phrase("{engine} has no operation with times for both plaintext and encrypted."),
            phrase("Add the missing times to the file."),
            engine=engine,
        )
    return study_cost(differences)


def _check_columns(found: Sequence[str], path: str | Path) -> None:
    missing = [column for column in _COLUMNS if column not in found]
    if missing:
        raise InputError(
            phrase("Times not usable"),
            phrase("{path} has no column “{missing}”."),
            phrase("It needs the columns {columns}."),
            path=path,
            missing="”, “".join(missing),
            columns=", ".join(_COLUMNS),
        )


def _time_row(
    row: Mapping[str, str], line: int, path: str | Path, *, decimal_commas: bool
) -> TimeRow:
    try:
        return TimeRow(
            engine=_text(row, "engine"),
            variant=_variant(row),
            records=_integer(row, "records"),
            repetition=_integer(row, "repetition"),
            operation=_text(row, "operation"),
            seconds=_seconds(row, decimal_commas=decimal_commas),
        )
    except Unfit as error:
        raise _unusable(
            path, phrase("line {line}: {error}", line=line, error=error.message)
        ) from error


def _text(row: Mapping[str, str], column: str) -> str:
    text = row[column].strip()
    if not text:
        raise Unfit(phrase("{column} is empty", column=column))
    return text


def _variant(row: Mapping[str, str]) -> str:
    text = _text(row, "variant")
    if text not in (PLAINTEXT, ENCRYPTED):
        message = phrase("variant “{text}” is neither {plain} nor {sealed}")
        raise Unfit(message.with_values(text=short(text), plain=PLAINTEXT, sealed=ENCRYPTED))
    return text


def _integer(row: Mapping[str, str], column: str) -> int:
    text = _text(row, column)
    try:
        return int(text)
    except ValueError as error:
        message = phrase("{column} “{text}” is not a whole number", column=column, text=short(text))
        raise Unfit(message) from error


def _seconds(row: Mapping[str, str], *, decimal_commas: bool) -> float:
    """The time; a comma may be the decimal point if it does not separate columns."""
    text = _text(row, "seconds")
    try:
        seconds = float(text.replace(",", ".") if decimal_commas and "." not in text else text)
    except ValueError as error:
        message = phrase("seconds “{text}” is not a number", text=short(text))
        if "," in text:
            message = phrase(
                "seconds “{text}” has a decimal comma instead of a point", text=short(text)
            )
        raise Unfit(message) from error
    if not (math.isfinite(seconds) and seconds > 0):
        raise Unfit(phrase("seconds “{text}” is not a time above 0", text=short(text)))
    if not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise Unfit(
            phrase(
                "seconds “{text}” is too small or too large for a measured time", text=short(text)
            )
        )
    return seconds


def _unusable(path: str | Path, reason: Message | str) -> InputError:
    return InputError(
        phrase("Times not usable"),
        phrase("{path} cannot be used: {reason}."),
        path=path,
        reason=reason,
    )
