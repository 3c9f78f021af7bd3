"""Parsing, planning and executing of a session's statements, as the server tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engines.contract.session import Row

type Stages = Mapping[str, tuple[str, ...]]
"""Phase → the stages of SHOW PROFILE, in small letters, that it consists of."""

PLANNING = ("init", "optimizing", "statistics", "preparing")
"""Stages of both."""

_STORED = 100
"""Statements that a session keeps the profile of, at most: more than an operation of few has."""


class Phases:
    """Seconds so far of each, of a session that has begun to profile."""

    def __init__(self, stages: Stages) -> None:
        self._phase_of = {stage: phase for phase, each in stages.items() for stage in each}
        self._phases = tuple(stages)
        self.reported: dict[str, float] = {}
        self._last = 0

    def begin(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """From now on the server keeps a profile of every statement of the session.

        Raises: StatementFailed by a server that was built without it
        """
        fetch(f"set profiling_history_size = {_STORED}, profiling = 1")
        self.reported = dict.fromkeys(self._phases, 0.0)

    def read(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """Add what the server has kept since it was read before."""
        newest = self._last
        rows = fetch(
            "select query_id, lower(state), duration from information_schema.profiling "
            f"where query_id > {self._last}"
        )
        for number, stage, seconds in rows:
            newest = max(newest, int(str(number)))
            phase = self._phase_of.get(str(stage))
            if phase is not None:
                self.reported[phase] += float(str(seconds))
        self._last = newest
