"""The base class of experiments, the part of the lab that a lesson drives: it runs what the attempt
says, and gives its figures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.lessons.attempt import Figures, Inputs
from app.lessons.lesson import CHANGED, Control, Lesson, LessonStep
from app.lessons.lesson_campaign import no_server, server_of
from app.patterns.requests import DatabaseNotDropped, Reply, RequestRefused
from app.servers.entry import LentServer, ServerEntry
from app.window.lab.common.lab_link import LabLink
from app.window.servers.known_servers import Readiness
from app.window.servers.server_choice import ServerChoice
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.fields.chips import ChoiceRow

SERVER_VIEW = "server"
_LEAST = (240, 120)


class Experiment(QWidget):
    """It has the lesson's settings until a step frees one. Other views of the same subject stand in
    front of it by a row of chips, from the moment that `show_results` allows them.

    Its settings may be shown elsewhere: they stay its own, and live as long as it does.
    """

    ended = Signal(object)
    """A run is over: its Figures."""

    failed = Signal(object)
    """A run failed: the CipherbenchError."""

    given_up = Signal()
    """A run ended without figures, and nothing is to be said of it here."""

    view_changed = Signal()
    """Another view is in front."""

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
        self._begins_with: object = None
        self._changed = False
        self._readiness = Readiness(workbench.servers, self)
        self.lab.replied.connect(self._hear)
        self.lab.ended.connect(self._lost)
        self.views = QStackedWidget(self)
        self.views.setMinimumSize(*_LEAST)  # not that of the largest view
        self.view_choice: ChoiceRow | None = None
        self._view_keys: list[str] = [SERVER_VIEW]
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.views, 1)

    @abstractmethod
    def _take_settings(self) -> None:
        """Take the settings that the step begins with."""

    @abstractmethod
    def _settings(self) -> object:
        """The settings as they are, to be compared."""

    @abstractmethod
    def _clear(self) -> None:
        """Take away all that was run."""

    @abstractmethod
    def control(self, control: Control) -> QWidget:
        """The part that a step frees."""

    @abstractmethod
    def _start(self) -> None:
        """Start what is run; the server is ready."""

    @abstractmethod
    def _server(self) -> ServerChoice:
        """The choice of a server."""

    @abstractmethod
    def load(self) -> None:
        """The lesson was opened: load what is seen before anything is run."""

    def begin(self, step: LessonStep) -> None:
        """Make ready for a step; nothing must be running."""
        self.step = step
        self._take_settings()
        self._begins_with = self._settings()
        if step is not LessonStep.PREDICT:
            self._server().probe()

    def reset(self, fixed: Inputs) -> None:
        """Take another key, IV and seed; what was run before is gone."""
        self.fixed = fixed
        self._clear()
        self.show_results(False)
        self.begin(LessonStep.PREDICT)

    def show_results(self, known: bool) -> None:
        """Whether what the questions ask may be shown, and the further views with it."""
        if self.view_choice is None:
            return
        self.view_choice.setVisible(known)
        if not known and not self.running:
            self.view_choice.choose(SERVER_VIEW)
            self.views.setCurrentIndex(0)

    def run(self) -> None:
        """Run the lesson's experiment, or in a step that frees controls what they say. `ended`,
        `failed` or `given_up` follows."""
        self.running = True
        self._changed = self._settings() != self._begins_with
        entry = self._entry()
        if entry is None:
            self._fail(no_server(self.lesson.run))
            return
        self._show_view(SERVER_VIEW)
        self._server().choose(entry.name)
        self._readiness.start(entry.name, self._ready, self._fail)

    def close_down(self) -> None:
        """End what works in the background."""
        self.running = False
        self._readiness.stop_waiting()
        self.lab.shut()

    def _add_scrolled(self, part: QWidget) -> None:
        """Take what is run into a view of its own, which scrolls where there is little room."""
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its parts have the keyboard
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(part)
        self.views.addWidget(area)

    def _add_views(self, first: str, further: Mapping[str, tuple[str, QWidget]]) -> None:
        """Views by their keys, each with its word; `first` is the word for what is run."""
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
        """Whether the view in front leaves room for the settings that a step frees."""
        return True

    def _entry(self) -> ServerEntry | None:
        return server_of(self.lesson.run, self._workbench.servers.entries())

    def _ready(self, _place: LentServer) -> None:
        QTimer.singleShot(0, self, self._go_on)  # all who listen to servers have heard of it then

    def _go_on(self) -> None:
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

    def _give_up(self) -> None:
        self.running = False
        self.given_up.emit()

    def _not_offered(self, protection: str) -> CipherbenchError:
        return CipherbenchError(
            phrase("Protection not available"),
            phrase("{server} does not offer {protection}, which this lesson needs."),
            server=self.lesson.run.server,
            protection=protection,
        )

    def _hear(self, reply: Reply) -> None:
        if isinstance(reply, RequestRefused):
            self._fail(reply.error)
        elif isinstance(reply, DatabaseNotDropped):
            self._workbench.failed.emit(reply.error)

    def _lost(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self._fail(error)
