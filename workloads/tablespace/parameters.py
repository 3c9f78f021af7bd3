"""What a plan may set of the tablespace work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from engines.contract.launch import Logs
from engines.contract.message import Message, phrase
from engines.contract.parameter import parameter
from workloads.contract import Case, Parameters
from workloads.tablespace import shown
from workloads.tablespace.cases import Axes, Flush, Temperature

MOST_ROWS = 1_000_000_000
"""A thousand cubed: the rows come from joining three tables of a thousand rows."""

LEAST_BUFFER_MB = 8
"""The smallest buffer with which every engine starts."""


@dataclass(frozen=True)
class TablespaceParameters(Parameters):
    """`rows` are of the source table; the study's were 2,000,000. `buffers` are in MB (2²⁰ bytes);
    without one a server has its own. There is a case for each combination."""

    name: str = "tablespace"
    rows: tuple[int, ...] = parameter((200_000,), most=100_000_000, shown=shown.ROWS)
    buffers: tuple[int, ...] = parameter((), most=65_536, shown=shown.BUFFERS)
    temperatures: tuple[Temperature, ...] = parameter((Temperature.WARM,), shown=shown.TEMPERATURES)
    flush: tuple[Flush, ...] = parameter((Flush.LEFT,), shown=shown.FLUSH)
    logs: tuple[Logs, ...] = parameter((Logs.USUAL,), shown=shown.LOGS)

    def cases(self) -> tuple[Case, ...]:
        """One case for every combination of the values."""
        buffers = self.buffers or (None,)
        others = product(buffers, self.temperatures, self.flush, self.logs)
        names = [Axes(*each).name for each in others]
        return tuple(Case(rows, name) for rows in self.rows for name in names)

    def faults(self) -> Iterator[Message]:
        """Clauses about what does not fit, beyond limits of single values."""
        lists = {
            "rows": self.rows,
            "temperatures": self.temperatures,
            "flush": self.flush,
            "logs": self.logs,
        }
        for name, values in lists.items():
            if not values:
                yield phrase("workload {name} are empty", name=name)
        for rows in self.rows:
            if not 1 <= rows <= MOST_ROWS:
                yield phrase("{rows} rows are not between 1 and {most}", rows=rows, most=MOST_ROWS)
        for size in self.buffers:
            if size < LEAST_BUFFER_MB:
                yield phrase(
                    "a buffer of {size} MB is below the minimum of {least} MB",
                    size=size,
                    least=LEAST_BUFFER_MB,
                )
        for name, values in {**lists, "buffers": self.buffers}.items():
            if len(set(values)) != len(values):
                yield phrase("a value of workload {name} is named twice", name=name)
