"""Tokens and syntax tree of a user's SQL statement (sqlglot), and the checks that refuse what
cannot be measured."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from engines.contract.errors import Unfit
from engines.contract.message import phrase
from workloads.own.sql.allowlist import check_lengths, check_tree
from workloads.own.sql.column_uses import outermost_select
from workloads.own.sql.grammar import comment_sign, text_of, tokens_of, trees_of
from workloads.own.sql.parsed import TextSpan

# The tokens of a statement, with positions and bracket depth.

_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET})
LITERALS = frozenset({TokenType.STRING, TokenType.NUMBER})


class Tokens:
    """The tokens of a statement, by number. `depths`: how many brackets each is in."""

    def __init__(self, text: str, engine: str) -> None:
        self.all: list[Token] = tokens_of(text, engine)
        self.depths: list[int] = []
        depth = 0
        for token in self.all:
            depth -= token.token_type in _CLOSING
            self.depths.append(depth)
            depth += token.token_type in _OPENING

    @cached_property
    def _starts(self) -> dict[int, int]:
        return {token.start: number for number, token in enumerate(self.all)}

    @cached_property
    def _ends(self) -> dict[int, int]:
        return {token.end + 1: number for number, token in enumerate(self.all)}

    def starting_at(self, start: int) -> int | None:
        """The token that begins at an offset."""
        return self._starts.get(start)

    def ending_at(self, end: int) -> int | None:
        """The token that ends before an offset."""
        return self._ends.get(end)

    def kind(self, number: int) -> TokenType | None:
        """The type of a token; None beyond the ends."""
        return self.all[number].token_type if 0 <= number < len(self.all) else None

    def word(self, number: int) -> str:
        """A token's text in lower case; empty beyond the ends."""
        return self.all[number].text.lower() if 0 <= number < len(self.all) else ""

    def first_at_top_level(self, words: Collection[str], after: int = 0) -> int | None:
        """The first token from `after` on that is one of these words, outside of brackets."""
        for number in range(after, len(self.all)):
            if self.depths[number] == 0 and self.word(number) in words:
                if self.word(number) == "from" and self.word(number - 1) == "distinct":
                    continue  # IS DISTINCT FROM
                if self.kind(number) is not TokenType.STRING:
                    return number
        return None

    def closing(self, number: int) -> int:
        """The token that closes the bracket which this one opens."""
        depth = self.depths[number]
        return next(
            each
            for each in range(number + 1, len(self.all))
            if self.depths[each] == depth and self.all[each].token_type in _CLOSING
        )

    def span(self, first: int, last: int) -> TextSpan:
        """The span from a token to another, inclusive."""
        return TextSpan(self.all[first].start, self.all[last].end + 1)

    def parts(self, first: int, beyond: int) -> Iterator[tuple[int, int]]:
        """The parts between commas, as first and last tokens; `beyond` is exclusive."""
        if first >= beyond:
            return
        depth, begin = self.depths[first], first
        for number in range(first, beyond):
            if self.kind(number) is TokenType.COMMA and self.depths[number] == depth:
                yield begin, number - 1
                begin = number + 1
        yield begin, beyond - 1

    def conditions(self, first: int, beyond: int) -> Iterator[tuple[int, int]]:
        """The parts between ANDs, except those of BETWEEN and those within CASE … END."""
        depth, begin, between, case = self.depths[first], first, 0, 0
        for number in range(first, beyond):
            word = self.word(number)
            quoted = self.kind(number) is TokenType.STRING
            if self.depths[number] != depth or quoted:
                continue
            case += (word == "case") - (word == "end")
            if word == "between":
                between += 1
            elif word == "and" and not case:
                if between:
                    between -= 1
                    continue
                yield begin, number - 1
                begin = number + 1
        yield begin, beyond - 1


