"""Numbers that identify somebody or something, valid for whoever checks them: different numbers
give different ones, as long as there are any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from workloads.own.generators.digits import digits_of, texts_of


def cpf(codes: Any) -> list[str]:
    """Brazil's numbers of persons: nine digits, two check digits modulo 11 (Receita Federal)."""
    rows = _checked(digits_of(codes % 999_999_999 + 1, 9), range(10, 1, -1))
    return texts_of(_checked(rows, range(11, 1, -1)), "###.###.###-##")


def cnpj(codes: Any) -> list[str]:
    """Brazil's numbers of companies: eight digits, the head office's 0001, two check digits."""
    branch = np.tile(np.array([0, 0, 0, 1], dtype=np.uint8), (len(codes), 1))
    rows = np.hstack((digits_of(codes % 99_999_999 + 1, 8), branch))
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    rows = _checked(rows, weights[1:])
    return texts_of(_checked(rows, weights), "##.###.###/####-##")


def ssn(codes: Any) -> list[str]:
    """Numbers of the United States' Social Security: no check digit, but areas, groups and serials
    that are given to nobody."""
    left, serial = np.divmod(codes, 9_999)
    left, group = np.divmod(left, 99)
    area = left % 898 + 1
    area = np.where(area >= 666, area + 1, area)
    rows = (digits_of(area, 3), digits_of(group + 1, 2), digits_of(serial + 1, 4))
    return texts_of(np.hstack(rows), "###-##-####")


def iban(codes: Any) -> list[str]:
    """German account numbers (ISO 13616): two check digits modulo 97, 18 digits."""
    # DE is 1314 there, and the check digits are 00 while they are looked for.
    check = 98 - ((codes % 97) * 1_000_000 + 131_400) % 97
    rows = np.hstack((digits_of(check, 2), digits_of(codes, 18)))
    return texts_of(rows, "DE####################")


def card(codes: Any) -> list[str]:
    """Numbers of payment cards (ISO/IEC 7812): 4, fourteen digits and Luhn's check digit."""
    rows = np.hstack((np.full((len(codes), 1), 4, dtype=np.uint8), digits_of(codes, 14)))
    doubled = rows[:, ::2] * 2
    total = _sum(rows[:, 1::2]) + _sum(doubled - 9 * (doubled > 9))
    return texts_of(np.column_stack((rows, (-total % 10).astype(np.uint8))), "################")


def _checked(rows: Any, weights: Iterable[int]) -> Any:
    """Rows of digits with the check digit of Brazil's numbers behind them."""
    left = _sum(rows, weights) % 11
    return np.column_stack((rows, np.where(left < 2, 0, 11 - left).astype(np.uint8)))


def _sum(rows: Any, weights: Iterable[int] | None = None) -> Any:
    """The sum of each row's digits, a column after another, which is how they lie in caches."""
    total = np.zeros(len(rows), dtype=np.int32)
    for place, weight in enumerate(weights or (1,) * rows.shape[1]):
        total += rows[:, place] * np.int32(weight)
    return total
