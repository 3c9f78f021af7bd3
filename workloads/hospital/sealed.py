"""What each operation gives a cipher: how many values of which length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engines.sql.statement import Value
from workloads.hospital.data import FIELDS
from workloads.hospital.statements import OCCUPANCY

_READ_BACK = frozenset({"estado", "municipio", "nome", "origem", *OCCUPANCY})
"""What stands in the four tables that INSERT reads back; the rest is the notificacao's."""


def sealed_lengths(
    records: Sequence[Sequence[Value]], operation: str, target: str
) -> Mapping[int, float]:
    """How many values of each length in bytes an operation seals or opens for these records.

    INSERT seals every text and opens what it reads back; the others open every text, and UPDATE
    opens and seals each state once more, DELETE seals one value a record to compare with.
    """
    all_texts = _lengths(records, FIELDS)
    match operation:
        case "INSERT":
            return all_texts + _lengths(records, _READ_BACK)
        case "UPDATE":
            again = Counter({len(target.encode()): len(records)})
            return all_texts + _lengths(records, ("estado",)) + again
        case "DELETE":
            return all_texts + Counter({len(target.encode()): len(records)})
        case _:
            return all_texts


def _lengths(records: Iterable[Sequence[Value]], names: Iterable[str]) -> Counter[int]:
    places = [FIELDS.index(name) for name in names]
    return Counter(
        len(record[place].encode())  # type: ignore[union-attr]
        for record in records
        for place in places
        if isinstance(record[place], str)
    )
