"""Keys of Vault, against a server that answers as a real one does: see test_real_vault.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.client_encryption.client_schemes import client_encryptor
from engines.contract.endpoint import Source
from engines.contract.errors import StatementFailed
from engines.contract.key_source import KEY_CALLS, DataKey, KeyAccess, KeySource
from engines.contract.session import key_calls_of
from engines.keys.vault import VaultKey, VaultSecret
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.servers.tcp_access import LOOPBACK, address_name, self_signed
from tests.engines.offers import Offer, place_on
from tests.key_services import keying, protection
from tests.vault_server import TOKEN, VaultServer, vault_server

CONTEXT = b"person\0name\0"


@pytest.fixture
def vault() -> Iterator[VaultServer]:
    with vault_server() as served:
        yield served


def at(kind: type[Any], served: VaultServer, **options: object) -> KeySource:
    source: KeySource = kind(address=served.address, **options)
    return source.with_access(KeyAccess(TOKEN))


def encryptor_with(source: KeySource) -> ClientEncryptor:
    return client_encryptor(protection(source), keying())


@pytest.mark.parametrize(
    ("kind", "data_key", "calls"),
    [
        (VaultKey, DataKey.NONE, 4),
        (VaultKey, DataKey.ROW, 2),
        (VaultKey, DataKey.CACHED, 2),
        (VaultSecret, DataKey.NONE, 4),
        (VaultSecret, DataKey.CACHED, 2),
    ],
)
def test_that_values_open_in_their_column_alone_and_calls_are_counted(
    vault: VaultServer, kind: type[Any], data_key: DataKey, calls: int
) -> None:
    encryptor = encryptor_with(at(kind, vault, data_key=data_key))
    values = [b"", "São Paulo".encode()]
    encrypted = [encryptor.encrypt_value(each, CONTEXT) for each in values]
    assert [
        len(each) <= encryptor.encrypted_size(len(v))
        for each, v in zip(encrypted, values, strict=True)
    ]
    assert [encryptor.decrypt_value(each, CONTEXT) for each in encrypted] == values
    counted = key_calls_of(encryptor)
    assert counted is not None
    assert counted.measures()[KEY_CALLS] == len(vault.calls) == calls
    with pytest.raises(Exception, match=r"^$|rejected"):
        encryptor.decrypt_value(encrypted[1], CONTEXT + b"2")


@pytest.mark.in_every_run("postgresql", "mariadb")
@pytest.mark.parametrize(("batch", "calls"), [(False, 4), (True, 3)])
def test_that_a_batch_takes_one_call_for_the_values_of_a_statement(
    server: Server, vault: VaultServer, batch: bool, calls: int
) -> None:
    """Two INSERTs of a value, and a SELECT of both."""
    source = at(VaultKey, vault, data_key=DataKey.NONE, batch=batch)
    given = keying()
    offer = Offer(protection(source), given, client_encryptor(protection(source), given))
    with place_on(server) as place:
        table = place.table(offer, size=200)
        place.store(offer, table, ["Ana", "Bruno"])
        assert place.opened(offer, table) == ["Ana", "Bruno"]
        assert len(vault.calls) == calls
        vault.key = bytes(32)
        with pytest.raises(StatementFailed, match="rejected"):
            place.opened(offer, table)


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("value", ["'changed'", "-1", "x'ff'"])
def test_that_a_value_that_is_no_ciphertext_is_rejected(
    vault: VaultServer, batch: bool, value: str
) -> None:
    source = at(VaultKey, vault, data_key=DataKey.NONE, batch=batch)
    given = keying()
    offer = Offer(protection(source), given, client_encryptor(protection(source), given))
    server = open_server(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"), None)
    with closing(server), place_on(server) as place:
        table = place.table(offer, size=200)
        place.store(offer, table, ["Ana"])
        place.session.execute(f"update {table} set word = {value}")
        with pytest.raises(StatementFailed, match="rejected"):
            place.opened(offer, table)


def test_that_tls_holds_with_the_authority_that_the_plan_names(tmp_path: Path) -> None:
    made = self_signed("vault", [address_name(LOOPBACK)], timedelta(days=1))
    certificate, key = tmp_path / "vault.crt", tmp_path / "vault.key"
    certificate.write_bytes(made.pem)
    key.write_bytes(made.key)
    with vault_server((str(certificate), str(key))) as served:
        encryptor = encryptor_with(at(VaultKey, served, ca=str(certificate), data_key=DataKey.NONE))
        assert encryptor.decrypt_value(encryptor.encrypt_value(b"a", CONTEXT), CONTEXT) == b"a"
        assert served.headers["X-Vault-Token"] == TOKEN
