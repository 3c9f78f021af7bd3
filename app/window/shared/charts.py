"""A chart of results in the window, `ChartView`: the drawing that reports have, in the colours of
the theme and in the window's language; and how screens show a cost: tone, margin, estimate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QMenu, QWidget

from app.findings.cost import Cost, VerdictKind
from app.report.drawing.chart import Chart, single_part, zoomed
from app.report.drawing.chart_drawing import draw, legend, study_legend
from app.report.drawing.medium import Colours, Medium
from app.report.files.chart_files import chart_bytes
from app.report.words.language import written_in
from app.system.desktop.fonts import font_file
from app.window.base.language import current_language
from app.window.base.messages import message_text
from app.window.shared.run_words import within_text
from engines.contract.errors import InputError
from widgets.charts.drawn_chart import DrawnChart
from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, mix, series_style, theme_signals
from widgets.saving.saving import saving
from widgets.tables.interval_view import ScaledEstimate

_TONES = {
    VerdictKind.COSTS: "bad",
    VerdictKind.WORSE: "bad",
    VerdictKind.FASTER: "good",
    VerdictKind.BETTER: "good",
}
"""Others get no colour: a cost below the detection limit is proved, but too small to matter."""


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


type ChartFactory = Callable[[frozenset[str]], Chart]
"""Makes a chart without the entries of the legend that have these names."""

_FAINT_SHARE = 0.14
"""Share of a colour that is mixed into the background for faint areas."""


class ChartView(DrawnChart):
    """A chart on the screen. The pictures that are saved of it are drawn anew, as those of reports:
    always light and of the same width, in the window's language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make: ChartFactory | None = None
        self._ranges: dict[int, tuple[float, float]] = {}
        """The zoomed range of a graph's axis, by the graph's number."""
        self._chart: Chart | None = None
        self._only: int | None = None
        load_drawing_font()
        self.set_renderer(self._rendered)
        self.hidden_changed.connect(self._draw_rest)
        self.range_chosen.connect(self._show_range)
        self.full_range_requested.connect(self._show_range)
        theme_signals().changed.connect(self._show_whole)

    @property
    def chart(self) -> Chart | None:
        return self._chart

    def show_chart(self, make: ChartFactory) -> None:
        """Show the chart that `make` returns; it is called again when the legend hides entries."""
        self._make = make
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
            menu.addAction(self.tr("Show &whole axes"), self._show_whole_axes)
        return menu

    def _show_range(self, number: int, *ends: float) -> None:
        """Show the range `ends` of the axis of graph `number`, or all of it."""
        if self._only is not None and self._chart is not None:
            number = self._only - len(self._chart.panels)
        self._ranges.pop(number, None)
        if ends:
            self._ranges[number] = ends[0], ends[1]
        self._draw_rest()

    def _show_whole_axes(self) -> None:
        self._ranges.clear()
        self._draw_rest()

    def _show_whole(self) -> None:
        if self._make is None:
            return
        whole, medium = self._make(frozenset()), screen_medium()
        entries = list(legend(whole, medium))
        names = study_legend(whole, medium) if whole.panels else ()
        self.set_legend(entries if len(entries) > 1 else (), list(names))
        self.setAccessibleName(", ".join(_titles(whole)))
        self._draw(self._make(self.hidden()) if self.hidden() else whole)

    def _draw_rest(self) -> None:
        if self._make is not None:
            self._draw(self._make(self.hidden()))

    def _draw(self, chart: Chart) -> None:
        self._chart = zoomed(chart, self._ranges)
        self.set_picture(partial(draw, self._visible_part(self._chart), screen_medium()))

    def _visible_part(self, chart: Chart) -> Chart:
        """The panel that is to be shown alone; all where there is none, or the legend hides it."""
        wanted = self._only
        return (
            chart if wanted is None or wanted >= len(_titles(chart)) else single_part(chart, wanted)
        )

    def _rendered(self, format: str) -> bytes:
        """The file of a saved picture.

        Raises: OSError for an unknown format, or without a chart
        """
        try:
            if self._chart is None:
                raise OSError
            with written_in(current_language()):
                return chart_bytes(self._visible_part(self._chart), format, saving().dpi)
        except InputError as error:
            raise OSError(error.message) from error


@cache
def load_drawing_font() -> None:
    """Load the font of drawings: they are laid out by its widths, on the screen too."""
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
        mix(palette.surface, palette.muted, _FAINT_SHARE),
        palette.warning,
        palette.good,
        palette.bad,
        mix(palette.surface, palette.accent, _FAINT_SHARE),
    )
    return Medium(inks, _colour, message_text, format_number)


def _colour(key: str) -> str:
    return key if key.startswith("#") else series_style(key).colour.name()
