"""MariaDB in a container: the official image `mariadb` and those that take its variables."""

from __future__ import annotations

from collections.abc import Mapping

from engines.container.recipe import ContainerRecipe


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the image decides by itself whether it offers TLS
    # Loading the time zones takes seconds, and nothing here asks for one.
    return {"MARIADB_ROOT_PASSWORD": password, "MARIADB_INITDB_SKIP_TZINFO": "1"}


RECIPE = ContainerRecipe(
    "mariadb:11.8", 3306, "root", _environment, statements=("set global userstat = 1",)
)
