"""Pictures of every page, filled by a real small campaign, for the user guide and for judging."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypedDict

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QImageWriter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabWidget, QWidget

from app.results.events import Event, Progressed
from app.servers.entry import ServerState
from app.window.base.language import ENGLISH, install_language
from app.window.main_window import MainWindow
from app.window.pages.results.study_widgets import StudyMenu
from app.window.pages.servers.capabilities import ServerCapabilities
from app.window.pages.servers.page import ServersPage
from app.window.pages.servers.server_list import ServerList
from app.window.servers.known_servers import KnownServers
from engines.container.daemon import container_reason, daemon
from engines.contract.endpoint import Pooler, Source, Standby
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from scripts.pictures.campaigns import small_campaign
from scripts.pictures.compared import comparison_views
from scripts.pictures.patterns import pattern_views
from scripts.pictures.work import WORK, work_views
from widgets.look.theme import Scheme, apply_theme

_tr = QCoreApplication.translate
_SIZE = (1440, 900)
_SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_PATIENCE = 900.0
"""Seconds to wait for anything before giving up."""


class Limits(TypedDict):
    """What a container may take."""

    image: str
    cpus: float
    memory_mb: int


type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""


def make_pictures(
    folder: Path, image: str | None = None, only: Sequence[str] = (), language: str = ENGLISH
) -> None:
    """Save each page as `NAME-light.webp` and `NAME-dark.webp` in `folder`.

    Runs a campaign on the embedded servers, and on MariaDB where it is installed, in a store and
    a home of its own; shows a container where one can be had without pulling, of `image` (one of
    PostgreSQL) or else of the engine's usual one. There must be no other application in this
    process.

    `only` names the parts of `PARTS` that are wanted, where not all are. The window speaks
    `language`, whose texts must have been compiled.

    Raises: RuntimeError when a page does not come to what it should show.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with own_home() as home:
        app = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(app, QApplication)
        apply_theme(app, "light")
        install_language(app, language)
        tour = _Tour(app, folder, home / "results.sqlite", image, only or PARTS)
        tour.start()
        app.exec()
        if tour.fault:
            raise RuntimeError(tour.fault)


PARTS = ("start", "form", "servers", "campaign", "patterns", *WORK)
"""What there are pictures of. Those of patterns need the campaign, which is run for them."""


def local_image(named: str | None = None) -> str | None:
    """The image named, or else PostgreSQL's usual one, if it is on this machine and containers can
    be run here; nothing is pulled for a picture."""
    recipe = engine_named("postgresql").servers.container
    image = named or (recipe.image if recipe is not None else "")
    if container_reason() is not None:
        return None
    from docker.errors import DockerException

    with daemon() as client, suppress(DockerException):
        client.images.get(image)
        return image
    return None


