"""Texts made of words of ours, frozen: the same number gives the same text in every release.

Whoever numbers them gets different texts for different numbers, as many as anybody wants: what has
come round begins again with a number behind it. A list makes the texts of all numbers of a column
at once: joined from tables of words, three million a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from workloads.own.generators import identities
from workloads.own.generators.digits import ascii_texts, digits_of, texts_of

type Texts = Callable[[Any], list[str]]
"""What gives the texts of numbers, an array of them."""


@cache
def _words(name: str) -> list[str]:
    return _all_words()[name]


@cache
def _all_words() -> dict[str, list[str]]:
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    return {
        name: words.split(", ")
        for line in text.splitlines()
        for name, _, words in (line.partition(": "),)
    }


@cache
def _table(name: str) -> Any:
    return np.array(_words(name), dtype=object)


def _numbered(texts: Any, times: Any) -> list[str]:
    if not times.any():
        return texts.tolist()  # type: ignore[no-any-return]
    return [
        f"{text} {number + 1}" if number else text
        for text, number in zip(texts.tolist(), times.tolist(), strict=True)
    ]


def _person(language: str) -> Texts:
    @cache
    def families() -> Any:
        last = _words(f"last.{language}")
        return np.array(
            [f"{one} {other}" if one != other else one for one in last for other in last],
            dtype=object,
        )

    def made(codes: Any) -> list[str]:
        rest, place = np.divmod(codes, len(_words(f"first.{language}")))
        times, other = np.divmod(rest, len(families()))
        firsts, lasts = _table(f"first.{language}")[place].tolist(), families()[other].tolist()
        if not times.any():
            return [f"{first} {last}" for first, last in zip(firsts, lasts, strict=True)]
        return [
            f"{first} {last} {number}" if number > 1 else f"{first} {last}"
            for first, last, number in zip(firsts, lasts, (times + 1).tolist(), strict=True)
        ]

    return made


def _one_of(name: str) -> Texts:
    def made(codes: Any) -> list[str]:
        times, place = np.divmod(codes, len(_words(name)))
        return _numbered(_table(name)[place], times)

    return made


def _address(codes: Any) -> list[str]:
    house, street = np.divmod(codes, len(_words("street.pt_BR")))
    streets = _table("street.pt_BR")[street].tolist()
    return [f"{name}, {number + 1}" for name, number in zip(streets, house.tolist(), strict=True)]


@cache
def _users() -> Any:
    """A first name as often as there are first names, then the next family's."""
    return np.array(
        [f"{first}.{last}".lower() for last in _words("last.en") for first in _words("first.en")],
        dtype=object,
    )


def _email(codes: Any) -> list[str]:
    times, place = np.divmod(codes, len(_users()))
    users = _users()[place].tolist()
    return [
        f"{user}{number or ''}@example.org"
        for user, number in zip(users, times.tolist(), strict=True)
    ]


def _phone(codes: Any) -> list[str]:
    area = digits_of(11 + codes // 100_000_000 % 89, 2)
    return texts_of(np.hstack((area, digits_of(codes, 8))), "+55 ## 9########")


_LETTERS = 10


def _letters(codes: Any) -> list[str]:
    """Ten letters, different for different numbers below 26^10."""
    rows = np.empty((len(codes), _LETTERS), dtype=np.uint8)
    for place in range(_LETTERS):
        codes, letter = np.divmod(codes, 26)
        rows[:, place] = letter + ord("a")
    return ascii_texts(rows)


LISTS: Mapping[str, Texts] = {
    "name.pt_BR": _person("pt_BR"),
    "name.en": _person("en"),
    "city.pt_BR": _one_of("city.pt_BR"),
    "street.pt_BR": _address,
    "phone.pt_BR": _phone,
    "email": _email,
    "words": _one_of("words"),
    "letters": _letters,
    "cpf": identities.cpf,
    "cnpj": identities.cnpj,
    "ssn": identities.ssn,
    "iban": identities.iban,
    "card": identities.card,
}
"""What makes texts, by its name in a file."""
