"""Disks that are full, fill up, or cannot be written to."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults.table.fault import Act, Fault, Moment, On, reach, trap
from tests.faults.table.scene import Scene
from tests.patience import wait_until
from tests.places import new_home
from tests.requirements import mount


def disk(scene: Scene, name: str, megabytes: float) -> Path:
    """A small one of its own, as long as the scene is played. Who serves may enter it."""
    place = new_home() / name
    place.mkdir()
    mount("-t", "tmpfs", "-o", f"size={int(megabytes * 1024)}k,mode=711", "tmpfs", str(place))

    def away() -> None:
        subprocess.run(["umount", "-l", str(place)], check=True)
        shutil.rmtree(place.parent)

    scene.at_last(away)
    return place


def fill(place: Path) -> None:
    """To the last byte."""
    with (place / "ballast").open("ab", buffering=0) as file:
        for size in (65_536, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass


def free(place: Path) -> None:
    (place / "ballast").unlink()


def read_only(place: Path) -> None:
    mount("-o", "remount,ro", str(place))


def writable(place: Path) -> None:
    mount("-o", "remount,rw", str(place))


def store_on(scene: Scene, megabytes: float = 4) -> Path:
    place = disk(scene, "store", megabytes)
    scene.store = str(place / "s.sqlite")
    return place


def full_store(scene: Scene) -> None:
    place = store_on(scene)
    fill(place)
    scene.mends(partial(free, place))


def read_only_store(scene: Scene) -> None:
    place = store_on(scene)
    read_only(place)
    scene.mends(partial(writable, place))


def store_with_a_trap(scene: Scene) -> None:
    store_on(scene)
    trap(Moment.OPERATION)(scene)


def the_store_fills_up(scene: Scene) -> None:
    """Until the program has said that it waits; it stores all that it has kept meanwhile."""
    reach(scene, Moment.OPERATION)
    place = Path(scene.store).parent
    fill(place)
    scene.release()
    scene.wait_for("The store does not answer")
    free(place)


def data_on(megabytes: float) -> Act:
    """Have the server's data lie on a small disk."""

    def arrange(scene: Scene) -> None:
        place = disk(scene, "data", megabytes)
        text = scene.plan.read_text()
        source = 'source = "embedded"' if 'source = "embedded"' in text else 'source = "local"'
        scene.plan.write_text(text.replace(source, f'{source}\ndata_directory = "{place}"'))

    return arrange


def data_place(scene: Scene) -> Path:
    [line] = [each for each in scene.plan.read_text().splitlines() if "data_directory" in each]
    return Path(line.split('"')[1])


def full_data(scene: Scene) -> None:
    data_on(90)(scene)
    fill(data_place(scene))
    scene.mends(lambda: free(data_place(scene)))


def read_only_data(scene: Scene) -> None:
    data_on(90)(scene)
    read_only(data_place(scene))
    scene.mends(lambda: writable(data_place(scene)))


def the_data_fill_up(scene: Scene) -> None:
    reach(scene, Moment.OPERATION)
    fill(data_place(scene))
    scene.mends(lambda: free(data_place(scene)))
    scene.release()


def the_data_fill_up_as_they_are_prepared(scene: Scene) -> None:
    """MariaDB then waits for somebody to make room, and says so in its log alone."""
    wait_until(lambda: _used_mb(data_place(scene)) > 10 or scene.program.poll() is not None)
    scene.see()
    fill(data_place(scene))
    scene.mends(lambda: free(data_place(scene)))


def _used_mb(place: Path) -> float:
    status = os.statvfs(place)
    return (status.f_blocks - status.f_bfree) * status.f_frsize / 1e6


def home_on(scene: Scene, megabytes: float) -> Path:
    """A home of the program's own, whose folders are looked after from then on."""
    place = disk(scene, "home", megabytes)
    scene.environment["CIPHERBENCH_HOME"] = str(place)
    return place


def full_home(scene: Scene) -> None:
    """Where spool, log and folders of servers go."""
    place = home_on(scene, 4)
    fill(place)
    scene.mends(scene.environment.clear)


def home_with_a_trap(scene: Scene) -> None:
    home_on(scene, 4)
    trap(Moment.OPERATION)(scene)


def the_spool_fills_up(scene: Scene) -> None:
    reach(scene, Moment.OPERATION)
    fill(Path(scene.environment["CIPHERBENCH_HOME"]))
    scene.release()


def full_temporary(scene: Scene) -> None:
    place = disk(scene, "temporary", 1)
    fill(place)
    scene.environment["TMPDIR"] = str(place)


def no_temporary(scene: Scene) -> None:
    scene.environment["TMPDIR"] = str(scene.folder / "not-there")


_AWAY, _PG = On.POSTGRESQL_AWAY, On.POSTGRESQL


def _before(name: str, on: On, code: int, *says: str, **how: Any) -> Fault:
    return Fault(
        name, Moment.BEFORE, on, code, says=says, **{"begins": False, "quick": True, **how}
    )


ROWS = (
    _before("the store's disk is full", On.SQLITE, 2, "full", arrange=full_store),
    _before("the store's disk is read-only", On.SQLITE, 2, "Read-only file system",
            arrange=read_only_store),
    Fault(name="the store's disk fills up for a while", moment=Moment.STORING, on=_AWAY, code=0,
          says=("The store does not answer", "The store answers again"),
          arrange=store_with_a_trap, inject=the_store_fills_up),
    _before("the data's disk is full", _PG, 2, "64 MB", arrange=full_data, quick=False),
    _before("the data's disk is read-only", _PG, 2, "Read-only file system",
            arrange=read_only_data, quick=False),
    Fault(name="the data's disk fills up", moment=Moment.OPERATION, on=_PG, code=1,
          says=("The disk with the server's data is full", "No space left on device"),
          arrange=data_on(100), inject=the_data_fill_up),
    Fault(name="the data's disk fills up", moment=Moment.STARTING, on=On.MARIADB, code=2,
          says=("The disk with the server's data is full.", "MariaDB says:"),
          arrange=data_on(200), inject=the_data_fill_up_as_they_are_prepared, begins=False),
    _before("the home's disk is full", On.SQLITE, 2, "No space left on device", "Free some space",
            arrange=full_home),
    Fault(name="the spool's disk fills up", moment=Moment.OPERATION, on=_AWAY, code=0,
          says=("No spool can be written",), arrange=home_with_a_trap, inject=the_spool_fills_up),
    _before("TMPDIR is full", On.SQLITE, 0, arrange=full_temporary, begins=True),
    _before("TMPDIR is not there", On.SQLITE, 0, arrange=no_temporary, begins=True),
)  # fmt: skip
