"""The pictures tab: a picture is encrypted under each chosen protection by a server's own
functions, and the ciphertext drawn as pixels, to show what each mode of operation hides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QWidget,
)

from app.patterns.base.key_material import KeyMaterial
from app.patterns.pictures.captions import Caption, encrypted_caption, original_caption
from app.patterns.requests import PictureReady
from app.servers.entry import ServerAccess
from app.window.lab.common.lab_link import LabLink
from app.window.lab.common.statistics_table import StatisticsTable
from app.window.lab.pictures.controls import PictureControls
from app.window.lab.pictures.gallery import Gallery
from app.window.lab.pictures.picture_jobs import PictureJobs
from app.window.servers.known_servers import Readiness
from app.window.servers.server_words import starting_words
from app.window.shared.protection_words import cipher_title
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message
from engines.contract.protection import Protection
from widgets.layout.boxes import hbox, vbox
from widgets.layout.fold_handle import FoldHandle
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.stale_overlay import StaleOverlay
from widgets.parts.cards import ToneLabel
from widgets.parts.progress_line import ProgressLine
from widgets.saving.saving import ask_save_path, saving


class SaveButton(QPushButton):
    """Saves one picture with its caption, or all on a sheet; indexes are those of `Gallery`."""

    wanted = Signal(list, object)
    """Indexes of pictures, and the Path to write them to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(icon("export"), "", parent)
        self.setText(self.tr("Sa&ve"))
        self._stem = ""
        self._titles: dict[int, tuple[str, str]] = {}
        menu = QMenu(self)
        self._one = menu.addMenu(self.tr("Save &picture"))
        menu.addAction(self.tr("Save &sheet …"), self.ask_for_sheet)
        self.setMenu(menu)

    def offer(self, stem: str, titles: dict[int, tuple[str, str]]) -> None:
        """Set what can be saved: index → title and end of the file's name, which begins with
        `stem`."""
        self._stem, self._titles = stem, titles
        self._one.clear()
        for place, (title, _) in titles.items():
            self._one.addAction(f"{title} …", partial(self.ask_for, place))

    def ask_for(self, index: int) -> None:
        self._ask(f"{self._stem}-{self._titles[index][1]}.png", [index])

    def ask_for_sheet(self) -> None:
        """Ask where to save the sheet."""
        self._ask(f"{self._stem}-sheet.png", list(self._titles))

    def _ask(self, name: str, places: Sequence[int]) -> None:
        filters = [self.tr("Picture (*.png)"), self.tr("Drawing (*.svg)")]
        save: Callable[[Path], None] = partial(self.wanted.emit, list(places))
        ask_save_path(self.window(), name, filters, save)


def shared_refusals(
    refusals: Mapping[int, CipherbenchError],
) -> list[tuple[CipherbenchError, list[int]]]:
    """Each error that several protections have, with their indexes."""
    alike: dict[tuple[Message, ...], list[int]] = {}
    for place, error in refusals.items():
        alike.setdefault(error.messages[:2], []).append(place)
    return [(refusals[places[0]], places) for places in alike.values() if len(places) > 1]


_ENCRYPTED_AT_ONCE_PIXELS = 4_000_000
"""Pictures up to this size are encrypted again at once when settings change."""
_REENCRYPT_DELAY_MS = 350
_MIN_WIDTH_PX, _FOLD_BELOW_PX = 380, 760
"""The least width; the width below which the settings fold away."""
_TOOLS_FROM_HEIGHT_PX = 170
"""Height from which on a lesson shows the buttons for zoom and grid."""


