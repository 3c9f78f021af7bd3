"""How long it took to fill a database that serves several runs, and to index it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns: nobody has noted it of the runs that are there."""
    for name in ("loading_s", "indexing_s"):
        _add("runs", sa.Column(name, sa.Double))


def _add(table: str, column: sa.Column[object]) -> None:
    """Unless it is there: MariaDB keeps what a broken upgrade had made."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    if column.name not in there:
        op.add_column(table, column)
