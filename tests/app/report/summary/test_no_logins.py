"""Page one of engines that run inside the application: nobody can log into them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.requirements import Requirements, Withstand
from app.report.document.advice import advice
from app.report.document.parts import Listing, Tabled
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export
from app.report.summary.advised import advised
from app.report.summary.making import summary_of
from app.report.summary.model import Summary, SummaryRow
from app.results.records import ServerRecord
from app.results.store.store import Store
from app.results.traces import Ground, Subject, Trace
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Source
from engines.contract.message import NOTHING
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import Kept
from engines.servers.server import ServerSpec
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.conftest import Servers

FILE = Protection("aes256cbc", ProtectionKind.STORAGE, "aes256cbc", None, "file")
NO_LOGINS = "server login (OS), database login: does not apply (no server)"
SHOWN = {"AES-256-GCM": ", but equal values of estado.nome show", "AES-256-CBC": ""}
"""By the blind index of the application's own protection."""
SAID = "there is no server to log into: the engine runs inside the application"


def told_of(
    store: Store,
    *engines: str,
    protections: Sequence[Protection] = (GCM, FILE),
    unsupported: Mapping[tuple[str, str], str] | None = None,
) -> CampaignReport:
    """Each of the protections costs more from engine to engine, the first 20 % on the first."""
    servers = tuple(ServerSpec(each, Source.EMBEDDED, each) for each in engines)
    campaign = replace(costly_campaign(1, protections, repetitions=6), servers=servers)
    costs = {
        (engine, each.name): 0.2 + 0.1 * at - 0.05 * number
        for at, engine in enumerate(engines)
        for number, each in enumerate(protections)
    }
    return report_on(store, store_costs(store, campaign, costs, 0.002, unsupported))


def row_of(summary: Summary, name: str) -> SummaryRow:
    return next(each for each in summary.rows if str(each.protection).startswith(name))


def kept_out(row: SummaryRow) -> list[str]:
    return [str(each) for each in row.cells[2]]


@pytest.mark.parametrize("engine", ["postgresql", "firebird", "sqlite", "duckdb"])
@pytest.mark.in_every_run("firebird", "sqlite", "duckdb")  # PostgreSQL: below
def test_that_a_campaign_knows_of_a_server_whether_anybody_can_log_into_it(
    engine: str, servers: Servers
) -> None:
    server = servers[engine]
    spec = server.spec
    record = ServerRecord(spec.name, spec.engine, spec.source.value, "1", {})
    assert record.in_process == server.endpoint.in_process
    assert not replace(record, source=Source.ADDRESS.value).in_process


def test_that_no_login_is_kept_out_where_none_exists(store: Store, tmp_path: Path) -> None:
    report = told_of(store, "sqlite")
    summary = summary_of(report)
    assert str(summary.lead[0]).startswith(
        "By its design, AES-256-GCM in the application keeps out a disk thief (not tried here), "
        "and costs 20 % ("
    )
    for name in ("AES-256-GCM", "AES-256-CBC"):
        assert kept_out(row_of(summary, name))[:2] == [f"disk thief: yes *{SHOWN[name]}", NO_LOGINS]
    assert kept_out(row_of(summary, "Unprotected")) == ["nobody"]
    assert str(row_of(summary, "AES-256-CBC").leaks) == "everything, once opened with the key"
    assert f"On sqlite {SAID}" in str(summary.protects)
    assert "Where stored files are encrypted" not in str(summary.protects)
    told = json.loads(export(store, 1, "json", tmp_path / "r.json").read_text())["summary"]
    kept = {each: one["kept"] for each, one in told["protections"][1]["keeps_out"].items()}
    assert kept == {
        "stolen_disk": "kept out", "os_login": None, "database_login": None,
        "unnoticed_change": "partly",
    }  # fmt: skip


def test_that_of_a_row_with_other_servers_it_is_said_where_no_login_exists(store: Store) -> None:
    summary = summary_of(told_of(store, "postgresql", "firebird"))
    assert kept_out(row_of(summary, "AES-256-GCM"))[:2] == [
        f"disk thief: yes *{SHOWN['AES-256-GCM']}",
        f"server login (OS), database login: yes *{SHOWN['AES-256-GCM']} (firebird: no server)",
    ]
    assert str(summary.lead[0]).startswith(
        "By its design, AES-256-GCM in the application keeps out a disk thief, and on postgresql "
        "also a login to the server and a login to the database (not tried here). It costs 20 % ("
    )
    assert f"On firebird {SAID}" in str(summary.protects)
    assert SAID not in str(summary_of(told_of(store, "postgresql")).protects)


