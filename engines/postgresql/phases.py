"""Parsing, planning and executing of a session's statements, as PostgreSQL tells them apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engines.contract.session import EXECUTED, PARSED, PLANNED, Row

if TYPE_CHECKING:
    from psycopg.errors import Diagnostic

_PHASES = {"parse": PARSED, "bind": PLANNED, "execute": EXECUTED}
"""A statement is planned when its values are bound. What it gives is sent while it is executed."""

_REPORTED = re.compile(r"duration: ([0-9.]+) ms  (parse|bind|execute) ")

_SETTINGS = (
    "lc_messages = 'C'",
    "log_parameter_max_length = 0",
    "log_min_messages = fatal",  # what is said of statements goes to us, and into no log
    "client_min_messages = log",
    "log_min_duration_statement = 0",
)


class Phases:
    """Seconds so far of each; a session has to `listen` first, which takes a privilege."""

    def __init__(self) -> None:
        self.reported: dict[str, float] = {}

    def listen(self, fetch: Callable[[str], Iterable[Row]]) -> None:
        """From now on the server tells us of every statement of the session.

        Raises: StatementFailed where the user may not ask for it
        """
        for setting in _SETTINGS:
            fetch(f"set {setting}")
        self.reported = dict.fromkeys(_PHASES.values(), 0.0)

    def hear(self, notice: Diagnostic) -> None:
        """What the server says of a statement, which stands behind the figure and is not kept."""
        found = _REPORTED.match(notice.message_primary or "")
        if found and self.reported:
            self.reported[_PHASES[found[2]]] += float(found[1]) / 1000
