"""Whatever is made under umask 000 in a folder that all share: nobody else can write to it."""

from __future__ import annotations

import os
import re
import shutil
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.app.typed import cipherbench, plan_of
from tests.places import new_home
from tests.requirements import spec_of

pytestmark = pytest.mark.slow

ENGINES = ("postgresql", "mariadb", "firebird")
KINDS = {
    stat.S_IFDIR: "folder",
    stat.S_IFSOCK: "socket",
    stat.S_IFREG: "file",
    stat.S_IFIFO: "pipe",
}
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OTHERS_PASS = stat.S_IXGRP | stat.S_IXOTH


class Seen:
    """Every file, socket and folder that was ever there, with the modes that it had."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._over = threading.Event()
        self._noted: dict[str, int] = {}
        self.modes: dict[str, str] = {}
        self.open: set[str] = set()
        """Those that others could write to, where they could get."""

    def look(self) -> None:
        """Walk through all of it once."""
        self._walk(str(self._folder))

    def _walk(self, folder: str) -> None:
        with suppress(OSError), os.scandir(folder) as entries:
            for each in entries:
                try:
                    mode = each.stat(follow_symlinks=False).st_mode
                    # Where others could write it matters anew whether they get there.
                    if mode & OTHERS_WRITE or self._noted.get(each.path) != mode:
                        self._noted[each.path] = mode
                        self._note(each.path, mode)
                except OSError:  # it has gone
                    continue
                if stat.S_ISDIR(mode):
                    self._walk(each.path)

    def _note(self, path: str, mode: int) -> None:
        kind = KINDS.get(stat.S_IFMT(mode))
        if kind is None:  # a link has no mode of its own
            return
        name = re.sub(r"(?<=[-.])[a-z0-9_]{8}(?=/|$)|\d+", "*", os.path.relpath(path, self._folder))
        self.modes[name] = f"{kind} {stat.S_IMODE(mode):04o}"
        if mode & OTHERS_WRITE and self._is_reachable(Path(path).parent):
            self.open.add(f"{name}: {self.modes[name]}")

    def _is_reachable(self, folder: Path) -> bool:
        return folder == self._folder or (
            bool(folder.stat().st_mode & OTHERS_PASS) and self._is_reachable(folder.parent)
        )

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look again and again meanwhile, for a tenth of the time: the program needs the rest."""

        def go() -> None:
            spent = 0.0
            while not self._over.wait(max(0.02, 9 * spent)):
                began = time.monotonic()
                self.look()
                spent = time.monotonic() - began

        watcher = threading.Thread(target=go)
        watcher.start()
        try:
            yield
        finally:
            self._over.set()
            watcher.join()
            self.look()


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder such as /tmp, which all files of the program are in: all may write there, none may
    take away what is another's. What is started meanwhile has umask 000."""
    above = new_home()
    folder = above / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    monkeypatch.setenv("CIPHERBENCH_HOME", str(folder / "home"))
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(folder / "home/config"))
    monkeypatch.setenv("TMPDIR", str(folder))
    before = os.umask(0)
    yield folder
    os.umask(before)
    shutil.rmtree(above, ignore_errors=True)


@pytest.mark.exhaustive
def test_that_nobody_else_can_write_to_what_is_made_under_umask_000(
    shared: Path, tmp_path: Path
) -> None:
    seen = Seen(shared)
    plan = plan_of(tmp_path, *map(spec_of, ENGINES), size=20, repetitions=1)
    store = ("--store", shared / "results.sqlite")
    with seen.watching():
        typed("run", plan, *store)
        typed("archive", "1", "-o", shared / "whole.zip", *store)
        for kind in ("csv", "json", "html", "md", "tex", "xlsx", "study"):
            typed("export", "1", "--format", kind, "-o", shared / f"as-{kind}.{kind}", *store)
        typed("charts", "1", "--format", "svg", "-o", shared / "charts", *store)
        typed("studies", "--add", shared / "as-study.toml")
        typed("import", shared / "whole.zip", "--store", shared / "other.sqlite")
        typed("pattern", "logo", "--server", "sqlite", "--kind", "client", "--bits", "256",
              "--mode", "gcm", "-o", shared / "logo.png")  # fmt: skip
    assert not seen.open, "\n".join(sorted(seen.open))
    listed = "\n".join(f"{mode:<12} {name}" for name, mode in sorted(seen.modes.items()))
    for part in WANTED:
        assert re.search(part, listed, re.M), f"no {part} in\n{listed}"


WANTED = (
    r"^file 0600 +results\.sqlite$",
    r"^file 0600 +home/spool/",
    r"^folder 0700 +home/spool$",
    r"^socket .*home/",
    r"^folder 0711 +home/servers/postgresql-\*$",
    r"^folder 0700 +home/servers/mariadb-\*/run$",
    r"^file 0[64][04][04] +whole\.zip$",
    r"^file 06[04][04] +home/config/studies/",
)
"""What is surely among what was seen."""


def typed(*words: object) -> None:
    output = cipherbench(*words)
    assert output.code == 0, output.err
