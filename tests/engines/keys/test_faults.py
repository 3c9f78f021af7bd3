"""What is wrong with a key service is one sentence with a hint, and a cached key goes on."""

from __future__ import annotations

import errno
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest

from engines.client_encryption.client_schemes import client_encryptor
from engines.contract.key_source import (
    DataKey,
    KeyAccess,
    KeyFault,
    KeyService,
    KeyServiceFailed,
    KeySource,
)
from engines.keeping.home import servers_folder
from engines.keeping.server_folder import ServerFolder
from engines.keeping.side_program import run_side_program
from engines.keys.http_key import HttpKey
from engines.keys.kms import KmsKey
from engines.keys.vault import VaultKey, VaultSecret
from engines.servers.tcp_access import LOOPBACK, address_name, self_signed
from tests.key_services import keying, local_kms, process_of, protection
from tests.vault_server import TOKEN, VaultServer, vault_server

CREDENTIALS = "AKIDEXAMPLE:wJalrXUtnFEMI-secret"


@dataclass
class Scene:
    """A service that works, and what ends it."""

    served: VaultServer
    end: Callable[[], None]


def refusing(kind: str, status: int = 400) -> Callable[[Scene], None]:
    def refuse(scene: Scene) -> None:
        answer = {"__type": f"com.amazonaws.kms#{kind}", "message": "secret value 4711"}
        scene.served.answer = status, json.dumps(answer).encode()

    return refuse


def does(**changes: Any) -> Callable[[Scene], None]:
    def change(scene: Scene) -> None:
        for name, value in changes.items():
            setattr(scene.served, name, value)

    return change


FAULTS: list[tuple[type[HttpKey], str, Callable[[Scene], None], KeyFault]] = [
    (VaultKey, "killed", lambda scene: scene.end(), KeyFault.AWAY),
    (VaultKey, "slow", does(seconds=0.5), KeyFault.SILENT),
    (VaultKey, "sealed", does(sealed=True), KeyFault.SEALED),
    (VaultKey, "wrong or expired token", does(tokens={}), KeyFault.TOKEN),
    (VaultKey, "token without rights", does(tokens={TOKEN: False}), KeyFault.DENIED),
    (VaultKey, "too many calls", does(answer=(429, b"")), KeyFault.BUSY),
    (VaultKey, "no such key", does(answer=(404, b'{"errors": []}')), KeyFault.NO_KEY),
    (VaultKey, "another service", does(answer=(200, b"<html>")), KeyFault.OTHER),
    (VaultKey, "half an answer", does(answer=(200, b'{"data": {}}')), KeyFault.OTHER),
    (VaultKey, "nothing but brackets", does(answer=(200, b"[" * 100_000)), KeyFault.OTHER),
    (VaultSecret, "no key in it", does(key=b"short"), KeyFault.NO_KEY),
    (KmsKey, "wrong secret", refusing("InvalidSignatureException"), KeyFault.LOGIN),
    (KmsKey, "unknown user", refusing("UnrecognizedClientException"), KeyFault.LOGIN),
    (KmsKey, "expired session", refusing("ExpiredTokenException"), KeyFault.EXPIRED),
    (KmsKey, "user without rights", refusing("AccessDeniedException"), KeyFault.DENIED),
    (KmsKey, "disabled key", refusing("DisabledException"), KeyFault.NO_KEY),
    (KmsKey, "too many calls", refusing("ThrottlingException"), KeyFault.BUSY),
    (KmsKey, "its own fault", refusing("KMSInternalException", 500), KeyFault.OTHER),
    (KmsKey, "half an answer", does(answer=(200, b"{}")), KeyFault.OTHER),
    (KmsKey, "killed", lambda scene: scene.end(), KeyFault.AWAY),
    (KmsKey, "slow", does(seconds=0.5), KeyFault.SILENT),
]


def refused(source: KeySource) -> KeyServiceFailed:
    with pytest.raises(KeyServiceFailed) as failed:
        source.check()
    error = failed.value
    assert error.message.endswith(".") and ". " not in error.message and error.hint
    texts = " ".join(map(str, error.messages))
    assert [each for each in ("4711", TOKEN, "wJalrXUtnFEMI") if each in texts] == []
    return error


