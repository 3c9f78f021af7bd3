"""Stores of every version since the first release open, and hold what they held."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.command_line.main import run
from app.findings.compare import Comparisons
from app.report.files.export import export
from app.results.database.migrate import STORE_VERSION, VERSION_TABLE, known_versions
from app.results.database.models import Base
from app.results.store.store import open_store
from tests.app.results.database.written_store import fill, text_of


@pytest.fixture(params=known_versions())
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A store as a version wrote it."""
    file = tmp_path / "written.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(text_of(request.param).read_text())
    return file


def test_that_a_store_of_every_version_becomes_one_of_the_newest(
    written: Path, tmp_path: Path
) -> None:
    with open_store(str(written), write=True) as store:
        assert store.version() == STORE_VERSION
        store.check_pages()
    with closing(sqlite3.connect(written)) as connection:
        empty = [
            name
            for name in Base.metadata.tables
            if not connection.execute(f'SELECT 1 FROM "{name}"').fetchone()
        ]
    assert empty == []


def test_that_a_store_of_every_version_tells_what_it_reported(
    written: Path, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "now.sqlite"), write=True) as store:
        fill(store)
        expected = Comparisons(store.snapshot(1)).rows
        runs, events = store.runs(1), store.events(1)
        export(store, 1, "json", tmp_path / "now.json")
    with open_store(str(written), write=True) as store:
        assert Comparisons(store.snapshot(1)).rows == expected
        assert (store.runs(1), store.events(1)) == (runs, events)
        export(store, 1, "json", tmp_path / "written.json")
    assert (tmp_path / "written.json").read_text() == (tmp_path / "now.json").read_text()


@pytest.mark.parametrize("command", [["compare", "1"], ["check"], ["campaigns"]])
def test_that_a_store_of_before_the_first_release_is_refused_in_a_sentence(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.sqlite"
    with open_store(str(file), write=True) as store, store.transaction(write=True) as session:
        connection = session.connection()
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0015'")
    before = file.read_bytes()
    assert run([*command, "--store", str(file)]) == 2
    report = capsys.readouterr().err
    assert f"{file} was written by an unreleased version of Cipherbench" in report
    assert "(store version 0015)" in report
    assert "Move it elsewhere, or name another store." in report and "Traceback" not in report
    assert file.read_bytes() == before
