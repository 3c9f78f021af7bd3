"""Servers that we start: prepared in a directory of their own, and kept alive by a keeper."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engines.base.engine import Engine
from engines.contract.endpoint import EncryptedFolder, Pooler, Standby
from engines.contract.errors import (
    CipherbenchError,
    InputError,
    ServerGivenUp,
    ServerUnavailable,
    says_disk_full,
    storable_words,
)
from engines.contract.launch import EncryptedMount, Follower, Launch, Launcher
from engines.contract.message import ServerWords, phrase
from engines.inspection.startup_error import startup_error_line
from engines.keeping import data_folder, home, keeper
from engines.keeping.keeper_process import order_keeper, start_keeper
from engines.keeping.server_folder import ServerFolder, give, give_tree, new_server_folder
from engines.keeping.service_user import service_account
from engines.platform.shared_memory import memory_holding
from engines.platform.streams import wait_readable
from engines.platform.users import Account, is_root
from engines.servers import encrypted_folders
from engines.servers.poolers import POOLERS
from engines.servers.server import Server, ServerSpec, ends_tls

# Encrypted folders that we make for servers we start, each with a fresh key.
#
# The key is 256 random bits that no file and no command line ever holds: it goes to the program by
# a descriptor of memory, and ends with it.


class _Kind(NamedTuple):
    check: Callable[[], None]
    folder: Callable[[Path, Path], EncryptedMount]


_KINDS: Mapping[EncryptedFolder, _Kind] = {
    EncryptedFolder.GOCRYPTFS: _Kind(
        encrypted_folders.check_gocryptfs, encrypted_folders.gocryptfs_folder
    ),
    EncryptedFolder.LUKS: _Kind(encrypted_folders.check_luks, encrypted_folders.luks_folder),
}


def check_programs(kind: EncryptedFolder) -> None:
    """See that what an encrypted folder needs is here.

    Raises: ServerUnavailable
    """
    if kind is not EncryptedFolder.OFF:
        _KINDS[kind].check()


def new_key() -> bytes:
    """256 fresh random bits, as the text that programs read."""
    return secrets.token_hex(32).encode()


def encrypted_mount(kind: EncryptedFolder, cipher: Path, point: Path) -> EncryptedMount:
    """How the folder is made and mounted: files in `cipher`, shown at `point`; both are empty.

    Raises: ServerUnavailable
    """
    return _KINDS[kind].folder(cipher, point)


_READY_SECONDS = 60.0

_PREPARED_SECONDS = 120.0
"""How long what lays out a server's data, as initdb, may take."""

_MOST_LOG_BYTES = 50_000_000
"""Upper limit of the log at start."""

_LOOK_SECONDS = 0.1
"""How often it is seen meanwhile whether anybody still waits."""

_unsupervised: dict[ServerFolder, Path | None] = {}
"""Directories that no keeper looks after yet, with data that lie elsewhere."""

_making = threading.Lock()
"""Held from before a directory is there until it is in `_unsupervised`."""

_END_SECONDS = 0.2
"""How long an end waits for either: it has half a second in all."""


def all_supervised() -> bool:
    """Whether every directory that was made has a keeper, who removes it when we are gone."""
    return not _unsupervised


def remove_unsupervised() -> None:
    """Remove those that have none, as this process ends now: no other is made from here on."""
    _making.acquire(timeout=_END_SECONDS)
    for folder, data in list(_unsupervised.items()):
        folder.remove(data, _END_SECONDS)


