"""Protections of the application: values are sealed before the driver sees them.

The work of sealing and opening is what such a protection costs, so it stands inside the clock,
around the driver's call. The database only ever stores bytes.

Each scheme authenticates: table, column and, where a statement names it, the row's key are
associated data (RFC 5116, section 2.1), so that a value that was changed, moved or put into
another column is refused. A fresh random nonce is drawn for each value where the scheme has one
and stored in front of the ciphertext.
"""

from __future__ import annotations

import os
import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import aead, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.padding import PKCS7

from engines.capability import Cipher
from engines.contract import Arrived, Bound, Prepared, Row, Session
from engines.errors import StatementFailed, Unsupported
from engines.protection import Keying, Protection
from engines.statement import (
    PLACES,
    USUAL_BYTES,
    Role,
    Sealer,
    Statement,
    Target,
    Unsealed,
    Value,
    ValueType,
)

_NONCE_BYTES = 12
_BLOCK_BYTES = 16


class ClientSealer(Sealer):
    """Seals in the application; in SQL sealed values are parameters and columns as they are."""

    opens_in_server = False
    overhead: int
    """Bytes that a sealed value is longer than its plaintext, at most."""

    def seal(self, place: Callable[[Role], str]) -> str:
        return place(Role.SEALED)

    def open(self, column: str, size: int = USUAL_BYTES) -> str:
        return column

    def sealed_size(self, size: int) -> int:
        return size + self.overhead

    @abstractmethod
    def seal_value(self, value: bytes, context: bytes) -> bytes:
        """The bytes to be stored; `context` must be given again to open them."""

    @abstractmethod
    def open_value(self, sealed: bytes, context: bytes) -> bytes:
        """The value that was sealed.

        Raises: InvalidTag, InvalidSignature or ValueError for anything else
        """


