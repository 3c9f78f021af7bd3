"""Commands for several machines: `coordinator`, `host`, `hosts`, and --on of `run` and `resume`."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.common.options import (
    DONE,
    RUN_FAILED,
    IntegerBetween,
    json_option,
    store_option,
    words_in,
)
from app.command_line.common.terminal import (
    number,
    password_prompt,
    print_json,
    print_table,
    say,
    show,
)
from app.system import interruption

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.hosts.batch_coordination import Batch, Coordination, ShareProgress
    from app.hosts.coordinator import PreparedStore
    from app.hosts.facts import Facts
    from app.hosts.messages import HostRecord, Share
    from app.hosts.shared_schema import NewPassword
    from app.plan.campaign import Campaign
    from app.results.events import Event
    from engines.contract.errors import CipherbenchError
    from engines.servers.server import Server

_FILE = click.Path(path_type=Path)


@click.command()
@click.option(
    "--listen",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Address that hosts connect to; default: this machine only.",
)
@click.option("--port", type=IntegerBetween(1, 65_535), default=5433, show_default=True)
@click.option("--host", "hosts", multiple=True, metavar="NAME", help="Admit a host; repeatable.")
@click.option("--certificate", type=_FILE, help="Your own certificate (PEM), with --key.")
@click.option("--key", type=_FILE, help="Its key (PEM, no passphrase).")
@store_option
def coordinator(
    listen: str,
    port: int,
    hosts: tuple[str, ...],
    certificate: Path | None,
    key: Path | None,
    store_url: str | None,
) -> int:
    """Serve a store that hosts on other machines join, until Ctrl+C.

    With --store, prepare that PostgreSQL instead and exit. New passwords are printed once; set
    CIPHERBENCH_PASSWORD_<NAME> to choose them.
    """
    if (certificate is None) != (key is None):
        raise click.UsageError("--certificate and --key need each other.")
    if store_url is not None:
        return _prepare_store(store_url, hosts)
    from app.hosts.coordinator import RestartLimit, embedded_store

    own_certificate = (certificate, key) if certificate and key else None
    restarts = RestartLimit()
    while True:
        with embedded_store(listen, port, hosts, own_certificate) as prepared:
            if not restarts.begun:
                _print_how_to_join(prepared, hosts)
            say("Serving until Ctrl+C.")
            restarts.begin()
            if not _until_ctrl_c(prepared.server):
                return DONE
        restarts.end()
        say("PostgreSQL ended unexpectedly. Starting it again.")


def _prepare_store(url: str, hosts: Sequence[str]) -> int:
    from sqlalchemy import make_url

    from app.hosts.shared_schema import prepare_store, queue_library
    from app.hosts.store_login import address_of, store_login

    queue_library()
    login = store_login(url, prompt=password_prompt())
    _print_passwords(prepare_store(login.text, hosts))
    address = make_url(address_of(login.text))
    _print_commands(hosts, lambda name: address.set(username=name).render_as_string())
    say(f"Hosts can join {login.shown}")
    return DONE


def _print_how_to_join(prepared: PreparedStore, hosts: Sequence[str]) -> None:
    _print_passwords(prepared.passwords)
    _print_commands(hosts, prepared.for_user)
    if prepared.certificate is not None:
        say(f"Copy {prepared.certificate} to each host.")
    else:
        say("Add &sslrootcert=FILE, the certificate of its authority, to each address.")


def _print_commands(hosts: Sequence[str], address: Callable[[str], str]) -> None:
    """`address(user)` is the store's URL for that user."""
    for name in hosts or ("NAME",):
        show(f"cipherbench host --name {name} --store '{address(name)}'")
    show(f"cipherbench run PLAN --on all --store '{address('coordinator')}'")


def _print_passwords(passwords: Sequence[NewPassword]) -> None:
    from app.system.password_sources import variable_of

    for each in passwords:
        if each.is_generated:
            show(f"export {variable_of(each.role)}={each.password}")


def _until_ctrl_c(server: Server) -> bool:
    """Wait for Ctrl+C; returns True if the server ended by itself before."""
    from threading import Event

    interrupted = Event()
    interruption.on_first_signal(interrupted.set)
    try:
        while not interrupted.wait(0.5):
            if server.has_ended:
                return True
    finally:
        interruption.on_first_signal(None)
    return False


@click.command()
@click.option("--name", metavar="NAME", required=True, help="Name of this machine: rack1.")
@store_option
def host(name: str, store_url: str | None) -> int:
    """Join a coordinator's store and measure the shares it hands out, until Ctrl+C.

    The password comes from CIPHERBENCH_PASSWORD_<NAME> or the keyring. The host listens on no
    port.
    """
    from app.hosts.host import Host
    from app.hosts.shared_schema import queue_library
    from app.hosts.store_login import store_login

    if store_url is None:
        raise click.UsageError("Name the coordinator's store with --store.")
    queue_library()
    login = store_login(store_url, name, password_prompt())
    joined = Host(login, name, _print_share_event, _print_store_state)
    interruption.on_first_signal(joined.end)
    try:
        facts = joined.join()
        offset = number((facts.offset_s or 0.0) * 1000, 1, "+")
        say(f"{name} joined {login.shown}. Clock offset {offset} ms.")
        joined.serve()
    finally:
        interruption.on_first_signal(None)
        joined.close()
    return DONE


