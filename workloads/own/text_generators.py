"""Generators of texts, such as names, addresses and numbers with check digits: from integers, which
are called codes here, the same text for the same code in every release.

Different codes give different texts, as many as anybody wants: once all words are used they repeat
with a number after them. A generator makes the texts of a whole column at once, joined from tables
of words: three million a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any

import numpy as np

from workloads.random_numbers import splitmix64

# Texts of a pattern: `#` is a digit, `?` a small letter, `^` a hexadecimal digit, `~` a bit; any
# other sign is itself.

# Texts of digits and letters, a row of bytes for each: many at once, where a text at a time would
# take ten times as long.

ZERO = np.uint8(ord("0"))
_GROUP = 4


@cache
def _groups() -> Any:
    """The digits of 0000 to 9999."""
    numbers = np.arange(10**_GROUP)
    places = [numbers // 10**place % 10 for place in range(_GROUP - 1, -1, -1)]
    return np.column_stack(places).astype(np.uint8)


def digits_of(numbers: Any, width: int) -> Any:
    """The last `width` decimal digits of numbers, each as 0 to 9: a row for a number."""
    rows = np.empty((len(numbers), width), dtype=np.uint8)
    left, end = numbers.astype(np.int64), width
    while end > 0:
        # Four at a time: a division costs more than the table.
        left, group = np.divmod(left, 10**_GROUP)
        start = max(0, end - _GROUP)
        rows[:, start:end] = _groups()[group][:, _GROUP - (end - start) :]
        end = start
    return rows


def format_digits(digits: Any, form: str) -> list[str]:
    """Rows of digits as texts of a form, in which each `#` stands for the next digit."""
    rows = np.empty((len(digits), len(form)), dtype=np.uint8)
    rows[:] = np.frombuffer(form.encode("ascii"), dtype=np.uint8)
    places = [place for place, sign in enumerate(form) if sign == "#"]
    for column, place in enumerate(places):
        np.add(digits[:, column], ZERO, out=rows[:, place], casting="unsafe")
    return ascii_texts(rows)


def ascii_texts(rows: Any) -> list[str]:
    width, text = rows.shape[1], rows.tobytes().decode("ascii")
    if not width:
        return [""] * len(rows)
    return [text[at : at + width] for at in range(0, len(text), width)]


_SIGNS = {
    "#": b"0123456789",
    "?": b"abcdefghijklmnopqrstuvwxyz",
    "^": b"0123456789abcdef",
    "~": b"01",
}
_DISTINCT_TEXTS = 1 << 28
"""Numbers below this one have different texts, where a pattern has as many."""


def pattern_size(pattern: str) -> int:
    """How many texts a pattern has."""
    return prod(len(_SIGNS.get(sign, b"1")) for sign in pattern)


def texts_of_pattern(codes: Any, pattern: str) -> list[str]:
    """The texts of codes: their last signs differ from code to code, those before are random."""
    raw = pattern.encode()
    rows = np.empty((len(codes), len(raw)), dtype=np.uint8)
    rows[:] = np.frombuffer(raw, dtype=np.uint8)
    left, combinations = codes.astype(np.uint64), 1
    for place in range(len(raw) - 1, -1, -1):
        signs = _SIGNS.get(chr(raw[place]))
        if signs is None:
            continue
        if combinations >= _DISTINCT_TEXTS:
            left, combinations = splitmix64(codes.astype(np.uint64) + np.uint64(place + 1)), 1
        left, sign = np.divmod(left, np.uint64(len(signs)))
        rows[:, place] = np.frombuffer(signs, dtype=np.uint8)[sign.astype(np.int64)]
        combinations *= len(signs)
    return ascii_texts(rows) if pattern.isascii() else [bytes(row).decode() for row in rows]


# Numbers that identify somebody or something, with valid check digits: different codes give
# different ones, as long as there are any.


def cpf(codes: Any) -> list[str]:
    """Brazil's numbers of persons: nine digits, two check digits modulo 11 (Receita Federal)."""
    rows = _with_check_digit(digits_of(codes % 999_999_999 + 1, 9), range(10, 1, -1))
    return format_digits(_with_check_digit(rows, range(11, 1, -1)), "###.###.###-##")


