"""Keys of a token: what a real module does, refuses and counts."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from pkcs11.exceptions import DeviceError, PinExpired, PinLocked, PKCS11Error, TokenNotPresent

from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.client_encryption.client_schemes import client_encryptor
from engines.client_encryption.envelope import Envelope, WrappedKeys
from engines.contract.errors import StatementFailed
from engines.contract.key_source import KEY_CALLS, DataKey, KeyFault, KeyServiceFailed
from engines.contract.protection import Keying
from engines.keys.pkcs11 import Pkcs11Key
from engines.servers.server import Server
from tests.engines.offers import Offer, Place, place_on
from tests.key_services import keying, protection, soft_token, spied

CONTEXT = b"person\0name\0"


@pytest.fixture(scope="module")
def token(tmp_path_factory: pytest.TempPathFactory) -> Pkcs11Key:
    return soft_token(tmp_path_factory.mktemp("token"))


def with_data_key(token: Pkcs11Key, data_key: DataKey, **options: object) -> Pkcs11Key:
    made = replace(token, data_key=data_key, **options)  # type: ignore[arg-type]
    return made.with_access(token.access)


def encryptor_with(token: Pkcs11Key, given: Keying | None = None) -> ClientEncryptor:
    return client_encryptor(protection(token), given or keying())


@pytest.mark.parametrize("data_key", list(DataKey))
def test_that_a_value_opens_in_its_column_alone_and_in_another_process(
    token: Pkcs11Key, data_key: DataKey
) -> None:
    source, given = with_data_key(token, data_key), keying()
    encryptor = encryptor_with(source, given)
    encrypted = encryptor.encrypt_value("São Paulo".encode(), CONTEXT)
    assert "São Paulo".encode() not in encrypted
    assert encryptor.is_encrypted(encrypted) and not encryptor.is_encrypted("São Paulo")
    if data_key is not DataKey.NONE:
        assert not encryptor.is_encrypted(encrypted[:20])
        assert not encryptor.is_encrypted("São Paulo, São Paulo, São Paulo"[:24].encode())
    assert len(encrypted) <= encryptor.encrypted_size(10)
    # A pool's child inherits a handler of SIGTERM, by which it would be ended.
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as elsewhere:
        opened = elsewhere.submit(open_anew, source, given, encrypted).result()
    assert opened == "São Paulo".encode()
    for strange in (CONTEXT + b"2", b"person\0city\0"):
        with pytest.raises(Exception, match=r"^$|rejected"):
            encryptor.decrypt_value(encrypted, strange)


def open_anew(source: Pkcs11Key, given: Keying, encrypted: bytes) -> bytes:
    return encryptor_with(source, given).decrypt_value(encrypted, CONTEXT)


ROWS = """
for row in range(10):
    if encryptor.begin_row: encryptor.begin_row()
    name, city = b"person\\0name\\0", b"person\\0city\\0"
    kept = [encryptor.encrypt_value(b"a", name), encryptor.encrypt_value(b"b", city)]
    if encryptor.begin_row: encryptor.begin_row()
    assert encryptor.decrypt_value(kept[0], name) == b"a"
    assert encryptor.decrypt_value(kept[1], city) == b"b"
"""


@pytest.mark.parametrize(
    ("data_key", "calls"),
    [
        (DataKey.NONE, 40),
        (DataKey.ROW, 20),
        (DataKey.PERSON, 20),
        (DataKey.CACHED, 10),
        (DataKey.TABLE, 1),
    ],
)
def test_that_calls_counted_are_those_that_the_module_wrote_down(
    tmp_path: Path, data_key: DataKey, calls: int
) -> None:
    counted, written = spied(soft_token(tmp_path), data_key, ROWS)
    assert counted[KEY_CALLS] == written == calls


@pytest.mark.parametrize(
    ("change", "fault", "words"),
    [
        ({"pin": "wrong-pin"}, KeyFault.LOGIN, "CIPHERBENCH_PASSWORD_PKCS11"),
        ({"token": "absent"}, KeyFault.NO_TOKEN, "absent"),
        ({"key": "absent"}, KeyFault.NO_KEY, "absent"),
        ({"module": "/nowhere/module.so"}, KeyFault.NO_MODULE, "softhsm2"),
        ({"module": __file__}, KeyFault.NO_MODULE, "softhsm2"),
    ],
)
def test_that_what_is_wrong_with_a_token_is_one_sentence_with_a_hint(
    tmp_path: Path,
    change: dict[str, str],
    fault: KeyFault,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CIPHERBENCH_PKCS11_MODULES", f"/nowhere/module.so:{__file__}")
    token = soft_token(tmp_path)
    pin = change.pop("pin", token.access.secret)
    wrong = replace(token, data_key=DataKey.NONE, **change)  # type: ignore[arg-type]
    encryptor = encryptor_with(wrong.with_access(replace(token.access, secret=pin)))
    with pytest.raises(KeyServiceFailed) as failed:
        encryptor.encrypt_value(b"a", CONTEXT)
    assert failed.value.fault is fault
    assert failed.value.message.endswith(".") and ". " not in failed.value.message
    assert words in failed.value.hint + failed.value.message
    assert pin not in str(failed.value)


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (PinExpired(), KeyFault.EXPIRED),
        (PinLocked(), KeyFault.LOCKED),
        (TokenNotPresent(), KeyFault.NO_TOKEN),
        (DeviceError(), KeyFault.OTHER),
    ],
)
def test_that_what_softhsm_never_answers_is_one_sentence_as_well(
    error: PKCS11Error, fault: KeyFault
) -> None:
    failed = Pkcs11Key(token="bench", module="/opt/hsm.so").failed(error)
    assert failed.fault is fault and failed.hint
    assert failed.message.endswith(".") and ". " not in failed.message


def test_that_a_module_of_a_plan_runs_only_where_this_user_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a stranger's plan names would run as it is loaded: here it would leave a file."""
    (tmp_path / "evil.c").write_text(
        "#include <stdio.h>\n__attribute__((constructor)) static void run(void)"
        f'{{fclose(fopen("{tmp_path}/ran", "w"));}}\n'
    )
    module = tmp_path / "evil.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", module, tmp_path / "evil.c"], check=True)
    token = replace(soft_token(tmp_path / "soft"), module=str(module), data_key=DataKey.NONE)
    with pytest.raises(KeyServiceFailed) as failed:
        encryptor_with(token).encrypt_value(b"a", CONTEXT)
    assert failed.value.fault is KeyFault.MODULE_NOT_ALLOWED
    assert "CIPHERBENCH_PKCS11_MODULES" in failed.value.hint
    assert not (tmp_path / "ran").exists()
    monkeypatch.setenv("CIPHERBENCH_PKCS11_MODULES", f"/usr/lib/other.so:{module}")
    with pytest.raises(KeyServiceFailed) as failed:
        encryptor_with(token).encrypt_value(b"a", CONTEXT)
    assert failed.value.fault is KeyFault.NO_MODULE and (tmp_path / "ran").exists()


