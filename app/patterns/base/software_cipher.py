"""AES in the program's own library: of one mode, key and vector the bytes are those of any server's
function. Key and vector come from whoever learns with them, and are no secret."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

BLOCK = 16
NONCE = 12
TAG = 16

type _LibraryMode = modes.ECB | modes.CBC | CFB | OFB | modes.CTR


class Mode(StrEnum):
    ECB = "ecb"
    CBC = "cbc"
    CFB = "cfb"
    OFB = "ofb"
    CTR = "ctr"
    GCM = "gcm"


PADDED = frozenset({Mode.ECB, Mode.CBC})
"""Modes that fill the last block up."""


def encrypt(mode: Mode, key: bytes, vector: bytes, data: bytes) -> bytes:
    """Ciphertext; of GCM with its tag of 16 bytes behind it. GCM takes the first 12 bytes of the
    vector as its nonce."""
    if mode is Mode.GCM:
        return aead.AESGCM(key).encrypt(vector[:NONCE], data, None)
    if mode in PADDED:
        padder = PKCS7(8 * BLOCK).padder()
        data = padder.update(data) + padder.finalize()
    encryptor = Cipher(algorithms.AES(key), _library_mode(mode, vector)).encryptor()
    return encryptor.update(data) + encryptor.finalize()


def decrypt(mode: Mode, key: bytes, vector: bytes, data: bytes) -> bytes | None:
    """Plaintext with its padding; None where GCM's tag does not fit."""
    if mode is Mode.GCM:
        try:
            return aead.AESGCM(key).decrypt(vector[:NONCE], data, None)
        except InvalidTag:
            return None
    decryptor = Cipher(algorithms.AES(key), _library_mode(mode, vector)).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def _library_mode(mode: Mode, vector: bytes) -> _LibraryMode:
    match mode:
        case Mode.ECB:
            return modes.ECB()
        case Mode.CBC:
            return modes.CBC(vector)
        case Mode.CFB:
            return CFB(vector)
        case Mode.OFB:
            return OFB(vector)
        case _:
            return modes.CTR(vector)


class Part(StrEnum):
    """What a value is in a mode."""

    VECTOR = "vector"
    COUNTER = "counter"
    PLAIN = "plain"
    MIXED = "mixed"
    STREAM = "stream"
    CIPHER = "cipher"
    HASH = "hash"
    LENGTHS = "lengths"
    TAG = "tag"


class Operation(StrEnum):
    """How one value becomes another."""

    COPY = ""
    ENCRYPT = "E"
    DECRYPT = "D"
    XOR = "⊕"
    MULTIPLY = "× H"


@dataclass(frozen=True)
class Value:
    """A value of a `block`, from 0; GCM's tag comes in the block after the last."""

    part: Part
    block: int
    data: bytes
    sources: tuple[tuple[Part, int, Operation], ...] = ()
    """The values that it is made of, and how."""

    @property
    def key(self) -> tuple[Part, int]:
        """What tells it from others."""
        return self.part, self.block


@dataclass
class Trace:
    """The values of a mode in the order in which they are computed."""

    values: list[Value] = field(default_factory=list)
    refused: bool = False
    """Whether the tag that was stored is another one."""

    def add(
        self, part: Part, block: int, data: bytes, *sources: tuple[Part, int, Operation]
    ) -> bytes:
        """Note a value, and give its bytes."""
        self.values.append(Value(part, block, data, sources))
        return data

    def joined(self, part: Part) -> bytes:
        """All blocks of a part, in their order."""
        found = sorted((*each.key, each.data) for each in self.values if each.part is part)
        return b"".join(data for _, _, data in found)


def encryption_trace(mode: Mode, key: bytes, vector: bytes, data: bytes) -> Trace:
    """How ECB, CBC, CTR or GCM encrypts, block by block."""
    trace = Trace()
    if mode in PADDED:
        padder = PKCS7(8 * BLOCK).padder()
        _trace_blocks(trace, mode, key, vector, padder.update(data) + padder.finalize())
    else:
        _trace_stream(trace, mode, key, vector, data, decrypts=False)
    return trace


def decryption_trace(mode: Mode, key: bytes, vector: bytes, data: bytes) -> Trace:
    """How ECB, CBC, CTR or GCM decrypts what `encrypt` gave, or what it was changed to."""
    trace = Trace()
    if mode in PADDED:
        if mode is Mode.CBC:
            trace.add(Part.VECTOR, 0, vector)
        before = vector
        for at, block in enumerate(_blocks(data)):
            trace.add(Part.CIPHER, at, block)
            opened = decrypt(Mode.ECB, key, vector, block) or b""
            if mode is Mode.ECB:
                trace.add(Part.PLAIN, at, opened, (Part.CIPHER, at, Operation.DECRYPT))
                continue
            trace.add(Part.MIXED, at, opened, (Part.CIPHER, at, Operation.DECRYPT))
            previous = (Part.CIPHER, at - 1) if at else (Part.VECTOR, 0)
            sources = ((Part.MIXED, at, Operation.XOR), (*previous, Operation.XOR))
            trace.add(Part.PLAIN, at, _xor(opened, before), *sources)
            before = block
        return trace
    tag = data[-TAG:] if mode is Mode.GCM else b""
    sealed = data[:-TAG] if mode is Mode.GCM else data
    _trace_stream(trace, mode, key, vector, sealed, decrypts=True)
    if mode is Mode.GCM:
        trace.refused = trace.values[-1].data != tag
    return trace


