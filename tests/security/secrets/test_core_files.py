"""A process that crashes leaves nothing of its memory behind; that no child of a campaign does is
looked at in `test_children_environment.py`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from engines.opening import open_server
from tests.engines.containers import container_spec
from tests.security.listening import core_limits

pytestmark = pytest.mark.slow


def test_that_a_crash_in_this_session_would_leave_one(tmp_path: Path, cores_allowed: bool) -> None:
    """The check itself is proved by a process that does leave its memory."""
    if not cores_allowed:
        pytest.skip("core files are forbidden to this session for good")
    pattern = Path("/proc/sys/kernel/core_pattern").read_text().strip()
    if pattern != "core":
        pytest.skip(f"core files go to {pattern}")
    subprocess.run(["python3", "-c", "import os; os.abort()"], cwd=tmp_path, check=False)
    assert [each.name.partition(".")[0] for each in tmp_path.iterdir()] == ["core"]


@pytest.mark.exhaustive
def test_that_a_server_in_a_container_may_leave_no_core_file() -> None:
    box = open_server(container_spec("postgresql"))
    try:
        assert box.endpoint.pid is not None
        limits = Path(f"/proc/{box.endpoint.pid}/limits").read_text()
        assert core_limits(limits) == ["1", "1"]
    finally:
        box.close()
