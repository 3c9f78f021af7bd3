"""What holds of a protection in general, and what a campaign's own evidence found: one document
never says both."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.evidence.threats import Threat, WorstFinding, threats, with_evidence
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.report.across.gathering import gather
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Reader
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export
from app.report.tables.evidence_tables import place_rows
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import Store
from app.window.pages.results.results_head import caution_line
from engines.contract.data_place import PlaceName, outside
from engines.contract.launch import Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.properties import Exclusion, properties_of
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from tests.app.report.document.reading import html_words, pdf_words, words
from tests.app.stage import Stage
from tests.requirements import spec_of
from workloads.hospital.workload import HospitalParameters
from workloads.tablespace.workload import TablespaceParameters

NATIVE = Protection("pgcrypto", ProtectionKind.NATIVE, "aes", 128, "cbc")
CLIENT = Protection("client", ProtectionKind.CLIENT, "aes", 256, "gcm")
TABLESPACE = Protection("tablespace", ProtectionKind.STORAGE, "aes", 256, "tablespace")
FILE = Protection("file", ProtectionKind.STORAGE, "aegis", 256, "file")

_JSON = {
    Threat.DISK: "stolen_disk",
    Threat.OS_LOGIN: "os_login",
    Threat.DATABASE_LOGIN: "database_login",
}


@pytest.fixture(scope="module", autouse=True)
def _data_prepared_once() -> Iterator[None]:
    """Also those on the disk."""
    with prepared_once(elsewhere=True):
        yield


@pytest.fixture
def disk() -> Iterator[str]:
    """MariaDB's data lie on a disk, for in /dev/shm it maps its redo log."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o711)
        yield folder


def hospital(disk: str) -> Campaign:
    """A tablespace with readable logs, pgcrypto, and a file cipher."""
    mariadb = replace(spec_of("mariadb"), data_directory=disk)
    servers = (mariadb, spec_of("postgresql"), spec_of("sqlite"))
    only = {
        CLIENT: "sqlite",
        NATIVE: "postgresql",
        TABLESPACE: "mariadb",
        FILE: "sqlite",
    }
    return quick_campaign(
        "found here",
        servers,
        (
            PlannedProtection(PLAINTEXT),
            *(
                PlannedProtection(each, tuple(s.name for s in servers if s.engine == engine))
                for each, engine in only.items()
            ),
        ),
        HospitalParameters(sizes=(10,)),
        repetitions=1,
        warmups=0,
        evidence=True,
    )


def encrypted_logs(disk: str) -> Campaign:
    return quick_campaign(
        "sealed logs",
        (replace(spec_of("mariadb"), data_directory=disk),),
        (PlannedProtection(PLAINTEXT), PlannedProtection(TABLESPACE)),
        TablespaceParameters(rows=(1000,), logs=(Logs.ENCRYPTED,)),
        repetitions=1,
        warmups=0,
        evidence=True,
    )


def reported(stage: Stage, campaign: Campaign) -> tuple[Store, CampaignReport]:
    outcome = stage.run(campaign)
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    store = stage.store()
    return store, report_on(store, outcome.campaign_id)


# What is found in encrypted logs: tests/workloads/tablespace
@pytest.fixture(params=[hospital, pytest.param(encrypted_logs, marks=pytest.mark.exhaustive)])
def both(
    request: pytest.FixtureRequest, disk: str, tmp_path: Path
) -> Iterator[tuple[Store, CampaignReport]]:
    stage = Stage(str(tmp_path / "store.sqlite"))
    store, report = reported(stage, request.param(disk))
    yield store, report
    store.close()


WRITTEN = ((Reader.TECHNICAL, "html"), (Reader.CLIENT, "pdf"))
READ = {"html": lambda file: html_words(file.read_text()),
        "pdf": lambda file: pdf_words(file.read_bytes())}  # fmt: skip


