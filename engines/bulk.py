"""Long values through a server's own function: pictures, for one.

A server takes so much at a time. The pieces are chained as the mode does it (NIST SP 800-38A,
section 6), so that the bytes are those of one call over the whole: CBC and CFB go on from the last
block of ciphertext, OFB from the last block of key stream, CTR from the counter it has come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.client import ClientSealer
from engines.contract import Engine, Session
from engines.errors import Unsupported
from engines.protection import Keying, Protection, ProtectionKind, block_bytes

type Progress = Callable[[int, int], None]
"""Bytes done and bytes in all."""

_CHAINED = frozenset({"ecb", "cbc", "cfb", "ofb", "ctr"})
_CONTEXT = b"bulk"


def seal_bytes(
    engine: Engine,
    session: Session,
    protection: Protection,
    keying: Keying,
    data: bytes,
    progress: Progress = lambda done, total: None,
) -> bytes:
    """The ciphertext of `data` under a native or client-side protection.

    With a fixed IV no IV stands in front; with a fresh one the protection puts it there. CBC and
    ECB end in the padding of PKCS#7.

    Raises: Unsupported, StatementFailed
    """
    if protection.kind is ProtectionKind.NATIVE:
        return b"".join(_natively(engine, session, protection, keying, data, progress))
    sealer = engine.sealer(protection, keying)
    if not isinstance(sealer, ClientSealer):
        raise Unsupported(
            "Nothing to see",
            "{name} does not change values: what a query gives is the plaintext.",
            "Choose a protection of the server's functions or of the application.",
            name=protection.name,
        )
    sealed = sealer.seal_value(data, _CONTEXT)
    progress(len(data), len(data))
    return sealed


def _natively(
    engine: Engine,
    session: Session,
    protection: Protection,
    keying: Keying,
    data: bytes,
    progress: Progress,
) -> Iterator[bytes]:
    mode = protection.mode or engine.default_mode
    block = block_bytes(protection.algorithm)
    whole = mode not in _CHAINED or keying.iv is None
    vector, done = keying.iv, 0
    for piece, last in _pieces(data, len(data) if whole else session.most_bytes // block * block):
        sealer = engine.native_sealer(protection, Keying(keying.key, vector))
        value = sealer.encode(piece) if last else piece
        sealed = session.evaluate(lambda place, use=sealer: use.seal(lambda _: place), value)  # type: ignore[misc]
        # A server that pads does so at the end of every piece.
        yield sealed if last else sealed[: len(piece)]
        if not last and vector is not None:
            vector = _next_vector(mode, vector[:block], piece, sealed[: len(piece)])
        done += len(piece)
        progress(done, len(data))


def _pieces(data: bytes, size: int) -> Iterator[tuple[bytes, bool]]:
    """Pieces of `size` bytes, and whether it is the last; an empty value is one piece."""
    for start in range(0, max(len(data), 1), max(size, 1)):
        yield data[start : start + size], start + size >= len(data)


def _next_vector(mode: str, vector: bytes, piece: bytes, sealed: bytes) -> bytes:
    """The vector that goes on where a piece of whole blocks ended."""
    size = len(vector)
    match mode:
        case "cbc" | "cfb":
            return sealed[-size:]
        case "ofb":
            return bytes(a ^ b for a, b in zip(sealed[-size:], piece[-size:], strict=True))
        case "ctr":
            counted = int.from_bytes(vector) + len(piece) // size
            return (counted % (1 << 8 * size)).to_bytes(size)
    return vector
