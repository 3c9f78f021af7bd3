"""Packed statements of MySQL and MariaDB in the native loop."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from engines.contract.errors import StatementFailed
from engines.contract.native import BoundAddresses, NativeStatement
from engines.native.library import Timed, address


class _Structure(ctypes.Structure):
    """`struct mysql_family` of statement.c."""

    _fields_ = (
        ("timed", Timed),
        *((name, ctypes.c_void_p) for name in ("execute", "store", "let_go", "statement", "area")),
        ("size", ctypes.c_size_t),
    )


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
    ) -> None:
        """`library` is the client's; a statement that `reads` gives rows."""
        store = address(library.mysql_stmt_store_result) if reads else None
        self._it = _Structure(
            timed,
            address(library.mysql_stmt_execute),
            store,
            address(library.mysql_stmt_free_result),
            statement,
            ctypes.addressof(area),
            len(area),
        )
        self._area, self._failed = area, failed
        self.address = ctypes.addressof(self._it)

    def lay(self, bounds: Sequence[Any]) -> BoundAddresses | None:
        if any(bound.__class__ is list for bound in bounds):  # left to the driver
            return None
        places = (ctypes.c_char_p * len(bounds))(*bounds)
        return BoundAddresses(memoryview(places).cast("B").cast("Q"), (places, bounds))

    def failure(self) -> StatementFailed:
        return self._failed()
