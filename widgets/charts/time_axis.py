"""The one time axis that several live charts share: what is in view, followed or held."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from widgets.charts.frame_turns import FrameTurns

_FIRST_SPANS = (10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0)


class TimeAxis(QObject):
    """Decides which seconds are in view; charts only show what it says.

    Following shows the newest `window` seconds; before so many have passed, the span grows in
    steps so that the picture stands still. Held shows what the user chose.
    """

    view_changed = Signal()
    following_changed = Signal(bool)
    pointer_changed = Signal()

    def __init__(self, window: float = 60.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._latest = 0.0
        self._following = True
        self._view = (0.0, min(_FIRST_SPANS[0], window))
        self._pointer: float | None = None
        self.turns = FrameTurns(self)
        """In which the charts of this axis draw."""

    @property
    def view(self) -> tuple[float, float]:
        """First and last second in view."""
        return self._view

    @property
    def following(self) -> bool:
        """Whether the view keeps up with the newest sample."""
        return self._following

    @property
    def latest(self) -> float:
        """The newest second that any chart has."""
        return self._latest

    @property
    def pointer(self) -> float | None:
        """The second under the pointer, shared by all linked charts."""
        return self._pointer

    def note(self, second: float) -> None:
        """Remember that samples reach to this second; shown at the next `advance`."""
        self._latest = max(self._latest, second)

    def advance(self) -> None:
        """Move on to the newest second if following."""
        if self._following:
            self._show(*self._newest())

    def set_window(self, seconds: float) -> None:
        """Change how many seconds are shown while following."""
        self._window = seconds
        self.advance()

    def follow(self) -> None:
        """Return to the newest seconds and stay there."""
        self._set_following(True)
        self.advance()

    def hold(self, first: float, last: float) -> None:
        """Show a stretch that the user chose, and stay."""
        self._set_following(False)
        self._show(first, last)

    def fit(self) -> None:
        """Show everything since the start, and stay."""
        self.hold(0.0, max(self._latest, 1.0))

    def restart(self) -> None:
        """Forget all and follow from zero."""
        self._latest = 0.0
        self.point_at(None)
        self.follow()

    def point_at(self, second: float | None) -> None:
        """Put the shared crosshair at a second; None takes it away."""
        if second != self._pointer:
            self._pointer = second
            self.pointer_changed.emit()

    def _newest(self) -> tuple[float, float]:
        if self._latest >= self._window:
            return self._latest - self._window, self._latest
        spans = (span for span in _FIRST_SPANS if span >= self._latest)
        return 0.0, min(next(spans, self._window), self._window)

    def _show(self, first: float, last: float) -> None:
        if (first, last) != self._view:
            self._view = (first, last)
            self.view_changed.emit()

    def _set_following(self, following: bool) -> None:
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)
