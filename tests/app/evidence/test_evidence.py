"""Markers planted on real servers and looked for in everything that these write."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from app.evidence import gathering
from app.evidence.threats import Threat, WorstFinding, threats
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import parse_plan, write_plan
from app.plan.status import Status
from app.report.files.export import export
from app.results.events import EvidenceGathered, EvidenceProgressed, EvidenceStarted
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import open_store
from engines.contract.endpoint import EncryptedFolder, Endpoint, Source
from engines.contract.protection import PLAINTEXT, Cipher, Protection, ProtectionKind
from engines.opening import open_server
from engines.properties import Exclusion, properties_of
from engines.servers.server import Server, ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.typed import cipherbench
from tests.conftest import Servers
from tests.engines.containers import container_spec
from tests.requirements import spec_of
from workloads.contract import Parameters
from workloads.hospital.workload import HospitalParameters

NATIVE = Protection("native", ProtectionKind.NATIVE, "aes", 128)
CLIENT = Protection("client", ProtectionKind.CLIENT, "aes", 256, "gcm")
TABLESPACE = Protection("tablespace", ProtectionKind.STORAGE, "aes", 256, "tablespace")
FILE = Protection("file", ProtectionKind.STORAGE, "aegis", 256, "file")
GOCRYPTFS = Protection("gocryptfs", ProtectionKind.STORAGE, "gocryptfs")

STORED_IN = {
    "postgresql": {"data files", "write-ahead log"},
    "mariadb": {"data files", "redo log"},
    "mysql": {"data files", "redo log", "system tablespace"},
    "firebird": {"data files"},
    "sqlite": {"data files", "write-ahead log"},
}
"""Where each engine must have written plaintext."""

type Traces = dict[str, dict[str, list[EvidenceFinding]]]
"""Traces by server and protection."""


@dataclass(frozen=True)
class Asked:
    """Under which protections a campaign looks at a server, and where it is if it is lent."""

    spec: ServerSpec
    protections: tuple[Protection, ...]
    lent: Endpoint | None = None


HOSPITAL = HospitalParameters(sizes=(10,))


def gathered(folder: Path, *asked: Asked, workload: Parameters = HOSPITAL) -> Traces:
    """The evidence of one campaign on these servers without its runs: it is of databases that are
    made for it, with a marker in ten rows."""
    stage = Stage(str(folder / "store.sqlite"))
    planned = {
        protection: PlannedProtection(
            protection, tuple(each.spec.name for each in asked if protection in each.protections)
        )
        for each in asked
        for protection in each.protections
    }
    campaign = quick_campaign(
        "evidence",
        tuple(each.spec for each in asked),
        tuple(planned.values()),
        workload,
        repetitions=1,
        warmups=0,
        evidence=True,
    )
    lent = {each.spec: each.lent for each in asked if each.lent is not None}
    with open_store(stage.url, write=True) as store:
        number = store.create_campaign(campaign, (), ())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(gathering, "_RECORDS", 100)
        outcome = stage.executor(lent=lent).evidence(f"#{number}")
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        evidence = store.evidence(outcome.campaign_id)
    seen: Traces = {each.spec.name: {} for each in asked}
    for trace in evidence:
        seen[trace.server].setdefault(trace.protection, []).append(trace)
    return seen


@dataclass(frozen=True)
class Witnessed:
    """What one campaign has seen on a server of an engine, and on those beside it."""

    server: Server
    protections: tuple[Protection, ...]
    """Those of `server` itself, as far as it can do them."""
    everywhere: Traces
    left: set[str]
    """Databases that are there after it, and were not before."""

    @property
    def seen(self) -> dict[str, list[EvidenceFinding]]:
        return self.everywhere[self.server.spec.name]


ADDRESS, ASTRAY, REMOTE = "at an address", "astray", "of another machine"
"""The same server once more: with its log behind stderr, as one at an address has it; with another
data directory than its own; and with files that are out of sight."""


def compared(server: Server, empty: Path) -> tuple[Asked, ...]:
    spec, end = server.spec, server.endpoint
    if spec.engine != "postgresql":
        return ()
    address = ServerSpec(ADDRESS, Source.ADDRESS, "postgresql", socket=end.socket)
    unseen = replace(end, data=None, pid=None, log=None)
    return (
        Asked(address, (NATIVE,), replace(end, log=None)),
        Asked(replace(spec, name=ASTRAY), (PLAINTEXT, CLIENT), replace(end, data=str(empty))),
        Asked(replace(spec, name=REMOTE), (CLIENT,), unseen),
    )


def possible_on(server: Server) -> tuple[Protection, ...]:
    native = Cipher("aes", 128, server.engine.default_mode) in server.probe().native
    stored = {"mariadb": TABLESPACE, "mysql": TABLESPACE, "sqlite": FILE}.get(server.spec.engine)
    possible = [PLAINTEXT, CLIENT, *([NATIVE] if native else [])]
    if stored is not None and server.probe().why_not(stored, "") is None:
        possible.append(stored)
    return tuple(possible)


@pytest.fixture(scope="module")
def witnessed(
    on_disk: Callable[[str], Server], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Witnessed]:
    """By an engine's name; each has one campaign, when it is first asked for."""
    known: dict[str, Witnessed] = {}

    def witness(engine: str) -> Witnessed:
        if engine not in known:
            server = on_disk(engine)
            possible = possible_on(server)
            before = set(server.engine.catalogue.owned_databases(server.endpoint))
            everywhere = gathered(
                tmp_path_factory.mktemp(engine),
                Asked(server.spec, possible, server.endpoint),
                *compared(server, tmp_path_factory.mktemp("empty")),
            )
            left = set(server.engine.catalogue.owned_databases(server.endpoint)) - before
            known[engine] = Witnessed(server, possible, everywhere, left)
        return known[engine]

    return witness


