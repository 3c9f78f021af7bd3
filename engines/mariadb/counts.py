"""What MariaDB calls what it counts and how it is arranged."""

from __future__ import annotations

from engines.contract.session import BINARY_LOG, BINARY_LOG_SEALED, REDO_SEALED, EngineCounts
from engines.mysql_family import counts
from engines.mysql_family.counts import Fetch

_SWITCHES = {
    "innodb_encrypt_log": REDO_SEALED,
    "log_bin": BINARY_LOG,
    "encrypt_binlog": BINARY_LOG_SEALED,
}
_HISTORY = "innodb_history_list_length"


def counted(fetch: Fetch) -> EngineCounts:
    """Asked by `fetch`."""
    return counts.counted(fetch, _SWITCHES, "innodb_sys_tablespaces", _unpurged)


def _unpurged(fetch: Fetch) -> float | None:
    reported = counts.reported(fetch, "status", (_HISTORY,))
    return float(reported[_HISTORY]) if _HISTORY in reported else None
