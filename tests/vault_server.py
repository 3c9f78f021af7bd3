"""A small server that answers as Vault 1.21.4 does (transit, KV version 2, tokens, seal), for tests
without a real Vault, and one that answers as a KMS that refuses.

`test_that_the_stand_in_answers_as_it_does` compares it with the real one.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

TOKEN = "hvs.CAESIcipherbenchtesttoken"


@dataclass
class VaultServer:
    """What it is to do may be changed at any time."""

    address: str = ""
    tokens: dict[str, bool] = field(default_factory=lambda: {TOKEN: True})
    """Each token, and whether its policies allow to use the key."""
    sealed: bool = False
    seconds: float = 0.0
    """How long each answer takes."""
    calls: list[str] = field(default_factory=list)
    answer: tuple[int, bytes] | None = None
    """In place of any other."""
    key: bytes = field(default_factory=lambda: os.urandom(32))
    headers: Mapping[str, str] = field(default_factory=dict)
    """Of the last request."""

    def reply(self, method: str, path: str, token: str, given: Any) -> tuple[int, dict[str, Any]]:
        if self.sealed:
            return 503, {"errors": ["Vault is sealed"]}
        if token not in self.tokens:
            return 403, {
                "errors": ["2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n"]
            }
        return self._let_in(method, path, token, given)

    def _let_in(self, method: str, path: str, token: str, given: Any) -> tuple[int, dict[str, Any]]:
        match method, path.strip("/").split("/"):
            case "GET", ["v1", "auth", "token", "lookup-self"]:
                return 200, {"data": {"policies": ["default"]}}
            case _ if not self.tokens[token]:
                return 403, {"errors": ["1 error occurred:\n\t* permission denied\n\n"]}
            case "POST", ["v1", "transit", action, "cipherbench"]:
                return self._transit(action, given)
            case "POST", ["v1", "transit", "decrypt", _]:
                return 400, {"errors": ["encryption key not found"]}
            case "GET", ["v1", "secret", "data", "cipherbench"]:
                secret = {"key": base64.b64encode(self.key).decode()}
                return 200, {"data": {"data": secret, "metadata": {"version": 1}}}
        return 404, {"errors": []}

    def _transit(self, action: str, given: Any) -> tuple[int, dict[str, Any]]:
        if items := given.get("batch_input"):
            results = [{"reference": "", **self._one(action, each)} for each in items]
            for each in results:
                if "error" in each:
                    each["plaintext"] = ""
            status = 400 if any("error" in each for each in results) else 200
            return status, {"data": {"batch_results": results}}
        one = self._one(action, given)
        return (400, {"errors": [one["error"]]}) if "error" in one else (200, {"data": one})

    def _one(self, action: str, given: Mapping[str, str]) -> dict[str, Any]:
        box, bound = AESGCM(self.key), base64.b64decode(given.get("associated_data", ""))
        if action == "encrypt":
            nonce = os.urandom(12)
            sealed = nonce + box.encrypt(nonce, base64.b64decode(given["plaintext"]), bound)
            text = f"vault:v1:{base64.b64encode(sealed).decode()}"
            return {"ciphertext": text, "key_version": 1}
        if not given["ciphertext"].startswith("vault:v1:"):
            return {"error": "invalid ciphertext: no prefix"}
        sealed = base64.b64decode(given["ciphertext"].removeprefix("vault:v1:"))
        try:
            plain = box.decrypt(sealed[:12], sealed[12:], bound)
        except InvalidTag:
            return {"error": "cipher: message authentication failed"}
        return {"plaintext": base64.b64encode(plain).decode()}


@contextmanager
def vault_server(certificate: tuple[str, str] | None = None) -> Iterator[VaultServer]:
    """Until the block ends; over TLS with a certificate and its key."""
    known, connections = VaultServer(), list[socket.socket]()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            connections.append(self.connection)

        def answer_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            known.headers = dict(self.headers)
            time.sleep(known.seconds)
            if known.answer is not None:
                status, text = known.answer
            else:
                known.calls.append(self.path)
                token = self.headers.get("X-Vault-Token", "")
                status, found = known.reply(
                    self.command, self.path, token, json.loads(body or b"{}")
                )
                text = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = answer_one  # noqa: N815 names of the base class

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    known.address = f"{scheme}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
        for each in connections:  # one that is killed answers nobody any more
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        thread.join()
