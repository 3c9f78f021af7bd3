"""How forms show what may be set of the tablespace work."""

from __future__ import annotations

from engines.contract.launch import Logs
from engines.contract.message import phrase
from engines.contract.parameter import Shown
from workloads.tablespace.cases import Flush, Temperature

ROWS = Shown(
    phrase("Rows"),
    phrase("Rows of the source table; the table that is made of it has twice as many"),
    offers=(10_000, 200_000, 2_000_000),
    words=phrase("Add a number of rows"),
    lacks=phrase("Add at least one number of rows."),
)
BUFFERS = Shown(
    phrase("Buffer"),
    phrase("The engine's own cache of pages; where none is chosen a server has its own"),
    unit=phrase("MB"),
    offers=(16, 64, 256, 1024),
    words=phrase("Add a size"),
)
TEMPERATURES = Shown(
    phrase("Memory"),
    choices={
        Temperature.WARM: (
            phrase("warm"),
            phrase("Engine and system still hold what they have just written"),
        ),
        Temperature.COLD: (
            phrase("cold"),
            phrase(
                "Before each operation the server is started anew and the system forgets its files"
            ),
        ),
    },
    lacks=phrase("Choose warm or cold."),
)
FLUSH = Shown(
    phrase("Flush"),
    choices={
        Flush.LEFT: (phrase("later"), phrase("An operation is over when it is committed")),
        Flush.INCLUDED: (
            phrase("included"),
            phrase("An operation is over when what it changed is in the tables' files"),
        ),
    },
    lacks=phrase("Choose where an operation ends."),
)
LOGS = Shown(
    phrase("Logs"),
    choices={
        Logs.USUAL: (phrase("as they are"), phrase("The server's logs are left as they are")),
        Logs.READABLE: (
            phrase("readable"),
            phrase("MariaDB writes redo log and binary log, and seals neither"),
        ),
        Logs.SEALED: (
            phrase("sealed"),
            phrase("MariaDB writes redo log and binary log, and seals both"),
        ),
    },
    lacks=phrase("Choose what becomes of the logs."),
)
