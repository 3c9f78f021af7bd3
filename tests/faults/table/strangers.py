"""What other people do: to a server that campaigns measure, and to the store they write to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.results.store.store import open_store
from app.system.folders import spool_folder
from tests.faults.table.fault import Act, Fault, Moment, On, impatient, reach, trap
from tests.faults.table.scene import Scene
from tests.patience import wait_until


def statements(moment: Moment, *texts: str, mend: tuple[str, ...] = (), until: str = "") -> Act:
    """Have the server's administrator do something at a moment, and undo it at last; `{database}`
    is that of the run. `until` is true for new connections once it holds for the others."""

    def act(scene: Scene) -> None:
        reach(scene, moment)
        administer(scene, *texts)
        if until:
            wait_until(lambda: _administrator_sees(scene, until))
        scene.mends(lambda: administer(scene, *mend))
        scene.release()

    return act


def administer(scene: Scene, *texts: str) -> None:
    server = scene.there.server
    [database] = scene.there.databases() or [""]
    with server.engine.driver.connect(server.endpoint) as admin:
        for text in texts:
            admin.execute(text.format(database=database))


def _administrator_sees(scene: Scene, query: str) -> bool:
    server = scene.there.server
    with server.engine.driver.connect(server.endpoint) as admin:
        return bool(admin.fetch(query)[0][0])


def a_lock_on_everything(scene: Scene) -> None:
    """Somebody makes a backup of MariaDB, and goes for coffee."""
    reach(scene, Moment.OPERATION)
    server = scene.there.server
    admin: Any = server.engine.driver.connect(server.endpoint)
    admin.__enter__().execute("flush tables with read lock")
    scene.mends(lambda: admin.__exit__(None, None, None))
    scene.release()


# The store, an SQLite file.


def store_file(scene: Scene) -> Path:
    return Path(scene.store)


def import_what_is_left(scene: Scene) -> None:
    """Take what the spool has into a store that is new, as the program says one should."""
    scene.store = str(scene.folder / "another.sqlite")
    [spool] = scene.traces.spools()
    done = scene.call("import", spool)
    assert done.code == 0, done.err
    spool.unlink()


def to_the_store(act: Callable[[Path], object]) -> Act:
    """Something that is done to the file once a run is over; the program is then told to end, as it
    waits half a minute for the store to come back."""

    def inject(scene: Scene) -> None:
        reach(scene, Moment.OPERATION)
        act(store_file(scene))
        scene.wait_for("The store does not answer")
        scene.release()
        wait_until(_all_was_measured)  # which is told only once the store holds it
        scene.program.terminate()
        scene.mends(lambda: import_what_is_left(scene))

    return inject


def remove(store: Path) -> None:
    store.unlink()


def _all_was_measured() -> bool:
    """Whether the second record of a campaign has its end."""
    return any(
        '"event":"CampaignFinished"' in each.read_text() for each in spool_folder().glob("*.jsonl")
    )


def replace_by_an_empty_one(store: Path) -> None:
    other = store.with_name("other.sqlite")
    open_store(str(other), write=True).close()
    other.replace(store)


def replace_by_a_copy(store: Path) -> None:
    """As a restored backup does."""
    other = store.with_name("other.sqlite")
    other.write_bytes(store.read_bytes())
    other.replace(store)


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """As by a curious person's shell."""
    held = sqlite3.connect(store, isolation_level=None, check_same_thread=False)
    held.execute("begin exclusive")
    try:
        yield
    finally:
        held.close()


def lock_for_a_while(scene: Scene) -> None:
    reach(scene, Moment.OPERATION)
    with locked(store_file(scene)):
        scene.release()
        scene.wait_for("The store does not answer")


def locked_from_the_start(scene: Scene) -> None:
    open_store(scene.store, write=True).close()
    holding = locked(store_file(scene))
    holding.__enter__()
    scene.mends(lambda: holding.__exit__(None, None, None))


def no_store(scene: Scene) -> None:
    """The file is something else."""
    store_file(scene).write_text("Dear diary,\n" * 1000)
    scene.mends(store_file(scene).unlink)


