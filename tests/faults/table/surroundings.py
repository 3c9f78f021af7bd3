"""Streams, limits, users and clocks of the program itself."""

from __future__ import annotations

import os
import pty
import pwd
import resource
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.faults.table.fault import Act, Fault, Moment, On, reach, trap
from tests.faults.table.scene import Scene
from tests.places import new_home
from tests.requirements import lacking

_DAY = 86_400


def closed(*numbers: int) -> Act:
    """Have the program begin without these streams."""

    def arrange(scene: Scene) -> None:
        ends = " ".join(f"{number}>&-" for number in numbers)
        scene.before = ("bash", "-c", f'exec "$@" {ends}', "bash")

    return arrange


def full(scene: Scene) -> None:
    """Nothing that it writes finds room."""
    handle = os.open("/dev/full", os.O_WRONLY)
    scene.streams = {"stdout": handle, "stderr": handle}
    scene.at_last(partial(os.close, handle))


def a_terminal(scene: Scene) -> None:
    ours, theirs = pty.openpty()
    scene.streams = {"stdout": theirs, "stderr": theirs}
    scene.terminal = ours
    trap(Moment.OPERATION)(scene)


def the_terminal_is_closed(scene: Scene) -> None:
    """As a window of a terminal is: what is written to it has nowhere to go."""
    os.close(scene.streams["stderr"])
    reach(scene, Moment.OPERATION)
    os.close(scene.terminal)
    scene.release()


def limited(what: int, most: int) -> Act:
    """Have the system grant the program no more than that."""

    def arrange(scene: Scene) -> None:
        scene.limits[what] = most
        scene.mends(scene.limits.clear)

    return arrange


def lacks_words(words: str) -> Act:
    """Have the program say nothing of the kind until it ends."""

    def act(scene: Scene) -> None:
        scene.end()
        assert words not in scene.message, scene.message

    return act


def limited_in_the_middle(what: int, most: int) -> Act:
    def act(scene: Scene) -> None:
        reach(scene, Moment.OPERATION)
        resource.prlimit(scene.program.pid, what, (most, most))
        scene.release()

    return act


def another_home(scene: Scene) -> Path:
    place = new_home()
    scene.environment["CIPHERBENCH_HOME"] = str(place)
    scene.at_last(partial(shutil.rmtree, place))
    scene.mends(scene.environment.clear)
    return place


def a_home_of_somebody_elses(scene: Scene) -> None:
    _root_only()
    os.chown(another_home(scene), pwd.getpwnam("nobody").pw_uid, -1)


def a_home_that_all_may_write_to(scene: Scene) -> None:
    another_home(scene).chmod(0o777)


def without_a_right(scene: Scene) -> None:
    """Run by root without its right to write wherever it likes, with the store in a folder of
    somebody else's."""
    _root_only()
    place = scene.folder / "somebody-elses"
    place.mkdir()
    os.chown(place, pwd.getpwnam("nobody").pw_uid, -1)
    scene.store = str(place / "s.sqlite")
    rights = "-dac_override,-dac_read_search,-fowner"
    scene.before = ("setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}")
    scene.mends(partial(setattr, scene, "before", ()))


def _root_only() -> None:
    if os.geteuid():
        pytest.skip("only root can become somebody else")


def a_machine_that_was_started_anew(scene: Scene) -> None:
    """Its monotonic clock and the time since its start are others than those of the session
    before; in the program's own name space."""
    words = ("unshare", "--time", "--monotonic", "31536000", "--boottime", "31536000")
    if subprocess.run([*words, "true"], check=False, capture_output=True).returncode:
        lacking("time namespaces", "No clock of one's own is to be had here.")
    scene.before = words


def a_clock_to_be_set(which: str) -> Act:
    def arrange(scene: Scene) -> None:
        scene.environment |= {
            "LD_PRELOAD": str(_built(scene.folder)),
            "CIPHERBENCH_TEST_CLOCK": str(scene.folder / which),
        }
        trap(Moment.OPERATION)(scene)

    return arrange


def _built(folder: Path) -> Path:
    compiler, made = shutil.which("cc"), folder / "clock.so"
    if compiler is None:
        pytest.skip("no C compiler to make a clock with")
    source = Path(__file__).with_name("clock.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, source], check=True)
    return made


def set_by(seconds: int) -> Act:
    def act(scene: Scene) -> None:
        reach(scene, Moment.OPERATION)
        file = Path(scene.environment["CIPHERBENCH_TEST_CLOCK"])
        file.touch()
        os.truncate(file, seconds)
        scene.release()

    return act


_BEFORE, _OPERATION, _SQLITE, _AWAY = Moment.BEFORE, Moment.OPERATION, On.SQLITE, On.POSTGRESQL_AWAY
_FILES, _FILE_SIZE = resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE

ROWS = (
    Fault("stderr is closed", _BEFORE, _SQLITE, 0, arrange=closed(2)),
    Fault("stdin, stdout and stderr are closed", _BEFORE, _SQLITE, 0, arrange=closed(0, 1, 2)),
    Fault("stdout and stderr are full", _BEFORE, _SQLITE, 0, arrange=full, quick=True),
    Fault("the terminal is closed", _OPERATION, _AWAY, 0, arrange=a_terminal,
          inject=the_terminal_is_closed),
    Fault("16 open files", _BEFORE, _SQLITE, 2,
          says=("Too many open files", "ulimit -n"), arrange=limited(_FILES, 16),
          inject=lacks_words("Free some"), begins=False, quick=True),
    Fault("no more open files", _OPERATION, _AWAY, 1,
          says=("Too many open files", "stays on behind"), stays=frozenset({"database"}),
          arrange=trap(_OPERATION),          inject=limited_in_the_middle(_FILES, 12)),
    Fault("files of 100 kB at most", _BEFORE, _SQLITE, 2, says=("disk I/O error",),
          arrange=limited(_FILE_SIZE, 100_000), begins=False, quick=True),
    Fault("a home of somebody else's", _BEFORE, _SQLITE, 2, says=("belongs to another user",),
          arrange=a_home_of_somebody_elses, begins=False, quick=True),
    Fault("a home that all may write to", _BEFORE, _SQLITE, 2, says=("Other users can write to",),
          arrange=a_home_that_all_may_write_to, begins=False, quick=True),
    Fault("a user who may not write where the store is to be", _BEFORE, _SQLITE, 2,
          says=("Permission denied",), arrange=without_a_right, begins=False, quick=True),
    Fault("the machine was started anew", Moment.RESUME, _SQLITE, 0,
          arrange=a_machine_that_was_started_anew),
    Fault("the clock is set a day ahead", _OPERATION, _AWAY, 0, says=("clock was set by +86,4",),
          arrange=a_clock_to_be_set("ahead"), inject=set_by(_DAY)),
    Fault("the clock is set back by a day", _OPERATION, _AWAY, 0, says=("clock was set by -86,",),
          arrange=a_clock_to_be_set("back"), inject=set_by(_DAY)),
)  # fmt: skip
