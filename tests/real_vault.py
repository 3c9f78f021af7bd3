"""A real Vault for tests, in memory, over TLS: what CIPHERBENCH_VAULT names (scripts/vault)."""

from __future__ import annotations

import base64
import json
import os
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from engines.servers.tcp_access import LOOPBACK, address_name, self_signed
from tests.patience import wait_until
from tests.requirements import lacking

_MAY = """
path "transit/encrypt/cipherbench" { capabilities = ["update"] }
path "transit/decrypt/cipherbench" { capabilities = ["update"] }
path "secret/data/cipherbench" { capabilities = ["read"] }
"""


@dataclass(frozen=True)
class RealVault:
    """One with a transit key and a secret named cipherbench; `token` may use them."""

    address: str
    certificate: Path
    audit: Path
    process: subprocess.Popen[str]
    root: str = ""
    token: str = ""

    def ask(
        self, method: str, path: str, given: object = None, token: str | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Status and answer."""
        request = urllib.request.Request(
            f"{self.address}/v1/{path}",
            None if given is None else json.dumps(given).encode(),
            {"X-Vault-Token": self.root if token is None else token},
            method=method,
        )
        trusted = ssl.create_default_context(cafile=str(self.certificate))
        try:
            with urllib.request.urlopen(request, context=trusted) as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def token_for(self, ttl: str, policy: str = "bench") -> str:
        given = {"policies": [policy], "ttl": ttl, "no_parent": True}
        token: str = self.ask("POST", "auth/token/create", given)[1]["auth"]["client_token"]
        return token

    def calls(self) -> list[float]:
        """When its key was used or its secret read, as its audit log has it."""
        logged = map(json.loads, self.audit.read_text().splitlines())
        return [
            datetime.fromisoformat(each["time"]).timestamp()
            for each in logged
            if each["type"] == "response" and _is_use(each["request"])
        ]

    def seal(self) -> None:
        assert self.ask("PUT", "sys/seal", {})[0] == 204


def _is_use(request: Mapping[str, str]) -> bool:
    path, operation = request["path"], request["operation"]
    if path.startswith("secret/data/"):
        return operation == "read"
    return path.startswith(("transit/encrypt/", "transit/decrypt/"))


@contextmanager
def real_vault(folder: Path) -> Iterator[RealVault]:
    """Until the block ends; skips where none is named."""
    program = os.environ.get("CIPHERBENCH_VAULT", "")
    if not program:
        lacking("vault", "CIPHERBENCH_VAULT names no program (scripts/vault)")
    folder.mkdir(exist_ok=True)
    made = self_signed("vault", [address_name(LOOPBACK)], timedelta(days=1))
    certificate, key = folder / "vault.crt", folder / "vault.key"
    certificate.write_bytes(made.pem)
    key.write_bytes(made.key)
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(
            [program, "127.0.0.1:0", str(certificate), str(key)],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    try:
        address = "https://" + process.stdout.readline().split()[-1]
        yield _opened(RealVault(address, certificate, folder / "audit.log", process))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _done(vault: RealVault, method: str, path: str, given: object) -> bool:
    """It answers some requests while it starts that they are to be sent once more."""
    return vault.ask(method, path, given)[0] < 300


def _opened(bare: RealVault) -> RealVault:
    """Unsealed, with its audit log, engines, policy and token."""
    made = bare.ask("PUT", "sys/init", {"secret_shares": 1, "secret_threshold": 1})[1]
    vault = replace(bare, root=made["root_token"])
    secret = {"data": {"key": base64.b64encode(os.urandom(32)).decode()}}
    for method, path, given in (
        ("PUT", "sys/unseal", {"key": made["keys"][0]}),
        ("PUT", "sys/audit/file", {"type": "file", "options": {"file_path": str(vault.audit)}}),
        ("POST", "sys/mounts/transit", {"type": "transit"}),
        ("POST", "sys/mounts/secret", {"type": "kv", "options": {"version": "2"}}),
        ("POST", "transit/keys/cipherbench", {"type": "aes256-gcm96"}),
        ("PUT", "sys/policies/acl/bench", {"policy": _MAY}),
        ("POST", "secret/data/cipherbench", secret),
    ):
        wait_until(partial(_done, vault, method, path, given))
    return replace(vault, token=vault.token_for("1h"))
