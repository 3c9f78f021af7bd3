"""Real servers for every test, in a private folder, one of each engine per session.

CIPHERBENCH_REQUIRE lists engines that must be there (CI sets it): a missing one then fails
instead of being skipped.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn

import pytest
from PySide6.QtWidgets import QApplication

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Not pytest's own tmp_path: the unprivileged user that serves must be able to enter it.
_HOME = Path(tempfile.mkdtemp(prefix="cipherbench-test-", dir="/var/tmp"))
_HOME.chmod(0o711)
os.environ["CIPHERBENCH_HOME"] = str(_HOME)
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # never the developer's own

from engines.contract.endpoint import Source  # noqa: E402 the home must be named before
from engines.contract.errors import ServerUnavailable  # noqa: E402
from engines.opening import open_server  # noqa: E402
from engines.registry import engine_named, engine_names  # noqa: E402
from engines.server import Server, ServerSpec  # noqa: E402
from tests.patience import PatientBot, within  # noqa: E402
from widgets.look.garbage import collect_if_due  # noqa: E402

# As in the window: a thread that collects would destroy Qt objects under the feet of their own.
gc.disable()
_REQUIRED = {name for name in os.environ.get("CIPHERBENCH_REQUIRE", "").split(",") if name}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who calls `within` promises quickness, which nobody can keep beside another worker."""
    for item in items:
        if isinstance(item, pytest.Function) and within.__name__ in _names_in(item.function):
            item.add_marker(pytest.mark.timing)


def _names_in(function: Callable[..., object]) -> Iterator[str]:
    """What a function speaks of, also in functions inside it."""
    codes = [function.__code__]
    for code in codes:
        yield from code.co_names
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]


_FALLEN = pytest.StashKey[bool]()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object | None) -> None:
    """A worker that dies when its tests are over has taken no test along that would fail."""
    if error:
        node.config.stash[_FALLEN] = True


def pytest_sessionfinish(session: pytest.Session) -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
    if session.config.stash.get(_FALLEN, False) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _collect_on_this_thread() -> Iterator[None]:
    """Collect between tests, never during one on some thread of it."""
    yield
    gc.disable()
    collect_if_due()


class Servers:
    """Starts a server of an engine when it is first asked for and keeps it for the session."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._open: dict[str, Server] = {}

    def __getitem__(self, engine: str) -> Server:
        if engine not in self._open:
            server = open_server(spec_of(engine))
            self._stack.callback(server.close)
            self._open[engine] = server
        return self._open[engine]


NEWER = "newer mariadb"
"""MariaDB from 11.2 on, which knows modes and key lengths; Debian 12 has an older one."""


def lacking(name: str, reason: str) -> NoReturn:
    """Skip a test for want of something, or fail it where that is required."""
    if name in _REQUIRED:
        pytest.fail(f"{name} is required here: {reason}")
    pytest.skip(reason)


def spec_of(engine: str, name: str = "") -> ServerSpec:
    """The first source of an engine that is to be had here; skips or fails without one."""
    if engine == NEWER:
        return _newer_mariadb()
    reason = ""
    for launcher in engine_named(engine).launchers:
        try:
            launcher.find(None)
        except ServerUnavailable as error:
            reason = error.message
        else:
            return ServerSpec(name or engine, Source(launcher.source), engine)
    lacking(engine, reason)


def _newer_mariadb() -> ServerSpec:
    folder = os.environ.get("CIPHERBENCH_MARIADB_BINARIES")
    if folder:
        return ServerSpec(NEWER, Source.LOCAL, "mariadb", binaries=folder)
    said = "CIPHERBENCH_MARIADB_BINARIES names no folder of a newer MariaDB (scripts/newer_mariadb)"
    lacking(NEWER, said)


@pytest.fixture(autouse=True)
def own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved connections of one test are none of the next one's."""
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))


@pytest.fixture(scope="session")
def home() -> Path:
    """The folder of servers in this session."""
    return _HOME


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """A running server of every engine, by the engine's name."""
    with ExitStack() as stack:
        yield Servers(stack)


@pytest.fixture(scope="session", params=[*engine_names(), NEWER])
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    """Each engine's server in turn."""
    return servers[request.param]


@pytest.fixture(scope="session")
def spec_for() -> object:
    """`spec_of`, for tests that open servers of their own."""
    return spec_of
