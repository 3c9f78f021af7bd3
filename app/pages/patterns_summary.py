"""What a column gives away, in one large figure and a few small ones."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.pages.patterns_figures import percent_text
from app.patterns.column import ColumnReport
from widgets.cards import ToneLabel
from widgets.numbers import format_number
from widgets.theme import number_font, scaled_font


class ColumnSummary(QWidget):
    """A headline that a class reads from the last row, and what it is told against."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = ToneLabel()
        self._share.setFont(number_font(3.0, bold=True))
        self._words = ToneLabel()
        self._words.setFont(scaled_font(1.2, bold=True))
        self._words.setWordWrap(True)
        self._against = ToneLabel("", "muted")
        self._against.setWordWrap(True)
        self._facts = [_Fact() for _ in range(3)]
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addStretch(1)
        words.addWidget(self._words)
        words.addWidget(self._against)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(20)
        row.addWidget(self._share)
        row.addLayout(words, 1)
        for fact in self._facts:
            row.addWidget(fact)

    def share_text(self) -> str:
        """The large figure."""
        return self._share.text()

    def words(self) -> str:
        """The headline beside it."""
        return f"{self._words.text()} {self._against.text()}".strip()

    def show_report(self, report: ColumnReport, title: str, marks: str = "") -> None:
        """Tell of a column; `title` says how it is protected, `marks` what is wrong with that."""
        found = report.recovery
        records = format_number(report.records)
        if found is None:
            self._show_repeats(report, records, title)
        else:
            leaking = found.beyond_chance
            self._share.setText(percent_text(100 * found.share))
            self._share.set_tone("bad" if leaking else "good")
            said = self.tr("of {records} patients' states recovered from ciphertext alone")
            self._words.setText(said.format(records=records))
            chance = self.tr(
                "{title}. By chance: {common} by always naming the most populous state, {random} "
                "by drawing lots."
            )
            self._against.setText(
                chance.format(
                    title=f"{title} ({marks})" if marks else title,
                    common=percent_text(100 * found.commonest_share),
                    random=percent_text(100 * found.random_share),
                )
            )
        self._show_facts(report)

    def _show_repeats(self, report: ColumnReport, records: str, title: str) -> None:
        """Where there is nothing public to match: how many values can be told apart."""
        share = 100 * report.distinct_ciphertexts / report.records
        leaking = report.distinct_ciphertexts < report.records
        self._share.setText(percent_text(share))
        self._share.set_tone("bad" if leaking else "good")
        said = (
            self.tr("of {records} ciphertexts differ")
            if leaking
            else self.tr("of {records} ciphertexts differ: nothing can be counted")
        )
        self._words.setText(said.format(records=records))
        why = self.tr("{title}. Equal ciphertexts show which records hold the same value.")
        self._against.setText(why.format(title=title) if leaking else f"{title}.")

    def _show_facts(self, report: ColumnReport) -> None:
        plain, sealed = report.distinct_plaintexts, report.distinct_ciphertexts
        equal = plain is not None and plain == sealed and sealed < report.records
        tone = "bad" if equal else "text"
        self._facts[0].tell(
            "–" if plain is None else format_number(plain), self.tr("distinct plaintexts"), "text"
        )
        self._facts[1].tell(format_number(sealed), self.tr("distinct ciphertexts"), tone)
        groups = len(report.prefixes)
        self._facts[2].tell(
            format_number(groups), self.tr("groups begin alike"), "bad" if groups else "text"
        )


class _Fact(QWidget):
    """A figure over its name."""

    def __init__(self) -> None:
        super().__init__()
        self._figure = ToneLabel()
        self._figure.setFont(number_font(1.5, bold=True))
        self._name = ToneLabel("", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._figure)
        column.addWidget(self._name)
        column.addStretch(1)

    def tell(self, figure: str, name: str, tone: str) -> None:
        """Show a figure."""
        self._figure.setText(figure)
        self._figure.set_tone(tone)
        self._name.setText(name)