def written_by_another(scene: Scene) -> None:
    """Somebody resumes the campaign in another terminal, and is in the middle of it."""
    other = Scene(scene.folder / "other", scene.plan, scene.traces, scene.away, scene.proxy)
    other.folder.mkdir()
    other.store, other.words = scene.store, ("resume", "1", "--more", "2")
    trap(Moment.RESUME)(other)
    other.start()
    reach(other, Moment.RESUME)

    def end() -> None:
        other.release()
        assert other.end() == 0, other.message
        other.mend()

    scene.mends(end)


_AWAY = On.POSTGRESQL_AWAY
_SPOOL, _DATABASE = frozenset({"spool"}), frozenset({"database"})


def _done_to(
    name: str,
    moment: Moment,
    on: On,
    *says: str,
    does: Act,
    quick: bool = False,
    impatiently: bool = False,
    stays: frozenset[str] = frozenset(),
) -> Fault:
    arrange = impatient(trap(moment)) if impatiently else trap(moment)
    return Fault(
        name=name, moment=moment, on=on, code=1, says=says, arrange=arrange, inject=does,
        stays=stays, quick=quick,
    )  # fmt: skip


SERVERS = (
    _done_to("the run's database is dropped by somebody else", Moment.OPERATION, _AWAY,
             does=statements(Moment.OPERATION, 'drop database "{database}" with (force)'),
             quick=True),
    _done_to("the administrator ends all connections", Moment.OPERATION, _AWAY,
             "terminating connection due to administrator command",
             does=statements(Moment.OPERATION, "select pg_terminate_backend(pid) from "
                             "pg_stat_activity where pid <> pg_backend_pid() and "
                             "backend_type = 'client backend'"), quick=True),
    _done_to("the administrator ends all connections", Moment.OPERATION, On.MARIADB_AWAY,
             does=statements(Moment.OPERATION, "kill user 'boss'")),
    _done_to("the server becomes read-only", Moment.BETWEEN, _AWAY,
             "cannot execute CREATE DATABASE in a read-only transaction",
             does=statements(Moment.BETWEEN,
                             "alter system set default_transaction_read_only = on",
                             "select pg_reload_conf()",
                             until="select current_setting('default_transaction_read_only') = 'on'",
                             mend=("set default_transaction_read_only = off",
                                   "alter system reset default_transaction_read_only",
                                   "select pg_reload_conf()"))),
    _done_to("the user's rights are taken away", Moment.BETWEEN, On.MARIADB_AWAY,
             "Access denied", "stays on behind", stays=_DATABASE,
             does=statements(Moment.BETWEEN, "revoke all on *.* from 'boss'@'%'",
                             mend=("grant all on *.* to 'boss'@'%'",))),
    _done_to("everything is locked for somebody's backup", Moment.OPERATION, On.MARIADB_AWAY,
             "finished no statement for 5 s", "stays on behind", does=a_lock_on_everything,
             impatiently=True, stays=_DATABASE),
)  # fmt: skip


def _store(name: str, act: Callable[[Path], object], quick: bool = False) -> Fault:
    return Fault(
        name=name, moment=Moment.STORING, on=_AWAY, code=1, says=("cipherbench import",),
        arrange=trap(Moment.OPERATION), inject=to_the_store(act), begins=True, stays=_SPOOL,
        quick=quick,
    )  # fmt: skip


STORES = (
    _store("the store's file is deleted", remove, quick=True),
    _store("the store's file is replaced by an empty one", replace_by_an_empty_one),
    _store("the store's file is replaced by a copy", replace_by_a_copy),
    Fault(name="the store's file is locked by a stranger", moment=Moment.STORING, on=_AWAY, code=0,
          says=("The store does not answer", "The store answers again"),
          arrange=trap(Moment.OPERATION), inject=lock_for_a_while),
    Fault(name="the store's file is locked by a stranger", moment=Moment.BEFORE, on=On.SQLITE,
          code=2, says=("database is locked",), arrange=locked_from_the_start, begins=False),
    Fault(name="the store's file is something else", moment=Moment.BEFORE, on=On.SQLITE, code=2,
          says=("is no",), arrange=no_store, begins=False, quick=True),
    Fault(name="another program works on the campaign", moment=Moment.RESUME, on=_AWAY, code=2,
          says=("is being written by another Cipherbench",), arrange=written_by_another,
          completed=True, stays=frozenset({"process", "spool", "database", "socket"})),
)  # fmt: skip

ROWS = (*SERVERS, *STORES)
