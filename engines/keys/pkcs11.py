"""Keys in a hardware module, by PKCS#11 (OASIS, version 2.40): any module, or SoftHSM.

Without a module in the plan a token of SoftHSM is made for the campaign in a folder of ours. Its
keys are files: it does all that an HSM does but keep them safe.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from engines.contract.key_source import KeyAccess, KeyFault, KeyService, KeyServiceFailed, KeySource
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.parameter import NameKind, Shown, parameter
from engines.contract.secrecy import register_secret

if TYPE_CHECKING:
    from pkcs11 import Session

_SOFTHSM = (
    "/usr/lib/softhsm/libsofthsm2.so",
    "/usr/lib64/softhsm/libsofthsm.so",
    "/usr/lib64/libsofthsm2.so",
    "/usr/local/lib/softhsm/libsofthsm2.so",
    "/opt/homebrew/lib/softhsm/libsofthsm2.so",
)
_MODULES_VARIABLE = "CIPHERBENCH_PKCS11_MODULES"
"""The variable with the modules that plans may name, separated as in PATH: loading one runs its
code, and a plan may be anybody's."""
_CONFIGURATION_VARIABLE = "SOFTHSM2_CONF"
_DEFAULT_NAME = "cipherbench"
_NONCE_BYTES, _TAG_BYTES = 12, 16


@dataclass(frozen=True, kw_only=True)
class Pkcs11Key(KeySource):
    """An AES key of a token, which does AES-GCM there."""

    source: ClassVar[str] = "pkcs11"
    title: ClassVar[str] = "PKCS#11"
    secret_form: ClassVar[Message] = phrase("PIN")

    module: str = parameter(
        "",
        shown=Shown(
            label=phrase("Module"),
            help=phrase("The library of the HSM; empty: SoftHSM, with a token of its own."),
            names=NameKind.FILE,
        ),
    )
    token: str = parameter(_DEFAULT_NAME, longest=32, shown=Shown(label=phrase("Token")))
    key: str = parameter(_DEFAULT_NAME, shown=Shown(label=phrase("Key")))

    @property
    def place(self) -> str:
        return f"{self.module or 'SoftHSM'}:{self.token}"

    @property
    def service(self) -> str:
        return self.title if self.managed else f"{self.title} {Path(self.module).stem}:{self.token}"

    @property
    def managed(self) -> bool:
        """Whether the token is made for the campaign."""
        return not self.module

    @property
    def fault(self) -> Message:
        """A token or key without a module is refused: its user means an HSM, and would measure
        SoftHSM."""
        named = (self.token, self.key) != (_DEFAULT_NAME, _DEFAULT_NAME)
        return phrase("token and key need a module") if self.managed and named else NOTHING

    def encrypted_bytes(self, plain: int) -> int:
        return plain + _NONCE_BYTES + _TAG_BYTES

    def prepare(self, undone: ExitStack, cores: Collection[int] | None = None) -> KeyAccess:
        if not self.managed:
            return self.access
        folder = Path(self.access.folder)
        (folder / "tokens").mkdir(mode=0o700, exist_ok=True)
        self._configuration.write_text(
            f"directories.tokendir = {folder / 'tokens'}\n"
            "objectstore.backend = file\nlog.level = ERROR\n"
        )
        _make_token(self)
        return self.access

    def connect(self) -> KeyService:
        return _Token(self)

    @property
    def _configuration(self) -> Path:
        return Path(self.access.folder) / "softhsm2.conf"

    def module_path(self) -> str:
        """Raises: KeyServiceFailed where a module is not allowed, or SoftHSM not installed"""
        if self.module:
            allowed = os.environ.get(_MODULES_VARIABLE, "").split(os.pathsep)
            if self.module not in (*_SOFTHSM, *allowed):
                raise KeyServiceFailed.of(
                    KeyFault.MODULE_NOT_ALLOWED,
                    self,
                    module=self.module,
                    allowing=_MODULES_VARIABLE,
                )
            return self.module
        found = softhsm()
        if found is None:
            raise self._not_loaded("SoftHSM is not installed")
        return found

    def _not_loaded(self, words: str) -> KeyServiceFailed:
        module = self.module or "libsofthsm2.so"
        return KeyServiceFailed.of(KeyFault.NO_MODULE, self, words, module=module)

    def initialised_library(self) -> Any:
        """The module, initialised in this process and for this token's folder.

        Raises: KeyServiceFailed
        """
        import pkcs11

        users = os.environ.get(_CONFIGURATION_VARIABLE, "")
        wanted = os.getpid(), str(self._configuration) if self.managed else users
        try:
            with _configuration_at(wanted[1]):
                library = pkcs11.lib(self.module_path())
                if _initialised.get(self.module_path(), wanted) != wanted:
                    _sessions.clear()
                    library.reinitialize()  # after a fork, or for another folder
        except pkcs11.PKCS11Error as error:
            if type(error) is not pkcs11.PKCS11Error:
                raise self.failed(error) from error
            raise self._not_loaded(str(error)) from error
        _initialised[self.module_path()] = wanted
        return library

    def failed(self, error: Exception) -> KeyServiceFailed:
        """What one of the library's errors means."""
        name = type(error).__name__
        fault = _FAULTS.get(name, KeyFault.OTHER)
        return KeyServiceFailed.of(fault, self, str(error) or name, token=self.token, key=self.key)


