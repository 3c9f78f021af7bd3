"""MariaDB in a container: the official image `mariadb` and those that take its variables."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.recipe import ContainerRecipe, ReadFile
from engines.mariadb import tablespace

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
    for plugins, settings in _FOLDERS.items():
        plugin = read(f"{plugins}/{tablespace.PLUGIN_FILE}")
        if plugin is not None:
            keys = f"{settings}/{tablespace.KEYS_NAME}"
            lines = ("[mysqld]", *tablespace.options(plugin, keys), "")
            return {f"{settings}/cipherbench.cnf": "\n".join(lines), keys: tablespace.fresh_keys()}
    return {}


RECIPE = ContainerRecipe(
    "mariadb:11.8",
    3306,
    "root",
    _environment,
    files=_files,
    statements=("set global userstat = 1",),
)
