"""How servers say that they carry statements out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column that says nothing of what was measured before."""
    _add("operations", sa.Column("plans", sa.JSON))


def _add(table: str, column: sa.Column[object]) -> None:
    """Unless it is there: MariaDB keeps what a broken upgrade had made."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    if column.name not in there:
        op.add_column(table, column)
