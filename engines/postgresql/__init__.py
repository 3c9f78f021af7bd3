"""PostgreSQL: psycopg 3, timed on libpq's own prepared statements, sealed by pgcrypto."""

DEFAULT_MODE = "cbc"
"""The mode of a native protection that names none, known without importing a driver."""

INDEXES_EXPRESSIONS = True
"""Whether there are indexes on what the server opens, known the same way."""
