"""The parameters of the workload “predicate” in a plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.contract.message import Message, phrase
from engines.contract.parameter import Shown, parameter
from workloads.contract import PROFILES, Case, Parameters, Profile
from workloads.predicate.blind_indexes import IndexKind

_MOST_ROWS = 100_000_000


@dataclass(frozen=True)
class PredicateParameters(Parameters):
    """There is a case for each of `rows` and `indexes`. In each column a search that an index
    answers is done `searches` times, one that reads every row `scans` times; `writes` rows are
    inserted, and as many updated. The published study had a million rows, and one search
    of each kind."""

    name: str = "predicate"
    rows: tuple[int, ...] = parameter(
        (100_000,),
        most=_MOST_ROWS,
        shown=Shown(
            phrase("Rows"),
            offers=(1_000, 10_000, 100_000, 1_000_000),
            words=phrase("Add a number of rows"),
            required_message=phrase("Add at least one number of rows."),
        ),
    )
    indexes: tuple[IndexKind, ...] = parameter(
        tuple(IndexKind),
        shown=Shown(
            phrase("Indexes"),
            choices={
                IndexKind.NONE: (phrase("none"), phrase("Every search reads every row")),
                IndexKind.BTREE: (
                    phrase("B-tree"),
                    phrase("On every column that is not encrypted: in plaintext, on all of them"),
                ),
                IndexKind.DETERMINISTIC: (
                    phrase("on ciphertext"),
                    phrase("Where equal values have equal ciphertext; finds equal values only"),
                ),
                IndexKind.BLIND: (
                    phrase("blind"),
                    phrase("HMAC of values, of buckets for ranges, and of beginnings"),
                ),
                IndexKind.EXPRESSION: (
                    phrase("on the decrypted value"),
                    phrase("Stores the plaintext, and the key in its definition; PostgreSQL only"),
                ),
            },
            required_message=phrase("Choose an index."),
        ),
    )
    searches: int = parameter(
        50,
        least=1,
        most=100_000,
        shown=Shown(
            phrase("Searches with an index"),
            phrase("How many per column; each finds another value"),
        ),
    )
    scans: int = parameter(
        2,
        least=1,
        most=10_000,
        shown=Shown(
            phrase("Searches without an index"), phrase("How many per column; each reads every row")
        ),
    )
    writes: int = parameter(
        500,
        least=1,
        most=1_000_000,
        shown=Shown(phrase("Rows written"), phrase("Inserted, and as many updated; rolled back")),
    )
    profile: Profile = parameter(Profile.STUDY, shown=PROFILES)

    def cases(self) -> tuple[Case, ...]:
        """A case for each number of rows by each kind of index."""
        return tuple(Case(rows, index.value) for rows in self.rows for index in self.indexes)

    def faults(self) -> Iterator[Message]:
        """Clauses about what does not fit, beyond limits of single values."""
        if not self.rows:
            yield phrase("workload rows are empty")
        if not self.indexes:
            yield phrase("workload indexes are empty")
        for rows in self.rows:
            if rows < 1:
                yield phrase("rows {rows} must be 1 or more", rows=rows)
        if len(set(self.rows)) != len(self.rows):
            yield phrase("a number of rows is named twice")
        if len(set(self.indexes)) != len(self.indexes):
            yield phrase("an index is named twice")
