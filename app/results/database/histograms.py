"""Histograms of latencies as they are stored: packed, so that a few bytes may claim gigabytes.
Nothing but this decodes them."""

from __future__ import annotations

import struct
from base64 import b64decode

from hdrh.codec import ext_header_size
from hdrh.histogram import HdrHistogram

from app.results.strict import inflated

_MOST_BYTES = 1_000_000
"""Packed or not: one of three digits has 55,000 counts at most, of up to nine bytes each."""
_MOST_DIGITS = 3
"""Ours have three. One of five would have 60 MB of counts, however few are told."""
_DIGITS_AT = 12
"""Where the header of what was unpacked has them."""


class BadHistogram(ValueError):
    """Bytes that are not a valid histogram."""


def histogram_of(encoded: bytes) -> HdrHistogram:
    """Raises: BadHistogram"""
    try:
        if len(encoded) > _MOST_BYTES:
            raise ValueError("no histogram has so many bytes")
        unpacked = inflated(b64decode(encoded)[ext_header_size:], _MOST_BYTES)
        if struct.unpack_from(">I", unpacked, _DIGITS_AT)[0] > _MOST_DIGITS:
            raise ValueError("no histogram of ours has so many digits")
        return HdrHistogram.decode(encoded)
    except Exception as error:  # whatever its library makes of strange bytes
        raise BadHistogram(str(error)) from error
