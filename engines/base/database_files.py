"""Engines whose databases are files in a folder of ours, opened by the process that works in them.

An encrypted file cannot be asked for its mark by somebody without its key, the runner that cleans
up after a killed worker for one, nor one that another process holds. Beside each database therefore
lies a file `<name>.cipherbench` that holds the mark, signed for this very file; the database is not
opened to see whose it is.
"""

from __future__ import annotations

import os
import shlex
import shutil
import stat
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from engines.base.capability import matches_protection, try_each
from engines.base.catalogue import Catalogue
from engines.base.driver import Driver
from engines.base.encryption import Encryption
from engines.base.ownership import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    ExaminedDatabase,
    database_name,
    sign,
)
from engines.contract.endpoint import Endpoint, Source, StorageKey
from engines.contract.errors import (
    CipherbenchError,
    ServerUnavailable,
    Unsupported,
    files_out_of_reach,
)
from engines.contract.facts import EngineFacts
from engines.contract.launch import Launch, Launcher
from engines.contract.message import Message, phrase
from engines.contract.protection import Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.platform.file_access import SHARING_VIOLATIONS, open_file
from engines.platform.users import is_ours
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import insert

_SIDECAR = ".cipherbench"


@dataclass(frozen=True)
class DatabaseFiles:
    """What an engine called `title` names its files: a database has the `suffix`, and what the
    engine keeps beside it one of `companions` more, files or folders."""

    title: str
    suffix: str
    companions: tuple[str, ...]

    def folder_of(self, endpoint: Endpoint) -> Path:
        """The folder that databases live in.

        Raises: ServerUnavailable when it is gone
        """
        if endpoint.directory is None or not Path(endpoint.directory).is_dir():
            raise ServerUnavailable(
                phrase("Folder not found"),
                phrase("{engine} has no folder for its databases: {folder}."),
                phrase("Restart the server."),
                engine=self.title,
                folder=endpoint.directory or phrase("none is set"),
            )
        return Path(endpoint.directory)

    def path_of(self, endpoint: Endpoint, database: str) -> Path:
        return self.folder_of(endpoint) / f"{database}{self.suffix}"

    def all_of(self, path: Path) -> list[Path]:
        """A database's file and what the engine keeps beside it, as far as they are there."""
        companions = [path.with_name(path.name + end) for end in self.companions]
        return [each for each in (*companions, path) if each.exists()]

    def mark(self, path: Path, text: str) -> None:
        """Put our mark beside a database.

        Raises: ServerUnavailable
        """
        self.write_new(_sidecar(path), text)

    def replace_file(self, copy: Path, path: Path, engine: str) -> None:
        """Put a copy of a database that an engine has made in its place, and mark it anew.

        Raises: ServerUnavailable
        """
        self.make_private(copy)
        try:
            copy.replace(path)
            _sidecar(path).unlink()
        except OSError as error:
            raise files_out_of_reach(error) from error
        database = path.name.removesuffix(self.suffix)
        identifier = database.removeprefix(DATABASE_PREFIX)
        self.mark(path, sign(engine, file_identity(path), database, identifier))

    def write_new(self, path: Path, text: str = "") -> None:
        """Make a file that was not there.

        Raises: ServerUnavailable
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            with os.fdopen(open_file(path, flags, 0o600), "w") as handle:
                handle.write(text)
        except FileExistsError as error:
            raise self.not_made(path, "there is a file of that name") from error
        except OSError as error:
            raise self.not_made(path, error.strerror or str(error)) from error

    def make_private(self, path: Path) -> None:
        """Close a file to others that an engine has just made under a name that was free.

        Raises: ServerUnavailable where somebody else was faster
        """
        status = path.lstat()
        if not (stat.S_ISREG(status.st_mode) and is_ours(status) and status.st_nlink == 1):
            raise self.not_made(path, "there is a file of that name")
        path.chmod(0o600)

    def not_made(self, path: Path, message: str) -> ServerUnavailable:
        """The error for a database that cannot be created."""
        return ServerUnavailable(
            phrase("Database not created"),
            phrase("{engine} cannot create the database {path}: {words}."),
            phrase(
                "Check that the folder exists, that you may write to it, and that the disk is not "
                "full."
            ),
            engine=self.title,
            path=path,
            words=message,
        )

    def marked(self, endpoint: Endpoint) -> list[Path]:
        """Databases named as ours that have a file of ours beside them."""
        found = self.folder_of(endpoint).glob(f"{DATABASE_PREFIX}*{_SIDECAR}")
        return sorted(each.with_suffix(self.suffix) for each in found)

    def examine(self, path: Path) -> ExaminedDatabase | None:
        """What is said of a database, none of whose files is followed elsewhere; None without one.

        The place is the file itself, by its number on its disk, in its folder.
        """
        try:
            status = path.lstat()
        except FileNotFoundError:
            return None
        except OSError as error:
            return ExaminedDatabase(path.stem, unseen=error.strerror or str(error))
        if not stat.S_ISREG(status.st_mode):
            return ExaminedDatabase(path.stem, foreign=phrase("it is not an ordinary file"))
        if not is_ours(status):
            return ExaminedDatabase(path.stem, foreign=phrase("it belongs to another user"))
        drop = partial(self.remove, path)
        return ExaminedDatabase(path.stem, file_identity(path), _mark_of(path), drop=drop)

    def remove(self, path: Path) -> None:
        """Remove a database, our mark last, so that half of one is still known as ours.

        Raises: ServerUnavailable where something of it stays
        """
        try:
            for each in (*self.all_of(path), _sidecar(path)):
                if each.is_dir() and not each.is_symlink():
                    shutil.rmtree(each, onexc=_unless_gone)
                else:
                    each.unlink(missing_ok=True)
        except OSError as error:
            raise files_out_of_reach(error) from error


class EmbeddedFolder(Launcher):
    """A folder of its own and no process: the library of `facts` runs inside the worker."""

    source = Source.EMBEDDED
    on_windows = True
    facts: ClassVar[EngineFacts]

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        return Launch(Endpoint(self.facts.name, directory=str(data or directory), in_process=True))


class FileDriver[Entered: Session](Driver[Entered]):
    def begin_worker(self) -> None:
        os.umask(0o077)  # what it writes beside a database is as private as that


class FileCatalogue[Entered: Session](Catalogue[Entered]):
    """Databases of an engine in the worker's process, each of which is a file."""

    files: ClassVar[DatabaseFiles]

    @abstractmethod
    def open_to_read(self, endpoint: Endpoint, path: Path) -> Entered:
        """A session in a file of anybody's, to which it cannot write.

        Raises: ServerUnavailable
        """

    def open_session(self, endpoint: Endpoint, database: str | None = None) -> Entered:
        """A database of anybody's is named by the path of its file."""
        if database is not None and ("/" in database or Path(database).is_file()):
            return self.open_to_read(endpoint, Path(database))
        return super().open_session(endpoint, database)

    @abstractmethod
    def make_file(self, endpoint: Endpoint, path: Path) -> Entered:
        """A session in the file of a database, which was not there.

        Raises: ServerUnavailable
        """

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        path = self.files.path_of(endpoint, name)
        if os.path.lexists(_sidecar(path)) or os.path.lexists(path):
            raise self.files.not_made(path, "there is a file of that name")
        session = self.make_file(endpoint, path)
        try:
            with session:
                self.files.mark(path, sign(self.name, file_identity(path), name, identifier))
                session.execute(f"create table {MARKER_TABLE} (id text not null primary key)")
                prepared = session.prepare(insert(MARKER_TABLE, {"id": ":id"}), Unencrypted())
                session.begin()
                prepared.execute(identifier)
                session.commit()
                prepared.close()
        except CipherbenchError:
            self.files.remove(path)
            raise
        return name

    def restricted_login(self, endpoint: Endpoint, database: str) -> Endpoint:
        del database  # there are no logins: whoever opens a file so reaches nothing but it
        return replace(endpoint, confined=True)

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        try:
            path = self.files.path_of(endpoint, database)
        except ServerUnavailable:  # the folder is gone, and everything with it
            yield None
            return
        yield self.files.examine(path)

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        found = [self.files.examine(path) for path in self.files.marked(endpoint)]
        return [each for each in found if each is not None]

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        file = shlex.quote(str(Path(endpoint.directory or "") / database))
        return f"rm -rf {file}{self.files.suffix}* {file}{_SIDECAR}"


