"""Sentences call a protection as people do; its name in the plan is for tables and files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run as cipherbench
from app.findings.studies.available_studies import study_named
from app.report.document.build_document import ReportOptions, build_document
from app.report.document.document_blocks import ChartBlock, ListBlock, Paragraph, TableBlock
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.markdown import markdown
from app.report.tables.all_tables import report_tables
from app.report.words.protection_names import titles
from app.results.store.store import Store, open_store
from app.window.pages.results.results_head import unmeasured_lines
from engines.contract.protection import Protection, ProtectionKind
from tests.app.report import loaded
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.results.raw import store_raw

NAMES = (GCM.name, CBC.name, ECB.name)
"""Names of plans, which no sentence is to have."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A hospital with two sizes, a load with late and dropped requests, one whose generator was
    the limit, and the raw cipher to explain them."""
    path = tmp_path_factory.mktemp("told") / "s.sqlite"
    with open_store(str(path), write=True) as opened, pytest.MonkeyPatch.context() as patched:
        patched.setattr(loaded, "GCM", replace(loaded.GCM, name=GCM.name))
        campaign = costly_campaign(3, (CBC, ECB, GCM), (100, 4000), 6)
        lacking = {("firebird", CBC.name): "It has no such function."}
        costs = {("mariadb", ECB.name): 0.4}
        store_costs(opened, campaign, costs, noise=0.05, unsupported=lacking)
        loaded.store_loaded(opened)
        loaded.store_loaded(opened, limited=True)
        store_raw(opened)
        yield opened


def reports(store: Store) -> Iterator[CampaignReport]:
    studies = [study_named("rosa-2023")]
    yield report_on(store, 1, studies=studies, latencies=True)
    yield report_on(store, 1, CBC.name, studies=studies, latencies=True)
    yield report_on(store, 2, latencies=True)
    yield report_on(store, 3, latencies=True)


def prose(report: CampaignReport) -> Iterator[str]:
    """All sentences of a report: those in its tables have a full stop."""
    document = build_document(report, ReportOptions())
    yield document.description
    for block in document.blocks():
        match block:
            case Paragraph(text):
                yield text
            case ListBlock(items):
                yield from items
            case TableBlock(caption, table):
                yield caption
                cells = (cell for line in table.lines for cell in line)
                yield from (cell for cell in cells if cell.endswith("."))
            case ChartBlock(caption, alternative, chart):
                yield from (caption, alternative, str(chart.caption), *map(str, chart.notes))
                yield from (str(output) for graph in chart.graphs for output, _ in graph.words)
    yield from (line for line in markdown(report).splitlines() if not line.startswith(("|", "#")))
    [summary] = [each for each in report_tables(report) if each.name == "Summary"]
    yield from (str(value) for fact, value in summary.rows if fact != "baseline")
    yield from unmeasured_lines(report.cells)


def has_a_name_of_the_plan(output: str) -> bool:
    return any(each in output.replace("\\", "") for each in NAMES)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_no_sentence_of_a_report_has_the_name_of_a_plan(store: Store) -> None:
    of_each = [list(prose(report)) for report in reports(store)]
    for output in of_each:
        assert [each for each in output if has_a_name_of_the_plan(each)] == []
        assert any("AES-256-GCM in the application" in each for each in output)
    assert any("cost over AES-128-CBC in percent" in each for each in of_each[1])


@pytest.mark.slow
def test_that_files_keep_the_names(store: Store, tmp_path: Path) -> None:
    for format in ("csv", "json"):
        target = tmp_path / format
        command = ["export", "1", "--format", format, "-o", str(target), "--store", store.location]
        assert cipherbench(command) == 0
        assert all(name in target.read_text() for name in NAMES)


@pytest.mark.slow
def test_that_the_command_line_tells_sentences_in_the_same_words(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2, 3):
        assert cipherbench(["compare", str(number), "--store", store.location]) == 0
        reported = capsys.readouterr().out.splitlines()
        sentences = [line for line in reported if line.rstrip().endswith(".")]
        assert sentences and [each for each in sentences if has_a_name_of_the_plan(each)] == []


def native(name: str, mode: str | None) -> Protection:
    return Protection(name, ProtectionKind.NATIVE, "aes", 128, mode)


@pytest.mark.parametrize(
    ("protection", "cipher", "title"),
    [
        (Protection("plaintext"), "plaintext", "plaintext"),
        (native("x", "cbc"), "AES-128", "AES-128-CBC"),
        (native("x", None), "AES-128", "AES-128"),
        (GCM, "AES-256-GCM in the application", "AES-256-GCM in the application"),
        (
            Protection("x", ProtectionKind.CLIENT, "chacha20", 256, "poly1305"),
            *["ChaCha20-Poly1305 in the application"] * 2,
        ),
        (
            Protection("x", ProtectionKind.STORAGE, "aegis", None, "file"),
            *["AEGIS file encryption"] * 2,
        ),
        (
            Protection("x", ProtectionKind.STORED_FORM, "aes", 128, "cbc"),
            *["plaintext stored as AES-128-CBC"] * 2,
        ),
        (Protection("aes-128-cbc", ProtectionKind.CIPHER, "aes", 128, "cbc"), *["aes-128-cbc"] * 2),
    ],
)
def test_that_a_protection_has_a_title(protection: Protection, cipher: str, title: str) -> None:
    assert (str(protection.cipher), str(protection.title)) == (cipher, title)


def test_that_two_of_one_title_are_distinguished(store: Store) -> None:
    cell = next(each for each in report_on(store, 1).cells if each.protection == CBC.name)
    twin = replace(cell, protection="another key")
    other = replace(cell, server="elsewhere")
    assert {at: str(each) for at, each in titles([cell, twin, other]).items()} == {
        (cell.server, CBC.name): "AES-128-CBC (aes-128-cbc)",
        (cell.server, "another key"): "AES-128-CBC (another key)",
        ("elsewhere", CBC.name): "AES-128-CBC",
    }


def test_that_a_plan_calls_its_protections_so() -> None:
    campaign = costly_campaign(1, (CBC, GCM))
    assert str(campaign.title_of(GCM.name)) == "AES-256-GCM in the application"
    assert [str(campaign.title_of(each)) for each in ("plaintext", "none")] == ["plaintext", "none"]
