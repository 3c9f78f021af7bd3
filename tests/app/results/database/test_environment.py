"""What is noted of the machine: enough for a reader, nothing that names it."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from app.campaign.environment import cpu_flags, cpu_model, environment, timed_loop_language
from app.plan.campaign import PlannedProtection
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters

ROOT = Path(__file__).parents[4]
ARM = "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd aes pmull sha1\n\nprocessor\t: 1\n"


def test_that_it_tells_this_machine_and_its_packages() -> None:
    facts = environment()
    assert facts["memory_bytes"] == psutil.virtual_memory().total
    assert facts["logical_cores"] == psutil.cpu_count()
    assert facts["architecture"] == platform.machine()
    packages = facts["packages"]
    assert isinstance(packages, dict)
    assert {"psycopg", "libpq", "mariadb", "firebird-driver", "cryptography"} <= packages.keys()
    assert packages["OpenSSL of cryptography"].startswith("OpenSSL ")


def test_that_it_does_not_name_the_machine() -> None:
    facts = environment()
    assert json.loads(json.dumps(facts)) == facts
    assert platform.node() not in [str(value) for value in facts.values()]


def test_that_libpq_is_the_one_that_psycopg_loads() -> None:
    pq = pytest.importorskip("psycopg.pq")
    packages = environment()["packages"]
    assert isinstance(packages, dict)
    assert packages["libpq"] == str(pq.version() // 10_000)


def test_that_arm_processors_are_understood() -> None:
    assert "aes" in cpu_flags(ARM)
    assert cpu_model(ARM) is None
    assert cpu_flags("") == frozenset()


def test_that_asking_loads_no_driver() -> None:
    code = (
        "import sys\n"
        "from app.campaign.environment import environment\n"
        "environment()\n"
        "print(sorted({'psycopg', 'mariadb', 'firebird', 'sqlalchemy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_that_the_loop_of_each_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """C where its client library can be called, and nothing is encrypted in the application."""
    servers = (
        ServerSpec("pg", Source.EMBEDDED, "postgresql"),
        ServerSpec("lite", Source.EMBEDDED, "sqlite"),
    )
    gcm = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")

    def report(servers: tuple[ServerSpec, ...], *protections: PlannedProtection) -> str | None:
        return timed_loop_language(
            quick_campaign(
                "loops",
                servers,
                (PlannedProtection(PLAINTEXT), *protections),
                workload=HospitalParameters(),
            )
        )

    assert report(servers) == "C (pg), Python (lite)"
    assert report(servers[:1]) == "C"
    assert report(servers, PlannedProtection(gcm)) == "Python"
    assert report(servers, PlannedProtection(gcm, ("lite",))) == "C (pg), Python (lite)"
    monkeypatch.setattr("app.campaign.environment.library", lambda: None)
    assert report(servers) == "Python"
