"""Where tests write, and what killed sessions leave there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.places import new_home


def test_that_homes_of_killed_sessions_go_and_all_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_TEST_FOLDER", str(tmp_path))
    gone = subprocess.Popen(["true"])
    gone.wait()
    left = tmp_path / f"cipherbench-test-{gone.pid}-abc"
    others = {tmp_path / f"cipherbench-test-{os.getppid()}-abc", tmp_path / "cipherbench-test-home"}
    for folder in (left, *others):
        (folder / "servers").mkdir(parents=True)
    home = new_home()
    assert set(tmp_path.iterdir()) == {home, *others}