def launch_server(
    spec: ServerSpec,
    engine: Engine,
    launcher: Launcher,
    cancelled: Callable[[], bool] = lambda: False,
    cores: Collection[int] | None = None,
) -> Server:
    """Start a server in a directory of its own, its data where the spec wants them, on `cores`.

    Raises: ServerUnavailable, InputError
    """
    _check_pooler(spec, engine, launcher)
    _check_standby(spec, engine, launcher)
    installation = launcher.installation(Path(spec.binaries) if spec.binaries else None)
    check_programs(spec.encrypted_folder)

    def bring_up(plan: _Plan) -> tuple[Server, Launch]:
        launch, folder = _prepare(spec, launcher, engine, plan)
        return start(spec, engine, launch, folder, cancelled, cores), launch

    followers: list[Follower] = []
    server, launch = bring_up(partial(_launch, spec, launcher, installation, followers))
    try:
        for each in followers:
            standby = bring_up(partial(_standby, launcher, installation, each))[0]
            server.follow_with(standby)
            _wait_until_followed(server, standby)
        if spec.pooler is not Pooler.OFF:
            server.enter_through_pooler(launch, cores)
    except BaseException:
        server.close()
        raise
    return server


def _check_pooler(spec: ServerSpec, engine: Engine, launcher: Launcher) -> None:
    """Raises: InputError"""
    known = (Pooler.OFF, *launcher.poolers)
    if spec.pooler not in known:
        raise InputError(
            phrase("Pooler not available"),
            phrase("{engine} cannot be entered through the pooler “{pooler}” here."),
            phrase("Choose one of: {known}."),
            engine=engine.title,
            pooler=spec.pooler,
            known=", ".join(known),
        )
    if spec.pooler_tls and not ends_tls(spec.pooler):
        raise InputError(
            phrase("No TLS of a pooler's own"),
            phrase("“pooler_tls” has no meaning with the pooler “{pooler}”."),
            phrase("Choose one of: {known}. HAProxy passes on the clients' TLS."),
            pooler=spec.pooler,
            known=", ".join(each for each in known if ends_tls(each)),
        )


def _check_standby(spec: ServerSpec, engine: Engine, launcher: Launcher) -> None:
    """Raises: InputError"""
    known = (Standby.OFF, *launcher.standbys)
    if spec.standby not in known:
        raise InputError(
            phrase("Standby not available"),
            phrase("{engine} cannot be followed by the standby “{standby}” here."),
            phrase("Choose one of: {known}."),
            engine=engine.title,
            standby=spec.standby,
            known=", ".join(known),
        )


def launch_restored(
    spec: ServerSpec, engine: Engine, launcher: Launcher, files: Path, secrets: Mapping[str, str]
) -> Server:
    """Start a server on a copy of what a backup has left in a folder, which goes with the server;
    `secrets` stand in for those of its own.

    Raises: ServerUnavailable
    """
    installation = launcher.installation(Path(spec.binaries) if spec.binaries else None)
    check_programs(spec.encrypted_folder)

    def plan(folder: ServerFolder, data: Path) -> Launch:
        own = launcher.launch(installation, folder.inner, data, folder.sockets)
        taken = folder.inner / "backup"
        shutil.move(files, taken)
        if is_root():
            give_tree(taken, service_account())
        # As whoever serves, who alone may write to an encrypted folder.
        copying = ("cp", "-a", f"{taken}{os.sep}.", str(data))
        return replace(own, prepare=(copying,), prepare_input="", files={**own.files, **secrets})

    return start(spec, engine, *_prepare(spec, launcher, engine, plan))


type _Plan = Callable[[ServerFolder, Path], Launch]
"""How a server is brought up in a folder, with its data in another one."""


def _launch(
    spec: ServerSpec,
    launcher: Launcher,
    installation: Path,
    followers: list[Follower],
    folder: ServerFolder,
    data: Path,
) -> Launch:
    """`followers` get how its standbys follow it."""
    launch = launcher.launch(installation, folder.inner, data, folder.sockets)
    if spec.compares_tls or spec.pooler is not Pooler.OFF:
        launch = launcher.with_tcp_listener(launch, folder.inner)
    if spec.pooler is not Pooler.OFF:
        launch = POOLERS[spec.pooler].launch_behind(launch, spec.pooler_tls)
    if spec.standby is not Standby.OFF:
        launch, found = launcher.prepared_for_standby(
            launch, spec.standby, folder.inner, folder.sockets
        )
        followers.extend(found)
    if not spec.compares_tls:
        launch = replace(launch, endpoint=replace(launch.endpoint, tls_to_compare=None))
    return launch


