"""The right to erasure: what evidence shows of a row whose data key was deleted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.evidence.threats import Threat, threats
from app.results.records import SearchSubject
from engines.contract.data_place import PlaceName
from engines.contract.key_source import DataKey
from engines.contract.protection import PLAINTEXT
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from engines.servers.server import Server
from tests.app.evidence.test_evidence import CLIENT, Asked, gathered
from tests.conftest import Servers
from tests.requirements import lacking
from tests.workloads.test_persons import WRITES, work_with
from workloads.contract import Parameters
from workloads.hospital.statements import ENCRYPTED_COLUMNS
from workloads.own.workload import OwnParameters
from workloads.web_users.parameters import WebUsersParameters

pytestmark = pytest.mark.slow

RECORDS = 100


@pytest.mark.in_every_run("postgresql")
def test_that_a_person_whose_key_was_deleted_is_unreadable_and_the_key_in_no_file(
    server: Server, tmp_path: Path
) -> None:
    if server.spec.engine == "duckdb":
        pytest.skip("the hospital's rows cannot be deleted there")
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")
    keyed = {
        each: replace(CLIENT, name=each.value, key_source=Pkcs11Key(data_key=each))
        for each in (DataKey.PERSON, DataKey.ROW, DataKey.TABLE, DataKey.NONE)
    }
    name = server.spec.name
    seen = gathered(tmp_path, Asked(server.spec, (PLAINTEXT, *keyed.values()), server.endpoint))
    traces = seen[name]
    [erased] = [e for own in traces.values() for e in own if e.subject is SearchSubject.DELETED]
    assert (erased.protection, erased.place) == ("person", PlaceName.DELETED_KEY)
    assert erased.found is False and erased.files > 1, erased.detail
    own = f"can be decrypted (values: {len(ENCRYPTED_COLUMNS)}, tables: 5)."
    others = f"Other persons whose values can: {RECORDS - 1} of {RECORDS - 1}."
    assert f"{own} {others} Its key: Not found in " in erased.detail
    sought = {own for own in traces if any(e.subject is SearchSubject.KEY for e in traces[own])}
    assert sought == {"person", "row", "table"}, "without data keys there is none to look for"
    found = {row.threat: row.seen for row in threats(traces["person"])}
    assert found == {row.threat: row.seen for row in threats(traces["row"])}
    assert Threat.DISK in found


@pytest.mark.parametrize("workload", ["web_users", "own"])
def test_that_a_user_and_a_person_of_ones_own_tables_can_be_erased(
    workload: str, servers: Servers, tmp_path: Path
) -> None:
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")
    file = work_with(tmp_path, {"new": WRITES["new"]})
    parameters: dict[str, Parameters] = {
        "web_users": WebUsersParameters(users=20),
        "own": OwnParameters(file=str(file), sizes=(20,)),
    }
    values = {"web_users": (5, 1), "own": (9, 2)}
    server = servers["postgresql"]
    person = replace(CLIENT, name="person", key_source=Pkcs11Key(data_key=DataKey.PERSON))
    asked = Asked(server.spec, (PLAINTEXT, person), server.endpoint)
    traces = gathered(tmp_path, asked, workload=parameters[workload])[server.spec.name]["person"]
    [erased] = [each for each in traces if each.subject is SearchSubject.DELETED]
    assert erased.found is False, erased.detail
    count, tables = values[workload]
    assert (
        f"no value of that person can be decrypted (values: {count}, tables: {tables})."
        in erased.detail
    )
    assert "Other persons whose values can: 19 of 19." in erased.detail
    assert any(each.subject is SearchSubject.KEY for each in traces)
