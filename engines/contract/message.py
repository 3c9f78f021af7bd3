"""Texts for a reader, kept apart from what fills them until somebody reads them.

Every error, caution, note, remark and event says what it says by a `Message`, made by `phrase`.
The window translates its template and writes its numbers as the user's locale has them. All else
has `str(message)`: the English words and plain numbers, and within `in_language` those of the
language that a document is written in.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Self

from engines.contract.secrecy import redacted


@dataclass(frozen=True)
class Number:
    """A number in a text, with a fixed count of decimals, and a unit such as “%” behind it."""

    value: float
    decimals: int = 0
    unit: str = ""

    def __str__(self) -> str:
        return self.written(lambda value, decimals: in_current_language(f"{value:,.{decimals}f}"))

    def written(self, digits: Callable[[float, int], str]) -> str:
        """With digits in whatever form; thousands are separated by commas in `str(number)`."""
        value = self.value if round(self.value, self.decimals) else 0.0  # no minus before nothing
        text = digits(value, self.decimals).replace("-", "−")  # as tables and axes have it
        return f"{text} {self.unit}" if self.unit else text


def decimals_of_percent(*values: float) -> int:
    """Of percentages that are written alike: one where all are below ten, else none, as costs
    rarely carry more."""
    return 0 if max(map(abs, values)) >= 9.95 else 1


def percent(value: float) -> Number:
    """A percentage, rounded to the decimals that are significant."""
    return Number(value, decimals_of_percent(value), "%")


def significant(value: float, digits: int, unit: str = "") -> Number:
    """A number with up to `digits` significant digits and no zeros behind them: 4.2, 0.013, 3."""
    if value == 0 or not math.isfinite(value):
        return Number(value, 0, unit)
    rounded = Decimal(f"{value:.{digits - 1}e}").normalize().as_tuple()
    return Number(value, max(0, -int(rounded.exponent)), unit)


class ServerWords(str):
    """What a server or driver says. It is shown whole while it runs; files and stores keep `stored`
    instead, in which no value is quoted that the server has read."""

    stored: str

    def __new__(cls, message: str, stored: str) -> Self:
        made = super().__new__(cls, message)
        made.stored = stored
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return ServerWords, (str(self), self.stored)

    def without_secrets(self) -> ServerWords:
        """The same without what this process knows to be a secret."""
        return ServerWords(redacted(self), redacted(self.stored))


@dataclass(frozen=True)
class Message:
    """A text whose `{field}` places `values` fill: with words, numbers, or further messages.

    Words of drivers and servers are among them, so secrets are taken out of them here, and out of a
    message that is itself such words. Not out of a `literal` of ours: it would tell everybody who
    knows the program that the password is the word that it has stars for. A message without values
    is the text itself, braces and all.

    One with plural forms, made by `plural`, has as its template the English text for several, as
    `one` that for one, and the number that decides as its value `n`.
    """

    template: str
    values: Mapping[str, str | Number | Message] = MappingProxyType({})
    literal: bool = field(default=False, compare=False, repr=False)
    one: str = ""

    def __post_init__(self) -> None:
        values = {
            name: _without_secrets(value) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        object.__setattr__(self, "values", values)
        if not values and not self.literal:
            object.__setattr__(self, "template", redacted(self.template))

    def __hash__(self) -> int:
        return hash(self.template)

    def __str__(self) -> str:
        return self.rendered(_SPOKEN.get().translated, str)

    @property
    def count(self) -> int:
        """The number that decides which plural form it takes; one where it has no such forms."""
        number = self.values.get("n")
        return round(number.value) if self.one and isinstance(number, Number) else 1

    def english(self) -> str:
        """The English template: that for one where the count is one."""
        return self.one if self.one and self.count == 1 else self.template

    def with_values(self, **values: object) -> Message:
        """The same text with more to fill its places; what it has of its own stays."""
        return replace(self, values={**_values(values), **self.values})

    def with_count(self, n: int) -> Message:
        """The same text about another number of things."""
        return replace(self, values={**self.values, "n": Number(n)})

    def without_secrets(self) -> Message:
        """The same without what this process has learnt since to be a secret."""
        values = {
            name: value.without_secrets() if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return replace(self, values=values)

    def __bool__(self) -> bool:
        return bool(self.template)

    def rendered(
        self, translated: Callable[[Message], str], written: Callable[[str | Number], str]
    ) -> str:
        """The text in a reader's language: `translated` gives the template of a message there, and
        `written` gives its words and numbers their form."""
        filling = {
            name: value.rendered(translated, written)
            if isinstance(value, Message)
            else written(value)
            for name, value in self.values.items()
        }
        if not self.template:
            return ""
        text = translated(self)
        if filling and not placeholders_of(text) <= filling.keys():
            text = self.english()  # a translation with other places
        return _filled(text, filling) if filling else text

    @property
    def length(self) -> int:
        """About how many characters it is written with, without writing them: values that stand in
        several places of each other can be more than any memory holds."""
        lengths = {
            name: value.length if isinstance(value, Message) else len(str(value))
            for name, value in self.values.items()
        }
        texts = (self.template, self.one)
        return max(
            len(text) + sum(lengths.get(each[1] or "", 0) for each in _PLACE.finditer(text))
            for text in texts
        )


def placeholders_of(template: str) -> frozenset[str]:
    """The names of a template's placeholders."""
    return frozenset(match[1] for match in _PLACE.finditer(template) if match[1])


