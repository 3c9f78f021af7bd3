"""Facts about the machine and the program that measure, for store and report; none of them names
the machine."""

from __future__ import annotations

import platform
import re
from functools import cache
from importlib import metadata

import psutil

from app.campaign.machine.cpu_allowance import CORES, QUOTA, cpu_allowance
from app.plan.campaign import Campaign
from engines.contract.errors import CipherbenchError
from engines.keeping.child_environment import minimal_environment
from engines.keeping.programs import call_program
from engines.native.library import library
from engines.platform.machine import load_average, processor_text, system_name
from engines.registry import engine_names, facts_of

_CRYPTO_FLAGS = ("aes", "vaes", "pclmulqdq", "pmull")
_PACKAGES = (
    "SQLAlchemy",
    "hdrhistogram",
    "cryptography",
    "starlette",
    "uvicorn",
    "httptools",
)


def environment() -> dict[str, object]:
    """Facts that a reader of the figures needs; every value fits JSON, None if not available."""
    cpuinfo = processor_text()
    flags, loads = cpu_flags(cpuinfo), load_average()
    return {
        "cpu": cpu_model(cpuinfo) or platform.machine() or None,
        "architecture": platform.machine(),
        "physical_cores": psutil.cpu_count(logical=False),
        "logical_cores": psutil.cpu_count(),
        "crypto_instructions": [flag for flag in _CRYPTO_FLAGS if flag in flags],
        "memory_bytes": psutil.virtual_memory().total,
        "os": system_name(),
        "kernel": f"{platform.system()} {platform.release()}",
        "virtualisation": _virtualisation(flags),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "cipherbench": _version_of("cipherbench"),
        "packages": _packages(),
        **_placement(),
        "load_average": None if loads is None else [round(load, 2) for load in loads],
    }


def timed_loop_language(campaign: Campaign) -> str | None:
    """The language of the loop that times statements: “C”, “Python”, or each with the servers that
    it times; None where there are none."""
    servers: dict[str, list[str]] = {}
    for spec in campaign.servers:
        native = library() is not None and campaign.loops_natively(spec.name)
        servers.setdefault("C" if native else "Python", []).append(spec.name)
    if len(servers) < 2:
        return next(iter(servers), None)
    return ", ".join(f"{loop} ({', '.join(servers[loop])})" for loop in sorted(servers))


def _placement() -> dict[str, object]:
    """Where this program may run, and with it the workers and the servers that it starts."""
    found = cpu_allowance()
    return {"cores_allowed": found.get(CORES), "cpu_quota": found.get(QUOTA)}


def cpu_model(cpuinfo: str) -> str | None:
    """The name of the processor in the text of /proc/cpuinfo; ARM kernels mostly give none."""
    found = re.search(r"^(?:model name|Hardware|Model)\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    return found[1].strip() if found else None


def cpu_flags(cpuinfo: str) -> frozenset[str]:
    """The instruction set extensions of the first processor (`flags` on x86, `Features` on ARM)."""
    found = re.search(r"^(?:flags|Features)\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    return frozenset(found[1].split()) if found else frozenset()


@cache
def _virtualisation(flags: frozenset[str]) -> str | None:
    """What systemd finds (“none” on bare metal); else what the processor tells of a hypervisor."""
    try:
        virtualisation = call_program(
            ["systemd-detect-virt"], minimal_environment(), any_code=True
        ).out.strip()
    except CipherbenchError:
        virtualisation = ""
    if _VIRTUALISATION.fullmatch(virtualisation):
        return virtualisation
    return "hypervisor" if "hypervisor" in flags else None


_VIRTUALISATION = re.compile(r"[a-z][a-z0-9-]*")


def _packages() -> dict[str, str | None]:
    engines = [facts_of(name) for name in engine_names()]
    names = (*(name for each in engines for name in (*each.drivers, *each.packages)), *_PACKAGES)
    versions: dict[str, str | None] = {name: _version_of(name) for name in names}
    return {**versions, "libpq": _libpq(), "OpenSSL of cryptography": _openssl()}


@cache
def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _libpq() -> str | None:
    """The major version of the libpq that psycopg brings along: libpq.so.5.18 is PostgreSQL 18's.

    Read from the file's name, since the program itself never loads a driver.
    """
    try:
        files = metadata.files("psycopg-binary") or []
    except metadata.PackageNotFoundError:
        return None
    found = (re.search(r"libpq.*\.so\.5\.(\d+)$", str(file)) for file in files)
    return next((match[1] for match in found if match), None)


def _openssl() -> str | None:
    try:
        from cryptography.hazmat.backends.openssl.backend import backend
    except ImportError:
        return None
    return backend.openssl_version_text()
