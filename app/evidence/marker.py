"""A random marker that a run stores with its data, and the forms in which it may be found on a
disk.

What a search for it cannot see: compressed pages and values (PostgreSQL compresses values from
2 kB on, so markers belong into short ones), and a marker cut in more than one place. One cut, such
as by the edge of a page or a line break in base64, leaves one half whole, and each half is looked
for by itself.
"""

from __future__ import annotations

import base64
import secrets
import string
from dataclasses import dataclass
from enum import StrEnum

_LENGTH = 32
_LETTERS = string.ascii_letters + string.digits
_FEWEST = 16
_FEWEST_KEY_BYTES = 8


class Form(StrEnum):
    """How a marker is written down.

    `TEXT` serves ASCII, UTF-8, Latin-1 and their kin, in which letters and digits are the same.
    `UTF_16` serves both byte orders: from the first letter to the last their bytes are the same.
    Base64 has three ways to write the same bytes, by where they stand in groups of three. `BYTES`
    is a key as it is.
    """

    TEXT = "text"
    BYTES = "bytes"
    UTF_16 = "UTF-16"
    HEX_LOWER = "hex, lower case"
    HEX_UPPER = "hex, upper case"
    BASE64_0 = "base64"
    BASE64_1 = "base64, offset 1"
    BASE64_2 = "base64, offset 2"


@dataclass(frozen=True)
class Needle:
    form: Form
    data: bytes

    @property
    def halves(self) -> tuple[bytes, bytes]:
        """Both halves; the first is the shorter if they differ."""
        middle = len(self.data) // 2
        return self.data[:middle], self.data[middle:]


def new_marker() -> str:
    """32 letters and digits drawn by lot, no two neighbours alike.

    A run-length code as in Firebird's records leaves such a text in one piece. By accident it
    occurs in 2 GB, even half of it, with a probability below 10⁻¹⁷.
    """
    marker = secrets.choice(_LETTERS)
    while len(marker) < _LENGTH:
        letter = secrets.choice(_LETTERS)
        marker += letter if letter != marker[-1] else ""
    return marker


def needles(marker: str) -> tuple[Needle, ...]:
    """The marker in every form.

    Raises: ValueError unless it is at least 16 ASCII letters and digits.
    """
    if len(marker) < _FEWEST or not set(marker) <= set(_LETTERS):
        raise ValueError("a marker is 16 or more ASCII letters and digits")
    text = marker.encode()
    return (
        Needle(Form.TEXT, text),
        Needle(Form.UTF_16, marker.encode("utf-16-le")[:-1]),
        Needle(Form.HEX_LOWER, text.hex().encode()),
        Needle(Form.HEX_UPPER, text.hex().upper().encode()),
        Needle(Form.BASE64_0, _base64(text, 0)),
        Needle(Form.BASE64_1, _base64(text, 1)),
        Needle(Form.BASE64_2, _base64(text, 2)),
    )


def key_needles(key: bytes) -> tuple[Needle, ...]:
    """A key as bytes, as hexadecimal digits and in Base64.

    Raises: ValueError for less than 8 bytes, which would turn up by accident
    """
    if len(key) < _FEWEST_KEY_BYTES:
        raise ValueError("a key of less than 8 bytes is found anywhere")
    return (
        Needle(Form.BYTES, key),
        Needle(Form.HEX_LOWER, key.hex().encode()),
        Needle(Form.HEX_UPPER, key.hex().upper().encode()),
        Needle(Form.BASE64_0, _base64(key, 0)),
        Needle(Form.BASE64_1, _base64(key, 1)),
        Needle(Form.BASE64_2, _base64(key, 2)),
    )


def _base64(text: bytes, before: int) -> bytes:
    """The characters that `text` alone decides when `before` other bytes stand in front of it.

    A character carries six bits: the first of ours begins at bit 8 · before, and what follows the
    text decides the rest of the last one.
    """
    written = base64.b64encode(bytes(before) + text)
    return written[-(-8 * before // 6) : 8 * (before + len(text)) // 6]
