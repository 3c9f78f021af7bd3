"""The tables of the results store. Times are seconds since the epoch unless a name says more."""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Dialect,
    Double,
    Enum,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.plan.status import Status
from app.results.message_json import message_from_column, message_to_column
from engines.contract.message import Message

_CAMPAIGN = "campaigns.id"
_RUN = "runs.id"

_status_type = Enum(
    Status,
    native_enum=False,
    length=16,
    values_callable=lambda kind: [each.value for each in kind],
)


@compiles(JSON, "sqlite")
def _json_as_text(*_: object, **__: object) -> str:
    """SQLite would take a column of the type JSON for numbers, and keep 1.0 as 1."""
    return "TEXT"


class MessageColumn(TypeDecorator[Message]):
    """A message (template and values) as JSON in a column of text, since not every database can
    compare JSON."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Message | None, dialect: Dialect) -> str | None:
        return None if value is None else message_to_column(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Message | None:
        return None if value is None else message_from_column(value)


class Base(DeclarativeBase):
    """Names every constraint, so that migrations can find them again on any database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {
        float: Double,
        str: Text,
        Status: _status_type,
        Message: MessageColumn,
    }


def _belongs_to(parent: str) -> ForeignKey:
    return ForeignKey(parent, ondelete="CASCADE")


class CampaignRow(Base):
    """A campaign; `plan` is the TOML text it can be read back from.

    Tags, notes, `archived` (put away) and `advice` (what is required of protections) are set by the
    user; nothing measured depends on them.
    """

    __tablename__ = "campaigns"
    # A deleted campaign's number is never given to another.
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    plan: Mapped[str]
    seed: Mapped[int] = mapped_column(BigInteger)
    order: Mapped[str] = mapped_column(String(16))
    status: Mapped[Status]
    created_at: Mapped[float]
    finished_at: Mapped[float | None]
    ended_by: Mapped[Message | None]
    tags: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    notes: Mapped[str | None]
    archived: Mapped[bool] = mapped_column(default=False)
    advice: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))


