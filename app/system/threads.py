"""Runs work in daemon threads, which do not delay the program's end as those of a pool would."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future


def in_thread[T](work: Callable[[], T]) -> Future[T]:
    """Have something done in a thread of its own, which is abandoned when the program ends."""
    future: Future[T] = Future()

    def do() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 raised where the result is asked for
            future.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return future