class _Tour(QObject):
    """Goes from page to page by a timer, so that the window lives as it does for a user."""

    def __init__(
        self,
        app: QApplication,
        folder: Path,
        store: Path,
        image: str | None,
        parts: Sequence[str],
    ) -> None:
        super().__init__(app)
        self._wanted = parts
        self.fault = ""
        self._image = image
        self._app = app
        self._folder = folder
        self._window = MainWindow(str(store))
        self._workbench = self._window.workbench
        self._workbench.failed.connect(lambda error: self._give_up(str(error)))
        self._known_servers = self._workbench.servers
        self._finished = self._total = 0
        self._workbench.events.connect(self._count)
        self._steps = self._walk()

    def start(self) -> None:
        """Show the window and begin."""
        self._window.resize(*_SIZE)
        self._window.show()
        QTimer.singleShot(0, self._go)

    def _walk(self) -> Iterator[Wait]:
        """Every page in the order a newcomer meets them; yields what to wait for."""
        yield 2.0
        if "start" in self._wanted:
            yield from self._picture("start")
        self._window.show_page("servers")
        yield lambda: self._known_servers.discovered
        if "form" in self._wanted:
            yield from self._form()
        if "servers" in self._wanted:
            yield from self._servers()
        if {"campaign", "patterns"} & {*self._wanted}:
            yield from self._campaign()
            yield from self._run()
            yield from self._results()
            yield from comparison_views(self._window, small_campaign(), self._picture)
        if "patterns" in self._wanted:
            yield from pattern_views(self._window, self._picture)
        for part in (each for each in WORK if each in self._wanted):
            yield from work_views(self._window, self._picture, part)

    def _form(self) -> Iterator[Wait]:
        """What an embedded server may have in front of it and behind it."""
        page = self._window.page("servers")
        assert isinstance(page, ServersPage)
        page.open_form(Source.EMBEDDED)
        fields = page.form.fields
        fields.engine.setCurrentIndex(fields.engine.findData("postgresql"))
        fields.field("pooler").show_value(Pooler.TRANSACTION)
        fields.field("standby").show_value(Standby.SYNCHRONOUS)
        yield 0.4
        yield from self._picture("servers-form")
        page.form.closed.emit()

    def _servers(self) -> Iterator[Wait]:
        """Servers of every source that can be had here, and what they can do."""
        known_servers = self._known_servers
        yield from self._start([spec.name for spec in small_campaign().servers])
        self._add_address()
        if image := local_image(self._image):
            known_servers.add(ServerSpec("boxed", Source.CONTAINER, "postgresql", **_box(image)))
        yield from self._start([entry.name for entry in known_servers.entries()])
        for name in ("firebird", "reporting", "boxed"):
            if known_servers.entry(name) is not None:
                self._list().set_current(name)
                self._tabs("servers").setCurrentIndex(0)
                yield 0.4
                yield from self._picture(f"servers-{_source_of(known_servers, name)}")
        yield from self._capabilities()

    def _add_address(self) -> None:
        """A server at an address: the embedded one once more, by its socket."""
        lent = self._known_servers.entry("postgresql")
        assert lent is not None and lent.endpoint is not None
        place = lent.endpoint
        spec = ServerSpec(
            "reporting",
            Source.ADDRESS,
            "postgresql",
            socket=place.socket,
            user=place.user,
            database=place.database,
        )
        self._known_servers.add(spec, place.password or "")
        self._known_servers.start(spec.name)

    def _start(self, names: Sequence[str]) -> Iterator[Wait]:
        """Start what can be started, and wait until each has answered or said why not."""
        self._known_servers.ensure_probed(names)
        busy = (ServerState.STARTING, ServerState.STOPPING)
        yield lambda: not any(entry.state in busy for entry in self._known_servers.entries())

    def _capabilities(self) -> Iterator[Wait]:
        """The matrix of one server with a protection explained, then that of all."""
        self._list().set_current("postgresql")
        self._tabs("servers").setCurrentIndex(1)
        yield 0.4
        part = self._window.page("servers").findChildren(ServerCapabilities)[0]
        matrix = part.matrix
        matrix.setFocus(Qt.FocusReason.OtherFocusReason)
        matrix.setCurrentIndex(matrix.model().index(0, 1))
        yield 0.3
        yield from self._picture("servers")
        part.all_servers.click()
        matrix.setCurrentIndex(matrix.model().index(1, 1))
        yield 0.3
        yield from self._picture("servers-compared")
        part.one_server.click()

    def _list(self) -> ServerList:
        return self._window.page("servers").findChildren(ServerList)[0]

    def _tabs(self, page: str) -> QTabWidget:
        tabs = self._window.page(page).findChildren(QTabWidget)
        return next(each for each in tabs if each.count() > 1)

    def _campaign(self) -> Iterator[Wait]:
        self._window.show_page("campaign")
        self._workbench.plan_opened.emit(small_campaign())
        yield 0.5
        yield from self._start([spec.name for spec in small_campaign().servers])
        yield 1.5
        yield from self._picture("campaign")

    def _run(self) -> Iterator[Wait]:
        self._workbench.start(small_campaign())
        yield lambda: 0 < self._total <= self._finished
        yield 0.6
        yield from self._picture("run")
        yield lambda: not self._workbench.running

    def _results(self) -> Iterator[Wait]:
        page = self._window.page("results")
        self._window.show_page("results")
        yield lambda: any(tabs.isVisible() for tabs in page.findChildren(QTabWidget))
        tabs = next(iter(page.findChildren(QTabWidget)))
        names = ("summary", "table", "charts", "stability", "runs", "environment")
        for name in names:
            _front(tabs, name)
            yield 1.0
            yield from self._picture(f"results-{name}")
        yield from self._published(page, tabs)

    def _published(self, page: QWidget, tabs: QTabWidget) -> Iterator[Wait]:
        """A published study beside the campaign, in its table and its charts."""
        menu = page.findChildren(StudyMenu)[0]
        menu.choose("rosa-2023")
        for name in ("table", "charts"):
            _front(tabs, name)
            yield 1.0
            yield from self._picture(f"results-study-{name}")
        menu.choose("rosa-2023")

    def _picture(self, name: str) -> Iterator[Wait]:
        """The window in both schemes, each after it has had time to settle."""
        for scheme in _SCHEMES:
            apply_theme(self._app, scheme)
            yield 0.4
            self._forget_pointer()
            save(self._window.grab(), self._folder / f"{name}-{scheme}.webp")
        apply_theme(self._app, _SCHEMES[0])

    def _forget_pointer(self) -> None:
        """No button looks pointed at, wherever the pointer of this display happens to be."""
        for button in self._window.findChildren(QAbstractButton):
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)

    def _count(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Progressed):
                self._finished, self._total = event.finished, event.total

    def _go(self) -> None:
        wait = None if self.fault else self._next()
        if wait is None:
            self._window.close()
            self._app.quit()
        elif callable(wait):
            self._await(wait, time.monotonic() + _PATIENCE)
        else:
            QTimer.singleShot(int(wait * 1000), self._go)

    def _next(self) -> Wait | None:
        try:
            return next(self._steps, None)
        except Exception as error:  # noqa: BLE001 in a timer it would be printed, and the tour stand
            self._give_up(repr(error))
            return None

    def _await(self, condition: Callable[[], bool], until: float) -> None:
        if self.fault or condition():
            QTimer.singleShot(0, self._go)
        elif time.monotonic() > until:
            self._give_up("a page did not come to what it should show")
            QTimer.singleShot(0, self._go)
        else:
            QTimer.singleShot(50, lambda: self._await(condition, until))

    def _give_up(self, why: str) -> None:
        self.fault = self.fault or why


