"""The cases of a plan, and what their names tell: buffer, warm or cold, flushed or not, logs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from engines.contract.launch import Arrangement, Logs
from engines.contract.message import Message, Number, phrase, plural
from workloads.contract import Case


class Temperature(StrEnum):
    """Whether engine and system hold in memory what they have just written, or nothing of it."""

    WARM = "warm"
    COLD = "cold"


class Flush(StrEnum):
    """Whether an operation is over when it is committed, or when its pages are in the files."""

    LEFT = "left"
    INCLUDED = "included"


@dataclass(frozen=True)
class Axes:
    """What a case is beside its number of rows; the buffer in MB (2²⁰ bytes), None: the server's
    own."""

    buffer_mb: int | None = None
    temperature: Temperature = Temperature.WARM
    flush: Flush = Flush.LEFT
    logs: Logs = Logs.USUAL

    @property
    def name(self) -> str:
        """“64 MB, cold, flushed, logs sealed”; empty for what a server does by itself."""
        return ", ".join(
            (
                *(() if self.buffer_mb is None else (f"{self.buffer_mb} MB",)),
                *((_COLD,) if self.temperature is Temperature.COLD else ()),
                *((_FLUSHED,) if self.flush is Flush.INCLUDED else ()),
                *(() if self.logs is Logs.USUAL else (f"{_LOGS}{self.logs}",)),
            )
        )

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement of the server for the case."""
        cold = self.temperature is Temperature.COLD
        return Arrangement(self.buffer_mb, self.logs, cold, self.flush is Flush.INCLUDED)


_COLD, _FLUSHED, _LOGS = "cold", "flushed", "logs "
_BUFFER = re.compile(r"(\d+) MB")


def axes_of(case: Case) -> Axes:
    """What the name of a case tells; words that are not known are passed over."""
    words = case.name.split(", ")
    buffers = [int(found[1]) for each in words if (found := _BUFFER.fullmatch(each))]
    logs = [each for each in Logs if f"{_LOGS}{each}" in words]
    return Axes(
        buffers[0] if buffers else None,
        Temperature.COLD if _COLD in words else Temperature.WARM,
        Flush.INCLUDED if _FLUSHED in words else Flush.LEFT,
        logs[0] if logs else Logs.USUAL,
    )


def case_words(case: Case) -> Message:
    """“2,000,000 rows, 64 MB, cold”: short enough for the head of a column."""
    axes = axes_of(case)
    message = plural("{n} rows", "{n} row", case.size)
    if axes.buffer_mb is not None:
        message = phrase("{rows}, {size} MB", rows=message, size=Number(axes.buffer_mb))
    if axes.temperature is Temperature.COLD:
        message = phrase("{case}, cold", case=message)
    if axes.flush is Flush.INCLUDED:
        message = phrase("{case}, flushed", case=message)
    if axes.logs is Logs.SEALED:
        message = phrase("{case}, logs sealed", case=message)
    if axes.logs is Logs.READABLE:
        message = phrase("{case}, logs readable", case=message)
    return message
