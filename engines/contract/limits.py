"""Limits of single values, and the clauses about what lies beyond them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from engines.contract.message import Message, phrase

LONGEST_NAME = 255
"""Characters that a results store on a server keeps of a name."""

RESULT_BYTES, ROW_BYTES = 256_000_000, 64_000_000
"""What a statement's result, and one row of it, may take in memory."""

TRIES, TRIED_NS = 100, 60_000_000_000
"""How often a request of a load is tried where transactions are in conflict, and after how many
nanoseconds it is not tried again: a lock may be waited for as long."""

LONGEST_TEXT = 4096
"""Characters: as long as the longest path on Linux."""


@dataclass(frozen=True)
class Limits:
    """What a number may be; None: anything on that side."""

    least: float | None = None
    most: float | None = None

    def faults(self, name: str, value: float) -> Iterator[Message]:
        """Clauses such as “repetitions must be 1 or more”."""
        # By comparing: math.isfinite fails for a whole number of 400 digits.
        if not -math.inf < value < math.inf:
            yield phrase("{name} must be a number", name=name)
        elif self.least is not None and value < self.least:
            yield phrase("{name} must be {least} or more", name=name, least=self.least)
        elif self.most is not None and value > self.most:
            yield phrase("{name} must be {most} or less", name=name, most=self.most)


def control_character(text: str) -> str | None:
    """The first character that would move or reverse other text where it is shown, such as
    “U+202E”."""
    found = _STEERING.search(text)
    return None if found is None else f"U+{ord(found[0]):04X}"


_STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tab and ends of lines, and what changes the direction of writing.
Marks of right-to-left scripts stay: words are written with them."""


NAMES = frozenset({"name", "title"})
"""Keys of files and fields of forms whose text is shown amid other text."""


def control_character_faults(key: Message | str, text: str) -> Iterator[Message]:
    """A clause about a control character that would move or reverse the text around a name."""
    if (sign := control_character(text)) is not None:
        yield phrase("{key} contains the control character {code}", key=key, code=sign)


def name_faults(key: str, text: str, most: int = LONGEST_NAME) -> Iterator[Message]:
    """Clauses about a name that no file, server or store takes, or that cannot be shown."""
    yield from text_faults(key, text, most)
    if "\0" not in text:
        yield from control_character_faults(key, text)


def text_faults(name: str, text: str, most: int = LONGEST_TEXT) -> Iterator[Message]:
    """Clauses about a text that no file, server or store takes as it stands."""
    if "\0" in text:
        yield phrase("{name} contains a NUL character", name=name)
    if len(text) > most:
        yield phrase("{name} has more than {most} characters", name=name, most=most)
