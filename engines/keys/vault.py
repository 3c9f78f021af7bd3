"""Keys of HashiCorp Vault, by its HTTP API: its transit engine encrypts, its KV engine (version 2)
returns a stored key."""

from __future__ import annotations

import base64
import binascii
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engines.contract.key_source import DataKey, KeyFault, KeyServiceFailed
from engines.contract.message import Message, phrase
from engines.contract.parameter import Shown, parameter
from engines.contract.secrecy import register_secret
from engines.keys.http_key import Answer, HttpKey, HttpService

_FRAME_BYTES = 24
"""Of a ciphertext of transit: “vault:v1:” and more where the key was rotated often."""
_NONCE_BYTES, _TAG_BYTES = 12, 16


@dataclass(frozen=True, kw_only=True)
class _AtVault(HttpKey):
    mount: str
    key: str
    namespace: str = parameter("", shown=Shown(label=phrase("Namespace"), rare=True))

    @property
    def path(self) -> str:
        return f"{self.mount.strip('/')}/{self.key.strip('/')}"

    def _plain_paths(self) -> bool:
        parts = f"{self.mount}/{self.key}".split("/")
        return all(part and part.strip(".") and _SAFE.issuperset(part) for part in parts)

    @property
    def fault(self) -> Message:
        if not self._plain_paths():
            return phrase("mount and key have letters, digits, “-”, “_” and “.” only")
        return super().fault


_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