def lent_by(server: Server) -> dict[ServerSpec, Endpoint]:
    return {server.spec: server.endpoint}


def in_files(
    traces: list[EvidenceFinding], subject: SearchSubject = SearchSubject.MARKER
) -> dict[str, EvidenceFinding]:
    return {
        each.place: each
        for each in traces
        if each.ground is SearchArea.FILES and each.subject is subject
    }


_BY_SOCKET = (Threat.DISK, Threat.OS_LOGIN, Threat.DATABASE_LOGIN)
"""Whom evidence tells of where no packets are read."""


def seen_by(traces: list[EvidenceFinding]) -> dict[Threat, WorstFinding]:
    return {row.threat: row.seen for row in threats(traces)}


def assert_stated(protection: Protection, traces: list[EvidenceFinding]) -> None:
    """What is claimed of a stolen disk is what was seen."""
    claim = properties_of(protection, protection.mode, fixed_iv=True).disk
    seen = seen_by(traces)[Threat.DISK]
    fits = {
        WorstFinding.NOTHING: (Exclusion.FULL, Exclusion.PARTLY),
        WorstFinding.KEY: (Exclusion.PARTLY,),
        WorstFinding.PLAINTEXT: (
            Exclusion.PARTLY if protection is not PLAINTEXT else Exclusion.NONE,
        ),
    }
    assert claim in fits[seen], protection.name


@pytest.fixture(scope="module")
def on_disk(servers: Servers) -> Iterator[Callable[[str], Server]]:
    """A server of an engine; MariaDB's data lie on a disk, for in /dev/shm it maps its redo log."""
    with ExitStack() as stack:

        def get(engine: str) -> Server:
            if engine != "mariadb":
                return servers[engine]
            folder = stack.enter_context(
                tempfile.TemporaryDirectory(prefix="cipherbench-disk-", dir="/var/tmp")
            )
            Path(folder).chmod(0o711)
            spec = replace(servers[engine].spec, name="on disk", data_directory=folder)
            return stack.enter_context(closing(open_server(spec)))

        yield get


@pytest.mark.slow
@pytest.mark.parametrize("engine", STORED_IN)
@pytest.mark.in_every_run("postgresql", "sqlite")  # MariaDB: test_found_here
def test_that_plaintext_is_found_where_it_is_stored_and_encrypted_values_nowhere(
    engine: str, witnessed: Callable[[str], Witnessed]
) -> None:
    witness = witnessed(engine)
    seen = witness.seen
    assert list(seen) == [each.name for each in witness.protections]

    plain = in_files(seen["plaintext"])
    assert {place for place, each in plain.items() if each.found} == STORED_IN[engine]
    assert all(each.found is not None for each in plain.values())
    for place in STORED_IN[engine]:
        spot = plain[place].spots[0]
        assert plain[place].count >= 10 and not spot.file.startswith("/")
        assert spot.form == "text" and len(bytes.fromhex(spot.context)) >= 32
    assert seen_by(seen["plaintext"])[Threat.DATABASE_LOGIN] is WorstFinding.PLAINTEXT

    values = [each for each in (CLIENT, NATIVE) if each in witness.protections]
    assert CLIENT in values
    for name in (each.name for each in values):
        files = in_files(seen[name])
        assert {each.found for each in files.values()} == {False}, name
        assert seen_by(seen[name])[Threat.DATABASE_LOGIN] is WorstFinding.NOTHING
    assert seen_by(seen["client"])[Threat.DISK] is WorstFinding.NOTHING
    for protection in (PLAINTEXT, *values):
        assert_stated(protection, seen[protection.name])
    keys = in_files(seen["client"], SearchSubject.KEY)
    assert [each.found for each in keys.values()] == [False]
    assert witness.left == set()


