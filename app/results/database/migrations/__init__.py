"""Alembic's folder: one migration per version of the store, run by `migrate` beside it."""
