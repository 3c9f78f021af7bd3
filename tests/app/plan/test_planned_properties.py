"""What a protection will be good for, as the window tells it before a campaign has begun."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

ALL_OF_THEM = """
import sys
from workloads.contract import Profile
from app.plan.requirements import planned_properties
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names
aes = Protection("aes", ProtectionKind.NATIVE, "aes", 128)
for name in engine_names():
    planned_properties(aes, name, Profile.STUDY)
print(sorted({"psycopg", "mariadb", "firebird.driver", "apsw", "duckdb"} & set(sys.modules)))
"""


def test_that_they_are_reported_without_a_driver() -> None:
    """Loading one on the window's thread held it up for half a second as a campaign began."""
    done = subprocess.run(
        [sys.executable, "-c", ALL_OF_THEM], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
