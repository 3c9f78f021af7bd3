"""Key services for tests: a token of SoftHSM in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import psutil

from engines.contract.key_source import DataKey, KeyAccess, KeySource
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.keeping.home import servers_folder
from engines.keys.kms import KmsKey
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from tests.requirements import lacking

SPY = Path("/usr/lib/x86_64-linux-gnu/pkcs11/pkcs11-spy.so")
"""The module of OpenSC that hands on each call, and writes it down."""


def soft_token(folder: Path, pin: str = "") -> Pkcs11Key:
    """A source with a fresh token; skips where SoftHSM is not installed."""
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")
    folder.mkdir(exist_ok=True)
    opened = Pkcs11Key().with_access(KeyAccess(pin or secrets.token_hex(8), str(folder)))
    opened.prepare(ExitStack())
    return opened


def protection(source: KeySource) -> Protection:
    name = f"hsm {source.data_key}"
    return Protection(name, ProtectionKind.CLIENT, "aes", 256, "gcm", key_source=source)


def keying() -> Keying:
    return Keying(os.urandom(32))


def spied(token: Pkcs11Key, data_key: DataKey, work: str) -> tuple[dict[str, float], int]:
    """What `work`, a piece of Python with an `encryptor`, has counted in a process of its own, and
    how many encryptions and decryptions the module was asked for meanwhile."""
    if not SPY.exists():
        lacking("opensc-pkcs11", "the PKCS#11 spy is not installed")
    folder = Path(token.access.folder)
    log = folder / "spy.log"
    program = _PROGRAM.format(data_key=data_key.value, work=work, folder=str(folder), spy=str(SPY))
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=token.access.secret,
        env={
            **os.environ,
            "SOFTHSM2_CONF": str(folder / "softhsm2.conf"),
            "CIPHERBENCH_PKCS11_MODULES": str(SPY),
            "PKCS11SPY": str(softhsm()),
            "PKCS11SPY_OUTPUT": str(log),
        },
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    calls = re.findall(r": C_(?:En|De)cryptInit$", log.read_text(errors="replace"), re.MULTILINE)
    return json.loads(done.stdout), len(calls)


_PROGRAM = """
import json, sys
from engines.contract.key_source import DataKey, KeyAccess
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.keys.pkcs11 import Pkcs11Key
from engines.client_encryption.client_schemes import client_encryptor
source = Pkcs11Key(module={spy!r}, data_key=DataKey({data_key!r}), values=4)
source = source.with_access(KeyAccess(sys.stdin.read(), {folder!r}))
given = Protection("hsm", ProtectionKind.CLIENT, "aes", 256, "gcm", key_source=source)
encryptor = client_encryptor(given, Keying(bytes(32)))
{work}
print(json.dumps(encryptor.key_calls.measures()))
"""


def needs_local_kms() -> None:
    """Skip where its program is not installed."""
    if shutil.which("local-kms") is None and "CIPHERBENCH_LOCAL_KMS" not in os.environ:
        lacking("local-kms", "CIPHERBENCH_LOCAL_KMS names no program (scripts/local_kms)")


def local_kms(folder: Path, undone: ExitStack) -> KmsKey:
    """A source with a local-kms of its own; skips where its program is not installed."""
    needs_local_kms()
    folder.mkdir(exist_ok=True)
    source = KmsKey().with_access(KeyAccess(secrets.token_hex(8), str(folder)))
    return source.with_access(source.prepare(undone))


def process_of(source: KmsKey) -> psutil.Process:
    """That of a local-kms of ours."""
    port = int(source.access.address.rpartition(":")[2])
    [pid] = {each.pid for each in psutil.net_connections("tcp")
             if each.status == psutil.CONN_LISTEN and each.laddr.port == port}  # fmt: skip
    return psutil.Process(pid)


def calls_logged() -> list[float]:
    """When local-kms was called, as it has written down; there is one."""
    [log] = servers_folder().glob("local-kms-*/log.txt")
    found = re.findall(
        r"\[([-\d]+ [:.\d]+)\] *(?:Encryption|Decryption|Data key generated)", log.read_text()
    )
    return [datetime.strptime(each, "%Y-%m-%d %H:%M:%S.%f").timestamp() for each in found]
