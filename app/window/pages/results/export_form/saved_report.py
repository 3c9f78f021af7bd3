"""The last choices for a report: what a profile holds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QSettings

from app.plan.requirements import NO_REQUIREMENTS, Requirements
from app.report.document.making import ReportOptions
from app.report.document.profile import parse_profile, profile_text
from app.report.words.language import ENGLISH, languages
from app.window.base.language import spoken_language
from engines.contract.errors import InputError

_KEY = "report form"


@dataclass
class SavedReport:
    """The last choices, kept in the window's settings if there are any. Date and words are not
    kept: they are the campaign's."""

    settings: QSettings | None = None
    _text: str = ""

    @property
    def options(self) -> ReportOptions:
        """The last choices; the defaults if there are none or they cannot be read."""
        stored = self._text if self.settings is None else str(self.settings.value(_KEY) or "")
        try:
            return parse_profile(stored, _KEY)
        except InputError:
            return ReportOptions()

    def remember(self, answers: Requirements) -> None:
        """Remember prices, and the provisions that were chosen."""
        usual = replace(answers, withstand=(), search=NO_REQUIREMENTS.search, may_cost=None)
        self.keep(replace(self.options, usual=usual))

    def keep(self, options: ReportOptions) -> None:
        """Remember choices for the next report."""
        self._text = profile_text(options)
        if self.settings is not None:
            self.settings.setValue(_KEY, self._text)


def report_language() -> str:
    """The language that reports begin with: the window's, English where that is in part."""
    spoken = spoken_language()
    return spoken if spoken in languages() else ENGLISH
