"""Search files for a marker: one pass for all its forms, in constant memory.

All halves of all forms are looked for at once by the Rust library aho-corasick, whose vector search
(Teddy) passes 10 GB and more a second here; bytes.find for each needle takes 14 times as long and
grep -F for a single one more than twice.
"""

from __future__ import annotations

import base64
import errno
import os
import re
import secrets
import stat
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from engines.platform.file_access import open_following_links, read_at, read_into, stored_ranges

# A random marker that a run stores with its data, and the forms in which it may be found on a disk.
#
# What a search for it cannot see: compressed pages and values (PostgreSQL compresses values from 2
# kB on, so markers belong into short ones), and a marker cut in more than one place. One cut, such
# as by the edge of a page or a line break in base64, leaves one half whole, and each half is looked
# for by itself.

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


_CHUNK = 1 << 20
_CONTEXT = 16

# The library takes its vector search only if patterns share no small set of bytes; for one marker
# in a few hundred they do, and the search is 30 times slower. Two more patterns without a byte in
# common with any other rule that out; should they ever occur, they are passed over.
_DECOYS = (bytes(range(0x80, 0x90)), bytes(range(0x90, 0xA0)))

type Advance = Callable[[int], None]
"""Called with the number of bytes that have been passed since the last call."""


class MarkerPart(StrEnum):
    """How much of the marker was there in one piece."""

    WHOLE = "whole"
    FIRST_HALF = "first half"
    SECOND_HALF = "second half"


@dataclass(frozen=True)
class Hit:
    """A marker, or half of one, in a file.

    `offset` is that of what was found, in bytes. `context` is what lies around it in hex: up to 16
    bytes before it, itself, and up to 16 after; `context_offset` is where that begins.
    """

    file: Path
    offset: int
    form: Form
    part: MarkerPart
    context: str
    context_offset: int


class Scanner:
    """Searches files for all needles; make it once for many files.

    Halves of a needle that is cut count, unless `halves_count` is off, as for a key.
    """

    def __init__(self, needles: Sequence[Needle], *, halves_count: bool = True) -> None:
        self._needles = tuple(needles)
        self._halves_count = halves_count
        # Forms may share a half: hexadecimal digits without a letter have no capitals.
        patterns = dict.fromkeys(half for needle in self._needles for half in needle.halves)
        number = {half: index for index, half in enumerate(patterns)}
        self._wholes: dict[tuple[int, int], Form] = {}
        self._halves: dict[int, tuple[Form, MarkerPart]] = {}
        for needle in self._needles:
            first, second = (number[half] for half in needle.halves)
            self._wholes.setdefault((first, second), needle.form)
            self._halves.setdefault(first, (needle.form, MarkerPart.FIRST_HALF))
            self._halves.setdefault(second, (needle.form, MarkerPart.SECOND_HALF))
        self._search = BytesAhoCorasick([*patterns, *_DECOYS], MatchKind.LeftmostFirst)
        self.overlap = max(len(needle.data) for needle in self._needles) - 1
        """Bytes in which a needle may begin that does not end before theirs do."""

    def scan(self, file: Path, advance: Advance | None = None) -> Iterator[Hit]:
        """The findings in a regular file, by rising offset; holes of sparse files are skipped.

        Raises: OSError if it cannot be opened or read, or is no regular file.
        """
        handle = _open(file)
        try:
            for begin, end in _extents(handle, advance or _ignore):
                for _, hit in scan_range((self,), handle, file, begin, end, advance):
                    yield hit
        finally:
            os.close(handle)

    def counts(self, match: _Match) -> bool:
        """Whether that much of a needle counts."""
        return self._halves_count or match.part is MarkerPart.WHOLE

    def matches(self, data: memoryview) -> Iterator[_Match]:
        """Matches by rising offset, two halves that touch joined."""
        found = self._search.find_matches_as_indexes(data)
        halves = [each for each in found if each[0] in self._halves]
        index = 0
        while index < len(halves):
            pattern, begin, end = halves[index]
            form, part = self._halves[pattern]
            if index + 1 < len(halves):
                following, its_begin, its_end = halves[index + 1]
                whole = self._wholes.get((pattern, following))
                if whole is not None and its_begin == end:
                    form, part, end = whole, MarkerPart.WHOLE, its_end
                    index += 1
            yield _Match(form, part, begin, end - begin)
            index += 1


