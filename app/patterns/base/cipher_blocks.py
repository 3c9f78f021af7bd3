"""Cuts ciphertext into blocks and finds which of them are equal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

type Ints = NDArray[np.int64]
type Numbers = NDArray[np.unsignedinteger]
"""Of 32 bits, or of 64 where there are too many blocks for them: they stay in memory as long as a
picture."""

type Rows = NDArray[np.uint8]

AES_BLOCK = 16
"""Bytes of an AES block; Blowfish and DES have 8."""

_LOG_UNLIKELY = math.log(1e-6)
"""Repeats of short last blocks that are more probable than this by chance are no evidence."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks in the order of the data; equal ones carry the same id.

    `ids`: id of each block, shape (blocks,). `counts`: how often each id occurs, shape (distinct,).
    `starts`: the index of each value's first block, shape (values that are not empty,).
    """

    size: int
    ids: Numbers
    counts: Numbers
    starts: Ints

    def equal_to(self, index: int) -> Ints:
        """The indices of all blocks equal to the block at `index`, itself included."""
        return np.flatnonzero(self.ids == self.ids[index])

    @property
    def longest_run(self) -> int:
        """The most equal blocks in a row within one value; 1 if no two neighbours are equal."""
        run_begins = np.ones(len(self.ids) + 1, bool)
        run_begins[1:-1] = self.ids[1:] != self.ids[:-1]
        run_begins[self.starts] = True
        return int(np.diff(np.flatnonzero(run_begins)).max(initial=0))


def split_into_blocks(values: Sequence[bytes], size: int = AES_BLOCK) -> Blocks:
    """Cut each value into blocks of `size` bytes, from its own beginning.

    A shorter last block counts as a block too. It equals only last blocks of the same length; where
    these repeat no more often than random bytes of that length would (of 500 last blocks of one
    byte, at least 244 do), none counts as equal to another.

    Raises: ValueError for a size below 1.
    """
    if size < 1:
        raise ValueError(f"a block of {size} bytes")
    keys = _sort_keys(values, size)
    order = np.lexsort(keys)
    new_value_at = np.zeros(len(order), bool)  # where, among sorted blocks, another value begins
    new_value_at[:1] = True
    for key in keys:
        ordered = key[order]
        new_value_at[1:] |= ordered[1:] != ordered[:-1]
    if any(len(value) % size for value in values):
        _separate_chance_ends(new_value_at, keys[-1][order], size)
    kind = _number_type(len(order))
    ids: Numbers = np.empty(len(order), kind)
    ids[order] = np.cumsum(new_value_at, dtype=kind)
    ids -= 1
    counts: Numbers = np.diff(np.flatnonzero(new_value_at), append=len(order)).astype(kind)
    lengths = np.array([-(-len(value) // size) for value in values if value], np.int64)
    return Blocks(size, ids, counts, np.cumsum(lengths) - lengths)


def _separate_chance_ends(
    new_value_at: NDArray[np.bool_], lengths: NDArray[np.uint64], size: int
) -> None:
    """Make short last blocks differ from each other, for the lengths whose repeats chance explains.

    `new_value_at` (changed in place) and `lengths` are those of the sorted blocks; lengths rise.
    """
    edges = np.searchsorted(lengths, np.arange(1, size + 1))
    for length, (first, behind) in enumerate(pairwise(edges), start=1):
        ends = int(behind - first)
        if _chance_explains(ends, ends - int(new_value_at[first:behind].sum()), 256**length):
            new_value_at[first:behind] = True


def _chance_explains(ends: int, repeats: int, possible: int) -> bool:
    """Whether that many repeats are plausible among `ends` values drawn from `possible` ones.

    Chernoff's bound for a Poisson variable: of the number of equal pairs or, where there are at
    least as many ends as possible values, of the values that were never drawn.
    """
    observed, expected = repeats, ends * (ends - 1) / (2 * possible)
    if ends >= possible:
        observed = repeats - ends + possible
        expected = possible * math.exp(ends * math.log1p(-1 / possible))
    if observed <= expected:
        return True
    return observed - expected - observed * math.log(observed / expected) > _LOG_UNLIKELY


def _number_type(blocks: int) -> np.dtype[np.unsignedinteger]:
    return np.dtype(np.uint32 if blocks <= np.iinfo(np.uint32).max else np.uint64)


def _sort_keys(values: Sequence[bytes], size: int) -> tuple[NDArray[np.uint64], ...]:
    """Columns of numbers, one entry a block: two blocks are equal where all their numbers are."""
    rows = _rows(values, size)
    if size % 8:
        rows = np.pad(rows, ((0, 0), (0, -size % 8)))
    columns = tuple(rows.view(np.uint64).T)
    if all(len(value) % size == 0 for value in values):
        return columns
    return (*columns, _lengths(values, size))


def _rows(values: Sequence[bytes], size: int) -> Rows:
    """One row per block; short last blocks are padded with zeros."""
    if len(values) == 1 and len(values[0]) % size == 0:
        joined = values[0]
    else:
        joined = b"".join(value + bytes(-len(value) % size) for value in values)
    return np.frombuffer(joined, np.uint8).reshape(-1, size)


def _lengths(values: Sequence[bytes], size: int) -> NDArray[np.uint64]:
    """How many of each block's bytes are data."""
    return np.array(
        [
            min(size, len(value) - offset)
            for value in values
            for offset in range(0, len(value), size)
        ],
        np.uint64,
    )