@contextmanager
def _configuration_at(file: str) -> Iterator[None]:
    """SoftHSM reads this configuration file when it is initialised; afterwards the user's own
    is in force again."""
    users = os.environ.pop(_CONFIGURATION_VARIABLE, None)
    if file:
        os.environ[_CONFIGURATION_VARIABLE] = file
    try:
        yield
    finally:
        os.environ.pop(_CONFIGURATION_VARIABLE, None)
        if users is not None:
            os.environ[_CONFIGURATION_VARIABLE] = users


def softhsm() -> str | None:
    """The module of SoftHSM, where it is installed."""
    return next((each for each in _SOFTHSM if Path(each).exists()), None)


_initialised: dict[str, tuple[int, str]] = {}
"""By module: the process and the configuration that it was last initialised in."""

_FAULTS = {
    "PinIncorrect": KeyFault.LOGIN,
    "PinInvalid": KeyFault.LOGIN,
    "PinLenRange": KeyFault.LOGIN,
    "ArgumentsBad": KeyFault.LOGIN,
    "UserPinNotInitialized": KeyFault.LOGIN,
    "UserNotLoggedIn": KeyFault.LOGIN,
    "PinExpired": KeyFault.EXPIRED,
    "PinLocked": KeyFault.LOCKED,
    "NoSuchToken": KeyFault.NO_TOKEN,
    "TokenNotPresent": KeyFault.NO_TOKEN,
    "NoSuchKey": KeyFault.NO_KEY,
    "MultipleObjectsReturned": KeyFault.NO_KEY,
    "KeyHandleInvalid": KeyFault.NO_KEY,
    "MechanismInvalid": KeyFault.NO_KEY,
}

_REJECTED = frozenset({"EncryptedDataInvalid", "EncryptedDataLenRange", "GeneralError"})
"""What tokens make of a tag that does not fit; SoftHSM 2.6 says no more than the last."""


class _Token(KeyService):
    """The session of this process with a token, which all share: a process logs in once."""

    def __init__(self, source: Pkcs11Key) -> None:
        self._source = source
        session = _session(source)
        self._key = _call_library(source, lambda: _aes_key(session, source.key))

    def encrypt(self, plain: bytes, context: bytes) -> bytes:
        from pkcs11 import GCMParams, Mechanism

        nonce = os.urandom(_NONCE_BYTES)
        parameters = GCMParams(nonce, context, 8 * _TAG_BYTES)
        return nonce + _call_library(
            self._source,
            lambda: bytes(
                self._key.encrypt(plain, mechanism=Mechanism.AES_GCM, mechanism_param=parameters)
            ),
        )

    def decrypt(self, encrypted: bytes, context: bytes) -> bytes:
        from pkcs11 import GCMParams, Mechanism, PKCS11Error

        if len(encrypted) < _NONCE_BYTES + _TAG_BYTES:
            raise ValueError("too short")
        nonce, body = encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:]
        parameters = GCMParams(nonce, context, 8 * _TAG_BYTES)
        try:
            return bytes(
                self._key.decrypt(body, mechanism=Mechanism.AES_GCM, mechanism_param=parameters)
            )
        except PKCS11Error as error:
            if type(error).__name__ in _REJECTED:
                raise ValueError("rejected") from error
            raise self._source.failed(error) from error


def _aes_key(session: Session, label: str) -> Any:
    # The stubs of its class lack encrypt and decrypt.
    from pkcs11 import KeyType, ObjectClass

    return session.get_key(object_class=ObjectClass.SECRET_KEY, key_type=KeyType.AES, label=label)


_sessions: dict[tuple[int, str, str, str], Session] = {}


def _session(source: Pkcs11Key) -> Session:
    """Raises: KeyServiceFailed"""
    known = os.getpid(), source.module_path(), source.token, source.access.folder
    library = source.initialised_library()
    if known not in _sessions:
        register_secret(source.access.secret)
        _sessions[known] = _call_library(
            source,
            lambda: library.get_token(token_label=source.token).open(user_pin=source.access.secret),
        )
    return _sessions[known]


def _make_token(source: Pkcs11Key) -> None:
    """A token with one key, which nobody reads.

    The library has no call for the first step. `softhsm2-util` does it, but takes the PIN in its
    arguments, which others see in the list of processes.
    """
    from pkcs11 import Attribute, KeyType

    library = source.initialised_library()
    officer_pin = os.urandom(16).hex()

    def make() -> None:
        slot = library.get_slots()[0]
        init_token = ctypes.CDLL(source.module_path()).C_InitToken
        init_token.argtypes = (ctypes.c_ulong, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p)
        label = source.token.encode().ljust(32)
        if code := init_token(slot.slot_id, officer_pin.encode(), len(officer_pin), label):
            raise KeyServiceFailed.of(KeyFault.OTHER, source, f"C_InitToken: {code:#x}")
        token = library.get_token(token_label=source.token)
        with token.open(so_pin=officer_pin, rw=True) as session:
            session.init_pin(source.access.secret)
        with token.open(user_pin=source.access.secret, rw=True) as session:
            session.generate_key(
                KeyType.AES,
                256,
                label=source.key,
                store=True,
                template={Attribute.SENSITIVE: True, Attribute.EXTRACTABLE: False},
            )

    _call_library(source, make)


def _call_library[T](source: Pkcs11Key, call: Callable[[], T]) -> T:
    """What `call` returns.

    Raises: KeyServiceFailed for an error of the library
    """
    from pkcs11 import PKCS11Error

    try:
        return call()
    except PKCS11Error as error:
        raise source.failed(error) from error
