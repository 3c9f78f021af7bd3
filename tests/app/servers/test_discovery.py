"""Servers that a system cannot start yet, and the reason that the page of servers gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.servers.discovery import ServerKind, discover_servers
from engines.contract import launch
from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.opening import open_server
from tests.requirements import spec_of

NOT_YET = {
    ("postgresql", Source.LOCAL),
    ("mariadb", Source.LOCAL),
    ("mysql", Source.LOCAL),
    ("firebird", Source.EMBEDDED),
    ("firebird", Source.LOCAL),
}


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the words say there; servers start as this system lets them."""
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path))
    monkeypatch.setattr(launch, "IS_WINDOWS", True)


def refused(kinds: tuple[ServerKind, ...]) -> dict[tuple[str, Source], ServerKind]:
    return {(x.engine, x.source): x for x in kinds if "yet on Windows" in str(x.reason)}


@pytest.mark.usefixtures("on_windows")
def test_that_windows_is_the_reason_and_no_package_of_debian() -> None:
    found = discover_servers()
    not_yet = refused(found.kinds)
    assert set(not_yet) == NOT_YET
    assert not any(each.available for each in not_yet.values())
    reasons = {spec.engine: str(reason) for spec, reason in found.servers}
    for engine in ("mariadb", "mysql", "firebird"):
        assert "on Windows" in reasons[engine] and "nstall" not in reasons[engine]
    assert not reasons["sqlite"] and not reasons["postgresql"]


@pytest.mark.usefixtures("on_windows")
def test_that_named_programs_do_not_start_there_either() -> None:
    spec = spec_of("mariadb")
    assert spec.source is Source.LOCAL
    with pytest.raises(ServerUnavailable, match="Windows"):
        open_server(spec)


def test_that_other_systems_are_asked_for_their_programs() -> None:
    assert not refused(discover_servers().kinds)
