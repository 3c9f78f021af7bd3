"""What users say of their campaigns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns: no campaign has a tag or a note so far, and none is put away."""
    _add("campaigns", sa.Column("tags", sa.JSON))
    _add("campaigns", sa.Column("notes", sa.Text))
    _add(
        "campaigns",
        sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def _add(table: str, column: sa.Column[object]) -> None:
    """Unless it is there: MariaDB keeps what a broken upgrade had made."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    if column.name not in there:
        op.add_column(table, column)
