"""MySQL servers that Cipherbench starts: in a container, and on this machine, there also followed
by a standby."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Arrangement, ContainerRecipe, Launch, Logs, ReadFile
from engines.contract.message import phrase
from engines.keeping.service_user import program_user
from engines.mysql import tablespace
from engines.mysql_family.replication import (
    FollowedByTcp,
    Replication,
    buffer_pool_options,
    with_tcp_listener,
)

# MySQL in a container: the official image `mysql` and those that take its variables.

_CONTAINER_PROGRAM = "/usr/sbin/mysqld"
_PLUGINS = "/usr/lib64/mysql/plugin"
_CONTAINER_KEYRING = "/var/lib/mysql-keyring/cipherbench.keyring"
"""Where Oracle's image has program and plugins, and a folder for keys."""


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the server offers TLS by itself
    # Loading the time zones takes seconds, and nothing here asks for one.
    return {"MYSQL_ROOT_PASSWORD": password, "MYSQL_INITDB_SKIP_TZINFO": "1"}


def _files(read: ReadFile) -> Mapping[str, str]:
    """What sets up a keyring, where the image has the component."""
    if read(f"{_PLUGINS}/{tablespace.COMPONENT_FILE}") is None:
        return {}
    return {
        f"{_CONTAINER_PROGRAM}.my": tablespace.MANIFEST,
        f"{_PLUGINS}/{tablespace.SETTINGS_FILE}": tablespace.keyring_settings(_CONTAINER_KEYRING),
    }


RECIPE = ContainerRecipe("mysql:9.7", 3306, "root", _environment, files=_files)


_PROGRAM = "mysqld"
_KEYRING = "cipherbench.keyring"


_REPLICATION = Replication(
    binary_log_options=(
        "log-bin=binlog", "server-id=1", "sync-binlog=1", "gtid-mode=ON",
        "enforce-gtid-consistency=ON",
    ),
    semi_sync_options=(
        "plugin-load-add=rpl_semi_sync_source=semisync_source.so",
        f"rpl-semi-sync-source-timeout={2**32 - 1}",
        "rpl-semi-sync-source-wait-no-replica=ON",
        "rpl-semi-sync-source-wait-point=AFTER_SYNC",
    ),
    enable_semi_sync="SET GLOBAL rpl_semi_sync_source_enabled = ON;",
    start_replica="CHANGE REPLICATION SOURCE TO SOURCE_HOST='{host}', SOURCE_PORT={port}, "
    "SOURCE_USER='{user}', SOURCE_PASSWORD='{password}', SOURCE_SSL=0, "
    "GET_SOURCE_PUBLIC_KEY=1, SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1;\n"
    "START REPLICA;\n",
    replica_options=(
        "server-id=2", "relay-log=relay", "sync-relay-log=1", "read-only=ON", "gtid-mode=ON",
        "enforce-gtid-consistency=ON", "skip-replica-start=ON",
        "plugin-load-add=rpl_semi_sync_replica=semisync_replica.so",
        "rpl-semi-sync-replica-enabled=ON",
    ),
)  # fmt: skip


# MySQL servers that we start.


