"""An archive is the same whichever kind of database the campaign lay in, however large it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from app.results.archive.archive_writing import archive_bytes
from app.results.database.migrate import upgrade
from app.results.database.store_connection import make_engine, store_url
from app.results.events import Noted
from app.results.intake.file_import import import_file
from app.results.store.store import open_store
from tests.app.results.making import WHY, make_campaign, store_campaign, whole_run


def test_that_a_campaign_goes_to_a_database_server_and_back_unchanged(
    shared_address: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.zip"
    with open_store(str(tmp_path / "here.sqlite"), write=True) as here:
        number = store_campaign(here, make_campaign("São Paulo"))
        for run in here.load(number).runs[:2]:
            here.write(number, whole_run(run, {"INSERT": 0.1, "SELECT": 1 / 3}))
        here.write(number, [Noted(WHY, "info", 1.5)])
        here.set_environment(number, {"b": 1, "C": [1.0, None], "ä": {"z": "é", "a": True}})
        path.write_bytes(archive_bytes(here, [number]))
    with open_store(shared_address, write=True) as there:
        made = import_file(there, path).campaign
        assert archive_bytes(there, [made]) == path.read_bytes()


@pytest.mark.slow
def test_that_no_work_on_a_whole_campaign_is_ended_for_its_length(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    """PostgreSQL's limit of a statement holds what a campaign stores while it runs, not this."""
    address, path = new_database(), tmp_path / "x.zip"
    limits: dict[str, str] = {}

    def look(_: object, cursor: Any, statement: str, *__: object) -> None:
        kind = " ".join(statement.replace("\n", " ").split()[:2])
        limits[kind] = cursor.connection.execute("SHOW statement_timeout").fetchone()[0]

    engine = make_engine(store_url(address), write=True)
    event.listen(engine, "after_cursor_execute", look)
    upgrade(engine, engine.url)
    engine.dispose()
    assert limits["CREATE TABLE"] == "0"
    with open_store(address, write=True) as store:
        event.listen(store._engine, "after_cursor_execute", look)
        number = store_campaign(store, make_campaign("bank"))
        assert limits["INSERT INTO"] == "2min", "what a campaign stores has a limit"
        limits.clear()
        path.write_bytes(archive_bytes(store, [number]))
        assert set(limits.values()) == {"0"}
        store.delete_campaign(number)
        assert limits["DELETE FROM"] == "0"
        limits.clear()
        import_file(store, path)
        assert limits["INSERT INTO"] == "0"
        with store.transaction() as session:
            assert session.scalar(text("SHOW statement_timeout")) == "2min"
