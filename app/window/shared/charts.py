"""A chart of results in the window: the drawing that is saved, in the colours of the scheme and in
the user's words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QMenu, QWidget

from app.findings.cost import Cost, VerdictKind
from app.report.drawing.chart import Chart, only, zoomed
from app.report.drawing.drawing import drawing, legend, others
from app.report.drawing.medium import Colours, Medium
from app.report.files.chart_files import drawn
from app.report.words.language import written_in
from app.system.desktop.fonts import font_file
from app.window.base.language import spoken_language
from app.window.base.messages import message_text
from app.window.shared.run_words import within_text
from engines.contract.errors import InputError
from widgets.charts.drawn_chart import DrawnChart
from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, mix, series_style, theme_signals
from widgets.saving.saving import saving
from widgets.tables.interval_view import ScaledEstimate

# Costs as the tables and charts of the screen take them.

_TONES = {
    VerdictKind.COSTS: "bad",
    VerdictKind.WORSE: "bad",
    VerdictKind.FASTER: "good",
    VerdictKind.BETTER: "good",
}
"""A cost below the detection limit is proved, but gets no colour."""


def verdict_tone(kind: VerdictKind | None) -> str:
    """The colour of a verdict, on every tab; “muted” where there is no detectable difference."""
    return "muted" if kind is None else _TONES.get(kind, "muted")


def margin_text(cost: Cost) -> str:
    """“within 1.3 %”: the detection limit, from the control; a dash if unknown."""
    return "–" if cost.margin is None else within_text(cost.margin)


def estimate_of(cost: Cost) -> ScaledEstimate | None:
    """A cost as an estimate of a table's cell; None if unknown."""
    if cost.middle is None:
        return None
    return ScaledEstimate(cost.middle, cost.low, cost.high, cost.margin)


type Maker = Callable[[frozenset[str]], Chart]
"""Makes a chart without what has these names in its legend."""

_FAINT = 0.14


class ChartView(DrawnChart):
    """Its pictures are drawn without the screen: always light, as wide as any, and in the window's
    language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made: Maker | None = None
        self._ranges: dict[int, tuple[float, float]] = {}
        """What is seen of the axes of graphs, by their numbers."""
        self._chart: Chart | None = None
        self._only: int | None = None
        bring_font()
        self.set_paper(self._on_paper)
        self.hidden_changed.connect(self._draw_rest)
        self.range_chosen.connect(self._see)
        self.whole_wanted.connect(self._see)
        theme_signals().changed.connect(self._show_whole)

    @property
    def chart(self) -> Chart | None:
        return self._chart

    def show_chart(self, made: Maker) -> None:
        """Show what `made` gives without what the legend hides."""
        self._made = made
        self._ranges.clear()
        self._show_whole()

    def titles(self) -> Sequence[str]:
        """Those of its panels and graphs."""
        return _titles(self._chart) if self._chart is not None else ()

    def index_with_focus(self, focus: QWidget | None) -> int | None:
        """None of them: a chart has the keyboard as a whole."""
        del focus
        return None

    def show_only(self, at: int | None) -> None:
        """Show one of its panels and graphs, or all of them."""
        self._only = at
        self._draw_rest()

    def build_menu(self) -> QMenu:
        menu = super().build_menu()
        if self._ranges:
            menu.addAction(self.tr("Show &whole axes"), self._see_all)
        return menu

    def _see(self, number: int, *ends: float) -> None:
        """A range of the axis of a graph, or all of it."""
        if self._only is not None and self._chart is not None:
            number = self._only - len(self._chart.panels)
        self._ranges.pop(number, None)
        if ends:
            self._ranges[number] = ends[0], ends[1]
        self._draw_rest()

    def _see_all(self) -> None:
        self._ranges.clear()
        self._draw_rest()

    def _show_whole(self) -> None:
        if self._made is None:
            return
        whole, medium = self._made(frozenset()), screen_medium()
        entries = list(legend(whole, medium))
        names = others(whole, medium) if whole.panels else ()
        self.set_legend(entries if len(entries) > 1 else (), list(names))
        self.setAccessibleName(", ".join(_titles(whole)))
        self._draw(self._made(self.hidden()) if self.hidden() else whole)

    def _draw_rest(self) -> None:
        if self._made is not None:
            self._draw(self._made(self.hidden()))

    def _draw(self, chart: Chart) -> None:
        self._chart = zoomed(chart, self._ranges)
        self.set_picture(partial(drawing, self._seen(self._chart), screen_medium()))

    def _seen(self, chart: Chart) -> Chart:
        """What is shown: without those that are hidden the one wanted may be none of them."""
        wanted = self._only
        return chart if wanted is None or wanted >= len(_titles(chart)) else only(chart, wanted)

    def _on_paper(self, format: str) -> bytes:
        """Raises: OSError for a format that there is not, or without a chart"""
        try:
            if self._chart is None:
                raise OSError
            with written_in(spoken_language()):
                return drawn(self._seen(self._chart), format, saving().dpi)
        except InputError as error:
            raise OSError(error.message) from error


@cache
def bring_font() -> None:
    """Texts have room as they are measured: in the font that drawings on paper have."""
    for bold in (False, True):
        QFontDatabase.addApplicationFont(str(font_file(bold=bold)))


def _titles(chart: Chart) -> list[str]:
    panels = [message_text(each.message) if each.message else each.title for each in chart.panels]
    return [*panels, *(message_text(each.title) for each in chart.graphs)]


def screen_medium() -> Medium:
    """In the scheme's colours and the user's words."""
    palette = current_palette()
    inks = Colours(
        palette.surface,
        palette.text,
        palette.muted,
        palette.grid,
        mix(palette.surface, palette.muted, _FAINT),
        palette.warning,
        palette.good,
        palette.bad,
        mix(palette.surface, palette.accent, _FAINT),
    )
    return Medium(inks, _colour, message_text, format_number)


def _colour(key: str) -> str:
    return key if key.startswith("#") else series_style(key).colour.name()
