"""MariaDB servers that Cipherbench starts: in a container, and on this machine, there also followed
by a standby or as the first node of a Galera cluster."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from engines.contract.endpoint import Endpoint, Source, Standby
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Arrangement, ContainerRecipe, Follower, Launch, Logs, ReadFile
from engines.contract.message import phrase
from engines.keeping.service_user import program_user
from engines.mariadb import galera, tablespace
from engines.mysql_family.replication import (
    FollowedByTcp,
    Replication,
    buffer_pool_options,
    with_tcp_listener,
)
from engines.platform.resource_limits import file_size_limit

# MariaDB in a container: the official image `mariadb` and those that take its variables.

_FOLDERS = {
    "/usr/lib/mysql/plugin": "/etc/mysql/conf.d",  # Debian, Ubuntu
    "/usr/lib64/mysql/plugin": "/etc/my.cnf.d",  # Red Hat's base image
}
"""Where images keep plugins, and where they read settings."""


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the image decides by itself whether it offers TLS
    # Loading the time zones takes seconds, and nothing here asks for one.
    return {"MARIADB_ROOT_PASSWORD": password, "MARIADB_INITDB_SKIP_TZINFO": "1"}


def _files(read: ReadFile) -> Mapping[str, str]:
    """Fresh keys and the settings for tablespace encryption, where the image has the plugin."""
    for plugins, folder in _FOLDERS.items():
        plugin = read(f"{plugins}/{tablespace.PLUGIN_FILE}")
        if plugin is not None:
            keys = f"{folder}/{tablespace.KEYS_NAME}"
            lines = ("[mysqld]", *tablespace.options(plugin, keys), "")
            return {f"{folder}/cipherbench.cnf": "\n".join(lines), keys: tablespace.fresh_keys()}
    return {}


RECIPE = ContainerRecipe(
    "mariadb:11.8",
    3306,
    "root",
    _environment,
    files=_files,
    statements=("set global userstat = 1",),
)


_REPLICATION = Replication(
    binary_log_options=("log-bin=binlog", "binlog-format=ROW", "server-id=1", "sync-binlog=1"),
    semi_sync_options=(
        f"rpl-semi-sync-master-timeout={2**64 - 1}",
        "rpl-semi-sync-master-wait-no-slave=ON",
        "rpl-semi-sync-master-wait-point=AFTER_SYNC",
    ),
    enable_semi_sync="SET GLOBAL rpl_semi_sync_master_enabled = ON;",
    start_replica="CHANGE MASTER TO MASTER_HOST='{host}', MASTER_PORT={port}, "
    "MASTER_USER='{user}', MASTER_PASSWORD='{password}', MASTER_SSL=0, MASTER_USE_GTID=slave_pos, "
    "MASTER_CONNECT_RETRY=1;\nSTART SLAVE;\n",
    replica_options=(
        "server-id=2", "relay-log=relay", "sync-relay-log=1", "read-only=ON",
        "rpl-semi-sync-slave-enabled=ON",
    ),
)  # fmt: skip


# MariaDB servers that we start.


class LocalMariaDB(FollowedByTcp):
    """A server installed on this machine, run in a data directory of our own."""

    source = Source.LOCAL
    data_folder_mb = 160
    memory_mb = 65
    offers_tls = True

    def find(self, binaries: Path | None) -> Path:
        for folder in [binaries, binaries / "bin"] if binaries else _usual_folders():
            if (folder / "mariadbd").is_file():
                return folder
        raise ServerUnavailable(
            phrase("Local MariaDB not found"),
            phrase("No MariaDB server (mariadbd) was found in {where}."),
            phrase(
                "Install the package mariadb-server-core, or name the folder with the programs."
            ),
            where=binaries or phrase("PATH or the usual folders"),
        )

    replication = _REPLICATION
    standbys = (*FollowedByTcp.standbys, Standby.GALERA)

    def prepared_for_standby(
        self, launch: Launch, standby: Standby, directory: Path, sockets: Path
    ) -> tuple[Launch, tuple[Follower, ...]]:
        if standby is Standby.GALERA:
            return galera.first_node(launch, directory)
        return super().prepared_for_standby(launch, standby, directory, sockets)

    def with_tcp_listener(self, launch: Launch, directory: Path) -> Launch:
        return with_tcp_listener(launch, directory)

    def arrangement_options(self, wanted: Arrangement) -> tuple[str, ...]:
        """Where the redo log is to be readable or encrypted, so is a binary log of rows."""
        logs: tuple[str, ...] = ()
        if wanted.logs is not Logs.USUAL:
            switch = "ON" if wanted.logs is Logs.ENCRYPTED else "OFF"
            encryption = (f"innodb-encrypt-log={switch}", f"encrypt-binlog={switch}")
            logs = ("log-bin=binlog", "binlog-format=ROW", "server-id=1", *encryption)
        return tuple(
            f"--{option}" for option in (*buffer_pool_options(wanted), *logs, galera.REJOINING)
        )

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        data, socket = data or directory / "data", (sockets or directory) / "mariadb.sock"
        # A server that starts removes the temporary tables in its tmpdir, those of others too.
        folders = (f"--datadir={data}", f"--tmpdir={data}")
        safe_path = _path_without_spaces(data, sockets or directory)
        base = _base_of(installation)
        files, encryption = _encryption(installation / "mariadbd", base, directory)
        return Launch(
            endpoint=Endpoint("mariadb", socket=str(socket), user=program_user()),
            prepare=(
                (str(_installer(installation)), "--no-defaults", f"--datadir={safe_path}",
                 f"--tmpdir={safe_path}", f"--basedir={base}",
                 "--auth-root-authentication-method=socket",
                 f"--auth-root-socket-user={program_user()}", "--skip-test-db",
                 "--skip-name-resolve"),
            ),
            # Only a socket in a directory that nobody else can enter, and only for this program's
            # user (plugin unix_socket), not for the one it serves as: hence no password.
            serve=(str(installation / "mariadbd"), "--no-defaults", *folders, f"--basedir={base}",
                   f"--socket={socket}", f"--pid-file={directory / 'mariadbd.pid'}",
                   "--skip-networking", "--skip-ssl", "--userstat=1",
                   "--local-infile=OFF", "--skip-symbolic-links",
                   f"--secure-file-priv={_empty_import_folder(directory)}",
                   *_temporary_file_limits(file_size_limit(data)), *encryption),
            files=files,
            environment={"UMASK": "0600", "UMASK_DIR": "0700"},  # it heeds no other umask
        )  # fmt: skip


def _temporary_file_limits(most: int) -> Iterator[str]:
    """Options that limit temporary files to so many bytes; before 11.5, those of a sort have no
    limit."""
    for name in ("tmp-disk-table-size", "loose-max-tmp-space-usage", "max-binlog-cache-size"):
        yield f"--{name}={most}"


def _empty_import_folder(directory: Path) -> Path:
    """An empty folder that is read only: the only one where the server may read and write files
    for a statement."""
    folder = directory / "no-files"
    folder.mkdir(mode=0o500)
    return folder


def _path_without_spaces(data: Path, link_folder: Path) -> Path:
    """A path to the folder without spaces, for the installer: a shell script that splits paths at
    spaces."""
    if not any(map(str.isspace, str(data))):
        return data
    link = link_folder / "data-without-spaces"
    link.symlink_to(data)
    return link


def _encryption(
    server: Path, base: Path, directory: Path
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The keys file and the options for tablespace encryption, where the plugin is there."""
    plugin = tablespace.find_plugin(server, base)
    if plugin is None:
        return {}, ()
    keys = {tablespace.KEYS_NAME: tablespace.fresh_keys()}
    options = tablespace.options(plugin.read_bytes(), str(directory / tablespace.KEYS_NAME))
    return keys, tuple(f"--{option}" for option in options)


def _usual_folders() -> list[Path]:
    on_path = shutil.which("mariadbd")
    usual = ["/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/usr/local/sbin", "/usr/bin"]
    return ([Path(on_path).parent] if on_path else []) + [Path(folder) for folder in usual]


def _base_of(programs: Path) -> Path:
    """The folder above the programs; it holds `share`, where messages and scripts are."""
    return programs.resolve().parent


def _installer(programs: Path) -> Path:
    base = _base_of(programs)
    places = [programs, base / "scripts", base / "bin"]
    found = (folder / "mariadb-install-db" for folder in places)
    return next((path for path in found if path.is_file()), Path("mariadb-install-db"))
