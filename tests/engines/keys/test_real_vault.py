"""Keys of a real Vault (CIPHERBENCH_VAULT): what it counts, what goes wrong, and that the stand-in
of other tests answers as it does."""

from __future__ import annotations

import base64
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engines.client_encryption.client_schemes import client_encryptor
from engines.contract.key_source import KEY_CALLS, DataKey, KeyAccess, KeyFault, KeySource
from engines.contract.session import key_calls_of
from engines.keys.vault import VaultKey, VaultSecret
from engines.servers.tcp_access import LOOPBACK, address_name, self_signed
from tests.engines.keys.test_faults import refused
from tests.key_services import keying, protection
from tests.real_vault import RealVault, real_vault
from tests.vault_server import TOKEN, VaultServer

pytestmark = pytest.mark.exhaustive

CONTEXT = b"person\0name\0"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealVault]:
    with real_vault(tmp_path_factory.mktemp("vault")) as started:
        yield started


def at(kind: type[Any], vault: RealVault, token: str = "", **options: object) -> KeySource:
    options = {"ca": str(vault.certificate), **options}
    source: KeySource = kind(address=vault.address, **options)
    return source.with_access(KeyAccess(token or vault.token))


@pytest.mark.parametrize(
    ("kind", "data_key", "batch"),
    [
        (VaultKey, DataKey.NONE, False),
        (VaultKey, DataKey.NONE, True),
        (VaultKey, DataKey.ROW, False),
        (VaultKey, DataKey.CACHED, False),
        (VaultSecret, DataKey.NONE, False),
        (VaultSecret, DataKey.CACHED, False),
    ],
)
def test_that_calls_counted_are_those_of_its_audit_log(
    vault: RealVault, kind: type[Any], data_key: DataKey, batch: bool
) -> None:
    source = at(kind, vault, data_key=data_key)
    if isinstance(source, VaultKey):
        source = replace(source, batch=batch).with_access(source.access)
    encryptor = client_encryptor(protection(source), keying())
    values = [b"", "São Paulo".encode(), bytes(900)]
    before = len(vault.calls())
    if batch:
        sealed = encryptor.encrypt_batch([(each, CONTEXT) for each in values])
        assert encryptor.decrypt_batch([(each, CONTEXT) for each in sealed]) == values
    else:
        sealed = [encryptor.encrypt_value(each, CONTEXT) for each in values]
        assert [encryptor.decrypt_value(each, CONTEXT) for each in sealed] == values
    assert [
        len(each) <= encryptor.encrypted_size(len(v))
        for each, v in zip(sealed, values, strict=True)
    ]
    counted = key_calls_of(encryptor)
    assert counted is not None
    assert counted.measures()[KEY_CALLS] == len(vault.calls()) - before > 0
    with pytest.raises(Exception, match=r"^$|rejected"):
        encryptor.decrypt_value(sealed[1], CONTEXT + b"2")
    changed = sealed[1][:-8] + bytes([sealed[1][-8] ^ 1]) + sealed[1][-7:]
    with pytest.raises(Exception, match=r"^$|rejected"):
        encryptor.decrypt_value(changed, CONTEXT)


def expired(vault: RealVault) -> str:
    token = vault.token_for("1s")
    time.sleep(1.5)
    return token


TOKENS: list[tuple[str, Callable[[RealVault], str], KeyFault]] = [
    ("wrong", lambda vault: "hvs.no-token-of-this-vault", KeyFault.TOKEN),
    ("expired", expired, KeyFault.TOKEN),
    ("without rights", lambda vault: vault.token_for("1h", "default"), KeyFault.DENIED),
]


@pytest.mark.parametrize("kind", [VaultKey, VaultSecret])
@pytest.mark.parametrize(("what", "token", "fault"), TOKENS, ids=[each[0] for each in TOKENS])
def test_that_a_token_that_is_not_accepted_is_one_sentence(
    vault: RealVault,
    kind: type[Any],
    what: str,
    token: Callable[[RealVault], str],
    fault: KeyFault,
) -> None:
    given = token(vault)
    error = refused(at(kind, vault, given, data_key=DataKey.NONE))
    assert error.fault is fault, what
    assert given not in str(error)


@pytest.mark.parametrize(
    ("kind", "key"), [(VaultKey, "nobody"), (VaultKey, "a.b"), (VaultSecret, "nobody")]
)
def test_that_a_key_that_is_not_there_is_one_sentence(
    vault: RealVault, kind: type[Any], key: str
) -> None:
    source = at(kind, vault, vault.root, key=key, data_key=DataKey.NONE)
    service = source.connect()
    with pytest.raises(Exception, match="has no usable key"):
        service.decrypt(b"vault:v1:" + base64.b64encode(bytes(40)), b"c")


