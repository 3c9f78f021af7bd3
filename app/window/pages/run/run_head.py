"""Lines above a running campaign: its progress, what runs now, and the state of an open load."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.results.events import RunStarted
from app.results.records import ProbeSample
from app.window.shared.run_counts import RunCounts
from app.window.shared.run_words import lockstep_words, progress_text, time_left
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import SteadyBox
from widgets.look.icons import icon
from widgets.look.numbers import format_number, format_significant
from widgets.look.theme import scaled_font
from widgets.parts.cards import CutLabel, ElidedLabel
from widgets.parts.progress_line import ProgressLine

_tr = QCoreApplication.translate

_RATE_WINDOW_S = 1.0
"""Rates are computed over this many seconds."""


class LoadLine:
    """The text on an open load (requests arrive at a rate): counts over one operation, rates over
    its last second."""

    def __init__(self) -> None:
        self._recent: deque[ProbeSample] = deque()
        self._operation = ""
        self._answered = self._dropped = 0

    def restart(self) -> None:
        """Reset the counts for another run or operation."""
        self._recent.clear()
        self._answered = self._dropped = 0

    def text_after(self, sample: ProbeSample) -> str:
        """The line's text after a sample; empty without an open load or a timed operation."""
        if sample.waiting is None or sample.operation is None:
            return ""
        if sample.operation != self._operation:
            self._operation = sample.operation
            self.restart()
        self._answered += sample.statements
        self._dropped += sample.dropped or 0
        self._recent.append(sample)
        while sample.at - self._recent[0].at > _RATE_WINDOW_S:
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


_MOST_END_LINES = 4
"""Most lines of the sentence on what ended a campaign, which may contain long names."""


