"""Sessions do the same whatever firebird.conf says of types, time zones and databases."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

AGAINST_US = """
DataTypeCompatibility = 2.5
DefaultTimeZone = Asia/Kathmandu
"""
_STORES = """
import json, sys
from engines.firebird import embedded_server
embedded_server._CONFIGURATION += sys.argv[1]
from engines.contract.endpoint import Source
from engines.opening import open_server
from engines.servers.server import ServerSpec
opened = open_server(ServerSpec("fb", Source.EMBEDDED, "firebird"))
engine, end = opened.engine, opened.endpoint
name = engine.catalogue.create_database(end, "against_us")
try:
    with engine.driver.connect(end, name) as session:
        session.execute(
            "create table thing (id integer not null primary key, flag boolean, large int128, "
            "small decfloat(16), word varchar(20), there timestamp with time zone, m timestamp)"
        )
        session.execute(
            "insert into thing values (1, true, 170141183460469231731687303715884105727, 1.5, "
            "'ação', timestamp '2024-01-01 00:00:00', timestamp '2024-01-01 00:00:00')"
        )
        rows = session.fetch(
            "select t.*, cast(m as timestamp with time zone), cast(there as varchar(60)), "
            "octet_length(word), (select trim(rdb$character_set_name) from rdb$database), "
            "(select mon$page_size from mon$database) from thing t"
        )
finally:
    engine.catalogue.drop_database(end, name)
print(json.dumps([repr(each) for row in rows for each in row]))
"""


def stored(tmp_path: Path, configuration: str) -> list[str]:
    """In a process of its own: an engine reads its configuration once."""
    command = [sys.executable, "-c", _STORES, configuration]
    environment = {"CIPHERBENCH_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    output = subprocess.check_output(command, env=environment, timeout=120)
    found: list[str] = json.loads(output)
    return found


@pytest.mark.slow
def test_that_a_configuration_changes_nothing_of_what_is_stored_and_read(tmp_path: Path) -> None:
    clean = stored(tmp_path, "")
    assert len(clean) == 12 and "'UTF8'" in clean and "8192" in clean
    assert stored(tmp_path, AGAINST_US) == clean
