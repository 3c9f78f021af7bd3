"""The picture of page one in the window: read by pointer and keyboard, with *Measure* where a
protection is missing."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.report.drawing.protections_drawing import Screen, picture, picture_svg
from app.report.files.charts import typeset_svg
from app.report.page_one.model import PageOne
from app.report.words.language import written_in
from app.window.base.language import spoken_language
from app.window.shared.charts import bring_font, screen_medium
from engines.contract.errors import InputError
from widgets.charts.drawn_chart import DrawnChart
from widgets.look.names import filled, isolated
from widgets.saving.last_saved import saving


class SummaryPicture(DrawnChart):
    """Says of each mark why it is so."""

    measure_asked = Signal(str)
    """On which server."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bring_font()
        self._page: PageOne | None = None
        self.buttons: list[QPushButton] = []
        self.set_paper(self._on_paper)
        self.setAccessibleName(self.tr("Cost and protection"))
        self.canvas.redrawn.connect(self._place_buttons)

    def show_page(self, page: PageOne) -> None:
        """Draw what a campaign found."""
        self._page = page
        for gone in self.buttons:
            gone.hide()
            gone.deleteLater()
        self.buttons = [self._button(row.server) for row in page.rows if not row.measured]
        self.setVisible(any(True for _ in page.rows))
        self.set_picture(partial(picture, page, screen_medium()))

    def _button(self, server: str) -> QPushButton:
        made = QPushButton(self.tr("Measure"), self.canvas)
        made.setAccessibleName(
            filled(self.tr("Measure a protection in the application on {server}"),
                   server=isolated(server))
        )  # fmt: skip
        made.clicked.connect(partial(self.measure_asked.emit, server))
        made.show()
        return made

    def _place_buttons(self) -> None:
        """Where the cost of a protection would stand."""
        drawn = self.canvas.picture
        if not isinstance(drawn, Screen):
            return
        scale = self.canvas.width() / drawn.width
        for button, place in zip(self.buttons, drawn.strips[0].proposals, strict=False):
            size = button.sizeHint()
            size.setHeight(min(size.height(), round(26 * scale)))
            button.resize(size)
            button.move(QPoint(round(place.x * scale), round(place.y * scale - size.height() / 2)))

    def _on_paper(self, format: str) -> bytes:
        """Raises: OSError for a format that there is not, or without a picture"""
        if self._page is None:
            raise OSError
        try:
            with written_in(spoken_language()):
                return typeset_svg(picture_svg(self._page), format, saving().dpi)
        except InputError as error:
            raise OSError(error.message) from error