def file_identity(path: Path) -> str:
    """Identity of a file: device, inode and folder."""
    status = path.lstat()
    return f"{status.st_dev} {status.st_ino} {path.parent.resolve()}"


def _mark_of(path: Path) -> str | None:
    """What the file beside a database says; None without an ordinary one."""
    with suppress(OSError), os.fdopen(open_file(_sidecar(path)), "rb") as handle:
        if stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
            return handle.read(_LONGEST).decode(errors="replace")
    return None


_LONGEST = 4096
"""Bytes of a mark that are read; ours have some 130."""


def _unless_gone(function: object, path: str, error: BaseException) -> None:
    del function, path
    if not isinstance(error, FileNotFoundError):
        raise error


def _sidecar(path: Path) -> Path:
    return path.with_suffix(_SIDECAR)


# Which ciphers really encrypt a file: each is tried with a database of our own.


class FileEncryption(Encryption):
    """Whole files are encrypted, by any of the ciphers of `key_bytes`: cipher → bytes of its
    key."""

    key_bytes: ClassVar[Mapping[Cipher, int]]

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        if protection.kind is not ProtectionKind.STORAGE or protection.below_server:
            return endpoint
        key = file_key(self.driver.title, self.key_bytes, protection, keying)
        return replace(endpoint, storage=key)


