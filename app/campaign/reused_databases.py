"""Databases that serve several runs of a cell, one after another: filled once and kept meanwhile.

A run that is done well gives its database back, and the next one of the same cell is lent it. From
any other the worker drops it, or the supervision has it dropped, and the next run makes a new one:
what a worker was killed in is never worked in again.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.plan.campaign import Campaign
from app.plan.matrix import Cell
from app.processes.own_database import ReusedDatabase
from engines.base.ownership import database_name
from workloads.contract import Options, Parameters
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload


class ReusedDatabases:
    """Those of a campaign, whose names begin with `mark`."""

    def __init__(self, campaign: Campaign, mark: str) -> None:
        self._campaign, self._mark = campaign, mark
        self._stored: dict[Cell, ReusedDatabase] = {}

    def lend(self, cell: Cell) -> ReusedDatabase | None:
        """What the next run of a cell works in, be it still to be made; None where each run has a
        database of its own."""
        workload = workload_named(self._campaign.workload.name)
        if not isinstance(workload, DatabaseWorkload):
            return None
        options: Options[Parameters] = Options(
            self._campaign.workload, cell.case, self._campaign.seed
        )
        if not workload.keeps_database(options):
            return None
        if cell not in self._stored:
            keying = workload.keying(cell.protection.bits or 256, options.sound)
            name = f"{self._mark}_kept_{secrets.token_hex(3)}"
            self._stored[cell] = ReusedDatabase(name, keying, os.urandom(32))
        return self._stored[cell]

    def take_back(self, cell: Cell) -> None:
        """A run has left the database as it found it, and filled."""
        self._stored[cell] = replace(self._stored[cell], filled=True)

    def give_up(self, cells: Iterable[Cell]) -> Iterator[tuple[Cell, str]]:
        """Forget the databases of these cells; cell and database of each that is there."""
        for cell in list(cells):
            stored = self._stored.pop(cell, None)
            if stored is not None and stored.filled:
                yield cell, database_name(stored.identifier)

    def cells(self) -> list[Cell]:
        return list(self._stored)
