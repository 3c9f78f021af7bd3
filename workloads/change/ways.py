"""Ways to change the encryption of rows that are there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from workloads.change.columns import Batches, ColumnWay, NewTable, OneUpdate


class Way(StrEnum):
    """The word that a plan has."""

    UPDATE = "update"
    BATCHES = "batches"
    NEW_TABLE = "new-table"


COLUMN_WAYS: Mapping[Way, ColumnWay] = {
    Way.UPDATE: OneUpdate(),
    Way.BATCHES: Batches(),
    Way.NEW_TABLE: NewTable(),
}
