"""Signals to each process that takes part in a campaign."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress

import psutil

from tests.families import send
from tests.faults.table.fault import Act, Fault, Moment, On, impatient, reach, trap
from tests.faults.table.scene import Scene
from tests.patience import wait_until
from tests.proxies import Link

type Victims = Callable[[Scene], list[psutil.Process]]


def the_program(scene: Scene) -> list[psutil.Process]:
    return [psutil.Process(scene.program.pid)]


def the_group(scene: Scene) -> list[psutil.Process]:
    """Those that a terminal's keys and its closing reach."""
    group = os.getpgid(scene.program.pid)
    return [each for each in scene.family() if _group(each) == group]


def all_of_them(scene: Scene) -> list[psutil.Process]:
    return scene.family()


def the_worker(scene: Scene) -> list[psutil.Process]:
    return [scene.worker()]


def the_last_worker(scene: Scene) -> list[psutil.Process]:
    return [scene.workers()[-1]]


def a_lane(scene: Scene) -> list[psutil.Process]:
    return scene.lanes()[:1]


def all_lanes_of_a_side(scene: Scene) -> list[psutil.Process]:
    return scene.lanes()


def the_fork_server(scene: Scene) -> list[psutil.Process]:
    return [scene.nursery()]


def the_server(scene: Scene) -> list[psutil.Process]:
    return [scene.server()]


def the_server_and_its_processes(scene: Scene) -> list[psutil.Process]:
    server = scene.server()
    return [server, *server.children()]


def a_server_process(scene: Scene) -> list[psutil.Process]:
    """That of the run's own connection."""
    return [each for each in scene.server().children() if scene.is_inside(each)]


def the_keeper(scene: Scene) -> list[psutil.Process]:
    return [scene.keeper()]


def _group(process: psutil.Process) -> int:
    with suppress(OSError):
        return os.getpgid(process.pid)
    return 0


def send_at(number: signal.Signals, to: Victims, moment: Moment) -> Act:
    """Have a signal sent at a moment, to all that are found then."""

    def act(scene: Scene) -> None:
        reach(scene, moment)
        victims = to(scene)
        assert victims
        send(number, victims)
        scene.release(victims if number is signal.SIGSTOP else ())

    return act


def stop_for(seconds: float, to: Victims, moment: Moment) -> Act:
    """Have processes stand still for some time, and go on."""

    def act(scene: Scene) -> None:
        send_at(signal.SIGSTOP, to, moment)(scene)
        time.sleep(seconds)
        send(signal.SIGCONT, to(scene))

    return act


def interrupt_as(sign: Callable[[Scene], object]) -> Act:
    """Have the terminal's keys pressed while servers start, as soon as something is to be seen."""

    def act(scene: Scene) -> None:
        wait_until(lambda: sign(scene) or scene.program.poll() is not None)
        scene.see()
        os.killpg(scene.program.pid, _INT)

    return act


def a_folder_is_there(scene: Scene) -> bool:
    return "folder" in scene.traces.left()


def keepers_are_there(number: int) -> Callable[[Scene], bool]:
    return lambda scene: len(scene.keepers()) >= number


def a_drop_that_hangs(scene: Scene) -> None:
    """The second run's database is not dropped as long as an orderly end may last."""

    def hang(link: Link) -> None:
        link.client.recv(1, socket.MSG_PEEK)  # nothing, until the client hangs up
        link.cut()

    scene.meddler.at("drop database", hang, times=3)
    trap(Moment.PREPARING)(scene)


def _row(
    name: str,
    number: signal.Signals,
    to: Victims,
    moment: Moment,
    on: On,
    code: int,
    *says: str,
    stays: frozenset[str] = frozenset(),
    quick: bool = False,
) -> Fault:
    arrange = impatient(trap(moment)) if number is signal.SIGSTOP else trap(moment)
    return Fault(
        name=name, moment=moment, on=on, code=code, says=says, stays=stays, quick=quick,
        arrange=arrange, inject=send_at(number, to, moment),
        begins=moment is not Moment.STARTING,
    )  # fmt: skip


