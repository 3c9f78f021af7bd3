"""Operations after a change: clean up (VACUUM, purge), drop old columns, rewrite the table."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from engines.contract.session import Arrived, Prepared, Row, Session
from engines.contract.transition import CLEAN_UP, DROP_COLUMNS, REWRITE
from workloads.change.data import changed_table
from workloads.change.disk import OnDisk
from workloads.change.measures import MAINTENANCE
from workloads.contract import Clock, Operation, Setting


class EngineWork(Prepared):
    """Work of an engine that takes several statements, timed as one."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.bind = tuple
        self.run = lambda bound: work()

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        return ()

    def affected(self, arrived: Arrived) -> int:
        return 0

    def close(self) -> None:
        """There is nothing that was prepared."""


class _Maintenance(Operation):
    server_cpu_is_session = False
    warms_up = False

    def __init__(self, disk: OnDisk) -> None:
        self._disk = disk

    def statements(self, size: int) -> int:
        return 1

    def run(self, setting: Setting, clock: Clock) -> int:
        setting.session.commit()
        with _administration(setting) as session, setting.metered():
            work = partial(self._carry_out, session, changed_table(setting.options).name)
            began = time.perf_counter()
            clock.run(EngineWork(work), ())
            took = time.perf_counter() - began
        setting.yielded[MAINTENANCE.name] = took
        setting.yielded.update(self._disk.look(setting))
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

    def __init__(self, disk: OnDisk, columns: Sequence[str]) -> None:
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
        """It is the last of a run."""
        if (stored := setting.storage) is not None:
            stored.method.restore(setting.session, stored.change)


@contextmanager
def _administration(setting: Setting) -> Iterator[Session]:
    """A session that may do maintenance: the login of campaigns lacks the rights for it."""
    if setting.administer is None:
        yield setting.session
        return
    with setting.administer() as session:
        yield session