def _print_share_event(share: Share, event: Event) -> None:
    from app.results.events import CampaignFinished, CampaignStarted, Noted

    match event:
        case CampaignStarted(name=name, total=total):
            say(f"Share {share.part} of {share.parts}: {name}, {total} runs")
        case CampaignFinished(status=status, failed=failed):
            say(f"Share {share.part} of {share.parts}: {status}, {failed} failed")
        case Noted(message=message):
            say(str(message))


def _print_store_state(error: CipherbenchError | None) -> None:
    say("The store answers again." if error is None else f"The store does not answer. {error}")


@click.command()
@store_option
@json_option
def hosts(store_url: str | None, as_json: bool) -> int:
    """List hosts: versions, cores, AES instructions, clock offset, last heard."""
    with _coordination(store_url) as coordination:
        coordinator_facts, known = coordination.coordinator(), coordination.hosts()
    if as_json:
        print_json([_host_to_json(each, coordinator_facts) for each in known])
        return DONE
    print_table(
        _COLUMN_HEADS, [_host_row(each, coordinator_facts) for each in known], left=(0, 7, 8)
    )
    for each in known:
        for message in each.differences(coordinator_facts):
            say(f"{each.name}: {message}")
    return DONE


_COLUMN_HEADS = (
    "host", "version", "Python", "cores", "AES", "offset ms", "heard s ago", "state", "drivers",
)  # fmt: skip


def _host_row(host: HostRecord, coordinator: Facts) -> tuple[str, ...]:
    facts, state = host.facts, host.state(coordinator).value
    if facts is None:
        return (host.name, "", "", "", "", "", number(host.silent_s, 0), state, "")
    offset = None if facts.offset_s is None else facts.offset_s * 1000
    return (
        host.name,
        facts.version,
        facts.python.rpartition(" ")[2],
        str(facts.cores),
        "yes" if facts.has_aes else "no",
        number(offset, 1, "+"),
        number(host.silent_s, 0),
        state,
        ", ".join(f"{name} {version}" for name, version in facts.engine_drivers),
    )


def _host_to_json(host: HostRecord, coordinator: Facts) -> dict[str, object]:
    state = host.state(coordinator).value
    known = {"name": host.name, "state": state, "silent_s": round(host.silent_s, 3)}
    facts = {} if host.facts is None else host.facts.to_json()
    return {**known, "differs": list(map(str, host.differences(coordinator))), **facts}


@contextmanager
def _coordination(store_url: str | None) -> Iterator[Coordination]:
    from app.hosts.batch_coordination import Coordination
    from app.hosts.store_login import store_login

    if store_url is None:
        raise click.UsageError("Name the coordinator's store with --store.")
    coordination = Coordination(store_login(store_url, "coordinator", password_prompt()))
    try:
        yield coordination
    finally:
        coordination.close()


def run_on(names: str, campaign: Campaign, store_url: str | None, as_json: bool) -> int:
    """Have hosts run a plan and print their progress; returns the exit code."""
    with _coordination(store_url) as coordination:
        batch = coordination.hand_out(campaign, coordination.chosen(words_in(names)))
        return _follow(coordination, batch, as_json)


def resume_on(names: str, campaign: str, store_url: str | None, as_json: bool) -> int:
    """Have hosts complete their shares of a campaign and print their progress; the exit code."""
    with _coordination(store_url) as coordination:
        return _follow(coordination, coordination.resume(campaign, words_in(names)), as_json)


def _follow(coordination: Coordination, batch: Batch, as_json: bool) -> int:
    from app.hosts.batch_coordination import all_done, follow

    try:
        seen = follow(coordination, batch, _ChangePrinter(), report_connection=_print_store_state)
    except KeyboardInterrupt:
        coordination.withdraw(batch)
        say("Stopped. Hosts that began go on.")
        return interruption.STOPPED_CODE
    if as_json:
        print_json([_share_to_json(each) for each in seen])
    return DONE if all_done(seen) else RUN_FAILED


class _ChangePrinter:
    """Prints each change of a share's progress once."""

    def __init__(self) -> None:
        self._printed: dict[str, str] = {}

    def __call__(self, seen: Sequence[ShareProgress]) -> None:
        for each in seen:
            message = _progress_text(each)
            if self._printed.get(each.share.host) != message:
                say(f"{each.share.host}: {message}")
            self._printed[each.share.host] = message


def _progress_text(seen: ShareProgress) -> str:
    from app.hosts.messages import ShareState

    share, (done, total) = seen.share, seen.runs
    message = f"{share.state}, {done} of {total} runs" if total else f"{share.state}"
    if share.campaign_id is not None:
        message += f", campaign #{share.campaign_id}"
    if seen.lost and share.state is not ShareState.DONE:
        message += ", host lost"
    return f"{message}. {share.message}" if share.message else message


def _share_to_json(seen: ShareProgress) -> dict[str, object]:
    share = seen.share
    return {
        "token": str(share.token),
        "host": share.host,
        "part": share.part,
        "parts": share.parts,
        "seed": share.seed,
        "state": share.state.value,
        "lost": seen.lost,
        "campaign": share.campaign_id,
        "runs_done": seen.runs[0],
        "runs_total": seen.runs[1],
        "said": str(share.message),
    }
