"""Passwords: from the environment, the keyring or a prompt, and nowhere else."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

import keyring
import keyring.backend
import keyring.errors
import pytest
from keyring.backends import fail

import app.system.password_sources
from app.system.password_sources import KEYRING_SERVICE, Keyring, account_of, passwords_for
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.app.keyrings import MemoryKeyring
from tests.patience import within

SPEC = ServerSpec("prod-pg", Source.ADDRESS, "postgresql", host="db", port=5432, user="dba")
ODD = 'it\'s; a "päss\\word" %s @ {x}'


class PlainTextKeyring(MemoryKeyring):
    """As those that write plain text rank themselves."""

    priority: ClassVar[float] = 0.5


class BrokenKeyring(MemoryKeyring):
    """Fails as backends do when their D-Bus service is gone."""

    def get_password(self, service: str, username: str) -> str | None:
        raise OSError("no bus")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise OSError("no bus")


class StuckKeyring(MemoryKeyring):
    """Never answers."""

    def get_password(self, service: str, username: str) -> str | None:
        threading.Event().wait(60)
        return None


@pytest.fixture
def put() -> Iterator[type]:
    """Puts a keyring in place; what was there before comes back."""
    before = keyring.get_keyring()
    yield keyring.set_keyring  # type: ignore[misc]
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def _nothing_taken_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test's environment held stays known to the process, but not to the next test."""
    monkeypatch.setattr(app.system.password_sources, "_secrets", {})


@pytest.fixture
def memory(put: type) -> MemoryKeyring:
    made = MemoryKeyring()
    put(made)
    return made


def test_that_a_password_is_retained_recalled_and_removed(memory: MemoryKeyring) -> None:
    assert Keyring().name()
    assert Keyring().recall(SPEC) is None
    assert Keyring().remember(SPEC, ODD)
    assert memory.stored == {(KEYRING_SERVICE, "prod-pg dba@db:5432"): ODD}
    assert Keyring().recall(SPEC) == ODD
    Keyring().forget(SPEC)
    assert memory.stored == {}
    Keyring().forget(SPEC)


def test_that_a_password_never_goes_to_another_server_of_the_same_name(
    memory: MemoryKeyring,
) -> None:
    Keyring().remember(SPEC, "pw")
    for other in (replace(SPEC, host="evil"), replace(SPEC, port=1), replace(SPEC, user="x")):
        assert Keyring().recall(other) is None
        assert account_of(other) != account_of(SPEC)
    assert account_of(replace(SPEC, socket="/run/pg")).endswith("dba@/run/pg")


@pytest.mark.parametrize("backend", [fail.Keyring, PlainTextKeyring, BrokenKeyring])
def test_that_without_a_safe_keyring_nothing_is_retained_and_nothing_breaks(
    put: type, backend: type[keyring.backend.KeyringBackend]
) -> None:
    made = backend()
    put(made)
    assert bool(Keyring().name()) is (backend is BrokenKeyring)
    assert Keyring().recall(SPEC) is None
    assert not Keyring().remember(SPEC, "pw")
    Keyring().forget(SPEC)
    assert getattr(made, "stored", {}) == {}


def test_that_a_keyring_that_hangs_is_waited_for_once(put: type) -> None:
    put(StuckKeyring())
    stuck = Keyring(seconds=0.3)
    started = time.monotonic()
    assert stuck.recall(SPEC) is None
    assert not stuck.remember(SPEC, "pw")
    assert 0.25 < time.monotonic() - started < within(2)


def test_that_the_environment_comes_first_then_the_keyring_then_the_prompt(
    memory: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def ask(spec: ServerSpec) -> str:
        asked.append(spec.name)
        return "typed"

    assert passwords_for([SPEC], ask) == {"prod-pg": "typed"}
    Keyring().remember(SPEC, "kept")
    assert passwords_for([SPEC], ask) == {"prod-pg": "kept"}
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_PROD_PG", ODD)
    assert passwords_for([SPEC], ask) == {"prod-pg": ODD}
    assert asked == ["prod-pg"]


def test_that_only_servers_with_a_user_at_an_address_need_a_password(memory: MemoryKeyring) -> None:
    specs = [
        ServerSpec("pg", Source.EMBEDDED, "postgresql"),
        ServerSpec("x", Source.ADDRESS, "postgresql"),
    ]
    assert passwords_for(specs, lambda spec: "asked") == {}
    assert passwords_for([SPEC]) == {}
