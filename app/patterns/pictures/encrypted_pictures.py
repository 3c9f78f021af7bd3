"""Encrypts pictures by a server's own functions or by a scheme of the application."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Self

from app.patterns.base.block_statistics import BlockStatistics, statistics_and_blocks
from app.patterns.base.cipher_blocks import Blocks
from app.patterns.base.key_material import KeyMaterial
from app.patterns.base.lab_database import (
    ReportNotDropped,
    lab_database,
    log_not_dropped,
    supported_protection,
)
from app.patterns.pictures.pixels import CiphertextImage, Raster, bytes_to_image
from engines.base.bulk import Progress, encrypt_bytes
from engines.base.capability import Capabilities
from engines.base.engine import Engine
from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection, ProtectionKind, block_bytes
from engines.contract.session import Session

MOST_PROTECTIONS = 6
"""More pictures cannot be compared at a glance."""

_MOST_CONNECTIONS = 4


@dataclass(frozen=True, eq=False)
class EncryptedPicture:
    """A picture's bytes under one protection, whose mode is always named.

    `ciphertext` is without IV or nonce (`vector`) and without the authentication `tag`; it is
    `padding` bytes longer than the picture. `statistics` are those of `ciphertext`, in blocks of
    the cipher. `seconds` is the time of encryption, with sending and fetching.
    """

    raster: Raster
    server: str
    protection: Protection
    key: bytes = field(repr=False)
    vector: bytes = field(repr=False)
    ciphertext: bytes = field(repr=False)
    tag: bytes = field(repr=False)
    statistics: BlockStatistics
    blocks: Blocks = field(repr=False)
    seconds: float

    @property
    def padding(self) -> int:
        """Bytes that the ciphertext is longer than the pixels."""
        return len(self.ciphertext) - len(self.raster.pixels)

    @property
    def block_size(self) -> int:
        return block_bytes(self.protection.algorithm)

    def as_image(self) -> CiphertextImage:
        """The ciphertext as a picture of the same size and format."""
        return bytes_to_image(self.ciphertext, self.raster.geometry)


class PictureEncryptor:
    """Encrypts any number of pictures on one server; closing it drops its database.

    The database is created when the first picture needs it (functions such as pgcrypto's do).
    """

    def __init__(
        self,
        name: str,
        engine: Engine,
        endpoint: Endpoint,
        capabilities: Capabilities | None = None,
        report_not_dropped: ReportNotDropped = log_not_dropped,
    ) -> None:
        self.name = name
        self._report_not_dropped = report_not_dropped
        self.engine = engine
        self._endpoint = endpoint
        self._capabilities = capabilities
        self._stack = ExitStack()
        self._sessions: list[Session] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the server and drop the database. May be called twice."""
        self._sessions.clear()
        self._stack.close()

    def encrypt(
        self,
        raster: Raster,
        protection: Protection,
        material: KeyMaterial,
        progress: Progress = lambda done, total: None,
    ) -> EncryptedPicture:
        """Send a picture through the server's function or the application's scheme.

        Raises: Unsupported with the server's reason, ServerUnavailable, StatementFailed, and what
        `progress` raises
        """
        protection = self._supported(protection)
        keying = material.keying(protection)
        vector = self._vector_bytes(protection, keying)
        sessions = self._connections(protection)
        began = time.perf_counter()
        encrypted = encrypt_bytes(
            self.engine, sessions, protection, keying, raster.pixels, progress
        )
        seconds = time.perf_counter() - began
        front, body, tag = _split_ciphertext(self.engine, protection, keying, encrypted)
        statistics, blocks = statistics_and_blocks([body], block_bytes(protection.algorithm))
        return EncryptedPicture(
            raster=raster,
            server=self.name,
            protection=protection,
            key=keying.key,
            vector=front or material.vector[:vector],
            ciphertext=body,
            tag=tag,
            statistics=statistics,
            blocks=blocks,
            seconds=seconds,
        )

    def _supported(self, protection: Protection) -> Protection:
        if not protection.encrypts_values:
            raise InputError(
                phrase("Nothing to show"),
                phrase("{name} does not change values: a query returns the plaintext."),
                phrase("Choose a protection by the server's functions or by the application."),
                name=protection.name,
            )
        if self._capabilities is None:
            self._capabilities = self.engine.servers.probe(self._endpoint)
        return supported_protection(self.name, self.engine, self._capabilities, protection)

    def _vector_bytes(self, protection: Protection, keying: Keying) -> int:
        if protection.kind is not ProtectionKind.NATIVE:
            return 0
        return self.engine.encryption.native_encryptor(protection, Keying(keying.key)).iv_size

    def _connections(self, protection: Protection) -> Sequence[Session]:
        if protection.kind is ProtectionKind.NATIVE and not self._sessions:
            self._open()
        return self._sessions

    def _open(self) -> None:
        engine, endpoint = self.engine, self._endpoint
        database = self._stack.enter_context(
            lab_database(engine, endpoint, self._report_not_dropped)
        )
        for session in open_connections(
            engine, engine.catalogue.restricted_login(endpoint, database), database
        ):
            self._sessions.append(self._stack.enter_context(session))


def open_connections(engine: Engine, endpoint: Endpoint, database: str) -> Iterator[Session]:
    """Opens as many connections as encryption is faster with, at least one.

    Raises: ServerUnavailable
    """
    yield engine.driver.connect(endpoint, database)
    # An engine in this process shares its lock with us and gains nothing from a second one.
    more = 0 if endpoint.in_process else min(os.cpu_count() or 1, _MOST_CONNECTIONS) - 1
    for _ in range(more):
        with suppress(CipherbenchError):  # a server may allow few
            yield engine.driver.connect(endpoint, database)


def check_protection_count(protections: Sequence[Protection]) -> None:
    """Refuse more protections than can be shown together, or none.

    Raises: InputError
    """
    if not 1 <= len(protections) <= MOST_PROTECTIONS:
        raise InputError(
            phrase("Too many protections") if protections else phrase("Protection missing"),
            phrase("Choose 1 to {most} protections, not {given}."),
            most=MOST_PROTECTIONS,
            given=len(protections),
        )


def _split_ciphertext(
    engine: Engine, protection: Protection, keying: Keying, encrypted: bytes
) -> tuple[bytes, bytes, bytes]:
    """IV or nonce, ciphertext and tag of what the application encrypted; a server's function gives
    ciphertext alone."""
    if protection.kind is ProtectionKind.NATIVE:
        return b"", encrypted, b""
    encryptor = engine.encryption.encryptor(protection, keying)
    assert isinstance(encryptor, ClientEncryptor)
    end = len(encrypted) - encryptor.tag_bytes
    return (
        encrypted[: encryptor.front_bytes],
        encrypted[encryptor.front_bytes : end],
        encrypted[end:],
    )
