"""Arrivals that waited for a lane, and those that were dropped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that say nothing of what was measured before."""
    _add("probe_samples", sa.Column("waiting", sa.Integer))
    _add("probe_samples", sa.Column("dropped", sa.Integer))


def _add(table: str, column: sa.Column[object]) -> None:
    """Unless it is there: MariaDB keeps what a broken upgrade had made."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    if column.name not in there:
        op.add_column(table, column)
