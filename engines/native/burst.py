"""A burst: many executions of prepared statements, timed in one call of the native (C) loop."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter, itemgetter

from engines.contract.native import NativeStatement, leased
from engines.contract.session import Bound, Prepared
from engines.native.library import library

_WORD = 8
_MOST_NS = 50_000_000
"""Nanoseconds after which the loop returns to Python, so that signals are handled, once the current
statement has ended."""


class Burst:
    """Executions whose addresses are ready for C; `run` carries them out once."""

    def __init__(
        self, statements: Sequence[NativeStatement], bound: array[int], referenced: object
    ) -> None:
        self._statements, self._bound, self._referenced = statements, bound, referenced
        self._each_once = tuple(dict.fromkeys(statements))
        self._addresses = array("Q", map(attrgetter("address"), statements))
        self.spent = array("q", bytes(_WORD * len(statements)))
        """Nanoseconds of each one that was carried out."""

    def run(self) -> None:
        """Without the GIL, but for a moment now and then.

        Raises: StatementFailed, also for a statement that was closed meanwhile, and where another
        thread has its connection
        """
        with leased(self._each_once):
            self._run()

    def _run(self) -> None:
        found, at, many = library(), 0, len(self._statements)
        assert found is not None and len(self.spent) == many
        statements, bound, spent = (
            each.buffer_info()[0] for each in (self._addresses, self._bound, self.spent)
        )
        try:
            while at < many:
                places = (place + _WORD * at for place in (statements, bound))
                done = found.timed_run(*places, many - at, _MOST_NS, spent + _WORD * at)
                at += done if done >= 0 else -1 - done
                if done < 0:
                    raise self._statements[at].failure()
        finally:
            del self.spent[at:]


def burst_of(steps: Sequence[tuple[Prepared, Bound]]) -> Burst | None:
    """Executions of statements with what is bound; None unless all of them can be native."""
    if ctypes.sizeof(ctypes.c_void_p) != _WORD or any(each.native is None for each, _ in steps):
        return None
    statements = list[NativeStatement]()
    addresses, referenced = array("Q"), list[object]()
    for prepared, some in groupby(steps, itemgetter(0)):
        native = prepared.native
        assert native is not None
        bounds = [bound for _, bound in some]
        matched = native.addresses_of(bounds)
        if matched is None:
            return None
        statements += [native] * len(bounds)
        addresses.extend(matched.addresses)
        referenced.append(matched.referenced)
    return Burst(statements, addresses, referenced)