def save(picture: QPixmap, path: Path) -> None:
    """Without loss: letters stay sharp, and a page takes half of what it takes as PNG.

    Raises: OSError
    """
    writer = QImageWriter(str(path), b"webp")
    writer.setQuality(100)  # Qt's word for lossless
    if not writer.write(picture.toImage()):
        raise OSError(f"{path}: {writer.errorString()}")


def _front(tabs: QTabWidget, name: str) -> None:
    """Bring the tab of the results with this title to the front."""
    titles = [tabs.tabText(at) for at in range(tabs.count())]
    tabs.setCurrentIndex(titles.index(_tr("ResultsView", name.capitalize())))


def _box(image: str) -> Limits:
    """As in the published study, whose containers had a core and 4 GB."""
    return {"image": image, "cpus": 1.0, "memory_mb": 4000}


def _source_of(known_servers: KnownServers, name: str) -> str:
    entry = known_servers.entry(name)
    assert entry is not None
    return entry.spec.source.value


@contextmanager
def own_home() -> Iterator[Path]:
    """A home that the unprivileged users of servers can enter, gone afterwards."""
    home = Path(tempfile.mkdtemp(prefix="cipherbench-screenshots-", dir="/var/tmp"))
    home.chmod(0o711)
    own = {"CIPHERBENCH_HOME": str(home), "CIPHERBENCH_CONFIG": str(home / "config")}
    before = {name: os.environ.get(name) for name in own}
    os.environ.update(own)
    try:
        yield home
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        shutil.rmtree(home, ignore_errors=True)