def _standby(
    launcher: Launcher, installation: Path, follower: Follower, folder: ServerFolder, data: Path
) -> Launch:
    own = launcher.launch(installation, folder.inner, data, folder.sockets)
    return follower(own, folder.inner)


def _wait_until_followed(server: Server, standby: Server) -> None:
    """Until commits have what they wait for.

    Raises: ServerUnavailable
    """
    deadline = time.monotonic() + _READY_SECONDS
    while server.engine.servers.standby_of(server.endpoint) is not server.spec.standby:
        if standby.has_ended or time.monotonic() > deadline:
            raise _not_followed(server.engine, _why_not_following(standby))
        time.sleep(0.02)


def _why_not_following(standby: Server) -> str:
    """What it says itself, else the line of its log; of either one line."""
    words = ""
    with suppress(CipherbenchError):  # one that has ended says nothing
        words = standby.engine.servers.why_not_following(standby.endpoint)
    line, *_ = (words or startup_error_line(standby.log_tail())).strip().splitlines() or [""]
    return line[:_LONGEST_REASON]


_LONGEST_REASON = 300
"""Characters of a server's words: some hold whole statements."""


def _prepare(
    spec: ServerSpec, launcher: Launcher, engine: Engine, plan: _Plan
) -> tuple[Launch, ServerFolder]:
    """Raises: ServerUnavailable"""
    try:
        return _prepared(spec, launcher, engine.name, plan)
    except OSError as error:
        raise _not_prepared(engine, error) from error


def _prepared(
    spec: ServerSpec, launcher: Launcher, name: str, plan: _Plan
) -> tuple[Launch, ServerFolder]:
    """Lay out all that a server needs; nothing of it stays when that fails."""
    data = None
    with _making:
        folder = new_server_folder(name)
        _unsupervised[folder] = data
    try:
        _unsupervised[folder] = data = _data_folder(spec, launcher, folder)
        mount = _encrypted_mount(spec, folder, data)
        place = mount.data if mount else data
        return replace(_with_data(plan(folder, place), place), encrypted_mount=mount), folder
    except BaseException:
        _remove(folder, data)
        raise


def _remove(folder: ServerFolder, data: Path | None) -> None:
    folder.discard(data)
    _unsupervised.pop(folder, None)


def _not_prepared(engine: Engine, error: OSError) -> ServerUnavailable:
    # copytree tells of all files at once, in a list of (source, target, why)
    message = error.args[0] if isinstance(error, shutil.Error) else None
    why = message[0][2] if isinstance(message, list) and message else error.strerror or str(error)
    return ServerUnavailable(
        phrase("Server not prepared"),
        phrase("The files of {engine} cannot be created in {folder}: {why}."),
        _REMEDIES.get(error.errno or errno.ENOSPC, _OTHER_FOLDER),
        engine=engine.title,
        folder=home.home(),
        why=why.rpartition("] ")[2].split(":")[0],
    )


_OTHER_FOLDER = phrase("Set CIPHERBENCH_HOME to a folder that this user can write to.")
_MAKE_ROOM = phrase("Free some space there, or set CIPHERBENCH_HOME to a folder on another disk.")
_MORE_FILES = phrase("Raise the limit of open files (`ulimit -n 1024`), or close other programs.")
_REMEDIES = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EMFILE: _MORE_FILES,
    errno.ENFILE: _MORE_FILES,
}


def _with_data(launch: Launch, data: Path) -> Launch:
    return replace(launch, endpoint=replace(launch.endpoint, data=str(data)))