_PG, _MARIA, _AWAY = On.POSTGRESQL, On.MARIADB, On.POSTGRESQL_AWAY
_KILL, _TERM, _INT = signal.SIGKILL, signal.SIGTERM, signal.SIGINT
_HUP, _QUIT = signal.SIGHUP, signal.SIGQUIT
_LEFT = frozenset({"folder", "spool", "socket", "shared memory"})
"""What nobody is there to remove until the next start."""
_SPOOL = frozenset({"spool", "socket"})
_DATABASE = _SPOOL | {"database"}


def _interrupted(when: str, sign: Callable[[Scene], object]) -> Fault:
    return Fault(
        name=f"SIGINT to the terminal's group {when}", moment=Moment.STARTING, on=On.SEVERAL,
        code=1, says=("Stopped.",), inject=interrupt_as(sign), begins=False,
    )  # fmt: skip


PROGRAM = (
    _row("SIGINT to the program", _INT, the_program, Moment.STARTING, _AWAY, 1, "Stopped."),
    _row("SIGINT to the program", _INT, the_program, Moment.PREPARING, _AWAY, 1, "Stopped.",
         quick=True),
    Fault(name="SIGINT to the program, and a server that drops nothing", code=1,
          moment=Moment.PREPARING, on=_AWAY, says=("Stopped.", "stays on behind"),
          arrange=a_drop_that_hangs, inject=send_at(_INT, the_program, Moment.PREPARING),
          stays=frozenset({"database"})),
    _row("SIGTERM to the program", _TERM, the_program, Moment.OPERATION, _AWAY, 1, "Stopped.",
         quick=True),
    _row("SIGTERM to the program", _TERM, the_program, Moment.BETWEEN, _AWAY, 1, "Stopped."),
    _row("SIGTERM to the program", _TERM, the_program, Moment.RESUME, _AWAY, 1, "Stopped."),
    _row("SIGINT to the program", _INT, the_program, Moment.END, _AWAY, 1, "Stopped."),
    _row("SIGKILL to the program", _KILL, the_program, Moment.OPERATION, _PG, -9, stays=_SPOOL),
    _row("SIGKILL to the program", _KILL, the_program, Moment.PREPARING, _AWAY, -9,
         stays=_DATABASE, quick=True),
    _row("SIGKILL to the program", _KILL, the_program, Moment.RESUME, _AWAY, -9,
         stays=_DATABASE),
    _row("SIGKILL to the program", _KILL, the_program, Moment.STARTING, _PG, -9, stays=_SPOOL),
    _row("SIGKILL to the program", _KILL, the_program, Moment.END, _PG, -9, stays=_SPOOL),
    _row("SIGKILL to everything", _KILL, all_of_them, Moment.OPERATION, _PG, -9, stays=_LEFT),
    _row("SIGKILL to everything", _KILL, all_of_them, Moment.STARTING, _PG, -9, stays=_LEFT),
    _row("SIGQUIT to the terminal's group", _QUIT, the_group, Moment.OPERATION, _PG, -3,
         stays=_SPOOL),
    _row("SIGHUP to the program", _HUP, the_program, Moment.OPERATION, _AWAY, 0, quick=True),
    _row("SIGHUP to the terminal's group", _HUP, the_group, Moment.OPERATION, _PG, 0),
    _interrupted("as the first is laid out", a_folder_is_there),
    _interrupted("as the first has its keeper", keepers_are_there(1)),
    _interrupted("as three have their keepers", keepers_are_there(3)),
)  # fmt: skip

