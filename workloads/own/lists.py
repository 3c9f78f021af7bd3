"""Texts made of words of ours, frozen: the same number gives the same text in every release.

Whoever numbers them gets different texts for different numbers, as many as anybody wants: what has
come round begins again with a number behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files

_WORDS = {
    name: words.split(", ")
    for line in (files(__package__) / "words.txt").read_text(encoding="utf-8").splitlines()
    for name, _, words in (line.partition(": "),)
}


def _numbered(text: str, times: int) -> str:
    return text if not times else f"{text} {times + 1}"


def _person(first: list[str], last: list[str]) -> Callable[[int], str]:
    def made(number: int) -> str:
        rest, place = divmod(number, len(first))
        times, other = divmod(rest, len(last) ** 2)
        family, second = divmod(other, len(last))
        names = (
            (first[place], last[family], last[second])
            if family != second
            else (
                first[place],
                last[second],
            )
        )
        return _numbered(" ".join(names), times)

    return made


def _one_of(texts: list[str]) -> Callable[[int], str]:
    def made(number: int) -> str:
        times, place = divmod(number, len(texts))
        return _numbered(texts[place], times)

    return made


def _address(number: int) -> str:
    house, street = divmod(number, len(_WORDS["street.pt_BR"]))
    return f"{_WORDS['street.pt_BR'][street]}, {house + 1}"


def _email(number: int) -> str:
    rest, place = divmod(number, len(_WORDS["first.en"]))
    times, family = divmod(rest, len(_WORDS["last.en"]))
    user = f"{_WORDS['first.en'][place]}.{_WORDS['last.en'][family]}".lower()
    return f"{user}{times or ''}@example.org"


def _phone(number: int) -> str:
    return f"+55 {11 + number // 100_000_000 % 89} 9{number % 100_000_000:08d}"


def _cpf(number: int) -> str:
    """Brazil's CPF with its two check digits (Receita Federal): nine digits are the number's."""
    digits = [int(digit) for digit in f"{number % 1_000_000_000:09d}"]
    for _ in range(2):
        weights = range(len(digits) + 1, 1, -1)
        left = sum(digit * weight for digit, weight in zip(digits, weights, strict=True)) % 11
        digits.append(0 if left < 2 else 11 - left)
    text = "".join(map(str, digits))
    return f"{text[:3]}.{text[3:6]}.{text[6:9]}-{text[9:]}"


def _date(number: int) -> str:
    """A day of the years 1930 to 2025, all with 28 days in a month."""
    months, day = divmod(number, 28)
    years, month = divmod(months, 12)
    return f"{1930 + years % 96}-{month + 1:02d}-{day + 1:02d}"


def _letters(number: int) -> str:
    """Ten letters, different for different numbers below 26^10."""
    text = ""
    for _ in range(10):
        number, place = divmod(number, 26)
        text += chr(ord("a") + place)
    return text


LISTS: Mapping[str, Callable[[int], str]] = {
    "name.pt_BR": _person(_WORDS["first.pt_BR"], _WORDS["last.pt_BR"]),
    "name.en": _person(_WORDS["first.en"], _WORDS["last.en"]),
    "city.pt_BR": _one_of(_WORDS["city.pt_BR"]),
    "street.pt_BR": _address,
    "phone.pt_BR": _phone,
    "cpf": _cpf,
    "email": _email,
    "date": _date,
    "words": _one_of(_WORDS["words"]),
    "letters": _letters,
}
"""What makes texts, by its name in a file: the text of a number."""
