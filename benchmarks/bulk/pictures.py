"""A picture through a server's function against `cryptography` plus sending the same bytes.

The picture has 12 megapixels of RGB (48 MB). The other side encrypts them by `cryptography` and
sends them through one connection of ours in the same pieces, `select` giving them back. Ours is
what the pattern lab does, and its bytes must be the same.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher as Encryption
from cryptography.hazmat.primitives.ciphers import algorithms, modes

from app.patterns.pictures.encrypted_pictures import open_connections
from app.patterns.pictures.pixels import Geometry, PixelFormat, Raster
from benchmarks import shared_servers
from benchmarks.rounds import median_ratio
from engines.base.bulk import encrypt_bytes
from engines.base.ownership import MARKER_TABLE
from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.contract.protection import Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import Prepared, Session
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import statement

_WIDTH, _HEIGHT = 4000, 3000
_KEY, _VECTOR = bytes(range(16)), bytes(range(100, 116))

_MODES: dict[str, Callable[[], Any]] = {
    "ecb": modes.ECB,
    "cbc": lambda: modes.CBC(_VECTOR),
    "cfb": lambda: CFB(_VECTOR),
    "ofb": lambda: OFB(_VECTOR),
    "ctr": lambda: modes.CTR(_VECTOR),
}


def measure() -> dict[str, float]:
    """`picture_<engine>_ratio`: our time over the other side's, of the engine's worst mode.

    With CIPHERBENCH_MARIADB_BINARIES a newer MariaDB, which knows modes, is measured as well. An
    engine without a server here is left out.
    """
    raster = _picture()
    ratios: dict[str, float] = {}
    for name in ("postgresql", "mariadb", "firebird"):
        try:
            ratios[name] = _worst(shared_servers.server(name), raster)
        except ServerUnavailable as error:
            print(f"  {name}: not measured. {error}", file=sys.stderr, flush=True)
    if folder := os.environ.get("CIPHERBENCH_MARIADB_BINARIES"):
        with _opened(ServerSpec("newer mariadb", Source.LOCAL, "mariadb", binaries=folder)) as new:
            ratios["mariadb"] = max(ratios.get("mariadb", 0.0), _worst(new, raster))
    return {f"picture_{name}_ratio": ratio for name, ratio in ratios.items()}


def _worst(server: Server, raster: Raster) -> float:
    engine, endpoint = server.engine, server.endpoint
    able = engine.servers.probe(endpoint).native
    with ExitStack() as stack:
        database = engine.catalogue.create_database(endpoint, f"bench_{secrets.token_hex(4)}")
        stack.callback(engine.catalogue.drop_database, endpoint, database)
        opened = open_connections(engine, endpoint, database)
        sessions = [stack.enter_context(session) for session in opened]
        return max(
            _ratio(server, sessions, raster.pixels, mode)
            for mode in _MODES
            if Cipher("aes", 128, mode) in able
        )


def _ratio(server: Server, sessions: list[Session], pixels: bytes, mode: str) -> float:
    protection = Protection(mode, ProtectionKind.NATIVE, "aes", 128, mode)
    keying = Keying(_KEY, _VECTOR)
    encrypted = encrypt_bytes(server.engine, sessions, protection, keying, pixels)
    assert encrypted[: len(pixels)] == _encrypted(pixels, mode), f"{server.spec.name} {mode}"
    del encrypted

    def ours() -> float:
        return _timed(lambda: encrypt_bytes(server.engine, sessions, protection, keying, pixels))

    def other() -> float:
        return _timed(lambda: (_encrypted(pixels, mode), _sent(sessions[0], pixels)))

    ratio = median_ratio(ours, other, "ms")
    print(f"  {server.spec.name} {mode} {ratio:.2f}", file=sys.stderr, flush=True)
    return ratio


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def _encrypted(data: bytes, mode: str) -> bytes:
    """Without padding: the picture has whole blocks."""
    encryptor = Encryption(algorithms.AES(_KEY), _MODES[mode]()).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def _sent(session: Session, data: bytes) -> bytes:
    """The bytes there and back, without any function."""
    size = session.piece_bytes
    message = statement(
        f"select :piece from {MARKER_TABLE}", {"piece": ValueType.BYTES}, {"piece": size}
    )
    prepared = session.prepare(message, Unencrypted())
    try:
        pieces = (data[start : start + size] for start in range(0, len(data), size))
        return b"".join([_answer(prepared, piece) for piece in pieces])
    finally:
        prepared.close()


def _answer(prepared: Prepared, piece: bytes) -> bytes:
    answer = prepared.rows(prepared.execute(piece))[0][0]
    assert isinstance(answer, bytes) and len(answer) == len(piece)
    return answer


def _picture() -> Raster:
    """Noise where a photograph has it and one colour where a drawing has that."""
    geometry = Geometry(PixelFormat.RGB, _WIDTH, _HEIGHT)
    half = geometry.size // 2
    return Raster(geometry, os.urandom(half) + bytes(geometry.size - half))


@contextmanager
def _opened(spec: ServerSpec) -> Iterator[Server]:
    server = open_server(spec)
    try:
        yield server
    finally:
        server.close()