@pytest.mark.slow
@pytest.mark.parametrize("whose", ["postgresql", ADDRESS])
def test_that_postgresql_writes_the_key_of_a_failed_statement_into_its_log(
    whose: str, witnessed: Callable[[str], Witnessed]
) -> None:
    """The window lends its servers to a campaign; one at an address has its log behind stderr; one
    that the campaign has started: test_found_here."""
    seen = witnessed("postgresql").everywhere[whose]
    if whose == ADDRESS:  # plaintext, though not planned, is looked for first
        assert list(seen) == ["plaintext", "native"]
    [key] = in_files(seen["native"], SearchSubject.KEY).values()
    assert (key.place, key.found, key.spots[0].form) == ("server log", True, "hex, lower case")
    assert key.spots[0].context == ""  # what lies around is the key
    assert seen_by(seen["native"])[Threat.DISK] is WorstFinding.KEY
    assert seen_by(seen["native"])[Threat.OS_LOGIN] is WorstFinding.KEY
    assert_stated(NATIVE, seen["native"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "keys_file"), [("mariadb", "cipherbench.keys"), ("mysql", "cipherbench.keyring")]
)
@pytest.mark.in_every_run("mysql")  # MariaDB: test_found_here
def test_that_an_encrypted_tablespace_shows_nothing_and_its_redo_log_everything(
    engine: str, keys_file: str, witnessed: Callable[[str], Witnessed]
) -> None:
    witness = witnessed(engine)
    why = witness.server.probe().why_not(TABLESPACE, "")
    if why is not None:
        pytest.skip(str(why))
    seen = witness.seen["tablespace"]
    files = in_files(seen)
    assert (files["data files"].found, files["redo log"].found) == (False, True)
    assert files["redo log"].count >= 10
    [key] = in_files(seen, SearchSubject.KEY).values()
    assert (key.place, key.found, key.spots[0].file) == ("keys file", True, keys_file)
    assert seen_by(seen) == dict.fromkeys(_BY_SOCKET, WorstFinding.PLAINTEXT)
    assert_stated(TABLESPACE, seen)


@pytest.mark.slow
def test_that_an_encrypted_file_of_sqlite_shows_nothing_and_opens_to_nobody(
    witnessed: Callable[[str], Witnessed],
) -> None:
    seen = witnessed("sqlite").seen["file"]
    assert {each.found for each in in_files(seen).values()} == {False}
    assert {"data files", "write-ahead log"} <= set(in_files(seen))
    [login] = [each for each in seen if each.ground is SearchArea.LOGIN]
    assert login.found is False and login.detail.startswith("Refused without the key")
    assert seen_by(seen)[Threat.DISK] is WorstFinding.NOTHING
    assert_stated(FILE, seen)


@pytest.mark.slow
def test_that_what_a_file_system_encrypts_is_read_opened_and_as_it_lies(
    tmp_path: Path, gocryptfs: tuple[Path, Path]
) -> None:
    """In a folder of our own, its plaintext in one beside it; `gocryptfs` sees that one can be
    mounted here. A server works in it."""
    spec = replace(spec_of("postgresql"), encrypted_folder=EncryptedFolder.GOCRYPTFS)
    traces = gathered(tmp_path, Asked(spec, (PLAINTEXT, GOCRYPTFS)))[spec.name]
    seen, plain = traces["gocryptfs"], in_files(traces["plaintext"])
    assert plain["data files"].found and not plain["data files"].opened
    assert "cipher directory" not in plain
    files = in_files(seen)
    assert files["data files"].found and files["data files"].opened
    below = files["cipher directory"]
    assert below.found is False and below.files > 100 and not below.opened
    assert seen_by(seen) == {
        Threat.DISK: WorstFinding.NOTHING,
        Threat.OS_LOGIN: WorstFinding.PLAINTEXT,
        Threat.DATABASE_LOGIN: WorstFinding.PLAINTEXT,
    }
    assert_stated(GOCRYPTFS, seen)


