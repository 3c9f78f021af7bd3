"""What raw ciphers in a store can explain of a campaign's costs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select, update

from app.command_line.main import run as cipherbench
from app.plan.matrix import cells_of, schedule
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export
from app.report.files.markdown import markdown
from app.results.database.models import CellRow, RunRow
from app.results.events import Event
from app.results.store.store import Store
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, make_campaign, store_campaign, whole_run
from tests.app.results.raw import PROVIDERS, raw_campaign, store_raw

APP = Protection("app", ProtectionKind.CLIENT, "aes", 256, "gcm")
OFB = Protection("aes-128-ofb", ProtectionKind.NATIVE, "aes", 128, "ofb")
BLOWFISH = Protection("bf", ProtectionKind.NATIVE, "bf", 128, "cbc")
TABLES = Protection("tables", ProtectionKind.STORAGE, "aes", 128, "tablespace")


def slow_campaign(store: Store, *protections: Protection) -> int:
    """INSERT takes 0.1 s longer with any of these than the second it takes without."""
    campaign = make_campaign(protections=(PLAINTEXT, *protections), sizes=(400,))
    number = store_campaign(store, campaign)
    stored = store.load(number)
    events: list[Event] = []
    for run in stored.runs:
        plain = stored.cells[run.cell].protection == PLAINTEXT
        events += whole_run(run, {"INSERT": 1.0 if plain else 1.1, "SELECT": 0.5})
    store.write(number, events)
    return number


def reported(report: CampaignReport, protection: Protection, operation: str = "INSERT") -> str:
    return next(
        str(found.message)
        for key, found in report.bounds.items()
        if (key.operation, key.protection) == (operation, protection.name)
    )


@pytest.mark.slow
def test_that_a_cost_says_how_much_of_it_the_raw_cipher_can_explain(store: Store) -> None:
    name = store.summary(store_raw(store)).name
    report = report_on(store, slow_campaign(store, CBC, APP))
    # Values have 11 bytes on average and 16 or 32 when they are filled up, 38 of them a record.
    output = reported(report, CBC)
    assert "The raw cipher explains at most " in output and "15,200 values (" in output
    assert "in blocks of 16 bytes; the operation took 100 ms longer." in output
    assert f"measured by openssl in campaign “{name}”." in output
    assert f"measured by cryptography in campaign “{name}”." in reported(report, APP)
    assert "there is no cost to explain" in reported(report, CBC, "SELECT")
    assert "## The raw cipher" in markdown(report)


@pytest.mark.slow
def test_that_a_mode_that_was_not_measured_raw_is_reported_by_cbc_and_others_not_at_all(
    store: Store,
) -> None:
    store_raw(store)
    report = report_on(store, slow_campaign(store, OFB, BLOWFISH, TABLES))
    assert {key.protection for key in report.bounds} == {OFB.name}


@pytest.mark.slow
def test_that_there_is_none_before_ciphers_were_measured_nor_for_these_themselves(
    store: Store,
) -> None:
    assert report_on(store, slow_campaign(store, CBC)).bounds == {}
    assert report_on(store, store_raw(store)).bounds == {}


@pytest.mark.slow
def test_that_a_campaign_that_has_not_measured_any_yet_leaves_what_was_known(store: Store) -> None:
    raw, number = store_raw(store), slow_campaign(store, CBC)
    before = reported(report_on(store, number), CBC)
    begun = raw_campaign()
    cells = cells_of(begun, {}, (), PROVIDERS)
    later = store.create_campaign(begun, cells, schedule(begun, cells))
    assert later > raw
    assert reported(report_on(store, number), CBC) == before


@pytest.mark.slow
def test_that_runs_that_do_not_count_explain_nothing(store: Store) -> None:
    raw, number = store_raw(store), slow_campaign(store, CBC)
    assert report_on(store, number).bounds
    own = select(CellRow.id).where(CellRow.campaign_id == raw)
    with store.transaction(write=True) as session:
        session.execute(update(RunRow).where(RunRow.cell_id.in_(own)).values(stalled=True))
    assert report_on(store, number).bounds == {}


@pytest.mark.slow
def test_that_another_processor_explains_nothing(store: Store) -> None:
    raw, number = store_raw(store), slow_campaign(store, CBC)
    store.set_environment(number, {"cpu": "one"})
    store.set_environment(raw, {"cpu": "another"})
    assert report_on(store, number).bounds == {}
    assert report_on(store, slow_campaign(store, CBC)).bounds  # of which nothing is known


@pytest.mark.slow
def test_that_a_request_s_latency_says_what_its_five_values_can_explain(store: Store) -> None:
    store_raw(store)
    report = report_on(store, store_loaded(store))
    reported = {key.operation: str(found.message) for key, found in report.bounds.items()}
    assert set(reported) == {"GET", "ADD"}
    assert "of the cost of AES-256-GCM in the application for GET. 5 values (0.0" in reported["GET"]
    assert (
        "the operation took 1 ms longer." in reported["GET"]
        and "took 3 ms longer" in reported["ADD"]
    )
    other = report_on(store, store.find("loaded"), measure="latency_p99_ms")
    assert other.bounds == {}


@pytest.mark.slow
def test_that_what_cases_tell_together_is_remarked_and_figures_have_their_unit(
    store: Store, tmp_path_factory: pytest.TempPathFactory
) -> None:
    number = store_raw(store, raw_campaign(name="with remarks"))
    report = report_on(store, number)
    one, other = map(str, report.remarks)
    assert one.startswith("With openssl, AES instructions make aes-128-cbc 5 times as fast in ")
    assert other.startswith("With cryptography, ")
    document = markdown(report)
    assert one in document and " MB/s" in document and " 1/s" in document
    path = tmp_path_factory.mktemp("raw") / "raw.json"
    export(store, number, "json", path)
    exported = json.loads(path.read_text())
    assert exported["remarks"] == [one, other] and exported["bounds"] == []
    rows = exported["comparison"]
    assert {(row["measure"], row["unit"]) for row in rows} == {
        ("bytes_per_second", "B/s"),
        ("operations_per_second", "1/s"),
    }


@pytest.mark.slow
def test_that_bounds_are_in_exports_and_in_the_terminal(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_raw(store)
    number = slow_campaign(store, CBC)
    path = tmp_path / "slow.json"
    export(store, number, "json", path)
    output = reported(report_on(store, number), CBC)
    bounds = {
        (each["server"], each["protection"], each["size"], each["case"], each["operation"]): each
        for each in json.loads(path.read_text())["bounds"]
    }
    found = next(each for key, each in bounds.items() if key[1:] == (CBC.name, 400, "", "INSERT"))
    assert found["text"] == output
    assert cipherbench(["compare", f"#{number}", "--store", str(store.url)]) == 0
    assert output in " ".join(capsys.readouterr().out.split())
