"""Servers that we start: laid out in a directory of their own and left to a keeper."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from engines import data_folder, home, keeper
from engines.contract import Engine
from engines.errors import CipherbenchError, ServerUnavailable
from engines.keeping import start_keeper
from engines.launch import Launch, Launcher
from engines.server import Server, ServerSpec

_READY_SECONDS = 60.0


def launch_server(spec: ServerSpec, engine: Engine, launcher: Launcher) -> Server:
    """Start a server in a directory of its own, its data where the spec wants them.

    Raises: ServerUnavailable, InputError
    """
    try:
        launch, directory = _prepare(spec, engine, launcher)
    except OSError as error:
        raise _not_prepared(engine, error) from error
    return start(spec, engine, launch, directory)


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


def start(spec: ServerSpec, engine: Engine, launch: Launch, directory: Path) -> Server:
    """Hand a launch over to a keeper and wait until the server answers.

    Raises: ServerUnavailable
    """
    log = directory / "log.txt"
    process = start_keeper(keeper.__file__)
    server = Server(spec, engine, replace(launch.endpoint, log=str(log)), _keeper=process)
    try:
        answer = _ask_keeper(process, launch, directory, log)
        if "failed" in answer:
            raise _not_started(engine, str(answer["failed"]))
        pid = answer["pid"]
        server.endpoint = replace(server.endpoint, pid=pid if isinstance(pid, int) else None)
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
