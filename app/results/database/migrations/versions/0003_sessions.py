"""The conditions of each session of a campaign, and runs that stood still."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of sessions, with what is known of those before; no run was marked so far."""
    there = sa.inspect(op.get_bind())  # MariaDB keeps what a broken upgrade had made
    if not there.has_table("sessions"):
        _make_sessions()
    stalled = sa.Column("stalled", sa.Boolean, nullable=False, server_default=sa.false())
    if all(each["name"] != "stalled" for each in there.get_columns("runs")):
        op.add_column("runs", stalled)
    _take_over()


def _make_sessions() -> None:
    campaign = sa.ForeignKey("campaigns.id", ondelete="CASCADE", name="fk_sessions_campaign_id")
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("campaign_id", sa.Integer, campaign, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("environment", sa.JSON, nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("servers", sa.JSON, nullable=False),
    )
    op.create_index("ix_sessions_campaign_id", "sessions", ["campaign_id"])


def _take_over() -> None:
    """One session for each campaign, of what was noted of its machine and its servers."""
    connection = op.get_bind()
    query = sa.select(_CAMPAIGNS.c.id, _CAMPAIGNS.c.created_at)
    known = sa.select(_SESSIONS.c.campaign_id)
    campaigns = connection.execute(query.where(_CAMPAIGNS.c.id.not_in(known))).all()
    for number, created in campaigns:
        facts = connection.execute(
            sa.select(_FACTS.c.key, _FACTS.c.value).where(_FACTS.c.campaign_id == number)
        ).all()
        servers = connection.execute(
            sa.select(_SERVERS)
            .where(_SERVERS.c.campaign_id == number, _SERVERS.c.version != "")
            .order_by(_SERVERS.c.id)
        ).mappings()
        row = {
            "campaign_id": number,
            "at": created,
            "environment": {fact.key: fact.value for fact in facts},
            "data": "",
            "servers": [_server(each) for each in servers],
        }
        connection.execute(sa.insert(_SESSIONS), row)


def _server(row: sa.RowMapping) -> dict[str, object]:
    return {name: row[name] for name in ("name", "engine", "source", "version", "settings")}


_CAMPAIGNS = sa.table("campaigns", sa.column("id"), sa.column("created_at"))
_FACTS = sa.table(
    "environments", sa.column("campaign_id"), sa.column("key"), sa.column("value", sa.JSON)
)
_SERVERS = sa.table(
    "servers",
    *map(sa.column, ("id", "campaign_id", "name", "engine", "source", "version")),
    sa.column("settings", sa.JSON),
)
_SESSIONS = sa.table(
    "sessions",
    *map(sa.column, ("campaign_id", "at", "data")),
    sa.column("environment", sa.JSON),
    sa.column("servers", sa.JSON),
)
