"""The text of a statement as sqlglot reads it, and what of it can be measured at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from workloads.own.sql.grammar import text_of, tokens_of, trees_of
from workloads.own.sql.parsed import Span
from workloads.own.sql.permitted import check_tree
from workloads.own.sql.uses import outermost_select


def numbered(text: str, engine: str) -> tuple[str, dict[str, str]]:
    """The text with each occurrence of a parameter under a name of its own; name → which parameter
    it is.

    Raises: Unfit
    """
    try:
        tokens = tokens_of(text, engine)
    except SqlglotError as error:
        raise _unread(error) from error
    if tokens and tokens[-1].token_type is TokenType.COMMA:
        raise Unfit(phrase("it ends in a comma: it was cut"))
    found: dict[str, str] = {}
    parts, at = [], 0
    for colon, name in _adjacent(tokens):
        fresh = f"p{len(found)}_{name.text}"
        parts += [text[at : colon.start], f":{fresh}"]
        found[fresh] = name.text
        at = name.end + 1
    return "".join([*parts, text[at:]]), found


def written_anew(text: str, engine: str) -> str:
    """The statement that a text is read as: without comments, and with nothing that is not
    permitted. It is this that goes to a server, never the text itself.

    Raises: Unfit
    """
    tree = tree_of(text, engine)
    check_tree(tree, engine)
    try:
        made = text_of(tree, engine)
    except (SqlglotError, RecursionError) as error:
        raise _unread(error) from error
    check_tree(tree_of(made, engine), engine)
    return made


def places_of(text: str, engine: str, names: Collection[str]) -> dict[str, Span]:
    """Where the parameters of these names stand, their colons with them."""
    return {
        name.text: Span(colon.start, name.end + 1)
        for colon, name in _adjacent(tokens_of(text, engine))
        if name.text in names
    }


def _adjacent(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """A colon and the word right behind it, in brackets nowhere (`a[:n]`)."""
    brackets = 0
    for colon, name in pairwise(tokens):
        brackets += (colon.token_type is TokenType.L_BRACKET) - (
            colon.token_type is TokenType.R_BRACKET
        )
        close = colon.end + 1 == name.start and name.text.isidentifier()
        if colon.token_type is TokenType.COLON and close and not brackets:
            yield colon, name


def tree_of(text: str, engine: str) -> exp.Expr:
    """Raises: Unfit"""
    try:
        trees = trees_of(text, engine)
    except (SqlglotError, RecursionError) as error:
        raise _unread(error) from error
    if len(trees) != 1 or trees[0] is None:
        raise Unfit(phrase("it is not one statement"))
    tree = trees[0]
    if not isinstance(tree, _KNOWN):
        raise Unfit(phrase("only SELECT, INSERT, UPDATE and DELETE can be measured"))
    if isinstance(tree, exp.Insert) and not isinstance(tree.this, exp.Schema):
        raise Unfit(phrase("name the columns of the INSERT"))
    if any(each.args.get("using") or each.method for each in tree.find_all(exp.Join)):
        raise Unfit(phrase("write joins with ON"))
    if any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star)):
        raise Unfit(phrase("name the columns in place of “*”"))
    select = outermost_select(tree)
    if select is not None and select.args.get("from_") is None:
        raise Unfit(phrase("its SELECT has no FROM"))
    return tree


def _unread(error: Exception) -> Unfit:
    """What the parser says of a statement, with its line and column."""
    if isinstance(error, RecursionError):
        return Unfit(phrase("it is nested too deeply"))
    known = getattr(error, "errors", None) or [{}]
    line, column = known[0].get("line"), known[0].get("col")
    message = known[0].get("description") or str(error)
    if line is None:
        return Unfit(phrase("it cannot be read: {words}", words=message))
    return Unfit(
        phrase(
            "it cannot be read at its line {line}, column {column}: {words}",
            line=line,
            column=column,
            words=message,
        )
    )


def span_of(node: exp.Column) -> Span:
    """Where a column is named in the text."""
    parts = [part.meta for part in node.parts]
    return Span(min(each["start"] for each in parts), max(each["end"] for each in parts) + 1)


_KNOWN = (exp.Query, exp.Insert, exp.Update, exp.Delete)

_SETS = ("union", "except", "intersect")
_LAST = ("limit", "offset", "fetch", "for", "rows", "into")
BEHIND_ORDER = frozenset({*_SETS, *_LAST})
"""The words that may begin what follows a clause."""
BEHIND_WHERE = frozenset({"group by", "having", "window", "order by", *BEHIND_ORDER})
BEHIND_LIST = frozenset({"from", "where", *BEHIND_WHERE})
BEHIND_SET = frozenset({"from", "where", "returning", "order by", "limit"})
