"""Firebird servers in a container, and those installed on this machine, which run in a root
directory of Cipherbench's own."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import ContainerRecipe, Launch, Launcher
from engines.contract.message import phrase
from engines.firebird.embedded_server import CLOSED, UNSPEAKABLE, provider_of
from engines.servers.tcp_access import free_port

# Firebird in a container: the image `firebirdsql/firebird` and those that take its variables.


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    """Firebird encrypts the wire by itself, as its default: here it does when it is asked to, so
    that connections of all engines compare."""
    wire = "Required" if secured else "Disabled"
    return {"FIREBIRD_ROOT_PASSWORD": password, "FIREBIRD_CONF_WireCrypt": wire}


RECIPE = ContainerRecipe(
    "firebirdsql/firebird:5", 3050, "SYSDBA", _environment, directory="/var/lib/firebird/data"
)


# Firebird servers installed on this machine, run in a root directory of our own.


class LocalFirebird(Launcher):
    """A server installed on this machine, with a configuration and logins of our own.

    Firebird listens on no Unix socket: this one has a port on 127.0.0.1 and a random password.
    """

    source = Source.LOCAL
    data_folder_mb = 16

    def find(self, binaries: Path | None) -> Path:
        for folder in _named_folders(binaries) if binaries else _usual_folders():
            if _is_program(folder / "firebird") and _isql(folder) is not None:
                return folder
        raise ServerUnavailable(
            phrase("Local Firebird not found"),
            phrase("No Firebird server (firebird and isql) was found in {where}."),
            phrase(
                "Install the package firebird3.0-server or firebird4.0-server, or name the folder "
                "with the programs."
            ),
            where=binaries or phrase("PATH or the usual folders"),
        )

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        data, password, port = data or directory / "data", secrets.token_hex(16), free_port()
        logins = directory / "security.fdb"
        _lay_out(_root_of(installation), directory)
        return Launch(
            endpoint=Endpoint(
                "firebird",
                host="127.0.0.1",
                port=port,
                user="SYSDBA",
                password=password,
                directory=str(data),
            ),
            files={"firebird.conf": _configuration(logins, data, port, provider_of(directory))},
            environment={
                "FIREBIRD": str(directory),
                "FIREBIRD_LOCK": str(directory / "lock"),
                "FIREBIRD_TMP": str(data),  # what is sorted is worth as much as what is stored
            },
            prepare=((str(_isql(installation)), "-quiet", "-bail"),),
            prepare_input=_MAKE_LOGINS.format(logins=_quoted(str(logins)), password=password),
            serve=(str(installation / "firebird"),),
            # Asked by SIGTERM or SIGINT, 3.0 now and then never ends; the data go with it anyway.
            stop_signal="SIGKILL",
        )


# What else a server has by default it keeps. The wire is as open as that of other local servers,
# so that connections of all engines compare.
_CONFIGURATION = """# Written by Cipherbench.
SecurityDatabase = {logins}
RemoteBindAddress = 127.0.0.1
RemoteServicePort = {port}
DatabaseAccess = {access}
WireCrypt = Disabled
Providers = {engine}
{closed}"""
"""Without the providers that lead elsewhere no statement reaches another server."""


_MAKE_LOGINS = """create database {logins} user 'SYSDBA';
create user SYSDBA password '{password}' using plugin Srp;
commit;
"""


def _configuration(logins: Path, data: Path, port: int, engine: str) -> str:
    access = "Full" if UNSPEAKABLE & set(str(data)) else f"Restrict {data}"
    return _CONFIGURATION.format(
        logins=logins, port=port, access=access, engine=engine, closed=CLOSED
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _named_folders(binaries: Path) -> list[Path]:
    folder = binaries.parent if binaries.is_file() else binaries
    return [folder, *(folder / name for name in ("bin", "sbin")), *_behind_scripts(folder)]


def _usual_folders() -> list[Path]:
    on_path = shutil.which("firebird")
    usual = ["/usr/sbin", "/opt/firebird/bin", "/usr/local/firebird/bin", "/usr/local/sbin"]
    folders = ([Path(on_path).parent] if on_path else []) + [Path(folder) for folder in usual]
    return [*folders, *_behind_scripts(Path("/usr/sbin"))]


def _behind_scripts(folder: Path) -> list[Path]:
    """Where Debian 13 keeps the programs of each version."""
    return sorted(folder.parent.glob("lib/firebird/*/bin"), reverse=True)


def _is_program(path: Path) -> bool:
    """Not a script, as Debian 13 has in the usual folders: it would name a root of its own."""
    try:
        with path.open("rb") as file:
            return file.read(2) != b"#!"
    except OSError:
        return False


def _isql(programs: Path) -> Path | None:
    """Firebird's isql. Distributions call it isql-fb, since unixODBC has an isql as well; only
    the one in a folder of Firebird's own goes without that ending."""
    usual_name = [programs / "isql-fb", programs.parent / "bin" / "isql-fb"]
    own = [programs / "isql"] if (programs.parent / "plugins").is_dir() else []
    usual = [
        folder / "isql-fb" for folder in (Path("/usr/bin"), *_behind_scripts(Path("/usr/bin")))
    ]
    return next((path for path in (*own, *usual_name, *usual) if _is_program(path)), None)


_LINKED = ("firebird.msg", "lib", "plugins.conf", "tzdata")

_COPIED = ("intl", "plugins")
"""From 4.0 on Firebird refuses a module whose real path is another than the one it asked for."""


def _lay_out(root: Path, directory: Path) -> None:
    """What a server looks for in its root directory and is not to be ours; some 15 MB."""
    for name in _LINKED:
        if (root / name).exists():
            (directory / name).symlink_to(root / name)
    for name in _COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, directory / name)


def _root_of(programs: Path) -> Path:
    """The root directory of an installation: one folder, or spread over the system's."""
    folder = (programs / "firebird").resolve().parent.parent
    if (folder / "plugins").is_dir():
        return folder
    spread = [*folder.glob("lib/*/firebird/*"), *Path("/usr/lib").glob("*/firebird/*")]
    found = [each for each in spread if (each / "plugins").is_dir()]
    return max(found, key=lambda each: (each.name == folder.name, each), default=folder)
