"""The experiment of lessons about pictures: encrypted by a server, compared with a slider,
encrypted while the student edits key and bits, and drawn by the student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QPoint, QSize, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QPushButton, QWidget

from app.lessons.attempt import Inputs
from app.lessons.lesson import OWN_PICTURE, Control, Lesson, LessonStep
from app.lessons.lesson_figures import picture_figures
from app.patterns.base.key_material import KeyMaterial
from app.patterns.base.software_cipher import Mode, decrypt, encrypt
from app.patterns.pictures.picture_loading import open_picture
from app.patterns.pictures.pixels import Raster, bytes_to_image
from app.patterns.pictures.report_pictures import raster_of_at_most
from app.patterns.requests import PictureReady
from app.window.lab.common.statistics_table import percent_text
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.pages.lessons.experiments.experiment import SERVER_VIEW, Experiment
from app.window.servers.server_choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.fields.chips import ChoiceRow, ToggleChip
from widgets.fields.choice import Choice
from widgets.fields.text_fields import HexField
from widgets.images.before_after import BeforeAfter
from widgets.images.still_picture import PixelCanvas, StillPicture
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel, ToneLabel

_MAX_PIXELS = 40_000
_KEY_BYTES = 16
_MODES = {Mode.ECB: "ECB", Mode.CBC: "CBC", Mode.CTR: "CTR", Mode.GCM: "GCM"}


class KeyAndBits(QWidget):
    """A picture that is encrypted while the student edits the key or flips bits of the ciphertext,
    and what decrypts from it. The program's own library encrypts: no server is needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material = KeyMaterial.drawn()
        self._raster: Raster | None = None
        self._flips: Counter[int] = Counter()
        """Mask of flipped bits, by the index of the ciphertext's byte."""
        self._byte_index = 0
        self._previous_ciphertext = b""
        self.mode = ChoiceRow({each.value: word for each, word in _MODES.items()}, self)
        self.key = HexField(self.tr("Key in hexadecimal digits"), self)
        self.bits = [ToggleChip(str(bit), self) for bit in reversed(range(8))]
        self.undo = QPushButton(icon("draw"), self.tr("&Undo flips"), self)
        self.encrypted = StillPicture(self.tr("Encrypted: click a pixel"), self)
        self.decrypted = StillPicture(self.tr("Decrypted again"), self)
        self.verdict = ToneLabel("", "text", self)
        self._lay_out()
        self.mode.choose(Mode.ECB)
        self.mode.group.buttonClicked.connect(lambda _: self._forget_flips())
        self.key.text_edited.connect(self._draw)
        self.undo.clicked.connect(self._forget_flips)
        self.encrypted.clicked.connect(self._choose)
        for chip in self.bits:
            chip.clicked.connect(lambda _, chip=chip: self._flip(1 << int(chip.text())))

    def show_picture(self, image: Image.Image, material: KeyMaterial) -> None:
        """Show a picture, scaled down, with a key and an initialisation vector."""
        self._raster, self._material = raster_of_at_most(image, _MAX_PIXELS), material
        self.key.set_text(material.key[:_KEY_BYTES].hex())
        self._previous_ciphertext, self._byte_index = b"", self._middle()
        self._forget_flips()

    def flips(self) -> int:
        """The number of flipped bits."""
        return sum(mask.bit_count() for mask in self._flips.values())

    def _middle(self) -> int:
        assert self._raster is not None
        geometry = self._raster.geometry
        return geometry.height // 2 * geometry.row_bytes + geometry.width // 2

    def _forget_flips(self) -> None:
        self._flips = Counter()
        self._draw()

    def _choose(self, pixel: QPoint) -> None:
        if self._raster is not None:
            geometry = self._raster.geometry
            at = pixel.y() * geometry.row_bytes + pixel.x() * geometry.format.pixel_bytes
            self._byte_index = at
            self._draw()

    def _flip(self, mask: int) -> None:
        self._flips[self._byte_index] ^= mask
        self._draw()

    def _draw(self) -> None:
        raster, key = self._raster, self.key.text()
        if raster is None or len(key) != 2 * _KEY_BYTES:
            if raster is not None:
                words = self.tr("The key has {0} of {1} digits.")
                digits = format_number(len(key)), format_number(2 * _KEY_BYTES)
                self.verdict.setText(filled(words, *digits))
            return
        mode, used = Mode(self.mode.chosen()), bytes.fromhex(key)
        encrypted = encrypt(mode, used, self._material.vector, raster.pixels)
        ciphertext = bytearray(encrypted)
        for at, mask in self._flips.items():
            ciphertext[at] ^= mask
        at = self._byte_index
        pixel = QPoint(at % raster.geometry.row_bytes, at // raster.geometry.row_bytes)
        self.encrypted.show_image(
            _qt_image(bytes_to_image(bytes(ciphertext), raster.geometry).image), pixel
        )
        for chip in self.bits:
            chip.setChecked(bool(self._flips[at] >> int(chip.text()) & 1))
        self.undo.setEnabled(self.flips() > 0)
        opened = decrypt(mode, used, self._material.vector, bytes(ciphertext))
        self._show_decrypted(raster, opened, encrypted)
        self._previous_ciphertext = encrypted

    def _show_decrypted(self, raster: Raster, opened: bytes | None, encrypted: bytes) -> None:
        if opened is None:
            self.decrypted.show_message(self.tr("Refused: the tag does not fit."))
            self.verdict.setText(self.tr("GCM detects the change."))
            self.verdict.set_tone("good")
            return
        self.decrypted.show_image(_qt_image(bytes_to_image(opened, raster.geometry).image))
        size = len(raster.pixels)
        changed = sum(a != b for a, b in zip(opened[:size], raster.pixels, strict=True))
        if self.flips():
            words = self.tr("Bits flipped: {0}. Pixels that decrypt to others: {1}.")
            counts = format_number(self.flips()), format_number(changed)
            self.verdict.setText(filled(words, *counts))
            self.verdict.set_tone("warning")
            return
        others = sum(a != b for a, b in zip(encrypted, self._previous_ciphertext, strict=False))
        words = ""
        if self._previous_ciphertext and others:
            words = filled(
                self.tr("Encrypted bytes that changed: {0}."), percent_text(100 * others / size)
            )
        self.verdict.setText(words)
        self.verdict.set_tone("text")

    def _lay_out(self) -> None:
        for chip in self.bits:
            chip.setAccessibleName(filled(self.tr("Bit {0}"), chip.text()))
        settings = QWidget(self)
        flow = FlowLayout(settings, gap=8, line_gap=4)
        flow.addWidget(self.mode)
        flow.addWidget(FormLabel(self.tr("&Key"), self.key))
        self.key.setFixedWidth(self.key.fontMetrics().horizontalAdvance("0" * 34) + 16)
        flow.addWidget(self.key)
        bits = QWidget(self)
        row = FlowLayout(bits, gap=3, line_gap=4, wish=640)
        row.addWidget(FormLabel(self.tr("Bits of the byte")))
        for chip in self.bits:
            row.addWidget(chip)
        row.addWidget(self.undo)
        pictures = hbox(None, (self.encrypted, 1), (self.decrypted, 1), spacing=12)
        vbox(self, settings, (pictures, 1), bits, self.verdict, spacing=6)


def _qt_image(image: Image.Image) -> QImage:
    colours = image.convert("RGB")
    data = colours.tobytes()
    made = QImage(
        data, colours.width, colours.height, 3 * colours.width, QImage.Format.Format_RGB888
    )
    return made.convertToFormat(QImage.Format.Format_RGB32)  # a copy: `data` may go


_SIZE = QSize(256, 160)
_SPRAY = "spray"
_COLOURS = {"blue": "#1f5fbf", "red": "#c0392b", "green": "#1e8449", "black": "#111111"}


class DrawnPicture(QWidget):
    """A canvas with pens of four colours and a spray can; saves to a temporary file."""

    picture_saved = Signal(str)
    """The path of the file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = QTemporaryDir()
        self._number = 0
        words = {
            "blue": self.tr("Blue"),
            "red": self.tr("Red"),
            "green": self.tr("Green"),
            "black": self.tr("Black"),
            _SPRAY: self.tr("Spray can"),
        }
        self.tools = ChoiceRow(words, self)
        self.tools.choose("blue")
        self.canvas = PixelCanvas(_SIZE, self)
        self.use_button = QPushButton(icon("check"), self.tr("&Use this picture"), self)
        self.clear = QPushButton(icon("close"), self.tr("&Clear"), self)
        row = QWidget(self)
        flow = FlowLayout(row, line_gap=4, wish=640)
        for part in (self.tools, self.clear, self.use_button):
            flow.addWidget(part)
        vbox(self, row, (self.canvas, 1), spacing=6)
        self.tools.group.buttonClicked.connect(lambda _: self._choose())
        self.clear.clicked.connect(self.canvas.clear)
        self.use_button.clicked.connect(self._save_picture)
        size = f"{format_number(_SIZE.width())} × {format_number(_SIZE.height())}"
        self.canvas.setAccessibleName(filled(self.tr("Drawing, {0} pixels"), size))

    def _choose(self) -> None:
        tool = self.tools.chosen()
        if tool == _SPRAY:
            self.canvas.use_spray()
        else:
            self.canvas.use_pen(QColor(_COLOURS[tool]))

    def _save_picture(self) -> None:
        self._number += 1  # another name each time: a picture of the same name is not loaded again
        name = self.tr("drawing")  # lupdate finds nothing inside of an f-string
        path = self._folder.filePath(f"{name}-{self._number}.png")
        if self.canvas.image().save(path):
            self.picture_saved.emit(path)


class ComparedPictures(QWidget):
    """Two of the gallery's pictures over each other with a slider between them; at first the
    original at the left, the first encrypted one at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before, self.after = Choice(14, self), Choice(14, self)
        self.slider = BeforeAfter(self)
        self._pictures: Sequence[tuple[str, QImage]] = ()
        self._chosen: set[Choice] = set()
        """The lists in which the user has chosen."""
        choices = QWidget(self)
        flow = FlowLayout(choices)
        for text, choice in ((self.tr("Left"), self.before), (self.tr("Right"), self.after)):
            flow.addWidget(FormLabel(text, choice))
            flow.addWidget(choice)
            choice.currentIndexChanged.connect(lambda _: self._show())
            choice.activated.connect(lambda _, choice=choice: self._chosen.add(choice))
        vbox(self, choices, (self.slider, 1), spacing=6)

    def show_pictures(self, pictures: Sequence[tuple[str, QImage]]) -> None:
        """Offer these pictures by their titles; what was chosen stays."""
        self._pictures = pictures
        for choice, first in ((self.before, 0), (self.after, 1)):
            chosen = choice.currentText()
            choice.blockSignals(True)
            choice.clear()
            choice.addItems([title for title, _ in pictures])
            at = choice.findText(chosen) if choice in self._chosen else -1
            choice.setCurrentIndex(at if at >= 0 else min(first, len(pictures) - 1))
            choice.blockSignals(False)
        self._show()

    def _show(self) -> None:
        places = self.before.currentIndex(), self.after.currentIndex()
        if min(places) >= 0:
            self.slider.show_pictures(*(self._pictures[at] for at in places))
        else:
            self.slider.show_pictures(("", QImage()), ("", QImage()))


_DRAW = "draw"
_THUMB = QSize(54, 36)


class PicturesExperiment(Experiment):
    """The pictures tab with the lesson's picture, pixel format, protections, key and IV."""

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(workbench, lesson, fixed, parent)
        self.tab = PicturesTab(workbench, self.lab, self, guided=True)
        self._names = {each.protection: each.name for each in lesson.run.on}
        self._choosing = False
        self.views.addWidget(self.tab)
        self.comparison, self.key_and_bits = ComparedPictures(), KeyAndBits()
        self.drawing = DrawnPicture()
        self._add_views(
            self.tr("Side by side"),
            {
                "compare": (self.tr("Compare"), self.comparison),
                "live": (self.tr("Key and bits"), self.key_and_bits),
                _DRAW: (self.tr("Draw"), self.drawing),
            },
        )
        self._detach_pixel_choice()
        self.tab.controls.source.set_thumb_size(_THUMB)
        self.tab.gallery.picture_shown.connect(self._update_comparison)
        self.tab.controls.picture_changed.connect(self._update_key_and_bits)
        self.drawing.picture_saved.connect(self._use_drawing)
        self.tab.controls.protections.changed.connect(self._choose_lesson_protections)
        self.tab.work.idle.connect(self._report_figures)

    def load(self) -> None:
        self.tab.shown()

    def _apply_step_settings(self) -> None:
        if self.lesson.freed(self.step):
            return  # the results stay in view, and the student changes one setting
        source, run = self.tab.controls.source, self.lesson.run
        if source.source() != run.picture:
            source.choose(run.picture)
        if source.format() != run.format:
            source.formats.choose(run.format)
            source.changed.emit()
        self.tab.controls.material.set_material(self.fixed.material)
        self._choose_lesson_protections()

    def _settings(self) -> object:
        controls = self.tab.controls
        return (
            controls.source.source(),
            controls.source.format(),
            [each.name for each in controls.protections.chosen()],
        )

    def _clear(self) -> None:
        self.tab.forget_encrypted()

    def show_results(self, known: bool) -> None:
        super().show_results(known)
        self.tab.reveal(known)

    def begin(self, step: LessonStep) -> None:
        super().begin(step)
        assert self.view_choice is not None
        can_draw = Control.PICTURE in self.lesson.freed(step)
        self.view_choice.chip(_DRAW).setVisible(can_draw)
        if not can_draw and self.views.currentWidget() is self.drawing:
            self._show_view(SERVER_VIEW)
        self._update_key_and_bits()

    def _update_comparison(self) -> None:
        self.comparison.show_pictures(self.tab.gallery.pictures())

    def _update_key_and_bits(self) -> None:
        with suppress(CipherbenchError):  # the tab says what is wrong with a file
            image, _ = open_picture(self.tab.controls.source.source())
            self.key_and_bits.show_picture(image, self.fixed.material)

    def _use_drawing(self, path: str) -> None:
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

    def _detach_pixel_choice(self) -> None:
        """Detach the choice of pixels from that of pictures: a step may free one of both."""
        formats = self.tab.controls.source.formats
        formats.setParent(self)
        formats.hide()

    def _server(self) -> ServerChoice:
        return self.tab.controls.server

    def _start(self) -> None:
        self._choose_lesson_protections()
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
        self.tab.encrypt()

    def _choose_lesson_protections(self) -> None:
        """Choose the lesson's protections, as soon as the server's are known."""
        protections = self.tab.controls.protections
        chosen = {each.name for each in protections.chosen()}
        if not self._choosing and not self._is_free() and chosen != self._names.keys():
            self._choosing = True
            protections.choose(list(self._names))
            self._choosing = False

    def _is_free(self) -> bool:
        return Control.PROTECTIONS in self.lesson.freed(self.step)

    def _report_figures(self) -> None:
        """End the run with its figures, if pictures were encrypted; the tab is idle."""
        found = self.tab.encrypted
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
