"""What the cases tell beside each other: by how many times a search is slower, and what leaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract.message import Message, Number, phrase
from workloads.contract import SECONDS, Reading
from workloads.predicate.indexes import LEAKS, Index, index_of
from workloads.predicate.operations import MOVED, SelectEqual

_PLAINTEXT = "plaintext"
"""What a plan calls its baseline."""

_SLOWER = phrase(
    "{server}, {rows} rows: {operation} by a column sealed by {protection} takes {times} times as "
    "long as by the indexed plain one."
)
_MOVED = phrase(
    "{server}, {rows} rows: for the searches of {operation} by columns sealed by {protection} "
    "{megabytes} MB came to the client, to be opened there."
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
    moved = {
        (each.server, each.case, each.protection): each.mean
        for each in readings
        if each.operation == SelectEqual.name and each.measure == MOVED
    }
    for (server, case, protection), each in known.items():
        plain = known.get((server, case, _PLAINTEXT))
        if protection == _PLAINTEXT or plain is None or plain.mean <= 0:
            continue
        values = {"server": server, "rows": Number(case.size), "operation": each.operation}
        times = each.mean / plain.mean
        if times >= 2:
            figure = Number(times, 0 if times >= 10 else 1)
            yield _SLOWER.with_values(**values, protection=protection, times=figure)
        if (size := moved.get((server, case, protection), 0.0)) >= 1e6:
            yield _MOVED.with_values(
                **values, protection=protection, megabytes=Number(size / 1e6, 1)
            )
