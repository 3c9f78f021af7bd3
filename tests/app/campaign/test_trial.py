"""A workload tried on a server: what works, what cannot be done, and what the server refuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.campaign.trial import OperationTrial, TrialOutcome, try_workload
from app.plan.campaign import PlannedProtection
from app.plan.matrix import cells_of
from engines.contract.key_source import DataKey
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keeping.home import own_folder
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.conftest import Servers
from tests.requirements import lacking
from tests.workloads.smallest import SMALLEST
from workloads.contract import Case, Options
from workloads.own.workload import OwnParameters
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload

NATIVE = Protection("aes", ProtectionKind.NATIVE, "aes", 128)
GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
SIV = Protection("siv", ProtectionKind.CLIENT, "aes", 256, "siv")

FILE = """
format = 1
name = "Tried"
dialect = "{dialect}"
[table.person]
rows = 60
[table.person.column]
id = {{ type = "integer", make = "serial" }}
name = {{ type = "text", make = "name.pt_BR", size = 80, seal = true }}
[[operation]]
name = "by key"
sql = "select name from person where id = :id"
parameters.id = {{ from = "person.id" }}
[[operation]]
name = "faulty"
sql = "select upper(id, id) from person where id = :id"
parameters.id = {{ from = "person.id" }}
[[operation]]
name = "hire"
sql = "insert into person (name) values (:name)"
parameters.name = {{ from = "person.name" }}
[[operation]]
name = "counted"
sql = "select count(*) from person where name = :name"
parameters.name = {{ from = "person.name" }}
"""


def tried(
    server: Server,
    folder: Path,
    text: str = FILE,
    protections: Sequence[Protection] = (PLAINTEXT, GCM, SIV),
) -> dict[tuple[str, str], OperationTrial]:
    file = folder / "tried.toml"
    file.write_text(text.format(dialect=server.engine.name))
    options = Options(OwnParameters(file=str(file), sizes=(60,)), Case(60), 7)
    found = try_workload(server, options, protections)
    return {(each.protection.name, each.operation): each for each in found}


@pytest.mark.in_every_run("postgresql", "firebird", "sqlite")
def test_that_one_refused_statement_ends_no_other(server: Server, tmp_path: Path) -> None:
    owned = set(server.engine.catalogue.owned_databases(server.endpoint))
    found = tried(server, tmp_path)
    assert len(found) == 12
    outcomes = {key: each.outcome for key, each in found.items()}
    for protection in ("plaintext", "gcm", "siv"):
        assert outcomes[protection, "by key"] is TrialOutcome.WORKS
        assert outcomes[protection, "hire"] is TrialOutcome.WORKS
        assert outcomes[protection, "faulty"] is TrialOutcome.REFUSED
        refused = str(found[protection, "faulty"].reason).lower()
        assert "upper" in refused or "token unknown" in refused
    assert outcomes["plaintext", "counted"] is outcomes["siv", "counted"] is TrialOutcome.WORKS
    assert outcomes["gcm", "counted"] is TrialOutcome.CANNOT
    assert found["gcm", "counted"].code == "search"
    assert set(server.engine.catalogue.owned_databases(server.endpoint)) == owned


def test_that_tables_that_cannot_be_made_refuse_all_operations(
    servers: Servers, tmp_path: Path
) -> None:
    named = FILE.replace("person", "select")
    text = named.replace("from select ", 'from \\"select\\" ').replace(
        "into select ", 'into \\"select\\" '
    )
    found = tried(servers["postgresql"], tmp_path, text)
    assert {each.outcome for each in found.values()} == {TrialOutcome.REFUSED, TrialOutcome.CANNOT}
    assert "select" in str(found["plaintext", "hire"].reason)


def test_that_other_rows_than_in_plaintext_are_reported(servers: Servers, tmp_path: Path) -> None:
    text = FILE.replace("counted", "random").replace(
        "select count(*) from person where name = :name", "select strftime('%f', 'now') from person"
    )
    text = text[: text.rindex("parameters.name")]
    found = tried(servers["sqlite"], tmp_path, text)
    assert found["gcm", "random"].outcome is TrialOutcome.DIFFERS
    assert found["gcm", "by key"].outcome is TrialOutcome.WORKS


def test_that_a_key_of_a_token_is_tried_as_a_local_one(servers: Servers, tmp_path: Path) -> None:
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")
    by_token = [
        replace(GCM, name=each.value, key_source=Pkcs11Key(data_key=each)) for each in DataKey
    ]
    found = tried(servers["sqlite"], tmp_path, protections=[PLAINTEXT, GCM, *by_token])
    for operation in ("by key", "hire", "counted"):
        outcomes = {found[each, operation].outcome for each in ("gcm", *DataKey)}
        assert outcomes == {found["gcm", operation].outcome}
    assert found["gcm", "by key"].outcome is TrialOutcome.WORKS
    assert list(own_folder("keys", 0o700).iterdir()) == []


@pytest.mark.slow
@pytest.mark.in_every_run("sqlite", "hospital")  # each workload, and each engine
@pytest.mark.parametrize(
    "name", [each for each in SMALLEST if isinstance(workload_named(each), DatabaseWorkload)]
)
def test_that_every_workload_of_ours_works_wherever_it_can_be_done(
    server: Server, name: str
) -> None:
    campaign = quick_campaign(
        "ours", (server.spec,), tuple(map(PlannedProtection, (PLAINTEXT, NATIVE, GCM))),
        SMALLEST[name], control=False,
    )  # fmt: skip
    workload = workload_named(name)
    assert isinstance(workload, DatabaseWorkload)
    tried: dict[Options[Any], list[Protection]] = {}
    cells = [each for each in cells_of(campaign, {}, (server.spec.name,)) if not each.why]
    for cell in cells:
        options = workload.scaled_down(Options(campaign.workload, cell.case, 7))
        tried.setdefault(options, []).append(cell.protection)
    for options, protections in tried.items():
        found = try_workload(server, options, list(dict.fromkeys(protections)))
        assert {each.protection for each in found} == {*protections}
        assert [each for each in found if each.outcome in _FAULTS] == []
        assert TrialOutcome.WORKS in {each.outcome for each in found}


_FAULTS = (TrialOutcome.REFUSED, TrialOutcome.DIFFERS)
