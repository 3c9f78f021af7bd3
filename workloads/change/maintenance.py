"""Operations after a change: clean up (VACUUM, purge), drop old columns, rewrite the table."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from engines.contract.session import Prepared, RawResult, Row, Session
from engines.contract.transition import CLEAN_UP, DROP_COLUMNS, REWRITE
from workloads.change.disk import DiskSearch
from workloads.change.measures import MAINTENANCE
from workloads.change.table_choice import changed_table
from workloads.contract import Clock, Operation, Setting


class EngineWork(Prepared):
    """Several statements of an engine, timed as one, in place of a prepared statement."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.bind = tuple
        self.run = lambda bound: work()

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        return ()

    def affected(self, arrived: RawResult) -> int:
        return 0

    def close(self) -> None:
        """Nothing was prepared."""


class _Maintenance(Operation):
    server_cpu_is_session = False
    warms_up = False

    def __init__(self, disk: DiskSearch) -> None:
        self._disk = disk

    def statements(self, size: int) -> int:
        return 1

    def run(self, setting: Setting, clock: Clock) -> int:
        setting.session.commit()
        with _administration(setting) as session, setting.count_resources():
            work = partial(self._carry_out, session, changed_table(setting.options).name)
            began = time.perf_counter()
            clock.run(EngineWork(work), ())
            took = time.perf_counter() - began
        setting.measures[MAINTENANCE.name] = took
        setting.measures.update(self._disk.measure(setting))
        setting.session.begin()
        return setting.options.size

    @abstractmethod
    def _carry_out(self, session: Session, table: str) -> None:
        """Outside any transaction."""


class CleanUp(_Maintenance):
    """Removes row versions that updates have replaced: VACUUM, purge …"""

    name = CLEAN_UP

    def _carry_out(self, session: Session, table: str) -> None:
        session.clean_up(table)


class DropColumns(_Maintenance):
    """Drops the columns that no longer hold values."""

    name = DROP_COLUMNS

    def __init__(self, disk: DiskSearch, columns: Sequence[str]) -> None:
        super().__init__(disk)
        self._columns = columns

    def _carry_out(self, session: Session, table: str) -> None:
        for each in self._columns:
            session.execute(f"alter table {table} drop {each}")


class Rewrite(_Maintenance):
    """VACUUM FULL, ALTER TABLE … FORCE …"""

    name = REWRITE

    def _carry_out(self, session: Session, table: str) -> None:
        session.rewrite(table)

    def verify(self, setting: Setting) -> None:
        """Restores the engine's settings, as the last operation of a run."""
        if (stored := setting.storage) is not None:
            stored.method.restore(setting.session, stored.change)


@contextmanager
def _administration(setting: Setting) -> Iterator[Session]:
    """A session that may do maintenance: the login of campaigns lacks the rights for it."""
    if setting.open_admin_session is None:
        yield setting.session
        return
    with setting.open_admin_session() as session:
        yield session