@dataclass(frozen=True, kw_only=True)
class VaultKey(_AtVault):
    """A key of the transit engine, of an AEAD type such as aes256-gcm96."""

    source: ClassVar[str] = "vault"
    title: ClassVar[str] = "Vault transit"

    mount: str = parameter("transit", shown=Shown(label=phrase("Mount")))
    key: str = parameter("cipherbench", shown=Shown(label=phrase("Key")))
    batch: bool = parameter(
        False,
        shown=Shown(label=phrase("Batch"), help=phrase("One call for all values of a statement.")),
    )

    @property
    def batches(self) -> bool:
        return self.batch

    @property
    def fault(self) -> Message:
        if self.batch and self.data_key is not DataKey.NONE:
            return phrase('batch needs data_key = "none"')
        return super().fault

    def encrypted_bytes(self, plain: int) -> int:
        return _FRAME_BYTES + 4 * ((plain + _NONCE_BYTES + _TAG_BYTES + 2) // 3)

    def connect(self) -> _Transit:
        return _Transit(self)


@dataclass(frozen=True, kw_only=True)
class VaultSecret(_AtVault):
    """A key that lies in the KV engine, version 2, in base64: each call fetches it."""

    source: ClassVar[str] = "vault-kv"
    title: ClassVar[str] = "Vault KV"

    mount: str = parameter("secret", shown=Shown(label=phrase("Mount")))
    key: str = parameter("cipherbench", shown=Shown(label=phrase("Path")))
    name: str = parameter(
        "key", shown=Shown(label=phrase("Field"), help=phrase("Its value is a key in base64."))
    )

    @property
    def secret_variable(self) -> str:
        return "CIPHERBENCH_PASSWORD_VAULT"

    def encrypted_bytes(self, plain: int) -> int:
        return plain + _NONCE_BYTES + _TAG_BYTES

    def connect(self) -> _FetchedKey:
        return _FetchedKey(self)


class _Vault(HttpService):
    _source: _AtVault

    def __init__(self, source: _AtVault) -> None:
        super().__init__(source, source.address)
        token = source.access.secret.strip()
        register_secret(token)
        self._headers = {"X-Vault-Token": token, "X-Vault-Request": "true"}
        if source.namespace:
            self._headers["X-Vault-Namespace"] = source.namespace

    def _call(self, method: str, path: str, **arguments: object) -> Mapping[str, Any]:
        """`data` of the answer.

        Raises: KeyServiceFailed, ValueError for a value that is rejected
        """
        answer = self.request(f"/v1/{path}", json.dumps(arguments).encode(), self._headers, method)
        data = answer.body.get("data")
        if answer.status == 200 and isinstance(data, dict):
            return data
        if answer.status == 400 and "/decrypt/" in path and not _is_key_missing(answer):
            raise ValueError("rejected")
        raise self._failed(answer)

    def _failed(self, answer: Answer) -> KeyServiceFailed:
        fault = _FAULTS.get(answer.status, KeyFault.OTHER)
        if answer.status == 503 and not _says(answer, "sealed"):
            fault = KeyFault.OTHER
        if answer.status == 400 and _is_key_missing(answer):
            fault = KeyFault.NO_KEY
        if answer.status == 403:
            known = self.request("/v1/auth/token/lookup-self", b"", self._headers, "GET")
            fault = KeyFault.DENIED if known.status == 200 else KeyFault.TOKEN
        return self._source.failed(fault, f"HTTP {answer.status}", key=self._source.path)


_FAULTS = {
    403: KeyFault.DENIED,
    404: KeyFault.NO_KEY,
    429: KeyFault.BUSY,
    503: KeyFault.SEALED,
}


def _says(answer: Answer, words: str) -> bool:
    errors = answer.body.get("errors")
    return isinstance(errors, list) and any(words in str(each) for each in errors)


def _is_key_missing(answer: Answer) -> bool:
    return _says(answer, "key not found") or _says(answer, "no existing key")


class _Transit(_Vault):
    def encrypt(self, plain: bytes, associated_data: bytes) -> bytes:
        return self._ciphertext_in(
            self._call("POST", self._at("encrypt"), **_plain(plain, associated_data))
        )

    def decrypt(self, ciphertext: bytes, associated_data: bytes) -> bytes:
        return self._plaintext_in(
            self._call("POST", self._at("decrypt"), **_cipher(ciphertext, associated_data))
        )

    def encrypt_all(self, values: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        items = [_plain(*each) for each in values]
        return list(map(self._ciphertext_in, self._batch("encrypt", items)))

    def decrypt_all(self, ciphertexts: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
        items = [_cipher(*each) for each in ciphertexts]
        return list(map(self._plaintext_in, self._batch("decrypt", items)))

    def _batch(self, action: str, items: Sequence[Mapping[str, str]]) -> list[Mapping[str, Any]]:
        results = self._call("POST", self._at(action), batch_input=items).get("batch_results")
        if not isinstance(results, list) or len(results) != len(items):
            raise self.not_understood()
        if not all(isinstance(each, dict) for each in results):
            raise self.not_understood()
        if any(each.get("error") for each in results):
            raise ValueError("rejected")
        return results

    def _at(self, action: str) -> str:
        mount, key = self._source.mount.strip("/"), self._source.key.strip("/")
        return f"{mount}/{action}/{key}"

    def _ciphertext_in(self, data: Mapping[str, Any]) -> bytes:
        ciphertext = data.get("ciphertext")
        if not isinstance(ciphertext, str):
            raise self.not_understood()
        return ciphertext.encode()

    def _plaintext_in(self, data: Mapping[str, Any]) -> bytes:
        return self.bytes_in(data, "plaintext")


def _plain(value: bytes, associated_data: bytes) -> dict[str, str]:
    return {"plaintext": _text(value), "associated_data": _text(associated_data)}


def _cipher(ciphertext: bytes, associated_data: bytes) -> dict[str, str]:
    return {"ciphertext": ciphertext.decode("ascii"), "associated_data": _text(associated_data)}


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


class _FetchedKey(_Vault):
    """Encrypts in this process, with a key fetched from Vault at every call."""

    _source: VaultSecret

    def encrypt(self, plain: bytes, associated_data: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._key().encrypt(nonce, plain, associated_data)

    def decrypt(self, ciphertext: bytes, associated_data: bytes) -> bytes:
        try:
            return self._key().decrypt(
                ciphertext[:_NONCE_BYTES], ciphertext[_NONCE_BYTES:], associated_data
            )
        except InvalidTag as error:
            raise ValueError("rejected") from error

    def _key(self) -> AESGCM:
        source = self._source
        mount, path = source.mount.strip("/"), source.key.strip("/")
        found = self._call("GET", f"{mount}/data/{path}").get("data") or {}
        try:
            register_secret(found[source.name])
            return AESGCM(base64.b64decode(found[source.name], validate=True))
        except (KeyError, TypeError, ValueError, binascii.Error) as error:
            raise source.failed(KeyFault.NO_KEY, key=source.path) from error
