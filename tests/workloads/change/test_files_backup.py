"""All files of a server are copied while it runs, and another server starts on the copy."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from app.campaign.trial import TrialOutcome, try_in_process
from engines.contract.endpoint import EncryptedFolder
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.transition import BackupKind
from engines.opening import open_server
from engines.servers.backed_up_server import BackedUpServer
from engines.servers.server import Server
from engines.sql.statement import Encryptor, Unencrypted
from tests.engines.offers import offers
from tests.requirements import lacking, spec_of
from tests.workloads.change.broken import FilesOrder
from tests.workloads.change.test_broken_off import program_of
from tests.workloads.change.test_readable import encrypting
from tests.workloads.change.test_switching import WORK, filled
from workloads.change.maintenance import BackUp, BackupFile, Restore
from workloads.change.measures import (
    BACKUP_BYTES,
    BACKUP_GZIP,
    BACKUP_READABLE,
    BACKUP_SECONDS,
    RESTORE_SECONDS,
)
from workloads.change.table_choice import PERSON
from workloads.change.ways import Way
from workloads.change.workload import ChangeParameters, SwitchOn
from workloads.contract import Options, Setting, UntimedClock, VerificationFailed

pytestmark = [pytest.mark.in_every_run("postgresql", "firebird"), pytest.mark.slow]

ROWS = 500
FILES = BackupKind.FILES


def needs_files_backup(server: Server) -> None:
    """Of other engines nothing is measured of it."""
    program = server.engine.facts.files_backup
    if not program:
        pytest.skip("nothing is measured of its files")
    if program == "mariadb-backup" and not shutil.which(program):
        lacking(program, "mariadb-backup is not installed")
    if program == "mariadb-backup" and server.spec.binaries:
        pytest.skip("the distribution's program is of an older server")


@contextmanager
def changed(server: Server, encryptor: Encryptor) -> Iterator[tuple[Setting, SwitchOn]]:
    """Rows that have been encrypted."""
    needs_files_backup(server)
    with filled(server, encryptor, Way.BATCHES, ROWS) as setting:
        change = SwitchOn(Way.BATCHES, 150, 0)
        change.run(setting, UntimedClock())
        setting.session.commit()
        setting.session.begin()
        yield setting, change


def backed_up_and_restored(setting: Setting, change: SwitchOn) -> dict[str, float]:
    file = BackupFile()
    BackUp(file, FILES).run(setting, UntimedClock())
    folder = file.path.parent
    Restore(file, change.verify_rows, FILES).run(setting, UntimedClock())
    assert not folder.exists()
    return dict(setting.measures)


def test_that_a_copy_of_files_opens_to_the_same_rows(server: Server, home: Path) -> None:
    for encryptor in (Unencrypted(), encrypting(server)):
        with changed(server, encryptor) as (setting, change):
            there = set((home / "servers").iterdir())
            found = backed_up_and_restored(setting, change)
            assert found[BACKUP_SECONDS.name] > 0 and found[RESTORE_SECONDS.name] > 0
            assert found[BACKUP_BYTES.name] > found[BACKUP_GZIP.name] > 0
            assert set((home / "servers").iterdir()) == there, "the other server is gone"


def test_that_it_has_the_names_that_updates_leave_in_files(server: Server) -> None:
    """A dump of the same rows has none."""
    with changed(server, encrypting(server)) as (setting, _):
        BackUp(file := BackupFile(), FILES).run(setting, UntimedClock())
        file.remove()
        left = setting.measures[BACKUP_READABLE.name]
        BackUp(file := BackupFile()).run(setting, UntimedClock())
        file.remove()
        assert setting.measures[BACKUP_READABLE.name] == 0
        assert left > 0.5 * ROWS


def test_that_what_the_copy_lacks_is_found(server: Server) -> None:
    with changed(server, encrypting(server)) as (setting, change):
        setting.session.execute(f"update {PERSON} set name_sealed = null where id = 7")
        setting.session.commit()
        setting.session.begin()
        with pytest.raises((VerificationFailed, CipherbenchError, TypeError)):
            backed_up_and_restored(setting, change)


def test_that_encrypted_tables_are_opened_by_the_keys_of_their_server(server: Server) -> None:
    needs_files_backup(server)
    stored = [e.protection for e in offers(server, ProtectionKind.STORAGE) if e.protection.bits]
    fit = [e for e in stored if not e.below_server]
    if not fit:
        pytest.skip("this server encrypts no tables")
    found = _tried(server, Way.ALTER_TABLE, fit[0])
    assert found == {"SWITCH ON": TrialOutcome.WORKS, FILES.back_up: TrialOutcome.WORKS,
                     FILES.restore: TrialOutcome.WORKS}  # fmt: skip


def _tried(server: Server, way: Way, protection: Protection) -> dict[str, TrialOutcome]:
    parameters = ChangeParameters(
        rows=(40,), ways=(way,), rates=(0,), clean_up=False, back_up_files=True
    )
    options = Options(parameters, WORK.cases(parameters)[0])
    tried = try_in_process(server.engine.name, server.endpoint, options, protection, "files", {})
    return {each.operation: each.outcome for each in tried.operations}


def test_that_a_server_elsewhere_is_left_alone(server: Server) -> None:
    needs_files_backup(server)
    ours = server.endpoint
    elsewhere = replace(ours, managed=False, programs=None)
    other = Server(server.spec, server.engine, elsewhere)
    with changed(other, Unencrypted()) as (setting, _), pytest.raises(CipherbenchError) as refused:
        BackUp(BackupFile(), FILES).run(setting, UntimedClock())
    assert "of our own" in refused.value.title


def test_that_the_other_server_ends_with_its_killed_worker(
    server: Server, home: Path, tmp_path: Path
) -> None:
    with changed(server, Unencrypted()) as (setting, _):
        if not server.engine.catalogue.files_backup:
            pytest.skip("no other server is started")
        files = setting.backups[FILES]
        assert isinstance(files, BackedUpServer)
        there = set((home / "servers").iterdir())
        order = FilesOrder(server.endpoint, files.database, tmp_path / "backup")
        with program_of(order) as (program, _):
            assert len(set((home / "servers").iterdir()) - there) == 1
            program.kill()
            program.wait()
            until = time.monotonic() + 20
            while set((home / "servers").iterdir()) != there and time.monotonic() < until:
                time.sleep(0.05)
            assert set((home / "servers").iterdir()) == there


@pytest.mark.exhaustive
@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_that_a_copy_is_restored_into_an_encrypted_folder(server: Server) -> None:
    """As one moves a server into it: what is copied is plain, what serves then is not."""
    if shutil.which("gocryptfs") is None or not os.path.exists("/dev/fuse"):  # noqa: PTH110
        lacking("gocryptfs", "gocryptfs is not installed, or may not mount")
    spec = replace(spec_of("postgresql"), encrypted_folder=EncryptedFolder.GOCRYPTFS)
    encrypted = open_server(spec)
    try:
        assert encrypted.endpoint.encrypted_folder is EncryptedFolder.GOCRYPTFS
        with changed(encrypted, Unencrypted()) as (setting, _):
            BackUp(file := BackupFile(), FILES).run(setting, UntimedClock())
            assert setting.measures[BACKUP_READABLE.name] > 0.9 * ROWS
            copied = setting.backups[FILES]
            assert isinstance(copied, BackedUpServer)
            with copied.restore_target() as name:
                copied.restore(file.path, name)
                assert copied.restored is not None
                assert copied.restored.endpoint.encryption_pid is not None
                with copied.connect_restored(name) as session:
                    assert session.fetch(f"select count(*) from {PERSON}") == [(ROWS,)]
            file.remove()
    finally:
        encrypted.close()
