"""Where the window keeps what it remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.window.settings import settings


def test_that_it_is_a_file_in_the_folder_of_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `cipherbench home` lists it, and as the uninstaller removes it on Windows."""
    monkeypatch.delenv("CIPHERBENCH_HOME", raising=False)
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))
    remembered = settings()
    remembered.setValue("scheme", "dark")
    remembered.sync()
    assert "scheme=dark" in (tmp_path / "config" / "cipherbench.conf").read_text()