@pytest.mark.slow
def test_that_a_search_that_misses_plaintext_says_nothing_of_the_others(
    witnessed: Callable[[str], Witnessed],
) -> None:
    """The data directory that we look into is another one."""
    seen = witnessed("postgresql").everywhere[ASTRAY]
    plain, client = in_files(seen["plaintext"]), in_files(seen["client"])
    for place in ("data files", "write-ahead log"):
        assert plain[place].found is None and client[place].found is None
    assert client["data files"].detail.startswith(("Unable to tell", "There is no such file"))
    assert seen_by(seen["client"])[Threat.DISK] is WorstFinding.UNKNOWN


@pytest.mark.slow
def test_that_files_of_another_machine_are_not_judged(
    witnessed: Callable[[str], Witnessed],
) -> None:
    seen = witnessed("postgresql").everywhere[REMOTE]["client"]
    files = in_files(seen)
    assert {each.found for each in files.values()} == {None}
    assert "another machine" in files["write-ahead log"].detail
    assert seen_by(seen)[Threat.DATABASE_LOGIN] is WorstFinding.NOTHING


@pytest.mark.slow
def test_that_the_grant_that_evidence_lacks_is_named_and_given_is_no_other_condition(
    servers: Servers, tmp_path: Path
) -> None:
    """A PostgreSQL of one's own, as a user who may make databases and no more."""
    server = servers["postgresql"]
    end = server.endpoint

    def administer(*statements: str) -> None:
        with server.engine.driver.connect(end) as admin:
            for each in statements:
                admin.execute(each)

    administer("create role looking login createdb")
    spec = ServerSpec(
        "own", Source.ADDRESS, "postgresql", socket=end.socket, port=end.port, user="looking"
    )
    stage = Stage(str(tmp_path / "store.sqlite"))
    try:
        planned = (PlannedProtection(PLAINTEXT),)
        stage.run(
            quick_campaign(
                "own", (spec,), planned, HospitalParameters(sizes=(10,)), repetitions=1, warmups=0
            )
        )
        unseen = own_files(stage)
        administer("grant pg_read_all_settings, pg_checkpoint to looking")
        seen = own_files(stage)
        assert stage.executor().resume("own", more=1).failed == 0
    finally:
        administer("drop role looking")
    assert unseen["data files"].found is None and seen["data files"].found
    report = unseen["data files"].detail
    assert "GRANT pg_read_all_settings TO" in report and "pg_checkpoint" in report


def own_files(stage: Stage) -> dict[str, EvidenceFinding]:
    stage.executor().evidence("own")
    with stage.store() as store:
        return in_files([each for each in store.evidence(1) if each.server == "own"])


