"""Exports hold what was measured, carry their cautions, and are whole or not there."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

import openpyxl
import pytest
from hdrh.histogram import HdrHistogram

from app.campaign.environment import environment
from app.plan.campaign import Campaign
from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Reader
from app.report.files.chart_files import export_charts
from app.report.files.export import export, export_formats
from app.results.events import Event
from app.results.records import ServerRecord
from app.results.store.campaign_details import set_details
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT
from tests.app.report.document.reading import html_words, pdf_words, words
from tests.app.report.files.test_archive import CAMPAIGNS
from tests.app.report.loaded import store_loaded
from tests.app.results.making import (
    CBC,
    ECB,
    OPERATIONS,
    make_campaign,
    make_cells,
    store_campaign,
    whole_run,
)
from workloads.contract import Profile

BOTH = (("pg", "postgresql"), ("maria", "mariadb"))
STUDY_MODES = {("pg", ECB.name): "It has no ECB.", ("maria", CBC.name): "It has no CBC."}


def measured(store: Store, campaign: Campaign, unsupported: dict[tuple[str, str], str]) -> int:
    """A campaign that is done: a second for plaintext, 1.16 for the rest."""
    campaign_id = store_campaign(store, campaign, unsupported)
    events: list[Event] = []
    runs = {(each.cell, each.repetition): each for each in store.load(campaign_id).runs}
    for index, cell in enumerate(make_cells(campaign, unsupported)):
        for number in () if cell.reason else range(1, campaign.repetitions + 1):
            seconds = 1.0 if cell.protection == PLAINTEXT else 1.16
            run = runs[index, number]
            events += whole_run(run, dict.fromkeys(OPERATIONS, seconds))
    events.append(ServerRecord("pg", "postgresql", "embedded", "18.6", {"ssl": "off"}))
    store.write(campaign_id, events)
    return campaign_id


@pytest.fixture
def study(store: Store) -> int:
    """A campaign like the published study's: another mode on each engine."""
    campaign = make_campaign("study", servers=BOTH, protections=(PLAINTEXT, CBC, ECB))
    campaign_id = measured(store, campaign, STUDY_MODES)
    store.set_environment(campaign_id, environment())
    return campaign_id


def test_that_csv_has_a_line_per_comparison_row(store: Store, study: int, tmp_path: Path) -> None:
    path = export(store, study, "csv", tmp_path / "out.csv")
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert len(rows) == 2 * 3 * 4
    assert list(rows[0])[:3] == ["server", "engine", "protection"]
    assert (rows[0]["mean_s"], rows[0]["cost_percent"], rows[0]["status"]) == ("1.0", "", "done")
    assert float(rows[4]["cost_percent"]) == pytest.approx(16.0)
    assert (rows[8]["n"], rows[8]["mean_s"], rows[8]["status"]) == ("0", "", "unsupported")


