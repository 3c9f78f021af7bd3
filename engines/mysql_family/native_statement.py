"""Statements whose parameters lie in memory of ours, which the server's client library reads.

The driver looks at each value's type at each execution, binds it anew, so that types are sent and
read again, and asks its connection twice for an attribute. Here values are packed before the clock
starts, as for PostgreSQL and Firebird, into one piece that is bound once, and the clock sees
`mysql_stmt_execute`. Its result is taken by the driver.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from functools import cache
from operator import gt
from typing import Any

from engines.base.late_imports import late_driver
from engines.contract.errors import DRIVER_FAULTS, StatementFailed, result_too_large
from engines.contract.limits import RESULT_BYTES, ROW_BYTES
from engines.contract.native import BoundAddresses, NativeStatement
from engines.contract.session import Bound, RawResult
from engines.mysql_family.statement_errors import CONFLICTS
from engines.native.library import Timed, address, timed
from engines.sql.compilation import Compiled, Slot
from engines.sql.statement import ValueType

# Packed statements of MySQL and MariaDB in the native loop.


class _Structure(ctypes.Structure):
    """`struct mysql_family` of statement.c."""

    _fields_ = (
        ("timed", Timed),
        *((name, ctypes.c_void_p) for name in ("execute", "store", "first", "let_go")),
        *((name, ctypes.c_void_p) for name in ("statement", "area")),
        *((name, ctypes.c_size_t) for name in ("size", "most", "most_of_row")),
        *((name, ctypes.c_size_t) for name in ("found", "found_in_row")),
        *((name, ctypes.c_void_p) for name in ("number", "conflicts")),
    )


_CONFLICTS = (ctypes.c_uint * (len(CONFLICTS) + 1))(*CONFLICTS)
"""0 behind the last."""


class FamilyNative(NativeStatement):
    """mysql_stmt_execute of values that lie packed, and their result, which is freed at once."""

    def __init__(
        self,
        timed: Timed,
        library: Any,
        statement: int | None,
        area: ctypes.Array[ctypes.c_char],
        reads: bool,
        failed: Callable[[], StatementFailed],
        title: str,
    ) -> None:
        """`library` is the client's; a statement that `reads` gives rows. `title` is the
        engine's."""
        store = address(library.mysql_stmt_store_result) if reads else None
        self._it = _Structure(
            timed,
            address(library.mysql_stmt_execute),
            store,
            address(library.mysql_stmt_row_tell),
            address(library.mysql_stmt_free_result),
            statement,
            ctypes.addressof(area),
            len(area),
            RESULT_BYTES,
            ROW_BYTES,
            number=address(library.mysql_stmt_errno),
            conflicts=ctypes.addressof(_CONFLICTS),
        )
        self._area, self._failed, self._title = area, failed, title
        self.address = ctypes.addressof(self._it)

    def addresses_of(self, bounds: Sequence[Any]) -> BoundAddresses | None:
        if any(bound.__class__ is list for bound in bounds):  # left to the driver
            return None
        places = (ctypes.c_char_p * len(bounds))(*bounds)
        return BoundAddresses(memoryview(places).cast("B").cast("Q"), (places, bounds))

    def failure(self) -> StatementFailed:
        bytes_, row = self._it.found, self._it.found_in_row
        self._it.found = self._it.found_in_row = 0
        if row > ROW_BYTES:
            return result_too_large(self._title, row, ROW_BYTES)
        return result_too_large(self._title, bytes_) if bytes_ else self._failed()


mariadb = late_driver("mariadb")

