"""Page one answers: figures that are proved, whom a protection keeps out, and what it leaks."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from app.evidence.threats import Seen, Threat, threats, with_evidence
from app.findings.verdict import VerdictKind
from app.report.document.advice import advice
from app.report.document.making import ReportOptions, document_of
from app.report.document.parts import Paragraph, Tabled
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.headline import told_costs
from app.report.files.export import export
from app.report.summary.making import summary_of
from app.report.summary.model import Summary
from app.results.store.store import Store
from app.results.traces import Ground, Subject, Trace
from engines.contract.data_place import PlaceName
from engines.contract.message import NOTHING, Message, percent
from engines.contract.protection import PLAINTEXT, TLS, Protection, ProtectionKind
from engines.properties import Kept, properties_of
from tests.app.report.document.reading import html_words, pdf_words, words
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.results.raw import store_raw

COSTS = {("postgresql", CBC.name): 0.42, ("mariadb", CBC.name): -0.2, ("mariadb", GCM.name): 40.0}


def told(summary: Summary) -> list[list[str]]:
    return [["\n".join(map(str, cell)) for cell in line] for line in summary.lines]


def costs_of(summary: Summary, name: str) -> str:
    return next(line[1] for line in told(summary) if line[0].startswith(name))


def advised_work(report: CampaignReport) -> Message:
    """The work of the last cost, as it stands behind it."""
    return told_costs(report.headline)[-1].of_work


def everything(summary: Summary) -> str:
    said = [*summary.lead, *(each.said for each in summary.answers), *summary.notes]
    return "\n".join([*map(str, said), *(cell for line in told(summary) for cell in line)])


def test_that_costs_are_intervals_factors_gains_or_under_so_much(store: Store) -> None:
    campaign = costly_campaign(2, (CBC, GCM))
    report = report_on(store, store_costs(store, campaign, COSTS, noise=0.002))
    summary = summary_of(report)
    plain, cbc, gcm = told(summary)
    assert plain[:2] == ["Unprotected: the baseline", "–"]
    assert re.fullmatch(
        r"postgresql: 42 % \(4\d to 4\d\)\nmariadb: 20 % faster \(\d\d to \d\d\)", cbc[1]
    )
    assert re.fullmatch(r"postgresql: under 2 %\nmariadb: 41 times as much \(4\d to 4\d\)", gcm[1])
    (first,) = map(str, summary.lead)
    assert first.startswith(
        "By its design, AES-256-GCM in the application keeps out a disk thief, a login to the "
        "server and a login to the database (not tried here), "
        "and costs under 2 % on postgresql and 41 times as much ("
    )
    assert re.fullmatch(
        r"Added time for an average operation: under 2 % on postgresql and 41 times as much "
        r"\(4\d to 4\d\) on mariadb with AES-256-GCM in the application\.",
        str(summary.cost.first),
    )
    assert str(summary.cost.rest).startswith(
        "What the application encrypts can then no longer be searched, sorted or joined in the "
        "database, except for equal values of estado.nome, by the blind index: its cost is "
        "included. Not included: binding values to their rows, and the network between two "
        "machines, which can take longer than the operation. Measure both in your application. "
        "Perhaps cheaper once changed and measured (see the section “Advice”): "
        "AES-128-CBC in the database with a new IV for each value on mariadb, but only against a "
        "disk thief and a login to the database. Where the database encrypts each value "
        "with a new initialisation vector (IV), a search for an exact value decrypts every row."
    )
    assert str(summary.machine) == (
        "Yes, within their 95 % intervals: plan with the upper ends. Each protection ran beside "
        "the baseline in 12 repetitions. Stored rows were read back and decrypted, and all "
        "matched. The baseline was also measured against itself: costs smaller than 1.0 % can "
        "be missed. Costs "
        "hold for this machine and these data: measure again with yours before you buy."
    )
    assert str(summary.protects.first) == (
        "From a disk thief, a login to the server and a login to the database, by the design of "
        "AES-256-GCM in the application (not tried here)."
    )
    assert "Encryption in the database gets the key with each statement: " in str(summary.protects)
    assert (
        "Only that also notices tampering with values (not tried here), but not two rows that swap "
        "their values, deleted rows or old values put back."
    ) in str(summary.protects)
    assert "tampering with values noticed: partly *, not swaps" in gcm[2]
    assert "set evidence = true in the plan file" in str(summary.protects)
    assert "Where stored files are encrypted" not in everything(summary)
    assert "Anyone who gets into the application or its machine can" in str(summary.protects)


def test_that_costs_of_what_is_advised_stand_first_and_none_where_it_has_to_be_changed(
    store: Store,
) -> None:
    campaign = costly_campaign(2, (CBC,))
    changed = summary_of(report_on(store, store_costs(store, campaign, COSTS, noise=0.002)))
    (first,) = map(str, changed.lead)
    assert first.startswith(
        "Nothing here should be used as it was measured. Each protection keeps out a disk thief, a "
        "login to the server and a login to the database only in part. What was measured costs 42 %"
    )
    assert str(changed.cost).startswith(
        "Not known yet for what we advise below: measure it. Added time for an average operation, "
        "as measured: 20 % faster ("
    )
    assert (
        "Where the database encrypts each value with a new initialisation vector (IV), a search "
        "for an exact value decrypts every row."
    ) in str(changed.cost)
    assert str(changed.protects).startswith("As it was measured, from nobody entirely. ")
    assert str(changed.todo).startswith(
        "Use nothing here as it was measured. First measure AES-256-GCM in the application, and "
        "use it if its cost suits you: by its design, it keeps out a disk thief, a login to the "
        "server and a login to the database. In the plan file of Cipherbench: "
        'kind = "client", algorithm = "aes", mode = "gcm", bits = 256. Known already: '
        "what the application encrypts can then no longer be searched, sorted or joined in the "
        "database; a database server needs a machine of its own; and the key must stay off disks "
        "and backups: fetch it from a key service, or enter it at each start. No encryption in the "
        "database keeps out a login to the server, which can read the key or decrypted data. If "
        "the application cannot encrypt, or that costs too much, change this and measure again: "
    )
    assert " against a disk thief and a login to the database: AES-128-CBC in the database " in (
        " ".join(map(str, changed.todo.points))
    )


def test_that_a_noisy_machine_is_no_word_against_a_cost_that_is_shown(store: Store) -> None:
    costs = {("postgresql", GCM.name): 0.07}
    campaign = costly_campaign(1, (GCM,), repetitions=6)
    report = report_on(store, store_costs(store, campaign, costs, noise=0.002))
    noisy = replace(
        report.quality, others_percent=60.0, tells_apart_percent=8.8, cpu_tells_apart_percent=8.8
    )
    summary = summary_of(replace(report, quality=noisy))
    assert costs_of(summary, "AES-256-GCM").startswith("6.9 % (")
    assert str(summary.machine).startswith("Yes, within their 95 % intervals: ")
    assert "8.8 %" not in everything(summary)


def test_that_the_limit_is_that_of_the_costs_shown_on_each_server(store: Store) -> None:
    costs = {(engine, GCM.name): 0.4 for engine in ("postgresql", "mariadb")}
    campaign = costly_campaign(2, (GCM,))
    report = report_on(store, store_costs(store, campaign, costs, noise=0.03))
    said = str(summary_of(report).machine)
    limits = {each.server: each.told.margin or 0.0 for each in report.headline}
    assert len({*limits.values()}) == 2 and min(limits.values()) > 1.0
    ranked = sorted(limits, key=lambda each: limits[each])
    told = " and ".join(f"{percent(limits[each])} ({each})" for each in ranked)
    assert f"measured against itself: costs smaller than {told} can be missed." in said
    assert str(percent(report.quality.tells_apart_percent or 0.0)) not in said


def test_that_a_figure_that_proves_nothing_is_not_there(store: Store) -> None:
    campaign = costly_campaign(1, (CBC, GCM), repetitions=4)
    report = report_on(store, store_costs(store, campaign, {}, noise=0.3))
    assert {each.cost.decided for each in report.headline} == {False}
    summary = summary_of(report)
    costs = {costs_of(summary, name) for name in ("AES-256", "AES-128")}
    assert costs == {"not known: too noisy here"}
    assert str(summary.lead[0]).startswith("No cost could be told here.")
    assert str(summary.machine) == (
        "Not yet: no cost is known well enough to be shown. Repeat on a quieter machine, or add "
        "repetitions."
    )
    assert str(summary.cost).startswith("Not known: repeat on a quieter machine, or add ")
    assert "unproven" not in everything(summary)


def test_that_a_case_with_dropped_requests_says_so_and_has_no_cores(store: Store) -> None:
    number = store_loaded(store, limited=True, dropping="direct")
    report = report_on(store, number)
    summary = summary_of(report)
    direct, api = costs_of(summary, "AES-256-GCM").splitlines()
    assert direct == "directly to the database: not known: the load generator could not keep up"
    assert re.match(r"through the web API: \d+ % \(", api)
    servers = str(summary.servers)
    assert servers.startswith("One more machine where application and database share one today; ")
    assert servers.endswith(" through the web API: One machine today: add a second like it.")
    assert "Left out, because its cost is not known: directly to the database." in servers
    assert servers.count("directly to the database") == 1
    assert str(summary.machine).startswith("Yes where a cost is shown, within its 95 % interval: ")
    assert str(summary.cost.rest) == (
        "What the application encrypts can then no longer be searched, sorted or joined in the "
        "database. Not included: the network between two machines, which can take longer than the "
        "operation. Measure it in your application. The planned load is 100 reads/s, then 50 "
        "writes/s. CPU time is that of database server and application together."
    )
    assert (
        " Load not reached directly to the database: the load generator could not keep up. Costs "
        "directly to the database are not known. Load not reached through the web API (with "
        "AES-256-GCM in the application): the load generator could not keep up. How much longer "
        "users wait through the web API is not known. Measure again with more cores for the "
        "load generator, or at a lower rate. "
    ) in str(summary.machine)
    blocks = list(advice(report, brief=True))
    money = next(
        each.table for each in blocks if isinstance(each, Tabled) and "CPU s" in each.table.head[2]
    )
    assert [line[0] for line in money.lines] == [
        "AES-256-GCM in the application (through the web API)"
    ]
    both = summary_of(report_on(store, store_loaded(store, "all", limited=True, dropping="1")))
    assert not both.servers and costs_of(both, "AES-256-GCM").count("could not keep up") == 2


def test_that_costs_in_time_and_in_cpu_time_are_told_apart(store: Store) -> None:
    report = report_on(store, store_loaded(store))
    said = str(summary_of(report).cost)
    assert said.startswith("Added time for an average operation: 50 % (")
    assert "If your users come through a web API, its figure is yours; the other is for " in said
    assert said.endswith(" All costs are at 100 reads/s, then 50 writes/s.")
    first, *others = report.headline
    noisy = replace(first, cost=replace(first.cost, verdict=VerdictKind.TOO_NOISY))
    assert noisy.in_cpu_time and not others[0].in_cpu_time
    unknown = [replace(each, cpu=replace(each.cpu, verdict=None)) for each in others]
    said = str(summary_of(replace(report, headline=[noisy, *unknown])).cost)
    assert "Other costs are in time: " in said
    assert "Where a cost is in CPU time, how much longer users wait is not known: measure" in said


def test_that_all_costs_are_of_cpu_time_where_one_can_only_be_told_by_it(store: Store) -> None:
    report = report_on(store, store_loaded(store))
    first, *others = report.headline
    noisy = replace(first, cost=replace(first.cost, verdict=VerdictKind.TOO_NOISY))
    report = replace(report, headline=[noisy, *others])
    summary = summary_of(report)
    assert [each.in_cpu_time for each in report.totals] == [True, True]
    assert [each.in_cpu_time for each in report.headline] == [True, False]
    assert summary.by_cpu and str(summary.cost).startswith("Added CPU time: ")
    (waited,) = re.findall(r"Operations take longer by (.*?)\.(?: |$)", str(summary.cost))
    assert waited.startswith("50 % (") and waited.endswith(str(advised_work(report)))
    assert "Where a cost is in CPU time, how much longer users wait is not known" in str(
        summary.cost
    )
    assert str(summary.machine).startswith("Yes for CPU time, within the 95 % intervals: ")
    assert (
        f"Yes also for how much longer operations take {advised_work(report)}, within its "
        f"interval; "
        "promise no other response times."
    ) in str(summary.machine)
    assert "romise no" not in str(summary_of(report_on(store, 1)).machine)
    unknown = replace(report.headline[1], cost=noisy.cost)
    both = summary_of(replace(report, headline=[noisy, unknown]))
    assert "Promise no response times by it: users may wait more or less" in str(both.machine)


def test_that_of_many_protections_the_cheapest_of_each_level_stand_there_and_the_rule(
    store: Store,
) -> None:
    native = [
        Protection(f"aes-{bits}-{mode}", ProtectionKind.NATIVE, "aes", bits, mode)
        for bits, mode in product((128, 192, 256), ("ecb", "cbc"))
    ]
    client = [
        Protection(f"client-{bits}", ProtectionKind.CLIENT, "aes", bits, "gcm")
        for bits in (128, 192, 256)
    ]
    campaign = costly_campaign(1, (*native, *client), repetitions=6)
    costs = {("postgresql", each.name): 0.1 * at for at, each in enumerate((*native, *client), 1)}
    summary = summary_of(report_on(store, store_costs(store, campaign, costs, noise=0.002)))
    names = [line[0] for line in told(summary)]
    assert len(names) == 6 and names[0].startswith("Unprotected")
    for cheapest in ("AES-128-ECB", "AES-128-CBC", "AES-128-GCM", "AES-192-GCM"):
        assert any(name.startswith(cheapest) for name in names), names
    (rule,) = [str(each) for each in summary.notes if "more protections" in str(each)]
    assert rule.startswith("4 more protections are in the tables below.")


def test_that_all_formats_and_the_window_have_the_same_page_one(
    store: Store, tmp_path: Path
) -> None:
    report = report_on(store, store_costs(store, costly_campaign(2, (CBC, ECB, GCM)), COSTS))
    summary = summary_of(report)
    (section, *_) = document_of(report, ReportOptions()).sections
    assert section.name == "summary"
    table, *_ = [each.table for each in section.blocks if isinstance(each, Tabled)]
    assert table.lines == told(summary)
    said = [each.text for each in section.blocks if isinstance(each, Paragraph)]
    notes = " ".join(map(str, summary.notes))
    assert said == [*(str(each.said.rest) for each in summary.answers), notes]
    heads = [each.head for each in section.blocks if isinstance(each, Paragraph) and each.head]
    assert heads == [f"{each.question} {each.said.first}" for each in summary.answers]
    assert len(heads) == 4  # of servers nothing is known without CPU time
    assert all(each.said.first for each in summary.answers)
    written = {
        kind: export(store, report.summary.id, kind, tmp_path / f"report.{kind}")
        for kind in ("json", "md", "html", "pdf")
    }
    known = json.loads(written["json"].read_text())["summary"]
    assert known["lead"] == list(map(str, summary.lead))
    assert [each["answer"] for each in known["answers"]] == [
        str(each.said.first) for each in summary.answers
    ]
    assert [each["cost"] for each in known["protections"]] == [
        [str(line) for line in row.cost] for row in summary.rows
    ]
    pages = (
        words(written["md"].read_text().replace("\\*", "*").replace("**", "")),
        html_words(written["html"].read_text()),
        pdf_words(written["pdf"].read_bytes()),
    )
    for text in pages:
        for each in summary.answers:
            assert words(f"{each.head} {each.said.rest}") in text
            assert all(words(str(point)) in text for point in each.said.points)
        for row in summary.rows:
            assert all(words(str(line)) in text for line in row.cost)


def test_that_work_of_any_kind_has_a_page_one(store: Store) -> None:
    loads = summary_of(report_on(store, store_loaded(store)))
    assert loads.guarded and costs_of(loads, "AES-256-GCM").count("\n") == 1
    raw = summary_of(report_on(store, store_raw(store)))
    assert not raw.guarded and [len(line) for line in raw.lines] == [2] * len(raw.rows)
    assert 1 <= len(raw.rows) <= 6


GENERAL = [
    properties_of(each, each.mode, fixed_iv=False)
    for each in (
        PLAINTEXT,
        TLS,
        CBC,
        GCM,
        Protection("tablespace", ProtectionKind.STORAGE, "aes", 256, "tablespace"),
        Protection("file", ProtectionKind.STORAGE, "aegis", 256, "file"),
        Protection("sqlcipher", ProtectionKind.STORAGE, "sqlcipher", 256, "file"),
        Protection("rc4", ProtectionKind.STORAGE, "rc4", None, "file"),
        Protection("gocryptfs", ProtectionKind.STORAGE, "gocryptfs", None, "filesystem"),
    )
]


@pytest.mark.parametrize("found", list(product((True, False, None), repeat=4)), ids=str)
def test_that_no_claim_stands_against_what_was_found(found: tuple[bool | None, ...]) -> None:
    """Files, memory, packets, a SELECT: whatever was seen of them, in every kind of protection."""
    evidence = [
        Trace("s", "p", ground, Subject.MARKER, str(ground), seen, NOTHING)
        for ground, seen in zip(Ground, found, strict=True)
    ]
    for known in GENERAL:
        good = with_evidence(known, evidence)
        for row, kept in zip(threats(evidence), (*good.kept, good.network), strict=True):
            if row.seen in (Seen.PLAINTEXT, Seen.KEY):
                assert kept is Kept.IN
            if row.seen is Seen.NOTHING:
                assert kept is not Kept.IN
        looked = dict(zip(Threat, (*good.looked_here, good.listened_here), strict=True))
        assert {each for each, told in looked.items() if told} == {
            row.threat for row in threats(evidence) if row.seen is not Seen.UNKNOWN
        }
        if good.disk is Kept.IN is not known.disk:
            assert "Found here: plaintext in files." in str(good.protects)


def test_that_a_place_that_holds_both_is_named_once() -> None:
    traces = [
        Trace("s", "p", Ground.MEMORY, subject, PlaceName.MEMORY, True, NOTHING)
        for subject in (Subject.MARKER, Subject.KEY)
    ]
    good = with_evidence(properties_of(CBC, CBC.mode, fixed_iv=False), traces)
    assert str(good.found_here[1]) == "plaintext and the key in server memory"