def scan_range(
    scanners: Sequence[Scanner],
    handle: int,
    name: Path,
    begin: int,
    end: int,
    advance: Advance | None = None,
) -> Iterator[tuple[Scanner, Hit]]:
    """What each scanner finds between two offsets of an open file, which is read once for all of
    them; reported under `name`.

    Raises: OSError if it cannot be read
    """
    for scanner, match in _matches(scanners, handle, begin, end, advance or _ignore):
        if scanner.counts(match):
            yield scanner, _finding(handle, name, match)


def _matches(
    scanners: Sequence[Scanner], handle: int, begin: int, end: int, advance: Advance
) -> Iterator[tuple[Scanner, _Match]]:
    """Matches between two offsets, by rising offset for each scanner.

    A match that begins in the last bytes of a chunk may not be seen whole: these bytes are kept in
    front of the next chunk and looked at again with it, as is the rest of a match that was seen.
    """
    overlap = max(each.overlap for each in scanners)
    buffer = bytearray(_CHUNK + overlap)
    view = memoryview(buffer)
    seen = [begin] * len(scanners)
    carried, done, last = 0, begin, False
    while not last:
        read = read_into(handle, view[carried : carried + min(_CHUNK, end - done)], done)
        base, filled = done - carried, carried + read
        done += read
        last = done >= end or not read  # nothing read: the file was cut short meanwhile
        passed = filled if last else max(0, filled - overlap)
        for number, scanner in enumerate(scanners):
            for match in scanner.matches(view[:filled]):
                offset = base + match.offset
                if offset >= seen[number] and match.offset < passed:
                    seen[number] = offset + match.size
                    yield scanner, replace(match, offset=offset)
        carried = filled - passed
        buffer[:carried] = buffer[passed:filled]
        advance(read)


@dataclass(frozen=True)
class _Match:
    form: Form
    part: MarkerPart
    offset: int
    size: int


def _ignore(passed: int) -> None:
    """No progress."""


def numbers_before(tag: bytes, file: Path) -> set[int]:
    """The whole numbers that a regular file has in front of ` tag`, as texts end that were numbered
    and marked to be told from all others.

    Raises: OSError as `Scanner.scan`
    """
    found: set[int] = set()
    ending = b" " + tag
    handle = _open(file)
    try:
        for begin, end in _extents(handle, _ignore):
            carried, position = b"", begin
            while position < end:
                read = read_at(handle, min(_CHUNK, end - position), position)
                if not read:  # cut short meanwhile
                    break
                position += len(read)
                data = carried + read
                at = data.find(ending, max(0, len(carried) - len(ending) + 1))
                while at >= 0:
                    if number := _NUMBER.search(data, max(0, at - _DIGITS), at):
                        found.add(int(number[0]))
                    at = data.find(ending, at + 1)
                carried = data[-(_DIGITS + len(ending)) :]
    finally:
        os.close(handle)
    return found


_DIGITS = 10
_NUMBER = re.compile(rb"[0-9]+\Z")


def _open(file: Path) -> int:
    """Regular files only: opening a pipe would wait, and opening a device may act."""
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(file))
    return open_following_links(file)


def _extents(handle: int, advance: Advance) -> Iterator[tuple[int, int]]:
    """Begin and end of stored data; a hole reads as zeros and contains no marker."""
    position = 0
    for begin, end in stored_ranges(handle):
        advance(begin - position)
        yield begin, end
        position = end
    advance(os.fstat(handle).st_size - position)


def _finding(handle: int, file: Path, match: _Match) -> Hit:
    begin = max(0, match.offset - _CONTEXT)
    context = read_at(handle, match.offset - begin + match.size + _CONTEXT, begin)
    return Hit(file, match.offset, match.form, match.part, context.hex(), begin)
