"""What was chosen for the last report: client, consultant, logo, layout, picture, sections."""

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
    """The choice of last time, kept in the window's settings if there are any; the date is that of
    each campaign."""

    settings: QSettings | None = None
    _told: str = ""

    @property
    def options(self) -> ReportOptions:
        """The choice; that of a first report where nothing is kept or none can read it."""
        kept = self._told if self.settings is None else str(self.settings.value(_KEY) or "")
        try:
            known = json.loads(kept)
            texts = {name: str(known.get(name) or "") for name in _TEXTS}
            sections = tuple(each for each in TITLES if each in (known.get("sections") or ()))
        except (ValueError, TypeError, AttributeError):
            return ReportOptions()
        cover = Cover(texts["client"], texts["consultant"], logo=_path(texts["logo"]))
        return ReportOptions(cover, sections, _path(texts["template"]), texts["picture"])

    def keep(self, options: ReportOptions) -> None:
        """Have a choice come back next time."""
        cover = options.cover
        self._told = json.dumps(
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
            self.settings.setValue(_KEY, self._told)


_TEXTS = ("client", "consultant", "logo", "template", "picture")


def _path(text: str) -> Path | None:
    return Path(text) if text else None
