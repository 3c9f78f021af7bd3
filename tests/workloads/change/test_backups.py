"""Databases are backed up and restored by what their users do it with, on real servers."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.campaign.servers.lost_servers import Leftovers
from app.campaign.trial import TrialOutcome, try_in_process
from engines.base.backed_up import BackedUpDatabase
from engines.contract.errors import CipherbenchError
from engines.contract.protection import ProtectionKind
from engines.contract.transition import BackupKind, Transition
from engines.keeping.programs import ProgramFailed
from engines.platform.processes import descendants_of, kill_by_handle, process_handle
from engines.platform.streams import wait_readable
from engines.servers.server import Server
from engines.sql.statement import Encryptor, Unencrypted
from tests.engines.offers import offers
from tests.workloads.change.broken import BackupOrder
from tests.workloads.change.test_broken_off import program_of
from tests.workloads.change.test_readable import encrypting
from tests.workloads.change.test_switching import WORK, filled
from workloads.change.maintenance import BackUp, BackupFile, Restore
from workloads.change.measures import BACKUP_BYTES, BACKUP_GZIP, BACKUP_READABLE, RESTORE_SECONDS
from workloads.change.table_choice import PERSON
from workloads.change.ways import Way
from workloads.change.workload import ChangeParameters, SwitchOn
from workloads.contract import Options, Setting, UntimedClock, VerificationFailed

pytestmark = pytest.mark.in_every_run("postgresql", "sqlite")

ROWS = 500


@pytest.fixture(autouse=True)
def _mysqls_programs_are_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is fetched for tests is in no folder of PATH."""
    if server.spec.engine == "mysql":
        folder = os.environ.get("CIPHERBENCH_MYSQL_BINARIES", "")
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@contextmanager
def changed(server: Server, encryptor: Encryptor) -> Iterator[tuple[Setting, SwitchOn]]:
    """Rows that have been encrypted."""
    if server.engine.catalogue.backup is None:
        pytest.skip("nothing is measured of its backups")
    with filled(server, encryptor, Way.BATCHES, ROWS) as setting:
        change = SwitchOn(Way.BATCHES, 150, 0)
        change.run(setting, UntimedClock())
        setting.session.commit()
        setting.session.begin()
        yield setting, change


def test_that_ciphertext_makes_a_larger_backup_that_shows_no_name(server: Server) -> None:
    sizes = {}
    for encryptor in (Unencrypted(), encrypting(server)):
        with changed(server, encryptor) as (setting, change):
            file = BackupFile()
            BackUp(file).run(setting, UntimedClock())
            written = _bytes_in(file.path)
            Restore(file, change.verify_rows).run(setting, UntimedClock())
            found = setting.measures
            assert found[BACKUP_BYTES.name] == written
            assert found[RESTORE_SECONDS.name] > 0
            sizes[found[BACKUP_READABLE.name]] = found[BACKUP_GZIP.name]
    least, most = sorted(sizes)
    assert least == 0 and 0.9 * ROWS < most <= ROWS  # gbak puts counts between letters
    assert sizes[least] > 2 * sizes[most]


def _bytes_in(path: Path) -> int:
    files = [path] if path.is_file() else path.iterdir()
    return sum(each.stat().st_size for each in files)


def test_that_what_is_restored_is_compared_and_nothing_is_left(server: Server) -> None:
    with changed(server, encrypting(server)) as (setting, change):
        there = server.engine.catalogue.owned_databases(server.endpoint)
        setting.session.execute(f"update {PERSON} set name_sealed = null where id = 7")
        setting.session.commit()
        setting.session.begin()
        file = BackupFile()
        BackUp(file).run(setting, UntimedClock())
        folder = file.path.parent
        with pytest.raises((VerificationFailed, CipherbenchError, TypeError)):
            Restore(file, change.verify_rows).run(setting, UntimedClock())
        assert not folder.exists()
        assert server.engine.catalogue.owned_databases(server.endpoint) == there


def test_that_a_backup_of_an_encrypted_database_is_as_its_engine_makes_it(server: Server) -> None:
    """A dump of the server's is plain text, a copy of an encrypted file is not."""
    if server.engine.catalogue.backup is None:
        pytest.skip("nothing is measured of its backups")
    stored = [e.protection for e in offers(server, ProtectionKind.STORAGE)]
    methods = server.engine.encryption.storage_methods
    way = next((e for e in methods if Transition.SWITCH_ON in methods[e].transitions), None)
    fit = [e for e in stored if way and not e.below_server]
    if not fit or way is None:
        pytest.skip("this server encrypts neither tables nor files")
    parameters = ChangeParameters(
        rows=(40,), ways=(Way(way.value),), rates=(0,), clean_up=False, back_up=True
    )
    options = Options(parameters, WORK.cases(parameters)[0])
    tried = try_in_process(server.engine.name, server.endpoint, options, fit[0], "backup", {})
    assert [each.outcome for each in tried.operations] == [TrialOutcome.WORKS] * 3, tried


