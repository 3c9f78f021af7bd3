"""Connections to MariaDB."""

from __future__ import annotations

from engines.contract.session import EXECUTED, PARSED, PLANNED, EngineCounts
from engines.mariadb.counts import counted
from engines.mysql_family.handshake import MARIADB
from engines.mysql_family.phases import PLANNING
from engines.mysql_family.session import FamilySession

COMMENTS_SINCE = 100_500
"""The version from which on databases have comments."""


class MariaSession(FamilySession):
    engine = MARIADB.name
    title = MARIADB.title
    asks_thread = "select tid from information_schema.processlist where id = connection_id()"
    # Not `server_uid`: it is made of the machine's network card and the port, so that two servers
    # on one machine share it, and a container gets another one with another address.
    asks_place = "select concat_ws(' ', @@hostname, @@port, @@datadir)"
    asks_working = "select id from information_schema.processlist where db = ?"
    stages = {  # noqa: RUF012
        PARSED: ("starting",),
        PLANNED: PLANNING,
        EXECUTED: (
            "creating table",
            "init for update",
            "executing",
            "sending data",  # reading rows as well as sending them
            "updating",
            "end of update loop",
        ),
    }

    @property
    def comments_databases(self) -> bool:
        return self.server_version >= COMMENTS_SINCE

    def _counted(self) -> EngineCounts:
        return counted(self.fetch)
