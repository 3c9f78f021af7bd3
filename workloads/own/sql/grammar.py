"""An engine's SQL dialect for sqlglot, which parses and regenerates it without translating
anything.

sqlglot translates between dialects: it changes function names, type widths, operators. Here a
statement stays in its own dialect: functions are parsed as names with arguments (except those with
words between arguments), and what sqlglot would write differently is corrected below. `text_of`
fails if its text does not parse to the same tree.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError
from sqlglot.generator import Generator
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

from engines.registry import facts_of

_WORDED = ("CAST", "TRY_CAST", "EXTRACT", "TRIM", "POSITION", "SUBSTRING", "OVERLAY")
"""Functions with words between their arguments."""
_WORDED_TOO = {"mysql": ("GROUP_CONCAT", "MATCH", "VALUES")}
_MATCHES = {"mysql": "REGEXP", "sqlite": "REGEXP"}
_ARROWS: dict[TokenType, type[exp.Expression]] = {
    TokenType.ARROW: exp.JSONExtract,
    TokenType.DARROW: exp.JSONExtractScalar,
    TokenType.HASH_ARROW: exp.JSONBExtract,
    TokenType.DHASH_ARROW: exp.JSONBExtractScalar,
}
_REWRITTEN: tuple[type[exp.Expr], ...] = (
    *(exp.StrPosition, exp.Pow, exp.RegexpLike, exp.GroupConcat, exp.CurrentTimestamp),
    *_ARROWS.values(),
)
_RENAMED_TYPES = {"sqlite": (exp.DType.DECIMAL, exp.DType.VARCHAR, exp.DType.CHAR)}
"""Types that sqlglot renames to another type of the dialect."""


@cache
def grammar_of(engine: str) -> type[Dialect]:
    return _as_it_is(facts_of(engine).grammar)


@cache
def _as_it_is(name: str) -> type[Dialect]:
    known: Any = Dialect.get_or_raise(name)
    parser, generator = known.parser_class, known.generator_class
    worded = (*_WORDED, *_WORDED_TOO.get(name, ()))
    reading = {
        "FUNCTIONS": _only(parser.FUNCTIONS, ("COUNT",)),
        "FUNCTION_PARSERS": _only(parser.FUNCTION_PARSERS, worded),
        "NO_PAREN_FUNCTION_PARSERS": _only(parser.NO_PAREN_FUNCTION_PARSERS, ("ANY", "CASE")),
        # in SQLite CROSS JOIN fixes the order of tables, a comma does not
        "JOINS_HAVE_EQUAL_PRECEDENCE": False,
        **{
            each: _with_plain_arrows(getattr(parser, each))
            for each in ("COLUMN_OPERATORS", "JSON_OPERATORS", "CONCAT_OPERATORS")
            if hasattr(parser, each)
        },
    }
    renamed = _RENAMED_TYPES.get(name, ())
    writing = {
        "TRANSFORMS": _without(generator.TRANSFORMS, _REWRITTEN),
        "TYPE_MAPPING": _without(generator.TYPE_MAPPING, renamed),
        "MULTI_ARG_DISTINCT": True,
        "grammar": name,
    }
    parts = {
        "Parser": type("Parser", (_AsRead, parser), reading),
        "Generator": type("Generator", (_AsWritten, generator), writing),
        "NORMALIZE_NOT_NULL": False,
    }
    made = type(f"AsItIs{type(known).__name__}", (type(known),), parts)
    assert issubclass(made, Dialect)
    return made


def _only(known: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: known[name] for name in names if name in known}


def _with_plain_arrows(known: dict[Any, Any]) -> dict[Any, Any]:
    """JSON arrows whose right side stays as it is: a key or a path."""

    def made(kind: type[exp.Expression]) -> Any:
        return lambda self, this, path: self.expression(kind(this=this, expression=path))

    return known | {token: made(kind) for token, kind in _ARROWS.items() if token in known}


def _without(known: dict[Any, Any], left: tuple[Any, ...]) -> dict[Any, Any]:
    return {key: value for key, value in known.items() if key not in left}


class _AsRead(Parser):
    """A parser that sets `Ordered.nulls_first` to None where the statement does not say."""

    def _parse_ordered(self, *args: Any, **options: Any) -> Any:
        ordered = super()._parse_ordered(*args, **options)
        words = [each.text.upper() for each in self._tokens[max(0, self._index - 2) : self._index]]
        if ordered is not None and words not in (["NULLS", "FIRST"], ["NULLS", "LAST"]):
            ordered.set("nulls_first", None)
        return ordered


class _AsWritten(Generator):
    """A generator that writes what was read, where sqlglot's would translate."""

    grammar: ClassVar[str]

    def placeholder_sql(self, expression: exp.Placeholder) -> str:
        return f":{expression.name}"

    def not_sql(self, expression: exp.Not) -> str:
        """`x not in (…)` and `x not between …`, as the application compares them."""
        inner = expression.this
        if not isinstance(inner, (exp.In, exp.Between)):
            return super().not_sql(expression)
        left, whole = self.sql(inner, "this"), self.sql(inner)
        return f"{left} NOT{whole[len(left) :]}"

    def ordered_sql(self, expression: exp.Ordered) -> str:
        text, nulls = self.sql(expression, "this"), expression.args.get("nulls_first")
        if (downwards := expression.args.get("desc")) is not None:
            text += " DESC" if downwards else " ASC"
        return text if nulls is None else f"{text} NULLS {'FIRST' if nulls else 'LAST'}"

    def offset_sql(self, expression: exp.Offset) -> str:
        text = super().offset_sql(expression)
        # Firebird, read as PostgreSQL, wants the word; PostgreSQL takes it.
        return f"{text} ROWS" if self.grammar == "postgres" else text

    def lock_sql(self, expression: exp.Lock) -> str:
        update, tables, wait = map(expression.args.get, ("update", "expressions", "wait"))
        if self.grammar == "mysql" and not update and not tables and wait is None:
            return "LOCK IN SHARE MODE"  # MariaDB, read as MySQL, has this form alone
        return super().lock_sql(expression)

    def interval_sql(self, expression: exp.Interval) -> str:
        if isinstance(expression.this, exp.Literal):
            return super().interval_sql(expression)
        return f"INTERVAL {self.sql(expression, 'this')} {self.sql(expression, 'unit')}"

    def strposition_sql(self, expression: exp.StrPosition) -> str:
        return f"POSITION({self.sql(expression, 'substr')} IN {self.sql(expression, 'this')})"

    def pow_sql(self, expression: exp.Pow) -> str:
        return self.binary(expression, "^")

    def jsonextract_sql(self, expression: exp.JSONExtract) -> str:
        return self.binary(expression, "->")

    def jsonextractscalar_sql(self, expression: exp.JSONExtractScalar) -> str:
        return self.binary(expression, "->>")

    def jsonbextract_sql(self, expression: exp.JSONBExtract) -> str:
        return self.binary(expression, "#>")

    def jsonbextractscalar_sql(self, expression: exp.JSONBExtractScalar) -> str:
        return self.binary(expression, "#>>")

    def regexplike_sql(self, expression: exp.RegexpLike) -> str:
        return self.binary(expression, _MATCHES.get(self.grammar, "~"))

    def groupconcat_sql(self, expression: exp.GroupConcat) -> str:
        between = self.sql(expression, "separator")
        inner = self.sql(expression, "this")
        return f"GROUP_CONCAT({inner}{' SEPARATOR ' + between if between else ''})"

    def currenttimestamp_sql(self, expression: exp.CurrentTimestamp) -> str:
        return _moment("CURRENT_TIMESTAMP", self.sql(expression, "this"))

    def currenttime_sql(self, expression: exp.CurrentTime) -> str:
        return _moment("CURRENT_TIME", self.sql(expression, "this"))


