"""PostgreSQL in a container: the official image `postgres` and those that take its variables."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.recipe import ContainerRecipe


def _environment(password: str, secured: bool) -> Mapping[str, str]:
    del secured  # the image decides by itself whether it offers TLS
    return {"POSTGRES_PASSWORD": password, "POSTGRES_USER": "postgres", "POSTGRES_DB": "postgres"}


RECIPE = ContainerRecipe(
    "postgres:18",
    5432,
    "postgres",
    _environment,
    database="postgres",
    # The image lets every login enter every database.
    statements=("revoke all on database postgres, template1 from public",),
)
