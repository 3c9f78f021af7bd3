"""The encrypted and searchable columns that a plan names, in place of the workload file's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engines.contract.errors import InputError
from engines.contract.message import Message, phrase, with_semicolons
from workloads.own.model import ColumnWork, SearchKind, WorkSpec
from workloads.own.validation import why_not_encrypted

type Names = tuple[str, ...] | None
"""Columns as `table.column`; None: those of the file."""


@lru_cache(8)
def with_choice(work: WorkSpec, seal: Names, search: Names) -> WorkSpec:
    """The workload with exactly these columns encrypted, and exactly these searched by equality.

    Raises: InputError for a name that is no column, or one that cannot be encrypted
    """
    if seal is None and search is None:
        return work
    if found := with_semicolons(_faults(work, seal, search)):
        raise InputError(
            phrase("Workload not usable"),
            phrase("The plan does not fit the workload file: {what}."),
            phrase("Choose the columns again, or remove “seal” and “search” from the plan."),
            what=found,
        )
    tables = {
        name: replace(
            table,
            column={
                column: _as_chosen(each, f"{name}.{column}", seal, search)
                for column, each in table.column.items()
            },
        )
        for name, table in work.table.items()
    }
    return replace(work, table=tables)


def _as_chosen(column: ColumnWork, name: str, seal: Names, search: Names) -> ColumnWork:
    encrypted = column.seal if seal is None else name in seal
    return replace(column, seal=encrypted, search=_searched(column.search, name, search))


def _searched(in_file: SearchKind, name: str, search: Names) -> SearchKind:
    if search is None:
        return in_file
    if name in search:
        return SearchKind.EQUAL
    return SearchKind.NONE if in_file is SearchKind.EQUAL else in_file


def _faults(work: WorkSpec, seal: Names, search: Names) -> Iterator[Message]:
    for named in dict.fromkeys((*(seal or ()), *(search or ()))):
        table, _, column = named.partition(".")
        if work.column(named) is None:
            yield phrase("there is no column “{column}”", column=named)
        elif why := why_not_encrypted(work, table, column):
            yield phrase("{column}: {why}", column=named, why=why)