@pytest.mark.parametrize(
    ("kind", "what", "change", "fault"), FAULTS, ids=[f"{f[0].source}: {f[1]}" for f in FAULTS]
)
def test_that_a_fault_of_a_service_is_one_sentence_with_a_hint(
    kind: type[HttpKey], what: str, change: Callable[[Scene], None], fault: KeyFault
) -> None:
    with ExitStack() as undone:
        served = undone.enter_context(vault_server())
        secret = CREDENTIALS if kind is KmsKey else TOKEN
        source = kind(address=served.address, data_key=DataKey.NONE, timeout_s=0.2)
        change(Scene(served, undone.close))
        assert refused(source.with_access(KeyAccess(secret))).fault is fault, what


@pytest.mark.parametrize("results", [None, [], [None], ["text"], [{}], [{"ciphertext": 1}]])
def test_that_half_an_answer_to_a_batch_is_a_fault(results: object) -> None:
    with vault_server() as served:
        source = VaultKey(address=served.address, data_key=DataKey.NONE, batch=True)
        served.answer = 200, json.dumps({"data": {"batch_results": results}}).encode()
        with pytest.raises(KeyServiceFailed) as failed:
            source.with_access(KeyAccess(TOKEN)).connect().encrypt_all([(b"a", b"c")])
        assert failed.value.fault is KeyFault.OTHER


@pytest.mark.parametrize(
    ("ca", "kind"),
    [
        ("none", VaultKey),
        ("another", VaultKey),
        ("another", VaultSecret),
        ("another", KmsKey),
        ("no certificate", VaultKey),
    ],
)
def test_that_a_certificate_of_nobody_known_is_not_trusted(
    ca: str, kind: type[HttpKey], tmp_path: Path
) -> None:
    for name in ("vault", "another"):
        made = self_signed(name, [address_name(LOOPBACK)], timedelta(days=1))
        (tmp_path / f"{name}.crt").write_bytes(made.pem)
        (tmp_path / f"{name}.key").write_bytes(made.key)
    file = {"none": "", "another": str(tmp_path / "another.crt"), "no certificate": __file__}[ca]
    with vault_server((str(tmp_path / "vault.crt"), str(tmp_path / "vault.key"))) as served:
        secret = CREDENTIALS if kind is KmsKey else TOKEN
        source = kind(address=served.address, ca=file).with_access(KeyAccess(secret))
        fault = refused(source).fault
        assert fault is (KeyFault.NO_CA if ca == "no certificate" else KeyFault.CERTIFICATE)
        assert served.calls == []


def test_that_a_service_without_tls_is_no_question_of_certificates() -> None:
    with vault_server() as served:
        address = served.address.replace("http:", "https:")
        failed = refused(VaultKey(address=address).with_access(KeyAccess(TOKEN)))
        assert failed.fault is KeyFault.AWAY and "does not speak TLS" in str(failed.messages[1])
        assert served.calls == []


class _Contrary(KeyService):
    """Rejects what it has just encrypted."""

    def encrypt(self, plain: bytes, context: bytes) -> bytes:
        return plain

    def decrypt(self, sealed: bytes, context: bytes) -> bytes:
        raise ValueError("rejected")


def test_that_a_service_that_rejects_its_own_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = VaultKey(address="https://vault.example", data_key=DataKey.NONE)
    monkeypatch.setattr(VaultKey, "connect", lambda self: _Contrary())
    assert refused(source).fault is KeyFault.OTHER


@pytest.mark.parametrize("secret", ["wrong\nX-Other: 1", "naïve", "läuft"])
def test_that_a_token_that_no_header_can_hold_is_refused_unseen(secret: str) -> None:
    with vault_server() as served:
        source = VaultKey(address=served.address).with_access(KeyAccess(secret))
        error = refused(source)
        assert error.fault is KeyFault.LOGIN and secret not in str(error) and served.calls == []


