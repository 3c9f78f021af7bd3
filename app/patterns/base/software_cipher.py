"""AES in six modes by the cryptography library; for one mode, key and IV it gives the same bytes as
any server's function. Key and IV come from the pattern lab and are no secret.

ECB, CBC, CTR and GCM can be traced, too: all intermediate values block by block."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

BLOCK_BYTES = 16
NONCE_BYTES = 12
TAG_BYTES = 16

type _LibraryMode = modes.ECB | modes.CBC | CFB | OFB | modes.CTR


class Mode(StrEnum):
    ECB = "ecb"
    CBC = "cbc"
    CFB = "cfb"
    OFB = "ofb"
    CTR = "ctr"
    GCM = "gcm"


PADDED = frozenset({Mode.ECB, Mode.CBC})
"""Modes whose last block is padded (PKCS #7)."""


def encrypt(mode: Mode, key: bytes, iv: bytes, data: bytes) -> bytes:
    """Ciphertext, with GCM followed by its tag of 16 bytes. GCM's nonce is the first 12 bytes of
    `iv`."""
    if mode is Mode.GCM:
        return aead.AESGCM(key).encrypt(iv[:NONCE_BYTES], data, None)
    if mode in PADDED:
        padder = PKCS7(8 * BLOCK_BYTES).padder()
        data = padder.update(data) + padder.finalize()
    encryptor = Cipher(algorithms.AES(key), _library_mode(mode, iv)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def decrypt(mode: Mode, key: bytes, iv: bytes, data: bytes) -> bytes | None:
    """Plaintext with its padding; None if GCM's tag does not match."""
    if mode is Mode.GCM:
        try:
            return aead.AESGCM(key).decrypt(iv[:NONCE_BYTES], data, None)
        except InvalidTag:
            return None
    decryptor = Cipher(algorithms.AES(key), _library_mode(mode, iv)).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def _library_mode(mode: Mode, iv: bytes) -> _LibraryMode:
    match mode:
        case Mode.ECB:
            return modes.ECB()
        case Mode.CBC:
            return modes.CBC(iv)
        case Mode.CFB:
            return CFB(iv)
        case Mode.OFB:
            return OFB(iv)
        case _:
            return modes.CTR(iv)


# The same block by block: all intermediate values, for the diagram of a mode.

TRACED_MODES = (Mode.ECB, Mode.CBC, Mode.CTR, Mode.GCM)


class Node(StrEnum):
    """Role of a value in the mode's diagram."""

    IV = "iv"
    COUNTER = "counter"
    PLAIN = "plain"
    XORED = "xored"
    """A block before its encryption: plaintext XOR the previous ciphertext."""
    BLOCK_OUTPUT = "block output"
    """A block after its decryption, before the XOR with the previous ciphertext."""
    STREAM = "stream"
    CIPHER = "cipher"
    HASH = "hash"
    LENGTHS = "lengths"
    TAG = "tag"


class TraceOp(StrEnum):
    """How one value becomes another."""

    COPY = ""
    ENCRYPT = "E"
    DECRYPT = "D"
    XOR = "⊕"
    MULTIPLY = "× H"


@dataclass(frozen=True)
class Value:
    """A value of a `block`, from 0; GCM's tag comes in the block after the last."""

    role: Node
    block: int
    data: bytes
    sources: tuple[tuple[Node, int, TraceOp], ...] = ()
    """The values that it is computed from, and how."""

    @property
    def key(self) -> tuple[Node, int]:
        """Unique in a trace."""
        return self.role, self.block


@dataclass
class Trace:
    """The values of a mode in the order in which they are computed."""

    values: list[Value] = field(default_factory=list)
    tag_mismatch: bool = False
    """Whether the stored tag differs from the computed one."""

    def add(
        self,
        role: Node,
        block: int,
        data: bytes,
        *sources: tuple[Node, int, TraceOp],
    ) -> bytes:
        """Record a value; returns its bytes."""
        self.values.append(Value(role, block, data, sources))
        return data

    def joined(self, role: Node) -> bytes:
        """The blocks of a role, in order."""
        found = sorted((*each.key, each.data) for each in self.values if each.role is role)
        return b"".join(data for _, _, data in found)


def encryption_trace(mode: Mode, key: bytes, iv: bytes, data: bytes) -> Trace:
    """The values of an encryption, block by block.

    Raises: ValueError for a mode that is not in TRACED_MODES
    """
    _require_traced(mode)
    trace = Trace()
    if mode in PADDED:
        padder = PKCS7(8 * BLOCK_BYTES).padder()
        _trace_blocks(trace, mode, key, iv, padder.update(data) + padder.finalize())
    else:
        _trace_stream(trace, mode, key, iv, data, decrypts=False)
    return trace


def decryption_trace(mode: Mode, key: bytes, iv: bytes, data: bytes) -> Trace:
    """The values of a decryption of what `encrypt` returned, possibly tampered with.

    Raises: ValueError for a mode that is not in TRACED_MODES
    """
    _require_traced(mode)
    trace = Trace()
    if mode in PADDED:
        if mode is Mode.CBC:
            trace.add(Node.IV, 0, iv)
        before = iv
        for at, block in enumerate(_blocks(data)):
            trace.add(Node.CIPHER, at, block)
            opened = decrypt(Mode.ECB, key, iv, block) or b""
            if mode is Mode.ECB:
                trace.add(Node.PLAIN, at, opened, (Node.CIPHER, at, TraceOp.DECRYPT))
                continue
            trace.add(Node.BLOCK_OUTPUT, at, opened, (Node.CIPHER, at, TraceOp.DECRYPT))
            previous = (Node.CIPHER, at - 1) if at else (Node.IV, 0)
            sources = (
                (Node.BLOCK_OUTPUT, at, TraceOp.XOR),
                (*previous, TraceOp.XOR),
            )
            trace.add(Node.PLAIN, at, _xor(opened, before), *sources)
            before = block
        return trace
    tag = data[-TAG_BYTES:] if mode is Mode.GCM else b""
    ciphertext = data[:-TAG_BYTES] if mode is Mode.GCM else data
    _trace_stream(trace, mode, key, iv, ciphertext, decrypts=True)
    if mode is Mode.GCM:
        trace.tag_mismatch = trace.values[-1].data != tag
    return trace


def _require_traced(mode: Mode) -> None:
    if mode not in TRACED_MODES:
        raise ValueError(f"no trace of {mode.name}")


def _trace_blocks(trace: Trace, mode: Mode, key: bytes, iv: bytes, data: bytes) -> None:
    if mode is Mode.CBC:
        trace.add(Node.IV, 0, iv)
    before = iv
    for at, block in enumerate(_blocks(data)):
        trace.add(Node.PLAIN, at, block)
        into, source = block, Node.PLAIN
        if mode is Mode.CBC:
            previous = (Node.CIPHER, at - 1) if at else (Node.IV, 0)
            sources = ((Node.PLAIN, at, TraceOp.XOR), (*previous, TraceOp.XOR))
            into, source = (
                trace.add(Node.XORED, at, _xor(block, before), *sources),
                Node.XORED,
            )
        before = trace.add(Node.CIPHER, at, _one_block(key, into), (source, at, TraceOp.ENCRYPT))


def _trace_stream(
    trace: Trace, mode: Mode, key: bytes, iv: bytes, data: bytes, *, decrypts: bool
) -> None:
    """CTR, and GCM, whose counter is its nonce and a number: 1 for the tag, from 2 for blocks."""
    given, made = (Node.CIPHER, Node.PLAIN) if decrypts else (Node.PLAIN, Node.CIPHER)
    first = iv[:NONCE_BYTES] + bytes((0, 0, 0, 2)) if mode is Mode.GCM else iv
    ciphertext = []
    for at, block in enumerate(_blocks(data)):
        counter = (int.from_bytes(first) + at) % (1 << 8 * BLOCK_BYTES)
        trace.add(Node.COUNTER, at, counter.to_bytes(BLOCK_BYTES))
        stream = _one_block(key, counter.to_bytes(BLOCK_BYTES))
        trace.add(Node.STREAM, at, stream, (Node.COUNTER, at, TraceOp.ENCRYPT))
        trace.add(given, at, block)
        sources = ((given, at, TraceOp.XOR), (Node.STREAM, at, TraceOp.XOR))
        mixed = trace.add(made, at, _xor(block, stream), *sources)
        ciphertext.append(block if decrypts else mixed)
    if mode is Mode.GCM:
        _trace_tag(trace, key, iv, ciphertext)


def _trace_tag(trace: Trace, key: bytes, iv: bytes, ciphertext: list[bytes]) -> None:
    """GHASH over the ciphertext and its length, XORed with one more block of key stream.

    The sources of a HASH are XORed first, then multiplied: (HASH ⊕ CIPHER) × H.
    """
    hash_key = int.from_bytes(_one_block(key, bytes(BLOCK_BYTES)))
    hashed = bytes(BLOCK_BYTES)
    for at, block in enumerate(ciphertext):
        mixed = _xor(hashed, block.ljust(BLOCK_BYTES, b"\0"))
        sources = [(Node.CIPHER, at, TraceOp.MULTIPLY)]
        if at:
            sources.append((Node.HASH, at - 1, TraceOp.XOR))
        hashed = trace.add(Node.HASH, at, _multiplied(mixed, hash_key), *sources)
    last = len(ciphertext)
    lengths = (8 * sum(map(len, ciphertext))).to_bytes(BLOCK_BYTES)
    trace.add(Node.LENGTHS, last, lengths)
    sources = [(Node.LENGTHS, last, TraceOp.MULTIPLY)]
    if last:
        sources.append((Node.HASH, last - 1, TraceOp.XOR))
    hashed = trace.add(Node.HASH, last, _multiplied(_xor(hashed, lengths), hash_key), *sources)
    counter = iv[:NONCE_BYTES] + bytes((0, 0, 0, 1))
    trace.add(Node.COUNTER, last, counter)
    stream = _one_block(key, counter)
    trace.add(Node.STREAM, last, stream, (Node.COUNTER, last, TraceOp.ENCRYPT))
    both = (
        (Node.HASH, last, TraceOp.XOR),
        (Node.STREAM, last, TraceOp.XOR),
    )
    trace.add(Node.TAG, last, _xor(hashed, stream), *both)


def _one_block(key: bytes, block: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return encryptor.update(block) + encryptor.finalize()


def _blocks(data: bytes) -> list[bytes]:
    return [data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)]


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=False))


def _multiplied(block: bytes, by: int) -> bytes:
    """The product in GF(2¹²⁸) with GCM's order of bits: NIST SP 800-38D, algorithm 1."""
    factor, product, power = int.from_bytes(block), 0, by
    for at in range(127, -1, -1):
        if factor >> at & 1:
            product ^= power
        power = power >> 1 ^ (0xE1 << 120 if power & 1 else 0)
    return product.to_bytes(BLOCK_BYTES)
