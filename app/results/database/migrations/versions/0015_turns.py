"""What each turn of an operation took, where protections took turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column, unless MariaDB keeps it of an upgrade that was broken off."""
    there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns("operations")}
    if "turns" not in there:
        op.add_column("operations", sa.Column("turns", sa.LargeBinary))
