"""Block statistics against figures worked out otherwise."""

from __future__ import annotations

import json
import math
import os
import random
import zlib
from collections import Counter

import pytest

from app.patterns.base.block_statistics import (
    p_value,
    random_entropy,
    statistics_of_bytes,
    statistics_of_values,
)
from app.patterns.base.cipher_blocks import split_into_blocks
from app.patterns.base.explanations import explanations
from engines.contract.errors import InputError
from tests.app.patterns.ciphers import encrypt


@pytest.mark.parametrize(
    ("statistic", "degrees", "expected"),
    [
        # Critical values from the tables of Abramowitz & Stegun, 26.8.
        (3.84146, 1, 0.05),
        (5.99146, 2, 0.05),
        (11.3449, 3, 0.01),
        (18.3070, 10, 0.05),
        (124.342, 100, 0.05),
        # scipy.stats.chi2.sf, where byte values live.
        (150, 255, 0.9999999780961994),
        (255, 255, 0.48822252177040637),
        (293.2478, 255, 0.05000014600551991),
        (500, 255, 4.384961916799239e-18),
        (2000, 255, 6.879590201140631e-268),
        (12, 6, 0.06196880441665898),
    ],
)
def test_that_p_values_agree_with_published_ones(
    statistic: float, degrees: int, expected: float
) -> None:
    assert p_value(statistic, degrees) == pytest.approx(expected, rel=2e-5)


def test_that_p_values_stay_probabilities_at_both_ends() -> None:
    assert p_value(0, 255) == 1
    assert p_value(1e12, 255) == 0
    assert 0.999_999 < p_value(1, 255) <= 1


@pytest.mark.parametrize("size", [1, 3, 8, 16, 32])
def test_that_blocks_are_counted_as_by_hand(size: int) -> None:
    draw = random.Random(size)
    values = [
        draw.randbytes(size) * draw.randrange(4) + b"\0" * draw.randrange(9) for _ in range(50)
    ]
    values += values[:20]
    by_hand = Counter(v[i : i + size] for v in values for i in range(0, len(v), size))
    figures = statistics_of_values(values, size)
    assert figures.blocks == by_hand.total()
    assert figures.distinct_blocks == len(by_hand)
    assert figures.commonest == max(by_hand.values())
    assert dict(figures.histogram) == Counter(by_hand.values())
    repeats = by_hand.total() - len(by_hand)
    assert figures.repeated_percent == pytest.approx(100 * repeats / by_hand.total())


def test_that_a_short_end_is_not_taken_for_a_block_of_zeros() -> None:
    end = b"telling"
    figures = statistics_of_values([b"a" * 16 + end, end + bytes(9), end])
    assert (figures.blocks, figures.distinct_blocks) == (4, 3)


def test_that_short_ends_which_chance_repeats_are_no_evidence() -> None:
    ends = [os.urandom(16) + os.urandom(1) for _ in range(4_000)]
    assert statistics_of_values(ends).repeated_percent == 0
    assert statistics_of_values([os.urandom(2) for _ in range(4_000)]).commonest == 1


def test_that_short_values_which_repeat_beyond_chance_stay_evidence() -> None:
    states = [random.Random(n).choice((b"Acre", b"Bahia", b"MG")) for n in range(4_000)]
    assert statistics_of_values(states).distinct_blocks == 3
    shared = [os.urandom(16) + bytes([n % 5]) for n in range(4_000)]
    assert statistics_of_values(shared).distinct_blocks == 4_005
    long = [os.urandom(16) + bytes(each) for each in (8, 8, 15, 15)]
    assert statistics_of_values(long).distinct_blocks == 6


def test_that_the_longest_repeat_is_a_run_within_one_value() -> None:
    one, other = b"1" * 16, b"2" * 16
    assert statistics_of_bytes(other + one * 5 + other + one * 3).longest_repeat == 5
    assert statistics_of_values([one, one, one + one]).longest_repeat == 2
    assert statistics_of_bytes(one + other + one).longest_repeat == 1


def test_that_equal_blocks_are_reported_by_the_place_of_one() -> None:
    blocks = split_into_blocks([b"A" * 16 + b"B" * 16 + b"A" * 16, b"A" * 16 + b"A"])
    assert blocks.equal_to(2).tolist() == [0, 2, 3]
    assert blocks.equal_to(4).tolist() == [4]


