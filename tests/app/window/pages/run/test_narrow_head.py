"""Who takes turns gives way in a narrow window: the page scrolled sideways, Cancel was cut."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.window.pages.run.run_head import RunHead


def test_that_many_protections_do_not_widen_the_page(qtbot: QtBot) -> None:
    head = RunHead()
    qtbot.addWidget(head)
    head.begin("many", "")
    before = head.minimumSizeHint().width()
    sides = ", ".join(f"client-aes-256-gcm-{n}" for n in range(8))
    head.show_text(f"postgresql · {sides} · 1,000 records · repetition 1")
    assert head.minimumSizeHint().width() <= max(before, 700)
    head.show_end_reason("A reason of many words. " * 20)
    assert head.minimumSizeHint().width() <= max(before, 700)
