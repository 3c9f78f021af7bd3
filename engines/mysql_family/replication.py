"""A standby for our MariaDB and MySQL servers, by row-based replication: both begin empty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from engines.contract.endpoint import Endpoint, Pooler, Standby
from engines.contract.launch import Launch, Launcher
from engines.mysql_family.over_tcp import LOGIN

_FOLLOW = "follow.sql"


@dataclass(frozen=True)
class Replication:
    """Replication in the words of an engine: options without their dashes, and statements."""

    logging: tuple[str, ...]
    """Options by which a server logs its commits for a standby."""
    waiting: tuple[str, ...]
    """Options by which each commit waits, for ever, until a standby has written it to disk."""
    begin_waiting: str
    follow: str
    """Follow {host}, {port} as {user} by {password}, without TLS, from its beginning."""
    following: tuple[str, ...]
    """Options of a server that follows."""


class FollowedByTcp(Launcher):
    """By TCP on 127.0.0.1 with a password, as there is no other way."""

    poolers = (Pooler.HAPROXY,)
    standbys = (Standby.SYNCHRONOUS, Standby.ASYNCHRONOUS)
    replication: ClassVar[Replication]

    def prepared_for_standby(
        self, launch: Launch, standby: Standby, directory: Path, sockets: Path
    ) -> tuple[Launch, Endpoint]:
        """Commits begin to wait as the statements at its start are over."""
        del sockets
        words = self.replication
        opened = launch if launch.endpoint.host else self.over_tcp(launch, directory)
        options, statements = words.logging, opened.files[LOGIN]
        if standby is Standby.SYNCHRONOUS:
            options += words.waiting
            statements += f"{words.begin_waiting}\n"
        logging = replace(_with_options(opened, options), endpoint=launch.endpoint)
        return replace(logging, files={**opened.files, LOGIN: statements}), opened.endpoint

    def standby(self, entered: Endpoint, own: Launch, directory: Path) -> Launch:
        """Installed as its primary was, it carries out all that this has logged since."""
        words = self.replication
        follow = words.follow.format(
            host=entered.host, port=entered.port, user=entered.user, password=entered.password
        )
        statements = f"{self.at_start(own)}{follow}"
        options = (*words.following, f"init-file={directory / _FOLLOW}")
        return replace(_with_options(own, options), files={**own.files, _FOLLOW: statements})

    def at_start(self, own: Launch) -> str:
        """The statements that a server of its own runs at each start, a line each."""
        del own
        return ""


def _with_options(launch: Launch, options: tuple[str, ...]) -> Launch:
    assert launch.serve is not None
    return replace(launch, serve=(*launch.serve, *(f"--{each}" for each in options)))