@pytest.mark.parametrize(
    ("address", "usable"),
    [
        ("https://vault.example:8200", True),
        ("http://127.0.0.1:8200", True),
        ("http://[::1]:8200", True),
        ("http://vault.example:8200", False),
        ("http://127.0.0.1.example", False),
        ("https://user:secret@vault.example", False),
        ("https://vault.example:port", False),
        ("vault.example:8200", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_that_a_secret_goes_to_an_address_over_tls_or_stays_here(
    address: str, usable: bool
) -> None:
    assert bool(VaultKey(address=address).fault) is not usable


@pytest.mark.parametrize(
    ("options", "usable"),
    [
        ({}, True),
        ({"address": "https://kms.example", "region": "sa-east-1", "key": "alias/a"}, True),
        ({"region": "sa-east-1"}, False),
        ({"key": "alias/a"}, False),
        ({"address": "https://kms.example", "region": "sa-east-1\nX-Other: 1"}, False),
        ({"address": "https://kms.example", "region": ""}, False),
        ({"address": "https://kms.example/kms"}, False),
    ],
)
def test_that_a_region_and_a_key_belong_to_an_address(
    options: dict[str, str], usable: bool
) -> None:
    assert bool(KmsKey(**options).fault) is not usable  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (None, "its program was not found"),
        ("#!/bin/sh\necho level=error: no more ports\nexit 1\n", "no more ports"),
        ("\0", "Exec format error"),
    ],
)
def test_that_a_local_kms_that_does_not_start_is_one_sentence(
    program: str | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once: nobody waits for a program that has ended."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # servers of root have a user of their own
        file = Path(folder) / "local-kms"
        if program is not None:
            file.write_text(program)
            file.chmod(0o755)
        monkeypatch.setenv("CIPHERBENCH_LOCAL_KMS", str(file))
        began = time.monotonic()
        with ExitStack() as undone, pytest.raises(KeyServiceFailed) as failed:
            KmsKey().with_access(KeyAccess("secret", str(tmp_path))).prepare(undone)
    assert failed.value.fault is KeyFault.NOT_STARTED and time.monotonic() - began < 15
    message = failed.value.message
    assert message.startswith("local-kms could not be started: ") and words in message
    assert message.count("could not be started") == 1 and list(own_kms()) == []


def own_kms() -> Iterator[Path]:
    return servers_folder().glob("local-kms-*")


def test_that_nothing_is_left_where_a_program_cannot_be_prepared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ServerFolder, "write_secrets", full)
    opened = psutil.Process().num_fds()
    with ExitStack() as undone, pytest.raises(OSError, match="No space"):
        run_side_program("local-kms", ["true"], {}, {}, undone)
    assert psutil.Process().num_fds() == opened and list(own_kms()) == []


@pytest.mark.parametrize("path", ["../sys/seal", "a//b", "", ".", "key?x", "key#x", "a b", "é"])
def test_that_a_key_of_a_plan_leads_nowhere_else(path: str) -> None:
    address = "https://vault.example"
    assert VaultKey(address=address, key=path).fault and VaultKey(address=address, mount=path).fault


@pytest.mark.parametrize("what", ["kill", "suspend"])
def test_that_only_keys_in_use_go_on_without_local_kms(what: str, tmp_path: Path) -> None:
    with ExitStack() as undone:
        started = local_kms(tmp_path, undone)
        source = replace(started, timeout_s=0.5).with_access(started.access)
        cached, each = (
            client_encryptor(protection(replace(source, data_key=key).with_access(source.access)),
                          keying())
            for key in (DataKey.CACHED, DataKey.NONE)
        )  # fmt: skip
        sealed, single = cached.encrypt_value(b"a", b"c"), each.encrypt_value(b"a", b"c")
        assert cached.decrypt_value(sealed, b"c") == b"a"
        process = process_of(started)
        getattr(process, what)()
        assert cached.decrypt_value(sealed, b"c") == b"a"
        assert cached.decrypt_value(cached.encrypt_value(b"b", b"c"), b"c") == b"b"
        with pytest.raises(KeyServiceFailed) as failed:
            each.decrypt_value(single, b"c")
        assert failed.value.fault is (KeyFault.AWAY if what == "kill" else KeyFault.SILENT)
        if what == "suspend":
            process.resume()
            assert each.decrypt_value(single, b"c") == b"a"
