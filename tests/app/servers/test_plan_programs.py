"""Programs that a plan names are started only where this user has named them, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.command_line.main import run
from app.servers.entry import ServerState
from app.servers.plan_programs import refuse_unknown_programs
from app.servers.saved_connections import save_connection
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, InputError
from engines.servers.server import ServerSpec
from tests.app.window.settling import let_go

VARIABLE = "CIPHERBENCH_BINARIES"
PLAN = """
[campaign]
name = "evil"
[workload]
name = "hospital"
sizes = [3]
[[server]]
name = "evil"
source = "local"
engine = "mariadb"
binaries = "{folder}"
[[protection]]
name = "plaintext"
"""


@pytest.fixture
def evil(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> ServerSpec:
    """A server whose programs leave a file."""
    monkeypatch.delenv(VARIABLE)
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("mariadbd", "mariadb-install-db", "mysqld", "my_print_defaults"):
        (folder / name).write_text(f"#!/bin/sh\ntouch '{tmp_path}/begun'\nexit 1\n")
        (folder / name).chmod(0o755)
    return ServerSpec("evil", Source.LOCAL, "mariadb", binaries=str(folder))


def begun(evil: ServerSpec) -> bool:
    return (Path(evil.binaries or "").parent / "begun").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["run", "{plan}"],
        ["run", "{plan}", "--dry-run"],
        ["pattern", "logo", "--server", "evil", "--plan", "{plan}", "-o", "{out}"],
    ],
    ids=["run", "dry run", "pattern"],
)
def test_that_a_plan_starts_no_program_that_came_with_it(
    command: list[str], evil: ServerSpec, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.format(folder=evil.binaries))
    words = [word.format(plan=plan, out=tmp_path / "out.png") for word in command]
    assert run(words) == 2
    assert VARIABLE in capsys.readouterr().err
    assert not begun(evil)


def test_that_a_folder_that_the_user_has_named_is_used(
    evil: ServerSpec,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(VARIABLE, f"/nowhere:{tmp_path}")
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.format(folder=evil.binaries))
    run(["run", str(plan), "--dry-run"])
    assert "MariaDB did not start" in capsys.readouterr().err


def test_that_what_is_saved_or_the_systems_is_known_and_ways_around_are_not(
    evil: ServerSpec, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to("/usr/bin")
    for known in ("/usr/sbin", str(tmp_path / "link")):
        refuse_unknown_programs([ServerSpec("x", Source.LOCAL, "mariadb", binaries=known)])
    for around in (evil.binaries, f"/usr/..{tmp_path}", f"/usr/bin/../..{evil.binaries}", "."):
        with pytest.raises(InputError):
            refuse_unknown_programs([ServerSpec("x", Source.LOCAL, "mariadb", binaries=around)])
    save_connection(evil)
    refuse_unknown_programs([evil])


def test_that_a_plan_that_the_window_opens_starts_no_program_that_came_with_it(
    evil: ServerSpec, tmp_path: Path, qtbot: QtBot
) -> None:
    workbench = Workbench(str(tmp_path / "store.sqlite"))
    try:
        servers = workbench.servers
        servers.start(servers.adopt(evil))

        def failed() -> CipherbenchError | None:
            entry = servers.entry("evil")
            return entry.error if entry and entry.state is ServerState.FAILED else None

        qtbot.waitUntil(lambda: failed() is not None)
        error = failed()
        assert isinstance(error, InputError) and VARIABLE in error.hint
        with qtbot.waitSignal(servers.tested) as tested:
            servers.test("evil")
        assert isinstance(tested.args[0].error, InputError)
        assert not begun(evil)
    finally:
        let_go(workbench)
