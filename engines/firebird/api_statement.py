"""Prepared statements that call Firebird's API directly, past its Python driver.

Parameters and rows are packed into the API's messages and unpacked here.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from firebird.driver import DatabaseError, Error
from firebird.driver.interfaces import iResultSet
from firebird.driver.types import SQLDataType

from engines.base.result_size import check_result, check_sample
from engines.contract.errors import DRIVER_FAULTS, StatementFailed
from engines.contract.message import phrase
from engines.contract.session import Bound, Prepared, RawResult, Row
from engines.sql.compilation import Compiled, make_binder
from engines.sql.value_encoding import value_text

# Messages: the blocks of memory in which parameters and rows travel between us and Firebird.
#
# Their layout is asked for once, when a statement is prepared. The driver asks for it with every
# execution and gives each text a length of its own, so that the server compiles the message's
# format anew: 13 values took it 140 µs, and take 3 µs here.

_OCTETS = 1
"""Firebird's number of the character set OCTETS."""

_NULL_FORMAT, _LENGTH_FORMAT = "h", "H"
_FORMATS = {
    SQLDataType.SHORT: "h",
    SQLDataType.LONG: "i",
    SQLDataType.INT64: "q",
    SQLDataType.DOUBLE: "d",
    SQLDataType.BOOLEAN: "?",
    SQLDataType.DATE: "i",
    SQLDataType.TIMESTAMP: "q",
}
_SCALED = frozenset({SQLDataType.SHORT, SQLDataType.LONG, SQLDataType.INT64})

_EPOCH = datetime(1858, 11, 17)
"""Day 0 of dates (the Modified Julian Date)."""
_TICKS_PER_SECOND = 10_000
"""Of a timestamp."""


@dataclass(frozen=True)
class _Field:
    """Where a message has a value. Offsets and `size` are in bytes; `size` is without the two of a
    text's length."""

    type: SQLDataType
    offset: int
    null_offset: int
    size: int
    octets: bool
    scale: int = 0
    """Digits after the decimal point of a number that is stored as an integer."""

    @property
    def varying(self) -> bool:
        return self.type is SQLDataType.VARYING

    def parts(self) -> Iterator[tuple[int, str]]:
        """Offset and `struct` format of each part: length, value, null flag."""
        if self.varying:
            yield self.offset, _LENGTH_FORMAT
            yield self.offset + 2, f"{self.size}s"
        else:
            yield self.offset, _FORMATS[self.type]
        yield self.null_offset, _NULL_FORMAT


class Layout:
    """How values of one message are packed and unpacked; `size` is in bytes."""

    def __init__(self, fields: Sequence[_Field], size: int) -> None:
        self.size = size
        self._fields = fields
        self._struct = struct.Struct(_format(fields, size))
        self._pack = self._struct.pack
        self._readers = list(_readers(fields))

    def pack(self, values: Sequence[Any]) -> bytes:
        """A message of one value per field: None, text, bytes, a number or a truth value.

        Raises: StatementFailed for a value that does not fit
        """
        flat: list[Any] = []
        add = flat.extend
        for field, value in zip(self._fields, values, strict=True):
            if not field.varying:
                add((0, -1) if value is None else (_stored_value(field, value), 0))
            elif value is None:
                add((0, b"", -1))
            else:
                data = value if isinstance(value, bytes) else value_text(value).encode()
                if len(data) > field.size:
                    raise _misfit(f"a value of {len(data)} bytes is too long for {field.size}")
                add((len(data), data, 0))
        try:
            return self._pack(*flat)
        except (struct.error, TypeError) as error:
            raise _misfit(f"a value does not fit: {error}") from error

    def unpack(self, message: bytes) -> Row:
        """The values of a message: the inverse of `pack`."""
        flat = self._struct.unpack(message)
        return tuple([read(flat) for read in self._readers])


def layout_of(meta: Any) -> Layout | None:
    """The layout that the engine's metadata (iMessageMetadata) describes; None where it has a type
    that is not packed here: texts of fixed length, times of day, INT128, blobs, arrays."""
    fields = [_field(meta, index) for index in range(meta.get_count())]
    known = [field for field in fields if field is not None]
    size = meta.get_message_length()
    if len(known) < len(fields) or not _in_order(known, size):
        return None
    return Layout(known, size)


def _field(meta: Any, index: int) -> _Field | None:
    kind = meta.get_type(index)
    scale = -meta.get_scale(index)
    if kind not in {SQLDataType.VARYING, *_FORMATS} or (scale and kind not in _SCALED):
        return None
    numeric = meta.get_subtype(index) and kind is not SQLDataType.VARYING
    if scale < 0 or (numeric and kind not in _SCALED):
        return None
    return _Field(
        kind,
        meta.get_offset(index),
        meta.get_null_offset(index),
        meta.get_length(index),
        meta.get_charset(index) == _OCTETS,
        scale,
    )


