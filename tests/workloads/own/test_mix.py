"""Operations of a file in a mix: their shares, what they leave, and what refuses all of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from app.campaign.load.arrivals import Schedule
from app.command_line.main import run
from engines.contract.errors import InputError
from engines.registry import engine_names
from engines.servers.server import Server
from tests.requirements import needs_processes
from tests.workloads.own.sides import SIDES
from tests.workloads.own.test_refused_operations import report_in
from tests.workloads.own.test_rehearsal import GCM, WORK, database_on
from workloads.app_server import RunDatabase
from workloads.contract import Case, Options, Setting, UntimedClock, VerificationFailed
from workloads.load import MIXED, ClosedPace, OpenPace, drawn_kinds
from workloads.own.file_reading import parse_work, read_load, read_work
from workloads.own.workload import MixPart, OwnParameters, OwnWorkload, chosen_work

MIX = Path(__file__).parent / "assets/mix.toml"
TEXT = MIX.read_text()

PLAN = (
    """
[campaign]
name = "mix"
repetitions = 1
warmups = 0
[workload]
name = "own"
file = "mix.toml"
sizes = [100]
{more}
"""
    + SIDES
)


def test_that_each_deck_of_a_mix_has_its_shares_and_each_side_the_same_requests() -> None:
    pace = OpenPace((400.0,), 1.0, seed=3, mix=(5.0, 2.5, 2.5))
    shares = Counter(drawn_kinds(pace)[:128])
    assert sorted(shares.values()) == [32, 32, 64]
    sides = [
        [
            due[1:]
            for due in Schedule(
                OpenPace(pace.rates, 1.0, seed=3, share=(side, 2), mix=pace.mix), 0
            ).due_from(0, 60)
        ]
        for side in (0, 1)
    ]
    assert sides[0] == sides[1]
    for kind in range(3):
        numbers = [number for each, number in sides[0] if each == kind]
        assert all(after == before + 1 for before, after in pairwise(numbers))
    assert drawn_kinds(ClosedPace(0, 1.0, mix=(1.0, 1.0), seed=4)) != drawn_kinds(
        ClosedPace(0, 1.0, mix=(1.0, 1.0), seed=5)
    )


@pytest.mark.parametrize(
    ("old", "new", "output"),
    [
        ("rate = 100", "", "line 6, column 2: an open load needs a rate"),
        ('pace = "open"', 'pace = "closed"', "a closed load needs users"),
        ("lanes = 2", "lanes = 100", "line 11, column 1: lanes must be 1 to 64"),
        ('pace = "open"', 'pace = "sideways"', "line 7"),
        ("weight = 3", 'weight = 3\nonce = "delete from orders"', "“once” does not go with"),
        ('name = "new"', 'name = "MIXED"', "“MIXED” is the name of all operations"),
    ],
)
def test_that_a_load_that_does_not_fit_is_reported_with_its_line(
    old: str, new: str, output: str
) -> None:
    with pytest.raises(InputError, match="Workload file not usable") as found:
        parse_work(TEXT.replace(old, new, 1), "mix.toml")
    assert output in str(found.value.advice)


@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
def test_that_what_a_mix_leaves_is_verified_on_each_engine(server: Server) -> None:
    needs_processes(server.engine)
    parameters = OwnParameters(file=str(MIX), sizes=(100,))
    options, keying = Options(parameters, Case(100), 7), WORK.keying(256, sound=True)
    engine, endpoint = server.engine, server.endpoint
    encryptor = engine.encryption.encryptor(GCM, keying)
    [part] = WORK.parts(options)
    assert isinstance(part, MixPart)
    with database_on(server) as database:
        schema = WORK.schema(options, encryptor)
        with engine.driver.connect(endpoint, database) as session:
            engine.driver.create_schema(session, schema, encryptor)
            setting = Setting(session, encryptor, WORK.records(options), options, b"k" * 32)
            session.begin()
            WORK.filled_by(options).run(setting, UntimedClock())
            session.commit()
        place = RunDatabase(endpoint=endpoint, database=database, protection=GCM, keying=keying)
        completed = [0, 0, 0]
        for warming in (True, False):
            with engine.driver.connect(endpoint, database) as session:
                asking = part.request_source(_with(setting, session), place, None, warming=warming)
            completed = [0, 0, 0]
            with asking.open() as requests:
                for kind, number in islice(_some(), 12):
                    request = requests.kinds[kind]
                    assert request.is_answered(request.send(request.make(number)))
                    completed[kind] += 1
        with engine.driver.connect(endpoint, database) as session:
            checked = _with(setting, session)
            part.verify(checked, asking, completed)
            with pytest.raises(VerificationFailed, match="customer holds"):
                part.verify(checked, asking, [completed[0], completed[1] + 1, completed[2]])
            strange = replace(options, seed=8)  # other rows than those that were loaded
            [other] = WORK.parts(strange)
            assert isinstance(other, MixPart)
            with pytest.raises(VerificationFailed, match="never stored"):
                other.verify(checked, asking, completed)


def _with(setting: Setting, session: Any) -> Setting:
    return Setting(session, setting.encryptor, (), setting.options, setting.index_key)


def _some() -> Any:
    numbers = Counter[int]()
    while True:
        for kind in (0, 1, 2):
            yield kind, numbers[kind]
            numbers[kind] += 1


def compared(
    folder: Path, capsys: pytest.CaptureFixture[str], file: str, more: str, plan: str = PLAN
) -> Any:
    (folder / "mix.toml").write_text(file)
    (folder / "plan.toml").write_text(plan.format(more=more))
    store = str(folder / "store.sqlite")
    assert run(["run", str(folder / "plan.toml"), "--store", store]) == 0
    capsys.readouterr()
    assert run(["compare", "1", "--store", store, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_that_rates_are_cases_and_sides_are_asked_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TEXT.replace("seconds = 1.5", "seconds = 0.5").replace("lanes = 2", "lanes = 1")
    compared(tmp_path, capsys, text, "rates = [40, 80]")
    store, file = str(tmp_path / "store.sqlite"), tmp_path / "all.json"
    assert run(["export", "1", "--store", store, "--format", "json", "-o", str(file)]) == 0
    load = json.loads(file.read_text())["load"]
    for rate in (40, 80):
        here = [each for each in load if each["case"] == f"open, {rate}/s"]
        asked: dict[str, set[int]] = {}
        for each in here:
            asked.setdefault(each["operation"], set()).add(each["arrived"])
            assert each["latency_p99_ms"] >= each["latency_p50_ms"] > 0
        assert {len(each) for each in asked.values()} == {1}  # plaintext, control and gcm alike
        arrived = {operation: min(each) for operation, each in asked.items()}
        assert arrived[MIXED] == arrived["find"] + arrived["new"] + arrived["order"] == rate / 2
        assert arrived["find"] == pytest.approx(0.6 * arrived[MIXED], abs=5)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_a_closed_mix_lacks_the_side_that_cannot_do_one_of_its_operations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = TEXT.replace('pace = "open"\nrate = 100', 'pace = "closed"\nusers = 2\nthink = 0.03')
    file = file.replace("seconds = 1.5", "seconds = 1").replace("lanes = 2", "")
    file = file.replace("id, name from", "id, upper(name) from")
    rows = compared(
        tmp_path, capsys, file, "", PLAN.replace("[workload]", "control = false\n[workload]")
    )
    plain = {each["operation"]: each for each in rows if each["protection"] == "plaintext"}
    assert plain.keys() == {MIXED, "find", "new", "order"}
    assert all(each["n"] == 1 and each["mean"] > 0 for each in plain.values())
    refused = [each for each in rows if each["protection"] == "gcm"]
    assert {each["status"] for each in refused} == {"unsupported"}
    reasons = {each.reason for each in report_in(str(tmp_path / "store.sqlite")).cells}
    assert any(each.startswith("“find” in the mix: customer.name is") for each in reasons)


@pytest.mark.parametrize(
    "load", ['[load]\npace = "closed"\nthink = 0.5\n', 'load = { pace = "closed", think = 0.5 }\n']
)
def test_that_a_closed_load_needs_no_users_where_the_plan_has_clients(
    tmp_path: Path, load: str
) -> None:
    head, _, rest = TEXT.partition("[load]")
    file = tmp_path / "mix.toml"
    file.write_text(head + load + rest[rest.index("\n[") :])
    parameters = OwnParameters(file=str(file), sizes=(5,), clients=(2, 8))
    found = chosen_work(parameters).load
    assert found is not None and (found.users, found.think) == (8, 0.5)
    workload, case = OwnWorkload(), Case(5, "closed, 2 clients")
    [part] = workload.parts(Options(parameters, case, 1))
    assert isinstance(part, MixPart) and part.lanes == 2
    assert workload.is_simultaneous(Options(parameters, case, 1))
    with pytest.raises(InputError, match="a closed load needs users, 1 to 64"):
        chosen_work(replace(parameters, clients=()))


@pytest.mark.parametrize(
    "output",
    [
        '[load]\npace = "open"\nrate = 50\nseconds = 3\n',
        '[load] # a mix\npace = "open"\nrate = 50\nseconds = 3\n',
        'load = { pace = "open", rate = 50, seconds = 3 }\n',
        'load.pace = "open"\nload.rate = 50\nload.seconds = 3\n',
    ],
)
def test_that_a_load_is_found_alone_as_it_is_found_with_all_else(
    tmp_path: Path, output: str
) -> None:
    head, _, rest = TEXT.partition("[load]")
    rest = rest[rest.index("\n[") :]
    file = tmp_path / "mix.toml"
    file.write_text(head + output + rest)
    assert read_load(file) == read_work(file, statements=False).load is not None
    file.write_text(head + rest)
    assert read_load(file) is None
