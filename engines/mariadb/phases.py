"""Parsing, planning and executing of a session's statements, as MariaDB tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.contract.session import EXECUTED, PARSED, PLANNED, Row

_STAGES = {
    PARSED: ("Starting",),
    PLANNED: ("Init", "Optimizing", "Statistics", "Preparing"),
    EXECUTED: (
        "creating table",
        "Init for update",
        "Executing",
        "Sending data",
        "Updating",
        "End of update loop",
    ),
}
"""Stages of SHOW PROFILE. “Sending data” is reading rows as well as sending them."""

_KEPT = 100
"""Statements that a session keeps the profile of, at most: more than an operation of few has."""


class Phases:
    """Seconds so far of each, of a session that has begun to profile."""

    def __init__(self) -> None:
        self.told: dict[str, float] = {}
        self._last = 0

    def begin(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """From now on the server keeps a profile of every statement of the session.

        Raises: StatementFailed by a server that was built without it
        """
        fetch(f"set profiling_history_size = {_KEPT}, profiling = 1")
        self.told = dict.fromkeys(_STAGES, 0.0)

    def read(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """Add what the server has kept since it was read before."""
        newest = self._last
        rows = fetch(
            "select query_id, lower(state), duration from information_schema.profiling "
            f"where query_id > {self._last}"
        )
        for number, stage, seconds in rows:
            newest = max(newest, int(str(number)))
            phase = _PHASE_OF.get(str(stage))
            if phase is not None:
                self.told[phase] += float(str(seconds))
        self._last = newest


_PHASE_OF = {stage.lower(): phase for phase, stages in _STAGES.items() for stage in stages}
