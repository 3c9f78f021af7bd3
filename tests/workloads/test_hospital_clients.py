"""The hospital's operations by several clients: what they leave, what they read, and what of it is
wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.load.lanes import Lanes
from app.campaign.load.load_outcome import LoadOutcome
from app.command_line.main import run
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from tests.requirements import needs_cascades, needs_processes
from tests.workloads.ward import HOSPITAL, Ward
from workloads.contract import Case, Options, Profile, VerificationFailed
from workloads.hospital.client_parts import TABLES, ClientPart
from workloads.hospital.record_values import FIELD_INDEX, plain_value
from workloads.hospital.workload import HospitalParameters
from workloads.load import ClosedPace, RequestSource, closed_case
from workloads.mix_requests import MixRequests, MixSource

GCM = Protection("aes-128-gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")
AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
SIZE, CLIENTS = 12, 3


class Clinic(Ward):
    """A ward that is filled, and asked by clients."""

    def __init__(self, server: Server, protection: Protection, **chosen: Any) -> None:
        parameters = HospitalParameters(clients=(CLIENTS,), profile=Profile.SOUND, **chosen)
        case = closed_case(SIZE, CLIENTS)
        super().__init__(server, protection, Options(parameters, case, seed=5))
        self.fill()

    def part(self, name: str) -> ClientPart:
        [found] = [each for each in HOSPITAL.parts(self.options) if each.operations == (name,)]
        assert isinstance(found, ClientPart)
        return found

    def source(self, name: str) -> MixSource:
        with self.server.engine.driver.connect(self.server.endpoint, self.name) as session:
            setting = replace(self.setting(session), records=())
            found = self.part(name).request_source(setting, self.place, None, warming=False)
        assert isinstance(found, MixSource)
        return found

    def ask(self, source: RequestSource, pace: ClosedPace) -> LoadOutcome:
        crew = Lanes(CLIENTS, 0, None)
        try:
            return crew.group(native=True).run_load(source, pace, CLIENTS)
        finally:
            crew.close()

    def check(self, name: str, source: RequestSource, completed: int) -> None:
        with self.server.engine.driver.connect(self.server.endpoint, self.name) as session:
            self.part(name).verify(self.setting(session), source, (completed,))

    def rows(self) -> list[int]:
        return [int(self.fetch(f"select count(*) from {each}")[0][0]) for each in TABLES]


@pytest.fixture
def clinic(server: Server) -> Iterator[Any]:
    needs_cascades(server.engine)
    needs_processes(server.engine)
    opened: list[Clinic] = []

    def make(protection: Protection, **chosen: Any) -> Clinic:
        if protection is AES and not server.probe().native:
            pytest.skip(f"{server.engine.title} has no encryption functions")
        opened.append(Clinic(server, protection, **chosen))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.mark.in_every_run("postgresql", "mariadb", "mysql")
@pytest.mark.parametrize("protection", [PLAINTEXT, AES, GCM], ids=lambda each: each.name)
def test_that_clients_leave_as_many_records_as_were_answered(
    clinic: Any, protection: Protection
) -> None:
    place = clinic(protection)
    left = SIZE
    for name, requests, change in (("SELECT", 30, 0), ("UPDATE", 30, 0), ("INSERT", 30, 1)):
        source = place.source(name)
        found = place.ask(source, ClosedPace(requests))
        assert found.answered_of == (requests,)
        left += change * requests
        assert place.rows() == [left] * len(TABLES), name
        place.check(name, source, requests)
    source = place.source("DELETE")
    found = place.ask(source, ClosedPace(0, seconds=60.0))
    assert found.answered_of == (left,) and found.seconds < 30, "it ends with the last record"
    assert place.rows() == [0] * len(TABLES)
    place.check("DELETE", source, left)


@pytest.mark.in_every_run("postgresql")
def test_that_each_client_s_answer_is_the_record_that_was_asked_for(clinic: Any) -> None:
    place = clinic(GCM)
    ids = [number for (number,) in place.fetch("select id from notificacao order by id")]
    source = place.source("SELECT")
    with source.open() as requests:
        assert isinstance(requests, MixRequests)
        [kind] = requests.kinds
        assert kind.prepared is not None
        for number in range(20):
            [row] = kind.prepared.rows(kind.send(kind.make(number)))
            asked = ids.index(source.operations[0][0].values[number][0])
            assert tuple(map(plain_value, row)) == tuple(place.records[asked])


@pytest.mark.in_every_run("postgresql")
@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("SELECT", "update paciente set origem = 'else'", "origem"),
        ("UPDATE", "update estado set nome = 'Atlantis'", "estado"),
        ("INSERT", "update dados_ocupacao set cnes = 'else' where id > 12", "cnes"),
        ("INSERT", "delete from notificacao where id = 13", "notificacao holds 20 rows, not 21"),
        ("DELETE", "insert into paciente (nome, origem) values ('one', 'more')", "paciente"),
    ],
)
def test_that_verification_finds_what_clients_did_not_write(
    clinic: Any, name: str, change: str, reason: str
) -> None:
    place = clinic(PLAINTEXT)
    source = place.source(name)
    answered = place.ask(source, ClosedPace(9)).completed
    place.check(name, source, answered)
    place.execute(change)
    with pytest.raises(VerificationFailed, match=reason):
        place.check(name, source, answered)


@pytest.mark.in_every_run("postgresql")
def test_that_no_update_sets_a_state_to_what_it_is(clinic: Any) -> None:
    place = clinic(PLAINTEXT)
    owners = [owner for (owner,) in place.fetch("select id_estado from notificacao order by id")]
    state = FIELD_INDEX["estado"]
    now = {owner: each[state] for owner, each in zip(owners, place.records, strict=True)}
    values = place.source("UPDATE").operations[0][0].values
    for number in range(40 * SIZE):
        given, owner, _ = values[number]
        assert given != now[owner]
        now[owner] = given


def test_that_cases_parts_and_seconds_follow_the_clients() -> None:
    chosen = HospitalParameters(sizes=(10, 20), clients=(1, 8), seconds=3.0, warmup_seconds=1.0)
    cases = HOSPITAL.cases(chosen)
    assert [str(HOSPITAL.case_label(each)) for each in cases] == [
        *("10 records, 1 client", "20 records, 1 client"),
        *("10 records, 8 clients", "20 records, 8 clients"),
    ]
    assert str(HOSPITAL.cases_label([cases[0], cases[2]])) == "10 records, 1 to 8 clients"
    assert HOSPITAL.operations(chosen, cases[2], PLAINTEXT) == (
        *("SELECT", "UPDATE", "INSERT", "DELETE"),
    )
    options = Options(chosen, cases[2])
    assert HOSPITAL.untimed_fill(options) is not None
    assert HOSPITAL.seconds(options, PLAINTEXT) == pytest.approx(3 * 4.0 + 3.0, abs=3)
    assert HOSPITAL.seconds(Options(chosen, Case(10)), PLAINTEXT) is None
    assert HOSPITAL.untimed_fill(Options(chosen, Case(10))) is None
    twice = replace(chosen, clients=(8, 8))
    assert [str(each) for each in HOSPITAL.faults(twice)] == ["a number of clients is named twice"]


PLAN = """
[campaign]
name = "clients"
repetitions = 1
warmups = 0
order = "sequential"
[[server]]
name = "pg"
source = "embedded"
engine = "postgresql"
[[protection]]
name = "plaintext"
[[protection]]
name = "aes-256-gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"
[workload]
name = "hospital"
profile = "sound"
sizes = [30]
clients = [1, 2]
seconds = 0.2
warmup_seconds = 0.1
"""


def test_that_a_plan_gives_a_curve_of_each_operation(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    store = ["--store", str(tmp_path / "store.sqlite")]
    assert run(["run", str(tmp_path / "plan.toml"), *store]) == 0
    capfd.readouterr()
    assert run(["compare", "1", "--json", *store]) == 0
    found = json.loads(capfd.readouterr().out)
    curves = [(each["operation"], each["protection"]) for each in found["clients"]]
    assert curves == [
        (name, protection)
        for name in ("SELECT", "UPDATE", "INSERT", "DELETE")
        for protection in ("plaintext", "aes-256-gcm")
    ]
    for each in found["clients"]:
        assert [point["clients"] for point in each["points"]] == [1, 2]
        assert all(point["answered"] > 0 and point["rate_per_s"] > 0 for point in each["points"])
