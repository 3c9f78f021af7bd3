"""What the cases tell beside each other: by how many times a search is slower, and what leaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.contract.message import Message, Number, phrase, plural
from workloads.contract import SECONDS
from workloads.predicate.indexes import LEAKS, Index, index_of
from workloads.predicate.operations import SelectEqual
from workloads.workload import Reading

_PLAINTEXT = "plaintext"
"""What a plan calls its baseline."""

_TIMES: Mapping[Index, Message] = {
    Index.BTREE: phrase(
        "{server}, {rows}: {operation} by a column encrypted with {protection} takes {times} times "
        "as long as by the indexed plain one."
    ),
    Index.DETERMINISTIC: phrase(
        "{server}, {rows}: {operation} by an index on ciphertext of {protection} takes {times} "
        "times as long, on average, as by the indexed plain column."
    ),
    Index.BLIND: phrase(
        "{server}, {rows}: {operation} by a blind index, with {protection}, takes {times} times as "
        "long, on average, as by the indexed plain column."
    ),
    Index.EXPRESSION: phrase(
        "{server}, {rows}: {operation} by an index on the values that {protection} decrypts takes "
        "{times} times as long, on average, as by the indexed plain column."
    ),
}
"""By the index of a case; plaintext is searched by a B-tree in all of them."""


def remarks_on(readings: Sequence[Reading]) -> Iterator[Message]:
    """Slow-down factors of searches by equality, then a sentence for each index."""
    yield from _factors(readings)
    seen = {index_of(each.case) for each in readings if each.protection != _PLAINTEXT}
    yield from (LEAKS[index] for index in Index if index in seen)


def _factors(readings: Sequence[Reading]) -> Iterator[Message]:
    """Of cases where plaintext is searched by a B-tree, those without such an answer first."""
    known = {
        (each.server, each.case, each.protection): each
        for each in readings
        if each.operation == SelectEqual.name
        and each.measure == SECONDS.name
        and index_of(each.case) in _TIMES
    }
    order = sorted(known.items(), key=lambda item: list(_TIMES).index(index_of(item[0][1])))
    for (server, case, protection), each in order:
        plain = known.get((server, case, _PLAINTEXT))
        if protection == _PLAINTEXT or plain is None or plain.mean <= 0:
            continue
        index, times = index_of(case), each.mean / plain.mean
        if index is not Index.BTREE or times >= 2:
            yield _TIMES[index].with_values(
                server=server,
                rows=plural("{n} rows", "{n} row", case.size),
                operation=each.operation,
                protection=protection,
                times=Number(times, 0 if times >= 10 else 1),
            )