class RunHead(SteadyBox):
    """Name, progress and buttons; below them what runs now with the progress of its operation, and
    the line of an open load."""

    pause_asked = Signal()
    unpause_asked = Signal()
    cancel_asked = Signal()
    resume_asked = Signal()
    """Resume the campaign that was cancelled or has failed."""
    results_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)  # else all that it lies on is painted with each progress
        self._name = self._counted = self._time_left_text = self._note = self._interval_text = ""
        self._share: float | None = None
        self._paused = False
        self._line = ProgressLine(parent=self.inside)
        self._cell = CutLabel(1, parent=self.inside)
        self._cell.setFont(scaled_font(1.05))
        self._operation = ProgressLine(parent=self.inside)
        self._operation.setFixedWidth(300)
        self._load_line = LoadLine()
        self._load = ElidedLabel("", "muted", self.inside)
        self._make_buttons()
        self._lay_out()

    def begin(self, name: str, doing: str) -> None:
        """Show a campaign that is being prepared; `doing` says what happens now."""
        self._name, self._share = name, None
        self._counted, self._time_left_text, self._interval_text, self._note = "", "", "", doing
        self._paused = False
        self._show_line()
        self.show_text("")
        self._show_pause()
        for button in (self._pause, self._cancel, self._results, self._resume):
            button.setVisible(button in (self._pause, self._cancel))
            button.setEnabled(True)
        self._pause.setToolTip("")
        self._cancel.setToolTip(self.tr("End the campaign; finished runs are kept"))

    def show_read_only(self) -> None:
        """Show a campaign that another machine runs: it cannot be paused or cancelled here."""
        for button in (self._pause, self._cancel):
            button.setEnabled(False)
            button.setToolTip(
                self.tr("Runs on another machine. Pause or cancel it there: this is read only.")
            )

    def rename(self, name: str) -> None:
        self._name = name

    def show_progress(
        self, counts: RunCounts, remaining: float | None, interval_text: str | None = None
    ) -> None:
        """Show how many runs are done, the `remaining` seconds, and a text on the widest interval
        (None: unchanged)."""
        self._share = counts.share
        self._counted, self._time_left_text = (
            progress_text(counts.done, counts.total),
            time_left(remaining),
        )
        self._interval_text = self._interval_text if interval_text is None else interval_text
        self._show_line()

    def show_note(self, text: str) -> None:
        """Show a note in place of the time left; an empty one removes it."""
        self._note = text
        self._show_line()

    def _show_line(self) -> None:
        words = [self._counted, self._note or self._time_left_text, self._interval_text]
        self._line.show_progress(self._name, self._share, "   ".join(filter(None, words)))

    def show_run(self, event: RunStarted) -> None:
        self._load_line.restart()
        self.show_text(lockstep_words(event))

    def show_text(self, words: str) -> None:
        """Show what happens while no operation is timed."""
        self._cell.set_lines(1)
        self._cell.setText(words)
        self._operation.hide()
        self._load.hide()

    def show_end_reason(self, words: str) -> None:
        """Show the sentence on what ended the campaign."""
        self.show_text(words)
        self._cell.set_lines(_MOST_END_LINES)

    def show_operation(self, name: str, share: float) -> None:
        """Show the progress of the timed operation, 0 to 1."""
        percent = self.tr("{percent} %").format(percent=format_number(share * 100))
        self._operation.show_progress(name, share, percent)
        self._operation.show()

    def show_activity(self, words: str, share: float | None) -> None:
        """Show what is done while nothing is timed; `share` (0 to 1) is None where its extent is
        unknown."""
        done = self.tr("{percent} %").format(percent=format_number((share or 0) * 100))
        self._operation.show_progress(words, share, "" if share is None else done)
        self._operation.show()

    def show_sample(self, sample: ProbeSample) -> None:
        """Show the progress of the timed operation, and under an open load the counts of
        requests."""
        self.show_operation(sample.operation or "", sample.progress)
        words = self._load_line.text_after(sample)
        self._load.setText(words)
        self._load.setVisible(bool(words))

    def set_paused(self, paused: bool) -> None:
        """Offer to resume instead of to pause."""
        self._paused = paused
        self._show_pause()

    def show_cancelling(self) -> None:
        """Disable all commands until the campaign ends."""
        self._pause.setEnabled(False)
        self._cancel.setEnabled(False)

    def finish(self, note: str, with_results: bool) -> None:
        """Show that the campaign ended; `note` says how."""
        self._share = self._share or 0.0
        self._interval_text = ""  # what ended it tells
        self.show_note(note)
        self._operation.hide()
        self._pause.hide()
        self._cancel.hide()
        self._results.setVisible(with_results)

    def offer_resume(self, offered: bool) -> None:
        """Offer to resume, if runs are left."""
        self._resume.setVisible(offered)

    def _make_buttons(self) -> None:
        self._pause = QPushButton(self.inside)
        self._pause.clicked.connect(self._on_pause)
        self._cancel = QPushButton(icon("stop"), self.tr("Ca&ncel"), self.inside)
        self._cancel.clicked.connect(self.cancel_asked)
        words = self.tr("&Show results")
        self._results = QPushButton(icon("results", "accent_text"), words, self.inside)
        self._results.setProperty("primary", True)
        self._results.clicked.connect(self.results_asked)
        self._results.hide()
        self._resume = QPushButton(icon("play"), self.tr("&Resume"), self.inside)
        self._resume.setToolTip(self.tr("Continue at the first unfinished run"))
        self._resume.clicked.connect(self.resume_asked)
        self._resume.hide()
        self._show_pause()

    def _show_pause(self) -> None:
        self._pause.setText(self.tr("&Resume") if self._paused else self.tr("&Pause"))
        self._pause.setIcon(icon("play" if self._paused else "pause"))

    def _on_pause(self) -> None:
        (self.unpause_asked if self._paused else self.pause_asked).emit()

    def _lay_out(self) -> None:
        top = hbox(None, (self._line, 1), 8, spacing=8)
        for button in (self._pause, self._cancel, self._resume, self._results):
            top.addWidget(button)
        below = hbox(None, (self._cell, 1), self._operation, spacing=24)
        vbox(self.inside, top, below, self._load, spacing=4)
        self._load.hide()
        self._cell.setMinimumHeight(self._operation.sizeHint().height())
