"""The figure of a picture is green only where its protection hides equal blocks of any picture."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QPalette

from app.window.lab.pictures.view import PicturesTab
from widgets.images.linked_views import PicturePanel
from widgets.look.theme import tone_color
from widgets.parts.cards import ToneLabel

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


def test_that_words_say_what_shows_and_only_what_is_safe_for_any_picture_is_called_good(
    sealed: PicturesTab,
) -> None:
    told = {panel.title().split("AES-")[-1]: panel.figure() for panel in panels(sealed)}
    assert told.pop("Original").endswith("% distinct") and "Shows" not in told
    assert told.pop("128 ECB").startswith("Shows: ")
    assert told.pop("256-GCM").startswith("Hides: ")
    assert all(each.startswith("Hides this: ") for each in told.values())
    tones = {panel.title().split("AES-")[-1]: tone_of(panel) for panel in panels(sealed)[1:]}
    assert tones.pop("128 ECB") == "bad"
    assert tones.pop("256-GCM") == "good"
    assert set(tones.values()) == {"text"}  # one vector for all pictures until another is drawn
    ecb = sealed.sealed[0]
    quiet = replace(ecb, statistics=replace(ecb.statistics, repeated_percent=0.0))
    sealed.gallery.show_sealed(0, quiet)
    assert tone_of(panels(sealed)[1]) == "text", "nor is ECB where no block is equal to another"


def panels(tab: PicturesTab) -> list[PicturePanel]:
    return tab.gallery.views.panels()


def tone_of(panel: PicturePanel) -> str:
    label = next(each for each in panel.findChildren(ToneLabel) if each.text() == panel.figure())
    ink = label.palette().color(QPalette.ColorRole.WindowText)
    return next(tone for tone in ("good", "bad", "text") if tone_color(tone) == ink)
