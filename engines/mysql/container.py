"""MySQL in a container: the official image `mysql` and those that take its variables."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.recipe import ContainerRecipe, ReadFile
from engines.mysql import tablespace

_PROGRAM = "/usr/sbin/mysqld"
_PLUGINS = "/usr/lib64/mysql/plugin"
_KEYRING = "/var/lib/mysql-keyring/cipherbench.keyring"
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
        f"{_PROGRAM}.my": tablespace.MANIFEST,
        f"{_PLUGINS}/{tablespace.SETTINGS_FILE}": tablespace.keyring_settings(_KEYRING),
    }


RECIPE = ContainerRecipe("mysql:9.7", 3306, "root", _environment, files=_files)