OTHERS = (
    _row("SIGKILL to the worker", _KILL, the_worker, Moment.OPERATION, _AWAY, 1,
         "The worker ended unexpectedly (exit code -9)", quick=True),
    _row("SIGTERM to the worker", _TERM, the_worker, Moment.OPERATION, _AWAY, 1,
         "The worker ended unexpectedly"),
    _row("SIGKILL to the worker", _KILL, the_worker, Moment.PREPARING, _AWAY, 1,
         "The worker ended unexpectedly (exit code -9)"),
    _row("SIGKILL to the fork server", _KILL, the_fork_server, Moment.OPERATION, _AWAY, 0),
    _row("SIGKILL to the fork server", _KILL, the_fork_server, Moment.BETWEEN, _AWAY, 0),
    _row("SIGSTOP to the worker", signal.SIGSTOP, the_worker, Moment.OPERATION, _AWAY, 1,
         "finished no statement for 5 s"),
    _row("SIGKILL to the server", _KILL, the_server, Moment.OPERATION, _PG, 1,
         "The server was killed (SIGKILL)"),
    _row("SIGKILL to the server", _KILL, the_server, Moment.OPERATION, _MARIA, 1,
         "The server was killed (SIGKILL)"),
    _row("SIGTERM to the server", _TERM, the_server, Moment.OPERATION, _MARIA, 1,
         "The server has ended."),
    _row("SIGINT to the server", _INT, the_server, Moment.OPERATION, _PG, 1,
         "The server has ended."),
    _row("SIGSTOP to the server and its processes", signal.SIGSTOP, the_server_and_its_processes,
         Moment.OPERATION, _PG, 1, "finished no statement for"),
    _row("SIGKILL to a process of the server", _KILL, a_server_process, Moment.OPERATION, _PG, 1),
    _row("SIGKILL to the keeper", _KILL, the_keeper, Moment.OPERATION, _PG, 1,
         "The server was killed (SIGKILL)", stays=_LEFT),
    _row("SIGTERM to the keeper", _TERM, the_keeper, Moment.OPERATION, _PG, 1),
    _row("SIGSTOP to the keeper", signal.SIGSTOP, the_keeper, Moment.OPERATION, _PG, 0,
         stays=_LEFT),
    _row("SIGKILL to the keeper", _KILL, the_keeper, Moment.STARTING, _PG, 2,
         "PostgreSQL did not start: its monitor process ended.", stays=_LEFT),
)  # fmt: skip

_SIDES, _LOAD = On.LOCKSTEP, On.LOAD


def _stalled(target: str, to: Victims, on: On, *, quick: bool = False) -> Fault:
    return Fault(
        name=f"SIGSTOP to {target}, and SIGCONT after two seconds", moment=Moment.OPERATION, on=on,
        code=0, says=("stalled; repeated at the end", "the worker was stopped"),
        inject=stop_for(2.0, to, Moment.OPERATION), quick=quick,
    )  # fmt: skip


TOGETHER = (
    _row("SIGKILL to a worker", _KILL, the_worker, Moment.OPERATION, _SIDES, 1,
         "The worker ended unexpectedly (exit code -9)", quick=True),
    _row("SIGKILL to a worker", _KILL, the_last_worker, Moment.OPERATION, _LOAD, 1,
         "The worker ended unexpectedly (exit code -9)"),
    _row("SIGKILL to a lane", _KILL, a_lane, Moment.OPERATION, _LOAD, 1,
         "A process that sent requests to the server ended unexpectedly"),
    _row("SIGKILL to the server", _KILL, the_server, Moment.OPERATION, _SIDES, 1,
         "The server was killed (SIGKILL)", quick=True),
    _row("SIGKILL to the server", _KILL, the_server, Moment.OPERATION, _LOAD, 1,
         "The server was killed (SIGKILL)"),
    _row("SIGSTOP to a worker", signal.SIGSTOP, the_last_worker, Moment.OPERATION, _SIDES, 1,
         "finished no statement for 5 s"),
    _row("SIGSTOP to a worker", signal.SIGSTOP, the_worker, Moment.OPERATION, _LOAD, 1,
         "finished no statement for 5 s"),
    _row("SIGSTOP to a lane", signal.SIGSTOP, a_lane, Moment.OPERATION, _LOAD, 1,
         "finished no statement for 5 s"),
    _stalled("a worker", the_last_worker, _SIDES, quick=True),
    _stalled("all lanes of a side", all_lanes_of_a_side, _LOAD),
    _row("SIGTERM to the program", _TERM, the_program, Moment.OPERATION, _SIDES, 1, "Stopped."),
    _row("SIGTERM to the program", _TERM, the_program, Moment.OPERATION, _LOAD, 1, "Stopped."),
)  # fmt: skip
"""Of a load none is quick. Workers and lanes that are killed or stopped and killed servers have
tests of their own in every run of the tests (turns/test_open_load.py and test_load_runs.py of
tests/app/campaign); both kinds of campaign are cancelled in tests/workloads/test_conformance.py."""

ROWS = (*PROGRAM, *OTHERS, *TOGETHER)
