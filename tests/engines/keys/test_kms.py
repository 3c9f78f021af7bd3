"""Keys of KMS: signatures as published, and what a real local-kms does and writes down."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.client_encryption.client_schemes import client_encryptor
from engines.contract.key_source import KEY_CALLS, DataKey, KeyFault, KeyServiceFailed
from engines.contract.session import key_calls_of
from engines.keeping.home import servers_folder
from engines.keys.kms import Credentials, KmsKey, signed
from tests.key_services import (
    calls_logged,
    keying,
    local_kms,
    process_of,
    protection,
    soft_token,
)
from tests.patience import wait_until

CONTEXT = b"person\0name\0"


@pytest.fixture
def kms(tmp_path: Path) -> Iterator[KmsKey]:
    with ExitStack() as undone:
        yield local_kms(tmp_path / "kms", undone)


def encryptor_with(source: KmsKey, data_key: DataKey) -> ClientEncryptor:
    used = replace(source, data_key=data_key).with_access(source.access)
    return client_encryptor(protection(used), keying())


def test_that_a_signature_is_the_one_that_aws_publishes_for_it() -> None:
    """Case “post-vanilla” of the test suite of Signature Version 4."""
    credentials = Credentials.of("AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    moment = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)
    scope = "us-east-1", "service"
    headers = signed({"Host": "example.amazonaws.com"}, b"", credentials, scope, moment)
    assert headers["Authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        "SignedHeaders=host;x-amz-date, "
        "Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
    )


@pytest.mark.parametrize(
    ("data_key", "calls"),
    [(DataKey.NONE, 6), (DataKey.ROW, 4), (DataKey.PERSON, 4), (DataKey.CACHED, 2),
     (DataKey.TABLE, 1)],
)  # fmt: skip
def test_that_values_open_in_their_column_alone_and_calls_counted_are_those_logged(
    kms: KmsKey, data_key: DataKey, calls: int
) -> None:
    encryptor = encryptor_with(kms, data_key)
    for value in (b"", "São Paulo".encode(), bytes(900)):
        encrypted = encryptor.encrypt_value(value, CONTEXT)
        assert len(encrypted) <= encryptor.encrypted_size(len(value))
        assert encryptor.decrypt_value(encrypted, CONTEXT) == value
        if encryptor.begin_row and len(value) == 0:
            encryptor.begin_row()
    counted = key_calls_of(encryptor)
    assert counted is not None
    assert counted.measures()[KEY_CALLS] == len(calls_logged()) == calls
    with pytest.raises(Exception, match=r"^$|rejected"):
        encryptor.decrypt_value(encrypted, CONTEXT + b"2")


def test_that_tables_of_two_services_have_keys_of_their_own(kms: KmsKey, tmp_path: Path) -> None:
    """Campaigns such as the study's have one key for all protections, and one folder."""
    token, given = soft_token(tmp_path / "token"), keying()
    beside = kms.with_access(replace(kms.access, folder=token.access.folder))
    for source in (token, beside, token):
        encryptor = client_encryptor(protection(source), given)
        assert encryptor.decrypt_value(encryptor.encrypt_value(b"a", CONTEXT), CONTEXT) == b"a"


def test_that_a_value_too_long_for_kms_is_refused_before_it_is_sent(kms: KmsKey) -> None:
    with pytest.raises(KeyServiceFailed) as failed:
        encryptor_with(kms, DataKey.NONE).encrypt_value(b"a" * 4096, CONTEXT)
    assert failed.value.fault is KeyFault.TOO_LONG and calls_logged() == []
    encryptor_with(kms, DataKey.ROW).encrypt_value(b"a" * 4096, CONTEXT)


def test_that_a_local_kms_of_our_script_listens_on_this_machine_alone(kms: KmsKey) -> None:
    if "CIPHERBENCH_LOCAL_KMS" not in os.environ:
        pytest.skip("this one was built elsewhere")
    listening = {
        each.laddr.ip
        for each in process_of(kms).net_connections("tcp")
        if each.status == psutil.CONN_LISTEN
    }
    assert listening == {"127.0.0.1"}


def test_that_nothing_of_a_local_kms_is_left(tmp_path: Path) -> None:
    with ExitStack() as undone:
        source = local_kms(tmp_path / "kms", undone)
        process = process_of(source)
        assert process.name() == "local-kms"
    wait_until(lambda: not psutil.pid_exists(process.pid))
    assert list(servers_folder().glob("local-kms-*")) == []
