"""Drivers that are loaded when they are first asked for something."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engines.base.late_imports import late_driver

_SCRIPT = """
import sys
from engines.base.late_imports import load_drivers
from engines.registry import engine_named
engine_named("firebird"), engine_named("mariadb")
print(*("firebird.driver.core" in sys.modules, "mariadb_binary" in sys.modules))
load_drivers()
print(*("firebird.driver.core" in sys.modules, "mariadb_binary" in sys.modules))
"""

_MYSQL_FIRST = """
from engines.contract.endpoint import Endpoint
from engines.mysql.login import logging_in
with logging_in(Endpoint("mysql")):
    import mariadb
print(mariadb.SyncCursor.__module__)
"""


def test_that_drivers_wait_until_they_are_asked_or_all_are_loaded() -> None:
    report = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, check=True)
    assert report.stdout.decode().split() == ["False", "False", "True", "True"]


def test_that_the_compiled_driver_serves_where_mysql_is_the_first_to_be_asked() -> None:
    report = subprocess.run([sys.executable, "-c", _MYSQL_FIRST], capture_output=True, check=True)
    assert report.stdout.decode().strip() == "mariadb_binary.cursors"


def test_that_a_driver_that_is_not_installed_is_reported_at_once() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_driver"):
        late_driver("no_such_driver")
