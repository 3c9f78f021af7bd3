"""The store of the first release."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1.0"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    _campaigns()
    _servers()
    _cells()
    _runs()
    _operations()
    _histograms()
    _probe_samples()
    _environments()
    _sessions()
    _evidence()
    _events()


def _campaigns() -> None:
    op.create_table(
        "campaigns",
        _id(),
        _text("name"),
        _text("plan"),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("order", sa.String(16), nullable=False),
        _status(),
        _number("created_at"),
        _number("finished_at", nullable=True),
        _text("ended_by", nullable=True),
        sa.Column("tags", sa.JSON),
        _text("notes", nullable=True),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("advice", sa.JSON),
        sqlite_autoincrement=True,
    )


def _servers() -> None:
    op.create_table(
        "servers",
        _id(),
        _parent("servers", "campaign_id", "campaigns.id"),
        sa.Column("name", sa.String(255), nullable=False),
        _text("engine"),
        _text("source"),
        _text("version"),
        sa.Column("settings", sa.JSON, nullable=False),
        _text("lies_on"),
        sa.UniqueConstraint("campaign_id", "name", name="uq_servers_campaign_id_name"),
    )


def _cells() -> None:
    op.create_table(
        "cells",
        _id(),
        _parent("cells", "campaign_id", "campaigns.id"),
        sa.Column("position", sa.Integer, nullable=False),
        _text("server"),
        _text("engine"),
        _text("protection"),
        sa.Column("kind", sa.String(16), nullable=False),
        _text("algorithm", nullable=True),
        sa.Column("bits", sa.Integer),
        _text("mode", nullable=True),
        sa.Column("blind_index", sa.Boolean, nullable=False),
        sa.Column("key_source", sa.JSON),
        _text("workload"),
        sa.Column("profile", sa.String(16), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("case_name", sa.String(255), nullable=False),
        _status(),
        _text("why"),
        sa.Column("refused", sa.JSON, nullable=False),
        sa.UniqueConstraint("campaign_id", "position", name="uq_cells_campaign_id_position"),
    )


def _runs() -> None:
    op.create_table(
        "runs",
        _id(),
        _parent("runs", "cell_id", "cells.id"),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("repetition", sa.Integer, nullable=False),
        sa.Column("warmup", sa.Boolean, nullable=False),
        _status(),
        _text("why"),
        _number("started_at", nullable=True),
        _number("finished_at", nullable=True),
        sa.Column("stalled", sa.Boolean, nullable=False),
        _number("loading_s", nullable=True),
        _number("indexing_s", nullable=True),
        sa.Column("rows_digest", sa.String(64)),
        sa.Column("loading_keys", sa.JSON),
        sa.Column("placement", sa.JSON),
    )
    op.create_index("ix_runs_cell_id_position", "runs", ["cell_id", "position"])


def _operations() -> None:
    op.create_table(
        "operations",
        _id(),
        _parent("operations", "run_id", "runs.id"),
        sa.Column("operation", sa.String(64), nullable=False),
        _number("seconds"),
        _number("elapsed"),
        _number("connect_seconds"),
        _number("commit_seconds"),
        _number("server_seconds", nullable=True),
        sa.Column("statements", sa.BigInteger, nullable=False),
        sa.Column("rows", sa.BigInteger, nullable=False),
        _number("p50_us"),
        _number("p99_us"),
        _number("cpu_percent", nullable=True),
        _number("memory_mb", nullable=True),
        _number("started_at"),
        _number("finished_at"),
        *_counters(),
        sa.Column("measures", sa.JSON),
        sa.Column("plans", sa.JSON),
        sa.Column("turns", sa.LargeBinary),
        sa.Column("hosts", sa.JSON),
        _number("first_memory_mb", nullable=True),
        _number("last_memory_mb", nullable=True),
        _number("peak_memory_mb", nullable=True),
        sa.UniqueConstraint("run_id", "operation", name="uq_operations_run_id_operation"),
    )


def _counters() -> Iterator[sa.Column[Any]]:
    yield _number("server_cpu_s", nullable=True)
    yield _number("worker_cpu_s", nullable=True)
    for counts in ("voluntary", "involuntary"), ("read", "written"):
        for who in ("server", "worker"):
            yield from (sa.Column(f"{who}_{what}", sa.BigInteger) for what in counts)
    yield _number("api_cpu_s", nullable=True)


def _histograms() -> None:
    op.create_table(
        "histograms",
        _parent("histograms", "operation_id", "operations.id"),
        sa.Column("encoded", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("operation_id", name="pk_histograms"),
    )


def _probe_samples() -> None:
    op.create_table(
        "probe_samples",
        _id(),
        _parent("probe_samples", "campaign_id", "campaigns.id"),
        _parent("probe_samples", "run_id", "runs.id", nullable=True),
        _number("at"),
        _text("operation", nullable=True),
        _number("server_cpu", nullable=True),
        _number("worker_cpu", nullable=True),
        _number("machine_cpu"),
        _number("sampler_cpu"),
        _number("server_memory", nullable=True),
        _number("worker_memory", nullable=True),
        _number("machine_memory"),
        _number("server_read", nullable=True),
        _number("server_written", nullable=True),
        sa.Column("statements", sa.BigInteger, nullable=False),
        _number("progress"),
        _number("p50_us", nullable=True),
        _number("p99_us", nullable=True),
        _number("api_cpu", nullable=True),
        _number("api_memory", nullable=True),
        sa.Column("waiting", sa.Integer),
        sa.Column("dropped", sa.Integer),
        sa.Column("points", sa.LargeBinary),
    )
    op.create_index("ix_probe_samples_campaign_id", "probe_samples", ["campaign_id"])
    op.create_index("ix_probe_samples_run_id_at", "probe_samples", ["run_id", "at"])


def _environments() -> None:
    op.create_table(
        "environments",
        _parent("environments", "campaign_id", "campaigns.id"),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "key", name="pk_environments"),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        _id(),
        _parent("sessions", "campaign_id", "campaigns.id"),
        _number("at"),
        sa.Column("environment", sa.JSON, nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("servers", sa.JSON, nullable=False),
    )
    op.create_index("ix_sessions_campaign_id", "sessions", ["campaign_id"])


def _evidence() -> None:
    op.create_table(
        "evidence",
        _id(),
        _parent("evidence", "campaign_id", "campaigns.id"),
        _number("at"),
        sa.Column("server", sa.String(255), nullable=False),
        sa.Column("protection", sa.String(255), nullable=False),
        sa.Column("ground", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(16), nullable=False),
        _text("place"),
        sa.Column("found", sa.Boolean),
        _text("message"),
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


def _events() -> None:
    op.create_table(
        "events",
        _id(),
        _parent("events", "campaign_id", "campaigns.id"),
        _parent("events", "run_id", "runs.id", nullable=True),
        _number("at"),
        sa.Column("level", sa.String(16), nullable=False),
        _text("message"),
    )
    op.create_index("ix_events_campaign_id_at", "events", ["campaign_id", "at"])
    op.create_index("ix_events_run_id", "events", ["run_id"])


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _parent(table: str, column: str, target: str, *, nullable: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey(target, ondelete="CASCADE", name=f"fk_{table}_{column}")
    return sa.Column(column, sa.Integer, key, nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=nullable)


def _status() -> sa.Column[str]:
    return sa.Column("status", sa.String(16), nullable=False)