class PicturesTab(QWidget):
    """Settings at the left, pictures and figures at the right. `guided`: a lesson shows the
    pictures only, and has them encrypted by its Run."""

    def __init__(
        self,
        workbench: Workbench,
        lab: LabLink,
        parent: QWidget | None = None,
        *,
        guided: bool = False,
    ) -> None:
        super().__init__(parent)
        self._guided = guided
        self._workbench = workbench
        self.work = PictureJobs(lab, self)
        self.controls = PictureControls(workbench.servers, self)
        self.gallery = Gallery(lab, self)
        self.figures = StatisticsTable(self)
        self.progress = ProgressLine(parent=self)
        self.grid = QCheckBox(self.tr("Block &grid"), self)
        self.save_button = SaveButton(self)
        self._message = ToneLabel("", "muted")
        self._grid_note = ToneLabel(self.tr("Zoom in to see the blocks"), "warning")
        self._grid_note.hide()
        self._stale_overlay = StaleOverlay(self.figures)
        self._campaign = CampaignWatch(workbench, self)
        self._readiness = Readiness(workbench.servers, self)
        self._reencrypt_timer = QTimer(self, interval=_REENCRYPT_DELAY_MS, singleShot=True)
        self._original: PictureReady | None = None
        self._protections: list[Protection] = []
        self._encrypted: dict[int, PictureReady] = {}
        self._refusals: dict[int, CipherbenchError] = {}
        self._encrypted_with: tuple[str, KeyMaterial | None] | None = None
        self._opened = False
        self._encrypt_when_loaded = False  # asked to encrypt while the picture was being loaded
        self._recovering = False  # the picture is loaded again because the lab had ended
        self._lay_out()
        self._connect()

    @property
    def encrypted(self) -> list[PictureReady]:
        """The encrypted pictures, in the order of their protections."""
        return [self._encrypted[place] for place in sorted(self._encrypted)]

    def shown(self) -> None:
        """The tab was opened: load the first picture, and check the server."""
        self.controls.server.probe()
        if not self._opened:
            self._opened = True
            self._load()

    def forget_encrypted(self) -> None:
        """Remove the encrypted pictures; the original stays."""
        self.work.forget_encrypted()
        self._encrypted, self._encrypted_with = {}, None
        self._message.clear()
        self._arrange(self._invitation() if self._original else self.tr("Loading …"))
        self._show_state()

    def reveal(self, known: bool) -> None:
        """Show or hide figures of the original."""
        self.gallery.reveal(known)

    def close_down(self) -> None:
        """Stop waiting for a server."""
        self._reencrypt_timer.stop()
        self._readiness.stop_waiting()

    # what is built

    def _lay_out(self) -> None:
        self.progress.hide()
        above = QWidget(self)
        vbox(above, self._make_head(), (self.gallery, 1), spacing=4 if self._guided else 10)
        body = QSplitter(Qt.Orientation.Vertical, self)
        body.addWidget(above)
        body.addWidget(self.figures)
        body.setStretchFactor(0, 5)
        body.setStretchFactor(1, 1)
        body.setSizes([516, 260])
        body.setHandleWidth(12)
        body.setChildrenCollapsible(False)
        row = hbox(
            self, margins=(0, 0 if self._guided else 12, 0, 0), spacing=4 if self._guided else 8
        )
        self._body = body
        self.fold = FoldHandle(self.controls, self.tr("the settings"), at_left=True)
        row.addWidget(self.controls)
        row.addWidget(self.fold)
        row.addWidget(body, 1)
        for part in (self.controls, self.fold, self.figures, self.save_button):
            part.setVisible(not self._guided)

    def minimumSizeHint(self) -> QSize:
        """Without the settings, which can be folded away."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), _MIN_WIDTH_PX), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._guided:
            self.fold.fold_when_narrow(self.width() < _FOLD_BELOW_PX, self._body)
            return
        for part in self._tools:
            part.setVisible(self.height() >= _TOOLS_FROM_HEIGHT_PX)

    def _make_head(self) -> QHBoxLayout:
        head = hbox(None, spacing=8)
        fit = self.gallery.views.link.fit
        self._tools: list[QWidget] = [self.grid]
        for text, tip, act in (
            ("−", self.tr("Zoom out (−)"), lambda: self.gallery.zoom(1 / 1.5)),
            ("+", self.tr("Zoom in (+)"), lambda: self.gallery.zoom(1.5)),
            (self.tr("F&it"), self.tr("Show the whole picture (0 or double-click)"), fit),
        ):
            self._tools.append(_small_button(text, tip, act))
        for part in self._tools:
            head.addWidget(part)
        head.addWidget(self._grid_note)
        head.addSpacing(8)
        head.addWidget(self._message, 1)
        head.addStretch(0)
        head.addWidget(self.progress, 1)
        head.addWidget(self.save_button)
        return head

    def _connect(self) -> None:
        self.controls.picture_changed.connect(self._load)
        self.controls.encryption_changed.connect(self._encryption_changed)
        self.controls.encrypt_requested.connect(self.encrypt)
        self.controls.server.changed.connect(self._show_state)
        self.controls.cancel_requested.connect(self._cancel)
        self.grid.toggled.connect(self.gallery.views.link.set_grid)
        self.gallery.views.link.changed.connect(self._show_grid_note)
        self.save_button.wanted.connect(self._write)
        self.work.loaded.connect(self._show_original)
        self.work.encrypted.connect(self._show_encrypted)
        self.work.refused.connect(self._show_refused)
        self.work.process_ended.connect(self._reload_original)
        self.work.progressed.connect(self._show_progress)
        self.work.idle.connect(self._show_shared_refusals)
        self.work.idle.connect(self._show_state)
        self.work.written.connect(self._report_written)
        self._reencrypt_timer.timeout.connect(self._encrypt_again)
        self._reencrypt_timer.timeout.connect(self._show_state)
        self._campaign.changed.connect(self._show_state)
        self._workbench.servers.changed.connect(self._show_state)

    # what happens

    def encrypt(self) -> None:
        """Encrypt the picture under each protection, on the chosen server, started if necessary."""
        entry = self.controls.server.entry()
        if entry is None or self._campaign.obstacle():
            return
        self._reencrypt_timer.stop()
        self._message.clear()
        if self._original is None:
            if not self.work.busy:
                self._load()
            self._encrypt_when_loaded = self.work.busy
            self.progress.show_progress(self.tr("Loading …"), None, "")
            self._show_state()
            return
        begun = filled(starting_words([entry.spec.source]), entry.name)
        self.progress.show_progress(begun, None, "")
        self._readiness.start(entry.name, self._encrypt_on, self._not_started)
        self._show_state()

    def _encrypt_on(self, place: ServerAccess) -> None:
        chosen, material = self.controls.protections.chosen(), self.controls.material.material()
        if chosen and material is not None and self._original is not None:
            self._protections, self._encrypted = chosen, {}
            self._encrypted_with = place.name, material
            self.progress.show_progress(cipher_title(chosen[0]), 0.0, "")
            self.work.encrypt(place, chosen, material)
            self._arrange(self.tr("Waiting …"))
        self._show_state()

    def _not_started(self, error: CipherbenchError) -> None:
        self._workbench.failed.emit(error)
        self._show_state()

    def _cancel(self) -> None:
        self._readiness.stop_waiting()
        if self._encrypt_when_loaded:
            self._encrypt_when_loaded = False  # the picture itself is still wanted
            self._show_state()
            return
        self.work.cancel()
        for place, _ in enumerate(self._protections):
            if place not in self._encrypted:
                self.gallery.show_message(place, self.tr("Cancelled"))
        self._show_state()

    def _load(self) -> None:
        self._recovering = False
        self._begin_loading()

    def _begin_loading(self) -> None:
        if not self._opened:
            return
        self._original, self._encrypted, self._encrypt_when_loaded = None, {}, False
        self._message.clear()
        self._arrange(self.tr("Loading …"))
        self.work.load(self.controls.source.source(), self.controls.source.format())
        self._show_state()

    def _encryption_changed(self) -> None:
        """Encrypt small pictures again at once, large ones on request."""
        if self._original is None:
            return
        wanted = self.controls.protections.chosen()
        if wanted != self._protections:
            self.work.forget_encrypted()
            self._protections, self._encrypted = wanted, {}
            self._arrange(self._invitation())
        self._reencrypt_timer.start()
        self._show_state()

    def _encrypt_again(self) -> None:
        entry, ready = self.controls.server.entry(), self._original
        if ready is None or entry is None or not entry.running or not self.isVisible():
            return
        small = ready.geometry.width * ready.geometry.height <= _ENCRYPTED_AT_ONCE_PIXELS
        if small and self.controls.ready() and not self._guided:
            self.encrypt()

    def _write(self, places: list[int], path: Path) -> None:
        title = self.controls.source.title() if len(places) > 1 else ""
        self.work.write({at: self._caption(at) for at in places}, path, title)

    def _caption(self, place: int) -> Caption:
        ready = self._original if place < 0 else self._encrypted[place]
        assert ready is not None
        if ready.protection is None or self._encrypted_with is None:
            return original_caption(ready.geometry)
        return encrypted_caption(
            self._encrypted_with[0],
            ready.protection,
            ready.statistics,
            key=ready.key,
            vector=ready.vector,
            tag=ready.tag,
            padding=ready.padding,
        )

    # what is shown

    def _arrange(self, message: str) -> None:
        self._refusals = {}
        self.gallery.set_protections(self._protections, message)
        if self._original is not None:
            self.gallery.show_original(self._original)
        self._show_figures()

    def _show_original(self, ready: PictureReady) -> None:
        self._original = ready
        self._protections = self.controls.protections.chosen()
        self._arrange(self._invitation())
        if self._encrypt_when_loaded:
            self._encrypt_when_loaded = False
            self.encrypt()
        elif not self._recovering:  # else what ended the process could end it again and again
            self._reencrypt_timer.start()

    def _show_encrypted(self, place: int, ready: PictureReady) -> None:
        self._encrypted[place] = ready
        self.gallery.show_encrypted(place, ready)
        self._show_figures()

    def _show_refused(self, place: int, error: CipherbenchError) -> None:
        """Show a protection's error in its panel, any other in the error panel."""
        if place >= 0:
            self._refusals[place] = error
            self.gallery.show_message(place, error.message)
            return
        if place == -1:
            self._show_none()
        self._workbench.failed.emit(error)

    def _show_shared_refusals(self) -> None:
        """Show an error that several protections share once, in the error panel."""
        refusals, self._refusals = self._refusals, {}
        for error, places in shared_refusals(refusals):
            for place in places:
                self.gallery.show_message(place, self.tr("Not encrypted"))
            self._workbench.failed.emit(error)

    def _reload_original(self) -> None:
        """The lab's process ended with all its pictures: load the original again, once."""
        again = self._original is not None and not self._recovering
        self._original, self._encrypted, self._refusals = None, {}, {}
        self._show_none()
        self._show_figures()
        if again:
            self._recovering = True
            self._begin_loading()

    def _show_none(self) -> None:
        self._encrypt_when_loaded = False
        self.gallery.show_message_everywhere("")
        self.gallery.show_message(-1, self.tr("No picture"))

    def _show_figures(self) -> None:
        rows = []
        if self._original is not None:
            rows.append((self.tr("Original"), self._original.statistics))
        for place in sorted(self._encrypted):
            rows.append((cipher_title(self._protections[place]), self._encrypted[place].statistics))
        self.figures.show_figures(rows, originals=1)

    def _show_progress(self, place: int, share: float) -> None:
        done = (place + share) / max(1, len(self._protections))
        self.progress.show_progress(cipher_title(self._protections[place]), done, "")

    def _show_state(self) -> None:
        busy = self._readiness.waiting or self.work.busy
        loaded = self._original is not None
        encrypting = self._readiness.waiting or (
            self.work.busy and (loaded or self._encrypt_when_loaded)
        )
        self.controls.show_encrypting(encrypting, self._campaign.obstacle())
        self.progress.setVisible(encrypting)
        self.save_button.setEnabled(self._original is not None and not busy)
        self.save_button.offer(self._stem(), self._titles())
        self._show_stale()

    def _show_stale(self) -> None:
        """Dim the pictures if server, key or IV have changed since."""
        entry = self.controls.server.entry()
        now = "" if entry is None else entry.name, self.controls.material.material()
        stale = bool(self._encrypted) and self._encrypted_with != now
        self.gallery.dim_encrypted(stale)
        self._stale_overlay.draw(stale)
        if stale and not self._reencrypt_timer.isActive():  # else encrypted again in a moment
            self._message.setText(self._stale_words())
        elif self._message.text() == self._stale_words():
            self._message.clear()
        self._message.setVisible(bool(self._message.text()) and self.progress.isHidden())

    def _stale_words(self) -> str:
        if self._guided:
            return self.tr("The settings have changed: press Run.")
        return self.tr("Server, key or IV have changed: press Encrypt.")

    def _show_grid_note(self) -> None:
        """Blocks are outlined only where they are large enough."""
        views = self.gallery.views
        asked = self.grid.isChecked() and not views.link.size.isEmpty()
        self._grid_note.setVisible(asked and not views.shows_grid())

    def _report_written(self, path: Path) -> None:
        saving().announce_saved(path)

    def _invitation(self) -> str:
        return (
            self.tr("Press Run to see it") if self._guided else self.tr("Press Encrypt to see it")
        )

    def _titles(self) -> dict[int, tuple[str, str]]:
        """What can be saved: index → title and name for files."""
        named = {
            place: (cipher_title(self._protections[place]), self._protections[place].name)
            for place in sorted(self._encrypted)
        }
        return {-1: (self.tr("Original"), "original"), **named}

    def _stem(self) -> str:
        source = self.controls.source.source()
        return source.stem if isinstance(source, Path) else source


def _small_button(text: str, tip: str, act: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.clicked.connect(lambda _: act())
    return button
