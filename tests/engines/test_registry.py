"""Engines that cannot be loaded are told of, and keep none that can."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from app.servers.inventory import inventory, inventory_lines
from engines import registry
from engines.contract.errors import ServerUnavailable
from engines.registry import engine_named, engines

SOUND = registry._ENGINES["sqlite"]


@pytest.fixture
def some_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One engine that is sound, one without its driver, and one that is broken."""
    modules = {"undriven_engine": "import no_such_driver", "broken_engine": "1 / 0"}
    for name, text in modules.items():
        monkeypatch.delitem(sys.modules, name, raising=False)
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "engine.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    known = {"undriven": "undriven_engine", "sqlite": SOUND, "broken": "broken_engine"}
    monkeypatch.setattr(registry, "_ENGINES", known)


@pytest.mark.usefixtures("some_broken")
def test_that_an_engine_that_cannot_be_loaded_is_listed_with_its_reason(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        assert [each.name for each in engines()] == ["sqlite"]
    assert [each.args for each in caplog.records] == [("broken",)]
    assert caplog.records[0].exc_info
    undriven, sqlite, broken = inventory()
    assert "driver of undriven" in undriven["reason"] and "no_such_driver" in undriven["reason"]
    assert sqlite["available"]
    assert "engine broken cannot be loaded: ZeroDivisionError" in broken["reason"]
    report = "\n".join(inventory_lines([undriven, broken]))
    assert "○ broken" in report and "○ undriven" in report


@pytest.mark.usefixtures("some_broken")
def test_that_what_is_missing_is_distinguished_from_what_is_broken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name, title in (("undriven", "Driver missing"), ("broken", "Engine not loaded")):
        with pytest.raises(ServerUnavailable) as caught:
            engine_named(name)
        assert caught.value.title == title
    (tmp_path / "broken_engine" / "engine.py").write_text("from engines.sql import no_such_name")
    with pytest.raises(ServerUnavailable, match="no_such_name") as caught:
        engine_named("broken")
    assert caught.value.title == "Engine not loaded"
    assert len(caplog.records) == 2