def check_template(template: str, names: Collection[str]) -> None:
    """Check that a template's placeholders have plain names, each one of `names`.

    Raises: ValueError
    """
    if odd := placeholders_of(template) - set(names):
        raise ValueError(f"nothing fills {min(odd)}")
    if re.search("[{}]", _PLACE.sub("", template)):
        raise ValueError("a place in it has no plain name")


def _without_secrets(value: str) -> str:
    return value.without_secrets() if isinstance(value, ServerWords) else redacted(value)


def _filled(template: str, filling: Mapping[str, str]) -> str:
    """A sentence with its places filled; after a name or a clause that ends in a full stop it gets
    no second one. Braces around anything but a name that something fills stay as they are: the
    template may be anybody's, and `str.format` looks into what it is given and writes any width."""
    text, at = "", 0
    for match in _PLACE.finditer(template):
        text = _joined(text, template[at : match.start()], last=False)
        text += filling.get(match[1], match[0]) if match[1] else match[0][0]
        at = match.end()
    return _joined(text, template[at:], last=True)


def _joined(text: str, literal: str, *, last: bool) -> str:
    """Words behind those before; a full stop only once."""
    stops = literal.startswith(".") and _END.match(literal) and (last or literal != ".")
    return text + (literal[1:] if stops and text.rstrip(_MARKS).endswith(_STOPS) else literal)


_PLACE = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w{0,63})\}")
"""A place, or a brace that is written twice."""

_MARKS = "\u2068\u2069"
"""What sets a value apart from the words around it, and is not seen."""
_STOPS = (".", "…", "!", "?")
_END = re.compile(r"\.(\s|$)")
"""The end of a sentence."""

NOTHING = Message("")


@dataclass(frozen=True)
class Language:
    """What `str(message)` has within `in_language`: `translated` gives a message's template there,
    and `digits` the form of a number that is written as English has it, such as “+1,234.5”."""

    translated: Callable[[Message], str]
    digits: Callable[[str], str]


ENGLISH = Language(Message.english, str)
_SPOKEN = ContextVar("language", default=ENGLISH)


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """Within the context messages are rendered in this language."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def in_current_language(number: str) -> str:
    """A number in English notation, rewritten in that of the current language."""
    return _SPOKEN.get().digits(number)


def phrase(template: str, /, **values: object) -> Message:
    """A message that translators find: `template` must be a literal, as `scripts/texts` sees to.

    Numbers are written as a locale has them if they are given as a `Number`; all else goes in as
    its `str`.
    """
    return Message(template, _values(values), literal=True)


def plural(several: str, one: str, n: int, /, **values: object) -> Message:
    """A message with a form for one and a form for several, such as `plural("{n} runs", "{n} run",
    3)`; `n` fills its place and chooses the form.

    Both must be literals. Translators see the first as a text with Qt's numerus forms, of which a
    language has as many as it needs, and the second as the comment beside it (`scripts/texts`).
    """
    return Message(several, {"n": Number(n), **_values(values)}, literal=True, one=one)


def with_semicolons(messages: Iterable[Message]) -> Message:
    """Join clauses with semicolons; `NOTHING` for none."""
    return _halved(list(filter(None, messages)), phrase("{one}; {other}"))


MOST_FAULTS = 20


def first_faults(messages: Iterable[Message]) -> Message:
    """Join the first `MOST_FAULTS` faults with semicolons, and count the rest."""
    found = list(messages)
    rest = len(found) - MOST_FAULTS
    if rest < 1:
        return with_semicolons(found)
    return with_semicolons([*found[:MOST_FAULTS], plural("and {n} more", "and {n} more", rest)])


def listed(messages: Iterable[Message]) -> Message:
    """Join words with commas; `NOTHING` for none."""
    return _halved(list(filter(None, messages)), phrase("{one}, {other}"))


def _halved(messages: Sequence[Message], both: Message) -> Message:
    """Join by halves, so that nested messages are only as deep as the logarithm of their number:
    a chain of a thousand would exceed Python's recursion limit."""
    if len(messages) < 2:
        return messages[0] if messages else NOTHING
    half = len(messages) // 2
    return both.with_values(
        one=_halved(messages[:half], both), other=_halved(messages[half:], both)
    )


def _values(given: Mapping[str, object]) -> dict[str, str | Number | Message]:
    return {
        name: value if isinstance(value, Number | Message | ServerWords) else str(value)
        for name, value in given.items()
    }
