"""Evidence: where a planted marker was found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of what was seen."""
    campaign = sa.ForeignKey("campaigns.id", ondelete="CASCADE", name="fk_evidence_campaign_id")
    op.create_table(
        "evidence",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, campaign, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("server", sa.String(255), nullable=False),
        sa.Column("protection", sa.String(255), nullable=False),
        sa.Column("ground", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(16), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("found", sa.Boolean),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("files", sa.BigInteger, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("opened", sa.Boolean, nullable=False),
        sa.Column("spots", sa.JSON, nullable=False),
    )
    op.create_index(
        "ix_evidence_campaign_id_server_protection",
        "evidence",
        ["campaign_id", "server", "protection"],
    )
