"""Patterns that values of a kind follow, and how often values that are none pass by chance.

The chances are those of random digits of the right length: python-stdnum finds 89 of 100 random
numbers of nine digits to be valid US social security numbers, so that passing says little there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Check:
    """A pattern: `passes` says whether a text follows it, `chance` is the share of random texts of
    its form that do, `form` the share of a text's characters that it is about."""

    passes: Callable[[str], bool]
    chance: float


@dataclass(frozen=True)
class Passed:
    """How many values of a sample there were, and how many of them passed each check."""

    values: int
    passed: dict[str, int]


def passed(values: Iterable[object], names: Iterable[str] = ()) -> Passed:
    """Look at values, and keep nothing but counts."""
    texts = [str(value).strip() for value in values if value is not None]
    texts = [text for text in texts if text]
    wanted = tuple(names) or tuple(CHECKS)
    counts = {name: sum(map(CHECKS[name].passes, texts)) for name in wanted}
    return Passed(len(texts), {name: count for name, count in counts.items() if count})


def _stdnum(module: str, digits: range | None = None) -> Callable[[str], bool]:
    """What a module of python-stdnum validates, of texts with so many digits."""

    def passes(text: str) -> bool:
        bare = _SEPARATORS.sub("", text)
        if digits is not None and (not bare.isdigit() or len(bare) not in digits):
            return False
        return bool(import_module(f"stdnum.{module}").is_valid(text))

    return passes


def _matches(pattern: str) -> Callable[[str], bool]:
    known = re.compile(pattern)
    return lambda text: known.fullmatch(text) is not None


_SEPARATORS = re.compile(r"[ ./-]")

CHECKS: dict[str, Check] = {
    "email": Check(_matches(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"), 0.0),
    "cpf": Check(_stdnum("br.cpf", range(11, 12)), 0.01),
    "cnpj": Check(_stdnum("br.cnpj", range(14, 15)), 0.01),
    "ssn": Check(_stdnum("us.ssn", range(9, 10)), 0.89),
    "dni": Check(_stdnum("es.dni"), 1 / 23),
    "iban": Check(_stdnum("iban"), 0.0),
    "card": Check(_stdnum("luhn", range(13, 20)), 0.1),
    "ipv4": Check(_matches(r"((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}"), 0.0),
}
