"""The words that a name is made of: `customerEmail`, `CUSTOMER_EMAIL` and `e-mail do cliente`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in small letters without accents or digits, each in the singular: a word
    is never looked for inside another, so that `zip`, `description` and `filename` are one word. A
    word that says whose or what for stands apart, also where a server has made all letters small:
    `billingaddress`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = (part for each in _WORD.findall(plain) for part in _separate(each.lower()))
    return tuple(map(_singular, found))


def _separate(word: str) -> tuple[str, ...]:
    first = next((each for each in _WHOSE if word.startswith(each)), "")
    return (first, word[len(first) :]) if first and len(word) > len(first) + 2 else (word,)


def holds(words: Sequence[str], phrase: str) -> bool:
    """Whether the words of a phrase stand side by side among these."""
    wanted = tuple(phrase.split())
    places = range(len(words) - len(wanted) + 1)
    return any(tuple(words[at : at + len(wanted)]) == wanted for at in places)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("sses"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "sui" else word


_WHOSE = ("billing", "shipping", "mailing", "delivery", "customer", "contact")

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
"""Capitals in a row are one word (`CPFCliente`: the last one begins the next)."""
