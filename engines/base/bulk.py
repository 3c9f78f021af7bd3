"""Long values through a server's own function: pictures, for one.

A server takes so much at a time. The pieces are chained as the mode does it (NIST SP 800-38A,
section 6), so that the bytes are those of one call over the whole: CBC and CFB go on from the last
block of ciphertext, OFB from the last block of key stream, CTR from the counter it has come to.
The vector of each piece is bound, so that the server prepares one statement for all of them. The
pieces of ECB and CTR do not wait for one another: they may go through several connections at once.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

from engines.base.engine import Engine
from engines.base.ownership import MARKER_TABLE
from engines.client_encryption.client_encryptor import ClientEncryptor
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection, ProtectionKind, block_bytes
from engines.contract.session import Prepared, Session
from engines.sql.statement import USUAL_BYTES, Encryptor, Role, Statement, ValueType
from engines.sql.statement_text import select

type Progress = Callable[[int, int], None]
"""Given bytes done and bytes in all; what it raises ends the work."""

_CHAINED = frozenset({"ecb", "cbc", "cfb", "ofb", "ctr"})
_INDEPENDENT = frozenset({"ecb", "ctr"})
_CONTEXT = b"bulk"


def encrypt_bytes(
    engine: Engine,
    sessions: Sequence[Session],
    protection: Protection,
    keying: Keying,
    data: bytes,
    progress: Progress = lambda done, total: None,
) -> bytes:
    """The ciphertext of `data` under a native or client-side protection.

    `sessions` are connections into a database of ours; all but the first only serve modes whose
    pieces are independent, and what the application encrypts needs none. With a fixed IV no IV
    stands in front; with a fresh one it does, as the protection stores it. CBC and ECB end in the
    padding of PKCS#7.

    Raises: Unsupported, StatementFailed, and what `progress` raises
    """
    if protection.kind is ProtectionKind.NATIVE:
        return _natively(engine, sessions, protection, keying, data, progress)
    encryptor = engine.encryption.encryptor(protection, keying)
    if not isinstance(encryptor, ClientEncryptor):
        raise Unsupported(
            phrase("Nothing to show"),
            phrase("{name} does not change values: queries return plaintext."),
            phrase("Choose a native or client-side protection."),
            name=protection.name,
        )
    encrypted = encryptor.encrypt_value(data, _CONTEXT)
    progress(len(data), len(data))
    return encrypted


def _natively(
    engine: Engine,
    sessions: Sequence[Session],
    protection: Protection,
    keying: Keying,
    data: bytes,
    progress: Progress,
) -> bytes:
    mode = protection.mode or engine.default_mode
    encryptor = engine.encryption.native_encryptor(protection, Keying(keying.key))
    vector = os.urandom(encryptor.iv_size) if keying.iv is None else keying.iv[: encryptor.iv_size]
    front = vector if keying.iv is None else b""
    if mode not in _CHAINED:
        fixed = engine.encryption.native_encryptor(protection, Keying(keying.key, vector))
        encrypted = front + _whole(sessions[0], fixed, data)
        progress(len(data), len(data))
        return encrypted
    chain = _Chain(encryptor, mode, block_bytes(protection.algorithm), data, _tally(data, progress))
    used = sessions if mode in _INDEPENDENT else sessions[:1]
    return b"".join((front, *chain.encrypt(used, vector)))


def _whole(session: Session, encryptor: Encryptor, data: bytes) -> bytes:
    if encryptor.most_bytes is not None and len(data) > encryptor.most_bytes:
        raise Unsupported(
            phrase("Value too long"),
            phrase("This protection accepts {most} bytes at most; the value has {size}."),
            phrase("Choose a shorter value or another protection."),
            most=encryptor.most_bytes,
            size=len(data),
        )
    session.make_ready(encryptor)
    return session.evaluate(
        lambda place: encryptor.encrypt_sql(lambda _: place), encryptor.encode(data)
    )


@dataclass(frozen=True)
class _Chain:
    """The pieces of one value; `tell` is given how many bytes were done."""

    encryptor: Encryptor
    mode: str
    block: int
    data: bytes
    tell: Callable[[int], None]

    def encrypt(self, sessions: Sequence[Session], vector: bytes) -> Iterator[memoryview]:
        """Encrypt the spans in parallel, one session each; the results in order."""
        spans = list(self._spans(len(sessions)))
        with ThreadPoolExecutor(len(spans)) as threads:
            futures = [
                threads.submit(self._span, session, span, self._vector_at(vector, span.start))
                for session, span in zip(sessions, spans, strict=False)
            ]
            for future in futures:
                yield from future.result()

    def _spans(self, most: int) -> Iterator[range]:
        """Spans of whole blocks; the last one may end within a block."""
        blocks = len(self.data) // self.block
        count = max(1, min(most, blocks // 64))
        cuts = [blocks * index // count * self.block for index in range(count)]
        return (range(*each) for each in pairwise((*cuts, len(self.data))))

    def _span(self, session: Session, span: range, vector: bytes) -> list[memoryview]:
        vectored = _Vectored(self.encryptor, vector)
        size = session.piece_bytes // self.block * self.block
        prepared = session.prepare(_statement(size), vectored)
        try:
            return [
                self._piece(prepared, vectored, start, min(start + size, span.stop))
                for start in range(span.start, max(span.stop, span.start + 1), size)
            ]
        finally:
            prepared.close()

    def _piece(self, prepared: Prepared, vectored: _Vectored, start: int, stop: int) -> memoryview:
        piece, last = self.data[start:stop], stop == len(self.data)
        arrived = prepared.execute(self.encryptor.encode(piece) if last else piece)
        answer = prepared.rows(arrived)[0][0]
        if not isinstance(answer, bytes):
            raise Unsupported(
                phrase("No ciphertext"), phrase("The server returned {answer!s}."), answer=answer
            )
        # A server that pads does so at the end of every piece.
        front = vectored.iv_size
        encrypted = memoryview(answer)[front : len(answer) if last else front + len(piece)]
        if not last and front:
            vectored.vector = self._next(vectored.vector, piece, encrypted)
        self.tell(len(piece))
        return encrypted

    def _next(self, vector: bytes, piece: bytes, encrypted: memoryview) -> bytes:
        """The vector that goes on where a piece of whole blocks ended."""
        size = len(vector)
        match self.mode:
            case "cbc" | "cfb":
                return bytes(encrypted[-size:])
            case "ofb":
                return bytes(a ^ b for a, b in zip(encrypted[-size:], piece[-size:], strict=True))
        return self._vector_at(vector, len(piece))

    def _vector_at(self, vector: bytes, offset: int) -> bytes:
        """CTR: the counter `offset` bytes further on; any other mode begins as it is told."""
        if self.mode != "ctr":
            return vector
        counted = int.from_bytes(vector) + offset // self.block
        return (counted % (1 << 8 * len(vector))).to_bytes(len(vector))


class _Vectored(Encryptor):
    """An encryptor of fresh vectors whose vector is `vector`; it leaves padding to its caller."""

    def __init__(self, inner: Encryptor, vector: bytes) -> None:
        self._inner = inner
        self.vector = vector
        self.iv_size = inner.iv_size
        self.session_setting = inner.session_setting

    def draw_iv(self) -> bytes:
        return self.vector

    def encrypt_sql(self, placeholder: Callable[[Role], str]) -> str:
        return self._inner.encrypt_sql(placeholder)

    def decrypt_sql(self, column: str, size: int = USUAL_BYTES) -> str:
        return self._inner.decrypt_sql(column, size)

    def encrypted_size(self, size: int) -> int:
        return self._inner.encrypted_size(size)


def _statement(size: int) -> Statement:
    """Encrypts one piece; the marker's table has one row in every database of ours."""
    return select(
        ("seal(:piece, bulk.piece)",),
        f"from {MARKER_TABLE}",
        {"piece": ValueType.BYTES},
        {"piece": size, "bulk.piece": size},
    )


def _tally(data: bytes, progress: Progress) -> Callable[[int], None]:
    """A callback that adds up the progress of several connections."""
    guard, done = threading.Lock(), 0

    def add(size: int) -> None:
        nonlocal done
        with guard:
            done += size
            progress(done, len(data))

    return add
