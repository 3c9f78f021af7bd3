"""Strict reading of untrusted files, JSON and compressed data: types must match, values must fit
the store, and memory is bounded."""

from __future__ import annotations

import json
import math
import os
import stat
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin

import cattrs
from cattrs.cols import homogenous_tuple_structure_factory, list_structure_factory
from cattrs.preconf.json import make_converter

from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.platform.file_access import open_following_links

# Files that a user names for an import: opened without waiting, refused in one sentence.

OLDER_VERSION = phrase("an unreleased Cipherbench wrote it")
NEWER_VERSION = phrase("a newer Cipherbench wrote it")


def open_regular_file(path: Path) -> int:
    """Open a regular file to read; anything else (a pipe, a folder) is refused at once.

    Raises: InputError
    """
    try:
        handle = open_following_links(path)
    except OSError as error:
        raise unreadable(path, error.strerror or str(error)) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise unreadable(path, phrase("it is not a file"))
    return handle


def unreadable(path: Path, reason: Message | str) -> InputError:
    """The error for a file that cannot be imported."""
    return InputError(
        phrase("Not imported"),
        phrase("{path} cannot be imported: {reason}."),
        phrase("Name an archive or a spool that Cipherbench wrote."),
        path=path,
        reason=reason,
    )


MOST_LINE_BYTES = 4_000_000
"""Limit of a row of a table, or of an event in a spool."""
LATEST_TIMESTAMP = 1e11
"""Seconds since 1970; nothing later is a valid timestamp."""
_MOST_DIGITS = 400
_BYTES_EACH, _SPARE = 8, 1000
"""Lists and objects must have so many bytes on average, beyond a spare number of them: an empty one
has two bytes, and takes 24 times as many in memory."""


def decompress_bounded(packed: bytes, most: int) -> bytes:
    """Decompress zlib data to at most `most` bytes.

    Raises: ValueError for more, and for other data
    """
    try:
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(packed, most + 1)
    except zlib.error as error:
        raise ValueError("it is not packed by zlib") from error
    if len(found) > most or not unpacking.eof:
        raise ValueError("it is cut off, or far too long")
    return found


def parse_json_line(line: bytes) -> Any:
    """The value of a line of JSON; NaN and infinity, which no store holds, become None.

    Raises: ValueError, also for what is nested too deeply or takes far more memory than its bytes
    """
    if line.count(b"[") + line.count(b"{") > len(line) // _BYTES_EACH + _SPARE:
        raise ValueError("it has too many lists")
    try:
        return json.loads(line, parse_constant=_none)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _none(_: str) -> None:
    return None


def json_of_column(text: str | bytes) -> Any:
    """The value of a JSON column. Infinity stands for an integer too long for Python, and for what
    is nested too deeply: later checks refuse it, while an error here would end the reading of all
    rows."""
    try:
        return json.loads(text, parse_int=_whole_or_endless)
    except RecursionError:
        return math.inf


def _whole_or_endless(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


def strict_converter() -> cattrs.Converter:
    """A cattrs converter that coerces nothing (no text to a number, no number to a bool) and
    refuses keys that a class does not have."""
    converter = make_converter(forbid_extra_keys=True)
    for kind, hook in ((int, _whole), (float, _number), (str, _text), (bool, _truth)):
        converter.register_structure_hook(kind, hook)
    for is_such, factory in (
        (_is_list, list_structure_factory),
        (_is_tuple, homogenous_tuple_structure_factory),
    ):
        converter.register_structure_hook_factory(is_such, partial(_listed, factory))
    converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)
    return converter


def is_timestamp(at: float) -> bool:
    return 0 <= at < LATEST_TIMESTAMP


def _whole(value: Any, kind: type[int]) -> int:
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise ValueError(f"{value!r} is no number that a store can hold")
    return kind(value)


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _text(value: Any, kind: type[str]) -> str:
    if type(value) is not str or "\0" in value:
        raise ValueError(f"{value!r} is no text")
    value.encode()  # a ValueError where it is half a character
    return kind(value)  # and where it is none of the words of an enumeration


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is list


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[1:] == (...,)


def _listed(factory: Callable[..., Callable[..., Any]], kind: Any, converter: Any) -> Any:
    items = factory(kind, converter)

    def listed(value: Any, _: Any) -> Any:
        if type(value) not in (list, tuple):
            raise ValueError(f"{value!r} is no list")
        return items(value, kind)

    return listed


def _truth(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is neither true nor false")
    return value
