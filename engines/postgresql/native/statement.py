"""Prepared statements of PostgreSQL in the native loop."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from engines.base.late_imports import late_driver
from engines.contract.errors import StatementFailed, result_too_large
from engines.contract.limits import RESULT_BYTES
from engines.contract.native import BoundAddresses, NativeStatement
from engines.native.library import Timed, address, timed

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_driver("psycopg")

_POINTER, _INT = ctypes.sizeof(ctypes.c_void_p), ctypes.sizeof(ctypes.c_int)


_FUNCTIONS = {
    "execute": "PQexecPrepared",
    "status": "PQresultStatus",
    "clear": "PQclear",
    "size": "PQresultMemorySize",
    "send": "PQsendQueryPrepared",
    "flush": "PQflush",
    "consume": "PQconsumeInput",
    "is_busy": "PQisBusy",
    "result": "PQgetResult",
    "socket": "PQsocket",
    "field": "PQresultErrorField",
}


class _Functions(ctypes.Structure):
    """`struct libpq` of statement.c."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in _FUNCTIONS)


class _Structure(ctypes.Structure):
    """`struct postgresql` of statement.c."""

    _fields_ = (
        ("timed", Timed),
        ("libpq", ctypes.c_void_p),
        ("most", ctypes.c_size_t),
        ("connection", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("count", ctypes.c_int),
        ("formats", ctypes.c_void_p),
        ("result", ctypes.c_void_p),
        ("conflicts", ctypes.c_char_p),
    )


class _Libpq:
    """Functions of the library that psycopg is linked to."""

    def __init__(self, driver: str) -> None:
        found = ctypes.CDLL(driver)
        self._functions = _Functions(*(address(found[name]) for name in _FUNCTIONS.values()))
        self.address = ctypes.addressof(self._functions)
        self.bytes_of = found.PQresultMemorySize
        self.bytes_of.argtypes, self.bytes_of.restype = (ctypes.c_void_p,), ctypes.c_size_t
        self.let_go, self.words, self.field = (
            found.PQclear,
            found.PQresultErrorMessage,
            found.PQresultErrorField,
        )
        self.let_go.argtypes = self.words.argtypes = (ctypes.c_void_p,)
        self.field.argtypes = (ctypes.c_void_p, ctypes.c_int)
        self.words.restype = self.field.restype = ctypes.c_char_p
        self.tls = found.PQsslAttribute
        self.tls.argtypes, self.tls.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_char_p


class FailedResult:
    """What is asked of a `PGresult` that tells of a failure."""

    def __init__(self, libpq: _Libpq, result: int | None) -> None:
        self._libpq, self._result = libpq, result

    @property
    def error_message(self) -> bytes:
        """The server's words; the library gives none of a result that is not there."""
        return self._libpq.words(self._result) or b""

    def error_field(self, field: int) -> bytes | None:
        found: bytes | None = self._libpq.field(self._result, field)
        return found


@cache
def _libpq() -> _Libpq | None:
    """None where the driver calls it from Python."""
    try:
        package = {"binary": "psycopg_binary", "c": "psycopg_c"}[psycopg.pq.__impl__]
        return _Libpq(str(import_module(f"{package}.pq").__file__))
    except (KeyError, ImportError, OSError, AttributeError):
        return None


class PostgresNative(NativeStatement):
    """PQexecPrepared with values that lie in the bytes objects they were bound as."""

    def __init__(
        self,
        libpq: _Libpq,
        functions: Timed,
        pgconn: Any,
        name: bytes,
        formats: Sequence[int],
        failed: Callable[[Any], StatementFailed],
        conflicts: Sequence[bytes],
    ) -> None:
        """`formats` has one of each parameter; `failed` makes the error of a result; `conflicts`
        are SQLSTATEs after which a statement can be tried again."""
        self._libpq, self._pgconn, self._failed = libpq, pgconn, failed
        self._count = len(formats)
        self._binary = any(formats)
        self._formats = (ctypes.c_int * self._count)(*formats)
        self._it = _Structure(
            functions,
            libpq.address,
            RESULT_BYTES,
            pgconn.pgconn_ptr,
            name,
            self._count,
            conflicts=b"".join(conflicts),
        )
        if self._binary:
            self._it.formats = ctypes.addressof(self._formats)
        self.address = ctypes.addressof(self._it)

    def addresses_of(self, bounds: Sequence[Any]) -> BoundAddresses | None:
        self._it.connection = self._pgconn.pgconn_ptr
        if self._it.connection is None:  # closed; Python says so
            return None
        count, many = self._count, len(bounds)
        whole = list(chain.from_iterable(bounds))
        values = (ctypes.c_char_p * len(whole))(*whole)
        first = ctypes.addressof(values)
        places = range(first, first + _POINTER * count * many, _POINTER * count) if count else ()
        rows = array("Q", [0]) * (2 * many)
        rows[::2] = array("Q", places or [first] * many)
        lengths = array("i")
        if self._binary:
            lengths.extend(0 if value is None else len(value) for value in whole)
            start = lengths.buffer_info()[0]
            rows[1::2] = array("Q", range(start, start + _INT * count * many, _INT * count))
        row, end = rows.buffer_info()
        return BoundAddresses(
            range(row, row + _POINTER * end, 2 * _POINTER), (whole, values, rows, lengths)
        )

    def failure(self) -> StatementFailed:
        result = self._it.result
        try:
            if result is not None and (size := self._libpq.bytes_of(result)) > RESULT_BYTES:
                return result_too_large("PostgreSQL", size)
            return self._failed(FailedResult(self._libpq, result))
        finally:
            self._libpq.let_go(result)
            self._it.result = None


def result_bytes(result: Any) -> int:
    """What a driver's result takes in memory; 0 where that is not told."""
    libpq = _libpq()
    return 0 if libpq is None else int(libpq.bytes_of(result.pgresult_ptr))


def tls_of(pgconn: psycopg.pq.abc.PGconn) -> str:
    """Version and cipher of a connection that uses TLS, as its library names them, if it does."""
    libpq = _libpq()
    if libpq is None:
        return "TLS"
    address = pgconn.pgconn_ptr  # type: ignore[attr-defined]
    names = (libpq.tls(address, each) or b"" for each in (b"protocol", b"cipher"))
    return b", ".join(names).decode()


def native_statement(
    pgconn: psycopg.pq.abc.PGconn,
    name: bytes,
    formats: Sequence[int],
    failed: Callable[[Any], StatementFailed],
    conflicts: Sequence[bytes],
) -> PostgresNative | None:
    """A statement that was prepared under a name, in the native loop, where there is one."""
    functions = timed("postgresql")
    libpq = None if functions is None else _libpq()
    if functions is None or libpq is None:
        return None
    return PostgresNative(libpq, functions, pgconn, name, formats, failed, conflicts)
