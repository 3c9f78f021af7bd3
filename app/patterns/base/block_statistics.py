"""What can be counted about ciphertext without its key: equal blocks, evenness, compressibility."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import zstandard

from app.patterns.base.cipher_blocks import AES_BLOCK, Blocks, Ints, split_into_blocks
from engines.contract.errors import InputError
from engines.contract.message import phrase

LEAST_EXPECTED_COUNT = 5
"""Cochran's rule: below five expected per class the distribution is no longer chi-square's
(W. G. Cochran, "Some methods for strengthening the common χ² tests", Biometrics 10, 1954)."""


def chi_square_statistic(counts: Sequence[int]) -> float:
    """Pearson's Σ (observed − expected)² / expected against a uniform distribution."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(statistic: float, degrees: int) -> float:
    """The probability that chance alone gives `statistic` or more.

    Abramowitz & Stegun, Handbook of Mathematical Functions, 26.4.4 (odd degrees of freedom) and
    26.4.5 (even): a finite sum of positive terms, taken as logarithms so that none overflows.

    Raises: ValueError for less than one degree of freedom.
    """
    if degrees < 1:
        raise ValueError(f"{degrees} degrees of freedom")
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if degrees % 2:
        first = math.erfc(math.sqrt(half))
        powers = [r - 0.5 for r in range(1, (degrees + 1) // 2)]
    else:
        first = 0.0
        powers = [float(r) for r in range(degrees // 2)]
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return min(1.0, first + math.fsum(terms))


_BYTE_VALUES = 256
_CHUNK_BYTES = 4 << 20


@dataclass(frozen=True)
class BlockStatistics:
    """Figures of a ciphertext or of all values of a column.

    `repeated_percent`: blocks that equal an earlier one, in percent of all blocks.
    `longest_repeat`: the most equal blocks in a row within one value (1: no two neighbours equal).
    `commonest`: how often the most frequent block occurs.
    `entropy_bits_per_byte`: Shannon's entropy of the byte values, 0 to 8 (C. E. Shannon, "A
    Mathematical Theory of Communication", 1948, section 6).
    `chi2`: Pearson's statistic of the 256 byte values against all being equally frequent, 255
    degrees of freedom; `chi2_p` its p-value, None where there are too few bytes for the test.
    `zlib_percent`, `zstd_percent`: size after compression at each library's default level, in
    percent of the original.
    `histogram`: pairs (n, how many distinct blocks occur n times), by rising n.
    """

    block_size: int
    size: int
    values: int
    blocks: int
    distinct_blocks: int
    repeated_percent: float
    longest_repeat: int
    commonest: int
    entropy_bits_per_byte: float
    chi2: float
    chi2_p: float | None
    zlib_percent: float
    zstd_percent: float
    histogram: tuple[tuple[int, int], ...]

    @property
    def distinct_percent(self) -> float:
        return 100 * self.distinct_blocks / self.blocks

    @property
    def compressed_percent(self) -> float:
        """The better of the two compressors."""
        return min(self.zlib_percent, self.zstd_percent)

    def to_json(self) -> dict[str, object]:
        """The six promised keys first, in their order, then the others."""
        return {
            "blocks": self.blocks,
            "distinct_blocks": self.distinct_blocks,
            "repeated_percent": self.repeated_percent,
            "entropy_bits_per_byte": self.entropy_bits_per_byte,
            "chi2_p": self.chi2_p,
            "compressed_percent": self.compressed_percent,
            "block_size": self.block_size,
            "bytes": self.size,
            "values": self.values,
            "longest_repeat": self.longest_repeat,
            "commonest": self.commonest,
            "chi2": self.chi2,
            "zlib_percent": self.zlib_percent,
            "zstd_percent": self.zstd_percent,
            "histogram": [list(pair) for pair in self.histogram],
        }


def statistics_of_bytes(data: bytes, block_size: int = AES_BLOCK) -> BlockStatistics:
    """The figures of one ciphertext; 36 MB take about a second.

    Raises: InputError without a single byte, ValueError for a block size below 1.
    """
    return statistics_of_values([data], block_size)


def statistics_of_values(values: Sequence[bytes], block_size: int = AES_BLOCK) -> BlockStatistics:
    """The figures of a column: blocks are cut within each value, bytes are counted over all.

    Raises: InputError without a single byte, ValueError for a block size below 1.
    """
    return statistics_and_blocks(values, block_size)[0]


def statistics_and_blocks(
    values: Sequence[bytes], block_size: int = AES_BLOCK
) -> tuple[BlockStatistics, Blocks]:
    """The figures of a column, and its blocks.

    Raises: InputError without a single byte, ValueError for a block size below 1.
    """
    data = values[0] if len(values) == 1 else b"".join(values)
    if not data:
        raise InputError(phrase("Nothing to count"), phrase("There is no ciphertext."))
    with ThreadPoolExecutor(2) as pool:  # both compressors and numpy release the GIL
        by_zlib = pool.submit(_compressed_percent, zlib.compress, data)
        by_zstd = pool.submit(_compressed_percent, zstandard.compress, data)
        blocks = split_into_blocks(values, block_size)
        total, distinct = len(blocks.ids), len(blocks.counts)
        times, how_many = np.unique(blocks.counts, return_counts=True)
        counts = _byte_counts(data)
        chi2 = chi_square_statistic(counts.tolist())
        enough = len(data) >= LEAST_EXPECTED_COUNT * _BYTE_VALUES
        figures = BlockStatistics(
            block_size=block_size,
            size=len(data),
            values=len(values),
            blocks=total,
            distinct_blocks=distinct,
            repeated_percent=100 * (total - distinct) / total,
            longest_repeat=blocks.longest_run,
            commonest=int(blocks.counts.max()),
            entropy_bits_per_byte=_entropy(counts),
            chi2=chi2,
            chi2_p=p_value(chi2, _BYTE_VALUES - 1) if enough else None,
            zlib_percent=by_zlib.result(),
            zstd_percent=by_zstd.result(),
            histogram=tuple(zip(times.tolist(), how_many.tolist(), strict=True)),
        )
    return figures, blocks


def random_entropy(size: int) -> float:
    """The entropy that `size` evenly random bytes show on average, in bits per byte.

    Eight bits less the bias of counting, (256 − 1) / (2 size ln 2): G. A. Miller, "Note on the bias
    of information estimates", 1955. Not below 0; for few bytes it is only a guide.
    """
    return max(0.0, 8 - (_BYTE_VALUES - 1) / (2 * size * math.log(2)))


def _compressed_percent(compress: Callable[[bytes], bytes], data: bytes) -> float:
    return 100 * len(compress(data)) / len(data)


def _byte_counts(data: bytes) -> Ints:
    """How often each byte value occurs, shape (256,); counted in pairs, which is twice as quick."""
    pairs = np.zeros(_BYTE_VALUES**2, np.int64)
    even = len(data) // 2 * 2
    for begin in range(0, even, _CHUNK_BYTES):
        piece = np.frombuffer(data, np.uint16, min(_CHUNK_BYTES, even - begin) // 2, begin)
        pairs += np.bincount(piece, minlength=len(pairs))
    square = pairs.reshape(_BYTE_VALUES, _BYTE_VALUES)
    counts: Ints = square.sum(0) + square.sum(1)
    for byte in data[even:]:
        counts[byte] += 1
    return counts


def _entropy(counts: Ints) -> float:
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log2(shares)).sum()) + 0.0  # never −0
