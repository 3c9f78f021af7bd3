"""Keys of AWS KMS, by its API (version 2014-11-01), or of local-kms, which has the same API.

Without an address in the plan local-kms is started for the campaign, if its program is found. It
checks no signature and, unless `scripts/local_kms` has built it, listens on all addresses of this
machine.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import time
import uuid
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from engines.contract.errors import ServerUnavailable
from engines.contract.key_source import KeyAccess, KeyFault, KeyServiceFailed
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.parameter import Shown, parameter
from engines.contract.secrecy import register_secret
from engines.keeping.side_program import SideProgram, run_side_program
from engines.keys.http_key import HttpKey, HttpService

_REGION, _KEY = "us-east-1", "alias/cipherbench"
_LOCAL = "local-kms"
_PROGRAM_VARIABLE = "CIPHERBENCH_LOCAL_KMS"
_STARTED_LINE = "Local KMS started on 0.0.0.0:"
_START_SECONDS = 20.0

_MOST_BYTES = 4095
"""Of a value: KMS encrypts up to 4,096 bytes, and one is put in front."""

_BLOB_BYTES = 200
"""What KMS adds at most: names of key and version, nonce, tag."""


@dataclass(frozen=True)
class Credentials:
    """`KEY_ID:SECRET` or, where they are temporary, `KEY_ID:SECRET:SESSION_TOKEN`."""

    key_id: str
    secret: str = field(repr=False)
    session: str = field(default="", repr=False)

    @classmethod
    def of(cls, text: str) -> Credentials:
        key_id, secret, session = [*text.split(":", 2), "", ""][:3]
        for each in (secret, session):
            register_secret(each)
        return cls(key_id, secret, session)


def signed(
    headers: Mapping[str, str],
    body: bytes,
    credentials: Credentials,
    scope: tuple[str, str],
    now: datetime,
) -> dict[str, str]:
    """`headers`, among them Host, of a POST to “/” with AWS Signature Version 4; `scope` is region
    and service."""
    moment = now.strftime("%Y%m%dT%H%M%SZ")
    headers = {**headers, "X-Amz-Date": moment}
    if credentials.session:
        headers["X-Amz-Security-Token"] = credentials.session
    lower = sorted((name.lower(), value.strip()) for name, value in headers.items())
    signed_headers = ";".join(name for name, _ in lower)
    canonical_headers = "".join(f"{name}:{value}\n" for name, value in lower)
    request = "\n".join(
        ("POST", "/", "", canonical_headers, signed_headers, hashlib.sha256(body).hexdigest())
    )
    credential_scope = "/".join((moment[:8], *scope, "aws4_request"))
    digest = hashlib.sha256(request.encode()).hexdigest()
    key = f"AWS4{credentials.secret}".encode()
    for part in (
        *credential_scope.split("/"),
        "\n".join(("AWS4-HMAC-SHA256", moment, credential_scope, digest)),
    ):
        key = hmac.digest(key, part.encode(), "sha256")
    authorization = (
        f"AWS4-HMAC-SHA256 Credential={credentials.key_id}/{credential_scope}, "
        f"SignedHeaders={signed_headers}, Signature={key.hex()}"
    )
    return {**headers, "Authorization": authorization}


@dataclass(frozen=True, kw_only=True)
class KmsKey(HttpKey):
    """A symmetric key of KMS."""

    source: ClassVar[str] = "kms"
    title: ClassVar[str] = "AWS KMS"
    secret_form: ClassVar[Message] = phrase("ID:SECRET or ID:SECRET:SESSION_TOKEN")

    region: str = parameter(_REGION, shown=Shown(label=phrase("Region")))
    key: str = parameter(
        _KEY,
        shown=Shown(label=phrase("Key"), help=phrase("Its ID, ARN or alias (alias/NAME).")),
    )

    @property
    def managed(self) -> bool:
        return not self.address

    @property
    def place(self) -> str:
        return self.address or _LOCAL

    @property
    def service(self) -> str:
        return super().service if self.address else _LOCAL

    @property
    def fault(self) -> Message:
        """A region or a key without an address is refused: its user means AWS, and would measure
        local-kms."""
        if not self.address:
            named = (self.region, self.key) != (_REGION, _KEY)
            return phrase("region and key need an address") if named else NOTHING
        if not re.fullmatch(r"[a-z0-9-]+", self.region):
            return phrase("region is not one such as {usual}", usual=_REGION)
        if urlsplit(self.address).path.strip("/"):  # what is signed is a call of “/”
            return phrase("address must have no path")
        return super().fault

    def encrypted_bytes(self, plain: int) -> int:
        return plain + _BLOB_BYTES

    def prepare(self, undone: ExitStack, cores: Collection[int] | None = None) -> KeyAccess:
        if not self.managed:
            return self.access
        program = os.environ.get(_PROGRAM_VARIABLE) or shutil.which(_LOCAL)
        if program is None or not Path(program).is_file():
            raise self._not_started(phrase("its program was not found"))
        try:
            local = self._run(program, undone, cores)
        except ServerUnavailable as error:
            raise self._not_started(error.message) from error
        except OSError as error:
            raise self._not_started(error.strerror or error) from error
        return replace(self.access, address=self._address_of(local))

    def _not_started(self, words: object) -> KeyServiceFailed:
        return self.failed(KeyFault.NOT_STARTED, words, program=_LOCAL)

    def _run(self, program: str, undone: ExitStack, cores: Collection[int] | None) -> SideProgram:
        key_id = uuid.uuid4()
        seed = (
            f"Keys:\n  Symmetric:\n    Aes:\n      - Metadata:\n          KeyId: {key_id}\n"
            f"        BackingKeys:\n          - {secrets.token_hex(32)}\n"
            f"Aliases:\n  - AliasName: {_KEY}\n    TargetKeyId: {key_id}\n"
        )
        environment = {"PORT": "0", "KMS_SEED_PATH": "seed.yaml", "KMS_DATA_PATH": "data",
                       "KMS_REGION": _REGION}  # fmt: skip
        files = {"seed.yaml": seed}
        return run_side_program(_LOCAL, [program], files, environment, undone, cores)

    def _address_of(self, local: SideProgram) -> str:
        """The address once it listens, from its log: it chooses its port."""
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            _, found, rest = local.log.read_text(errors="replace").partition(_STARTED_LINE)
            if found and (port := rest.partition("\n")[0].strip()).isdigit():
                return f"http://127.0.0.1:{port}"
            if local.has_ended:
                raise self._not_started(local.message)
            time.sleep(0.02)
        raise self._not_started(phrase("it did not answer"))

    def connect(self) -> _Kms:
        return _Kms(self)


_FAULTS = {
    "UnrecognizedClientException": KeyFault.LOGIN,
    "InvalidClientTokenId": KeyFault.LOGIN,
    "InvalidSignatureException": KeyFault.LOGIN,
    "SignatureDoesNotMatch": KeyFault.LOGIN,
    "IncompleteSignature": KeyFault.LOGIN,
    "IncompleteSignatureException": KeyFault.LOGIN,
    "MissingAuthenticationTokenException": KeyFault.LOGIN,
    "ExpiredTokenException": KeyFault.EXPIRED,
    "ExpiredToken": KeyFault.EXPIRED,
    "AccessDeniedException": KeyFault.DENIED,
    "NotFoundException": KeyFault.NO_KEY,
    "DisabledException": KeyFault.NO_KEY,
    "KMSInvalidStateException": KeyFault.NO_KEY,
    "InvalidKeyUsageException": KeyFault.NO_KEY,
    "ThrottlingException": KeyFault.BUSY,
    "LimitExceededException": KeyFault.BUSY,
}

_REJECTED = frozenset({"InvalidCiphertextException", "IncorrectKeyException"})


class _Kms(HttpService):
    def __init__(self, source: KmsKey) -> None:
        super().__init__(source, source.access.address or source.address)
        self._key = source.key
        self._scope = source.region, "kms"
        self._credentials = Credentials.of(source.access.secret)

    def encrypt(self, plain: bytes, context: bytes) -> bytes:
        if len(plain) > _MOST_BYTES:
            raise self._source.failed(KeyFault.TOO_LONG, most=_MOST_BYTES)
        # KMS takes no empty value: each has a byte in front.
        answer = self._call("Encrypt", context, Plaintext=_text(b"\0" + plain))
        return self.bytes_in(answer, "CiphertextBlob")

    def decrypt(self, encrypted: bytes, context: bytes) -> bytes:
        answer = self._call("Decrypt", context, CiphertextBlob=_text(encrypted))
        return self.bytes_in(answer, "Plaintext")[1:]

    def new_data_key(self, size: int, context: bytes) -> tuple[bytes, bytes]:
        """By GenerateDataKey, at the service; its first byte is dropped as that of a value is."""
        answer = self._call("GenerateDataKey", context, NumberOfBytes=size + 1)
        plain, wrapped = (self.bytes_in(answer, name) for name in ("Plaintext", "CiphertextBlob"))
        return plain[1:], wrapped

    def _call(self, action: str, context: bytes, **arguments: object) -> Mapping[str, Any]:
        """Raises: KeyServiceFailed, ValueError for a value that is rejected"""
        request = {
            "KeyId": self._key, "EncryptionContext": {"context": _text(context)}, **arguments
        }  # fmt: skip
        body = json.dumps(request).encode()
        headers = {
            "Host": self.host,
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": f"TrentService.{action}",
        }
        now = datetime.now(UTC)
        answer = self.request("/", body, signed(headers, body, self._credentials, self._scope, now))
        if answer.status == 200:
            return answer.body
        kind = str(answer.body.get("__type", "")).rpartition("#")[2]
        if kind in _REJECTED:
            raise ValueError("rejected")
        words = kind or f"HTTP {answer.status}"  # its message may quote the value
        raise self._source.failed(_FAULTS.get(kind, KeyFault.OTHER), words, key=self._key)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