def _trace_blocks(trace: Trace, mode: Mode, key: bytes, vector: bytes, data: bytes) -> None:
    if mode is Mode.CBC:
        trace.add(Part.VECTOR, 0, vector)
    before = vector
    for at, block in enumerate(_blocks(data)):
        trace.add(Part.PLAIN, at, block)
        into, source = block, Part.PLAIN
        if mode is Mode.CBC:
            previous = (Part.CIPHER, at - 1) if at else (Part.VECTOR, 0)
            sources = ((Part.PLAIN, at, Operation.XOR), (*previous, Operation.XOR))
            into, source = trace.add(Part.MIXED, at, _xor(block, before), *sources), Part.MIXED
        before = trace.add(Part.CIPHER, at, _one_block(key, into), (source, at, Operation.ENCRYPT))


def _trace_stream(
    trace: Trace, mode: Mode, key: bytes, vector: bytes, data: bytes, *, decrypts: bool
) -> None:
    """CTR, and GCM, which counts from 2 behind its nonce and takes 1 for its tag."""
    given, made = (Part.CIPHER, Part.PLAIN) if decrypts else (Part.PLAIN, Part.CIPHER)
    first = vector[:NONCE] + bytes((0, 0, 0, 2)) if mode is Mode.GCM else vector
    sealed = []
    for at, block in enumerate(_blocks(data)):
        counter = (int.from_bytes(first) + at) % (1 << 8 * BLOCK)
        trace.add(Part.COUNTER, at, counter.to_bytes(BLOCK))
        stream = _one_block(key, counter.to_bytes(BLOCK))
        trace.add(Part.STREAM, at, stream, (Part.COUNTER, at, Operation.ENCRYPT))
        trace.add(given, at, block)
        sources = ((given, at, Operation.XOR), (Part.STREAM, at, Operation.XOR))
        mixed = trace.add(made, at, _xor(block, stream), *sources)
        sealed.append(block if decrypts else mixed)
    if mode is Mode.GCM:
        _trace_tag(trace, key, vector, sealed)


def _trace_tag(trace: Trace, key: bytes, vector: bytes, sealed: list[bytes]) -> None:
    """GHASH over the ciphertext and its length, XORed with one more block of key stream."""
    by = int.from_bytes(_one_block(key, bytes(BLOCK)))
    hashed = bytes(BLOCK)
    for at, block in enumerate(sealed):
        mixed = _xor(hashed, block.ljust(BLOCK, b"\0"))
        sources = [(Part.CIPHER, at, Operation.MULTIPLY)]
        if at:
            sources.append((Part.HASH, at - 1, Operation.XOR))
        hashed = trace.add(Part.HASH, at, _multiplied(mixed, by), *sources)
    last = len(sealed)
    lengths = (8 * sum(map(len, sealed))).to_bytes(BLOCK)
    trace.add(Part.LENGTHS, last, lengths)
    sources = [(Part.LENGTHS, last, Operation.MULTIPLY)]
    if last:
        sources.append((Part.HASH, last - 1, Operation.XOR))
    hashed = trace.add(Part.HASH, last, _multiplied(_xor(hashed, lengths), by), *sources)
    counter = vector[:NONCE] + bytes((0, 0, 0, 1))
    trace.add(Part.COUNTER, last, counter)
    stream = _one_block(key, counter)
    trace.add(Part.STREAM, last, stream, (Part.COUNTER, last, Operation.ENCRYPT))
    both = ((Part.HASH, last, Operation.XOR), (Part.STREAM, last, Operation.XOR))
    trace.add(Part.TAG, last, _xor(hashed, stream), *both)


def _one_block(key: bytes, block: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return encryptor.update(block) + encryptor.finalize()


def _blocks(data: bytes) -> list[bytes]:
    return [data[at : at + BLOCK] for at in range(0, len(data), BLOCK)]


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=False))


def _multiplied(block: bytes, by: int) -> bytes:
    """Of GF(2¹²⁸) as GCM counts its bits: NIST SP 800-38D, algorithm 1."""
    factor, product, power = int.from_bytes(block), 0, by
    for at in range(127, -1, -1):
        if factor >> at & 1:
            product ^= power
        power = power >> 1 ^ (0xE1 << 120 if power & 1 else 0)
    return product.to_bytes(BLOCK)
