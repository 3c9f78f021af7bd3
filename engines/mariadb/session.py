"""Connections to MariaDB."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from engines.contract.errors import StatementFailed
from engines.contract.session import EngineCounts
from engines.mariadb.counts import counted
from engines.mariadb.phases import Phases
from engines.mysql_family.handshake import MARIADB
from engines.mysql_family.session import FamilySession


class MariaSession(FamilySession):
    engine = MARIADB.name
    title = MARIADB.title
    asks_thread = "select tid from information_schema.processlist where id = connection_id()"
    # Not `server_uid`: it is made of the machine's network card and the port, so that two servers
    # on one machine share it, and a container gets another one with another address.
    asks_place = "select concat_ws(' ', @@hostname, @@port, @@datadir)"
    asks_working = "select id from information_schema.processlist where db = ?"

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self._phases = Phases()

    @property
    def comments_databases(self) -> bool:
        return self.server_version >= COMMENTS_SINCE

    def counted(self) -> EngineCounts:
        """From the first time on the server keeps the phases of each statement, too."""
        phases = self._phases
        if phases.told:
            phases.read(self.fetch)
        found = counted(self.fetch)
        if not phases.told:
            with suppress(StatementFailed):
                phases.begin(self.fetch)
        return replace(found, growing={**found.growing, **phases.told})


COMMENTS_SINCE = 100_500
"""The version from which on databases have comments."""
