"""Pictures that a lesson has encrypted."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Fixed
from app.lessons.figures import picture_figures
from app.lessons.lesson import OWN_PICTURE, Control, Lesson, Step
from app.patterns.pictures.shipped import picture
from app.patterns.requests import PictureReady
from app.window.lab.pictures.compare import ComparedPictures
from app.window.lab.pictures.drawing import DrawnPicture
from app.window.lab.pictures.key_and_bits import KeyAndBits
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.pages.lessons.experiments.experiment import SERVER_VIEW, Experiment
from app.window.servers.choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

_DRAW = "draw"
_THUMB = QSize(54, 36)


class PicturesExperiment(Experiment):
    """The pictures tab with the lesson's picture, pixels, protections, key and IV."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.tab = PicturesTab(workbench, self.lab, self, guided=True)
        self._names = {each.protection: each.name for each in lesson.run.on}
        self._choosing = False
        self.views.addWidget(self.tab)
        self.compared, self.key_and_bits = ComparedPictures(), KeyAndBits()
        self.drawing = DrawnPicture()
        self._add_views(
            self.tr("Side by side"),
            {
                "compare": (self.tr("Compare"), self.compared),
                "live": (self.tr("Key and bits"), self.key_and_bits),
                _DRAW: (self.tr("Draw"), self.drawing),
            },
        )
        self._take_pixels_out()
        self.tab.controls.source.set_thumb_size(_THUMB)
        self.tab.gallery.arrived.connect(self._show_again)
        self.tab.controls.picture_changed.connect(self._show_live)
        self.drawing.taken.connect(self._take_drawing)
        self.tab.controls.protections.changed.connect(self._hold)
        self.tab.work.idle.connect(self._yield_figures)

    def load(self) -> None:
        self.tab.shown()

    def _take_settings(self) -> None:
        if self.lesson.freed(self.step):
            return  # what was run stays in view, and one setting of it changes
        source, run = self.tab.controls.source, self.lesson.run
        if source.source() != run.picture:
            source.choose(run.picture)
        if source.format() != run.format:
            source.formats.choose(run.format)
            source.changed.emit()
        self.tab.controls.material.set_material(self.fixed.material)
        self._hold()

    def _settings(self) -> object:
        controls = self.tab.controls
        return (
            controls.source.source(),
            controls.source.format(),
            [each.name for each in controls.protections.chosen()],
        )

    def _clear(self) -> None:
        self.tab.forget_sealed()

    def show_results(self, known: bool) -> None:
        super().show_results(known)
        self.tab.reveal(known)

    def begin(self, step: Step) -> None:
        super().begin(step)
        assert self.view_choice is not None
        can_draw = Control.PICTURE in self.lesson.freed(step)
        self.view_choice.chip(_DRAW).setVisible(can_draw)
        if not can_draw and self.views.currentWidget() is self.drawing:
            self._show_view(SERVER_VIEW)
        self._show_live()

    def _show_again(self) -> None:
        self.compared.show_pictures(self.tab.gallery.pictures())

    def _show_live(self) -> None:
        with suppress(CipherbenchError):  # the tab says what is wrong with a file
            image, _ = picture(self.tab.controls.source.source())
            self.key_and_bits.show_picture(image, self.fixed.material)

    def _take_drawing(self, path: str) -> None:
        self.tab.controls.source.open_file(Path(path))
        self._show_view(SERVER_VIEW)

    def control(self, control: Control) -> QWidget:
        controls = self.tab.controls
        parts: dict[Control, QWidget] = {
            Control.PICTURE: controls.source,
            Control.FORMAT: controls.source.formats,
            Control.PROTECTIONS: controls.protections,
        }
        return parts[control]

    def shows_settings(self) -> bool:
        return self.views.currentWidget() is not self.drawing

    def close_down(self) -> None:
        super().close_down()
        self.tab.close_down()

    def _take_pixels_out(self) -> None:
        """Have the choice of pixels freed apart from that of the picture, which it is a part of."""
        formats = self.tab.controls.source.formats
        formats.setParent(self)
        formats.hide()

    def _server(self) -> ServerChoice:
        return self.tab.controls.server

    def _start(self) -> None:
        self._hold()
        chosen = {each.name for each in self.tab.controls.protections.chosen()}
        missing = [] if self._is_free() else sorted(self._names.keys() - chosen)
        if missing:
            self._fail(self._not_offered(missing[0]))
            return
        if not chosen:
            self._fail(
                CipherbenchError(
                    phrase("No protection chosen"), phrase("Choose at least one protection.")
                )
            )
            return
        self.tab.seal()

    def _hold(self) -> None:
        """Choose the lesson's protections, as soon as the server is known to offer them."""
        protections = self.tab.controls.protections
        chosen = {each.name for each in protections.chosen()}
        if not self._choosing and not self._is_free() and chosen != self._names.keys():
            self._choosing = True
            protections.choose(list(self._names))
            self._choosing = False

    def _is_free(self) -> bool:
        return Control.PROTECTIONS in self.lesson.freed(self.step)

    def _yield_figures(self) -> None:
        """Nothing is loaded or encrypted any more: give the figures, if all pictures are there."""
        found = self.tab.sealed
        if self.running and found:
            figures = {OWN_PICTURE: float(isinstance(self.tab.controls.source.source(), Path))}
            for each in found:
                figures |= self._figures(each)
            self._end(figures)

    def _figures(self, ready: PictureReady) -> dict[str, float]:
        assert ready.protection is not None
        name = self._names.get(ready.protection.name, ready.protection.name)
        found = picture_figures(ready.statistics)
        return {f"{name}.{key}": value for key, value in found.items()}
