"""Statements that a user writes or edits in a design, treated like those of a server."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from app.designing.model.design import Design, DesignedStatement, DesignedTable
from app.designing.statements.named_statement import (
    NamedStatement,
    name_file_statement,
    name_statement,
)
from app.designing.statements.parameterized_text import parameterized
from app.designing.statements.proposed_statements import combined_operation
from app.designing.statements.scripts import script_in
from engines.contract.errors import Unfit
from engines.contract.message import phrase
from workloads.own.sql.parsed import ColumnName

_LONGEST = 56


def with_statement(design: Design, text: str, before: str = "") -> tuple[Design, str]:
    """The design with a new operation of these statements (separated by semicolons), and its name.

    It replaces the operation called `before`, or the unmeasured statement with that text; else it
    is added at the end. The result is untried.

    Raises: Unfit, whose clause says what is wrong
    """
    texts = [each for operation in script_in(text).operations for each in operation]
    if not texts:
        raise Unfit(phrase("there is no statement"))
    read = [_named(each, design) for each in texts]
    made = combined_operation(read)
    known = next((each for each in design.statements if each.name == before), None)
    others = {each.name for each in design.statements if each.name != before}
    if known is None:
        made = replace(made, name=_free_name(made.name, others))
        statements = (*design.statements, made)
    else:
        made = _in_place_of(known, made)
        statements = tuple(made if each is known else each for each in design.statements)
    sought = frozenset[ColumnName]().union(*(each.searched_columns for each in read))
    tables = tuple(_sought_in(table, sought) for table in design.tables)
    unread = tuple(each for each in design.unmeasured if not before or each.text != before)
    design = replace(design, tables=tables, statements=statements, unmeasured=unread, tried_on="")
    return design, made.name


def _sought_in(table: DesignedTable, sought: Collection[ColumnName]) -> DesignedTable:
    """With the columns marked that the statement finds rows by through equality."""
    names = {each.column for each in sought if each.table == table.name}
    columns = tuple(
        replace(each, found_by_equality=each.found_by_equality or each.name in names)
        for each in table.columns
    )
    return replace(table, columns=columns)


def _named(text: str, design: Design) -> NamedStatement:
    """The statement with names of the file, in which it is shown, or with those of the server."""
    try:
        return name_file_statement(text, design.tables, design.dialect)
    except Unfit as error:
        try:
            return name_statement(
                parameterized(text, design.dialect), design.tables, design.dialect
            )
        except Unfit:
            raise error from None


def _in_place_of(known: DesignedStatement, made: DesignedStatement) -> DesignedStatement:
    """The edited operation: name and share stay, and unchanged parameters are drawn as before."""
    parameters = {
        name: known.parameters[name]
        if name in known.parameters and known.parameters[name].column == drawn.column
        else drawn
        for name, drawn in made.parameters.items()
    }
    return replace(
        known,
        sql=made.sql,
        parameters=parameters,
        notes=made.notes,
        trials=(),
        chosen=True,
    )


def _free_name(name: str, taken: set[str]) -> str:
    name, number, free = name[:_LONGEST], 1, name[:_LONGEST]
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