def _data_folder(spec: ServerSpec, launcher: Launcher, folder: ServerFolder) -> Path:
    """Where the data lie, or what their encrypted folder writes."""
    if not spec.data_directory:
        encrypted = spec.encrypted_folder is not EncryptedFolder.OFF
        return folder.new_folder("cipher") if encrypted else data_folder.inside(folder.inner)
    data = data_folder.make(Path(spec.data_directory), launcher.data_folder_mb)
    try:
        folder.note_data(data)
    except BaseException:
        data.rmdir()
        raise
    return data


def _encrypted_mount(spec: ServerSpec, folder: ServerFolder, cipher: Path) -> EncryptedMount | None:
    if spec.encrypted_folder is EncryptedFolder.OFF:
        return None
    mount = encrypted_mount(spec.encrypted_folder, cipher, folder.new_folder("plain"))
    folder.note_mounts(mount)
    return mount


def start(
    spec: ServerSpec,
    engine: Engine,
    launch: Launch,
    folder: ServerFolder,
    cancelled: Callable[[], bool] = lambda: False,
    cores: Collection[int] | None = None,
) -> Server:
    """Hand a launch over to a keeper and wait until the server answers, or it is given up.

    Raises: ServerUnavailable
    """
    process = _start_keeper(engine, launch, folder, cores)
    endpoint = replace(
        launch.endpoint,
        log=str(folder.log_file),
        managed=True,
        programs=str(Path(launch.serve[0]).parent) if launch.serve else None,
        encrypted_folder=spec.encrypted_folder,
    )
    server = Server(spec, engine, endpoint, _keeper=process)
    try:
        answer = _ask_keeper(process, server, cancelled)
        if "failed" in answer:
            raise _not_started(engine, str(answer["failed"]))
        pid, encryption_pid = (
            each if isinstance(each := answer[key], int) else None for key in _PIDS
        )
        server.endpoint = replace(server.endpoint, pid=pid, encryption_pid=encryption_pid)
        wait_until_ready(server)
    except BaseException:
        server.close()
        raise
    return server


_PIDS = ("pid", "folder")


def _start_keeper(
    engine: Engine, launch: Launch, folder: ServerFolder, cores: Collection[int] | None
) -> subprocess.Popen[str]:
    """Give the directory to whom serves, and to the keeper, who removes it from now on."""
    data, mount = _data_of(launch), launch.encrypted_mount
    with ExitStack() as until_handed_down:
        try:
            folder.note_sweep(launch.sweep)
            user = service_account() if is_root() and launch.serve else None
            _hand_over(launch, folder, None if mount else data, user)
            key = memory_holding(new_key()) if mount else None
            keys = () if key is None else (key,)
            for each in keys:
                until_handed_down.callback(os.close, each)
            process = start_keeper(keeper.__file__, hand_down=(*folder.handed_down, *keys))
        except BaseException as error:
            _remove(folder, data)
            if isinstance(error, OSError):
                raise _not_prepared(engine, error) from error
            raise
        with suppress(BrokenPipeError):  # a keeper that has ended answers nothing, which is told
            _order(process, launch, folder, user, cores, key)
    folder.close()
    return process


def _data_of(launch: Launch) -> Path | None:
    """Its data, or what their encrypted folder has written: what is to be removed in the end."""
    if launch.encrypted_mount:
        return launch.encrypted_mount.cipher
    return Path(launch.endpoint.data) if launch.endpoint.data else None


def _hand_over(
    launch: Launch, folder: ServerFolder, data: Path | None, user: Account | None
) -> None:
    folder.write_secrets(launch.files, user)
    if user is not None:
        folder.hand_over(user)
        if data is None:
            return
        if data.parent == folder.inner:  # where that user has just been seen to get
            give(data, user)
        else:
            data_folder.hand_over(data, user)


