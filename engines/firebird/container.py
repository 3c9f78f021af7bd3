"""Firebird in a container: the image `firebirdsql/firebird` and those that take its variables."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.recipe import ContainerRecipe


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    """Firebird encrypts the wire by itself, as its default: here it does when it is asked to, so
    that connections of all engines compare."""
    wire = "Required" if secured else "Disabled"
    return {"FIREBIRD_ROOT_PASSWORD": password, "FIREBIRD_CONF_WireCrypt": wire}


RECIPE = ContainerRecipe(
    "firebirdsql/firebird:5", 3050, "SYSDBA", _environment, directory="/var/lib/firebird/data"
)