def seen(server: str, protection: str, ground: Ground, found: bool | None) -> Trace:
    return Trace(server, protection, ground, Subject.MARKER, PlaceName.DATA, found, NOTHING)


def test_that_evidence_of_logins_that_do_not_exist_makes_no_row_of_its_own(store: Store) -> None:
    report = told_of(store, "firebird", "postgresql")
    evidence = [
        seen(server, protection, ground, False if ground in grounds else None)
        for server, grounds in (("postgresql", Ground), ("firebird", (Ground.FILES, Ground.LOGIN)))
        for protection in (GCM.name, FILE.name)
        for ground in (Ground.FILES, Ground.MEMORY, Ground.LOGIN)
    ]
    summary = summary_of(replace(report, evidence=evidence))
    names = [str(each.protection) for each in summary.rows]
    assert names == ["Unprotected: the baseline", "AES-256-GCM in the application",
                     "AES-256-CBC file encryption"]  # fmt: skip
    assert kept_out(row_of(summary, "AES-256-GCM"))[:2] == [
        f"disk thief: yes, nothing found{SHOWN['AES-256-GCM']}",
        "server login (OS), database login: "
        f"yes, nothing found{SHOWN['AES-256-GCM']} (firebird: no server)",
    ]
    alone = told_of(store, "sqlite")
    evidence = [replace(each, server="sqlite") for each in evidence if each.server == "firebird"]
    row = row_of(summary_of(replace(alone, evidence=evidence)), "AES-256-CBC")
    assert kept_out(row)[:2] == ["disk thief: yes, nothing found", NO_LOGINS]


def test_that_what_evidence_found_of_a_login_is_not_hidden(store: Store) -> None:
    report = told_of(store, "sqlite")
    found = Trace("sqlite", GCM.name, Ground.LOGIN, Subject.MARKER, PlaceName.SELECT, True, NOTHING)
    row = row_of(summary_of(replace(report, evidence=[found])), "AES-256-GCM")
    guards = {each.whom: each for each in row.guards}
    assert guards["database_login"].kept is Kept.IN and guards["os_login"].kept is None
    assert "database login: no, plaintext in SELECT without the key" in kept_out(row)


def test_that_advice_asks_for_no_logins_where_none_exist(store: Store) -> None:
    alone = advised(told_of(store, "sqlite", "firebird"))
    asked = [[each.value for each in answer.asked.withstand] for answer in alone.answers]
    assert asked == [["disk"], ["disk", "change"]]
    assert "login" not in str(alone.todo)
    both = advised(told_of(store, "postgresql", "firebird"))
    assert len(both.answers) == 4
    to_all, of_some = str(both.todo).split(" On ", 1)
    assert "Let only trusted administrators log into the application's machine" in to_all
    assert "postgresql: Run the application on another machine" in of_some


def test_that_who_can_get_at_the_key_is_said_once(store: Store) -> None:
    held = "Anyone who gets into the application or its machine can get at the key and the data."
    for engines, inside in ((("sqlite",), "sqlite"), (("postgresql", "firebird"), "firebird")):
        said = str(summary_of(told_of(store, *engines)).protects)
        assert said.count("gets into") == 1 and held in said
        assert f"On {inside} {SAID}" in said
    apart = str(summary_of(told_of(store, "postgresql")).protects)
    assert held in apart and SAID not in apart
    native = str(summary_of(told_of(store, "postgresql", protections=(CBC,))).protects)
    assert "gets into" not in native


def test_that_an_engine_that_can_be_a_server_and_was_none_is_named(store: Store) -> None:
    said = str(summary_of(told_of(store, "firebird", "sqlite")).protects)
    assert "(if you run a Firebird server, measure that)" in said
    assert "SQLite server" not in said
    for engine in ("sqlite", "duckdb", "postgresql"):
        assert "server, measure that" not in str(summary_of(told_of(store, engine)).protects)