def test_that_entropy_and_evenness_of_bytes_are_right() -> None:
    even = statistics_of_bytes(bytes(range(256)) * 10)
    assert even.entropy_bits_per_byte == 8
    assert even.chi2 == 0 and even.chi2_p == 1
    halves = statistics_of_bytes(b"ab" * 2000 + b"a")
    assert halves.entropy_bits_per_byte == pytest.approx(1, abs=1e-6)
    assert halves.chi2 == pytest.approx((2001**2 + 2000**2) / (4001 / 256) - 4001)
    assert halves.chi2_p == 0
    assert str(statistics_of_bytes(bytes(5000)).entropy_bits_per_byte) == "0.0"


def test_that_the_bias_of_entropy_is_known() -> None:
    measured = [statistics_of_bytes(random.Random(seed).randbytes(20_000)) for seed in range(20)]
    mean = sum(each.entropy_bits_per_byte for each in measured) / len(measured)
    assert mean == pytest.approx(random_entropy(20_000), abs=2e-4)


def test_that_too_few_bytes_get_no_p_value() -> None:
    assert statistics_of_bytes(os.urandom(1279)).chi2_p is None
    assert statistics_of_bytes(os.urandom(1280)).chi2_p is not None


def test_that_compressed_sizes_are_those_of_the_libraries() -> None:
    text = b"a patient in ward 7; " * 500
    figures = statistics_of_bytes(text)
    assert figures.zlib_percent == pytest.approx(100 * len(zlib.compress(text)) / len(text))
    assert figures.compressed_percent == min(figures.zlib_percent, figures.zstd_percent) < 2
    noise = statistics_of_bytes(os.urandom(100_000))
    assert noise.compressed_percent > 99.9


def test_that_json_begins_with_the_promised_keys() -> None:
    written = json.loads(json.dumps(statistics_of_bytes(b"x" * 4000).to_json(), allow_nan=False))
    assert list(written)[:6] == [
        "blocks",
        "distinct_blocks",
        "repeated_percent",
        "entropy_bits_per_byte",
        "chi2_p",
        "compressed_percent",
    ]
    assert written["blocks"] == 250 and written["histogram"] == [[250, 1]]


def test_that_no_bytes_are_refused_in_words() -> None:
    with pytest.raises(InputError, match="no ciphertext"):
        statistics_of_values([b"", b""])


def test_that_every_figure_has_a_sentence_that_follows_it() -> None:
    leaking, hiding = (
        statistics_of_bytes(b"0123456789abcdef" * 500),
        statistics_of_bytes(os.urandom(8000)),
    )
    tiny = statistics_of_bytes(b"abc")
    for figures in (leaking, hiding, tiny):
        report = explanations(figures)
        assert list(report) == [
            "blocks",
            "distinct_blocks",
            "repeated_percent",
            "longest_repeat",
            "entropy_bits_per_byte",
            "chi2_p",
            "zlib_percent",
            "zstd_percent",
            "histogram",
        ]
        assert all(hasattr(figures, name) for name in report)
        assert all(str(each).endswith(".") and "{" not in str(each) for each in report.values())
    leaks, hides = (
        {name: str(output) for name, output in explanations(each).items()}
        for each in (leaking, hiding)
    )
    assert "All 500 blocks are equal" in leaks["distinct_blocks"]
    assert "Up to 500 equal blocks" in leaks["longest_repeat"]
    assert "too uneven to be random" in leaks["chi2_p"]
    assert "No block occurs twice" in hides["distinct_blocks"]
    assert "cannot compress it" in hides["zstd_percent"]
    assert "too few" in str(explanations(tiny)["chi2_p"])


def test_that_ecb_and_cbc_are_distinguished_by_their_blocks() -> None:
    data = (b"%-32d" % 7) * 3000
    ecb, cbc = statistics_of_bytes(encrypt("ecb", data)), statistics_of_bytes(encrypt("cbc", data))
    assert ecb.distinct_blocks == 3  # two of text, one of padding
    assert cbc.distinct_blocks == cbc.blocks == 6001
    assert math.isclose(ecb.repeated_percent, 100 * 5998 / 6001)
