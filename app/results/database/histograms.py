"""Decodes stored HDR histograms of latencies, with bounds: they are compressed, so that a few bytes
may claim gigabytes. The only place that decodes them."""

from __future__ import annotations

import struct
from base64 import b64decode

from hdrh.codec import ext_header_size
from hdrh.histogram import HdrHistogram

from app.results.strict_reading import decompress_bounded

_MOST_BYTES = 1_000_000
"""Compressed or not: a histogram of three digits has at most 55,000 counts of up to nine bytes."""
_MOST_DIGITS = 3
"""Ours have three significant digits. With five there would be 60 MB of counts."""
_DIGITS_AT = 12
"""Offset of the number of digits in the decompressed header."""


class BadHistogram(ValueError):
    """Bytes that are not a valid histogram."""


def decode_histogram(encoded: bytes) -> HdrHistogram:
    """Raises: BadHistogram"""
    try:
        if len(encoded) > _MOST_BYTES:
            raise ValueError("no histogram has so many bytes")
        unpacked = decompress_bounded(b64decode(encoded)[ext_header_size:], _MOST_BYTES)
        if struct.unpack_from(">I", unpacked, _DIGITS_AT)[0] > _MOST_DIGITS:
            raise ValueError("no histogram of ours has so many digits")
        return HdrHistogram.decode(encoded)
    except Exception as error:  # whatever its library makes of strange bytes
        raise BadHistogram(str(error)) from error
