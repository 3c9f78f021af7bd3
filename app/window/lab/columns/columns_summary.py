"""The headline of the columns tab: what a column reveals, in one large figure and a few small ones;
and the texts of its invitation."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.patterns.columns.column import ColumnReport
from app.patterns.columns.frequency import Recovery
from app.patterns.columns.readable import ReadableText
from app.window.base.messages import message_text
from app.window.lab.common.statistics_table import NO_BREAK, percent_text, unbroken
from engines.contract.message import plural
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.look.theme import number_font, scaled_font
from widgets.parts.cards import ToneLabel, WrappedLabel

_tr = QCoreApplication.translate


class GuidedView(StrEnum):
    """The one view of the columns tab that a lesson shows."""

    COUNTS = "counts"
    STREAM = "stream"
    FLIP = "flip"


def invitation(guided: GuidedView | None) -> tuple[str, str]:
    """Title and text shown before anything is stored; in a lesson (`guided`) what its run does."""
    if guided is GuidedView.FLIP:
        return _tr("ColumnsTab", "Change a value without the key"), _tr(
            "ColumnsTab",
            "Run stores records of the hospital workload, then changes one of them without "
            "the key. They are dropped afterwards.",
        )
    how = (
        _tr(
            "ColumnsTab",
            "Run stores records of the hospital workload, then reads them without the key. "
            "They are dropped afterwards.",
        )
        if guided
        else _tr(
            "ColumnsTab",
            "Stores records of the hospital workload with the protection chosen at the left, "
            "then reads them without the key. They are dropped afterwards.",
        )
    )
    return _tr("ColumnsTab", "Read a column as a thief would"), how


_SIDE_BY_SIDE_FROM_PX, _MIN_WIDTH_PX = 900, 280
"""Width from which on four figures are next to the headline, not below it; the least width."""

_MAX_EXAMPLE_LETTERS = 40


class ColumnSummary(QWidget):
    """A headline, large enough for a lecture room, and what guessing by chance would give."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = ToneLabel()
        self._share.setFont(number_font(3.0, bold=True))
        self._words = ToneLabel()
        self._words.setFont(scaled_font(1.2, bold=True))
        self._words.setWordWrap(True)
        self._chance_label = WrappedLabel("", "muted")
        self._facts = [_Fact() for _ in range(4)]
        words = vbox(None, STRETCH, self._words, self._chance_label, STRETCH, spacing=3)
        headline = hbox(None, self._share, (words, 1), spacing=20)
        figures = hbox(None, spacing=20)
        for fact in self._facts:
            figures.addWidget(fact, 1)
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._parts.setContentsMargins(0, 0, 0, 4)
        self._parts.addLayout(headline, 1)
        self._parts.addLayout(figures)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the small figures next to the headline, or below it if there is little room."""
        roomy = self.width() >= _SIDE_BY_SIDE_FROM_PX
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(across if roomy else down)
        self._parts.setSpacing(20 if roomy else 4)
        for fact in self._facts:
            fact.set_narrow(not roomy)

    def minimumSizeHint(self) -> QSize:
        return QSize(_MIN_WIDTH_PX, super().minimumSizeHint().height())

    def share_text(self) -> str:
        """The large figure."""
        return self._share.text()

    def words(self) -> str:
        """The headline next to it."""
        return f"{self._words.text()} {self._chance_label.text()}".strip().replace(NO_BREAK, " ")

    def show_report(self, report: ColumnReport, title: str, marks: str = "") -> None:
        """Show a column; `title` is its protection, `marks` are its weak choices."""
        named = title
        if marks:
            named = self.tr("{title} ({marks})").format(title=title, marks=marks)
        if report.readable is not None:
            self._show_readable(report, report.readable, named)
        elif report.recovery is None:
            self._show_repeats(report, named)
        else:
            self._show_recovery(report, report.recovery, named)
        against = self._chance_label.text()
        for more in self._left_out(report):
            against = self.tr("{words} {more}").format(words=against, more=more)
        self._chance_label.setText(unbroken(against))
        self._show_facts(report)

    def _left_out(self, report: ColumnReport) -> list[str]:
        """Sentences on rows of the column that were not read."""
        text = []
        if report.truncated:
            rows = report.records + report.nulls
            first = plural("Only the first {n} rows were read.", "Only one row was read.", rows)
            text.append(message_text(first))
        if report.nulls:
            nulls = format_number(report.nulls)
            text.append(self.tr("NULLs left out: {nulls}.").format(nulls=nulls))
        return text

    def _show_recovery(self, report: ColumnReport, found: Recovery, title: str) -> None:
        self._share.setText(percent_text(100 * found.share))
        quiet = "good" if report.hides_equality and not found.length_beyond_chance else "warning"
        self._share.set_tone("bad" if found.beyond_chance else quiet)
        text = self._recovered_words(report, by_length=found.length_beyond_chance)
        lengths_tell = unbroken(percent_text(100 * (found.length_share or 0)))
        self._words.setText(
            text.format(records=format_number(report.records), by_length=lengths_tell)
        )
        chance = self.tr(
            "{title}. By chance: {common} by always guessing the most populous state, {random} "
            "by random guesses."
        )
        if report.table:
            chance = self.tr(
                "{title}. By chance: {common} by always guessing the table's most frequent value, "
                "{random} by random guesses."
            )
        against = chance.format(
            title=title,
            common=percent_text(100 * found.commonest_share),
            random=percent_text(100 * found.random_share),
        )
        if found.length_beyond_chance:
            lengths = self.tr("Lengths are visible: pad all values to one length.")
            against = self.tr("{words} {more}").format(words=against, more=lengths)
        self._chance_label.setText(against)

    def _recovered_words(self, report: ColumnReport, *, by_length: bool) -> str:
        if report.table and by_length:
            return self.tr(
                "of {records} values recovered by frequency, from ciphertext alone; {by_length} by "
                "length"
            )
        if report.table:
            return self.tr("of {records} values recovered by frequency, from ciphertext alone")
        if by_length:
            return self.tr(
                "of {records} patients' states recovered by frequency, from ciphertext alone; "
                "{by_length} by length"
            )
        return self.tr(
            "of {records} patients' states recovered by frequency, from ciphertext alone"
        )

    def _show_readable(self, report: ColumnReport, found: ReadableText, title: str) -> None:
        """Show the share of values that are readable text."""
        self._share.setText(percent_text(100 * found.records / report.records))
        self._share.set_tone("bad")
        text = plural(
            "of {n} values are readable text: no key is needed",
            "of one value is readable text: no key is needed",
            report.records,
        )
        self._words.setText(message_text(text))
        examples = ", ".join(f"“{isolated(_shortened(each))}”" for each in found.examples)
        self._chance_label.setText(
            self.tr("{title}. Examples: {examples}.").format(title=title, examples=examples)
        )

    def _show_repeats(self, report: ColumnReport, title: str) -> None:
        """Show the share of distinct ciphertexts, where no public frequencies are known."""
        leaking = report.distinct_ciphertexts < report.records
        self._share.setText(percent_text(100 * report.distinct_ciphertexts / report.records))
        text, tone = self._repeats_words(report, leaking=leaking)
        self._share.set_tone(tone)
        self._words.setText(text.format(records=format_number(report.records)))
        why = self.tr("{title}. Equal ciphertexts show which records hold the same value.")
        self._chance_label.setText((why if leaking else self.tr("{title}.")).format(title=title))

    def _repeats_words(self, report: ColumnReport, *, leaking: bool) -> tuple[str, str]:
        """The sentence on the share, and its tone."""
        if leaking:
            return self.tr("of {records} ciphertexts differ"), "bad"
        if report.reuses_keystream:
            text = self.tr("of {records} ciphertexts differ, but they share a key stream")
            return text, "bad"
        if report.hides_equality is False:
            return self.tr("of {records} ciphertexts differ, but equal values would be visible"), (
                "warning"
            )
        tone = "good" if report.hides_equality else "text"
        return self.tr("of {records} ciphertexts differ: nothing can be counted"), tone

    def _show_facts(self, report: ColumnReport) -> None:
        plain, encrypted = report.distinct_plaintexts, report.distinct_ciphertexts
        equal = plain is not None and plain == encrypted and encrypted < report.records
        tone = "bad" if equal else "text"
        self._facts[0].show_figure(
            "–" if plain is None else format_number(plain), self.tr("distinct plaintexts"), "text"
        )
        named = self.tr("distinct ciphertexts")
        if report.is_readable:
            named = self.tr("distinct values")
        self._facts[1].show_figure(format_number(encrypted), named, tone)
        groups = len(report.prefixes)
        self._facts[2].show_figure(
            format_number(groups), self.tr("groups begin alike"), "bad" if groups else "text"
        )
        self._show_length(report.recovery)

    def _show_length(self, found: Recovery | None) -> None:
        fact, known = self._facts[3], found is not None and found.length_share is not None
        fact.setVisible(known)
        if found is not None and found.length_share is not None:
            tone = "warning" if found.length_beyond_chance else "text"
            share = unbroken(percent_text(100 * found.length_share))
            fact.show_figure(share, self.tr("named by length alone"), tone)

    def length_text(self) -> str:
        """The share of values recovered by length alone; empty where it is not known."""
        return "" if self._facts[3].isHidden() else self._facts[3].figure()


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_EXAMPLE_LETTERS else f"{line[:_MAX_EXAMPLE_LETTERS]}…"


class _Fact(QWidget):
    """A figure over its name."""

    def __init__(self) -> None:
        super().__init__()
        self._figure = ToneLabel()
        self._figure.setFont(number_font(1.5, bold=True))
        self._name = ToneLabel("", "muted")
        vbox(self, STRETCH, self._figure, self._name, STRETCH, spacing=0)

    def set_narrow(self, narrow: bool) -> None:
        """Whether the name may take two lines."""
        self._name.setWordWrap(narrow)

    def figure(self) -> str:
        return self._figure.text()

    def show_figure(self, figure: str, name: str, tone: str) -> None:
        self._figure.setText(figure)
        self._figure.set_tone(tone)
        self._name.setText(name)