HELD = "held"
"""A container's server whose log the daemon holds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "engine", ["postgresql", "mariadb", pytest.param("firebird", marks=pytest.mark.exhaustive)]
)
@pytest.mark.in_every_run("mariadb")
def test_that_the_files_of_a_container_are_read_through_its_process_and_its_log_where_it_is_a_file(
    engine: str, tmp_path: Path
) -> None:
    """PostgreSQL's log, in which a key lies, is a file that the daemon keeps; the campaign starts
    the others by itself. Firebird's files are read as MariaDB's are."""
    spec = container_spec(engine)
    if engine != "postgresql":
        seen = gathered(tmp_path, Asked(spec, (PLAINTEXT, CLIENT)))
    else:
        with closing(open_server(spec)) as server:
            seen = gathered(
                tmp_path,
                Asked(spec, (PLAINTEXT, CLIENT, NATIVE), server.endpoint),
                Asked(replace(spec, name=HELD), (NATIVE,), replace(server.endpoint, log=None)),
            )
    plain, client = (in_files(seen[spec.name][each]) for each in ("plaintext", "client"))
    if os.geteuid() == 0:
        found = {place for place, each in plain.items() if each.found}
        assert found == STORED_IN[engine]
        assert client["data files"].found is False
        assert not any("/proc" in spot.file for each in plain.values() for spot in each.spots)
    else:  # another user's processes let nobody look through them
        assert {each.found for each in plain.values()} == {None}
    if engine == "postgresql":
        held = seen[HELD]["native"]
        [log] = [each for each in held if each.place == "server log"]
        assert log.found is None
        assert log.detail == "Not readable: The container daemon keeps the server's log."
        assert [each.found for each in in_files(held, SearchSubject.KEY).values()] == [None]
        if os.geteuid() == 0:
            [key] = in_files(seen[spec.name]["native"], SearchSubject.KEY).values()
            assert (key.place, key.found) == ("server log", True)


@pytest.mark.slow
def test_that_evidence_is_reported_as_it_comes_and_retained(
    stage: Any, plan: Callable[..., Campaign]
) -> None:
    aes = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
    asked = (PlannedProtection(PLAINTEXT), PlannedProtection(aes))
    outcome = stage.run(plan("sqlite", evidence=True, protections=asked))
    started = stage.of(EvidenceStarted)
    assert [(str(each.title), each.done, each.total) for each in started] == [
        ("plaintext", 0, 2),
        ("AES-128", 1, 2),
    ]
    report = [trace for each in stage.of(EvidenceGathered) for trace in each.traces]
    with stage.store() as store:
        assert store.evidence(outcome.campaign_id) == report
    [refused] = [each for each in report if each.protection == "aes-128"]
    assert refused.found is None and "not support aes-128" in refused.detail
    assert all(0 <= each.done <= each.total for each in stage.of(EvidenceProgressed))
    assert stage.events[-1].status is Status.DONE  # the campaign ends after its evidence


@pytest.mark.slow
def test_that_cancelling_leaves_neither_database_nor_half_an_exhibit(
    stage: Any, plan: Callable[..., Campaign], servers: Servers
) -> None:
    server = servers["postgresql"]

    under_way: list[int] = []

    def cancel(event: Any) -> None:
        if isinstance(event, EvidenceStarted):
            under_way.append(event.done)
        elif isinstance(event, EvidenceProgressed) and under_way[-1] == 1:
            stage.runner.cancel()

    stage.watch = cancel
    campaign = replace(
        plan("postgresql"),
        servers=(server.spec,),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(CLIENT)),
    )
    with open_store(stage.url, write=True) as store:
        number = store.create_campaign(campaign, (), ())
    outcome = stage.executor(lent=lent_by(server)).evidence(f"#{number}")
    assert outcome.status is Status.CANCELLED
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}
    with stage.store() as store:
        assert {e.protection for e in store.evidence(outcome.campaign_id)} == {"plaintext"}


def test_that_a_plan_keeps_its_wish_for_evidence(plan: Callable[..., Campaign]) -> None:
    campaign = plan("sqlite", evidence=True)
    assert "evidence = true" in write_plan(campaign)
    assert parse_plan(write_plan(campaign), "it") == campaign
    assert not parse_plan(write_plan(plan("sqlite")), "it").evidence


@pytest.mark.slow
def test_that_the_command_gathers_what_is_not_stored_and_prints_what_is(
    stage: Any, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    protections = (PlannedProtection(PLAINTEXT), PlannedProtection(FILE))
    outcome = stage.run(plan("sqlite", protections=protections, repetitions=1))
    command = ("evidence", "small", "--store", stage.url)
    first = cipherbench(*command, "--json")
    assert first.code == 0, first.err
    rows = json.loads(first.out)
    assert all(
        list(row)[:5] == ["server", "protection", "place", "found", "detail"] for row in rows
    )
    found = {(row["protection"], row["place"]): row["found"] for row in rows}
    assert found["plaintext", "data files"] is True and found["file", "data files"] is False
    assert cipherbench(*command, "--json").out == first.out
    again = cipherbench(*command, "--again", "--json")
    assert again.out != first.out and len(json.loads(again.out)) == len(rows)
    table = cipherbench(*command)
    assert "found 30 ×" in table.out and "Who can read what" in table.out
    with stage.store() as store:
        export(store, outcome.campaign_id, "md", tmp_path / "r.md")
        export(store, outcome.campaign_id, "json", tmp_path / "r.json")
        assert store.summary(outcome.campaign_id).status is Status.DONE
    assert "## Evidence" in (tmp_path / "r.md").read_text()
    exported = json.loads((tmp_path / "r.json").read_text())["evidence"]
    assert {row["threat"] for row in exported["threats"]} == set(_BY_SOCKET)
    assert str(tmp_path) not in json.dumps(exported)


@pytest.mark.slow
def test_that_a_server_that_is_away_is_not_judged_and_the_others_are(
    stage: Any, plan: Callable[..., Campaign]
) -> None:
    away = ServerSpec("away", Source.ADDRESS, "mariadb", host="127.0.0.1", port=9, user="x")
    campaign = plan("sqlite", protections=(PlannedProtection(PLAINTEXT),), repetitions=1)
    outcome = stage.run(replace(campaign, servers=(*campaign.servers, away), evidence=True))
    with stage.store() as store:
        evidence = store.evidence(outcome.campaign_id)
    assert any(each.found for each in evidence if each.server == "sqlite")
    [missing] = [each for each in evidence if each.server == "away"]
    assert missing.found is None and "127.0.0.1:9" in missing.detail
