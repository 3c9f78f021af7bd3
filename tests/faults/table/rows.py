"""All rows, in the order in which readers get them."""

from __future__ import annotations

from tests.faults.table import containers, disks, network, signals, strangers, surroundings
from tests.faults.table.fault import Fault

ROWS: tuple[Fault, ...] = (
    *signals.ROWS,
    *network.ROWS,
    *strangers.ROWS,
    *disks.ROWS,
    *surroundings.ROWS,
    *containers.ROWS,
)
