"""The coordinator's side of a store that several hosts (machines) share: lists the hosts, hands a
plan out to them as a batch of shares, one a host, and follows it until each has ended or is
lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from sqlalchemy import Connection, text

from app.hosts.facts import Facts, refuse_unlike
from app.hosts.membership import coordinator_of
from app.hosts.messages import (
    LOST_SECONDS,
    SHARE_TASK,
    HostRecord,
    HostState,
    Share,
    ShareState,
    share_of,
)
from app.hosts.store_login import StoreLogin, StoreNotPermitted, readable_login_errors
from app.plan.campaign import Campaign
from app.plan.plan_file import write_plan
from app.results.database.store_connection import check_reachable, make_engine
from app.results.store.store import open_store
from engines.contract.errors import CipherbenchError, FailedAfterRun, InputError
from engines.contract.message import Message, phrase

POLL_SECONDS = 0.5
PATIENCE_SECONDS = 30.0
"""For how long calls to a store that does not answer are retried."""
_LONGEST_GAP_SECONDS = 5.0
"""After a longer gap between two looks at a batch the coordinator, or the database, was itself
away, so no host counts as lost yet."""
ALL = "all"


@dataclass(frozen=True)
class Batch:
    """The shares of one plan (None: of all its hosts, else of `hosts`)."""

    id: UUID
    hosts: frozenset[str] | None = None

    def includes(self, host: str) -> bool:
        return self.hosts is None or host in self.hosts


@dataclass(frozen=True)
class ShareProgress:
    """A share at an instant `at` of the database's clock (seconds since 1970); `lost`: its host had
    sent no heartbeat for ten seconds; `runs` are (done, total)."""

    share: Share
    lost: bool
    at: float
    runs: tuple[int, int] = (0, 0)


class Coordination:
    """A connection to a shared store as its coordinator or a viewer. Every method raises InputError
    if the store does not answer."""

    def __init__(self, login: StoreLogin) -> None:
        self._login = login
        self._engine = make_engine(login.url, write=True)
        check_reachable(self._engine, login.url)

    def close(self) -> None:
        self._engine.dispose()

    def coordinator(self) -> Facts:
        """The facts of the coordinator's machine.

        Raises: InputError where this is no shared store
        """
        with self._transaction() as connection:
            return coordinator_of(connection, self._login)

    def hosts(self) -> list[HostRecord]:
        """All that have ever joined, by name."""
        self.coordinator()
        query = (
            "SELECT name, facts, extract(epoch FROM clock_timestamp() - heard_at)"
            "::double precision AS silent FROM hosts.hosts ORDER BY name"
        )
        with self._transaction() as connection:
            rows = connection.execute(text(query)).all()
        return [HostRecord(row.name, _parsed_facts(row.facts), row.silent) for row in rows]

    def chosen(self, names: Sequence[str]) -> list[HostRecord]:
        """Hosts by their names, or all that can be given a share (`[ALL]`).

        Raises: InputError for one that has not joined, is lost, or is unlike the coordinator
        """
        facts = self.coordinator()
        known = {each.name: each for each in self.hosts()}
        if list(names) == [ALL]:
            names = [each.name for each in known.values() if _is_fit(each, facts)]
        if not names:
            raise _no_hosts()
        for name in names:
            _check_usable(name, known, facts)
        return [known[name] for name in dict.fromkeys(names)]

    def hand_out(self, campaign: Campaign, hosts: Sequence[HostRecord]) -> Batch:
        """Give each host a share: the whole campaign, with the same seed and order. Rows and queue
        jobs are created in one transaction.

        Raises: InputError where its loads need another number of hosts
        """
        if campaign.hosts not in (1, len(hosts)):
            raise _wrong_number(campaign, hosts)
        plan = write_plan(campaign.resolved())
        batch = uuid4()
        with self._transaction() as connection:
            for part, host in enumerate(hosts, 1):
                token = uuid4()
                values = {"token": token, "batch": batch, "host": host.name, "plan": plan}
                numbers = {"seed": campaign.seed, "part": part, "parts": len(hosts)}
                connection.execute(text(_SHARE), {**values, **numbers})
                _defer(connection, host.name, token)
        return Batch(batch)

    def resume(self, campaign: str, names: Sequence[str]) -> Batch:
        """Have hosts continue the unfinished shares of the batch that a campaign (name or number)
        belongs to; shares that are running are left alone. `names` are hosts of the batch, or
        `[ALL]`: then hosts that are away get no new share, but still count for the batch's end.

        Raises: InputError, also for a campaign of no host
        """
        with open_store(self._login.text, write=False) as store:
            campaign_id = store.find(campaign)
        with self._transaction() as connection:
            batch = connection.scalar(text(_BATCH), {"campaign": campaign_id})
        if batch is None:
            raise _no_batch(campaign)
        if not names:
            raise _no_hosts()
        last = {each.share.host: each.share for each in self.look(Batch(batch))}
        facts, known = self.coordinator(), {each.name: each for each in self.hosts()}
        every = list(names) == [ALL]
        undone = [name for name, share in last.items() if share.state is not ShareState.DONE]
        if every:
            wanted = [name for name in undone if _is_fit(known[name], facts)]
        else:
            wanted = [name for name in dict.fromkeys(names) if name in undone or name not in last]
        for name in wanted:
            if name not in last:
                raise _no_part(name, last)
            _check_usable(name, known, facts)
        for name in wanted:
            if last[name].state.over:
                self._requeue_share(last[name])
        return Batch(batch, None if every else frozenset(names))

    def _requeue_share(self, share: Share) -> None:
        """Give a host another share that continues the campaign of one that has ended, unless
        somebody else did so meanwhile."""
        with self._transaction() as connection:
            values = {"token": uuid4(), "of": share.token}
            if connection.scalar(text(_SHARE_AGAIN), values):
                _defer(connection, share.host, values["token"])

    def withdraw(self, batch: Batch) -> None:
        """Take back shares that no host has taken."""
        with self._transaction() as connection:
            connection.execute(text("SELECT hosts.withdraw(:batch)"), {"batch": batch.id})

    def look(self, batch: Batch) -> list[ShareProgress]:
        """Progress of a batch: the last share of each host, in the order of parts."""
        of_batch = {"batch": batch.id}
        with self._transaction() as connection:
            rows = connection.execute(text(_LAST), of_batch).all()
            heard = {row.name: row for row in connection.execute(text(_SILENT))}
            runs = {
                row.id: (row.done, row.total) for row in connection.execute(text(_RUNS), of_batch)
            }
        shares = [each for each in map(share_of, rows) if batch.includes(each.host)]
        return [
            ShareProgress(
                each,
                heard[each.host].silent > LOST_SECONDS,
                heard[each.host].at,
                runs.get(each.campaign_id, (0, 0)),
            )
            for each in shares
        ]

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with readable_login_errors(self._login), self._engine.begin() as connection:
            yield connection


_SHARE = (
    "INSERT INTO hosts.shares (token, batch, host, plan, seed, part, parts) "
    "VALUES (:token, :batch, :host, :plan, :seed, :part, :parts)"
)
_JOB = (
    "SELECT queue.procrastinate_defer_jobs_v1(ARRAY[CAST(ROW(CAST(:host AS varchar), "
    "CAST(:task AS varchar), 0, NULL, NULL, CAST(:args AS jsonb), NULL) "
    "AS queue.procrastinate_job_to_defer_v1)])"
)
_SHARE_AGAIN = (
    "INSERT INTO hosts.shares (token, batch, host, plan, seed, part, parts, campaign_id) "
    "SELECT :token, batch, host, plan, seed, part, parts, campaign_id FROM hosts.shares "
    "WHERE token = :of ON CONFLICT DO NOTHING RETURNING token"
)
_BATCH = "SELECT batch FROM hosts.shares WHERE campaign_id = :campaign LIMIT 1"
_LAST = (
    "SELECT DISTINCT ON (part) * FROM hosts.shares WHERE batch = :batch ORDER BY part, made_at DESC"
)
_SILENT = (
    "WITH now AS MATERIALIZED (SELECT clock_timestamp() AS at) "
    "SELECT name, extract(epoch FROM at - heard_at)::double precision AS silent, "
    "extract(epoch FROM at)::double precision AS at FROM hosts.hosts, now"
)
_RUNS = (
    "SELECT c.campaign_id AS id, count(*) FILTER (WHERE r.status = 'done') AS done, "
    "count(*) AS total FROM public.cells c JOIN public.runs r ON r.cell_id = c.id "
    "WHERE c.campaign_id IN (SELECT campaign_id FROM hosts.shares WHERE batch = :batch) "
    "GROUP BY c.campaign_id"
)


def _parsed_facts(received: object) -> Facts | None:
    """The facts that a host has sent; None where they cannot be read: it may be newer, or
    hostile."""
    try:
        return Facts.from_json(received)
    except (InputError, RecursionError):
        return None


def _defer(connection: Connection, host: str, token: UUID) -> None:
    """Queue the job that has a host begin a share."""
    connection.exec_driver_sql("SET LOCAL search_path = queue")
    job = {"host": host, "task": SHARE_TASK, "args": json.dumps({"token": str(token)})}
    connection.execute(text(_JOB), job)
    connection.exec_driver_sql("SET LOCAL search_path = public")


@dataclass
class LostHostDetector:
    """Detects lost hosts. After a gap of its own (stopped, asleep, cut off) it waits `LOST_SECONDS`
    before it reports any: their heartbeats may have been held up as well. It uses the database's
    clock, since this machine's stops while it sleeps; a database that slept, or whose clock was
    set, shows as a gap, too."""

    _since: float | None = field(default=None, init=False)
    _last: float = field(default=0.0, init=False)

    def has_watched_long_enough(self, at: float) -> bool:
        """Whether `LOST_SECONDS` have passed without a gap, with a look at this instant."""
        if self._since is None or not 0 <= at - self._last <= _LONGEST_GAP_SECONDS:
            self._since = at
        self._last = at
        return at - self._since >= LOST_SECONDS

    def lost_hosts(self, seen: Sequence[ShareProgress]) -> set[str]:
        """Hosts that are lost and have not ended their share."""
        if not seen or not self.has_watched_long_enough(max(each.at for each in seen)):
            return set()
        return {each.share.host for each in seen if each.lost and not each.share.state.over}


def follow(
    coordination: Coordination,
    batch: Batch,
    on_progress: Callable[[Sequence[ShareProgress]], None],
    sleep: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    report_connection: Callable[[CipherbenchError | None], None] = lambda error: None,
) -> list[ShareProgress]:
    """Poll a batch until each share has ended or its host is lost; returns the last progress.
    `report_connection` is given the error when the store stops answering, and None when it answers
    again.

    Raises: StoreNotPermitted; FailedAfterRun for a store that stays away
    """
    detector = LostHostDetector()
    unanswered = False
    until = 0.0
    while True:
        try:
            seen = coordination.look(batch)
        except StoreNotPermitted:
            raise
        except InputError as error:
            if not unanswered:
                report_connection(error)
                until = clock() + PATIENCE_SECONDS
            unanswered = True
            if clock() > until:
                raise FailedAfterRun.of(_given_up()) from error
            sleep(POLL_SECONDS)
            continue
        if unanswered:
            report_connection(None)
        unanswered = False
        lost = detector.lost_hosts(seen)
        on_progress(seen)
        if all(each.share.state.over or each.share.host in lost for each in seen):
            return seen
        sleep(POLL_SECONDS)


def _given_up() -> CipherbenchError:
    return CipherbenchError(
        phrase("Store not usable"),
        phrase("It has not answered for {seconds} s. Hosts go on and keep their results."),
        phrase("Follow them again once it answers: `cipherbench resume CAMPAIGN --on all`."),
        seconds=round(PATIENCE_SECONDS),
    )


def all_done(seen: Sequence[ShareProgress]) -> bool:
    """Whether all shares of a batch are done."""
    return all(each.share.state is ShareState.DONE for each in seen)


def _wrong_number(campaign: Campaign, hosts: Sequence[HostRecord]) -> InputError:
    return InputError(
        phrase("Number of hosts"),
        phrase("The plan's load needs {wanted} hosts, not {n}: {names}."),
        phrase("Name as many with `--on` as the plan says, or change `hosts` in it."),
        wanted=campaign.hosts,
        n=len(hosts),
        names=", ".join(each.name for each in hosts),
    )


def _no_hosts() -> InputError:
    return InputError(
        phrase("No hosts"),
        phrase("No host is connected."),
        phrase("Start one: `cipherbench host --store URL --name rack1`."),
    )


def _no_batch(campaign: str) -> InputError:
    return InputError(
        phrase("Campaign of no host"),
        phrase("Campaign {campaign} was not measured by a host of this store."),
        phrase("Resume it on its own machine, without `--on`."),
        campaign=campaign,
    )


def _no_part(name: str, known: Collection[str]) -> InputError:
    return InputError(
        phrase("Host not part of the campaign"),
        phrase("{name} has no part in this campaign."),
        phrase("Choose one of: {known}."),
        name=name,
        known=", ".join(known),
    )


def _is_fit(host: HostRecord, coordinator: Facts) -> bool:
    return host.state(coordinator) is HostState.READY


def _check_usable(name: str, known: Mapping[str, HostRecord], coordinator: Facts) -> None:
    """Raises: InputError for a host that has not joined, is lost, or unlike the coordinator"""
    if name not in known or known[name].lost:
        raise _not_joined(name, known)
    refuse_unlike(coordinator, known[name].facts, name)


def _not_joined(name: str, known: Mapping[str, HostRecord]) -> InputError:
    message: Message = phrase("{name} has not joined.")
    if name in known:
        message = phrase("{name} is lost: it was last heard {seconds} s ago.")
    return InputError(
        phrase("Host not available"),
        message,
        phrase("Start it: `cipherbench host --store URL --name {name}`."),
        name=name,
        seconds=round(known[name].silent_s) if name in known else 0,
    )
