"""The log file of a process."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from app.system.folders import log_file, log_to_file


def test_that_a_line_is_logged_once_however_often_a_log_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", root.handlers[:])
    for folder in ("one", "other"):
        monkeypatch.setenv("CIPHERBENCH_HOME", str(tmp_path / folder))
        log_to_file()
        log_to_file()
        logging.getLogger("some.module").error("a line")
        assert log_file().read_text().count("a line") == 1
    root.handlers[-1].close()
