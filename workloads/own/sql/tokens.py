"""The words of a statement, with where each stands and how deep in brackets."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from sqlglot.tokenizer_core import Token, TokenType

from workloads.own.sql.grammar import tokens_of
from workloads.own.sql.parsed import Span

_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET})
LITERALS = frozenset({TokenType.STRING, TokenType.NUMBER})


class Tokens:
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

    def from_(self, start: int) -> int | None:
        """The number of the token that begins there."""
        return self._starts.get(start)

    def until(self, end: int) -> int | None:
        """The number of the token that ends before there."""
        return self._ends.get(end)

    def kind(self, number: int) -> TokenType | None:
        """The kind of a token; None where there is none."""
        return self.all[number].token_type if 0 <= number < len(self.all) else None

    def word(self, number: int) -> str:
        """Its text in small letters; empty where there is none."""
        return self.all[number].text.lower() if 0 <= number < len(self.all) else ""

    def outermost(self, words: Collection[str], after: int = 0) -> int | None:
        """The first token from `after` on that is one of these words and stands in no brackets."""
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

    def span(self, first: int, last: int) -> Span:
        """From a token to another, which belongs to it."""
        return Span(self.all[first].start, self.all[last].end + 1)

    def parts(self, first: int, beyond: int) -> Iterator[tuple[int, int]]:
        """What commas part, as the numbers of first and last tokens; `beyond` is not among them."""
        if first >= beyond:
            return
        depth, begin = self.depths[first], first
        for number in range(first, beyond):
            if self.kind(number) is TokenType.COMMA and self.depths[number] == depth:
                yield begin, number - 1
                begin = number + 1
        yield begin, beyond - 1

    def conditions(self, first: int, beyond: int) -> Iterator[tuple[int, int]]:
        """What AND parts, BETWEEN's left out, and what stands between CASE and END."""
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
