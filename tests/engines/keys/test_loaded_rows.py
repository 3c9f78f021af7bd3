"""Rows that are loaded without a statement each have data keys as rows that are inserted have."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.contract.key_source import DataKey
from engines.keys.pkcs11 import Pkcs11Key
from engines.servers.server import Server
from tests.key_services import protection, soft_token
from tests.workloads.own.test_rehearsal import WORK, database_on, encryptor_of, options_of
from workloads.contract import Profile, Setting, UntimedClock
from workloads.own.file_reading import read_work
from workloads.own.filling import Fill
from workloads.own.table_generation import GeneratedTables

ROWS = 30
FILE = """
format = 1
name = "Clinic"
dialect = "postgresql"

[table.patient]
rows = 30
[table.patient.column]
id = { type = "integer", make = "serial" }
name = { type = "text", make = "name.pt_BR", size = 80, seal = true, required = true }
email = { type = "text", make = "email", size = 80, seal = true, nulls = 0.5 }

[[operation]]
name = "count"
sql = "select count(*) from patient"
"""


@pytest.fixture(scope="module")
def token(tmp_path_factory: pytest.TempPathFactory) -> Pkcs11Key:
    return soft_token(tmp_path_factory.mktemp("token"))


def lead_of(encrypted: object) -> bytes:
    """The wrapped data key, or its name, in front of a value."""
    assert isinstance(encrypted, bytes)
    return encrypted[: 2 + int.from_bytes(encrypted[:2])]


@pytest.mark.in_every_run("sqlite", "postgresql")
@pytest.mark.parametrize(
    ("data_key", "keys"), [(DataKey.ROW, ROWS), (DataKey.PERSON, ROWS), (DataKey.CACHED, 1)]
)
def test_that_loaded_rows_have_a_key_each_and_their_columns_share_it(
    server: Server, data_key: DataKey, keys: int, token: Pkcs11Key, tmp_path: Path
) -> None:
    file = tmp_path / "clinic.toml"
    file.write_text(FILE)
    options = options_of(file, Profile.SOUND)
    source = Pkcs11Key(data_key=data_key).with_access(token.access)
    encryptor = encryptor_of(server, options, protection(source))
    with (
        database_on(server) as database,
        server.engine.driver.connect(server.endpoint, database) as session,
    ):
        schema = WORK.schema(options, encryptor)
        server.engine.driver.create_schema(session, schema, encryptor)
        setting = Setting(session, encryptor, WORK.records(options), options, index_key=b"k" * 32)
        session.begin()
        made = GeneratedTables(read_work(file), options.seed, options.size)
        Fill(made).run(setting, UntimedClock())
        stored = session.fetch("select name, email from patient")
        session.rollback()
    leads = [lead_of(name) for name, _ in stored]
    assert len(leads) == ROWS and len(set(leads)) == keys
    shared = [(lead_of(name), lead_of(email)) for name, email in stored if email is not None]
    assert shared and all(one == other for one, other in shared)