def cnpj(codes: Any) -> list[str]:
    """Brazil's numbers of companies: eight digits, the head office's 0001, two check digits."""
    branch = np.tile(np.array([0, 0, 0, 1], dtype=np.uint8), (len(codes), 1))
    rows = np.hstack((digits_of(codes % 99_999_999 + 1, 8), branch))
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    rows = _with_check_digit(rows, weights[1:])
    return format_digits(_with_check_digit(rows, weights), "##.###.###/####-##")


def ssn(codes: Any) -> list[str]:
    """Numbers of the United States' Social Security: no check digit, but areas, groups and serials
    that are given to nobody."""
    left, serial = np.divmod(codes, 9_999)
    left, group = np.divmod(left, 99)
    area = left % 898 + 1
    area = np.where(area >= 666, area + 1, area)
    rows = (digits_of(area, 3), digits_of(group + 1, 2), digits_of(serial + 1, 4))
    return format_digits(np.hstack(rows), "###-##-####")


def iban(codes: Any) -> list[str]:
    """German account numbers (ISO 13616): two check digits modulo 97, 18 digits."""
    # DE is 1314 there, and the check digits are 00 while they are looked for.
    check = 98 - ((codes % 97) * 1_000_000 + 131_400) % 97
    rows = np.hstack((digits_of(check, 2), digits_of(codes, 18)))
    return format_digits(rows, "DE####################")


def card(codes: Any) -> list[str]:
    """Numbers of payment cards (ISO/IEC 7812): 4, fourteen digits and Luhn's check digit."""
    rows = np.hstack((np.full((len(codes), 1), 4, dtype=np.uint8), digits_of(codes, 14)))
    doubled = rows[:, ::2] * 2
    total = _sum(rows[:, 1::2]) + _sum(doubled - 9 * (doubled > 9))
    return format_digits(
        np.column_stack((rows, (-total % 10).astype(np.uint8))), "################"
    )


def _with_check_digit(rows: Any, weights: Iterable[int]) -> Any:
    """Rows of digits, each followed by its check digit modulo 11."""
    left = _sum(rows, weights) % 11
    return np.column_stack((rows, np.where(left < 2, 0, 11 - left).astype(np.uint8)))


def _sum(rows: Any, weights: Iterable[int] | None = None) -> Any:
    """The sum of each row's digits, a column after another, which is how they lie in caches."""
    total = np.zeros(len(rows), dtype=np.int32)
    for place, weight in enumerate(weights or (1,) * rows.shape[1]):
        total += rows[:, place] * np.int32(weight)
    return total


type Texts = Callable[[Any], list[str]]
"""A generator: an array of codes → their texts."""


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
    return format_digits(np.hstack((area, digits_of(codes, 8))), "+55 ## 9########")


_LETTERS = 10


def _letters(codes: Any) -> list[str]:
    """Ten letters, different for different numbers below 26^10."""
    rows = np.empty((len(codes), _LETTERS), dtype=np.uint8)
    for place in range(_LETTERS):
        codes, letter = np.divmod(codes, 26)
        rows[:, place] = letter + ord("a")
    return ascii_texts(rows)


TEXT_GENERATORS: Mapping[str, Texts] = {
    "name.pt_BR": _person("pt_BR"),
    "name.en": _person("en"),
    "city.pt_BR": _one_of("city.pt_BR"),
    "street.pt_BR": _address,
    "phone.pt_BR": _phone,
    "email": _email,
    "words": _one_of("words"),
    "letters": _letters,
    "cpf": cpf,
    "cnpj": cnpj,
    "ssn": ssn,
    "iban": iban,
    "card": card,
}
"""Generators by their names in a file."""
