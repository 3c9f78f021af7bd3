"""The last choices for a report: client, consultant, logo, template, picture, sections."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings

from app.report.document.making import ReportOptions
from app.report.document.parts import Cover
from app.report.document.sections import TITLES

_KEY = "report form"


@dataclass
class KeptReport:
    """The last choices, kept in the window's settings if there are any. The date is not kept: it is
    the campaign's."""

    settings: QSettings | None = None
    _text: str = ""

    @property
    def options(self) -> ReportOptions:
        """The last choices; the defaults if there are none or they cannot be read."""
        kept = self._text if self.settings is None else str(self.settings.value(_KEY) or "")
        try:
            known = json.loads(kept)
            texts = {name: str(known.get(name) or "") for name in _TEXTS}
            sections = tuple(each for each in TITLES if each in (known.get("sections") or ()))
        except (ValueError, TypeError, AttributeError):
            return ReportOptions()
        cover = Cover(texts["client"], texts["consultant"], logo=_path(texts["logo"]))
        return ReportOptions(cover, sections, _path(texts["template"]), texts["picture"])

    def keep(self, options: ReportOptions) -> None:
        """Remember choices for the next report."""
        cover = options.cover
        self._text = json.dumps(
            {
                "client": cover.client,
                "consultant": cover.consultant,
                "logo": str(cover.logo or ""),
                "template": str(options.template or ""),
                "picture": options.picture,
                "sections": list(options.sections),
            }
        )
        if self.settings is not None:
            self.settings.setValue(_KEY, self._text)


_TEXTS = ("client", "consultant", "logo", "template", "picture")


def _path(text: str) -> Path | None:
    return Path(text) if text else None