_TINY, _DOUBLE, _LONGLONG, _DATE, _DATETIME = 1, 5, 8, 10, 12
_DECIMAL, _BLOB, _STRING = 246, 251, 253
"""Types of values in the protocol of MySQL."""
_NUMBERS = {
    ValueType.INTEGER: ("q", _LONGLONG),
    ValueType.REAL: ("d", _DOUBLE),
    ValueType.BOOLEAN: ("?7x", _TINY),
}
"""How `struct` writes one, in eight bytes, and its type."""
_TIME = struct.Struct("@6IQ?3xi")
"""MYSQL_TIME of mysql_time.h: year to second, microseconds, whether negative, its kind."""
_TIMES: dict[ValueType, tuple[int, Callable[[Any], bytes]]] = {
    ValueType.DATE: (_DATE, lambda day: _TIME.pack(day.year, day.month, day.day, *(0,) * 6)),
    ValueType.TIMESTAMP: (
        _DATETIME,
        lambda at: _TIME.pack(*at.timetuple()[:6], at.microsecond, False, 1),
    ),
}
_TEXTS: dict[ValueType, tuple[int, Callable[[Any], bytes]]] = {
    ValueType.TEXT: (_STRING, str.encode),
    ValueType.BYTES: (_BLOB, lambda value: bytes(memoryview(value))),
    ValueType.DECIMAL: (_DECIMAL, lambda value: f"{value:f}".encode()),
}
_LONGER = {**_TEXTS, **_TIMES}
_WORD = 8
_MOST_BYTES = 1 << 16
"""A statement that takes more is left to the driver: what is packed is as long as its longest
values."""


class _Bind(ctypes.Structure):
    """MYSQL_BIND of mariadb_stmt.h, which is part of libmariadb.so.3's binary interface."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("length", "is_null", "buffer", "error", "row")),
        *((name, ctypes.c_void_p) for name in ("store", "fetch", "skip")),
        *((name, ctypes.c_ulong) for name in ("buffer_length", "offset", "length_value")),
        *((name, ctypes.c_uint) for name in ("flags", "pack_length", "buffer_type")),
        *((name, ctypes.c_char) for name in ("error_value", "is_unsigned", "long_data", "null")),
        ("extension", ctypes.c_void_p),
    )


class _Library:
    """Functions of the client library that the driver is linked to."""

    def __init__(self, driver: str) -> None:
        found = ctypes.CDLL(driver)
        self.functions = found
        self.execute = found.mysql_stmt_execute
        self.bind = found.mysql_stmt_bind_param
        self.number, self.words = found.mysql_stmt_errno, found.mysql_stmt_error
        self.execute.argtypes = self.number.argtypes = self.words.argtypes = (ctypes.c_void_p,)
        self.bind.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        self.bind.restype, self.words.restype = ctypes.c_char, ctypes.c_char_p
        self.number.restype = ctypes.c_uint
        self.of_capsule = ctypes.pythonapi.PyCapsule_GetPointer
        self.of_capsule.argtypes = (ctypes.py_object, ctypes.c_char_p)
        self.of_capsule.restype = ctypes.c_void_p


@cache
def _library() -> _Library | None:
    """None where the driver is another."""
    try:
        from mariadb_binary import _mariadb

        return _Library(_mariadb.__file__)
    except (ImportError, OSError, AttributeError):
        return None


def can_pack(compiled: Compiled) -> bool:
    """Whether a statement's values can be packed, and none of them is very long."""
    known = all(slot.type in _NUMBERS or slot.type in _LONGER for slot in compiled.slots)
    if not (known and _library() and struct.calcsize("L") == _WORD):
        return False
    return _Layout(compiled.slots).size <= _MOST_BYTES


