"""What is compared is timed by one loop: that in C on both sides, or Python's on both."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.turns.timed_loop import TimedClock
from app.plan.campaign import PlannedProtection
from app.processes.live_counters import LiveCounters
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Encryptor, Unencrypted
from tests.app.quick import quick_campaign
from tests.conftest import Servers
from workloads.contract import Operation, Options, Profile, Setting
from workloads.hospital.workload import HospitalParameters
from workloads.own.workload import OwnParameters
from workloads.predicate.blind_indexes import IndexKind
from workloads.predicate.parameters import PredicateParameters
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload

pytestmark = pytest.mark.in_every_run("postgresql", "mariadb")  # whose loop MySQL has, too

TYPES = Path(__file__).parent / "own/assets/types.toml"
MORE = """
[[operation]]
name = "by date"
sql = "select code from customer where born = :born"
parameters.born = { from = "customer.born" }

[[operation]]
name = "change date"
sql = "update customer set born = :born where code = :code"
parameters.born = { from = "customer.born" }
parameters.code = { from = "customer.code" }

[[operation]]
name = "constants alone"
sql = "select code from customer where visits = 7"

[[operation]]
name = "text"
sql = "select said from event where line = :line"
parameters.line = { from = "event.line" }
"""


@pytest.fixture(params=["postgresql", "mariadb", "mysql"])
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    return servers[request.param]


@pytest.fixture
def own(tmp_path: Path) -> OwnParameters:
    """Dates, times, decimals and constants, in a workload of one's own."""
    file = tmp_path / "types.toml"
    head, _, _ = TYPES.read_text("utf-8").partition("[[operation]]")
    file.write_text(head + MORE, "utf-8")
    return OwnParameters(file=str(file), sizes=(40,))


def native(server: Server) -> Protection:
    return Protection("aes", ProtectionKind.NATIVE, "aes", 128, server.engine.facts.default_mode)


class Counting:
    """Which loops have run."""

    def __init__(self, clock: TimedClock) -> None:
        self.seen = set[str]()
        for name, loop in (("C", "_run_burst"), ("Python", "_run_bound")):
            setattr(clock, loop, self._noted(name, getattr(clock, loop)))

    def _noted(self, name: str, loop: Any) -> Any:
        def run(work: Any) -> None:
            self.seen.add(name)
            loop(work)

        return run


def loops(
    server: Server, work: DatabaseWorkload[Any], options: Options[Any], encryptor: Encryptor
) -> Iterator[tuple[str, frozenset[str]]]:
    """Each operation with the loops that ran in it, as a worker does them."""
    endpoint, engine = server.endpoint, server.engine
    database = engine.catalogue.create_database(endpoint, f"loops_{secrets.token_hex(4)}")
    counters = LiveCounters()
    clock = TimedClock(counters)
    try:
        with engine.driver.connect(endpoint, database) as session:
            engine.driver.create_schema(session, work.schema(options, encryptor), encryptor)
            setting = Setting(session, encryptor, work.records(options), options, b"k" * 32)
            if (filling := work.untimed_fill(options)) is not None:
                session.begin()
                filling.run(setting, clock)
                session.commit()
            engine.driver.finish_schema(session, work.schema(options, encryptor), encryptor)
            counting = Counting(clock)
            for operation in work.parts(options):
                assert isinstance(operation, Operation)
                counting.seen.clear()
                clock.start(1)
                session.begin()
                operation.run(setting, clock)
                if operation.is_rolled_back:
                    session.rollback()
                else:
                    session.commit()
                yield operation.name, frozenset(counting.seen)
    finally:
        engine.catalogue.drop_database(endpoint, database)
        counters.close()


def compared(server: Server, parameters: Any) -> dict[tuple[str, str], dict[str, frozenset[str]]]:
    """The loops of each operation of each case, by side."""
    work = workload_named(parameters.name)
    assert isinstance(work, DatabaseWorkload)
    found: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
    for case in work.cases(parameters):
        options = Options(parameters, case)
        keying = work.keying(128, sound=options.sound)
        encryptors = {
            "plaintext": Unencrypted(),
            "native": server.engine.encryption.encryptor(native(server), keying),
        }
        for side, encryptor in encryptors.items():
            for name, seen in loops(server, work, options, encryptor):
                found.setdefault((str(work.case_label(case)), name), {})[side] = seen
    return found


def campaign_of(server: Server, parameters: Any) -> bool:
    """Whether a campaign of both has the loop in C."""
    spec = ServerSpec("it", Source.LOCAL, server.engine.name)
    protections = (PlannedProtection(PLAINTEXT), PlannedProtection(native(server)))
    campaign = quick_campaign("loops", (spec,), protections, workload=parameters)
    return campaign.loops_natively("it")


@pytest.mark.parametrize("profile", Profile)
def test_that_statements_of_ones_own_are_timed_by_the_loop_in_c_on_both_sides(
    server: Server, own: OwnParameters, profile: Profile
) -> None:
    assert campaign_of(server, own)
    found = compared(server, replace(own, profile=profile))
    assert {name for _, name in found} == {"by date", "change date", "constants alone", "text"}
    for place, sides in found.items():
        assert sides == {"plaintext": {"C"}, "native": {"C"}}, place


def test_that_searches_without_blind_indexes_are_timed_by_one_loop(server: Server) -> None:
    parameters = PredicateParameters(
        rows=(60,), indexes=(IndexKind.NONE,), searches=2, scans=1, writes=4
    )
    assert campaign_of(server, parameters)
    found = compared(server, parameters)
    assert any("C" in sides["plaintext"] for sides in found.values())
    for place, sides in found.items():
        assert sides["plaintext"] == sides["native"], place


def test_that_the_hospital_is_timed_by_one_loop(server: Server) -> None:
    parameters = HospitalParameters(sizes=(20,))
    assert campaign_of(server, parameters)
    found = compared(server, parameters)
    assert any("C" in sides["plaintext"] for sides in found.values())
    for place, sides in found.items():
        assert sides["plaintext"] == sides["native"], place


def test_that_python_times_both_sides_where_the_application_makes_indexes(server: Server) -> None:
    parameters = PredicateParameters(rows=(60,), indexes=(IndexKind.NONE, IndexKind.BLIND))
    assert not campaign_of(server, parameters)