def _stored_value(field: _Field, value: Any) -> Any:
    """A value as a message has it, in a field of fixed length."""
    match field.type:
        case SQLDataType.DATE if isinstance(value, date):
            return value.toordinal() - _EPOCH.toordinal()
        case SQLDataType.TIMESTAMP if isinstance(value, date):
            return _ticks(value)
        case kind if field.scale or (kind in _SCALED and isinstance(value, Decimal)):
            number = Decimal(str(value)).scaleb(field.scale)
            if number != int(number):
                raise _misfit(f"it has more than {field.scale} digits behind the point")
            return int(number)
    return value


def _ticks(value: date) -> int:
    """Days in the lower half of eight bytes, fractions of the day in the higher."""
    day = value.toordinal() - _EPOCH.toordinal()
    part = value if isinstance(value, datetime) else datetime(*value.timetuple()[:3])
    seconds = (part.hour * 60 + part.minute) * 60 + part.second
    fraction = seconds * _TICKS_PER_SECOND + part.microsecond // 100
    halves = struct.pack("=iI", day, fraction)
    return int(struct.unpack("=q", halves)[0])


def _in_order(fields: Sequence[_Field], size: int) -> bool:
    """Whether no part overlaps the one before it."""
    end = 0
    for offset, code in (part for field in fields for part in field.parts()):
        if offset < end:
            return False
        end = offset + struct.calcsize(f"={code}")
    return end <= size


def _format(fields: Sequence[_Field], size: int) -> str:
    """All parts of a message with the gaps between them, in the byte order of this machine."""
    parts, end = ["="], 0
    for offset, code in (part for field in fields for part in field.parts()):
        parts += [f"{offset - end}x", code]
        end = offset + struct.calcsize(f"={code}")
    return "".join([*parts, f"{size - end}x"])


def _readers(fields: Sequence[_Field]) -> Iterator[Callable[[Sequence[Any]], Any]]:
    """For each field a function that takes its value from the flat values of a message."""
    at = 0
    for field in fields:
        if field.varying:
            yield _octets_at(at) if field.octets else _text_at(at)
        else:
            yield _value_at(at, field)
        at += len(list(field.parts()))


def _value_at(at: int, field: _Field) -> Callable[[Sequence[Any]], Any]:
    match field.type:
        case SQLDataType.DATE:
            return lambda flat: None if flat[at + 1] else _date(flat[at])
        case SQLDataType.TIMESTAMP:
            return lambda flat: None if flat[at + 1] else _timestamp(flat[at])
        case _ if scale := field.scale:
            return lambda flat: None if flat[at + 1] else Decimal(flat[at]).scaleb(-scale)
    return lambda flat: None if flat[at + 1] else flat[at]


def _date(count: int) -> date:
    return date.fromordinal(_EPOCH.toordinal() + count)


