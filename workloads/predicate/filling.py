"""The rows that are there before, put in by the engine's own bulk way where it need not seal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engines.contract.session import ApplicationSealer, Row
from engines.contract.statement import Statement, Target, Value, ValueType, insert
from engines.sealing.typed import to_bytes, width_of
from workloads.contract import Clock, Operation, Setting
from workloads.predicate.blind import BYTES, COLUMNS, BlindIndex
from workloads.predicate.checking import check_rows
from workloads.predicate.indexes import Index, index_of
from workloads.predicate.rows import KINDS, NAME_BYTES, SEALED, TABLE


class Fill(Operation):
    """All rows in one transaction: in bulk, or by an INSERT each where the server seals them."""

    name = "FILL"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        rows, sealer = setting.records, setting.sealer
        if sealer.changes_values and not isinstance(sealer, ApplicationSealer):
            prepared = setting.session.prepare(inserting(setting), sealer)
            beside = index_values(setting)
            clock.run_many((prepared, (*row, *beside(row))) for row in rows)
            prepared.close()
        else:
            columns = dict(KINDS)
            if sealer.changes_values:
                columns |= dict.fromkeys(SEALED, ValueType.BYTES)
            columns |= dict.fromkeys(index_columns(setting), ValueType.BYTES)
            setting.session.load(TABLE, columns, _stored(setting, rows))
        return len(rows)

    def verify(self, setting: Setting) -> None:
        check_rows(setting, setting.records)


def inserting(setting: Setting) -> Statement:
    """An INSERT of one row, sealed, with its blind indexes where there are any."""
    blind = index_columns(setting)
    sealed = {name: f"seal(:{name}, {TABLE}.{name})" for name in SEALED}
    places = {"code": ":code", **sealed, **{name: f":{name}" for name in blind}}
    return insert(TABLE, places, column_types(blind), column_sizes(blind))


def column_types(blind: Sequence[str]) -> dict[str, ValueType]:
    """The types of parameters and of sealed columns in statements about rows."""
    return {
        **KINDS,
        **{f"{TABLE}.{name}": KINDS[name] for name in SEALED},
        **dict.fromkeys(blind, ValueType.BYTES),
    }


def column_sizes(blind: Sequence[str]) -> dict[str, int]:
    """How long the values of parameters and of sealed columns are."""
    return {"name": NAME_BYTES, f"{TABLE}.name": NAME_BYTES, **dict.fromkeys(blind, BYTES)}


def index_columns(setting: Setting) -> Sequence[str]:
    """The columns of blind indexes, where values are sealed and the case has such indexes."""
    blind = index_of(setting.options.case) is Index.BLIND and setting.sealer.changes_values
    return COLUMNS if blind else ()


def index_values(setting: Setting) -> Callable[[Sequence[Value]], Sequence[Value]]:
    """What gives the values that stand of a row in blind indexes, in the order of
    `index_columns`."""
    if not index_columns(setting):
        return lambda row: ()
    blind = BlindIndex(setting.index_key, setting.options.size)
    return lambda row: blind.of_row(dict(zip(KINDS, row, strict=True)))


def _stored(setting: Setting, rows: Iterable[Sequence[Value]]) -> Iterator[Row]:
    """Rows as their columns hold them, sealed here if they are sealed."""
    sealer = setting.sealer
    if not isinstance(sealer, ApplicationSealer):
        yield from map(tuple, rows)
        return
    targets = [
        (kind, Target(TABLE, name, width_of(kind, NAME_BYTES), None, kind))
        for name, kind in KINDS.items()
        if name in SEALED
    ]
    store, beside = sealer.to_store, index_values(setting)
    for row in rows:
        code, *values = row
        sealed = (
            store(to_bytes(value, kind), target)
            for value, (kind, target) in zip(values, targets, strict=True)
        )
        yield (code, *sealed, *beside(row))