type _Enter = Callable[[Endpoint, str], Session]

_MARKER = "plaintext that must not be seen"


def file_key(
    title: str, key_bytes: Mapping[Cipher, int], protection: Protection, keying: Keying
) -> StorageKey:
    """The key of a whole file, as long as its cipher takes it: stretched or shortened by HKDF
    (RFC 5869) where the keying's has another length.

    Raises: Unsupported
    """
    cipher = next((each for each in key_bytes if matches_protection(each, protection)), None)
    if cipher is None:
        raise Unsupported(
            phrase("Unknown file cipher"),
            phrase("{engine} does not support storage encryption by {algorithm}."),
            phrase("Ciphers: {known}."),
            engine=title,
            algorithm="-".join(map(str, filter(None, (protection.algorithm, protection.bits)))),
            known=", ".join(dict.fromkeys(each.algorithm for each in key_bytes)),
        )
    key, length = keying.key, key_bytes[cipher]
    if len(key) != length:
        key = HKDF(SHA256(), length, None, b"cipherbench file").derive(key)
    return StorageKey(cipher.algorithm, key, cipher.mode == "passphrase")


def try_file_ciphers(
    catalogue: FileCatalogue[Any],
    endpoint: Endpoint,
    key_bytes: Mapping[Cipher, int],
    enter: _Enter | None = None,
) -> tuple[frozenset[Cipher], dict[Cipher, Message]]:
    """The ciphers that encrypted a file and opened it again, and why the others did not; of each
    the bytes of the key that it is given. `enter` opens databases, if not as `Driver.connect`
    does."""

    def fault(cipher: Cipher) -> Message | None:
        key = StorageKey(cipher.algorithm, os.urandom(key_bytes[cipher]))
        return _fault(catalogue, enter or catalogue.driver.connect, replace(endpoint, storage=key))

    return try_each(key_bytes, fault)


def _fault(catalogue: FileCatalogue[Any], enter: _Enter, encrypted: Endpoint) -> Message | None:
    """What is wrong with a cipher; None when it holds.

    Raises: ServerUnavailable, StatementFailed
    """
    with catalogue.probe_database(encrypted) as database:
        with enter(encrypted, database) as session:
            session.execute("create table probe (word text)")
            session.execute(f"insert into probe values ('{_MARKER}')")
            if _shows(catalogue, encrypted, database):
                return phrase("the write-ahead log contains plaintext")
        if _shows(catalogue, encrypted, database):
            return phrase("the file contains plaintext")
        with enter(encrypted, database) as session:
            if session.fetch("select word from probe") != [(_MARKER,)]:
                return phrase("the decrypted value is not the original")
        return _opens_wrongly(enter, encrypted, database)


def _shows(catalogue: FileCatalogue[Any], endpoint: Endpoint, database: str) -> bool:
    wanted, path = _MARKER.encode(), catalogue.files.path_of(endpoint, database)
    return any(wanted in _seen(each) for each in catalogue.files.all_of(path) if each.is_file())


def _seen(file: Path) -> bytes:
    """What others see of a file: nothing of one that an engine on Windows has to itself."""
    with suppress(*SHARING_VIOLATIONS):
        return file.read_bytes()
    return b""


def _opens_wrongly(enter: _Enter, encrypted: Endpoint, database: str) -> Message | None:
    assert encrypted.storage is not None
    other = replace(encrypted.storage, key=bytes(len(encrypted.storage.key)))
    wrong, none = (
        phrase("it can be decrypted with a wrong key"),
        phrase("it can be opened without a key"),
    )
    for key, message in ((other, wrong), (None, none)):
        try:
            enter(replace(encrypted, storage=key), database).close()
        except ServerUnavailable:
            continue
        return message
    return None
