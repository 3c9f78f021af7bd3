"""Attacks without the key: crib dragging where a key stream was used twice, and changing
ciphertext (malleability).

OFB and CTR add a key stream to the plaintext (NIST SP 800-38A, 6.4 and 6.5). Under one key and
IV the stream is the same for every value, so the XOR of two ciphertexts is the XOR of their
plaintexts: a word known or guessed in one (a crib) shows what is at its place in the other. CFB
does so in the first block. Nothing but authentication keeps anyone from changing ciphertext either.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CribPlacement:
    """What the other message contains at `offset`, if the crib is there in the one.

    `score` is the mean evidence per byte that `text` is text, in bits: above 0 it looks more like
    text than like random bytes.
    """

    offset: int
    text: bytes
    score: float


class TextModel:
    """How probable each byte is in text: in any text, or learned from samples."""

    def __init__(self, probabilities: Mapping[int, float]) -> None:
        self._evidence = [math.log2(256 * probabilities[byte]) for byte in range(256)]

    @classmethod
    def general(cls) -> TextModel:
        """Text of any kind: kinds of characters have round shares, all within one kind alike."""
        probabilities: dict[int, float] = {}
        for probability, members in _CHARACTER_SHARES:
            rest = [byte for byte in members if byte not in probabilities]
            probabilities |= dict.fromkeys(rest, probability / len(rest))
        return cls(probabilities)

    @classmethod
    def trained_on(cls, samples: Iterable[bytes]) -> TextModel:
        """The bytes of samples, such as the public names of what a column holds, one added each
        (Laplace's rule), so that no byte is impossible.
        """
        counts = Counter(dict.fromkeys(range(256), 1))
        for sample in samples:
            counts.update(sample)
        return cls({byte: count / counts.total() for byte, count in counts.items()})

    def score(self, text: bytes) -> float:
        """The mean over the bytes of log₂(share in text / share in random bytes); 0 if empty."""
        return sum(self._evidence[byte] for byte in text) / len(text) if text else 0.0


def xor(one: bytes, other: bytes) -> bytes:
    """Byte by byte, as long as the shorter one."""
    size = min(len(one), len(other))
    xored = int.from_bytes(one[:size]) ^ int.from_bytes(other[:size])
    return xored.to_bytes(size)


def utf8_prefix(text: str, most_bytes: int) -> str:
    """The longest prefix with at most so many bytes in UTF-8, as a crib that fits; at least one
    character."""
    while len(text.encode()) > most_bytes and len(text) > 1:
        text = text[:-1]
    return text


def drag_crib(xored: bytes, crib: bytes, model: TextModel | None = None) -> list[CribPlacement]:
    """Try a known word at every offset of `xored`, the XOR of two ciphertexts; best score first.

    Raises: ValueError for an empty crib.
    """
    if not crib:
        raise ValueError("the crib is empty")
    text_model = model or TextModel.general()
    texts = [(offset, xor(xored[offset:], crib)) for offset in range(len(xored) - len(crib) + 1)]
    placements = [CribPlacement(offset, text, text_model.score(text)) for offset, text in texts]
    return sorted(placements, key=lambda each: (-each.score, each.offset))


def flip_bits(ciphertext: bytes, offset: int, mask: bytes) -> bytes:
    """Flip the bits set in `mask`, from the byte at `offset` on.

    Raises: ValueError for a mask that reaches outside the ciphertext.
    """
    if not 0 <= offset <= len(ciphertext) - len(mask):
        raise ValueError(f"offset {offset} is outside the ciphertext")
    end = offset + len(mask)
    return ciphertext[:offset] + xor(ciphertext[offset:end], mask) + ciphertext[end:]


_CHARACTER_SHARES: tuple[tuple[float, Iterable[int]], ...] = (
    (0.12, b" "),
    (0.58, range(ord("a"), ord("z") + 1)),
    (0.10, range(ord("A"), ord("Z") + 1)),
    (0.10, range(ord("0"), ord("9") + 1)),
    (0.05, range(0x21, 0x7F)),
    (0.045, range(0x80, 0x100)),
    (0.005, range(0x100)),
)
"""Share of a kind of byte in text: space, small and capital letters, digits, signs, the bytes of
UTF-8 beyond ASCII, control characters. Rough on purpose: it serves names, dates and identifiers in
any language. They add up to 1."""
