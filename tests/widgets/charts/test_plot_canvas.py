"""The bare plot: nothing of it stays when it goes."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from widgets.charts.plot_canvas import PlotCanvas


def test_that_a_plot_that_goes_leaves_no_menu_behind_though_somebody_holds_it(
    qapp: QApplication,
) -> None:
    before = len(QApplication.allWidgets())
    plot = PlotCanvas()
    plot.show()
    assert [each for each in QApplication.topLevelWidgets() if each.isVisible()] == [plot]
    plot.deleteLater()
    for _ in range(2):  # as the plot goes the menu is asked to
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(QApplication.allWidgets()) == before
    assert plot is not None