def with_unique_parameters(text: str, engine: str) -> tuple[str, dict[str, str]]:
    """The text with a new name for each occurrence of a parameter; new name → parameter.

    Raises: Unfit
    """
    try:
        tokens = tokens_of(text, engine)
    except SqlglotError as error:
        raise _parse_error(error) from error
    if tokens and tokens[-1].token_type is TokenType.COMMA:
        raise Unfit(phrase("it ends in a comma: it was cut"))
    for one, other in pairwise(tokens):
        if one.end + 1 == other.start and _is_literal_in_parts(one, other):
            raise Unfit(phrase("“{literal}” is not allowed", literal=f"{one.text}{other.text}"))
    found: dict[str, str] = {}
    parts, at = [], 0
    for colon, name in _named_parameters(tokens):
        fresh = f"p{len(found)}_{name.text}"
        parts += [text[at : colon.start], f":{fresh}"]
        found[fresh] = name.text
        at = name.end + 1
    return "".join([*parts, text[at:]]), found


def _is_literal_in_parts(one: Token, other: Token) -> bool:
    """Whether a server may read two adjacent tokens as one literal: `0x1F`, `1_000`, `b'1'`."""
    if one.token_type is TokenType.NUMBER:
        return other.text[:1].isalpha() or other.text[:1] == "_"
    return one.token_type is TokenType.VAR and other.token_type is TokenType.STRING


def regenerated(text: str, engine: str) -> str:
    """The statement regenerated from its tree: without comments, and only with what is allowed. A
    server is sent this, never the original text.

    Raises: Unfit
    """
    tree = tree_of(text, engine)
    check_tree(tree, engine)
    try:
        check_lengths(tree)
        made = text_of(tree, engine)
    except (SqlglotError, RecursionError) as error:
        raise _parse_error(error) from error
    check_tree(tree_of(made, engine), engine)
    if (sign := comment_sign(made, engine)) is not None:
        raise Unfit(phrase("“{sign}” begins a comment", sign=sign))
    return made


def parameter_spans(text: str, engine: str, names: Collection[str]) -> dict[str, TextSpan]:
    """The spans of the parameters with these names, colons included."""
    return {
        name.text: TextSpan(colon.start, name.end + 1)
        for colon, name in _named_parameters(tokens_of(text, engine))
        if name.text in names
    }


def _named_parameters(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Pairs of a colon and the word right after it, except in square brackets (`a[:n]`)."""
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
        raise _parse_error(error) from error
    if len(trees) != 1 or trees[0] is None:
        raise Unfit(phrase("it is not one statement"))
    tree = trees[0]
    if not isinstance(tree, _MEASURABLE):
        raise Unfit(phrase("only SELECT, INSERT, UPDATE and DELETE can be measured"))
    if isinstance(tree, exp.Insert) and not isinstance(tree.this, exp.Schema):
        raise Unfit(phrase("name the columns of the INSERT"))
    if any(each.args.get("using") or each.method for each in tree.find_all(exp.Join)):
        raise Unfit(phrase("write joins with ON"))
    if any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star)):
        raise Unfit(phrase("name the columns in place of “*”"))
    select = outermost_select(tree)
    alone = select is not None and select.args.get("from_") is None
    if alone and tree.find(exp.Table) is None:
        raise Unfit(phrase("its SELECT has no FROM"))
    return tree


def _parse_error(error: Exception) -> Unfit:
    """The parser's error, with line and column."""
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


def span_of(node: exp.Column) -> TextSpan:
    """The span of a column's name in the text."""
    parts = [part.meta for part in node.parts]
    return TextSpan(min(each["start"] for each in parts), max(each["end"] for each in parts) + 1)


_MEASURABLE = (exp.Query, exp.Insert, exp.Update, exp.Delete)

_SETS = ("union", "except", "intersect")
_LAST = ("limit", "offset", "fetch", "for", "rows", "into")
AFTER_ORDER_BY = frozenset({*_SETS, *_LAST})
"""Keywords that may begin what follows ORDER BY (the others likewise)."""
AFTER_WHERE = frozenset({"group by", "having", "window", "order by", *AFTER_ORDER_BY})
AFTER_SELECT_LIST = frozenset({"from", "where", *AFTER_WHERE})
AFTER_SET = frozenset({"from", "where", "returning", "order by", "limit"})
