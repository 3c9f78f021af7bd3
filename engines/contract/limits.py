"""Limits of single values, and the clauses about what lies beyond them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from engines.contract.message import Message, phrase

LONGEST_NAME = 255
"""Characters that a results store on a server keeps of a name."""

LONGEST_TEXT = 4096
"""Characters: as long as the longest path on Linux."""

MOST_VALUE_BYTES = 256 << 20
"""Of one value, or one row of them, that an engine may build where it knows such a limit."""


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


def text_faults(name: str, text: str, most: int = LONGEST_TEXT) -> Iterator[Message]:
    """Clauses about a text that no file, server or store takes as it stands."""
    if "\0" in text:
        yield phrase("{name} contains a NUL character", name=name)
    if len(text) > most:
        yield phrase("{name} has more than {most} characters", name=name, most=most)
