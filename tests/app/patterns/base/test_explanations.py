"""What the sentences say of figures at the edges of what they tell apart."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from app.patterns.base.block_statistics import BlockStatistics, statistics_of_bytes
from app.patterns.base.explanations import explanations
from tests.app.patterns.ciphers import encrypt


def report(figures: BlockStatistics) -> dict[str, str]:
    return {name: str(text) for name, text in explanations(figures).items()}


@pytest.mark.parametrize(
    ("repeated", "text"),
    [
        (498, "99.6 % of the blocks"),
        (499, "99.8 % of the blocks"),
        (185, "37 % of the blocks"),
        (21, "4.2 % of the blocks"),
    ],
)
def test_that_a_share_is_never_rounded_up_to_all(repeated: int, text: str) -> None:
    blocks = [number.to_bytes(16) for number in range(500 - repeated)]
    figures = statistics_of_bytes(b"".join(blocks + [blocks[0]] * repeated))
    assert figures.blocks == 500 and figures.distinct_blocks == 500 - repeated
    assert report(figures)["repeated_percent"].startswith(text)


def test_that_only_all_is_called_all() -> None:
    many = 1_000_000
    figures = replace(statistics_of_bytes(b"x" * 4000), repeated_percent=100 * (many - 1) / many)
    assert report(figures)["repeated_percent"].startswith("99.99 % of")
    assert report(replace(figures, zlib_percent=100.0))["zlib_percent"].endswith(
        "cannot compress it (100 %), as with random bytes."
    )


def test_that_nothing_is_stated_of_a_vector_that_is_not_known() -> None:
    distinct = b"".join(b"ward %11d" % number for number in range(500))
    for encrypted in (distinct, encrypt("cbc", distinct), encrypt("cbc", distinct, os.urandom(16))):
        text = report(statistics_of_bytes(encrypted))
        assert text["distinct_blocks"] == "No block occurs twice."
        assert text["repeated_percent"] == "No block repeats an earlier one."


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.4, "as even as in random data"),
        (0.011, "as even as in random data"),
        (0.009, "less even than in most random data"),
        (2e-6, "less even than in most random data"),
        (9e-7, "too uneven to be random"),
        (0.0, "p < 10⁻³⁰⁰"),
    ],
)
def test_that_an_unlikely_evenness_is_not_called_even(p: float, text: str) -> None:
    figures = replace(statistics_of_bytes(os.urandom(8000)), chi2_p=p)
    assert text in report(figures)["chi2_p"]
