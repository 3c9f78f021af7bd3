"""The folder of wrapped keys of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest

from app.servers import key_access
from app.servers.key_access import KeyAccesses
from engines.keeping.home import own_folder
from engines.keys.vault import VaultKey
from engines.platform.locks import lock


@pytest.fixture
def keys() -> Iterator[KeyAccesses]:
    made = KeyAccesses()
    yield made
    made.close()


def test_that_a_folder_that_another_start_took_for_a_left_one_is_made_again(
    keys: KeyAccesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = list[Path]()

    def too_late(handle: int) -> None:
        if not taken:
            taken.extend(own_folder("keys", 0o700).iterdir())
            for each in taken:
                rmtree(each)
        lock(handle)

    monkeypatch.setattr(key_access, "lock", too_late)
    folder = keys._own_folder()
    assert folder.is_dir() and taken and folder not in taken


def test_that_a_key_is_tried_as_long_as_its_service_may_take() -> None:
    """An answer asks twice, each within the plan's own time."""
    slow = VaultKey(address="https://vault.example", timeout_s=60.0)
    assert slow.check_seconds > 2 * 60.0
