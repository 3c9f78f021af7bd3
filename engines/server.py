"""Servers: what a plan says of one, and bringing it up, entering it and letting it go."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engines import data_folder, home, keeper
from engines.capability import Capabilities
from engines.container.daemon import container_reason
from engines.contract import (
    CONNECT_SECONDS,
    Endpoint,
    Engine,
    Launch,
    Launcher,
    Source,
    Tls,
    TlsMode,
)
from engines.errors import CipherbenchError, InputError, ServerUnavailable
from engines.filesystem import add_layers
from engines.registry import engine_named

_READY_SECONDS = 60.0


@dataclass(frozen=True)
class ServerSpec:
    """A server as a plan names it. Passwords are never part of it.

    `binaries` is a folder with the server's programs (local), `data_directory` one that its data
    go into (embedded and local; a directory of ours is made in it), `directory` one for a Firebird
    server's database files (address). A container has an `image`, `cpus` cores and `memory_mb`
    (10⁶ bytes) at most. An `optional` server that is not there is left out.
    """

    name: str
    source: Source
    engine: str
    host: str | None = None
    port: int | None = None
    socket: str | None = None
    user: str | None = None
    database: str | None = None
    binaries: str | None = None
    directory: str | None = None
    tls: TlsMode = TlsMode.OFF
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None
    connect_seconds: int = CONNECT_SECONDS
    data_directory: str | None = None
    image: str | None = None
    cpus: float | None = None
    memory_mb: int | None = None
    optional: bool = False

    def same_as(self, other: ServerSpec) -> bool:
        """Whether two specs mean the same server; to be able to do without it is no difference."""
        return replace(self, optional=False) == replace(other, optional=False)


@dataclass
class Server:
    """A server that answers. `close` stops it if we started it."""

    spec: ServerSpec
    engine: Engine
    endpoint: Endpoint
    version: str = ""
    log: Path | None = None
    _keeper: subprocess.Popen[str] | None = field(default=None, repr=False)

    def ask(self) -> Capabilities:
        """What the server can do, and what its data lie on.

        Raises: ServerUnavailable
        """
        return add_layers(self.engine.probe(self.endpoint), self.endpoint)

    def close(self) -> None:
        """Stop a server of ours and remove its directory; leave any other as it is."""
        if self._keeper is None:
            return
        assert self._keeper.stdin is not None and self._keeper.stdout is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        self._keeper.stdout.close()
        self._keeper = None

    def log_tail(self, size: int = 65_536) -> str:
        """The last `size` bytes of the log of a server of ours; empty for any other."""
        if self.log is None or not self.log.exists():
            return ""
        with self.log.open("rb") as handle:
            handle.seek(max(0, self.log.stat().st_size - size))
            return handle.read().decode(errors="replace")


type Progress = Callable[[str, float | None], None]
"""Given what is being done and, where it is known, which part of it is done."""


def open_server(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
) -> Server:
    """Start or reach a server and make sure that it answers.

    `progress` is told of what takes long, as pulling a container's image.

    Raises: ServerUnavailable, InputError
    """
    engine = engine_named(spec.engine)
    if spec.source is Source.CONTAINER:
        from engines.container.server import open_container

        return open_container(spec, engine, progress)
    if spec.source is Source.ADDRESS and engine.address_fields:
        return _reach(spec, engine, password)
    launcher = engine.launcher(spec.source)
    if launcher is None:
        raise InputError(
            "No such source",
            "{engine} has no source named {source} in this version.",
            "Choose one of: {sources}.",
            engine=engine.title,
            source=spec.source,
            sources=", ".join(_sources(engine)),
        )
    return _launch(spec, engine, launcher)


def _sources(engine: Engine) -> list[Source]:
    """Where servers of an engine can come from."""
    boxed = [Source.CONTAINER] if engine.container else []
    away = [Source.ADDRESS] if engine.address_fields else []
    return [*(each.source for each in engine.launchers), *boxed, *away]


def found_servers() -> list[tuple[ServerSpec, str | None]]:
    """Servers that can be had on this machine without asking anybody, named by their engine.

    Each comes with None, or with the reason why it cannot be had.
    """
    from engines.registry import engines

    return [_first_found(engine) for engine in engines() if engine.launchers]


def tidy() -> int:
    """Remove what servers left behind whose keeper was killed; how many there were."""
    removed = _tidy_containers()
    for directory in home.servers_folder().iterdir():
        lock = directory / keeper.LOCK_NAME
        if not directory.is_dir() or _is_new(directory):
            continue
        if lock.exists() and not _free(lock):
            continue
        _kill_leftover(directory / keeper.PID_NAME)
        data_folder.remove_noted(directory / keeper.DATA_NAME)
        shutil.rmtree(directory, ignore_errors=True)
        removed += 1
    return removed


def _tidy_containers() -> int:
    if container_reason() is not None:
        return 0
    from engines.container.server import tidy_containers

    return tidy_containers()


def endpoint_of(spec: ServerSpec, engine: Engine, password: str | None) -> Endpoint:
    """How a server at an address is entered."""
    return Endpoint(
        engine.name,
        host=spec.host if spec.socket else (spec.host or "127.0.0.1"),
        port=spec.port or engine.default_port,
        socket=spec.socket,
        user=spec.user,
        password=password,
        database=spec.database,
        directory=spec.directory,
        tls=Tls(spec.tls, spec.tls_ca, spec.tls_certificate, spec.tls_key),
        connect_seconds=spec.connect_seconds,
    )


def _reach(spec: ServerSpec, engine: Engine, password: str | None) -> Server:
    endpoint = endpoint_of(spec, engine, password)
    engine.connect(endpoint).close()
    pid = engine.server_pid(endpoint)
    data = engine.data_directory(endpoint) if pid is not None else None
    return Server(spec, engine, replace(endpoint, pid=pid, data=data))


def _launch(spec: ServerSpec, engine: Engine, launcher: Launcher) -> Server:
    """Start a server in a directory of its own, its data where the spec wants them."""
    try:
        launch, directory = _prepare(spec, engine, launcher)
    except OSError as error:
        raise _not_prepared(engine, error) from error
    return _start(spec, engine, launch, directory)


def _prepare(spec: ServerSpec, engine: Engine, launcher: Launcher) -> tuple[Launch, Path]:
    """Lay out all that a server needs; nothing of it stays when that fails."""
    installation = launcher.find(Path(spec.binaries) if spec.binaries else None)
    directory = home.new_server_directory(engine.name)
    data = None
    try:
        data = _data_folder(spec, launcher, directory)
        launch = _with_data(launcher.launch(installation, directory, data), data)
        if launch.serve:
            data_folder.hand_over(data)
    except BaseException:
        for made in (directory, data):
            shutil.rmtree(made or directory, ignore_errors=True)
        raise
    return launch, directory


def _not_prepared(engine: Engine, error: OSError) -> ServerUnavailable:
    # copytree tells of all files at once, in a list of (source, target, why)
    said = error.args[0] if isinstance(error, shutil.Error) else None
    why = said[0][2] if isinstance(said, list) and said else error.strerror or str(error)
    return ServerUnavailable(
        "Server not prepared",
        "What {engine} needs cannot be laid out in {folder}: {why}.",
        "Make room there, or set CIPHERBENCH_HOME to a folder on another disk.",
        engine=engine.title,
        folder=home.home(),
        why=why.rpartition("] ")[2].split(":")[0],
    )


def _with_data(launch: Launch, data: Path) -> Launch:
    return replace(launch, endpoint=replace(launch.endpoint, data=str(data)))


def _data_folder(spec: ServerSpec, launcher: Launcher, directory: Path) -> Path:
    if not spec.data_directory:
        return data_folder.inside(directory)
    data = data_folder.make(Path(spec.data_directory), launcher.data_mb)
    (directory / keeper.DATA_NAME).write_text(str(data))
    return data


def _start(spec: ServerSpec, engine: Engine, launch: Launch, directory: Path) -> Server:
    log = directory / "log.txt"
    process = subprocess.Popen(
        [sys.executable, "-I", keeper.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    server = Server(spec, engine, launch.endpoint, log=log, _keeper=process)
    try:
        answer = _ask_keeper(process, launch, directory, log)
        if "failed" in answer:
            raise _not_started(engine, str(answer["failed"]))
        pid = answer["pid"]
        server.endpoint = replace(launch.endpoint, pid=pid if isinstance(pid, int) else None)
        _wait_until_ready(server)
    except BaseException:
        server.close()
        raise
    return server


def _ask_keeper(
    process: subprocess.Popen[str], launch: Launch, directory: Path, log: Path
) -> dict[str, object]:
    order = {
        "directory": str(directory),
        "data": launch.endpoint.data,
        "files": dict(launch.files),
        "environment": dict(launch.environment),
        "prepare": launch.prepare,
        "prepare_input": launch.prepare_input,
        "serve": launch.serve,
        "user": home.SERVE_AS if home.is_root() and launch.serve else None,
        "stop_signal": launch.stop_signal,
        "log": str(log),
    }
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    answer: dict[str, object] = json.loads(process.stdout.readline() or '{"failed": "it ended"}')
    return answer


def _wait_until_ready(server: Server) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while True:
        try:
            server.engine.connect(server.endpoint).close()
            return
        except CipherbenchError as error:
            pid = server.endpoint.pid
            if pid is not None and _ended(pid):
                reason = server.log_tail().strip().splitlines()[-1:] or ["it said nothing"]
                raise _not_started(server.engine, reason[0]) from error
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _not_started(engine: Engine, reason: str) -> ServerUnavailable:
    return ServerUnavailable(
        "Server did not start",
        "{engine} did not start: {reason}",
        "Free memory or disk space may be short; the server's own words say more.",
        engine=engine.title,
        reason=reason,
    )


def _first_found(engine: Engine) -> tuple[ServerSpec, str | None]:
    reasons = []
    for launcher in engine.launchers:
        spec = ServerSpec(engine.name, launcher.source, engine.name)
        try:
            launcher.find(None)
        except ServerUnavailable as error:
            reasons.append((spec, f"{error.message} {error.hint}".strip()))
        else:
            return spec, None
    return reasons[0]


def _is_new(directory: Path) -> bool:
    """Whether a keeper may still be on its way to lock this directory."""
    return (
        time.time() - directory.stat().st_mtime < 2 and not (directory / keeper.LOCK_NAME).exists()
    )


def _free(lock: Path) -> bool:
    with lock.open() as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _kill_leftover(pid_file: Path) -> None:
    try:
        pid, _, started = pid_file.read_text().partition(" ")
    except OSError:
        return
    if started and keeper._started(int(pid)) == started:
        os.kill(int(pid), signal.SIGKILL)