def test_that_another_authority_is_not_trusted(vault: RealVault, tmp_path: Path) -> None:
    other = self_signed("another", [address_name(LOOPBACK)], timedelta(days=1))
    (tmp_path / "another.crt").write_bytes(other.pem)
    for ca in (str(tmp_path / "another.crt"), ""):
        assert refused(at(VaultKey, vault, ca=ca)).fault is KeyFault.CERTIFICATE


def test_that_one_that_is_paused_sealed_and_killed_is_one_sentence_each(tmp_path: Path) -> None:
    with real_vault(tmp_path / "vault") as vault:
        source = at(VaultKey, vault, data_key=DataKey.NONE, timeout_s=1.0)
        cached = at(VaultKey, vault, data_key=DataKey.CACHED)
        encryptor = client_encryptor(protection(cached), keying())
        sealed = encryptor.encrypt_value(b"a", CONTEXT)
        assert encryptor.decrypt_value(sealed, CONTEXT) == b"a"
        source.check()
        vault.process.send_signal(signal.SIGSTOP)
        assert refused(source).fault is KeyFault.SILENT
        assert encryptor.decrypt_value(sealed, CONTEXT) == b"a"
        vault.process.send_signal(signal.SIGCONT)
        source.check()
        vault.seal()
        assert refused(source).fault is KeyFault.SEALED
        vault.process.kill()
        vault.process.wait()
        assert refused(source).fault is KeyFault.AWAY
        assert encryptor.decrypt_value(encryptor.encrypt_value(b"b", CONTEXT), CONTEXT) == b"b"


def shape(answer: tuple[int, Any]) -> tuple[int, object, list[str]]:
    """Status, the names in its data, and its errors without what is new each time."""
    status, body = answer
    data = body.get("data") or {}
    results = data.get("batch_results")
    names = sorted(data) if results is None else [sorted(each) for each in results]
    errors = [*body.get("errors", []), *(e["error"] for e in results or [] if "error" in e)]
    return status, names, errors


def test_that_the_stand_in_answers_as_it_does(tmp_path: Path) -> None:
    def text(value: bytes) -> str:
        return base64.b64encode(value).decode()

    with real_vault(tmp_path / "vault") as real:
        stand_in = VaultServer(tokens={TOKEN: True, "denied": False})
        denied = real.token_for("1h", "default")

        def sealed_by(ask: Callable[..., tuple[int, Any]]) -> str:
            body = ask("transit/encrypt/cipherbench", plaintext=text(b"a"))[1]
            ciphertext: str = body["data"]["ciphertext"]
            return ciphertext

        def ask_real(path: str, token: str = "", **given: object) -> tuple[int, Any]:
            method = "POST" if given else "GET"
            token = {"": real.token, "denied": denied}.get(token, token)
            return real.ask(method, path, given or None, token)

        def ask_stand_in(path: str, token: str = "", **given: object) -> tuple[int, Any]:
            method = "POST" if given else "GET"
            return stand_in.reply(method, f"/v1/{path}", token or TOKEN, given)

        seen = []
        for ask in (ask_real, ask_stand_in):
            good = sealed_by(ask)
            other = {"associated_data": text(b"other")}
            encrypt, decrypt = "transit/encrypt/cipherbench", "transit/decrypt/cipherbench"
            bad = {"ciphertext": good, **other}
            seen.append({
                "encrypt": ask(encrypt, plaintext=text(b"a")),
                "decrypt": ask(decrypt, ciphertext=good),
                "other context": ask(decrypt, **bad),
                "no ciphertext": ask(decrypt, ciphertext="changed"),
                "batch": ask(encrypt, batch_input=[{"plaintext": text(b"a"), **other}] * 2),
                "bad in a batch": ask(decrypt, batch_input=[{"ciphertext": good}, bad]),
                "none in a batch": ask(decrypt, batch_input=[{"ciphertext": "changed"}] * 2),
                "secret": ask("secret/data/cipherbench"),
                "wrong token": ask(encrypt, "hvs.wrong", plaintext=text(b"a")),
                "denied": ask(encrypt, "denied", plaintext=text(b"a")),
                "denied secret": ask("secret/data/cipherbench", "denied"),
                "who am I": (ask("auth/token/lookup-self", "denied")[0], {}),
                "who is wrong": ask("auth/token/lookup-self", "hvs.wrong"),
            })  # fmt: skip
        real.seal()
        stand_in.sealed = True
        for answers, ask in zip(seen, (ask_real, ask_stand_in), strict=True):
            answers["sealed"] = ask("transit/decrypt/cipherbench", ciphertext="vault:v1:AAAA")
        ours, theirs = ({n: shape(a) for n, a in each.items()} for each in reversed(seen))
        assert ours == theirs
