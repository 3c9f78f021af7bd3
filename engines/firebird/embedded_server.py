"""Embedded Firebird: lays out its runtime (library, plugins, configuration) in a folder and loads
it."""

from __future__ import annotations

import os
import shutil
from functools import cache
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

from engines.base.late_imports import late_driver
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import Launch, Launcher
from engines.contract.message import phrase
from engines.firebird import FACTS
from engines.keeping import home
from engines.keeping.child_environment import drop_own_variables

driver = late_driver("firebird.driver")


class EmbeddedFirebird(Launcher):
    """The engine that the package firebird-embedded carries, run inside the worker."""

    source = Source.EMBEDDED
    data_folder_mb = 16

    def find(self, binaries: Path | None) -> Path:
        # The package firebird.embedded has no code of ours to run: only its folder matters.
        spec = find_spec("firebird.embedded")
        if spec is None or not spec.submodule_search_locations:
            raise ServerUnavailable(
                phrase("Embedded Firebird not installed"),
                phrase("The package firebird-embedded is not installed."),
                phrase("Install it from PyPI."),
            )
        if _tommath() is None:
            raise ServerUnavailable(
                phrase("Embedded Firebird not usable"),
                phrase("Embedded Firebird needs the library libtommath."),
                phrase("Install it: `apt install libtommath1`."),
            )
        return Path(next(iter(spec.submodule_search_locations))) / "runtime"

    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        place = data or directory
        configuration = _configuration(place)
        name = (
            f"firebird-{package_version('firebird-embedded')}-{crc32(configuration.encode()):08x}"
        )
        root = home.unpacked_runtime(
            name, lambda target: _lay_out(installation, target, configuration)
        )
        library = str(root / "lib" / "libfbclient.so.2")
        return Launch(
            Endpoint(
                "firebird",
                user="SYSDBA",
                directory=str(place),
                library=library,
                in_process=FACTS.in_process,
            )
        )


_CONFIGURATION = """# Written by Cipherbench: several processes may open one database.
ServerMode = SuperClassic
DatabaseAccess = {access}
Providers = None
{closed}"""
"""The embedded engine asks nobody for a password, so that a statement could enter another database,
or its own as SYSDBA. With no provider none enters anything: those that do name theirs
(`provider_of`)."""

CLOSED = """ExternalFileAccess = None
UdfAccess = None
"""
"""No tables in files, and no libraries."""

UNSPEAKABLE = frozenset(";#\"'\\")
"""Signs that firebird.conf would read otherwise."""


def _configuration(place: Path) -> str:
    """Databases that servers of ours have can be opened, and where `place` is elsewhere, others."""
    servers = home.home() / "servers"
    beneath = servers in place.parents and not UNSPEAKABLE & set(str(servers))
    access = f"Restrict {servers}" if beneath else "Full"
    return _CONFIGURATION.format(access=access, closed=CLOSED)


_TOMMATH = "libtommath.so.1"


@cache
def _tommath() -> Path | None:
    """Not by `ctypes.util.find_library`, which calls ldconfig, gcc and ld, whatever these are."""
    for folder in ("/lib", "/usr/lib", "/usr/local/lib", "/lib64", "/usr/lib64"):
        for path in (Path(folder) / _TOMMATH, *Path(folder).glob(f"*-linux-gnu/{_TOMMATH}")):
            if path.exists():
                return path.resolve()
    return None


def _lay_out(runtime: Path, target: Path, configuration: str) -> None:
    """A copy with all libraries in `lib`, which needs no environment and has a firebird.conf of
    ours."""
    library = target / "lib"
    library.mkdir()
    for item in runtime.iterdir():
        if item.is_dir():
            shutil.copytree(item, target / item.name)
        elif ".so" in item.name:
            shutil.copy(item, library / item.name)
        elif item.suffix != ".log":
            shutil.copy(item, target / item.name)
    tommath = _tommath()
    assert tommath is not None
    shutil.copy(tommath, library / _TOMMATH)
    (target / "firebird.conf").write_text(configuration)


@cache
def _load_library(library: str) -> None:
    """Point the driver at the engine; its lock and temporary files go to folders of ours."""
    drop_own_variables(("FIREBIRD",))
    for variable, name in (("FIREBIRD_LOCK", "firebird-lock"), ("FIREBIRD_TMP", "firebird-tmp")):
        os.environ[variable] = str(home.own_folder(name, 0o700))
    driver.driver_config.fb_client_library.value = library


def provider_of(root: Path) -> str:
    """What opens databases in a root directory, by the number of its version: Engine12 in 3.0."""
    found = sorted((root / "plugins").glob("libEngine*.so"))
    return found[-1].stem.removeprefix("lib") if found else "Engine13"


def use_library(endpoint: Endpoint) -> None:
    """Have the driver load the endpoint's library, or a client's for a server elsewhere. What the
    environment says of users and of where databases lie it does not hear."""
    drop_own_variables(("ISC_",))
    library = endpoint.library or _client_library()
    if library:
        _load_library(library)


@cache
def _client_library() -> str | None:
    """The embedded engine is a client as well, its plugins for logging in and for encrypting the
    wire included; None leaves the driver to find the system's."""
    embedded = EmbeddedFirebird()
    try:
        place = home.home() / "servers" / "none"
        return embedded.launch(embedded.find(None), place).endpoint.library
    except ServerUnavailable:
        return None