def test_that_the_key_is_kept_off_the_disk_in_words_that_can_be_done_there(store: Store) -> None:
    given = "Enter the key at each start, or fetch it from a key service: never store it with"
    for engines, told in (
        (("sqlite",), given),
        (("postgresql", "firebird"), f"On firebird: {given}"),
    ):
        assert told in str(advised(told_of(store, *engines, protections=(GCM,))).todo)
    assert "at each start" not in str(advised(told_of(store, "postgresql")).todo)


def test_that_the_cost_of_what_is_advised_stands_in_the_answer_and_nothing_above(
    store: Store,
) -> None:
    report = told_of(store, "sqlite")
    summary = summary_of(report)
    assert not summary.opening and " costs 20 % (" in str(summary.lead[0])
    assert str(summary.cost.first).startswith("Added time for an average operation: 20 % (")
    asked = summary_of(replace(report, requirements=Requirements((Withstand.DISK,))))
    assert str(asked.cost.first).startswith("Added time for an average operation: 15 % (")
    assert str(asked.cost.first).endswith(" with AES-256-CBC file encryption.")


def test_that_against_whom_is_told_of_logins_that_there_are(store: Store) -> None:
    report = told_of(store, "postgresql", "firebird", protections=(GCM,))
    table = next(each.table for each in advice(report) if isinstance(each, Tabled))
    against = {line[1].rpartition(" on ")[2]: line[0] for line in table.lines}
    assert "login" in against["postgresql"]
    assert against["firebird"] == "a disk thief and unnoticed tampering"
    assert len(table.lines) == len({(line[0], line[1]) for line in table.lines})


def test_that_the_key_is_in_the_application_and_no_server_logs_it(store: Store) -> None:
    report = told_of(store, "firebird", protections=(CBC,))
    summary = summary_of(report)
    row = row_of(summary, "AES-128-CBC")
    assert str(row.leaks).endswith("; the application has the key")
    assert "the database gets the key with each statement" in str(summary.protects)
    assert "Log no statements: they contain the key." in str(advised(report).todo)
    assert "the server" not in str(advised(report).todo)
    there = row_of(summary_of(told_of(store, "postgresql", protections=(CBC,))), "AES-128-CBC")
    assert str(there.leaks).endswith("; the server sees the key")


def test_that_a_rule_is_told_as_it_holds_of_most_servers(store: Store) -> None:
    report = told_of(store, "firebird", "postgresql", "mariadb")
    rules = next(
        each.table for each in advice(report)
        if isinstance(each, Tabled) and each.table.head[0] == "Rule"
    )  # fmt: skip
    said = {line[0]: line[1] for line in rules.lines}
    assert said["key-on-server"].endswith("on the server")
    assert said["open-to-logins"] == "every database login gets decrypted data"


def test_that_arithmetic_names_its_server_where_there_are_several(store: Store) -> None:
    report = report_on(store, store_loaded(store))
    other = replace(report.cells[0], server="other")
    for cells, name in ((report.cells, ""), ([*report.cells, other], " on pg")):
        listing = next(
            each for each in advice(replace(report, cells=cells)) if isinstance(each, Listing)
        )
        assert listing.items[0].startswith(f"AES-256-GCM in the application{name}")
        assert (" on pg" in listing.items[0]) == bool(name)


def test_that_where_all_have_to_be_changed_logins_are_told_of_if_any_server_has_them(
    store: Store,
) -> None:
    longer = Protection("aes-256-cbc", ProtectionKind.NATIVE, "aes", 256, "cbc")
    unable = {("firebird", longer.name): "not there", ("postgresql", CBC.name): "not there"}
    report = told_of(store, "firebird", "postgresql", protections=(CBC, longer), unsupported=unable)
    assert (
        "Each protection keeps out a disk thief only in part. On postgresql, the same holds for a "
        "login to the server and a login to the database."
    ) in str(summary_of(report).lead[0])
    alone = told_of(store, "firebird", protections=(CBC,))
    assert "Each protection keeps out a disk thief only in part." in str(summary_of(alone).lead[0])


def test_that_nothing_is_said_of_logins_to_a_server_that_cannot_do_it(store: Store) -> None:
    unable = {("firebird", CBC.name): "not there"}
    report = told_of(store, "postgresql", "firebird", protections=(CBC,), unsupported=unable)
    summary = summary_of(report)
    assert kept_out(row_of(summary, "AES-128-CBC"))[0] == (
        "disk thief, server login (OS), database login: partly *, equal values show"
    )
    assert SAID not in str(summary.protects)
