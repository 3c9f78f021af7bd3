"""Advice of a stored campaign: by options, by the plan, kept with it; the same in every format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.advice.advising import advise
from app.advice.candidate import Finding
from app.command_line.main import run
from app.plan.plan_file import parse_plan, write_plan
from app.plan.requirements import Regulation, Requirements, Search, Withstand
from app.report.document.advice import advice
from app.report.document.making import ReportOptions
from app.report.document.parts import Tabled
from app.report.document.profile import beside, parse_profile, profile_text
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.files.export import export
from app.report.summary.advised import Advised, advised
from app.report.tables.text_table import TextTable
from app.results.store.labels import keep_answers
from app.results.store.store import Store, open_store
from engines.contract.data_place import PlaceName
from engines.contract.errors import InputError
from tests.app.advice.making import CBC as CBC_HERE
from tests.app.advice.making import ECB as ECB_HERE
from tests.app.advice.making import GCM as GCM_HERE
from tests.app.advice.making import SIV as SIV_HERE
from tests.app.advice.making import TABLE, candidate, known
from tests.app.report.document.reading import html_words, pdf_words, words
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs

COSTS = {("postgresql", CBC.name): 0.42, ("postgresql", GCM.name): 0.2}
ASKED = Requirements(
    (Withstand.DISK, Withstand.LOGIN), Search.NOTHING, 30.0, 500.0, 0.25, 3.0, (Regulation.GDPR,)
)


def store_three(store: Store, asked: Requirements | None = None) -> int:
    campaign = costly_campaign(1, (CBC, ECB, GCM), repetitions=6)
    if asked:
        campaign = replace(campaign, advice=asked)
    return store_costs(store, campaign, COSTS, noise=0.002)


def test_that_without_requirements_the_usual_ones_are_answered(store: Store) -> None:
    told = advised(report_on(store, store_three(store)))
    firsts = [each.first.candidate.protection for each in told.answers if each.first]
    assert firsts == [GCM.name] * 4
    assert (
        "Use AES-256-GCM in the application. First check that nobody needs to search, sort or join "
        "by the encrypted columns, except for equal values of estado.nome. If somebody does: for "
        "equal values, add a blind index (keyed hashes), and measure again; else leave that column "
        "unencrypted, and so unprotected. Conditions: "
    ) in str(told.todo)
    assert not told.servers  # no CPU time was counted
    assert {each.candidate.protection for each in told.answers[0].ruled_out} == {ECB.name}


def test_that_requirements_go_from_plan_to_campaign_to_options(store: Store) -> None:
    number = store_three(store, ASKED)
    assert report_on(store, number).requirements == ASKED
    kept = Requirements((Withstand.DISK,), Search.EQUALITY)
    keep_answers(store, number, kept)
    assert report_on(store, number).requirements == kept
    keep_answers(store, number, Requirements())
    assert report_on(store, number).requirements == Requirements()
    with pytest.raises(InputError, match="may_cost"):
        keep_answers(store, number, Requirements(may_cost=-1.0))


def test_that_a_plan_has_them_and_refuses_what_it_does_not_know() -> None:
    campaign = replace(costly_campaign(1), advice=ASKED)
    text = write_plan(campaign)
    assert parse_plan(text, "plan").advice == ASKED and "[advice]" in text
    assert "[advice]" not in write_plan(costly_campaign(1))
    for wrong, said in (("disk", "burglar"), ("30.0", "-3.0"), ("nothing", "sounds")):
        if wrong in text:
            with pytest.raises(InputError):
                parse_plan(text.replace(wrong, said, 1), "plan")


def test_that_what_may_be_cheaper_is_told_with_what_has_to_be_changed() -> None:
    table = candidate(TABLE, known(3), engine="mariadb")
    gcm = candidate(GCM_HERE, known(12), engine="mariadb")
    asked = Requirements((Withstand.DISK,)), Requirements((Withstand.DISK, Withstand.LOGIN))
    answers = tuple(advise((table, gcm), each) for each in asked)
    told = Advised(Requirements(), answers, (), (table, gcm), named=False)
    assert str(told.todo).startswith(
        "Use gcm. First check that nobody needs to search, sort or join by the encrypted columns. "
        "If somebody does: for equal values, add a blind index (keyed hashes), and measure again; "
        "else leave that column unencrypted, and so unprotected. Conditions: "
    )
    points = " ".join(map(str, told.todo.points))
    assert "Use a new key for new values before" in points and "innodb_encrypt_log" not in points
    (cheaper,) = map(str, told.cheaper)
    assert cheaper == (
        "Perhaps cheaper once changed and measured (see the section “Advice”): table (with "
        "encrypted logs), but only against a disk thief."
    )
    found = [Finding(Withstand.DISK, True, PlaceName.KEYS)]
    table = candidate(TABLE, known(3), *found, engine="mariadb")
    answers = tuple(advise((table, gcm), each) for each in asked)
    (other,) = Advised(Requirements(), answers, (), (table, gcm), named=False).cheaper
    assert str(other).endswith("table (with keys on another disk), but only against a disk thief.")


def test_that_each_server_has_what_is_cheaper_against_most() -> None:
    logged = Finding(Withstand.DISK, True, PlaceName.SERVER_LOG)
    some = tuple(
        each
        for server, found in (("pg", [logged]), ("fb", []))
        for each in (
            candidate(GCM_HERE, known(50), server=server),
            candidate(CBC_HERE, known(30), *found, server=server, fixed_iv=True),
        )
    )
    table = candidate(TABLE, known(3), engine="mariadb", server="maria")
    more = (candidate(GCM_HERE, known(20), server="cheap"),
            candidate(GCM_HERE, known(40), server="maria"), table)  # fmt: skip
    some = (*some, *more)
    steps = (Withstand.DISK,), (Withstand.DISK, Withstand.LOGIN), tuple(Withstand)[:3]
    answers = tuple(advise(some, Requirements(each)) for each in steps)
    cheaper, scans = Advised(Requirements(), answers, (), some, named=True).cheaper
    assert str(scans).endswith("a search for an exact value decrypts every row.")
    assert str(cheaper).endswith(
        "(see the section “Advice”): cbc with a new IV for each value on pg and fb (with "
        "statements kept out of logs), but only against a disk thief and a login to the "
        "database; table on maria (with encrypted logs), but only against a disk thief."
    )


def test_that_what_is_cheaper_as_it_was_measured_is_told_as_that() -> None:
    siv, gcm = candidate(SIV_HERE, known(3)), candidate(GCM_HERE, known(12))
    asked = Requirements((Withstand.DISK,)), Requirements((Withstand.DISK,))
    answers = (advise((siv, gcm), asked[0]), advise((gcm,), asked[1]))
    (cheaper,) = Advised(Requirements(), answers, (), (siv, gcm), named=False).cheaper
    assert (
        str(cheaper)
        == "Cheaper (for conditions, see the section “Advice”): siv, but only against a disk thief."
    )


def test_that_every_server_has_its_own_advice_and_what_has_none_is_named() -> None:
    here = candidate(GCM_HERE, known(12), server="here")
    there = candidate(GCM_HERE, known(30), server="there")
    weak = candidate(CBC_HERE, known(5), server="there", fixed_iv=True)
    ecb = candidate(ECB_HERE, known(5), server="else")
    asked = Requirements((Withstand.DISK,))
    some = (here, there, weak, ecb)
    answer = advise(some, asked)
    assert [each.candidate for each in answer.advised] == [here, there]
    assert answer.first is not None and answer.first.candidate is weak
    told = str(Advised(asked, (answer,), (), some, named=True).todo)
    assert told.startswith("Against a disk thief, use gcm on here and there. First check that ")
    assert (
        " On else, nothing that was measured serves: ECB shows which blocks are equal, and has no "
        "IV to renew. Measure AES-256-GCM in the application there. Conditions: "
    ) in told
    assert told.endswith(
        " 4.3 billion values in all columns: for example, after 16 months at 100 a second."
    )


def test_that_what_was_not_measured_as_it_is_advised_is_told_as_that() -> None:
    weak = candidate(CBC_HERE, known(5), fixed_iv=True)
    answer = advise((weak,), Requirements((Withstand.DISK,)))
    assert not answer.advised[0].as_measured
    told = Advised(Requirements(), (answer,), (), (weak,), named=False)
    assert str(told.todo).startswith(
        "Use nothing here as it was measured. First measure AES-256-GCM in the application, and "
        "use it if its cost suits you: by its design, it keeps out a disk thief, a login to the "
        "server and a login to the database. In the plan file of Cipherbench: "
        'kind = "client", algorithm = "aes", mode = "gcm", bits = 256. Known already: what the '
        "application encrypts can then no longer be searched, sorted or joined "
        "in the database; a database server needs a machine of its own; and the key must stay off "
        "disks and backups: fetch it from a key service, or enter it at each start. If the "
        "application cannot encrypt, or that costs too much, change this and measure again: "
        "postgresql, against a disk thief: cbc with a new IV for each value. Use a new random IV "
        "(initialisation vector) for each value: set profile = "
    )
    assert told.only_changed
    (ranked,) = told.to_json()["answers"][0]["ranked"]  # type: ignore[index]
    assert ranked["as_measured"] is False


def test_that_what_serves_once_something_is_given_up_has_its_conditions_too() -> None:
    table = candidate(TABLE, known(3), engine="mariadb")
    asked = Requirements((Withstand.DISK, Withstand.LOGIN))
    told = Advised(asked, (advise((table,), asked),), (), (table,), named=False)
    assert "The smallest change: " in str(told.todo) and "Turn on innodb" in str(told.todo)
    assert "Keep the keys off the data's disk" in json.dumps(told.to_json()["answers"])


def test_that_every_condition_is_told() -> None:
    studied = candidate(CBC_HERE, known(30), fixed_iv=True)
    asked = Requirements((Withstand.DISK, Withstand.LOGIN), may_cost=30.5)
    told = Advised(asked, (advise((studied,), asked),), (), (studied,), named=False).todo
    assert str(told.first).startswith(
        "As measured, nothing here serves against a disk thief and a login to the database. First "
        "change and measure again: cbc with a new IV for each value."
    )
    assert str(told.rest) == (
        "Measure AES-256-GCM in the application, too: by its design, it protects from a disk thief "
        "and a login to the database. Conditions:"
    )
    assert str(told.points[-1]) == (
        "The interval reaches 31 %, above 30 %. Measure more to be sure."
    )


def test_that_a_profile_remembers_prices_and_laws_below_what_is_said_elsewhere() -> None:
    text = profile_text(ReportOptions(requirements=ASKED))
    usual = parse_profile(text, "profile").usual
    assert usual == Requirements(
        rate=500.0, core_hour=0.25, gb_month=3.0, compliance=(Regulation.GDPR,)
    )
    both = beside(ReportOptions(usual=Requirements(rate=7.0)), parse_profile(text, "profile"))
    assert (both.usual.rate, both.usual.core_hour) == (7.0, 0.25)
    with pytest.raises(InputError, match="rate"):
        parse_profile("rate = -1", "profile")


def test_that_every_format_has_the_same_advice(store: Store, tmp_path: Path) -> None:
    number = store_loaded(store)  # the one with CPU time
    options = ReportOptions(requirements=ASKED)
    report = replace(report_on(store, number), requirements=ASKED)
    told = advised(report)
    todo, servers = told.lead
    assert "no longer be searched" in str(told.lost) and "searched" not in str(todo)
    assert "at an operation rate of 500 per second" in str(servers) and "a month" in str(servers)
    written = {
        kind: export(store, number, kind, tmp_path / f"r.{kind}", options=options)
        for kind in ("json", "md", "html", "pdf")
    }
    known = json.loads(written["json"].read_text())
    assert known["advice"]["todo"] == str(todo) and known["advice"]["lost"] == str(told.lost)
    assert known["summary"]["advice"] == [str(todo), str(servers)]
    (answer,) = known["advice"]["answers"]
    assert answer["withstand"] == ["disk", "login"] and not answer["ranked"]
    assert {one["code"] for each in answer["ruled_out"] for one in each["reasons"]} == {"too-dear"}
    assert [each["any_cost"] for each in answer["give_up"]] == [True]
    for text in (
        words(written["md"].read_text().replace("**", "")),
        html_words(written["html"].read_text()),
        pdf_words(written["pdf"].read_bytes()),
    ):
        for said in (told.todo, told.servers):
            for part in (said.first, said.rest, *said.points):
                assert words(str(part)) in text
        assert told.todo.points and told.servers.grid
        for line in told.servers.grid.lines:
            assert all(words(str(cell)) in text for cell in line)
        assert words("This is not legal advice.") in text and words("GDPR art. 34(3)(a)") in text


def test_that_the_command_says_it_and_keeps_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_three(store)
    ask = ["--store", path, "advise", "1", "--withstand", "disk,login", "--may-cost", "25"]
    assert run([*ask, "--save", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["requirements"] == {"withstand": ["disk", "login"], "may_cost": 25.0}
    (answer,) = told["answers"]
    assert [each["protection"] for each in answer["ranked"]] == [GCM.name]
    reasons = {each["protection"]: [one["code"] for one in each["reasons"]]
               for each in answer["ruled_out"]}  # fmt: skip
    assert reasons == {CBC.name: ["too-dear"], ECB.name: ["ecb"]}
    assert run(["--store", path, "advise", "1"]) == 0
    out = capsys.readouterr().out
    assert "cost: at most 25 %" in out and "\n- Run the application on another machine" in out
    assert run(["--store", path, "advise", "1", "--withstand", "burglar"]) == 2
    said = "Invalid value for '--withstand': 'burglar' is not one of 'disk', 'os-login', "
    assert said in capsys.readouterr().err


def test_that_an_option_undoes_a_search_that_is_kept_or_planned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    asked = Requirements((Withstand.DISK,), Search.EQUALITY)
    with open_store(path, write=True) as store:
        keep_answers(store, store_three(store), asked)
    ask = ["--store", path, "advise", "1", "--json"]
    for more, expected in (
        ([], {"withstand": ["disk"], "search": "equality"}),
        (["--search", "nothing"], {"withstand": ["disk"]}),
        (["--search", "nothing", "--save"], {"withstand": ["disk"]}),
        ([], {"withstand": ["disk"]}),
    ):
        assert run([*ask, *more]) == 0
        assert json.loads(capsys.readouterr().out)["requirements"] == expected


def test_that_a_kept_search_for_nothing_is_an_answer_and_not_undone_by_the_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_three(store, Requirements(search=Search.EQUALITY))
    ask = ["--store", path, "advise", "1", "--json"]
    for more, expected in (
        ([], {"search": "equality"}),
        (["--search", "nothing", "--save"], {}),
        ([], {}),
        (["--save"], {}),
        ([], {}),
        (["--search", "range", "--save"], {"search": "range"}),
        ([], {"search": "range"}),
    ):
        assert run([*ask, *more]) == 0
        assert json.loads(capsys.readouterr().out)["requirements"] == expected


def test_that_each_server_has_its_own_cheapest_and_its_own_ranks(store: Store) -> None:
    costs = {("postgresql", CBC.name): 0.42, ("postgresql", GCM.name): 0.6,
             ("mariadb", CBC.name): 0.1, ("mariadb", GCM.name): 0.2}  # fmt: skip
    campaign = costly_campaign(2, (CBC, GCM), repetitions=6)
    report = report_on(store, store_costs(store, campaign, costs, noise=0.002))
    usual = _table(report)
    assert usual.head[1] == "Cheapest on each server"
    disk = [line for line in usual.lines if line[1].startswith("AES-128-CBC")]
    assert [line[1] for line in disk] == [
        "AES-128-CBC in the database (fixed IV) on postgresql and mariadb"
    ]
    assert disk[0][0] == "a disk thief and a login to the database"  # and so for less
    first, second = str(disk[0][2]).split("; mariadb: ")
    assert first.startswith("postgresql: 42 % (") and second.startswith("10 % (")
    logins = usual.lines[-1]
    assert logins[1] == "AES-256-GCM in the application on postgresql and mariadb"
    asked = replace(report, requirements=Requirements((Withstand.DISK,)))
    ranked = _table(asked)
    assert [line[:2] for line in ranked.lines] == [
        ("1", "AES-128-CBC in the database (fixed IV) on mariadb"),
        ("1", "AES-128-CBC in the database (fixed IV) on postgresql"),
        ("2", "AES-256-GCM in the application on mariadb"),
        ("2", "AES-256-GCM in the application on postgresql"),
    ]
    assert [line[3] for line in ranked.lines][1] == (
        "satisfies every requirement at the lowest cost on postgresql"
    )


def test_that_a_server_where_nothing_serves_is_named_in_the_table_of_advice(store: Store) -> None:
    campaign = costly_campaign(2, (CBC, GCM), repetitions=6)
    unable = {("postgresql", GCM.name): "not there"}
    number = store_costs(store, campaign, COSTS, noise=0.002, unsupported=unable)
    report = report_on(store, number)
    last = [line[1] for line in _table(report).lines if line[0].endswith("and unnoticed tampering")]
    assert last == [
        "AES-256-GCM in the application on mariadb", "nothing measured on postgresql serves"
    ]  # fmt: skip


def _table(report: CampaignReport) -> TextTable:
    """The first of the section on advice."""
    return next(each.table for each in advice(report) if isinstance(each, Tabled))


def test_that_compare_advises_as_advise_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    with open_store(path, write=True) as store:
        store_three(store)
    ask = ["1", "--withstand", "disk,login", "--may-cost", "25"]
    told = []
    for command in ("advise", "compare"):
        assert run(["--store", path, command, *ask, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[1]["advice"] == told[0] and told[1]["comparison"]
    assert run(["--store", path, "compare", *ask]) == 0
    assert told[0]["todo"] in capsys.readouterr().out
    assert run(["--store", path, "compare", "1", "--json"]) == 0
    assert isinstance(json.loads(capsys.readouterr().out), list)
    assert run(["--store", path, "compare", *ask, "--csv"]) == 2
    assert "Advice is about one campaign as it was measured." in capsys.readouterr().err
