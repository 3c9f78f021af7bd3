"""What the cases tell beside each other: by how many times a search is slower, and what leaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract.message import Message, Number, phrase
from workloads.contract import SECONDS, Reading
from workloads.predicate.indexes import LEAKS, Index, index_of
from workloads.predicate.operations import SelectEqual

_PLAINTEXT = "plaintext"
"""What a plan calls its baseline."""

_SLOWER = phrase(
    "{server}, {rows} rows: {operation} by a column sealed by {protection} takes {times} times as "
    "long as by the indexed plain one."
)


def remarks_on(readings: Sequence[Reading]) -> Iterator[Message]:
    """Slow-down factors of searches that no index answers, then a sentence for each index."""
    yield from _factors(readings)
    seen = {index_of(each.case) for each in readings if each.protection != _PLAINTEXT}
    yield from (LEAKS[index] for index in Index if index in seen)


def _factors(readings: Sequence[Reading]) -> Iterator[Message]:
    """Of cases with B-trees, where plaintext is searched by them and sealed columns row by row."""
    known = {
        (each.server, each.case, each.protection): each
        for each in readings
        if each.operation == SelectEqual.name
        and each.measure == SECONDS.name
        and index_of(each.case) is Index.BTREE
    }
    for (server, case, protection), each in known.items():
        plain = known.get((server, case, _PLAINTEXT))
        if protection == _PLAINTEXT or plain is None or plain.mean <= 0:
            continue
        times = each.mean / plain.mean
        if times >= 2:
            yield _SLOWER.with_values(
                server=server,
                rows=Number(case.size),
                operation=each.operation,
                protection=protection,
                times=Number(times, 0 if times >= 10 else 1),
            )
