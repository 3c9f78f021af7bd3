"""Blocks of large pictures: the same ids and counts, in half the memory."""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest

from app.patterns.base.cipher_blocks import split_into_blocks


def test_that_ids_follow_the_order_of_the_blocks_as_numbers_do() -> None:
    values = [b"B" * 8, b"A" * 8 + b"C" * 8, b"B" * 8 + b"A" * 3]
    blocks = split_into_blocks(values, 8)
    assert sorted(set(blocks.ids.tolist())) == list(range(4))
    assert blocks.counts[blocks.ids].tolist() == [2, 1, 1, 2, 1]
    assert blocks.starts.tolist() == [0, 1, 3]


@pytest.mark.parametrize("size", [1, 7, 8, 16])
def test_that_ids_and_counts_are_those_of_a_dictionary(size: int) -> None:
    draw = np.random.default_rng(size)
    value = draw.integers(0, 3, size * 400, np.uint8).tobytes()
    pieces = [value[at : at + size] for at in range(0, len(value), size)]
    blocks = split_into_blocks([value], size)
    assert blocks.counts[blocks.ids].tolist() == [Counter(pieces)[piece] for piece in pieces]
    of_id = dict(zip(blocks.ids.tolist(), pieces, strict=True))
    assert [of_id[number] for number in blocks.ids.tolist()] == pieces
    assert len(of_id) == len(blocks.counts) == len(set(pieces))


def test_that_a_block_takes_eight_bytes_at_most() -> None:
    blocks = split_into_blocks([os.urandom(16 * 10_000)])
    assert blocks.ids.nbytes + blocks.counts.nbytes == 8 * 10_000


def test_that_no_value_at_all_has_no_blocks() -> None:
    blocks = split_into_blocks([])
    assert len(blocks.ids) == len(blocks.counts) == 0
    assert blocks.longest_run == 0