def test_that_only_keys_in_use_go_on_when_the_token_is_gone(tmp_path: Path) -> None:
    token = soft_token(tmp_path)
    cached = encryptor_with(with_data_key(token, DataKey.CACHED, values=2))
    encrypted = cached.encrypt_value(b"a", CONTEXT)
    assert cached.decrypt_value(encrypted, CONTEXT) == b"a"
    each = encryptor_with(with_data_key(token, DataKey.NONE))
    each.encrypt_value(b"a", CONTEXT)
    for file in (tmp_path / "tokens").glob("*/*"):
        file.unlink()
    assert cached.decrypt_value(encrypted, CONTEXT) == b"a"
    cached.encrypt_value(b"b", CONTEXT)
    for lost in (cached, each):
        with pytest.raises(KeyServiceFailed):
            lost.encrypt_value(b"c", CONTEXT)


@pytest.fixture
def place(server: Server) -> Iterator[Place]:
    with place_on(server) as made:
        yield made


@pytest.mark.in_every_run("postgresql", "mariadb")
def test_that_a_row_whose_persons_key_is_deleted_is_unreadable_and_no_other(
    place: Place, token: Pkcs11Key
) -> None:
    source, given = with_data_key(token, DataKey.PERSON), keying()
    encryptor = encryptor_with(source, given)
    assert isinstance(encryptor, Envelope)
    shredded = Offer(protection(source), given, encryptor)
    table = place.table(shredded, size=100)
    place.store(shredded, table, ["Ana", "Bruno"])
    ana, bruno = place.stored(shredded, table)
    assert isinstance(ana, bytes) and isinstance(bruno, bytes) and ana != bruno
    assert encryptor.shred(ana)
    assert not encryptor.shred(ana)
    with pytest.raises(StatementFailed) as failed:
        place.opened(shredded, table)
    assert isinstance(failed.value, KeyServiceFailed) and failed.value.fault is KeyFault.DELETED
    assert encryptor.decrypt_value(bruno, f"{table}\0word\0".encode()) == b"Bruno"
    for file in Path(token.access.folder).glob("wrapped-keys*"):
        assert ana[2:18] not in file.read_bytes(), f"{file.name} still has the name of the key"


def test_that_a_file_of_keys_that_is_gone_or_read_by_others_is_a_sentence(tmp_path: Path) -> None:
    keys = WrappedKeys(str(tmp_path / "gone"))
    for asked in (lambda: keys.get(b"a"), lambda: keys.add(b"a", b"b"), lambda: keys.delete(b"a")):
        with pytest.raises(StatementFailed, match="unable to open database file"):
            asked()
    keys = WrappedKeys(str(tmp_path))
    keys.add(b"a", b"wrapped")
    keys._file.execute("pragma busy_timeout = 10")
    with closing(sqlite3.connect(tmp_path / "wrapped-keys.sqlite")) as other:
        other.execute("begin")
        other.execute("select * from keys").fetchall()
        with pytest.raises(StatementFailed, match="Its log has the key"):
            keys.delete(b"a")
    assert keys.get(b"a") is None and not keys.delete(b"a")
    files = b"".join(each.read_bytes() for each in tmp_path.glob("wrapped-keys*"))
    assert b"wrapped" not in files.replace(b"wrapped blob", b"")


def test_that_a_cached_key_ends_with_its_age(
    token: Pkcs11Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    encryptor = encryptor_with(with_data_key(token, DataKey.CACHED, seconds=60.0))
    now = [1000.0]
    monkeypatch.setattr("engines.client_encryption.envelope.time.monotonic", lambda: now[0])
    first, same = (encryptor.encrypt_value(b"a", CONTEXT) for _ in range(2))
    now[0] += 61
    later = encryptor.encrypt_value(b"a", CONTEXT)
    assert first[:62] == same[:62] != later[:62]


def test_that_a_pin_is_in_no_text(token: Pkcs11Key) -> None:
    shown = f"{token!r} {token} {protection(token)!r} {token.access!r}"
    assert token.access.secret not in shown
    assert os.environ.get("CIPHERBENCH_PASSWORD_PKCS11") is None
