"""Groups of ciphertexts with a common prefix, which modes with one fixed IV reveal.

Block i of a CBC ciphertext depends on plaintext blocks 1 to i and nothing else once key and vector
are fixed (NIST SP 800-38A, 6.2), so values agree up to the block in which they first differ. Where
a key stream is used again (CFB, OFB, CTR, stream ciphers) they agree up to the very byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.patterns.base.cipher_blocks import AES_BLOCK

LEAST_BYTES = 4
"""Leading bytes that values under one key stream must share: by chance 1 of 4 billion pairs do."""


@dataclass(frozen=True)
class PrefixGroup:
    """Different ciphertexts with the same first units: blocks, or bytes if a key stream is reused.

    `prefix` is what they share, `shared_units` its length in units; `distinct` counts different
    values, `records` all of them. `members` are the different values, in byte order.
    """

    prefix: bytes
    shared_units: int
    distinct: int
    records: int
    members: tuple[bytes, ...]


def prefix_groups(values: Iterable[bytes], block_size: int = AES_BLOCK) -> list[PrefixGroup]:
    """Groups of at least two different values that share at least their first block.

    A group holds all values with one first block; the largest group comes first. Equal values are
    one member: that they are equal is what a fixed vector shows anyway.
    """
    return _groups(values, block_size, block_size)


def bytewise_groups(values: Iterable[bytes]) -> list[PrefixGroup]:
    """The same for values under one key stream, which share at least `LEAST_BYTES`."""
    return _groups(values, LEAST_BYTES, 1)


def _groups(values: Iterable[bytes], least: int, unit: int) -> list[PrefixGroup]:
    counts = Counter(values)
    by_prefix: dict[bytes, list[bytes]] = {}
    for value in sorted(counts):
        if len(value) >= least:
            by_prefix.setdefault(value[:least], []).append(value)
    groups = [_group(each, counts, unit) for each in by_prefix.values() if len(each) > 1]
    return sorted(groups, key=lambda group: (-group.records, group.prefix))


def shared_blocks(values: Sequence[bytes], block_size: int = AES_BLOCK) -> int:
    """The number of leading whole blocks that all values share."""
    lowest, highest = min(values), max(values)  # what these two share, all between them share
    most = min(len(lowest), len(highest)) // block_size
    for index in range(most):
        piece = slice(index * block_size, (index + 1) * block_size)
        if lowest[piece] != highest[piece]:
            return index
    return most


def _group(members: Sequence[bytes], counts: Counter[bytes], unit: int) -> PrefixGroup:
    shared_units = shared_blocks(members, unit)
    return PrefixGroup(
        prefix=members[0][: shared_units * unit],
        shared_units=shared_units,
        distinct=len(members),
        records=sum(counts[member] for member in members),
        members=tuple(members),
    )
