"""Runs work on untrusted input (a picture, a template) in a process with limits on CPU time and
memory: a decoder that never ends, or needs gigabytes, gives an error and does not harm the
program."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import cast

from app.system.child_process import CONTEXT
from app.system.offline import refuse_sockets
from app.system.process_setup import begin_child
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase
from engines.platform.processes import die_with_parent, orphaned
from engines.platform.resource_limits import ended_by_time, limit_cpu_and_memory

_START_SECONDS, _BUSY_FACTOR = 10.0, 4
"""Allowed for a process to begin; and how many times its CPU seconds it may take, as on a busy
machine."""
_ENDED_SECONDS = 2.0

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ResourceBounds:
    """Seconds of CPU, and megabytes (10⁶ bytes) beyond what a process has at its start."""

    seconds: int
    megabytes: int

    @property
    def too_long(self) -> Message:
        return phrase("reading it takes more than {seconds} s", seconds=self.seconds)

    @property
    def too_large(self) -> Message:
        return phrase(
            "reading it takes more than {megabytes} MB, or it is nested too deeply",
            megabytes=self.megabytes,
        )


class OutOfBounds(Exception):
    """The process was stopped, or its library failed; `reason` completes “… cannot be read: …”."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def bounded[T](bounds: ResourceBounds, work: Callable[..., T], *args: object) -> T:
    """What `work`, a function of a module, returns in a process of its own, without network where
    the kernel can deny it.

    Raises: OutOfBounds, and the CipherbenchError or OSError that `work` raises
    """
    parent_pipe, child_pipe = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_begin, args=(child_pipe, os.getpid(), bounds, work, args))
    with parent_pipe:
        process.start()
        child_pipe.close()
        try:
            if not parent_pipe.poll(_START_SECONDS + _BUSY_FACTOR * bounds.seconds):
                raise OutOfBounds(bounds.too_long)
            outcome = parent_pipe.recv()
        except (EOFError, OSError) as error:
            process.join(_ENDED_SECONDS)
            by_time = ended_by_time(process.exitcode)
            raise OutOfBounds(bounds.too_long if by_time else bounds.too_large) from error
        finally:
            process.kill()
            process.join()
    if isinstance(outcome, Exception):
        raise outcome
    return cast("tuple[T]", outcome)[0]


def _begin(
    pipe: Connection,
    parent: int,
    bounds: ResourceBounds,
    work: Callable[..., object],
    args: tuple[object, ...],
) -> None:
    """Main function of the process: it sends the result in a tuple, or an exception."""
    _end_with_parent(parent)
    begin_child()
    _silence()
    with suppress(OSError):
        refuse_sockets()
    os.environ["RAYON_NUM_THREADS"] = "2"  # of Typst: each thread's memory counts
    limit_cpu_and_memory(bounds.seconds, bounds.megabytes * 1_000_000)
    outcome: object
    try:
        outcome = (work(*args),)
    except (CipherbenchError, OutOfBounds) as error:
        outcome = error
    except MemoryError:
        outcome = OutOfBounds(bounds.too_large)
    except OSError as error:
        outcome = OSError(error.errno, error.strerror or str(error))
    except BaseException as error:
        log.exception("bounded %s", getattr(work, "__qualname__", work))
        outcome = OutOfBounds(
            phrase("its reader failed with {kind}", kind=type(error).__name__),
        )
    pipe.send(outcome)
    os._exit(0)  # threads of libraries may never end


def _end_with_parent(parent: int) -> None:
    """Have the kernel end this process should its parent be killed."""
    die_with_parent()
    if orphaned(parent):
        os._exit(0)


def _silence() -> None:
    """Send the standard streams nowhere: a library that aborts would write to the terminal."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
