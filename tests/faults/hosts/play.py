"""A row of the table at work, and what must hold at its end."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.hosts.messages import ShareState
from tests.faults.hosts.stage import HOSTS, Program, Stage, await_gone, wake
from tests.patience import wait_until

VICTIM = HOSTS[0]
LONGEST_SECONDS = 600


@dataclass
class Play:
    """The programs, and `gone_s`, how long children of a killed one lived on."""

    stage: Stage
    coordinator: Program
    hosts: dict[str, Program]
    gone_s: float | None = None

    @property
    def victim(self) -> Program:
        return self.hosts[VICTIM]

    def bury(self, program: Program) -> None:
        """Kill a program by −9, and wait until all that it had started is gone; what stood still
        with it goes on."""
        family = program.family
        program.process.kill()
        program.process.wait()
        wake(family)
        self.gone_s = await_gone(family)

    def again(self) -> None:
        """Start the host again. The server may hold the name for a lost connection for a while."""

        def joined() -> bool:
            started = self.stage.start_host(VICTIM)
            wait_until(
                lambda: "joined" in started.message or started.process.poll() is not None,
                LONGEST_SECONDS,
            )
            self.hosts[VICTIM] = started
            return started.process.poll() is None

        wait_until(joined, LONGEST_SECONDS)

    def await_end(self, hosts: Sequence[str]) -> None:
        """Until the shares of these have ended, whatever becomes of the store meanwhile."""

        def over() -> bool:
            time.sleep(0.2)  # to be asked costs the server time
            with suppress(SQLAlchemyError, AssertionError):
                states = self.states()
                return all(states[host].over for host in hosts)
            return False

        wait_until(over, LONGEST_SECONDS)

    def states(self) -> dict[str, ShareState]:
        """Of the last share of each host."""
        return {host: ShareState(state) for _, host, state, _ in self.stage.shares()}

    def check_nobody_stays(self) -> None:
        """End all programs, with what they had started."""
        programs = (*self.hosts.values(), self.coordinator)
        families = [each for program in programs for each in program.family]
        for program in programs:
            program.end()
        await_gone(families)

    def report(self, name: str, **found: float) -> None:
        """One line more in the file that CIPHERBENCH_HOSTS_REPORT names."""
        reported = {
            "name": name,
            "network": self.stage.network.name,
            "hosts": len(self.hosts),
            **found,
        }
        reported["gone"] = self.gone_s
        if path := os.environ.get("CIPHERBENCH_HOSTS_REPORT"):
            with Path(path).open("a") as file:
                print(json.dumps(reported), file=file)


def begun(stage: Stage, hosts: int) -> Play:
    """A coordinator, and so many hosts that have joined."""
    coordinator = stage.coordinator()
    return Play(stage, coordinator, {name: stage.host(name) for name in HOSTS[:hosts]})