def _order(
    process: subprocess.Popen[str],
    launch: Launch,
    folder: ServerFolder,
    user: Account | None,
    cores: Collection[int] | None,
    key: int | None,
) -> None:
    data = _data_of(launch)
    order_keeper(
        process,
        folder,
        user,
        launch.environment,
        launch.serve,
        data=str(data) if data else None,
        encrypted_mount=_folder_order(launch.encrypted_mount, key)
        if launch.encrypted_mount
        else None,
        prepare=launch.prepare,
        prepare_input=launch.prepare_input,
        cores=sorted(cores) if cores else None,
        stop_signal=launch.stop_signal,
        sweep=launch.sweep,
    )
    _unsupervised.pop(folder, None)


def _folder_order(mount: EncryptedMount, key: int | None) -> dict[str, object]:
    def with_key(command: tuple[str, ...]) -> list[str]:
        return [each.replace("{key}", f"/dev/fd/{key}") for each in command]

    return {
        "make": with_key(mount.make),
        "attempts": mount.attempts,
        "mount": with_key(mount.mount),
        "mounts": mount.mounts,
        "point": str(mount.point),
        "data": str(mount.data),
        "key": key,
    }


def _ask_keeper(
    process: subprocess.Popen[str], server: Server, cancelled: Callable[[], bool]
) -> dict[str, object]:
    assert process.stdout is not None
    engine = server.engine
    deadline = time.monotonic() + _PREPARED_SECONDS
    while not wait_readable([process.stdout.fileno()], _LOOK_SECONDS):
        if cancelled():
            raise _not_started(engine, "starting it was cancelled before its data was created")
        _refuse_flood(server)
        if says_disk_full(message := startup_error_line(server.log_tail())):
            raise _not_started(engine, message)  # MariaDB waits for somebody to make room
        if time.monotonic() > deadline:
            message = f"its data was not created within {_PREPARED_SECONDS:g} s; it was stopped"
            raise _not_started(engine, message)
    answer: dict[str, object] = json.loads(
        process.stdout.readline() or '{"failed": "its monitor process ended"}'
    )
    return answer


def wait_until_ready(server: Server) -> None:
    """Until a server that was started answers.

    Raises: ServerUnavailable
    """
    deadline = time.monotonic() + _READY_SECONDS
    while True:
        try:
            server.engine.servers.check_connection(server.endpoint)
            return
        except ServerGivenUp:
            raise
        except CipherbenchError as error:
            if server.has_ended:
                message = startup_error_line(server.log_tail())
                raise _not_started(server.engine, message) from error
            _refuse_flood(server)
            if time.monotonic() > deadline:
                message = f"it did not answer within {_READY_SECONDS:g} s and was stopped"
                raise _not_started(server.engine, message) from error
            time.sleep(0.02)


def _refuse_flood(server: Server) -> None:
    """Raises: ServerUnavailable before its messages fill the disk"""
    written = 0
    with suppress(OSError):  # no log, or its keeper has just removed it
        written = server.log.stat().st_size if server.log is not None else 0
    if written > _MOST_LOG_BYTES:
        mb = _MOST_LOG_BYTES // 1_000_000
        raise _not_started(server.engine, f"it wrote more than {mb} MB of messages")


def _not_followed(engine: Engine, reason: str) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Standby does not follow"),
        phrase("The standby of {engine} does not follow it: {reason}"),
        phrase("Read the standby's message above, or choose the server without a standby."),
        engine=engine.title,
        reason=ServerWords(reason, storable_words(reason)),
    )


def _not_started(engine: Engine, reason: str) -> ServerUnavailable:
    if says_disk_full(reason):
        return ServerUnavailable(
            phrase("Server did not start"),
            phrase("The disk with the server's data is full. {engine} says: {reason}"),
            phrase("Free some space on it, or move the data to another disk."),
            engine=engine.title,
            reason=reason,
        )
    return ServerUnavailable(
        phrase("Server did not start"),
        phrase("{engine} did not start: {reason}"),
        phrase("Read the server's message above. Memory or disk space may be short."),
        engine=engine.title,
        reason=reason,
    )
