"""What tells cases of one size apart, and what operations yield beside seconds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that say nothing of what was measured before."""
    _add("cells", sa.Column("case_name", sa.String(255), nullable=False, server_default=""))
    _add("operations", sa.Column("measures", sa.JSON))


def _add(table: str, column: sa.Column[object]) -> None:
    """Unless it is there: MariaDB keeps what a broken upgrade had made."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    if column.name not in there:
        op.add_column(table, column)
