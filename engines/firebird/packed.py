"""Statements run through Firebird's own interfaces, with messages that are packed by us."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from firebird.driver import DatabaseError, Error
from firebird.driver.interfaces import iResultSet

from engines.contract.errors import DRIVER_FAULTS, StatementFailed
from engines.contract.session import Arrived, Bound, Prepared, Row
from engines.firebird.message import Layout, layout_of
from engines.sql.compilation import Compiled, make_binder

_ROW = 0
"""IStatus.RESULT_OK: a row was fetched."""

_CACHED_BYTES = 16_000_000
"""Rows stay as they came up to here, and are unpacked inside the clock beyond it."""


class PackedPrepared(Prepared):
    """One prepared statement. Parameters are packed before the clock starts, and rows unpacked
    after it has stopped."""

    def __init__(
        self,
        statement: Any,
        transaction: Any,
        compiled: Compiled,
        given: Layout | None,
        got: Layout | None,
        failed: Callable[[Exception], StatementFailed],
    ) -> None:
        self._statement, self._transaction = statement, transaction
        self._interface = statement._istmt
        self._given, self._got, self._failed = given, got, failed
        self._in_meta, self._out_meta = statement._in_meta, statement._out_meta
        self._buffer = statement._out_buffer
        self._at_once = max(1, _CACHED_BYTES // got.size) if got else 1
        table = self._interface.vtable
        self._execute, self._open_cursor = table.execute, table.openCursor
        self._state = self._interface.status.vtable.getState
        self._fetch: Any = None
        self.bind = self._make_bind(compiled)
        self.run = self._select if statement.has_cursor() else self._change

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        found: _Rows = arrived  # type: ignore[assignment]
        try:
            return found.all()
        except DRIVER_FAULTS as error:
            raise self._failed(error) from error

    def affected(self, arrived: Arrived) -> int:
        found: _Rows = arrived  # type: ignore[assignment]
        if self._got is not None:
            return found.count
        try:
            return int(self._interface.get_affected_records())
        except (Error, *DRIVER_FAULTS) as error:
            raise self._failed(error) from error

    def explain(self, values: Sequence[Any]) -> str:
        return plan_of(self._statement)

    def close(self) -> None:
        try:
            self._statement.free()
        except DatabaseError:  # the server is gone: as it is collected it must not try again
            self._statement._istmt = None

    def _make_bind(self, compiled: Compiled) -> Callable[[Sequence[Any]], Bound]:
        values_of = make_binder(compiled, lambda kind: _as_it_is)
        if self._given is None:
            return lambda values: b""
        pack = self._given.pack
        return lambda values: pack(values_of(values))

    def _change(self, message: Bound) -> Arrived:
        interface = self._interface
        status = interface.status
        self._execute(
            interface,
            status,
            self._transaction._tra or self._begun(),
            self._in_meta,
            message,
            self._out_meta,
            self._buffer,
        )
        if self._state(status):
            self._check()
        return _Rows(self._got, [self._buffer.raw] if self._got else [])

    def _select(self, message: Bound) -> Arrived:
        """Rows are fetched inside the clock: the engine makes them as they are fetched."""
        interface, buffer, state = self._interface, self._buffer, self._state
        status = interface.status
        pointer = self._open_cursor(
            interface,
            status,
            self._transaction._tra or self._begun(),
            self._in_meta,
            message,
            self._out_meta,
            0,
        )
        if state(status):
            self._check()
        fetch = self._fetch
        if fetch is None:
            fetch = self._fetch = pointer.contents.vtable.contents.fetchNext
        found = _Rows(self._got, [])
        stored, most = found.stored, self._at_once
        add = stored.append
        try:
            while fetch(pointer, status, buffer) == _ROW:
                add(buffer.raw)
                if len(stored) >= most:
                    found.unpack()
            if state(status):
                self._check()
        finally:
            with suppress(DatabaseError):
                iResultSet(pointer).close()
        return found

    def _begun(self) -> Any:
        try:
            self._transaction.begin()
        except (Error, *DRIVER_FAULTS) as error:
            raise self._failed(error) from error
        return self._transaction._tra

    def _check(self) -> None:
        try:
            self._interface._check()
        except (Error, *DRIVER_FAULTS) as error:
            raise self._failed(error) from error


def plan_of(statement: Any) -> str:
    """How the server says that it carries a prepared statement of the driver's out."""
    try:
        return str(statement.detailed_plan or statement.plan or "").strip()
    except (AttributeError, DatabaseError):  # of an INSERT there is none
        return ""


class _Rows:
    """Rows of a result, the newest of them as they came."""

    def __init__(self, layout: Layout | None, stored: list[bytes]) -> None:
        self._layout = layout
        self._done: list[Row] = []
        self.stored = stored

    @property
    def count(self) -> int:
        return len(self._done) + len(self.stored)

    def unpack(self) -> None:
        if self._layout is not None:
            self._done += map(self._layout.unpack, self.stored)
        self.stored.clear()

    def all(self) -> Sequence[Row]:
        self.unpack()
        return self._done


def packed(
    statement: Any,
    transaction: Any,
    compiled: Compiled,
    failed: Callable[[Exception], StatementFailed],
) -> PackedPrepared | None:
    """A statement of the driver's, to be run past it; None where it carries a type that only the
    driver knows, or where the driver is another one than this was written for."""
    try:
        given, got = _layout(statement._in_meta), _layout(statement._out_meta)
        return PackedPrepared(statement, transaction, compiled, given, got, failed)
    except (AttributeError, _OnlyTheDriver):
        return None


class _OnlyTheDriver(Exception):
    pass


def _layout(meta: Any) -> Layout | None:
    if meta is None or not meta.get_count():
        return None
    layout = layout_of(meta)
    if layout is None:
        raise _OnlyTheDriver
    return layout


def _as_it_is(value: Any) -> Any:
    return value