class ServerRow(Base):
    """A server of a campaign; version and settings are set once it has answered."""

    __tablename__ = "servers"
    __table_args__ = (UniqueConstraint("campaign_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN))
    name: Mapped[str] = mapped_column(String(255))
    engine: Mapped[str]
    source: Mapped[str]
    version: Mapped[str]
    settings: Mapped[dict[str, str]] = mapped_column(JSON)
    lies_on: Mapped[str] = mapped_column(default="")


class CellRow(Base):
    """A cell; `position` is its index in the matrix.

    `mode` is the mode actually used: the engine's default if the plan names none. `refused` are the
    operations that it lacks (`Refusal`).
    """

    __tablename__ = "cells"
    __table_args__ = (UniqueConstraint("campaign_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN))
    position: Mapped[int]
    server: Mapped[str]
    engine: Mapped[str]
    protection: Mapped[str]
    kind: Mapped[str] = mapped_column(String(16))
    algorithm: Mapped[str | None]
    bits: Mapped[int | None]
    mode: Mapped[str | None]
    blind_index: Mapped[bool]
    key_source: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    workload: Mapped[str]
    profile: Mapped[str] = mapped_column(String(16))
    size: Mapped[int] = mapped_column(BigInteger)
    case_name: Mapped[str] = mapped_column(String(255), default="")
    status: Mapped[Status]
    why: Mapped[Message]
    refused: Mapped[list[dict[str, object]]] = mapped_column(JSON)


class RunRow(Base):
    """A run of a cell; `position` is its place in the order of the campaign.

    A finished run that `stalled` is repeated by another one of the same cell and repetition.
    """

    __tablename__ = "runs"
    __table_args__ = (Index(None, "cell_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    cell_id: Mapped[int] = mapped_column(_belongs_to("cells.id"))
    position: Mapped[int]
    repetition: Mapped[int]
    warmup: Mapped[bool]
    status: Mapped[Status]
    why: Mapped[Message]
    started_at: Mapped[float | None]
    finished_at: Mapped[float | None]
    stalled: Mapped[bool] = mapped_column(default=False)
    loading_s: Mapped[float | None]
    indexing_s: Mapped[float | None]
    rows_digest: Mapped[str | None] = mapped_column(String(64))
    loading_keys: Mapped[dict[str, float] | None] = mapped_column(JSON(none_as_null=True))
    placement: Mapped[dict[str, str] | None] = mapped_column(JSON)


class OperationRow(Base):
    """One operation of a run; `cpu_percent` is the mean of its server's samples, `memory_mb` and
    `peak_memory_mb` of what was read of it at the operation's two ends and in between."""

    __tablename__ = "operations"
    __table_args__ = (UniqueConstraint("run_id", "operation"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(_belongs_to(_RUN))
    operation: Mapped[str] = mapped_column(String(64))
    seconds: Mapped[float]
    elapsed: Mapped[float]
    connect_seconds: Mapped[float]
    commit_seconds: Mapped[float]
    server_seconds: Mapped[float | None]
    statements: Mapped[int] = mapped_column(BigInteger)
    rows: Mapped[int] = mapped_column(BigInteger)
    p50_us: Mapped[float]
    p99_us: Mapped[float]
    cpu_percent: Mapped[float | None]
    memory_mb: Mapped[float | None]
    started_at: Mapped[float]
    finished_at: Mapped[float]
    server_cpu_s: Mapped[float | None]
    worker_cpu_s: Mapped[float | None]
    server_voluntary: Mapped[int | None] = mapped_column(BigInteger)
    server_involuntary: Mapped[int | None] = mapped_column(BigInteger)
    worker_voluntary: Mapped[int | None] = mapped_column(BigInteger)
    worker_involuntary: Mapped[int | None] = mapped_column(BigInteger)
    server_read: Mapped[int | None] = mapped_column(BigInteger)
    server_written: Mapped[int | None] = mapped_column(BigInteger)
    worker_read: Mapped[int | None] = mapped_column(BigInteger)
    worker_written: Mapped[int | None] = mapped_column(BigInteger)
    api_cpu_s: Mapped[float | None]
    measures: Mapped[dict[str, float] | None] = mapped_column(JSON(none_as_null=True))
    plans: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    turns: Mapped[bytes | None] = mapped_column(LargeBinary)
    hosts: Mapped[dict[str, dict[str, float]] | None] = mapped_column(JSON(none_as_null=True))
    first_memory_mb: Mapped[float | None]
    last_memory_mb: Mapped[float | None]
    peak_memory_mb: Mapped[float | None]


class HistogramRow(Base):
    """The HDR histogram of an operation's statement latencies (ns), as hdrhistogram encodes it."""

    __tablename__ = "histograms"

    operation_id: Mapped[int] = mapped_column(_belongs_to("operations.id"), primary_key=True)
    encoded: Mapped[bytes] = mapped_column(LargeBinary)


class SampleRow(Base):
    """A probe sample; its columns are the fields of `ProbeSample`."""

    __tablename__ = "probe_samples"
    __table_args__ = (Index(None, "run_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN), index=True)
    run_id: Mapped[int | None] = mapped_column(_belongs_to(_RUN))
    at: Mapped[float]
    operation: Mapped[str | None]
    server_cpu: Mapped[float | None]
    worker_cpu: Mapped[float | None]
    machine_cpu: Mapped[float]
    sampler_cpu: Mapped[float]
    server_memory: Mapped[float | None]
    worker_memory: Mapped[float | None]
    machine_memory: Mapped[float]
    server_read: Mapped[float | None]
    server_written: Mapped[float | None]
    statements: Mapped[int] = mapped_column(BigInteger)
    progress: Mapped[float]
    p50_us: Mapped[float | None]
    p99_us: Mapped[float | None]
    api_cpu: Mapped[float | None]
    api_memory: Mapped[float | None]
    waiting: Mapped[int | None]
    dropped: Mapped[int | None]
    points: Mapped[bytes | None] = mapped_column(LargeBinary)


class EnvironmentRow(Base):
    """A fact about machine and program in the first session."""

    __tablename__ = "environments"

    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[object] = mapped_column(JSON)


class SessionRow(Base):
    """The conditions of one session of a campaign; its columns are the fields of `SessionRecord`.
    A session is stored once and never changed."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN), index=True)
    at: Mapped[float]
    environment: Mapped[dict[str, object]] = mapped_column(JSON)
    data: Mapped[str] = mapped_column(String(64))
    servers: Mapped[list[dict[str, object]]] = mapped_column(JSON)


class EvidenceRow(Base):
    """What evidence found in one place under one protection: the fields of `EvidenceFinding`."""

    __tablename__ = "evidence"
    __table_args__ = (Index(None, "campaign_id", "server", "protection"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN))
    at: Mapped[float]
    server: Mapped[str] = mapped_column(String(255))
    protection: Mapped[str] = mapped_column(String(255))
    ground: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(String(16))
    place: Mapped[str]
    found: Mapped[bool | None]
    message: Mapped[Message]
    count: Mapped[int] = mapped_column(BigInteger)
    files: Mapped[int] = mapped_column(BigInteger)
    size: Mapped[int] = mapped_column(BigInteger)
    opened: Mapped[bool]
    spots: Mapped[list[dict[str, object]]] = mapped_column(JSON)


class EventRow(Base):
    """A line of the event log; it stays when its run is attempted again."""

    __tablename__ = "events"
    __table_args__ = (Index(None, "campaign_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(_belongs_to(_CAMPAIGN))
    run_id: Mapped[int | None] = mapped_column(_belongs_to(_RUN), index=True)
    at: Mapped[float]
    level: Mapped[str] = mapped_column(String(16))
    message: Mapped[Message]