def test_that_json_holds_all_that_was_measured(store: Store, study: int, tmp_path: Path) -> None:
    path = export(store, study, "json", tmp_path / "out.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["plan"]["campaign"]["name"] == "study"
    assert document["servers"][0]["settings"] == {"ssl": "off"}
    assert document["environment"]["logical_cores"] == os.cpu_count()
    assert len(document["comparison"]) == 24
    done = [run for run in document["runs"] if run["status"] == "done"]
    assert len(done) == 2 * 2 * 3
    assert [each["operation"] for each in done[0]["operations"]] == list(OPERATIONS)
    assert done[0]["operations"][0]["seconds"] in (1.0, 1.16)
    assert [each["name"] for each in document["cautions"]] == ["modes-differ", "ecb", "fixed-iv"]


def test_that_markdown_has_headline_table_and_cautions(
    store: Store, study: int, tmp_path: Path
) -> None:
    text = export(store, study, "md", tmp_path / "out.md").read_text(encoding="utf-8")
    assert "**Measure again with at least four repetitions.**" in text
    assert "Detection limit: unknown" in text
    assert "Modes of AES-128 differ between engines (postgresql: CBC; mariadb: ECB)" in text
    assert "| pg | plaintext | 10 | 3 | 1.0000 ± 0.0000 |" in text
    assert "| pg | aes-128-cbc (fixed IV) | 10 | 3 | 1.1600 ± 0.0000 (+16.0 %) |" in text
    assert "| maria | aes-128-ecb (ECB) | 10 | 3 |" in text
    assert "| pg | aes-128-ecb (ECB) | 10 | all | unsupported | It has no ECB. |" in text
    assert "## Machine" in text
    assert (
        "| pg | aes-128-cbc (fixed IV) | 10 | INSERT | +16.0 % |  | 1 "
        "| no verdict: 3 repetitions are too few | +16.0 % |" in text
    )


def test_that_equal_modes_with_fresh_vectors_need_no_caution(store: Store, tmp_path: Path) -> None:
    campaign = make_campaign(servers=BOTH, profile=Profile.SOUND)
    campaign_id = measured(store, campaign, {})
    text = export(store, campaign_id, "md", tmp_path / "out.md").read_text(encoding="utf-8")
    assert "Caution" not in text
    assert "fixed IV" not in text


def test_that_a_campaign_that_has_not_begun_can_be_exported(store: Store, tmp_path: Path) -> None:
    campaign_id = store_campaign(store, make_campaign("odd | name <b> `x`"))
    for name in export_formats():
        assert export(store, campaign_id, name, tmp_path / name).stat().st_size > 0
    assert "# odd \\| name \\<b> \\`x\\`" in (tmp_path / "md").read_text(encoding="utf-8")


def test_that_costs_follow_the_baseline(store: Store, study: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no protection named"):
        export(store, study, "csv", tmp_path / "out.csv", "rot13")
    text = export(store, study, "md", tmp_path / "out.md", CBC.name).read_text(encoding="utf-8")
    assert "cost over AES-128-CBC in percent" in text
    assert "(−13.8 %)" in text


def test_that_without_plaintext_costs_are_over_the_first_protection(
    store: Store, tmp_path: Path
) -> None:
    campaign_id = measured(store, make_campaign(servers=BOTH[:1], protections=(CBC, ECB)), {})
    for kind in export_formats():
        assert export(store, campaign_id, kind, tmp_path / kind).stat().st_size > 0
    assert "cost over AES-128-CBC in percent" in (tmp_path / "md").read_text(encoding="utf-8")


def test_that_an_unknown_format_is_reported_with_those_there_are(
    store: Store, study: int, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        export(store, study, "odt", tmp_path / "out.odt")
    assert "csv, json, md" in caught.value.hint
    assert not (tmp_path / "out.odt").exists()


def test_that_a_path_that_cannot_be_written_is_reported(
    store: Store, study: int, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for path in (folder, tmp_path / "none" / "out.csv", Path("/dev/null")):
        with pytest.raises(InputError) as caught:
            export(store, study, "csv", path)
        assert caught.value.title == "Export not written"
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_that_a_failed_export_keeps_the_old_file_and_leaves_no_other(
    store: Store, study: int, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    path = export(store, study, "json", folder / "out.json")
    before = path.read_bytes()
    store.set_environment(study, {"load": float("inf")})
    with pytest.raises(ValueError, match="Out of range"):
        export(store, study, "json", path)
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [path]


def test_that_a_link_is_followed(store: Store, study: int, tmp_path: Path) -> None:
    target = tmp_path / "target.csv"
    target.touch()
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    export(store, study, "csv", link)
    assert link.is_symlink()
    assert target.stat().st_size > 0


@pytest.mark.slow
def test_that_a_study_replaces_no_other_file(store: Store, study: int, tmp_path: Path) -> None:
    ours = export(store, study, "csv", tmp_path / "out.csv").read_bytes()
    with pytest.raises(InputError, match=r"out\.csv exists"):
        export(store, study, "study", tmp_path / "out.study")
    (tmp_path / "a.toml").write_text("a plan")
    with pytest.raises(InputError, match=r"a\.toml exists"):
        export(store, study, "study", tmp_path / "a.study")
    written = export(store, study, "study", tmp_path / "b.toml").read_bytes()
    assert export(store, study, "study", tmp_path / "b.toml").read_bytes() == written
    for _ in range(2):
        assert export(store, study, "study", tmp_path / "c.study").name == "c.toml"
    assert (tmp_path / "out.csv").read_bytes() == ours
    assert (tmp_path / "a.toml").read_text() == "a plan"


def cases_in(value: object) -> Iterator[tuple[object, object]]:
    """What names a case in a document, wherever it stands."""
    if isinstance(value, dict):
        if "case" in value and value.get("size") is not None:
            yield value["size"], value["case"]
        assert not {"case_name", "case_title"} & set(value)
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from cases_in(each)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_a_case_has_one_name_in_all_of_json(kind: str, store: Store, tmp_path: Path) -> None:
    number = CAMPAIGNS[kind](store)
    document = json.loads(export(store, number, "json", tmp_path / "json").read_text())
    known = {(each["size"], each["case"]) for each in document["cells"]}
    assert set(cases_in(document)) == known
    for part in ("comparison", "stability", "runs"):
        assert {(each["size"], each["case"]) for each in document[part]} <= known
        assert all("case" in each for each in document[part])
    rows = csv.DictReader(io.StringIO(export(store, number, "csv", tmp_path / "csv").read_text()))
    report = {(int(each["size"]), each["case"]): each["case_text"] for each in rows}
    assert set(report) <= known and all(report.values())


@pytest.mark.slow
def test_that_notes_and_tags_reach_every_report(store: Store, study: int, tmp_path: Path) -> None:
    set_details(
        store, study, tags=["client A", "2026"], notes="First look.\n\nThe disk was *full*."
    )
    report = {name: export(store, study, name, tmp_path / name) for name in ("html", "pdf", "md")}
    output = json.loads(export(store, study, "json", tmp_path / "json").read_text())["campaign"]
    assert output["tags"] == ["client A", "2026"]
    assert output["notes"] == "First look.\n\nThe disk was *full*."
    text = report["md"].read_text(encoding="utf-8")
    assert "Tags: client A, 2026." in text
    assert "## Notes\n\nFirst look.\n\nThe disk was full.\n" in text
    for shown in (html_words(report["html"].read_text()), pdf_words(report["pdf"].read_bytes())):
        assert words("Notes First look.") in shown
        assert words("The disk was full.") in shown, "a page may end before"
        assert words("Tags client A, 2026") in shown
    book = openpyxl.load_workbook(export(store, study, "xlsx", tmp_path / "x.xlsx"))
    summary = list(book["Summary"].iter_rows(values_only=True))
    assert ("tags", "client A, 2026") in summary and ("note", "First look.") in summary
    set_details(store, study, tags=[], notes="")
    text = export(store, study, "md", tmp_path / "bare").read_text(encoding="utf-8")
    assert "Tags" not in text and "Notes" not in text


@pytest.mark.parametrize("charts", [False, True])
def test_that_a_document_and_charts_are_of_one_moment(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, charts: bool
) -> None:
    """Another program deletes the campaign when its plan and figures have been read, but not yet
    its latencies."""
    number = store_loaded(store)

    def made(source: Store, name: str) -> list[bytes]:
        if charts:
            found = export_charts(source, number, "svg", tmp_path / name)
        else:
            options = ReportOptions(reader=Reader.TECHNICAL)
            found = [export(source, number, "html", tmp_path / f"{name}.html", options=options)]
        return [each.read_bytes() for each in found]

    before = made(store, "before")
    with open_store(str(tmp_path / "results.sqlite"), write=False) as reading:
        histograms = reading.histograms

        def deleted_first(
            campaign: int, cells: Collection[int]
        ) -> dict[tuple[int, str], HdrHistogram]:
            store.delete_campaign(campaign)
            return histograms(campaign, cells)

        monkeypatch.setattr(reading, "histograms", deleted_first)
        assert made(reading, "after") == before
        with pytest.raises(InputError):
            reading.snapshot(number)
