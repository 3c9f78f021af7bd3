"""What MySQL calls what it counts and how it is arranged."""

from __future__ import annotations

import re

from engines.contract.session import BINARY_LOG, BINARY_LOG_SEALED, REDO_SEALED, EngineCounts
from engines.mysql_family import counts
from engines.mysql_family.counts import Fetch

_SWITCHES = {
    "innodb_redo_log_encrypt": REDO_SEALED,
    "log_bin": BINARY_LOG,
    "binlog_encryption": BINARY_LOG_SEALED,
}
_PURGED = re.compile(r"^Trx id counter (\d+)\s+^Purge done for trx's n:o < (\d+) ", re.MULTILINE)


def counted(fetch: Fetch) -> EngineCounts:
    """Asked by `fetch`."""
    return counts.counted(fetch, _SWITCHES, "innodb_tablespaces", _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    """Transactions that purge has yet to come to; None where the text is another than we know: no
    table of MySQL's has that number. The length of the history (`trx_rseg_history_len`) is no sign:
    what was purged leaves it after 128 rounds alone (`innodb_purge_rseg_truncate_frequency`)."""
    ((*_, reported),) = fetch("show engine innodb status")
    found = _PURGED.search(str(reported))
    return float(int(found[1]) - int(found[2])) if found else None
