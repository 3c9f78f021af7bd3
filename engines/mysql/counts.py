"""What MySQL calls what it counts and how it is arranged."""

from __future__ import annotations

from engines.contract.session import BINARY_LOG, BINARY_LOG_SEALED, REDO_SEALED, EngineCounts
from engines.mysql_family import counts
from engines.mysql_family.counts import Fetch

_SWITCHES = {
    "innodb_redo_log_encrypt": REDO_SEALED,
    "log_bin": BINARY_LOG,
    "binlog_encryption": BINARY_LOG_SEALED,
}
_HISTORY = "select count from information_schema.innodb_metrics where name = 'trx_rseg_history_len'"


def counted(fetch: Fetch) -> EngineCounts:
    """Asked by `fetch`."""
    return counts.counted(fetch, _SWITCHES, "innodb_tablespaces", _HISTORY)
