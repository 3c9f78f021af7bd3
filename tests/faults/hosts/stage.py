"""A coordinator and hosts: programs of their own, each with a home as on a machine of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import URL, Engine, create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from app.hosts.coordinator import DATABASE
from app.results.store.store import open_store
from app.system.password_sources import variable_of
from benchmarks.hosts.network import Network
from tests.app.typed import Started
from tests.families import family, goes_on, send
from tests.faults.table.holding import Measured, measured
from tests.patience import PATIENCE, wait_until

HOSTS = ("rack1", "rack2", "rack3", "rack4")
_ROOT = Path(__file__).parents[3]
MOST_SECONDS = 30
"""What counts as a hang."""
_START_SECONDS = 120

type Process = psutil.Process

_ASK = """
import os, sys, psycopg
for query in sys.argv[1:]:
    try:
        with psycopg.connect(os.environ["URL"], autocommit=True) as connection:
            asked = connection.execute(query)
            print((asked.fetchone() or [None])[0] if asked.description else asked.rowcount)
    except psycopg.Error as error:
        print(str(error).splitlines()[0])
"""


@dataclass
class Program:
    """One that was started; `message` is what it has written to stderr."""

    process: subprocess.Popen[bytes]
    log: Path
    name: str
    out: Path

    @property
    def message(self) -> str:
        return self.log.read_text()

    @property
    def family(self) -> list[Process]:
        return family(self.process.pid)

    def await_words(self, words: str, times: int = 1) -> None:
        def come() -> bool:
            assert self.process.poll() is None or self.message.count(words) >= times, self.message
            return self.message.count(words) >= times

        wait_until(come, _START_SECONDS)

    def wait(self, seconds: float) -> int:
        """Its exit code. Raises: TimeoutExpired where it hangs"""
        return self.process.wait(seconds * PATIENCE)

    def end(self) -> None:
        """As Ctrl+C does, in order."""
        self.process.terminate()
        self.wait(MOST_SECONDS)


@dataclass
class Stage:
    folder: Path
    network: Network
    programs: list[Program] = field(default_factory=list)
    _compared: Engine | None = None

    def coordinator(self) -> Program:
        address, port = self.network.coordinator(0)
        hosts = [word for each in HOSTS for word in ("--host", each)]
        started = self.start("coordinator", "coordinator", "--listen", address,
                              "--port", port, *hosts)  # fmt: skip
        started.await_words("Serving until Ctrl+C.")
        return started

    def host(self, name: str, **environment: str) -> Program:
        started = self.start_host(name, **environment)
        started.await_words(f"{name} joined")
        return started

    def start_host(self, name: str, user: str = "", **environment: str) -> Program:
        """Start one that need not get in."""
        place = HOSTS.index(name) + 1
        words = ("host", "--name", name, "--store", self.store(user or name, place))
        return self.start(name, *words, place=place, **environment)

    def command(self, *words: object) -> Program:
        """One beside the coordinator, as who hands out plans."""
        return self.start("coordinator", *words, "--store", self.store("coordinator"))

    def store(self, user: str, seen_from: int = 0) -> str:
        """The address of the store for a user of a place."""
        address, port = self.network.coordinator(seen_from)
        certificate = self.home("coordinator") / "coordinator" / "coordinator.crt"
        query = {"sslmode": "verify-full", "sslrootcert": str(certificate)}
        return URL.create(
            "postgresql", user, None, address, port, DATABASE, query
        ).render_as_string()

    def home(self, machine: str) -> Path:
        """Of all programs of a machine."""
        return self.folder / machine

    def tried(self, user: str, *queries: str, password: str = "", **options: str) -> list[str]:
        """What the store answers to somebody in a host's place who asks it without our program,
        each time anew: the first value as text, or the first line of the error."""
        place = HOSTS.index(user) + 1
        url = make_url(self.store(user, place)).update_query_dict(options)
        words = [*self.network.words(place), sys.executable, "-c", _ASK]
        asked = {"URL": url.render_as_string(), "PGPASSWORD": password or f"of {user}"}
        done = subprocess.run(
            [*words, *queries],
            env={**os.environ, **asked},
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS * PATIENCE,
            check=True,
        )
        return done.stdout.splitlines()

    def start(self, machine: str, *words: object, place: int = 0, **environment: str) -> Program:
        """Start our program on a machine, with the passwords of all that the stage knows; one that
        is to find other files than ours is started anew."""
        home = self.home(machine)
        home.mkdir(mode=0o711, exist_ok=True)
        number = len(self.programs)
        log, out = self.folder / f"{number}.log", self.folder / f"{number}.out"
        passwords = {variable_of(each): f"of {each}" for each in (*HOSTS, "coordinator", "viewer")}
        surroundings = {**os.environ, **passwords, "CIPHERBENCH_HOME": str(home), **environment}
        with log.open("wb") as errors, out.open("wb") as report:
            streams: dict[str, Any] = {
                "stdin": subprocess.DEVNULL,
                "stdout": report,
                "stderr": errors,
            }
            if "PYTHONPATH" in environment:
                program = [sys.executable, "-m", "app", *map(str, words)]
                line = [*self.network.words(place), *program]
                process = subprocess.Popen(line, cwd=_ROOT, env=surroundings, **streams)
            else:
                network = "".join(self.network.words(place)).rpartition("--net=")[2]
                process = Started(*words, network=network, env=surroundings, **streams)
        self.programs.append(Program(process, log, machine, out))
        return self.programs[-1]

    # What is looked at from beside all of it: by the socket that only the machine's owner gets to.

    def postmaster(self) -> Process:
        data = str(self.home("coordinator") / "coordinator" / "data" / "cluster")
        for each in psutil.process_iter(["cmdline"]):
            words = each.info["cmdline"] or []
            if data in words and each.status() != psutil.STATUS_ZOMBIE:
                return each
        raise AssertionError("no PostgreSQL serves")

    @property
    def url(self) -> str:
        """Of the store, as its owner."""
        words = self.postmaster().cmdline()
        [folder] = [each.partition("=")[2] for each in words if "unix_socket_directories=" in each]
        where = {"host": folder}
        port = self.network.coordinator(0)[1]
        url = URL.create("postgresql+psycopg", "cipherbench", None, None, port, DATABASE, where)
        return url.render_as_string()

    def shares(self) -> list[tuple[str, str, str, int | None]]:
        """Token, host, state and campaign of each, oldest first."""
        query = "SELECT token::text, host, state, campaign_id FROM hosts.shares ORDER BY made_at"
        return [tuple(row) for row in self.asked(query)]  # type: ignore[misc]

    def asked(self, query: str) -> Sequence[tuple[object, ...]]:
        """What the store answers its owner, who stays connected as long as it does: it is asked
        many times a second."""
        self._compared = self._compared or create_engine(self.url, pool_pre_ping=True)
        try:
            with self._compared.begin() as connection:
                found = connection.execute(text(query))
                return [tuple(row) for row in found] if found.returns_rows else []
        except SQLAlchemyError:
            self._look_away()
            raise

    def _look_away(self) -> None:
        if self._compared is not None:
            self._compared.dispose()
            self._compared = None

    def runs_done(self, host: str) -> int:
        """How many runs of a host's campaigns are done."""
        query = (
            "SELECT count(*) FROM runs r JOIN cells c ON c.id = r.cell_id WHERE r.status = 'done' "
            f"AND c.campaign_id IN (SELECT campaign_id FROM hosts.shares WHERE host = '{host}')"
        )
        return int(str(self.asked(query)[0][0]))

    def measured(self) -> Measured:
        """All that is stored of runs that are done."""
        return measured(self.url)

    def check_whole(self, hosts: int, repetitions: int) -> None:
        """Each host has one campaign, of which each repetition of each cell counts once."""
        campaigns = {campaign for *_, campaign in self.shares() if campaign is not None}
        assert len(campaigns) == hosts, self.shares()
        with open_store(self.url, write=False) as store:
            for each in campaigns:
                counted = [(run.cell, run.repetition) for run in store.runs(each) if run.is_counted]
                cells = len(store.cells(each))
                expected = [(c, r) for c in range(cells) for r in range(1, repetitions + 1)]
                assert sorted(counted) == expected, f"campaign {each}"
                assert store.summary(each).status == "done"

    def spools(self) -> list[Path]:
        return [each for name in HOSTS for each in (self.home(name) / "spool").glob("*.jsonl")]

    def close(self) -> None:
        """End what is left; those that stand still are woken."""
        self._look_away()
        for program in reversed(self.programs):
            with suppress(psutil.Error):
                send(signal.SIGCONT, program.family)
            with suppress(subprocess.TimeoutExpired):
                program.end()
            program.process.kill()
            program.process.wait()


def await_gone(processes: Sequence[Process]) -> float:
    """Seconds until none of them is left."""
    began = time.monotonic()
    while left := [each for each in processes if goes_on(each)]:
        assert time.monotonic() - began < MOST_SECONDS * PATIENCE, f"still there: {left}"
        time.sleep(0.02)
    return time.monotonic() - began


@contextmanager
def staged(folder: Path, network: Network) -> Iterator[Stage]:
    """A stage that leaves nothing."""
    stage = Stage(folder, network)
    try:
        yield stage
    finally:
        for each in stage.programs:  # pytest shows it where a test has failed
            sys.stdout.write(f"{each.name} ({each.process.poll()}): {each.message[-2000:]}\n")
        stage.close()