@pytest.mark.slow
def test_that_no_document_says_in_general_what_its_evidence_denies(
    both: tuple[Store, CampaignReport], tmp_path: Path
) -> None:
    store, report = both
    written = {
        (reader, format): READ[format](
            export(
                store,
                report.summary.id,
                format,
                tmp_path / f"{reader}.{format}",
                options=ReportOptions(reader=reader),
            )
        )
        for reader, format in WRITTEN
    }
    plain = {
        format: export(store, report.summary.id, format, tmp_path / f"report.{format}").read_text()
        for format in ("json", "md")
    }
    shown = json.loads(plain["json"])
    general = {(each["server"], each["protection"]): each["properties"] for each in shown["cells"]}
    seen = threats(report.evidence)
    for row in seen:
        stored = general[row.server, row.protection][_JSON[row.threat]]
        assert (stored == Exclusion.NONE) is (
            row.seen in (WorstFinding.PLAINTEXT, WorstFinding.KEY)
        ) or (row.seen is WorstFinding.UNKNOWN), row
        assert stored != Exclusion.FULL or row.seen in (
            WorstFinding.NOTHING,
            WorstFinding.UNKNOWN,
        ), row
    where = {
        name: found["stolen_disk"]
        for (_, name), each in general.items()
        if "stolen_disk" in (found := each["found_here"])
    }
    expected = {"tablespace": "the key in keys file"}
    if report.summary.name == "found here":
        expected = {
            "tablespace": "plaintext in redo log; the key in keys file",
            "pgcrypto": "the key in server log",
        }
    assert where == expected
    caution = (
        f"tablespace on {spec_of('mariadb').name} does not protect data on a stolen disk. "
        f"Found here: {where['tablespace']}."
    )
    output = [str(each.message) for each in report.cautions if each.name == "stolen-disk"]
    assert len(output) == len(expected) and caution in output
    line = caution_line(report.cautions)
    assert line.count("Evidence: a stolen disk reveals data.") == 1
    assert "stolen-disk" not in line
    for (reader, _), text in {(Reader.FULL, "md"): words(plain["md"]), **written}.items():
        assert words(caution) in text
        in_table = words(f"not kept out; found here: {where['tablespace']}") in text
        assert in_table or reader is Reader.CLIENT
    _assert_the_encrypted_tablespace_is_reported(report)
    (chart,) = [cost_and_protection_chart(report)]
    assert chart is not None
    (panel,) = [p for p in chart.panels if any(r.name == "tablespace" for r in p.rows)]
    assert f"stolen disk: not kept out (found here: {where['tablespace']})" in panel.title
    across = gather([store.snapshot(report.summary.id)])
    stored = {each.properties.disk for each in across.figures
            if each.protection == "tablespace" and each.properties}  # fmt: skip
    assert stored == {Exclusion.NONE}


def _assert_the_encrypted_tablespace_is_reported(report: CampaignReport) -> None:
    """MariaDB's; MySQL's is in test_evidence.py, with what else a search for it finds."""
    traces = [
        each
        for each in report.evidence
        if each.protection == "tablespace" and each.ground is SearchArea.FILES
    ]
    marker = {each.place: each for each in traces if each.subject is SearchSubject.MARKER}
    readable = report.summary.name == "found here"
    assert marker["data files"].found is False
    assert (marker["redo log"].found, marker["redo log"].count >= 30) == (readable, readable)
    [key] = [each for each in traces if each.subject is SearchSubject.KEY]
    assert (key.place, key.found, key.spots[0].file) == ("keys file", True, "cipherbench.keys")


def _trace(ground: SearchArea, subject: SearchSubject, *, found: bool | None) -> EvidenceFinding:
    return EvidenceFinding("s", "p", ground, subject, str(ground), found, NOTHING)


def test_that_what_agrees_changes_nothing() -> None:
    known = properties_of(CLIENT, "gcm", fixed_iv=False)
    unseen = [_trace(each, SearchSubject.MARKER, found=False) for each in SearchArea]
    looked = replace(known, looked_here=(True, True, True), network_looked_here=True)
    assert with_evidence(known, ()) == known and with_evidence(known, unseen) == looked
    plain = properties_of(PLAINTEXT, None, fixed_iv=False)
    seen = with_evidence(plain, [replace(e, found=True) for e in unseen])
    assert seen == replace(plain, looked_here=(True, True, True), network_looked_here=True)
    untold = [replace(each, found=None) for each in unseen]
    for each in (PLAINTEXT, FILE, TABLESPACE, NATIVE):
        general = properties_of(each, each.mode, fixed_iv=False)
        assert with_evidence(general, untold) == general


def test_that_a_finding_overrules_the_claim_that_it_denies_and_no_other() -> None:
    known = properties_of(CLIENT, "gcm", fixed_iv=False)
    found = with_evidence(known, [_trace(SearchArea.MEMORY, SearchSubject.KEY, found=True)])
    assert found.at_rest == (Exclusion.FULL, Exclusion.NONE, Exclusion.FULL)
    assert found.found_here == (
        NOTHING,
        phrase("the key in {keys}", keys=Message("memory")),
        NOTHING,
    )


def test_that_a_select_that_got_nothing_overrules_what_a_login_is_stated_to_get() -> None:
    known = properties_of(FILE, "file", fixed_iv=False)
    found = with_evidence(known, [_trace(SearchArea.LOGIN, SearchSubject.MARKER, found=False)])
    assert (known.database_login, found.database_login) == (Exclusion.NONE, Exclusion.PARTLY)
    assert str(found.found_here[2]) == "nothing without the key"


def test_that_places_are_reported_in_words_of_their_own() -> None:
    seen = [
        replace(_trace(SearchArea.FILES, SearchSubject.MARKER, found=True), place=place)
        for place in (PlaceName.DATA, outside(PlaceName.DATA), PlaceName.REDO_LOG, "ibdata1")
    ]
    where = ["data files", "data files outside", "redo log", "ibdata1"]
    assert [str(each.where) for each in seen] == where
    assert [row["place"] for row in place_rows(seen)] == where
    (disk, *_) = threats(seen)
    assert str(disk.message) == "Plaintext in data files, data files outside, redo log, ibdata1."
    assert isinstance(disk.message.values["plain"], Message), "which the window translates"
