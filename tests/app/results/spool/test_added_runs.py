"""Repetitions that were added while a campaign ran come back from its spool."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.plan.matrix import PlannedRun
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, RunsAdded
from app.results.intake.file_import import import_file
from app.results.spool.spool import Spool, spool_head
from app.results.store.store import open_store
from app.system.folders import spool_folder
from engines.contract.errors import InputError
from engines.contract.message import Number, phrase
from tests.app.results.making import OPERATIONS, make_campaign, store_campaign, whole_run

SECONDS = dict.fromkeys(OPERATIONS, 1.0)
ENDED = phrase("{n} repetitions, as asked for", n=Number(6))


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Path]:
    """Of a campaign of two planned repetitions, to whose first cell a third was added and done."""
    with open_store(str(tmp_path / "first.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, make_campaign(repetitions=2, warmups=0))
        written = Spool.begin(spool_head(store, campaign_id))
        added = store.add_runs(campaign_id, [PlannedRun(0, 3), PlannedRun(1, 3)])
        written.append(CampaignStarted(campaign_id, "small", 4, 0))
        written.append(RunsAdded(added))
        for event in whole_run(added[0], SECONDS):
            written.append(event)
        written.append(CampaignFinished(campaign_id, Status.DONE, 2000.0, ended_by=ENDED))
        written.close()
    yield written.path
    for path in spool_folder().glob("*.jsonl"):
        path.unlink()


def test_that_a_store_gets_added_runs_from_a_spool_and_gets_them_once(
    spool: Path, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "second.sqlite"), write=True) as store:
        for times in (1, 2):
            taken = import_file(store, spool)
            assert taken.added == (1 if times == 1 else 0)
            runs = store.runs(taken.campaign)
            assert [(run.cell, run.status) for run in runs if run.repetition == 3] == [
                (0, Status.DONE),
                (1, Status.PENDING),
            ]
            assert len(runs) == 6 and len({run.position for run in runs}) == 6
        assert store.summary(taken.campaign).ended_by == ENDED


def test_that_an_added_run_without_a_cell_is_refused(spool: Path, tmp_path: Path) -> None:
    strange = tmp_path / "strange.jsonl"
    text = spool.read_text()
    assert text.count('"event":"RunsAdded"') == 1
    head, tail = text.split('"event":"RunsAdded"')
    strange.write_text(head + '"event":"RunsAdded"' + tail.replace('"cell":0', '"cell":9', 1))
    with (
        open_store(str(tmp_path / "second.sqlite"), write=True) as store,
        pytest.raises(InputError, match="do not match its plan"),
    ):
        import_file(store, strange)
