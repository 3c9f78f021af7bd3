"""What sealed logs cost, which is inside no comparison of one case: plaintext pays as well."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from engines.contract.launch import Logs
from engines.contract.message import Message, phrase, significant
from workloads.contract import SECONDS
from workloads.tablespace.cases import Axes, axes_of
from workloads.workload import Reading

type _Means = Mapping[tuple[int, str, Axes], float]


def log_sentences(readings: Sequence[Reading]) -> Iterator[Message]:
    """One for each server and protection that was measured with sealed and with readable logs."""
    own: dict[tuple[str, str], dict[tuple[int, str, Axes], float]] = {}
    for each in readings:
        if each.measure == SECONDS.name and each.mean > 0:
            place = each.case.size, each.operation, axes_of(each.case)
            own.setdefault((each.server, each.protection), {})[place] = each.mean
    for (server, protection), means in own.items():
        if ratios := _ratios(means):
            yield phrase(
                "{server}, {protection}: with encrypted logs it takes {times} times as long as "
                "with readable ones, on average over all operations. The two were not measured "
                "side by side, so there is no interval.",
                server=server,
                protection=protection,
                times=significant(math.exp(fmean(ratios)), 2),
            )


def _ratios(means: _Means) -> list[float]:
    """Logarithms of the ratios of encrypted to readable logs."""
    return [
        math.log(mean / means[size, operation, readable])
        for (size, operation, axes), mean in means.items()
        if axes.logs is Logs.SEALED
        and (size, operation, readable := replace(axes, logs=Logs.READABLE)) in means
    ]
