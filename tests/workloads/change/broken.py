"""A program that carries out a change or a backup, to be killed in the middle.

Run as a script; stdin has a pickled order.
"""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from engines.contract.endpoint import Endpoint
from engines.contract.protection import Keying, Protection
from engines.contract.session import Prepared, RawResult
from engines.contract.storage_change import StorageWork
from engines.contract.transition import BackupKind, Transition
from engines.registry import engine_named
from engines.servers.backed_up_server import backed_up
from engines.sql.statement import Value
from workloads.change.column_conversion import Conversion
from workloads.change.table_choice import PERSONS
from workloads.change.ways import COLUMN_WAYS, Way
from workloads.contract import Options, Setting, UntimedClock


@dataclass(frozen=True)
class ColumnOrder:
    """It stands still when `statements` are carried out, the last of them not committed."""

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying
    options: Options
    way: Way
    statements: int

    def carry_out(self) -> None:
        engine = engine_named(self.endpoint.engine)
        encryptor = engine.encryption.encryptor(self.protection, self.keying)
        with engine.driver.connect(self.endpoint, self.database) as session:
            setting = Setting(session, encryptor, (), self.options)
            session.begin()
            conversion = Conversion.of(Transition.SWITCH_ON, encryptor, None, PERSONS)
            clock = _StoppingClock(self.statements)
            batch = self.options.parameters.batch
            COLUMN_WAYS[self.way].carry_out(setting, clock, conversion, batch)


class _StoppingClock(UntimedClock):
    def __init__(self, statements: int) -> None:
        super().__init__()
        self._most = statements

    def run(self, prepared: Prepared, values: Sequence[Value]) -> RawResult:
        arrived = super().run(prepared, values)
        if self.statements == self._most:
            _stand_still()
        return arrived


@dataclass(frozen=True)
class StorageOrder:
    """What the engine does by itself cannot be stopped: it says when it begins, and when it has
    done it so many `times`. Where the client only looks at what the server does, it looks once."""

    work: StorageWork
    times: int

    def carry_out(self) -> None:
        method, change = self.work.method, self.work.change
        driver = engine_named(change.before.engine).driver
        with driver.connect(change.before, change.database) as session:
            method.prepare(session, change)
            vars(method)["is_encrypted"] = lambda *_: _stand_still()
            _say("begun")
            for _ in range(self.times):
                method.carry_out(session, change)
            _say("done")


@dataclass(frozen=True)
class BackupOrder:
    endpoint: Endpoint
    database: str
    file: Path

    def carry_out(self) -> None:
        engine = engine_named(self.endpoint.engine)
        ways = backed_up(engine, lambda: self.endpoint, self.database)
        _say("begun")
        ways[BackupKind.DATABASE].back_up(self.file)
        _say("done")


@dataclass(frozen=True)
class FilesOrder:
    """It stands still when another server has started on the files."""

    endpoint: Endpoint
    database: str
    file: Path

    def carry_out(self) -> None:
        engine = engine_named(self.endpoint.engine)
        ways = backed_up(engine, lambda: self.endpoint, self.database)
        files = ways[BackupKind.FILES]
        files.back_up(self.file)
        with files.restore_target() as name:
            files.restore(self.file, name)
            _stand_still()


type Order = ColumnOrder | StorageOrder | BackupOrder | FilesOrder


def _say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def _stand_still() -> NoReturn:
    _say("begun")
    threading.Event().wait()
    raise AssertionError


def main() -> None:
    order: Order = pickle.load(sys.stdin.buffer)
    order.carry_out()


if __name__ == "__main__":
    main()
