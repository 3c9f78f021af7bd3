"""The results page with the second campaign of a store in front."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go


@contextmanager
def shown_campaign(store: Path, tab: type[QWidget]) -> Iterator[ResultsPage]:
    """The page as soon as it has the tab, which only some campaigns have."""
    workbench = Workbench(str(store))
    page = ResultsPage(workbench)
    page.resize(1085, 690)
    page.show()
    page.select(2)
    await_(lambda: page.findChild(ResultsView) is not None)
    await_(lambda: view(page).campaign_id == 2)
    await_(lambda: page.findChild(tab) is not None)
    yield page
    let_go(workbench)
    page.close_down()
    page.close()
    page.deleteLater()


def view(page: ResultsPage) -> ResultsView:
    found = page.findChild(ResultsView)
    assert isinstance(found, ResultsView)
    return found
