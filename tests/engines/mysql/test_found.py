"""Which program is taken for a MySQL server."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engines.mysql.servers import LocalMySQL


def test_that_the_name_that_mariadb_has_for_itself_hides_no_mysql_further_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marias, mysqls = tmp_path / "sbin", tmp_path / "mysql"
    for program in (marias / "mariadbd", mysqls / "mysqld"):
        program.parent.mkdir()
        program.touch(mode=0o755)
    (marias / "mysqld").symlink_to("mariadbd")
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, (marias, mysqls))))
    assert LocalMySQL().find(None) == mysqls
