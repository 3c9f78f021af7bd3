"""Finds values of a column that are readable text, and so not encrypted at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

_EXAMPLES = 3
_SURE_BYTES = 16
"""So many random bytes are all printable once in ten million times."""
_NEARLY_ALL = 0.9
_LATIN_SHARE = 2
"""Text in Latin-1 has so many plain letters for one with an accent at least."""

_HEXADECIMAL = re.compile(r"(\\x|0x)?([0-9a-f]{16,}|[0-9A-F]{16,})")
_BASE64 = re.compile(r"[A-Za-z0-9+/=._:${},-]{20,}")
_ARMOURED = re.compile(r"-----BEGIN [A-Z ]+-----")


@dataclass(frozen=True)
class ReadableText:
    """How many records are readable text, and examples, the most frequent first.

    `texts` has all of them, value → text.
    """

    records: int
    examples: tuple[str, ...] = field(repr=False)
    texts: Mapping[bytes, str] = field(repr=False)


def readable_text(values: Sequence[bytes]) -> ReadableText | None:
    """The readable text in a column; None where all of it may be ciphertext.

    Ciphertext written as hexadecimal digits, Base64 or armour is no text. Where fewer than half of
    the different values read as text, short ones may do so by chance and are left out.
    """
    counts = Counter(values)
    texts = _texts(counts, _text)
    if 2 * len(texts) < len(counts):
        texts = _texts((value for value in counts if len(value) >= _SURE_BYTES), _utf8)
    encoded = sum(map(_is_encoded, texts.values()))
    if not any(texts.values()) or encoded >= _NEARLY_ALL * len(texts):
        return None
    ranked = sorted(texts, key=lambda value: (-counts[value], value))
    return ReadableText(
        records=sum(counts[value] for value in texts),
        examples=tuple(texts[value] for value in ranked if value)[:_EXAMPLES],
        texts=texts,
    )


def reads_as_text(value: bytes) -> bool:
    """Whether a reader would take it for text: UTF-8 without a sign that no font has."""
    return _utf8(value) is not None


def _texts(values: Iterable[bytes], read: Callable[[bytes], str | None]) -> dict[bytes, str]:
    return {value: text for value in values if (text := read(value)) is not None}


def _text(value: bytes) -> str | None:
    """What bytes say in UTF-8, or else in Latin-1; None if that is no text."""
    found = _utf8(value)
    return _latin1(value) if found is None else found


def _utf8(value: bytes) -> str | None:
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return None
    return text if all(each.isprintable() or each in "\t\r\n" for each in text) else None


def _latin1(value: bytes) -> str | None:
    text = value.decode("latin-1")
    accents = sum(1 for letter in text if letter > "~" and letter.isalpha())
    plain = sum(1 for letter in text if " " <= letter <= "~")
    return text if accents + plain == len(text) and _LATIN_SHARE * accents <= plain else None


def _is_encoded(text: str) -> bool:
    """Whether bytes written as letters, such as `decode(…)` takes, rather than words."""
    if _HEXADECIMAL.fullmatch(text):
        return any(each.isdigit() for each in text) and any(each.isalpha() for each in text)
    kinds = (str.isupper, str.islower, str.isdigit)
    if _BASE64.fullmatch(text):
        return all(any(is_kind(each) for each in text) for is_kind in kinds)
    return _ARMOURED.match(text) is not None
