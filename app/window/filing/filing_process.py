"""An archive written or a file taken in, by a process of its own.

A store of a million samples takes half a minute: in a thread of the window it would have the
interpreter's lock for most of that time, and the window would stall.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from app.system.addresses import know_address
from app.system.child_process import ChildProcess, Post
from app.system.folders import see_log
from app.system.process import give_way
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.results.records import Imported


@dataclass(frozen=True)
class TakeIn:
    """Import a file, an archive or a spool, into the store."""

    path: Path
    store_url: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class WriteOut:
    """Write a campaign of the store into an archive."""

    path: Path
    campaign: int
    store_url: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Stop:
    """Cancel: the store, or the file at the path, stays unchanged."""


type Errand = TakeIn | WriteOut
type Done = Imported | Path
"""The result: what was imported, or the path of the archive."""


class FileProcess(ChildProcess[Stop, Done]):
    """The window's end of the process, which reports its result and ends."""

    def __init__(self, errand: Errand) -> None:
        super().__init__(_serve, Stop(), _died(), 0.0, errand)


def _serve(post: Post[Done], errand: Errand) -> None:
    """Do the work in the process.

    Raises: CipherbenchError
    """
    give_way()
    signal.signal(signal.SIGUSR1, _leave)
    try:
        threading.Thread(target=_listen, args=(post.pipe,), daemon=True).start()
        know_address(errand.store_url or "")
        post.put(_carried_out(errand))
    except _Left:
        pass
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)


def _carried_out(errand: Errand) -> Done:
    from app.report.files.archive import archive  # here, since the window starts without the store
    from app.results.intake.importing import take_in
    from app.results.store.store import open_store

    match errand:
        case TakeIn():
            return take_in(errand.path, errand.store_url)
        case WriteOut():
            with open_store(errand.store_url, write=False) as store:
                return archive(store, errand.campaign, errand.path)


class _Left(BaseException):
    """Cancelled. A BaseException, so that no error handler catches it."""


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise _Left


def _listen(pipe: Connection) -> None:
    """Cancel the work when the window asks for it or has gone."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os.kill(os.getpid(), signal.SIGUSR1)  # the main thread's transaction unwinds


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("File operation failed"),
        phrase("The helper process that read or wrote the file stopped unexpectedly."),
        phrase(
            "Nothing was changed in the results store. Try again. {see_log}",
            see_log=see_log(),
        ),
    )
