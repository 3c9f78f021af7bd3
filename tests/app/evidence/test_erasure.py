"""The right to erasure: what evidence shows of a row whose data key was deleted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.evidence.threats import Threat, threats
from app.results.traces import Subject
from engines.contract.data_place import PlaceName
from engines.contract.key_source import DataKey
from engines.contract.protection import PLAINTEXT
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from engines.servers.server import Server
from tests.app.evidence.test_evidence import CLIENT, Asked, gathered
from tests.requirements import lacking

pytestmark = pytest.mark.slow

ROWS = 10
"""Of 100, that have the marker."""


@pytest.mark.in_every_run("postgresql")
def test_that_a_row_whose_key_was_deleted_is_unreadable_and_its_key_in_no_file(
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
    [erased] = [e for own in traces.values() for e in own if e.subject is Subject.DELETED]
    assert (erased.protection, erased.place) == ("person", PlaceName.DELETED_KEY)
    assert erased.found is False and erased.files > 1, erased.detail
    others = f"Other rows that can: {ROWS - 1} of {ROWS - 1}."
    assert f"{others} Its key: Not found in " in erased.detail
    sought = {own for own in traces if any(e.subject is Subject.KEY for e in traces[own])}
    assert sought == {"person", "row", "table"}, "without data keys there is none to look for"
    found = {row.threat: row.seen for row in threats(traces["person"])}
    assert found == {row.threat: row.seen for row in threats(traces["row"])}
    assert Threat.DISK in found
