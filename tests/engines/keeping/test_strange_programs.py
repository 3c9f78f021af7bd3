"""Programs that lay out a server's data, and servers, that do not what they should.

Every fake stands in for a server in every run, and for one of the two that lay out data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.keeping.home import servers_folder
from engines.opening import open_server
from engines.postgresql.servers import EmbeddedPostgreSQL
from engines.servers import launched
from engines.servers.server import ServerSpec
from tests.engines.fake_programs import FAKES, MARIADB, Fake, all_gone, among_others
from tests.requirements import spec_of

pytestmark = pytest.mark.slow

_SECONDS = 2.0
_CALLED = {
    "initdb": "PostgreSQL",
    "postgres": "PostgreSQL",
    "mariadb-install-db": "MariaDB",
}
_LAYS_OUT_MARIADB = {Fake.CLOSES, Fake.FAILS, Fake.RUBBISH, Fake.LOCKED}
"""In every run; `initdb` has the others."""
_LATE = {
    "postgres": "it did not answer within 2 s",
    **dict.fromkeys(_CALLED.keys() - {"postgres"}, "its data was not created within 2 s"),
}


def programs_of(engine: str, folder: Path) -> Sequence[Path]:
    spec_of(engine)
    if engine == "mariadb":
        return MARIADB
    launcher = EmbeddedPostgreSQL()
    serve = launcher.launch(launcher.find(None), folder).serve
    assert serve is not None
    return sorted(Path(serve[0]).parent.iterdir())


def lay_out_little(initdb: Path) -> None:
    """Put a program there that takes no half second of a core, for a server that reads nothing;
    one hangs on data that the real one has laid out."""
    initdb.unlink(missing_ok=True)
    initdb.write_text('#!/bin/sh\ntouch "$2/PG_VERSION"\n')
    initdb.chmod(0o755)


_SENTENCES = {
    Fake.HANGS: "{engine} did not start: {late}",
    Fake.CLOSES: "{engine} did not start: {late}",
    Fake.FLOODS: "{engine} did not start: it wrote more than 50 MB of messages",
    Fake.FAILS: "{engine} did not start: .*it is broken",
    Fake.MISSING: r"No {engine} server \(postgres and initdb\) was found in",
    Fake.LOCKED: "Permission denied: '.*{program}'",
    Fake.NO_PROGRAM: "Exec format error: '.*{program}'",
    Fake.RUBBISH: "{engine} did not start: ",
}


def is_in_every_run(fake: Fake, program: str) -> bool:
    lays_out = "mariadb-install-db" if fake in _LAYS_OUT_MARIADB else "initdb"
    return program in ("postgres", lays_out)


@pytest.mark.parametrize(
    ("fake", "program"),
    [
        pytest.param(
            fake,
            program,
            marks=() if is_in_every_run(fake, program) else (pytest.mark.exhaustive,),
        )
        for fake in FAKES
        for program in _CALLED
        if (fake, program) != (Fake.MISSING, "mariadb-install-db")  # that in PATH is taken
    ],
)
def test_that_a_server_that_cannot_be_had_is_reported_in_a_sentence_and_leaves_nothing(
    fake: Fake, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fake in (Fake.HANGS, Fake.CLOSES):
        late = "_READY_SECONDS" if program == "postgres" else "_PREPARED_SECONDS"
        monkeypatch.setattr(launched, late, _SECONDS)
    engine, before = _CALLED[program].lower(), set(servers_folder().iterdir())
    with among_others(fake, programs_of(engine, tmp_path), program) as programs:
        if program == "postgres" and fake is not Fake.HANGS:
            lay_out_little(programs / "initdb")
        spec = ServerSpec("mine", Source.LOCAL, engine, binaries=str(programs))
        with pytest.raises(ServerUnavailable) as report:
            open_server(spec)
        sentence = _SENTENCES[fake].format(
            engine=_CALLED[program], program=program, late=_LATE[program]
        )
        assert re.search(sentence, report.value.message)
        all_gone(programs)
    assert set(servers_folder().iterdir()) == before
