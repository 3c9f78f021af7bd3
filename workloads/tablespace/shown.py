"""How forms show what may be set of the tablespace work."""

from __future__ import annotations

from engines.contract.launch import Logs
from engines.contract.message import phrase
from engines.contract.parameter import Shown
from workloads.tablespace.cases import Flush, Temperature

ROWS = Shown(
    phrase("Rows"),
    phrase("Rows of the source table; the table created from it has twice as many"),
    offers=(10_000, 200_000, 2_000_000),
    words=phrase("Add a number of rows"),
    lacks=phrase("Add at least one number of rows."),
)
BUFFERS = Shown(
    phrase("Buffer"),
    phrase("The engine's page cache; the server's own setting if none is chosen"),
    unit=phrase("MB"),
    offers=(16, 64, 256, 1024),
    words=phrase("Add a size"),
)
TEMPERATURES = Shown(
    phrase("Memory"),
    choices={
        Temperature.WARM: (
            phrase("warm"),
            phrase("Engine and operating system still cache what was just written"),
        ),
        Temperature.COLD: (
            phrase("cold"),
            phrase(
                "Before each operation the server is restarted and the operating system drops its "
                "cache"
            ),
        ),
    },
    lacks=phrase("Choose warm or cold."),
)
FLUSH = Shown(
    phrase("Flush"),
    choices={
        Flush.LEFT: (phrase("later"), phrase("An operation ends when it is committed")),
        Flush.INCLUDED: (
            phrase("included"),
            phrase("An operation ends when its changes are in the tables' files"),
        ),
    },
    lacks=phrase("Choose when an operation ends."),
)
LOGS = Shown(
    phrase("Logs"),
    choices={
        Logs.USUAL: (phrase("as they are"), phrase("The server's own settings")),
        Logs.READABLE: (
            phrase("readable"),
            phrase("MariaDB and MySQL write redo and binary logs, all unencrypted"),
        ),
        Logs.SEALED: (
            phrase("sealed"),
            phrase("MariaDB and MySQL write redo and binary logs, all encrypted"),
        ),
    },
    lacks=phrase("Choose how logs are written."),
)
