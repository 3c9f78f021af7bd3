"""Adds our prefix to the tables of a statement, in a prepared database that others use, too: so no
foreign table can be meant. A statement whose tables cannot be told is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from engines.base.common_table_expressions import query_named
from engines.base.late_imports import late_driver
from engines.base.ownership import DATABASE_PREFIX
from engines.contract.errors import StatementFailed
from engines.contract.message import phrase

sqlglot = late_driver("sqlglot")

_LONGEST = 64
"""Characters of a table's name."""
_DIGITS = 12


def prefix_of(database: str) -> str:
    """The prefix of the tables that stand for a database of ours."""
    return f"{DATABASE_PREFIX}{_digest(database)}_"


class PrefixedTables:
    """Statements with the tables of one database of ours."""

    def __init__(self, database: str) -> None:
        self.prefix = prefix_of(database)
        self.statement = cache(self._statement)

    def name(self, table: str) -> str:
        """The prefixed name of a table; one that is too long ends in a digest."""
        whole = self.prefix + table
        if len(whole) <= _LONGEST:
            return whole
        end = f"_{_digest(table)}"
        return whole[: _LONGEST - len(end)] + end

    def _statement(self, sql: str) -> str:
        """The statement with prefixed tables.

        Raises: StatementFailed where it cannot be told which tables it names
        """
        places = dict(self._places(sql))
        for start in sorted(places, reverse=True):
            end, name = places[start]
            sql = f"{sql[:start]}`{self.name(name).replace('`', '``')}`{sql[end:]}"
        return sql

    def _places(self, sql: str) -> Iterator[tuple[int, tuple[int, str]]]:
        """Where tables are named: start, end and name, as offsets in the text."""
        if sql.split(maxsplit=1)[0].lower() in _WITHOUT_TABLES:
            return
        expressions = sqlglot.exp
        try:
            tree = _tree(sql)
        except StatementFailed:
            if sql.split(maxsplit=1)[0].lower() != "create":
                raise
            yield from _places_of_words(sql)  # types that are read by nobody but the server
            return
        if isinstance(tree, expressions.Command):
            yield from _places_of_words(sql)
            return
        common = {each.alias for each in tree.find_all(expressions.CTE)}
        tables = list(tree.find_all(expressions.Table))
        aliases = {each.alias for each in tables if each.alias}
        bare = set[str]()
        for each in tables:
            name = each.this
            known = each.db or query_named(each) is not None or _is_target_by_alias(each, aliases)
            if known or not isinstance(name, expressions.Identifier) or each.name == "dual":
                continue
            bare |= {each.name} - ({each.alias} if each.alias else set())
            yield _place(name)
        for column in tree.find_all(expressions.Column):
            if column.table in bare - aliases - common and not column.db:
                yield _place(column.args["table"])


def _is_target_by_alias(table: Any, aliases: Collection[str]) -> bool:
    """Whether a DELETE of several tables names it in its list, where aliases are named."""
    listed = table.arg_key == "tables" and isinstance(table.parent, sqlglot.exp.Delete)
    return listed and table.name in aliases


_WITHOUT_TABLES = frozenset(
    {"set", "show", "start", "begin", "commit", "rollback", "unlock", "use", "flush"}
)


def _tree(sql: str) -> Any:
    """Raises: StatementFailed"""
    try:
        return sqlglot.parse_one(sql, read="mysql", error_level=sqlglot.ErrorLevel.RAISE)
    except sqlglot.errors.SqlglotError as error:
        found = getattr(error, "errors", None) or [{"description": str(error)}]
        raise _unreadable(str(found[0]["description"]).rstrip(".")) from error


def _place(identifier: Any) -> tuple[int, tuple[int, str]]:
    start, end = identifier.meta["start"], identifier.meta["end"] + 1
    return start, (end, identifier.name)


def _places_of_words(sql: str) -> Iterator[tuple[int, tuple[int, str]]]:
    """Of what makes a table, where a name stands behind one of three words.

    Raises: StatementFailed for any other statement
    """
    tokens = sqlglot.tokenize(sql, read="mysql")
    words = [each.text.lower() for each in tokens]
    if words[:1] not in (["create"], ["alter"], ["drop"], ["analyze"]) or "select" in words:
        raise _unreadable(words[0])
    index = words[0] == "create" and "index" in words[:4]
    for before, each in zip(range(len(tokens)), tokens[1:], strict=False):
        named = words[before] in ("table", "references") or (index and words[before] == "on")
        if named:
            yield each.start, (each.end + 1, each.text)


def _unreadable(words: str) -> StatementFailed:
    return StatementFailed(
        phrase("Statement not run"),
        phrase("It cannot be told which tables this statement names: {words}."),
        phrase("Name a login that may create databases."),
        words=words,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
