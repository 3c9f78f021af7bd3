"""A tab of the pattern lab that runs what a lesson says, and yields its figures."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.lessons.attempt import Fixed
from app.lessons.lesson import Control, Lesson, Step
from app.lessons.servers import no_server, server_of
from app.patterns.requests import DatabaseStays, News, Refused
from app.servers.entry import LentServer, ServerEntry
from app.window.lab.common.lab_link import LabLink
from app.window.servers.choice import ServerChoice
from app.window.servers.readiness import Readiness
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase


class Bench(QWidget):
    """The tab, with the lesson's settings until a step frees one of its controls."""

    ended = Signal(object)
    """A run is over: its Figures."""

    failed = Signal(object)
    """A run failed: the CipherbenchError."""

    given_up = Signal()
    """A run ended without figures, and nothing is to be said of it here."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.lesson, self.fixed = lesson, fixed
        self.lab = LabLink(self)
        self.running = False
        self._workbench = workbench
        self.step = Step.PREDICT
        self._readiness = Readiness(workbench.servers, self)
        self.lab.news.connect(self._hear)
        self.lab.ended.connect(self._lost)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)

    @abstractmethod
    def _take_settings(self) -> None:
        """Take the settings that the step begins with."""

    @abstractmethod
    def control(self, control: Control) -> QWidget:
        """The part of the tab that a step frees."""

    @abstractmethod
    def _start(self) -> None:
        """Start what is run; the server is ready."""

    @abstractmethod
    def _server(self) -> ServerChoice:
        """The tab's choice of a server."""

    def begin(self, step: Step) -> None:
        """Make ready for a step; nothing must be running."""
        self.step = step
        self._take_settings()

    def use(self, fixed: Fixed) -> None:
        """Take another key, IV and seed, and begin anew."""
        self.fixed = fixed
        self.begin(Step.PREDICT)

    def run(self) -> None:
        """Run the lesson's experiment, or in a step that frees controls what they say. `ended` or
        `failed` follows."""
        self.running = True
        entry = self._entry()
        if entry is None:
            self._fail(no_server(self.lesson.run))
            return
        self._server().choose(entry.name)
        self._readiness.ensure(entry.name, self._ready, self._fail)

    def close_down(self) -> None:
        """End what works in the background."""
        self.running = False
        self._readiness.forget()
        self.lab.shut()

    def _entry(self) -> ServerEntry | None:
        return server_of(self.lesson.run, self._workbench.servers.entries())

    def _ready(self, _place: LentServer) -> None:
        QTimer.singleShot(0, self, self._go_on)  # all who listen to servers have heard of it then

    def _go_on(self) -> None:
        if self.running:
            self._start()

    def _end(self, figures: dict[str, float]) -> None:
        if self.running:
            self.running = False
            self.ended.emit(figures)

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

    def _hear(self, news: News) -> None:
        if isinstance(news, Refused):
            self._fail(news.error)
        elif isinstance(news, DatabaseStays):
            self._workbench.failed.emit(news.error)

    def _lost(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self._fail(error)
