"""PostgreSQL: psycopg 3, timed on libpq's own prepared statements, sealed by pgcrypto."""