def _moment(name: str, digits: str) -> str:
    return f"{name}({digits})" if digits else name


def tokens_of(text: str, engine: str) -> list[Token]:
    """Raises: SqlglotError"""
    return list(sqlglot.tokenize(text, dialect=grammar_of(engine)))


def trees_of(text: str, engine: str) -> list[exp.Expr | None]:
    """Raises: SqlglotError; RecursionError for what is nested too deeply"""
    trees = list(sqlglot.parse(text, dialect=grammar_of(engine)))
    for each in trees:
        for call in each.find_all(exp.Anonymous) if each is not None else ():
            _read_unit(call)
    return trees


def _read_unit(call: exp.Anonymous) -> None:
    """Make `day` in `timestampdiff(day, a, b)` a unit, which is parsed as a column."""
    first = next(iter(call.expressions), None)
    if call.name.lower() not in _WITH_UNIT or not isinstance(first, exp.Column):
        return
    if not first.table and first.name.lower() in _UNITS:
        first.replace(exp.Var(this=first.name))


_WITH_UNIT = ("timestampdiff", "timestampadd", "dateadd", "datediff")
_UNITS = frozenset(
    {
        *("microsecond", "millisecond", "second", "minute", "hour", "day", "week", "weekday"),
        *("yearday", "month", "quarter", "year"),
    }
)


def text_of(tree: exp.Expr, engine: str) -> str:
    """The text of a tree, on one line, without comments.

    Raises: SqlglotError where the text parses to another tree
    """
    generator = grammar_of(engine)().generator(
        comments=False, normalize_functions=False, unsupported_level=ErrorLevel.RAISE
    )
    text: str = generator.generate(tree)
    if trees_of(text, engine) != [tree]:
        raise SqlglotError("it cannot be written as it was read")
    return text


def comment_sign(text: str, engine: str) -> str | None:
    """Characters outside quotes that begin a comment on the server, where the dialect of another
    engine has an operator; None where there are none."""
    reads = grammar_of(engine).tokenizer_class
    rest = (_ESCAPED if "\\" in reads.STRING_ESCAPES else _DOUBLED).sub("", text)
    signs = (each for each in reads.COMMENTS if isinstance(each, str))
    return next((each for each in signs if each in rest), None)


_DOUBLED = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`""")
_ESCAPED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`""", re.DOTALL)
"""Quoted texts; a doubled quote ends one text and begins the next."""
