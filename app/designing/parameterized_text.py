"""The text of a statement without comments and values: literals become parameters.

A text from a server may contain anything: a comment with a ticket number, a literal. It is
tokenized and joined again without comments; each literal and each placeholder becomes a parameter.
Statements other than SELECT, INSERT, UPDATE and DELETE are refused by their first word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import sqlglot
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from engines.contract.errors import Unfit
from engines.contract.message import Message, phrase
from engines.registry import facts_of

_UNMEASURED = ("replace", "merge")
VERBS = ("select", "insert", "update", "delete", "with", *_UNMEASURED)

_MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class ParameterizedText:
    """A statement's text whose values are parameters `:p1`, `:p2` …

    `named_parameters` had names in the text already; `list_parameters` stand for lists;
    `time_parameters` for the present time that is stored, which differs from run to run. `notes`:
    what was assumed where a parameter is not allowed."""

    verb: str
    text: str = field(repr=False)
    named_parameters: frozenset[str] = frozenset()
    list_parameters: frozenset[str] = frozenset()
    time_parameters: frozenset[str] = frozenset()
    notes: tuple[Message, ...] = ()


def verb_of(text: str) -> str:
    """The first word of a statement that reads or changes rows; else “other”."""
    bare = _COMMENT.sub(" ", text).strip(" \t\r\n(;")
    word = bare.split(None, 1)[0].lower() if bare else ""
    return word if word in VERBS else "other"


def parameterized(text: str, dialect: str) -> ParameterizedText:
    """Parameterize a statement.

    Raises: Unfit, whose clause quotes nothing of the text
    """
    if verb_of(text) in _UNMEASURED:
        raise _NO_STATEMENT
    return without_values(text, dialect)


def without_values(text: str, dialect: str) -> ParameterizedText:
    """The same, also for REPLACE and MERGE, which are not measured.

    Raises: Unfit, whose clause quotes nothing of the text
    """
    verb = verb_of(text)
    if verb == "other":
        raise _NO_STATEMENT
    if len(text) > _MOST_CHARACTERS:
        raise Unfit(phrase("it is too long"))
    plain = _UNITS.sub("", text).strip().rstrip(";")
    spaced = as_insert(_DOLLAR.sub(r" $\1 ", plain))  # “$1,$2” would be read as a dollar quote
    try:
        tokens = sqlglot.tokenize(spaced, dialect=facts_of(dialect).grammar)
    except SqlglotError:
        raise Unfit(phrase("it cannot be read")) from None
    if tokens and tokens[-1].token_type in _CUT and not _OFFSET.search(spaced):
        raise Unfit(phrase("the server has cut it off"))
    known = _Parameterizer(spaced, tokens, verb).parameterized()
    return replace(known, text=f"replace{known.text[6:]}") if verb == "replace" else known


def as_insert(text: str) -> str:
    """MySQL's REPLACE as INSERT, whose grammar it has."""
    return _REPLACE.sub("insert", text)


_REPLACE = re.compile(r"\A(?:\s|/\*.*?\*/|--[^\n]*\n)*replace\b", re.DOTALL | re.IGNORECASE)


_NO_STATEMENT = Unfit(phrase("it is no SELECT, INSERT, UPDATE or DELETE"))