class _Nonced(ClientSealer):
    """AES-GCM (NIST SP 800-38D), ChaCha20-Poly1305 (RFC 8439), AES-GCM-SIV (RFC 8452): a nonce of
    12 bytes, the ciphertext, a tag of 16 bytes."""

    deterministic = False
    overhead = _NONCE_BYTES + 16

    def __init__(self, scheme: Callable[[bytes], Any], key: bytes) -> None:
        box = scheme(key)
        self._encrypt, self._decrypt = box.encrypt, box.decrypt

    def seal_value(self, value: bytes, context: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._encrypt(nonce, value, context)  # type: ignore[no-any-return]

    def open_value(self, sealed: bytes, context: bytes) -> bytes:
        return self._decrypt(  # type: ignore[no-any-return]
            sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context
        )


class _Siv(ClientSealer):
    """AES-SIV (RFC 5297) without a nonce: equal values of one column become equal bytes, so that
    `=` and an index still work. The row's key would undo that and is left out."""

    overhead = 16

    def __init__(self, key: bytes) -> None:
        # Derived, since both halves of a published study's repeated key would be the same.
        box = aead.AESSIV(_derived(key, b"siv", len(key)))
        self._encrypt, self._decrypt = box.encrypt, box.decrypt

    def seal_value(self, value: bytes, context: bytes) -> bytes:
        return self._encrypt(value, [context])

    def open_value(self, sealed: bytes, context: bytes) -> bytes:
        return self._decrypt(sealed, [context])


class _CbcHmac(ClientSealer):
    """AES-CBC with PKCS#7, then HMAC-SHA-256 over context, IV and ciphertext (encrypt, then MAC,
    as in RFC 7518 section 5.2, with the whole tag of 32 bytes): IV, ciphertext, tag."""

    deterministic = False
    overhead = 3 * _BLOCK_BYTES + 32

    def __init__(self, key: bytes) -> None:
        self._aes = algorithms.AES(_derived(key, b"encryption", len(key)))
        self._mac = hmac.HMAC(_derived(key, b"authentication", 32), hashes.SHA256())

    def seal_value(self, value: bytes, context: bytes) -> bytes:
        iv = os.urandom(_BLOCK_BYTES)
        padder, encryptor = PKCS7(128).padder(), Encryption(self._aes, modes.CBC(iv)).encryptor()
        padded = padder.update(value) + padder.finalize()
        body = iv + encryptor.update(padded) + encryptor.finalize()
        return body + self._authenticator(body, context).finalize()

    def open_value(self, sealed: bytes, context: bytes) -> bytes:
        body, tag = sealed[:-32], sealed[-32:]
        self._authenticator(body, context).verify(tag)
        decryptor = Encryption(self._aes, modes.CBC(body[:_BLOCK_BYTES])).decryptor()
        unpadder = PKCS7(128).unpadder()
        padded = decryptor.update(body[_BLOCK_BYTES:]) + decryptor.finalize()
        return unpadder.update(padded) + unpadder.finalize()

    def _authenticator(self, body: bytes, context: bytes) -> hmac.HMAC:
        mac = self._mac.copy()
        # The lengths keep (context, body) apart from any other pair with the same joined bytes.
        mac.update(len(context).to_bytes(8, "big") + context + body)
        return mac


def _derived(key: bytes, purpose: bytes, size: int) -> bytes:
    """A key for one purpose (HKDF with SHA-256, RFC 5869)."""
    return HKDF(hashes.SHA256(), size, None, b"cipherbench " + purpose).derive(key)


_SCHEMES: Mapping[tuple[str, str], tuple[tuple[int, ...], Callable[[bytes], ClientSealer]]] = {
    ("aes", "gcm"): ((128, 192, 256), lambda key: _Nonced(aead.AESGCM, key)),
    ("chacha20", "poly1305"): ((256,), lambda key: _Nonced(aead.ChaCha20Poly1305, key)),
    ("aes", "gcm-siv"): ((128, 192, 256), lambda key: _Nonced(aead.AESGCMSIV, key)),
    ("aes", "siv"): ((256, 384, 512), _Siv),
    ("aes", "cbc-hmac-sha256"): ((128, 192, 256), _CbcHmac),
}
"""(algorithm, mode) → key lengths in bits, and what seals. AES-SIV counts both of its keys."""


def client_sealer(protection: Protection, keying: Keying) -> ClientSealer:
    """The sealer of a client-side protection; the fixed IV of a keying is never used.

    Raises: Unsupported
    """
    lengths, make = _SCHEMES.get((protection.algorithm or "", protection.mode or ""), ((), None))
    if make is None or protection.bits not in lengths:
        raise Unsupported(
            "Unknown scheme",
            "There is no client-side protection {algorithm}-{bits}-{mode}.",
            algorithm=protection.algorithm,
            bits=protection.bits,
            mode=protection.mode,
        )
    return make(keying.key)


@cache
def client_ciphers() -> frozenset[Cipher]:
    """The schemes that the installed library sealed and opened a value with."""
    return frozenset(
        Cipher(algorithm, bits, mode)
        for (algorithm, mode), (lengths, make) in _SCHEMES.items()
        for bits in lengths
        if _works(make, bits)
    )


def _works(make: Callable[[bytes], ClientSealer], bits: int) -> bool:
    try:
        sealer = make(bytes(range(bits // 8)))
        return sealer.open_value(sealer.seal_value(b"probe", b"here"), b"here") == b"probe"
    except UnsupportedAlgorithm:
        return False


def prepare_sealed(session: Session, statement: Statement, sealer: ClientSealer) -> Prepared:
    """A statement whose values are sealed and whose columns are opened here.

    Raises: StatementFailed, Unsupported where `open` stands outside the list that is selected
    """
    rewritten = _Rewritten(statement, sealer)
    inner = session.prepare(rewritten.statement, Unsealed())
    if not rewritten.sealed and not rewritten.opened:
        return inner
    return ClientPrepared(inner, rewritten, sealer)


@dataclass(frozen=True)
class _Opened:
    """A column of the result that is opened; the row's key, if asked for, follows it."""

    column: int
    target: Target


class _Rewritten:
    """A statement without `seal` and `open`, and what is to be done around it.

    `sealed` maps a parameter of the new statement to its target and the parameter it stands for.
    """

    def __init__(self, statement: Statement, sealer: ClientSealer) -> None:
        self._given = statement
        self._keyed = not sealer.deterministic
        self._sealer = sealer
        self.sealed: dict[str, tuple[Target, str]] = {}
        self.opened: list[_Opened] = []
        self._columns = _selected(statement.text)
        self._extra = 0
        text = PLACES.sub(self._write, statement.text)
        types = {**statement.types, **dict.fromkeys(self.sealed, ValueType.BYTES)}
        sizes = {
            **statement.sizes,
            **{n: sealer.sealed_size(target.size) for n, (target, _) in self.sealed.items()},
        }
        self.statement = Statement(text, types, sizes)

    def _write(self, match: re.Match[str]) -> str:
        if name := match["sealed"]:
            target = self._target(match)
            fresh = f"{name}_for_{target.table}_{target.column}"
            self.sealed[fresh] = target, name
            return f":{fresh}"
        if named := match["open_target"]:
            return self._open(match, named)
        return match[0]

    def _open(self, match: re.Match[str], named: str) -> str:
        column = self._columns.get(match.start())
        if column is None:
            raise Unsupported(
                "Only the application can open it",
                "A statement asks the server to open {column}, which only the application can.",
                column=named,
            )
        target = self._target(match)
        self.opened.append(_Opened(column + self._extra, target))
        if target.key is None:
            return named
        self._extra += 1
        return f"{named}, {target.key}"

    def _target(self, match: re.Match[str]) -> Target:
        target = self._given.target(match)
        return target if self._keyed else replace(target, key=None)


class ClientPrepared(Prepared):
    """Seals, runs and opens; all of it is what `run` stands for inside the clock."""

    def __init__(self, inner: Prepared, rewritten: _Rewritten, sealer: ClientSealer) -> None:
        self._inner = inner
        self._sealer = sealer
        given = rewritten._given.parameters
        self._plan = [
            _Step(given.index(rewritten.sealed[name][1]), rewritten.sealed[name][0], given)
            if name in rewritten.sealed
            else _Step(given.index(name), None, given)
            for name in rewritten.statement.parameters
        ]
        self._opened = [(each, _context(each.target)) for each in rewritten.opened]
        self.bind = _encoded
        self.run = self._run_and_open if self._opened else self._run

    def _run(self, bound: Bound) -> Arrived:
        inner = self._inner
        seal = self._sealer.seal_value
        values = [step.value(bound, seal) for step in self._plan]
        return inner.settle(inner.run(inner.bind(values)))

    def _run_and_open(self, bound: Bound) -> Arrived:
        return [self._open_row(row) for row in self._inner.rows(self._run(bound))]

    def _open_row(self, row: Row) -> Row:
        opened = list(row)
        for each, context in self._opened:
            sealed = opened[each.column]
            if sealed is not None:
                keyed = each.target.key is not None
                key = _key_bytes(opened[each.column + 1]) if keyed else b""
                opened[each.column] = self._open_value(sealed, context + key, each.target)
        for each, _ in reversed(self._opened):
            if each.target.key is not None:
                del opened[each.column + 1]
        return tuple(opened)

    def _open_value(self, sealed: Value, context: bytes, target: Target) -> str:
        try:
            return self._sealer.open_value(bytes(sealed), context).decode()  # type: ignore[arg-type]
        except (InvalidTag, InvalidSignature, ValueError, TypeError) as error:
            raise StatementFailed(
                "Value refused",
                "A value of {table}.{column} was refused: it was changed or moved since it was "
                "sealed, or sealed by another key.",
                "Somebody or something altered the database outside the application.",
                table=target.table,
                column=target.column,
            ) from error

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        if self._opened:
            return arrived  # type: ignore[return-value]
        return self._inner.rows(arrived)

    def affected(self, arrived: Arrived) -> int:
        if self._opened:
            return len(arrived)  # type: ignore[arg-type]
        return self._inner.affected(arrived)

    def close(self) -> None:
        self._inner.close()


class _Step:
    """One value for the driver: one that was given, or one sealed for a target."""

    def __init__(self, index: int, target: Target | None, given: Sequence[str]) -> None:
        self._index = index
        self._context = None if target is None else _context(target)
        self._key = given.index(target.key) if target is not None and target.key else None

    def value(self, bound: Bound, seal: Callable[[bytes, bytes], bytes]) -> Value:
        value = bound[self._index]
        if self._context is None or value is None:
            return value  # type: ignore[return-value]
        raw = value.encode() if isinstance(value, str) else value
        context = self._context
        if self._key is not None:
            context += _key_bytes(bound[self._key])
        return seal(raw, context)  # type: ignore[arg-type]


def _encoded(values: Sequence[Value]) -> Bound:
    return values


def _context(target: Target) -> bytes:
    """Associated data of a column; no name holds the zero byte that ends each."""
    return f"{target.table}\0{target.column}\0".encode()


def _key_bytes(key: object) -> bytes:
    return str(key).encode()


def _selected(text: str) -> dict[int, int]:
    """Where each item of the list that a SELECT gives begins → its column."""
    found = re.match(r"\s*select\s+", text, re.IGNORECASE)
    if found is None:
        return {}
    starts, depth = {found.end(): 0}, 0
    for match in re.compile(r"[(),]|\bfrom\b", re.IGNORECASE).finditer(text, found.end()):
        if match[0] == "(":
            depth += 1
        elif match[0] == ")":
            depth -= 1
        elif depth == 0 and match[0] == ",":
            begin = match.end()
            begin += len(text[begin:]) - len(text[begin:].lstrip())
            starts[begin] = len(starts)
        elif depth == 0:
            break
    return starts
