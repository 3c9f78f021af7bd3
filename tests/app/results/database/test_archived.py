"""An archive is the same whichever kind of database the campaign lay in."""

from __future__ import annotations

from pathlib import Path

from app.results.archive.writing import archive_bytes
from app.results.events import Noted
from app.results.intake.importing import import_file
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