def _timestamp(ticks: int) -> datetime:
    day, fraction = struct.unpack("=iI", struct.pack("=q", ticks))
    return _EPOCH + timedelta(days=day, microseconds=fraction * (1_000_000 // _TICKS_PER_SECOND))


def _octets_at(at: int) -> Callable[[Sequence[Any]], bytes | None]:
    return lambda flat: None if flat[at + 2] else flat[at + 1][: flat[at]]


def _text_at(at: int) -> Callable[[Sequence[Any]], str | None]:
    return lambda flat: None if flat[at + 2] else flat[at + 1][: flat[at]].decode()


def _misfit(text: str) -> StatementFailed:
    return StatementFailed(
        phrase("Statement failed"),
        phrase("Firebird received a value it cannot store: {words}."),
        phrase("Choose a smaller value."),
        words=text,
    )


_ROW = 0
"""IStatus.RESULT_OK: a row was fetched."""

_CACHED_BYTES = 16_000_000
"""Up to here rows stay packed until the clock has stopped; more are unpacked inside it."""


class PackedPrepared(Prepared):
    """One prepared statement. Parameters are packed before the clock starts, and rows unpacked
    after it has stopped."""

    def __init__(
        self,
        statement: Any,
        transaction: Any,
        compiled: Compiled,
        in_layout: Layout | None,
        out_layout: Layout | None,
        failed: Callable[[Exception], StatementFailed],
    ) -> None:
        self._statement, self._transaction = statement, transaction
        self._interface = statement._istmt
        self._in_layout, self._out_layout, self._failed = in_layout, out_layout, failed
        self._in_meta, self._out_meta = statement._in_meta, statement._out_meta
        self._buffer = statement._out_buffer
        self._most_packed = max(1, _CACHED_BYTES // out_layout.size) if out_layout else 1
        table = self._interface.vtable
        self._execute, self._open_cursor = table.execute, table.openCursor
        self._state = self._interface.status.vtable.getState
        self._fetch: Any = None
        self.bind = self._make_bind(compiled)
        self.run = self._select if statement.has_cursor() else self._change

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        found: _Rows = arrived  # type: ignore[assignment]
        try:
            rows = found.all()
        except DRIVER_FAULTS as error:
            raise self._failed(error) from error
        check_result("Firebird", rows)
        return rows

    def affected(self, arrived: RawResult) -> int:
        found: _Rows = arrived  # type: ignore[assignment]
        if self._out_layout is not None:
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
        if self._in_layout is None:
            return lambda values: b""
        pack = self._in_layout.pack
        return lambda values: pack(values_of(values))

    def _change(self, message: Bound) -> RawResult:
        interface = self._interface
        status = interface.status
        self._execute(
            interface,
            status,
            self._transaction._tra or self._begin_transaction(),
            self._in_meta,
            message,
            self._out_meta,
            self._buffer,
        )
        if self._state(status):
            self._raise_if_failed()
        return _Rows(self._out_layout, [self._buffer.raw] if self._out_layout else [])

    def _select(self, message: Bound) -> RawResult:
        """Rows are fetched inside the clock: the engine makes them as they are fetched."""
        interface, buffer, state = self._interface, self._buffer, self._state
        status = interface.status
        pointer = self._open_cursor(
            interface,
            status,
            self._transaction._tra or self._begin_transaction(),
            self._in_meta,
            message,
            self._out_meta,
            0,
        )
        if state(status):
            self._raise_if_failed()
        fetch = self._fetch
        if fetch is None:
            fetch = self._fetch = pointer.contents.vtable.contents.fetchNext
        found = _Rows(self._out_layout, [])
        packed_rows, most = found.packed_rows, self._most_packed
        add = packed_rows.append
        try:
            while fetch(pointer, status, buffer) == _ROW:
                add(buffer.raw)
                if len(packed_rows) >= most:
                    found.unpack()
                    check_sample("Firebird", found.unpacked)
            if state(status):
                self._raise_if_failed()
        finally:
            with suppress(DatabaseError):
                iResultSet(pointer).close()
        return found

    def _begin_transaction(self) -> Any:
        try:
            self._transaction.begin()
        except (Error, *DRIVER_FAULTS) as error:
            raise self._failed(error) from error
        return self._transaction._tra

    def _raise_if_failed(self) -> None:
        try:
            self._interface._check()
        except (Error, *DRIVER_FAULTS) as error:
            raise self._failed(error) from error


def plan_of(statement: Any) -> str:
    """The server's plan of a statement that the driver has prepared; empty where it has none."""
    try:
        return str(statement.detailed_plan or statement.plan or "").strip()
    except (AttributeError, DatabaseError):  # an INSERT has none
        return ""


class _Rows:
    """Rows of a result: `unpacked` ones, and behind them those that are still packed."""

    def __init__(self, layout: Layout | None, packed_rows: list[bytes]) -> None:
        self._layout = layout
        self.unpacked: list[Row] = []
        self.packed_rows = packed_rows

    @property
    def count(self) -> int:
        return len(self.unpacked) + len(self.packed_rows)

    def unpack(self) -> None:
        if self._layout is not None:
            self.unpacked += map(self._layout.unpack, self.packed_rows)
        self.packed_rows.clear()

    def all(self) -> Sequence[Row]:
        self.unpack()
        return self.unpacked


def packed_statement(
    statement: Any,
    transaction: Any,
    compiled: Compiled,
    failed: Callable[[Exception], StatementFailed],
) -> PackedPrepared | None:
    """A statement that the driver has prepared, to be run without it; `failed` makes an error of an
    exception. None where a type is not packed here, or the driver's internals are others."""
    try:
        in_layout, out_layout = _layout(statement._in_meta), _layout(statement._out_meta)
        return PackedPrepared(statement, transaction, compiled, in_layout, out_layout, failed)
    except (AttributeError, _TypeNotPacked):
        return None


class _TypeNotPacked(Exception):
    """A message has a type that only the driver reads and writes."""


def _layout(meta: Any) -> Layout | None:
    if meta is None or not meta.get_count():
        return None
    layout = layout_of(meta)
    if layout is None:
        raise _TypeNotPacked
    return layout


def _as_it_is(value: Any) -> Any:
    return value