class _Parameterizer:
    def __init__(self, text: str, tokens: Sequence[Token], verb: str) -> None:
        self._text, self._tokens, self._verb = text, tokens, verb
        self._parts: list[str] = []
        self._numbers: dict[str, str] = {}
        self._own: set[str] = set()
        self._listed: set[str] = set()
        self._moments: set[str] = set()
        self._notes: list[Message] = []
        self._at = 0
        self._end = -1

    def parameterized(self) -> ParameterizedText:
        while self._at < len(self._tokens):
            if (length := self._length()) is not None:
                self._put(*length)
            else:
                self._step()
        return ParameterizedText(
            self._verb,
            "".join(self._parts).strip(),
            frozenset(self._own),
            frozenset(self._listed),
            frozenset(self._moments),
            tuple(dict.fromkeys(self._notes)),
        )

    def _step(self) -> None:
        token = self._tokens[self._at]
        following = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else None
        kind = token.token_type
        touching = following is not None and following.start == token.end + 1
        place = self._place_at(self._at)
        if kind in _TYPED and (given := self._value_at(self._at + 1)) is not None:
            self._typed(token, given)
        elif place is not None and self._word_before() == "extract":
            self._notes.append(phrase("EXTRACT: “day” assumed"))
            self._put("day", token, place)
        elif place is not None:
            self._place(f"${place.text}" if place is not token else "", token, place)
        elif kind is TokenType.COLON and touching and following is not None:
            if not following.text.isidentifier():
                raise Unfit(phrase("it cannot be read"))
            self._own.add(following.text)
            self._put(f":{following.text}", token, following)
        elif kind in _LITERALS and not self._stays(token):
            self._place("", token, token)
        elif (last := self._end_of_moment()) is not None:
            self._moments.add(self._place("", token, last))
        elif self._is_dots():
            self._place("", token, self._tokens[self._at + 2], listed=not self._follows_place())
        elif kind in _REFUSED:
            raise Unfit(phrase("it holds a literal that is not read"))
        else:
            self._put(self._text[token.start : token.end + 1], token, token)

    def _place_at(self, at: int) -> Token | None:
        """The last token of a placeholder that begins there: `?`, or `$` and its number."""
        token, following = (
            self._tokens[each] if each < len(self._tokens) else None for each in (at, at + 1)
        )
        if token is None:
            return None
        if token.token_type is TokenType.PARAMETER and following is not None:
            return following if following.start == token.end + 1 else None
        return token if token.token_type is TokenType.PLACEHOLDER else None

    def _value_at(self, at: int) -> Token | None:
        """The same, or a literal."""
        literal = at < len(self._tokens) and self._tokens[at].token_type in _LITERALS
        return self._tokens[at] if literal else self._place_at(at)

    def _word_before(self) -> str:
        """The name of the function whose first argument is here."""
        before = self._tokens[max(0, self._at - 2) : self._at]
        called = len(before) == 2 and before[1].token_type is TokenType.L_PAREN
        return before[0].text.lower() if called else ""

    def _typed(self, word: Token, place: Token) -> None:
        """`interval $1` and `date $1`, where a literal is required after the type's name."""
        numbered = place.token_type is TokenType.NUMBER and self._text[place.start - 1] == "$"
        if word.token_type is not TokenType.INTERVAL:
            self._place(f"${place.text}" if numbered else "", word, place)
            return
        if place.token_type in _LITERALS and not numbered and _INTERVAL.fullmatch(place.text):
            self._put(self._text[word.start : place.end + 1], word, place)
            return
        following = next((each for each in self._tokens if each.start > place.end), None)
        unit = following is not None and following.text.lower() in _UNIT_WORDS
        self._notes.append(
            phrase(
                "INTERVAL: {n} assumed",
                n=_ASSUMED_INTERVAL if unit else f"{_ASSUMED_INTERVAL} days",
            )
        )
        self._put(
            f"interval {_ASSUMED_INTERVAL}" if unit else f"interval '{_ASSUMED_INTERVAL} days'",
            word,
            place,
        )

    def _length(self) -> tuple[str, Token, Token] | None:
        """The length or precision of a cast's type, in brackets that begin here, which stay;
        digests have a placeholder there, for which a length is assumed."""
        if self._tokens[self._at].token_type is not TokenType.L_PAREN:
            return None
        before = self._tokens[max(0, self._at - 4) : self._at]
        while len(before) > 1 and before[-1].token_type in _WORDS_OF_TYPES:
            before = before[:-1]
        typed = before and before[-1].token_type in _SIZED
        cast = len(before) > 1 and before[-2].token_type in _CASTS
        moment = before and before[-1].token_type in _MOMENTS
        inside: list[Token] = []
        for each in self._tokens[self._at :]:
            inside.append(each)
            if each.token_type is TokenType.R_PAREN:
                break
        kinds = [each.token_type for each in inside[1:-1]]
        if not (moment or (typed and cast)) or not kinds:
            return None
        first, last = inside[0], inside[-1]
        if set(kinds) <= {TokenType.NUMBER, TokenType.COMMA}:
            if before[-2:-1] and before[-2].token_type is TokenType.COMMA and not moment:
                return None  # a function of that name
            return self._text[first.start : last.end + 1], first, last
        dots = kinds == [TokenType.DOT] * 3
        if not dots and kinds != [TokenType.PLACEHOLDER]:
            return None
        length = "18, 2" if dots else _LENGTHS.get(before[-1].token_type, "40")
        self._notes.append(phrase("{value} assumed", value=f"({length})"))
        return f"({length})", first, last

    def _stays(self, token: Token) -> bool:
        """Numbers of LIMIT, and positions in ORDER BY and GROUP BY, stay: they are no values of
        rows."""
        if token.token_type is not TokenType.NUMBER:
            return False
        before = self._at - 1
        while before > 0 and self._tokens[before].token_type in _IN_A_LIST:
            before -= 1
        direct = self._tokens[self._at - 1].token_type if self._at else None
        if direct in (TokenType.LIMIT, TokenType.OFFSET):
            return True
        ordering = before >= 0 and self._tokens[before].token_type in _ORDERING
        return ordering and direct in (*_ORDERING, TokenType.COMMA)

    def _end_of_moment(self) -> Token | None:
        """The last token of a function of the present time that is stored; None where there is
        none."""
        token, *more = self._tokens[self._at : self._at + 3]
        if self._verb not in ("insert", "update"):
            return None
        called = [each.token_type for each in more] == [TokenType.L_PAREN, TokenType.R_PAREN]
        if token.token_type in _MOMENTS:
            return more[-1] if called else token
        return more[-1] if called and token.text.lower() in _FUNCTIONS else None

    def _is_dots(self) -> bool:
        """`...` stands for a list in digests."""
        three = self._tokens[self._at : self._at + 3]
        return len(three) == 3 and all(each.token_type is TokenType.DOT for each in three)

    def _follows_place(self) -> bool:
        """After a value, as in `LIMIT ?, ...`, the dots stand for one more value."""
        before = self._tokens[max(0, self._at - 2) : self._at]
        kinds = [each.token_type for each in before]
        return kinds == [TokenType.PLACEHOLDER, TokenType.COMMA]

    def _place(self, known: str, first: Token, last: Token, listed: bool = False) -> str:
        name = self._numbers.get(known) if known else None
        if name is None:
            name = f"p{len(self._numbers) + 1}"
            self._numbers[known or f"at {first.start}"] = name
        if listed or any("..." in comment for comment in last.comments):
            self._listed.add(name)
        self._put(f":{name}", first, last)
        return name

    def _put(self, text: str, first: Token, last: Token) -> None:
        inside = text in (",", ")") or (self._parts and self._parts[-1].endswith("("))
        separate = self._parts and first.start > self._end + 1 and not inside
        self._parts.append(f" {text}" if separate else text)
        self._end = last.end
        self._at = next(
            number
            for number in range(self._at, len(self._tokens) + 1)
            if number == len(self._tokens) or self._tokens[number].start > last.end
        )


