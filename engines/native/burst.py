"""A burst: many executions of prepared statements, timed by the native (C) loop in calls of at most
50 ms each."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter, itemgetter

from engines.contract.native import NativeStatement, leased
from engines.contract.session import Bound, Prepared
from engines.native.library import library

_POINTER_BYTES = 8
"""Of a pointer, and of a duration (int64)."""
_MOST_NS = 50_000_000
"""Nanoseconds after which the loop returns to Python, so that signals are handled, once the current
statement has ended."""


class Burst:
    """Executions whose addresses are ready for C; `run` carries them out once."""

    def __init__(
        self,
        statements: Sequence[NativeStatement],
        parameter_addresses: array[int],
        keep_alive: object,
    ) -> None:
        self._statements, self._parameter_addresses = statements, parameter_addresses
        self._keep_alive = keep_alive
        self._distinct = tuple(dict.fromkeys(statements))
        self._statement_addresses = array("Q", map(attrgetter("address"), statements))
        self.durations_ns = array("q", bytes(_POINTER_BYTES * len(statements)))
        """Of each execution that was carried out, in nanoseconds."""

    def run(self) -> None:
        """Execute all, without the GIL; it is taken again every 50 ms for signals.

        Raises: StatementFailed, also for a statement that was closed meanwhile, and where another
        thread has its connection
        """
        with leased(self._distinct):
            self._run()

    def _run(self) -> None:
        found, at, many = library(), 0, len(self._statements)
        assert found is not None and len(self.durations_ns) == many
        statements, parameters, durations = (
            each.buffer_info()[0]
            for each in (self._statement_addresses, self._parameter_addresses, self.durations_ns)
        )
        try:
            while at < many:
                places = (place + _POINTER_BYTES * at for place in (statements, parameters))
                executed = found.timed_run(
                    *places, many - at, _MOST_NS, durations + _POINTER_BYTES * at
                )
                at += executed if executed >= 0 else -1 - executed
                if executed < 0:
                    raise self._statements[at].failure()
        finally:
            del self.durations_ns[at:]


def burst_of(steps: Sequence[tuple[Prepared, Bound]]) -> Burst | None:
    """Executions of statements with their bound parameters; None unless all can be native."""
    if ctypes.sizeof(ctypes.c_void_p) != _POINTER_BYTES or any(
        each.native is None for each, _ in steps
    ):
        return None
    statements = list[NativeStatement]()
    addresses, keep_alive = array("Q"), list[object]()
    for prepared, some in groupby(steps, itemgetter(0)):
        native = prepared.native
        assert native is not None
        bounds = [bound for _, bound in some]
        matched = native.addresses_of(bounds)
        if matched is None:
            return None
        statements += [native] * len(bounds)
        addresses.extend(matched.addresses)
        keep_alive.append(matched.keep_alive)
    return Burst(statements, addresses, keep_alive)
