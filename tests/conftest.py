"""Real servers for every test, in a private folder, one of each engine per session."""

from __future__ import annotations

import dis
import gc
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.places import new_home

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))
_HOME = new_home()
# Plans and stores of single tests lie beside them.
os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_HOME.parent))
os.environ["CIPHERBENCH_HOME"] = str(_HOME)
os.environ["CIPHERBENCH_BINARIES"] = "/"  # tests' own programs lie anywhere
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # never the developer's own

from engines.contract import secrecy  # noqa: E402 the home must be named before
from engines.contract.errors import CipherbenchError  # noqa: E402
from engines.contract.secrecy import register_secret  # noqa: E402
from engines.opening import open_server  # noqa: E402
from engines.registry import engine_names  # noqa: E402
from engines.servers.server import Server  # noqa: E402
from tests.app.forked_children import forked_children  # noqa: E402
from tests.app.prepared_servers import (  # noqa: E402
    forget_prepared,
    hand_prepared,
    prepared_once,
    take_prepared,
)
from tests.engines.image_registry import registry_with_an_image  # noqa: E402
from tests.gocryptfs import mounted  # noqa: E402
from tests.honesty import watch  # noqa: E402
from tests.patience import PatientBot, is_within, within  # noqa: E402
from tests.requirements import NEWER, spec_of  # noqa: E402
from tests.spread import (  # noqa: E402
    PROMISE,
    SpreadByWaiting,
    forget_turns,
    in_turn,
    long_files_first,
    written_down,
)
from widgets.look.garbage_collection import collect_if_due  # noqa: E402

_PROMISES = {within.__name__, is_within.__name__}

# As in the window: a thread that collects would destroy Qt objects under the feet of their own.
gc.disable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Who calls `within` or `is_within` promises quickness, which nobody can keep beside four
    workers. Of two MariaDBs the quick tests ask Debian's alone, and no MySQL,
    which takes 0.5 GB."""
    for item in items:
        if isinstance(item, pytest.Function):
            if _calls_for_quickness(item.function):
                item.add_marker(PROMISE)
            given = _texts(item.callspec.params) if hasattr(item, "callspec") else set()
            if {NEWER, "mysql"} & given:
                item.add_marker(pytest.mark.slow)
            stored = item.get_closest_marker("in_every_run")
            if given and stored and given.isdisjoint(stored.args):
                item.add_marker(pytest.mark.exhaustive)
    yield  # what is not asked for is left out
    long_files_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> SpreadByWaiting | None:
    return SpreadByWaiting(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with in_turn(item), written_down(item):
        return (yield)


def pytest_collection_finish() -> None:
    """What is there by now stays: no collection between tests need go through it."""
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where promises of quickness alone are asked for, files without one are not even imported."""
    if config.option.markexpr != "timing" or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text()
    promises = within.__module__ in text and within.__name__ in text
    return None if promises or "mark.timing" in text else True


def _texts(params: Mapping[str, object]) -> set[str]:
    return {each for each in params.values() if isinstance(each, str)}


def _calls_for_quickness(function: Callable[..., object]) -> bool:
    """Whether it speaks of one of these functions, also in functions inside it; an attribute of
    the same name is none of them."""
    codes = [function.__code__]
    for code in codes:
        if not _PROMISES.isdisjoint(code.co_names) and any(
            each.opname == "LOAD_GLOBAL" and each.argval in _PROMISES
            for each in dis.get_instructions(code)
        ):
            return True
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    return False


def pytest_configure(config: pytest.Config) -> None:
    watch(config)
    take_prepared(getattr(config, "workerinput", {}))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """xdist's: what a worker that is about to start is told."""
    hand_prepared(node.workerinput)


def pytest_sessionfinish() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
    forget_prepared()
    forget_turns()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _collect_on_this_thread() -> Iterator[None]:
    """Collect between tests, never during one on some thread of it, and let windows go that a test
    has done with: else they stay until one waits for Qt, and every change of colours takes a second
    for their two thousand parts."""
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.disable()
    collect_if_due()


