"""The login `caching_sha2_password`, as a plugin for a client library that comes without it.

MySQL lets nobody in by another login unless its administrator has allowed one. MariaDB's client
library keeps it in a file that the package mariadb-binary leaves out; but it takes plugins from
the program that it is part of (`mysql_client_register_plugin`), and asks there first.

The exchange is that of MySQL's “Caching_sha2_password information”: a scramble by SHA-256, which
suffices where the server remembers the user; else the password itself, through TLS or a socket as
it is, otherwise encrypted by RSA (OAEP with SHA-1) for the public key that the server sends.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import cycle
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from engines.contract.endpoint import Endpoint, TlsMode

NAME = "caching_sha2_password"

_KIND, _INTERFACE = 2, 0x0100
"""MYSQL_CLIENT_AUTHENTICATION_PLUGIN, and the version of what it offers."""
_OK, _ERROR = -1, 0
_SCRAMBLE = 20
_REMEMBERED, _WHOLE, _ASK_KEY = b"\3", b"\4", b"\2"


class _Channel(ctypes.Structure):
    """MYSQL_PLUGIN_VIO: packets to the server and from it."""


_READ = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(_Channel), ctypes.POINTER(ctypes.POINTER(ctypes.c_ubyte))
)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Channel), ctypes.c_char_p, ctypes.c_size_t)
_Channel._fields_ = [("read", _READ), ("write", _WRITE), ("info", ctypes.c_void_p)]

_LOG_IN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Channel), ctypes.c_void_p)


class _Plugin(ctypes.Structure):
    """st_mysql_client_plugin_AUTHENTICATION."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("interface", ctypes.c_uint),
        ("name", ctypes.c_char_p),
        ("author", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
        ("version", ctypes.c_uint * 3),
        ("license", ctypes.c_char_p),
        ("api", ctypes.c_void_p),
        ("init", ctypes.c_void_p),
        ("deinit", ctypes.c_void_p),
        ("options", ctypes.c_void_p),
        ("log_in", _LOG_IN),
        ("hash_password", ctypes.c_void_p),
    )


class _Given(threading.local):
    """What the connection that this thread is opening logs in with."""

    password = b""
    is_private = True
    """Whether nobody hears what goes to the server."""


_given = _Given()


@contextmanager
def logging_in(endpoint: Endpoint) -> Iterator[None]:
    """A connection to this endpoint is opened in the block, in this thread."""
    _register()
    _given.password = (endpoint.password or "").encode()
    _given.is_private = bool(endpoint.socket) or endpoint.tls.mode is not TlsMode.OFF
    try:
        yield
    finally:
        _given.password = b""


@cache
def _register() -> _Plugin:
    """Hand the plugin to the client library; it keeps what is returned here.

    `mariadb` is loaded first: asked for by itself, `mariadb_binary` is not complete when `mariadb`
    chooses a driver, which then is the one in Python, three times as slow, for the whole process.
    """
    import_module("mariadb")
    from mariadb_binary import _mariadb

    library = ctypes.CDLL(_mariadb.__file__)  # looks in what that is linked with, too
    library.mysql_init.restype = ctypes.c_void_p
    library.mysql_client_register_plugin.restype = ctypes.c_void_p
    plugin = _Plugin(_KIND, _INTERFACE, NAME.encode(), b"Cipherbench", NAME.encode())
    plugin.license = b"MIT"
    plugin.log_in = _LOG_IN(_log_in)  # a structure keeps what is put into it
    made = ctypes.c_void_p(library.mysql_init(None))  # also readies the library
    library.mysql_client_register_plugin(made, ctypes.byref(plugin))
    library.mysql_close(made)
    return plugin


def _log_in(channel: Any, connection: int) -> int:
    del connection
    try:
        return _OK if _is_through(channel.contents, channel) else _ERROR
    except Exception:  # noqa: BLE001 nothing may be raised into the library; it tells of the login
        return _ERROR


def _is_through(vio: _Channel, channel: Any) -> bool:
    """Whether the server may now say whether it lets us in."""
    password = _given.password
    salt = _read(vio, channel)[:_SCRAMBLE]
    if not password:
        return _login_write(vio, channel, b"")
    if not _login_write(vio, channel, _scrambled(password, salt)):
        return False
    match _read(vio, channel):
        case b"\3":
            return True
        case b"\4" if _given.is_private:
            return _login_write(vio, channel, password + b"\0")
        case b"\4":
            _login_write(vio, channel, _ASK_KEY)
            pem = _read(vio, channel)
            return _login_write(vio, channel, _encrypted(password + b"\0", salt, pem))
    return False


def _scrambled(password: bytes, salt: bytes) -> bytes:
    once = hashlib.sha256(password).digest()
    twice = hashlib.sha256(once).digest()
    return _xor(once, hashlib.sha256(twice + salt).digest())


def _encrypted(password: bytes, salt: bytes, pem: bytes) -> bytes:
    key = load_pem_public_key(pem)
    if not isinstance(key, RSAPublicKey):
        raise TypeError(type(key).__name__)
    padding = OAEP(MGF1(hashes.SHA1()), hashes.SHA1(), None)
    return key.encrypt(_xor(password, salt), padding)


def _xor(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, cycle(second), strict=False))


def _read(vio: _Channel, channel: Any) -> bytes:
    """The next packet, without the byte in front that says what it is for.

    Raises: OSError
    """
    at = ctypes.POINTER(ctypes.c_ubyte)()
    size = vio.read(channel, ctypes.byref(at))
    if size < 0:
        raise OSError
    return ctypes.string_at(at, size)


def _login_write(vio: _Channel, channel: Any, packet: bytes) -> bool:
    return bool(vio.write(channel, packet, len(packet)) == 0)
