"""InnoDB's counters and settings in MariaDB and MySQL, and the phases of a session's statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from engines.contract.errors import StatementFailed
from engines.contract.session import (
    BUFFER,
    FLUSHED,
    LOGGED,
    READ,
    STORED,
    WRITTEN,
    EngineCounts,
    Row,
)

type Stages = Mapping[str, tuple[str, ...]]
"""Phase → the stages of SHOW PROFILE, in small letters, that it consists of."""

PLANNING = ("init", "optimizing", "statistics", "preparing")
"""Stages of both."""

_STORED = 100
"""Most statements that a session keeps the profile of."""


class Phases:
    """Seconds of parsing, planning and executing so far, of a session that is being profiled."""

    def __init__(self, stages: Stages) -> None:
        self._phase_of = {stage: phase for phase, each in stages.items() for stage in each}
        self._phases = tuple(stages)
        self.phase_seconds: dict[str, float] = {}
        self._last = 0

    def begin(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """From now on the server keeps a profile of every statement of the session.

        Raises: StatementFailed by a server that was built without it
        """
        fetch(f"set profiling_history_size = {_STORED}, profiling = 1")
        self.phase_seconds = dict.fromkeys(self._phases, 0.0)

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
                self.phase_seconds[phase] += float(str(seconds))
        self._last = newest


type Fetch = Callable[[str], Iterable[Row]]

_STATUS = {
    "innodb_data_read": READ,
    "innodb_data_written": WRITTEN,
    "innodb_os_log_written": LOGGED,
    "binlog_bytes_written": LOGGED,
    "innodb_buffer_pool_pages_flushed": FLUSHED,
}
_LOGS = {name: what for name, what in _STATUS.items() if what == LOGGED}
_SWITCHED = {"ON": 1.0, "OFF": 0.0}


def counted(
    fetch: Fetch,
    switches: Mapping[str, str],
    tablespaces: str,
    unpurged: Callable[[Fetch], float | None],
) -> EngineCounts:
    """The counters now. Bytes of the binary log are added to those of the redo log where the server
    reports them.

    `switches` are variables of this engine beside the buffer's size, `tablespaces` its table of
    those, `unpurged` asks how much is left to be purged, None where it cannot be told;
    it may raise StatementFailed.
    """
    growing = _growing(fetch, _STATUS)
    variables = {"innodb_buffer_pool_size": BUFFER, **switches}
    status = {
        variables[name]: _SWITCHED[value] if value in _SWITCHED else float(value)
        for name, value in global_values(fetch, "variables", variables).items()
    }
    left: float | None = None
    with suppress(StatementFailed):  # both take a privilege
        left = unpurged(fetch)
        status[STORED] = _stored_bytes(fetch, tablespaces)
    return EngineCounts(growing, status, left)


def cheap_counters(fetch: Fetch, tablespaces: str) -> dict[str, float]:
    """Bytes of logs, and of the database's files where a privilege lets us see them."""
    found = _growing(fetch, _LOGS)
    with suppress(StatementFailed):
        found[STORED] = _stored_bytes(fetch, tablespaces)
    return found


def _growing(fetch: Fetch, names: Mapping[str, str]) -> dict[str, float]:
    growing: dict[str, float] = {}
    for name, value in global_values(fetch, "status", names).items():
        growing[names[name]] = growing.get(names[name], 0.0) + float(value)
    return growing


def _stored_bytes(fetch: Fetch, tablespaces: str) -> float:
    """A size is that of the file; of other databases than the one that was entered none is told."""
    ((size,),) = fetch(
        f"select coalesce(sum(file_size), 0) from information_schema.{tablespaces} "
        "where left(name, char_length(database()) + 1) = concat(database(), '/')"
    )
    return float(str(size))


def global_values(fetch: Fetch, what: str, wanted: Iterable[str]) -> dict[str, str]:
    """Global variables or status by their names in small letters."""
    names = ", ".join(f"'{name}'" for name in wanted)
    rows = fetch(f"show global {what} where variable_name in ({names})")
    return {str(name).lower(): str(value) for name, value in rows}