def test_that_what_a_killed_worker_restored_is_dropped_with_its_database(server: Server) -> None:
    with changed(server, Unencrypted()) as (setting, _):
        backed_up = _database(setting)
        restoring = backed_up.restore_target()
        name = restoring.__enter__()  # as of a worker that never comes to its end
        pool = SimpleNamespace(servers={"s": server}, left={})
        left = Leftovers(pool, lambda event: None)  # type: ignore[arg-type]
        left.add("s", backed_up.database, restores=True)
        pool.left["s"].remove(backed_up.database)  # which this test still works in
        left.drop("s")
        assert name not in server.engine.catalogue.owned_databases(server.endpoint)


def test_that_a_dump_ends_with_its_killed_worker(server: Server, tmp_path: Path) -> None:
    """Even one that waits for a lock, which would be there as long as the database is."""
    lock = _LOCKS.get(server.spec.engine)
    if lock is None:
        pytest.skip("its backup is made by no program")
    with changed(server, Unencrypted()) as (setting, _):
        setting.session.fetch(lock)
        order = BackupOrder(server.endpoint, _database(setting).database, tmp_path / "backup")
        with program_of(order) as (program, _):
            dump = process_handle(_dump_below(program.pid, order.file))
            program.kill()
            program.wait()
            try:
                assert wait_readable([dump], 20.0), "it goes on"
            finally:
                with suppress(ProcessLookupError):
                    kill_by_handle(dump)
                os.close(dump)


_LOCKS = {
    "postgresql": f"lock table {PERSON} in access exclusive mode",
    "mariadb": f"lock tables {PERSON} write",
    "mysql": f"lock tables {PERSON} write",
}


def _database(setting: Setting) -> BackedUpDatabase:
    found = setting.backups[BackupKind.DATABASE]
    assert isinstance(found, BackedUpDatabase)
    return found


def _dump_below(pid: int, file: Path) -> int:
    """Of what a program has started, that which writes this file."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for each in descendants_of(pid):
            with suppress(OSError):
                if str(file).encode() in Path(f"/proc/{each}/cmdline").read_bytes():
                    return each
        time.sleep(0.02)
    raise AssertionError("no program was started")


def test_that_a_program_that_is_missing_is_a_sentence(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = {"mariadb": "mariadb-dump", "mysql": "mysqldump"}.get(server.spec.engine)
    if program is None:
        pytest.skip("its backup needs no program of the system's")
    monkeypatch.setenv("PATH", "/nowhere")
    missing = pytest.raises(CipherbenchError, match=f"{program} was not found")
    with changed(server, Unencrypted()) as (setting, _), missing:
        BackUp(BackupFile()).run(setting, UntimedClock())


def test_that_the_other_engines_program_of_the_same_name_is_not_taken(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Debian's mysqldump is MariaDB's."""
    if server.spec.engine != "mysql":
        pytest.skip("its program has a name of its own")
    program = tmp_path / "mysqldump"
    program.write_text("#!/bin/sh\necho mysqldump from 10.11.14-MariaDB")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    missing = pytest.raises(CipherbenchError, match="mysqldump was not found")
    with changed(server, Unencrypted()) as (setting, _), missing:
        BackUp(BackupFile()).run(setting, UntimedClock())


def test_that_what_an_engine_does_by_itself_has_a_deadline(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program has."""
    seconds = {"firebird": 0.0, "duckdb": 0.1}.get(server.spec.engine)
    if seconds is None:
        pytest.skip("a program makes its backup, or a copy of pages")
    with changed(server, Unencrypted()) as (setting, _):
        if server.spec.engine == "duckdb":  # which is interrupted at its work, and this is some
            large = "select range as number, hash(range) as other from range(5_000_000)"
            setting.session.execute(f"create table large as {large}")
        monkeypatch.setattr("engines.base.backup.MOST_SECONDS", seconds)
        with pytest.raises(ProgramFailed, match="did not answer"):
            BackUp(BackupFile()).run(setting, UntimedClock())