_ASSUMED_INTERVAL = 30
_UNIT_WORDS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
_UNITS = re.compile(r"\bSQL_TSI_(?=[A-Z])", re.IGNORECASE)
"""MySQL and MariaDB write units so in digests."""
_INTERVAL = re.compile(r"\d+( \w{1,12})?")
_TYPED = frozenset(
    {
        TokenType.INTERVAL,
        TokenType.DATE,
        TokenType.TIMESTAMP,
        TokenType.TIMESTAMPTZ,
        TokenType.TIME,
    }
)
_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*", re.DOTALL)
_DOLLAR = re.compile(r"\$(\d+)")
_OFFSET = re.compile(r"\bLIMIT\s*\?\s*,\s*\.\.\.$", re.IGNORECASE)
_CUT = frozenset({TokenType.COMMA, TokenType.DOT, TokenType.L_PAREN})
_IN_A_LIST = frozenset(
    {
        TokenType.COMMA,
        TokenType.NUMBER,
        TokenType.ASC,
        TokenType.DESC,
        TokenType.VAR,
        TokenType.IDENTIFIER,
        TokenType.DOT,
    }
)
_ORDERING = (TokenType.ORDER_BY, TokenType.GROUP_BY)
_MOMENTS = (
    TokenType.CURRENT_TIMESTAMP,
    TokenType.CURRENT_DATE,
    TokenType.CURRENT_DATETIME,
    TokenType.CURRENT_TIME,
)
_CASTS = (TokenType.ALIAS, TokenType.DCOLON, TokenType.COMMA)
_WORDS_OF_TYPES = (TokenType.VAR,)
"""Behind the first word of a type: “character varying”."""
_SIZED = frozenset(
    {
        TokenType.BINARY,
        TokenType.BIT,
        TokenType.BPCHAR,
        TokenType.CHAR,
        TokenType.DATETIME,
        TokenType.DECIMAL,
        TokenType.NCHAR,
        TokenType.NVARCHAR,
        TokenType.TIME,
        TokenType.TIMESTAMP,
        TokenType.TIMESTAMPTZ,
        TokenType.VARBINARY,
        TokenType.VARCHAR,
    }
)
_LENGTHS = {TokenType.DECIMAL: "18", TokenType.TIME: "3", TokenType.DATETIME: "3"}
"""Where a digest has a place alone; 40 for texts."""
_FUNCTIONS = ("now", "clock_timestamp", "statement_timestamp", "sysdate", "random", "uuid")
_LITERALS = frozenset({TokenType.STRING, TokenType.NUMBER})
_REFUSED = frozenset(
    {
        TokenType.NATIONAL_STRING,
        TokenType.RAW_STRING,
        TokenType.HEREDOC_STRING,
        TokenType.UNICODE_STRING,
        TokenType.BYTE_STRING,
        TokenType.HEX_STRING,
        TokenType.BIT_STRING,
    }
)
