"""What is mounted where."""

from __future__ import annotations

import pytest

from app.campaign.machine.control_group import _mounts
from app.campaign.machine.cpu_allowance import cpu_quota
from engines.platform import volumes


def test_that_a_system_that_lists_no_mounts_has_none_and_no_quota(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(volumes, "_ARE_LISTED", False)
    _mounts.cache_clear()
    request.addfinalizer(_mounts.cache_clear)
    assert volumes.mounts() == []
    assert cpu_quota(1) is None
