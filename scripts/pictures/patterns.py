"""Pictures of the pattern lab: what a class sees, and what an auditor gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import shake_256

from PySide6.QtCore import QPoint, QPointF

from app.patterns.base.key_material import KeyMaterial
from app.window.lab.columns.columns_tab import ColumnsTab
from app.window.lab.evidence import EvidenceTab
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.main_window import MainWindow
from app.window.pages.patterns.page import PatternsPage
from app.window.workbench.workbench import Workbench

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""

type Take = Callable[[str], Iterator[Wait]]
"""Saves the window under a name, light and dark."""

_SERVER = "firebird"
"""It has all five modes of the textbooks."""
_ON_AN_EDGE = QPoint(330, 200)
"""A pixel of the logo whose block occurs more than once, in more than one place."""


def pattern_views(window: MainWindow, take: Take) -> Iterator[Wait]:
    """Every view of the lab, filled; a campaign must be in the store."""
    page = window.page("patterns")
    assert isinstance(page, PatternsPage)
    window.show_page("patterns")
    view = page.view()
    yield from _pictures(view.pictures, take)
    view.tabs.setCurrentWidget(view.columns)
    yield from _columns(view.columns, take)
    view.tabs.setCurrentWidget(view.evidence)
    yield from _evidence(view.evidence, window.workbench, take)


def _pictures(tab: PicturesTab, take: Take) -> Iterator[Wait]:
    drawn = shake_256(b"Cipherbench").digest(80)
    tab.controls.material.set_material(KeyMaterial(drawn[:64], drawn[64:]))
    tab.controls.server.choose(_SERVER)
    yield lambda: len(tab.controls.protections.chosen()) == 6
    for name in ("logo", "phantom", "form", "flag"):
        tab.controls.source.choose(name)
        yield 0.5
        yield lambda: len(tab.encrypted) == 6 and not tab.work.busy
        yield 0.8
        yield from take(f"patterns-{name}")
    tab.controls.source.choose("logo")
    yield 0.5
    yield lambda: len(tab.encrypted) == 6 and not tab.work.busy
    yield 0.8
    link, seen = tab.gallery.views.link, tab.gallery.panel(-1).view
    link.pin(_ON_AN_EDGE)
    yield 1.2
    yield from take("patterns-equal-blocks")
    tab.grid.setChecked(True)
    at = link.box_in(seen.size()).topLeft() + QPointF(_ON_AN_EDGE) * link.scale_in(seen.size())
    link.zoom(seen.size(), at, 16.0)
    yield 1.2
    yield from take("patterns-zoomed")
    link.release()
    link.fit()


def _columns(tab: ColumnsTab, take: Take) -> Iterator[Wait]:
    tab.controls.server.choose(_SERVER)
    yield lambda: tab.controls.requested_records() is not None
    yield 0.5
    yield from take("patterns-columns-empty")
    yield from _stored(tab, "aes-128-ecb")
    yield from take("patterns-frequencies")
    tab.views.setCurrentWidget(tab.figures)
    yield from take("patterns-block-figures")
    tab.views.setCurrentIndex(0)
    yield from _others(tab)
    yield from take("patterns-other-tables")
    yield from _stored(tab, "aes-128-cbc", sound=True)
    yield from take("patterns-fresh-vectors")
    yield from _stored(tab, "aes-128-cbc")
    names = [tab.controls.columns.item(at).text() for at in range(tab.controls.columns.count())]
    tab.controls.columns.setCurrentRow(names.index("notificacao.created_at"))
    yield lambda: not tab.working
    tab.views.setCurrentWidget(tab.prefixes)
    yield from take("patterns-beginnings")
    tab.views.setCurrentWidget(tab.stream)
    yield from _stored(tab, "aes-128-ofb")
    yield lambda: bool(tab.stream.reading())
    yield lambda: tab.stream.slider.maximum() > 1
    yield from take("patterns-key-stream")
    tab.views.setCurrentWidget(tab.flip)
    yield lambda: bool(tab.flip.rows.rows())
    tab.flip.rows.chosen.emit(4)
    tab.flip.flip.click()
    yield lambda: len(tab.flip.rows.rows()) == 4
    yield from take("patterns-bit-flip")
    yield from _stored(tab, "client-aes-256-gcm")
    yield lambda: bool(tab.flip.rows.rows())
    tab.flip.flip.click()
    yield lambda: len(tab.flip.rows.rows()) == 3
    yield from take("patterns-bit-flip-refused")


def _others(tab: ColumnsTab) -> Iterator[Wait]:
    """A column as the server lists it: the lab knows neither key nor plaintext of it."""
    shown = tab.controls.columns
    own = shown.count()
    tab.controls.other_tables.click()
    yield lambda: shown.count() > own and not tab.working
    names = [shown.item(at).text() for at in range(own, shown.count())]
    shown.setCurrentRow(own + next(at for at, name in enumerate(names) if "estado" in name.lower()))
    yield lambda: tab.working
    yield lambda: not tab.working
    yield 0.6


def _evidence(tab: EvidenceTab, workbench: Workbench, take: Take) -> Iterator[Wait]:
    yield lambda: tab.campaigns.count() > 0
    yield 0.5
    yield from take("patterns-evidence-empty")
    tab.search_button.click()
    yield lambda: workbench.searching_evidence
    yield lambda: not workbench.searching_evidence
    yield lambda: tab.search_button.isVisible() and tab.findings.places.table_model().rowCount() > 0
    tab.findings.places.setCurrentIndex(tab.findings.places.table_model().index(0, 2))
    yield 0.5
    yield from take("patterns-evidence")


def _stored(tab: ColumnsTab, protection: str, *, sound: bool = False) -> Iterator[Wait]:
    tab.controls.choose(protection, fresh_iv=sound)
    tab.store()
    yield lambda: tab.working
    yield lambda: not tab.working
    yield 0.6
