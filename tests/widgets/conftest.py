"""Every widget test starts in the light scheme and leaves no clipboard or theme behind."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from widgets.look.theme import apply_theme


def pytest_itemcollected(item: pytest.Item) -> None:
    """The offscreen platform warns of what it cannot do: least sizes and raising tooltips."""
    item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(autouse=True)
def _light_scheme(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "light")
    qapp.clipboard().clear()
    yield
    apply_theme(qapp, "light")