class _Layout:
    """Where values lie: numbers, lengths of texts, whether each is NULL, texts at their longest and
    moments."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self._slots = slots
        self._numbers = [place for place, slot in enumerate(slots) if slot.type in _NUMBERS]
        texts = [place for place, slot in enumerate(slots) if slot.type in _LONGER]
        self._rooms = {place: _room(slots[place]) for place in texts}
        self._encoders = [(place, _LONGER[slots[place].type][1]) for place in texts]
        numbers = "".join(_NUMBERS[slots[place].type][0] for place in self._numbers)
        self._format = struct.Struct(
            f"{numbers}{len(texts)}L{len(slots)}?{-len(slots) % _WORD}x"
            + "".join(f"{room}s" for room in self._rooms.values())
        )
        self.size = self._format.size

    def packer(
        self, values_of: Callable[[Sequence[Any]], list[Any]]
    ) -> Callable[[Sequence[Any]], Bound]:
        """What packs values; where one does not fit it gives them back. It runs between two timed
        statements."""
        pack, numbers, encoders = self._format.pack, self._numbers, self._encoders
        rooms = list(self._rooms.values())

        def bind(values: Sequence[Any]) -> Bound:
            given = values_of(values)
            try:
                texts = [
                    b"" if (value := given[place]) is None else encode(value)
                    for place, encode in encoders
                ]
                lengths = [*map(len, texts)]
                if any(map(gt, lengths, rooms)):
                    return given
                return pack(
                    *[0 if (value := given[place]) is None else value for place in numbers],
                    *lengths,
                    *[value is None for value in given],
                    *texts,
                )
            except (struct.error, AttributeError, TypeError, ValueError):
                return given

        return bind

    def binds(self, at: int) -> ctypes.Array[_Bind]:
        """What the library is told of values that lie from there on."""
        found = (_Bind * len(self._slots))()
        lengths = at + _WORD * len(self._numbers)
        nulls = lengths + _WORD * len(self._rooms)
        text = nulls + -(-len(found) // _WORD) * _WORD
        for place, (slot, each) in enumerate(zip(self._slots, found, strict=True)):
            each.is_null = nulls + place
            if slot.type in _NUMBERS:
                each.buffer, each.buffer_type = at, _NUMBERS[slot.type][1]
                at += _WORD
            else:
                each.length, each.buffer = lengths, text
                each.buffer_type = _LONGER[slot.type][0]
                lengths, text = lengths + _WORD, text + self._rooms[place]
        return found


def _room(slot: Slot) -> int:
    """Bytes for a text, so that what follows it is aligned; a decimal has a sign and a point."""
    if slot.type in _TIMES:
        return _TIME.size
    more = 2 if slot.type is ValueType.DECIMAL else 0
    return -(-(slot.size + more) // _WORD) * _WORD


class PackedStatement:
    """The statement of a driver's cursor, prepared.

    `bind` gives what is packed of values, or the values themselves where one of them does not fit
    its type or size: those are bound by the driver.
    """

    def __init__(
        self,
        cursor: Any,
        compiled: Compiled,
        values_of: Callable[[Sequence[Any]], list[Any]],
        by_driver: Callable[[Bound], RawResult],
        failed: Callable[[int, str], StatementFailed],
    ) -> None:
        """`by_driver` runs it with values that are not packed, `failed` makes the error of a number
        and words.

        Raises: the driver's error
        """
        library = _library()
        assert library is not None
        self._library, self._failed = library, failed
        self._handle = ctypes.c_void_p(_prepared(library, cursor, compiled))
        layout = _Layout(compiled.slots)
        self._area = (ctypes.c_char * layout.size)()
        self._binds = layout.binds(ctypes.addressof(self._area))
        if compiled.slots:
            self._bind_all()
        self.bind = layout.packer(values_of)
        self.run = self._make_run(cursor._initresult, by_driver)

    def native(self, reads: bool, title: str) -> FamilyNative | None:
        """It in the native loop of an engine of that title, where there is one; `reads` tells
        whether it gives rows."""
        functions = timed("mysql_family")
        if functions is None:
            return None
        library = self._library.functions
        return FamilyNative(
            functions, library, self._handle.value, self._area, reads, self._failure, title
        )

    def _bind_all(self) -> None:
        self._library.bind(self._handle, self._binds)

    def _make_run(
        self, take_result: Callable[[], RawResult], by_driver: Callable[[Bound], RawResult]
    ) -> Callable[[Bound], RawResult]:
        area, whole = memoryview(self._area).cast("B"), slice(None)
        execute, handle = self._library.execute, self._handle

        def run(bound: Any) -> RawResult:
            if bound.__class__ is list:
                try:
                    return by_driver(bound)
                finally:
                    self._bind_all()
            area[whole] = bound
            if execute(handle):
                raise self._failure()
            try:
                return take_result()
            except (mariadb.Error, *DRIVER_FAULTS) as error:
                raise self._failure() from error

        return run

    def _failure(self) -> StatementFailed:
        words: bytes = self._library.words(self._handle)
        return self._failed(self._library.number(self._handle), words.decode(errors="replace"))


def _prepared(library: _Library, cursor: Any, compiled: Compiled) -> int | None:
    """Have the server prepare a statement for a cursor; its address.

    Raises: the driver's error
    """
    cursor._set_statement(compiled.sql, len(compiled.slots))
    cursor._reprepare = True
    cursor._prepare_stmt_only()
    cursor._reprepare = False
    capsule = cursor._detach_stmt()
    address: int | None = library.of_capsule(capsule, b"MYSQL_STMT")
    cursor._attach_stmt(capsule)
    return address
