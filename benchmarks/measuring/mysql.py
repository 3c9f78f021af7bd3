"""Our timed loop against sysbench on a local MySQL, as `sysbench` does it on MariaDB."""

from __future__ import annotations

from benchmarks.measuring import sysbench


def measure() -> dict[str, float]:
    """`mysql_ratio`, left to the scheduler, and `mysql_ratio_one_core`.

    Raises: PeerMissing, ServerUnavailable
    """
    ratio, on_one = sysbench.ratios("mysql")
    return {"mysql_ratio": ratio, "mysql_ratio_one_core": on_one}
