"""A line on the current state of an open load."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QCoreApplication

from app.results.samples import ProbeSample
from widgets.look.numbers import format_number, format_significant

_tr = QCoreApplication.translate

_SECONDS = 1.0
"""Rates are computed over this many seconds."""


class LoadLine:
    """Counts over one operation; rates over its last second."""

    def __init__(self) -> None:
        self._recent: deque[ProbeSample] = deque()
        self._operation = ""
        self._answered = self._dropped = 0

    def restart(self) -> None:
        """Reset the counts for another run or operation."""
        self._recent.clear()
        self._answered = self._dropped = 0

    def take(self, sample: ProbeSample) -> str:
        """The line after a sample; empty without an open load or a timed operation."""
        if sample.waiting is None or sample.operation is None:
            return ""
        if sample.operation != self._operation:
            self._operation = sample.operation
            self.restart()
        self._answered += sample.statements
        self._dropped += sample.dropped or 0
        self._recent.append(sample)
        while sample.at - self._recent[0].at > _SECONDS:
            self._recent.popleft()
        return self._words(sample)

    def _words(self, sample: ProbeSample) -> str:
        frame = _tr(
            "Run",
            "{rate} arriving per second · {answered} answered · {waiting} waiting · "
            "{dropped} dropped",
        )
        text = frame.format(
            rate=format_number(self._rate()),
            answered=format_number(self._answered),
            waiting=format_number(sample.waiting or 0),
            dropped=format_number(self._dropped),
        )
        if sample.p50_us is None or sample.p99_us is None:
            return text
        latency = _tr("Run", "p50 {p50} ms, p99 {p99} ms").format(
            p50=format_significant(sample.p50_us / 1000),
            p99=format_significant(sample.p99_us / 1000),
        )
        return f"{text} · {latency}"

    def _rate(self) -> float:
        """Arrivals per second: requests answered or dropped, plus growth of the queue."""
        first, last = self._recent[0], self._recent[-1]
        passed = last.at - first.at
        if passed <= 0:
            return 0.0
        later = list(self._recent)[1:]
        gone = sum(each.statements + (each.dropped or 0) for each in later)
        return max(0, gone + (last.waiting or 0) - (first.waiting or 0)) / passed
