"""The base class of experiments, which lessons run: it runs something with a lesson's settings on a
server, and emits the figures with which answers are compared."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from app.lessons.attempt import Figures, Inputs
from app.lessons.lesson import CHANGED, Control, Lesson, LessonStep
from app.lessons.lesson_campaign import no_server, server_of
from app.patterns.requests import DatabaseNotDropped, Reply, RequestRefused
from app.servers.entry import ServerAccess, ServerEntry
from app.window.lab.common.lab_link import LabLink
from app.window.servers.known_servers import Readiness
from app.window.servers.server_choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.fields.chips import ChoiceRow
from widgets.layout.boxes import vbox

SERVER_VIEW = "server"
_MIN_VIEW_SIZE = (240, 120)


class Experiment(QWidget):
    """Has the lesson's settings, until a step frees one for the student. A row of chips switches
    between the main view and further views of the subject, once `show_results` allows them.

    Widgets of settings (`control`) may be shown elsewhere; this object still owns them.
    """

    ended = Signal(object)
    """A run has ended: its Figures."""

    failed = Signal(object)
    """A run failed: the CipherbenchError."""

    ended_without_figures = Signal()
    """A run ended without figures, for a reason that is shown elsewhere."""

    view_changed = Signal()
    """Another view is shown."""

    def __init__(
        self,
        workbench: Workbench,
        lesson: Lesson,
        fixed: Inputs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.lesson, self.fixed = lesson, fixed
        self.lab = LabLink(self)
        self.running = False
        self.step = LessonStep.PREDICT
        self._workbench = workbench
        self._initial_settings: object = None
        self._changed = False
        self._readiness = Readiness(workbench.servers, self)
        self.lab.replied.connect(self._receive_reply)
        self.lab.ended.connect(self._show_process_error)
        self.views = QStackedWidget(self)
        self.views.setMinimumSize(*_MIN_VIEW_SIZE)  # not that of the largest view
        self.view_choice: ChoiceRow | None = None
        self._view_keys: list[str] = [SERVER_VIEW]
        self._column = vbox(self, (self.views, 1), spacing=6)

    @abstractmethod
    def _apply_step_settings(self) -> None:
        """Set the controls to what the step begins with."""

    @abstractmethod
    def _settings(self) -> object:
        """The current settings, to be compared with ==."""

    @abstractmethod
    def _clear(self) -> None:
        """Remove the results of all runs."""

    @abstractmethod
    def control(self, control: Control) -> QWidget:
        """The widget of a setting that a step frees."""

    @abstractmethod
    def _start(self) -> None:
        """Start the run; the server is ready."""

    @abstractmethod
    def _server(self) -> ServerChoice:
        """The drop-down list of servers."""

    @abstractmethod
    def load(self) -> None:
        """Load what is shown before anything is run; the lesson was opened."""

    def begin(self, step: LessonStep) -> None:
        """Prepare for a step; nothing may be running."""
        self.step = step
        self._apply_step_settings()
        self._initial_settings = self._settings()
        if step is not LessonStep.PREDICT:
            self._server().probe()

    def reset(self, fixed: Inputs) -> None:
        """Use another key, IV and seed, and clear all results."""
        self.fixed = fixed
        self._clear()
        self.show_results(False)
        self.begin(LessonStep.PREDICT)

    def show_results(self, known: bool) -> None:
        """Whether what the predictions ask is `known` and may be shown, with the further views."""
        if self.view_choice is None:
            return
        self.view_choice.setVisible(known)
        if not known and not self.running:
            self.view_choice.choose(SERVER_VIEW)
            self.views.setCurrentIndex(0)

    def run(self) -> None:
        """Run with the lesson's settings, or in a step that frees controls with theirs. `ended`,
        `failed` or `ended_without_figures` is emitted later."""
        self.running = True
        self._changed = self._settings() != self._initial_settings
        entry = self._entry()
        if entry is None:
            self._fail(no_server(self.lesson.run))
            return
        self._show_view(SERVER_VIEW)
        self._server().choose(entry.name)
        self._readiness.start(entry.name, self._ready, self._fail)

    def close_down(self) -> None:
        """Stop waiting, and end the lab's process."""
        self.running = False
        self._readiness.stop_waiting()
        self.lab.close_for_good()

    def _add_scrolled(self, part: QWidget) -> None:
        """Add the main view, in a scroll area."""
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its parts have the keyboard
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(part)
        self.views.addWidget(area)

    def _add_views(self, first: str, further: Mapping[str, tuple[str, QWidget]]) -> None:
        """Add further views: by key, the chip's word and the widget; `first` is the main view's
        word."""
        words = {SERVER_VIEW: first, **{key: word for key, (word, _) in further.items()}}
        self.view_choice = row = ChoiceRow(words, self)
        row.choose(SERVER_VIEW)
        row.hide()
        for _, part in further.values():
            self.views.addWidget(part)
        self._view_keys = list(words)
        row.group.buttonClicked.connect(lambda _: self._show_view(row.chosen()))
        self._column.insertWidget(0, row)

    def _show_view(self, key: str) -> None:
        if self.view_choice is not None:
            self.view_choice.choose(key)
            self.views.setCurrentIndex(self._view_keys.index(key))
            self.view_changed.emit()

    def shows_settings(self) -> bool:
        """Whether the shown view leaves room for the settings that a step frees."""
        return True

    def _entry(self) -> ServerEntry | None:
        return server_of(self.lesson.run, self._workbench.servers.entries())

    def _ready(self, _place: ServerAccess) -> None:
        QTimer.singleShot(
            0, self, self._start_if_running
        )  # all who listen to servers have heard of it then

    def _start_if_running(self) -> None:
        if self.running:
            self._start()

    def _end(self, figures: Figures) -> None:
        if self.running:
            self.running = False
            self.ended.emit({**figures, CHANGED: float(self._changed)})

    def _fail(self, error: CipherbenchError) -> None:
        if self.running:
            self.running = False
            self.failed.emit(error)

    def _end_without_figures(self) -> None:
        self.running = False
        self.ended_without_figures.emit()

    def _not_offered(self, protection: str) -> CipherbenchError:
        return CipherbenchError(
            phrase("Protection not available"),
            phrase("{server} does not offer {protection}, which this lesson needs."),
            server=self.lesson.run.server,
            protection=protection,
        )

    def _receive_reply(self, reply: Reply) -> None:
        if isinstance(reply, RequestRefused):
            self._fail(reply.error)
        elif isinstance(reply, DatabaseNotDropped):
            self._workbench.failed.emit(reply.error)

    def _show_process_error(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self._fail(error)
