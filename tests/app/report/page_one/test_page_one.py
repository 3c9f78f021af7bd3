"""Page one by codes and values: what was decided, and why each mark is so."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.findings.compare import Comparisons
from app.findings.cost import VerdictKind
from app.plan.campaign import CONTROL, Order
from app.plan.requirements import Requirements, SearchNeed, Withstand
from app.plan.status import Status
from app.report.drawing.medium import ON_PAPER
from app.report.drawing.protections import MarkColumn, SearchBy
from app.report.drawing.protections_drawing import picture, picture_svg
from app.report.drawing.svg_shapes import width_of
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export
from app.report.page_one.build_page_one import MOST_ROWS, page_one
from app.report.page_one.headline_and_do_card import Action, DoLine, Headline, attacker_words
from app.report.page_one.model import CardKind, PageOne, TrustLevel
from app.report.page_one.protection_marks import protection_strength
from app.results.records import CellRecord, EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import Store
from engines.contract.data_place import PlaceName
from engines.contract.message import Message
from engines.contract.protection import TLS, Protection, ProtectionKind
from engines.properties import Exclusion
from tests.app.findings.test_scalability import CLIENTS, MOST
from tests.app.findings.test_scalability import stored as stored_clients
from tests.app.report.changed import store_changed
from tests.app.report.loaded import store_loaded
from tests.app.report.test_one_number import stored
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.results.raw import store_raw

TABLESPACE = Protection("tde", ProtectionKind.STORAGE, "aes", 256, "tablespace")
COSTS = {
    ("postgresql", CBC.name): 0.42, ("mariadb", CBC.name): 0.2,
    ("postgresql", GCM.name): 0.5, ("mariadb", GCM.name): 40.0,
}  # fmt: skip


def report_of(
    store: Store,
    protections: tuple[Protection, ...],
    *,
    noise: float = 0.002,
    repetitions: int = 6,
    asked: Requirements | None = None,
    servers: int = 2,
) -> CampaignReport:
    campaign = costly_campaign(servers, protections, repetitions=repetitions)
    report = report_on(store, store_costs(store, campaign, COSTS, noise=noise))
    return report if asked is None else replace(report, requirements=asked)


def codes(page: PageOne) -> tuple[str, str]:
    return page.headline.code, page.card[CardKind.DO].head.code


@pytest.mark.parametrize(
    ("protections", "asked", "headline", "do"),
    [
        ((CBC, GCM), None, Headline.USE, Action.APPLICATION),
        ((CBC,), None, Headline.MEASURE, Action.MEASURE),
        ((ECB, CBC), None, Headline.MEASURE, Action.MEASURE),
        ((TABLESPACE,), None, Headline.USE_PARTLY, Action.FILES),
        ((TLS,), None, Headline.USE, Action.CONNECTIONS),
        ((GCM,), Requirements((Withstand.DISK,), may_cost=10), Headline.LIMIT, Action.GIVE_UP),
        ((GCM,), Requirements((Withstand.DISK,), may_cost=60), Headline.USE_ON, Action.APPLICATION),
        (
            (GCM,), Requirements((Withstand.DISK,), search=SearchNeed.RANGE),
            Headline.NONE_SERVES, Action.GIVE_UP,
        ),
    ],
)  # fmt: skip
def test_that_what_was_measured_and_asked_decides_headline_and_advice(
    store: Store,
    protections: tuple[Protection, ...],
    asked: Requirements | None,
    headline: Headline,
    do: Action,
) -> None:
    page = page_one(report_of(store, protections, asked=asked))
    assert codes(page) == (headline, do)
    assert len(str(page.headline.message).split()) <= 20
    assert all(len(card.lines) <= 3 for card in page.cards)
    assert "{" not in str(page.headline.message) + "".join(
        str(line.message) for card in page.cards for line in (card.head, *card.lines)
    )


def test_that_both_kinds_of_login_together_are_every_login() -> None:
    one = Withstand.DISK, Withstand.LOGIN
    assert str(attacker_words(one)) == "disk thieves and database logins"
    assert str(attacker_words((*one, Withstand.OS_LOGIN))) == "disk thieves and every login"


def test_that_headlines_have_at_most_twenty_words(store: Store) -> None:
    longest = "AES-256-GCM in the application"
    slots = {
        "name": longest, "cost": "costs 25 to 47 % CPU time",
        "attackers": "disk thieves and every login", "share": "87 %",
        "why": "the load generator could not keep up", "limit": "20 %",
        "servers": "postgresql", "least": "47 %", "done": "12", "total": "81",
        "baseline": longest,
    }  # fmt: skip
    for code in Headline:
        message = code.filled(**slots).message
        words = [each for each in str(message).split() if each[0].isalnum()]
        assert len(words) <= 20 and "{" not in str(message), code
    assert all(len(str(each.message).split()) <= 8 for each in DoLine)


@pytest.mark.parametrize(
    ("noise", "repetitions", "level", "code"),
    [
        (0.002, 6, TrustLevel.HIGH, "repetitions"),
        (0.5, 6, TrustLevel.LOW, None),
        (0.002, 2, TrustLevel.LOW, None),
    ],
)
def test_that_rules_lower_trust(
    store: Store, noise: float, repetitions: int, level: TrustLevel, code: str | None
) -> None:
    page = page_one(report_of(store, (CBC,), noise=noise, repetitions=repetitions))
    trust = page.card[CardKind.TRUST]
    assert trust.level is level
    if code is not None:
        assert trust.lines[0].code == code
    if level is TrustLevel.LOW:
        assert codes(page)[1] == Action.AGAIN and page.headline.code.startswith("measure-again")


def test_that_figures_are_round_where_trust_is_low(store: Store) -> None:
    """Two identical databases differed by a fifth: nobody plans by a single per cent then."""
    report = report_on(store, stored(store))
    exact = [replace(each, cost=replace(each.cost, percent=57.3)) for each in report.headline]
    certain = page_one(replace(report, headline=exact))
    noisy = [replace(each, cost=replace(each.cost, margin=20.0)) for each in exact]
    quality = replace(report.quality, others_percent=80.0)
    page = page_one(replace(report, headline=noisy, quality=quality))
    assert page.card[CardKind.TRUST].level is TrustLevel.LOW
    assert page.headline.code == certain.headline.code
    assert "costs 57 %" in str(certain.headline.message)
    assert "costs about 60 %" in str(page.headline.message)
    assert (certain.card[CardKind.PLAN].head.code, page.card[CardKind.PLAN].head.code) == (
        "cpu-time", "about-cpu-time",
    )  # fmt: skip
    first = [each.card[CardKind.DO].all_lines[0].code for each in (certain, page)]
    assert first[0] != DoLine.AGAIN_IDLE and first[1] == DoLine.AGAIN_IDLE


def test_that_missing_runs_and_others_make_trust_fair(store: Store) -> None:
    report = report_of(store, (CBC,))
    summary = replace(report.summary, runs_done=report.summary.runs_total - 2, runs_failed=2)
    quality = replace(report.quality, others_percent=30.0)
    trust = page_one(replace(report, summary=summary, quality=quality)).card[CardKind.TRUST]
    assert trust.level is TrustLevel.FAIR
    assert [each.code for each in trust.lines[:2]] == ["others", "missing-runs"]
    assert str(trust.lines[1].message).startswith("Runs are missing: 2 of "), "once, not twice"
    running = replace(report.summary, status=Status.RUNNING)
    assert "running" in {
        each.code for each in page_one(replace(report, summary=running)).card[CardKind.TRUST].lines
    }


def test_that_marks_follow_from_how_it_works_and_from_what_was_found(store: Store) -> None:
    report = report_of(store, (CBC, GCM, TABLESPACE))
    log = PlaceName.BINARY_LOG
    trace = EvidenceFinding(
        "mariadb", CBC.name, SearchArea.FILES, SearchSubject.MARKER, log, True, Message("x"), 3
    )
    for found in ((), (trace,)):
        page = page_one(replace(report, evidence=[*found]))
        marks = {
            (row.server, row.protection): {each.column: each for each in row.marks}
            for row in page.rows
        }
        client = marks["mariadb", GCM.name]
        attackers = MarkColumn.DISK, MarkColumn.OS_LOGIN, MarkColumn.LOGIN
        assert {client[each].exclusion for each in attackers} == {Exclusion.FULL}
        assert client[MarkColumn.EQUAL].exclusion is Exclusion.PARTLY, "its blind index shows some"
        assert marks["mariadb", TABLESPACE.name][MarkColumn.LOGIN].exclusion is Exclusion.NONE
        native = marks["mariadb", CBC.name]
        assert native[MarkColumn.EQUAL].exclusion is Exclusion.NONE and "IV" in str(
            native[MarkColumn.EQUAL].reason
        )
        assert native[MarkColumn.DISK].found is bool(found)
        if found:
            assert native[MarkColumn.DISK].exclusion is Exclusion.NONE
            assert "Found here" in str(native[MarkColumn.DISK].reason)
        assert not marks["postgresql", CBC.name][MarkColumn.DISK].found
    assert {row.search for row in page.rows} == {SearchBy.ALL, SearchBy.EQUALITY}


def test_that_rows_stand_by_server_strongest_first_and_what_would_serve_below(store: Store) -> None:
    page = page_one(report_of(store, (ECB, TABLESPACE, CBC)))
    for server in page.servers:
        *others, last = [row for row in server.rows if not row.baseline]
        assert server.rows[0].baseline is (server is page.servers[0]) and not last.measured
        assert last.protection == "client-aes-256-gcm" and last.cost.percent is None
        stored = [protection_strength(row.marks) for row in others]
        assert len(others) == 3 and stored == sorted(stored, reverse=True)
    alone = page_one(report_of(store, (CBC,)))
    assert all(each.rows[-1].advised and not each.rows[-2].advised for each in alone.servers)
    many = tuple(
        replace(CBC, name=f"cbc-{bits}-{n}", bits=bits) for bits in (128, 256) for n in range(6)
    )
    wide = page_one(report_of(store, (*many, GCM)))
    assert sum(not row.baseline for row in wide.rows) == MOST_ROWS
    assert wide.left_out == 2 * 13 - MOST_ROWS
    assert all(any(row.advised for row in each.rows) for each in wide.servers)


@pytest.mark.parametrize("count", [6, 12])
def test_that_more_advised_rows_than_have_room_are_cut(store: Store, count: int) -> None:
    """Of each server: what was measured, and what is proposed."""
    page = page_one(report_of(store, (CBC,), servers=count))
    stored = [row for row in page.rows if not row.baseline]
    assert len(stored) == MOST_ROWS and page.left_out == 2 * count - MOST_ROWS
    assert sum(row.advised for row in stored) == min(count, MOST_ROWS)
    assert all(each.rows for each in page.servers)


def test_that_a_server_that_supports_nothing_planned_has_what_is_proposed_alone(
    store: Store,
) -> None:
    report = report_of(store, (CBC,))
    last = report.cells[-1].server
    cells = [
        replace(each, status=Status.UNSUPPORTED) if each.server == last else each
        for each in report.cells
    ]
    page = page_one(replace(report, cells=cells))
    (there,) = [each for each in page.servers if each.server == last]
    assert [row.measured for row in there.rows] == [False]


NO_CIPHER = Message("it has no such cipher")


@pytest.mark.parametrize("baseline_too", [False, True])
def test_that_a_server_on_which_nothing_is_compared_is_still_shown(
    store: Store, baseline_too: bool
) -> None:
    report = report_of(store, (CBC, GCM))
    last = report.cells[-1].server

    def unable(cell: CellRecord) -> bool:
        plain = cell.protection in (report.baseline, CONTROL.name)
        return cell.server == last and (baseline_too or not plain)

    cells = [
        replace(each, status=Status.UNSUPPORTED, why=NO_CIPHER) if unable(each) else each
        for each in report.cells
    ]
    headline = [each for each in report.headline if each.server != last]
    page = page_one(replace(report, cells=cells, headline=headline))
    (there,) = [each for each in page.servers if each.server == last]
    [row] = [row for row in there.rows if not row.proposed]
    assert row.where == NO_CIPHER if baseline_too else row.baseline
    assert row.to_json()["measured"] is not baseline_too
    assert picture_svg(page).count(str(there.title)) == 1


@pytest.mark.parametrize(
    ("settings", "topology"),
    [
        ({"standby": "galera"}, "with Galera's three nodes"),
        ({"standby": "off"}, ""),
        ({"pooler": "a pooler"}, "through a pooler"),
        (
            {"pooler": "PgBouncer 1.24, transaction", "standby": "synchronous"},
            "through PgBouncer 1.24, transaction; with a synchronous standby",
        ),
    ],
)
def test_that_a_server_is_drawn_with_its_pooler_and_standbys(
    store: Store, settings: dict[str, str], topology: str
) -> None:
    report = report_of(store, (CBC, GCM))
    servers = [replace(each, settings={**each.settings, **settings}) for each in report.servers]
    page = page_one(replace(report, servers=servers))
    assert {str(each.topology) for each in page.servers} == {topology}
    drawn = html.unescape(" ".join(re.findall(r">([^<]+)</text>", picture_svg(page))))
    assert drawn.count(topology) >= len(page.servers)


def test_that_the_axis_is_logarithmic_where_costs_differ_much(store: Store) -> None:
    few = picture_svg(page_one(report_of(store, (CBC,))))
    many = picture_svg(page_one(report_of(store, (CBC, GCM))))
    assert ">0<" in few and "×" not in few
    assert ">×" in many and "×41" in many


def test_that_json_has_codes_and_values(store: Store, tmp_path: Path) -> None:
    number = store_costs(store, costly_campaign(2, (CBC, GCM), repetitions=6), COSTS, 0.002)
    reported: Any = json.loads(
        export(store, number, "json", tmp_path / "a.json").read_text("utf-8")
    )
    summary = reported["summary"]
    assert summary["headline"]["code"] == "use"
    assert summary["trust"]["level"] == "high" and summary["do"]["code"] == Action.APPLICATION
    rows = {(each["server"], each["protection"]): each for each in summary["protections"]}
    row = rows["mariadb", GCM.name]
    assert row["cost_percent"] == pytest.approx(4000, rel=0.02) and row["verdict"] == "costs"
    assert row["keeps_out"]["stolen_disk"]["kept"] == "kept out"
    assert row["searchable_by"] == "equality" and row["advised"]


def test_that_ciphers_alone_have_costs_and_no_marks(store: Store) -> None:
    page = page_one(report_on(store, store_raw(store)))
    assert page.columns == () and page.headline.code in (Headline.CIPHERS, Headline.NO_OTHERS,
                                                         Headline.FEW_WHOLE)  # fmt: skip
    assert all(not row.marks for row in page.rows)


def test_that_web_users_have_a_row_for_each_way(store: Store) -> None:
    page = page_one(report_on(store, store_loaded(store, trouble=False)))
    ways = [str(row.where) for row in page.rows if not row.baseline]
    assert len(ways) == 2 and "directly to the database" in ways[0] and "web API" in ways[1]


def test_that_all_words_below_a_protection_are_drawn_however_narrow(store: Store) -> None:
    page = page_one(report_on(store, store_changed(store)))
    drawing = picture(page, ON_PAPER, 420).strips[0].svg
    drawn = " ".join(re.findall(r">([^<>]+)</text>", drawing))
    where = {str(each.where) for each in page.rows if each.measured and not each.baseline}
    assert any("lost" in each for each in where)
    assert [each for each in where if each not in drawn] == []


def test_that_a_campaign_by_clients_has_a_row_a_protection(store: Store) -> None:
    page = page_one(report_on(store, stored_clients(store, MOST)))
    assert f"100 rows, {CLIENTS[0]} to {CLIENTS[-1]} clients" in str(page.about)
    plain, protected = (row for row in page.rows if row.measured)
    assert plain.baseline and str(plain.missing) == "1,200/s"
    assert (protected.protection, str(protected.cost.verdict)) == (CBC.name, "costs")
    assert protected.cost.percent == pytest.approx(50.0) and "client" not in str(protected.where)
    assert "costs 50 % of the highest throughput" in str(page.headline.message)
    assert "Lost throughput" in picture_svg(page)
    assert page.card[CardKind.TRUST].level is not TrustLevel.LOW


@pytest.mark.parametrize("repetitions", [1, 2])  # a block of a load has two
def test_that_clients_with_too_few_blocks_have_a_row_a_protection_undecided(
    store: Store, repetitions: int
) -> None:
    page = page_one(report_on(store, stored_clients(store, MOST, repetitions=repetitions)))
    plain, protected = (row for row in page.rows if row.measured)
    assert plain.baseline and str(plain.missing) == ("1,212/s" if repetitions == 1 else "1,200/s")
    assert protected.cost.percent == pytest.approx(50.0) and protected.cost.interval is None
    assert protected.cost.verdict is VerdictKind.TOO_FEW
    assert "client" not in str(protected.where)
    assert str(page.headline.message) == "Measure again with at least four repetitions."
    assert "unclear" in picture_svg(page)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Order.LOCKSTEP, "Measure again with at least two repetitions."),
        (Order.ABBA, "Measure again with at least four repetitions."),
        (Order.SEQUENTIAL, "Measure again in lockstep or ABBA order."),
    ],
)
def test_that_what_would_give_a_verdict_is_that_of_the_order(
    store: Store, order: Order, words: str
) -> None:
    campaign = replace(costly_campaign(2, (CBC,), repetitions=1), order=order)
    report = report_on(store, store_costs(store, campaign, COSTS))
    assert str(page_one(report).headline.message) == words


def test_that_nothing_is_stated_of_costs_that_nobody_knows(store: Store) -> None:
    report = report_of(store, (CBC,), noise=0.5)
    page = page_one(report)
    assert all(not row.cost.decided for row in page.rows if row.cost)
    assert "unclear" in picture_svg(page)


def test_that_a_cost_is_not_drawn_over_the_marks(store: Store) -> None:
    """However far its interval reaches."""
    drawn = picture_svg(page_one(report_of(store, (CBC,), noise=2.0)))
    texts = re.findall(r'<text x="([\d.]+)"[^>]* font-size="([\d.]+)"[^>]*>([^<]+)<', drawn)
    first_column = min(float(x) for x, _, text in texts if text == "stolen")
    labels = [(float(x), float(size)) for x, size, text in texts if text == "unclear"]
    ends = [x + width_of("unclear", size, bold=True) + size / 2 for x, size in labels]
    assert len(ends) > 1 and max(ends[:-1]) < first_column  # the last is the legend's


def test_that_a_comparison_that_is_missing_names_what_is_missing(store: Store) -> None:
    report = replace(report_of(store, (CBC,)), headline=[])
    other = replace(report, baseline="rot13")
    for found, code in (
        (report, Headline.NO_OTHERS),
        (replace(report, operations=[]), Headline.NO_BASELINE_FIGURES),
        (other, Headline.NO_BASELINE),
        (replace(other, summary=replace(report.summary, status=Status.RUNNING)), Headline.RUNNING),
    ):
        page = page_one(found)
        assert codes(page) == (code, Action.NOTHING)
        assert page.card[CardKind.PLAN].head.code == "unknown"
    assert "rot13" in str(page_one(other).headline.message)


def test_that_money_has_its_currency(store: Store) -> None:
    campaign = costly_campaign(1, (GCM,), repetitions=6)
    number = store_costs(store, campaign, {("postgresql", GCM.name): 0.5}, noise=0.002)
    asked = Requirements(rate=500.0, core_hour=0.05, currency="BRL")
    spent = [
        replace(each, server_cpu_s=0.5 * each.seconds, worker_cpu_s=0.5 * each.seconds)
        for each in report_on(store, number).operations
    ]
    found = replace(report_on(store, number), operations=spent, requirements=asked)
    compared = Comparisons(found)
    page = page_one(replace(found, compared=compared))
    line = next(each for each in page.card[CardKind.PLAN].lines if each.code == "month-price")
    assert re.fullmatch(r"[\d.,]+ BRL more a month, at your price\.", str(line.message))
    assert "0.05 BRL a core-hour" in map(str, page.requirements)


def test_that_lines_of_the_axis_cross_no_title_and_have_three_marks_or_more(store: Store) -> None:
    svg = picture_svg(page_one(report_of(store, (CBC,))))
    titles = [
        float(y) for y in re.findall(r'y="(\S+)" [^>]*font-weight="bold">(?:Postgre|Maria)', svg)
    ]
    lines = [
        (float(one), float(other))
        for one, other in re.findall(r'<line x1="\S+" y1="(\S+)" x2="\S+" y2="(\S+)"', svg)
        if float(other) - float(one) > 10
    ]
    assert len(titles) == 2 and len(lines) >= 2 * 3
    assert not any(one < y < other for y in titles for one, other in lines)


def test_that_a_headline_has_the_costs_of_all_rows_that_it_speaks_of(store: Store) -> None:
    report = report_on(store, store_loaded(store, trouble=False))
    first, other = report.headline
    less = replace(other, cost=replace(other.cost, percent=5.6))
    page = page_one(replace(report, headline=[first, less]))
    costs = [row.cost.percent for row in page.rows if row.advised]
    assert costs == [first.cost.percent, 5.6], "kinds of work stay in their own order"
    assert "costs 5.6 to 50 %" in str(page.headline.message)