class Servers:
    """Starts a server of an engine when it is first asked for and keeps it for the session."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._open: dict[str, Server] = {}

    def __getitem__(self, engine: str) -> Server:
        if engine not in self._open:
            with prepared_once():
                server = open_server(spec_of(engine))
            self._stack.callback(server.close)
            self._open[engine] = server
        register_secret(self._open[engine].endpoint.password)
        return self._open[engine]

    def clear_up(self) -> list[str]:
        """Drop what tests have left of ours, as those do that kill a program; its names."""
        left = []
        for server in self._open.values():
            with suppress(CipherbenchError):  # as where the server itself was killed
                for name in server.engine.catalogue.owned_databases(server.endpoint):
                    server.engine.catalogue.drop_database(server.endpoint, name)
                    left.append(f"{name} on {server.spec.name}")
        return left


@pytest.fixture(scope="session", autouse=True)
def _hears_a_terminals_keys() -> None:
    """A shell makes what it starts in the background ignore them, and so would all that is started
    from here."""
    for key, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGQUIT, signal.SIG_DFL),
    ):
        if signal.getsignal(key) is signal.SIG_IGN:
            signal.signal(key, usual)


@pytest.fixture(autouse=True)
def own_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords of one test are taken out of no text of the next one's: many are mere words."""
    monkeypatch.setattr(secrecy, "of_this_process", secrecy.of_this_process.copy())


@pytest.fixture(autouse=True)
def own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved connections of one test are none of the next one's."""
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))


@pytest.fixture(scope="module")
def children_forked() -> Iterator[None]:
    """What windows start is forked in this module."""
    with forked_children():
        yield


@pytest.fixture(scope="module")
def data_prepared_once() -> Iterator[None]:
    """Servers that this module starts copy data that were laid out before."""
    with prepared_once():
        yield


@pytest.fixture(scope="session")
def home() -> Path:
    """The folder of servers in this session."""
    return _HOME


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """A running server of every engine, by the engine's name."""
    with ExitStack() as stack:
        yield Servers(stack)


@pytest.fixture(autouse=True, scope="module")
def cleared_up(request: pytest.FixtureRequest, servers: Servers) -> Iterator[None]:
    """What one file leaves on the servers that all share is not found by the next one."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        for each in servers.clear_up():
            warnings.warn(f"{request.node.nodeid} left {each}", stacklevel=1)


@pytest.fixture(autouse=True, scope="module")
def desk_cleared(request: pytest.FixtureRequest) -> Iterator[None]:
    """What one file leaves on the screen takes no click of the next one's, and what it has chosen
    in the window is not chosen there."""
    yield
    for each in _left_open():
        warnings.warn(f"{request.node.nodeid} left open {each}", stacklevel=1)
    if (_HOME / "window.ini").exists():
        from app.window.settings import settings

        settings().clear()


def _left_open() -> list[str]:
    """Take away the windows and menus that are on the screen; what they are."""
    if not isinstance(QApplication.instance(), QApplication):
        return []
    left = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    names = [f"{type(each).__name__} {each.objectName()}".rstrip() for each in left]
    for each in left:
        each.hide()
        each.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    _let_go_of_the_mouse()
    return names


def _let_go_of_the_mouse() -> None:
    """As long as Qt holds a button for pressed, it tells no widget that the mouse has come."""
    pad = QWidget()
    pad.show()
    QTest.mouseClick(pad, Qt.MouseButton.LeftButton)
    QTest.mouseMove(pad, QPoint(1, 1))
    pad.hide()
    pad.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session", params=[*engine_names(), NEWER])
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    return servers[request.param]


@pytest.fixture(scope="session")
def spec_for() -> object:
    """`spec_of`, for tests that open servers of their own."""
    return spec_of


@pytest.fixture(scope="session")
def gocryptfs() -> Iterator[tuple[Path, Path]]:
    """A gocryptfs mount that the serving user can pass through, and the folder with its
    ciphertext."""
    folder = Path(tempfile.mkdtemp(prefix="gocryptfs-", dir=_HOME))
    folder.chmod(0o711)
    with mounted(folder) as both:
        yield both


@pytest.fixture(scope="session")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of an image of 6 MB in two layers that a registry here has, and we have not."""
    with registry_with_an_image(tmp_path_factory.mktemp("registry")) as image:
        yield image
