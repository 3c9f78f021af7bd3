"""What a plan may set of the tablespace work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.contract.message import Message, phrase
from workloads.contract import Parameters
from workloads.parameter import Shown, parameter


@dataclass(frozen=True)
class TablespaceParameters(Parameters):
    """`rows` are of the source table; the study's were 2,000,000."""

    name: str = "tablespace"
    rows: tuple[int, ...] = parameter(
        (200_000,),
        most=100_000_000,
        shown=Shown(
            phrase("Rows"),
            phrase("Rows of the source table; the table that is made of it has twice as many"),
            unit=phrase("rows"),
            offers=(10_000, 200_000, 2_000_000),
            words=phrase("Add a number of rows"),
            lacks=phrase("Add at least one number of rows."),
        ),
    )

    def faults(self) -> Iterator[Message]:
        """Clauses about what does not fit, beyond limits of single values."""
        if not self.rows:
            yield phrase("workload rows are empty")
        for rows in self.rows:
            if not 1 <= rows <= MOST_ROWS:
                yield phrase("{rows} rows are not between 1 and {most}", rows=rows, most=MOST_ROWS)
        if len(set(self.rows)) != len(self.rows):
            yield phrase("a number of rows is named twice")


MOST_ROWS = 1_000_000_000
"""What three tables of a thousand rows count to."""