class LocalMySQL(FollowedByTcp):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL
    data_folder_mb = 220
    memory_mb = 450
    offers_tls = True
    replication = _REPLICATION

    def find(self, binaries: Path | None) -> Path:
        for folder in [binaries, binaries / "bin"] if binaries else _usual_folders():
            program = folder / _PROGRAM
            # MariaDB's packages have a link of that name.
            if program.is_file() and program.resolve().name == _PROGRAM:
                return folder
        raise ServerUnavailable(
            phrase("Local MySQL not found"),
            phrase("No MySQL server (mysqld) was found in {where}."),
            phrase("Install the package mysql-server-core, or name the folder with the programs."),
            where=binaries or phrase("PATH or the usual folders"),
        )

    def with_tcp_listener(self, launch: Launch, directory: Path) -> Launch:
        return with_tcp_listener(launch, directory, launch.files[_RIGHTS])

    def startup_sql(self, own: Launch) -> str:
        return own.files[_RIGHTS]

    def arrangement_options(self, wanted: Arrangement) -> tuple[str, ...]:
        """Where logs are to be readable or encrypted a binary log is written in the same way."""
        logs: tuple[str, ...] = ()
        if wanted.logs is not Logs.USUAL:
            switch = "ON" if wanted.logs is Logs.ENCRYPTED else "OFF"
            encrypted = ("innodb-redo-log-encrypt", "innodb-undo-log-encrypt", "binlog-encryption")
            logs = ("log-bin=binlog", "server-id=1", *(f"{name}={switch}" for name in encrypted))
        return tuple(f"--{option}" for option in (*buffer_pool_options(wanted), *logs))

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        data, socket = data or directory / "data", (sockets or directory) / "mysql.sock"
        program, plugins = _linked_programs(installation, directory)
        base = _base_of(installation)
        # A server that starts removes the temporary tables in its tmpdir, those of others too.
        common = (
            "--no-defaults", f"--basedir={base}", *_shares(base), f"--datadir={data}",
            f"--tmpdir={data}", "--secure-file-priv=NULL", "--mysqlx=OFF", "--skip-networking",
            "--local-infile=OFF",
        )  # fmt: skip
        return Launch(
            endpoint=Endpoint("mysql", socket=str(socket), user=program_user()),
            files={_RIGHTS: _rights(program_user())},
            prepare=(
                (str(installation / _PROGRAM), *common, f"--plugin-dir={_plugins_of(base)}",
                 "--initialize-insecure"),
            ),
            # Only a socket in a directory that nobody else can enter, and only for this program's
            # user (plugin auth_socket), not for the one it serves as: hence no password.
            serve=(str(program), *common, f"--plugin-dir={plugins}", f"--socket={socket}",
                   f"--pid-file={directory / 'mysqld.pid'}",
                   "--plugin-load-add=auth_socket=auth_socket.so",
                   f"--init-file={directory / _RIGHTS}", "--skip-log-bin"),
            environment={"UMASK": "0600", "UMASK_DIR": "0700"},  # it heeds no other umask
        )  # fmt: skip


_RIGHTS = "rights.sql"


def _rights(user: str) -> str:
    """Run by the server at each start, a statement a line, before it lets anybody in."""
    named = f"'{user}'@'localhost'"
    return "\n".join((
        f"CREATE USER IF NOT EXISTS {named} IDENTIFIED WITH auth_socket;",
        f"ALTER USER {named} IDENTIFIED WITH auth_socket;",
        f"GRANT ALL ON *.* TO {named} WITH GRANT OPTION;",
        *(() if user == "root" else ("DROP USER IF EXISTS 'root'@'localhost';",)),
        "",
    ))  # fmt: skip


def _linked_programs(installation: Path, directory: Path) -> tuple[Path, Path]:
    """The program and its plugins as links in folders of ours, with what sets up the keyring beside
    them where the component is there."""
    programs, plugins = directory / "programs", directory / "plugins"
    for folder in (programs, plugins):
        folder.mkdir()
        folder.chmod(0o755)
    program = programs / _PROGRAM
    program.symlink_to(installation / _PROGRAM)
    for plugin in _plugins_of(_base_of(installation)).glob("*.so"):
        (plugins / plugin.name).symlink_to(plugin)
    if (plugins / tablespace.COMPONENT_FILE).exists():
        keyring = str(directory / _KEYRING)
        _write(programs / f"{_PROGRAM}.my", tablespace.MANIFEST)
        _write(plugins / tablespace.SETTINGS_FILE, tablespace.keyring_settings(keyring))
    return program, plugins


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o444)  # it warns of one that it could write


def _usual_folders() -> list[Path]:
    on_path = (each for each in os.get_exec_path() if shutil.which(_PROGRAM, path=each))
    usual = ["/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/sbin", "/usr/bin"]
    return [Path(folder) for folder in (*on_path, *usual)]


def _base_of(programs: Path) -> Path:
    """The folder above the programs; plugins and messages are below it."""
    return programs.resolve().parent


def _plugins_of(base: Path) -> Path:
    """As Debian, Red Hat and the archive of Oracle have it."""
    usual = [base / "lib/mysql/plugin", base / "lib64/mysql/plugin", base / "lib/plugin"]
    return next((folder for folder in usual if folder.is_dir()), usual[0])


def _shares(base: Path) -> tuple[str, ...]:
    """Where messages and character sets are, which the program looks for where it was built to."""
    share = next((each for each in (base / "share/mysql", base / "share") if each.is_dir()), None)
    if share is None or not (share / "charsets").is_dir():
        return ()
    return f"--lc-messages-dir={share}", f"--character-sets-dir={share / 'charsets'}"
