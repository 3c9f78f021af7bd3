"""The command line. Data goes to stdout, progress and messages to stderr.

Exit code 0: done; 1: a run failed or was cancelled, or its results are not in the store; 2: bad
input, told in one sentence, and nothing was run.
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.command_line.terminal import ask_password, number, print_json, print_table, say, show
from app.plan.status import Status
from app.system import interruption
from app.system.addresses import know_arguments
from app.system.folders import log_file, log_to_file
from app.system.passwords import take_passwords
from engines.contract.errors import CipherbenchError, HasRun
from engines.keeping.home import make_named_home

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.campaign.conductor import Outcome
    from app.campaign.runner import CampaignRunner
    from app.plan.campaign import Campaign
    from app.results.database.store import Store

_BAD_INPUT, _RUN_FAILED = 2, 1
_STOPPED = "Stopped."


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit code; no traceback reaches the user."""
    take_passwords()
    know_arguments(arguments)
    try:
        make_named_home()
        log_to_file()
        code = cipherbench.main(list(arguments), "cipherbench", standalone_mode=False)
        return int(code or 0)
    except CipherbenchError as error:
        say(str(error))
        return _RUN_FAILED if isinstance(error, HasRun) else _BAD_INPUT
    except click.ClickException as error:
        say(error.format_message())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say(_STOPPED)
        return _RUN_FAILED
    except Exception:
        logging.getLogger(__name__).exception("%s", _without_addresses(arguments))
        say(f"Internal error; the log file says more: {log_file()}")
        return _RUN_FAILED


def _named_store(context: click.Context, _: click.Parameter, named: str | None) -> str | None:
    """The store named after the command, or else before it."""
    before = context.parent.params.get("store_url") if context.parent else None
    return named or before


_store = click.option(
    "--store",
    "store_url",
    metavar="URL",
    callback=_named_store,
    help="Results store: a file or URL.",
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_baseline = click.option(
    "--baseline", default="plaintext", show_default=True, help="Protection to compare with."
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cipherbench", message="%(prog)s %(version)s")
@_store
@click.pass_context
def cipherbench(context: click.Context, store_url: str | None) -> int:
    """Measure what database encryption costs and show what it hides.

    Without a command the desktop program opens.
    """
    if context.invoked_subcommand is not None:
        return 0
    from app.window.main_window import open_window

    interruption.hand_over()
    return open_window(store_url)


@cipherbench.command()
@_json
def engines(as_json: bool) -> None:
    """Servers found here, their versions, and what each can do."""
    from app.servers.inventory import inventory, inventory_lines

    servers = inventory()
    if as_json:
        print_json({"servers": servers})
        return
    for line in inventory_lines(servers):
        show(line)


@cipherbench.command(name="run")
@click.argument("plan")
@_store
@_json
def run_plan(plan: str, store_url: str | None, as_json: bool) -> int:
    """Run PLAN: a plan file, or the name of a plan that ships (demo, hospital-study)."""
    from app.plan.plan_file import read_plan

    campaign = read_plan(plan)
    with _conductor(store_url, campaign) as conductor:
        return _finish(conductor.run(campaign), store_url, as_json)


@cipherbench.command()
@click.argument("campaign")
@click.option(
    "--as-new", is_flag=True, help="Run its plan as a campaign of its own, from its first run."
)
@_store
@_json
def resume(campaign: str, as_new: bool, store_url: str | None, as_json: bool) -> int:
    """Go on with CAMPAIGN (a name or a number) at its first unfinished run.

    Servers, machine, drivers and data must be those that it began with.
    """
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        planned = store.load(store.find(campaign)).campaign
    with _conductor(store_url, planned) as conductor:
        outcome = conductor.run_as_new(campaign) if as_new else conductor.resume(campaign)
        return _finish(outcome, store_url, as_json)


@cipherbench.command()
@_store
@_json
def campaigns(store_url: str | None, as_json: bool) -> None:
    """The campaigns in the results store, newest first."""
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        summaries = store.campaigns()
    if as_json:
        print_json([each.to_json() for each in summaries])
        return
    for each in summaries:
        when = datetime.fromtimestamp(each.created_at).strftime("%Y-%m-%d %H:%M")
        show(
            f"{each.id:>4}  {when}  {each.outcome:<18} {each.runs_done:>4} of {each.runs_total:<4} "
            f"{each.name}"
        )


@cipherbench.command()
@click.argument("campaign")
@_baseline
@_store
@_json
def compare(campaign: str, baseline: str, store_url: str | None, as_json: bool) -> None:
    """Mean, deviation and cost of every cell of CAMPAIGN, operation by operation."""
    from app.report.wording import marked_names
    from app.results.compare import compare as compare_rows
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        campaign_id = store.find(campaign)
        rows = compare_rows(store, campaign_id, baseline)
        names = marked_names(store.cells(campaign_id))
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    heads = ("server", "protection", "size", "operation", "n", "mean s", "sd s", "CPU %", "MB",
             "cost %", "status")  # fmt: skip
    cells = [
        (
            row.server, names[row.server, row.protection], f"{row.size:,}", row.operation,
            str(row.n), number(row.mean_s, 4), number(row.sd_s, 4), number(row.cpu_percent, 0),
            number(row.memory_mb, 0), number(row.cost_percent, 1, "+"), row.status,
        )
        for row in rows
    ]  # fmt: skip
    print_table(heads, cells, left={0, 1, 3, 10})


@cipherbench.command()
@click.argument("campaign")
@click.option("--format", "kind", required=True, help="csv, json or md.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path))
@_baseline
@_store
def export(campaign: str, kind: str, output: Path, baseline: str, store_url: str | None) -> None:
    """Write the results of CAMPAIGN into a file."""
    from app.report.export import export as write_export
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        write_export(store, store.find(campaign), kind, output, baseline)
    say(f"Wrote {output}")


@cipherbench.command()
@click.argument("campaign")
@click.option("--again", is_flag=True, help="Gather anew what is stored already.")
@click.option("--memory", is_flag=True, help="With --json: the memory of servers as well.")
@_store
@_json
def evidence(campaign: str, again: bool, memory: bool, store_url: str | None, as_json: bool) -> int:
    """Where the data of CAMPAIGN lie readable: a marker is planted under each protection and looked
    for in everything that its servers write."""
    from app.command_line.evidence import print_evidence
    from app.evidence.tables import place_rows
    from app.report.wording import marked_names
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        campaign_id = store.find(campaign)
        planned, seen = store.load(campaign_id).campaign, store.evidence(campaign_id)
        names = marked_names(store.cells(campaign_id))
    if again or not seen:
        with _conductor(store_url, planned) as conductor:
            outcome = conductor.evidence(f"#{campaign_id}")
        if outcome.status is not Status.DONE:
            return _RUN_FAILED
        with _after_a_run(), open_store(store_url, write=False) as store:
            seen = store.evidence(campaign_id)
    if as_json:
        print_json(place_rows(seen, memory=memory))
    else:
        print_evidence(seen, names)
    return 0


@cipherbench.command()
@click.argument("store", required=False)
@_store
@_json
def check(store: str | None, store_url: str | None, as_json: bool) -> int:
    """Whether STORE is sound; where not, what of each campaign can still be read."""
    from app.results.spool.check import check_store

    report = check_store(store or store_url)
    if as_json:
        print_json(report.to_json())
    else:
        show("\n".join(report.lines()))
    return 0 if report.whole else _RUN_FAILED


@cipherbench.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@_store
@_json
def import_results(file: Path, store_url: str | None, as_json: bool) -> None:
    """Take FILE, a spool that a campaign left behind, into the results store."""
    from app.results.database.store import open_store
    from app.results.spool.importing import import_file

    with open_store(store_url, write=True) as store:
        store.check_pages()
        taken = import_file(store, file)
    if as_json:
        print_json(asdict(taken))
    else:
        say(taken.sentence)


@cipherbench.command()
@click.argument("times", type=click.Path(path_type=Path))
@_json
def cost(times: Path, as_json: bool) -> None:
    """The published study's cost table from TIMES, a CSV of times."""
    from app.results.cost import cost_json, cost_table, read_times

    table = cost_table(read_times(times))
    if as_json:
        print_json(cost_json(table))
        return
    operations = list(table[0].operations) if table else []
    rows = [
        (
            each.engine,
            *(f"{each.operations[name]:.2f}" for name in operations),
            f"{each.mean_percent:.2f}",
            number(each.sd_percent, 2),
        )
        for each in table
    ]
    print_table(("engine", *operations, "mean %", "sd"), rows, left={0})


@cipherbench.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def screenshots(folder: Path) -> None:
    """Every page, filled by a real small campaign, as PNG files in FOLDER."""
    from app.window.screenshots import make_screenshots

    make_screenshots(folder)


@cipherbench.command()
@click.argument("image", required=False)
@click.option("--list", "as_list", is_flag=True, help="Show the pictures that ship.")
@click.option("--column", metavar="TABLE.COLUMN", help="Look at a column of records instead.")
@click.option("--server", metavar="NAME", help="A server found here, saved, or in the plan.")
@click.option("--plan", type=click.Path(path_type=Path), help="The plan that names the server.")
@click.option("--kind", type=click.Choice(["native", "client"]), default="native")
@click.option("--algorithm", default="aes", show_default=True)
@click.option("--bits", type=int, default=128, show_default=True)
@click.option("--mode", "modes", multiple=True, help="Once, or several times for a sheet.")
@click.option("--pixels", type=click.Choice(["palette", "grey", "rgb"]))
@click.option("--key", metavar="HEX", help="Random without.")
@click.option("--iv", metavar="HEX", help="Random without.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A .png or .svg file.")
@click.option("--sheet", is_flag=True, help="The original beside it.")
@click.option("--records", type=int, default=8000, show_default=True)
@click.option("--profile", type=click.Choice(["study", "sound"]), default="study")
@_json
def pattern(
    image: str | None, as_list: bool, column: str | None, as_json: bool, **rest: Any
) -> None:
    """What a mode leaves visible: IMAGE (a file or a shipped picture) through a server's function.

    With --column, records of the hospital workload are stored and a column of them is looked at.
    """
    from app.command_line import pattern as command

    if as_list:
        for line in command.listed():
            show(line)
        return
    if (image is None) == (column is None) or not rest["server"]:
        raise click.UsageError("Name a server, and either an image or a column.")
    wanted = command.wanted(rest)
    ask = ask_password if sys.stdin.isatty() else None
    found: object
    if image is not None:
        sealed = command.seal_pictures(wanted, command.picture_wanted(image, rest), ask, say)
        found, lines = command.picture_json(sealed), command.picture_lines(sealed)
    else:
        assert column is not None
        sound = rest["profile"] == "sound"
        report = command.look_at_column(wanted, column, rest["records"], sound, ask, say)
        found, lines = report.to_json(), command.column_lines(report)
    if as_json:
        print_json(found)
    else:
        for line in lines:
            show(line)


@contextmanager
def _conductor(store_url: str | None, campaign: Campaign) -> Iterator[Any]:
    """A conductor that tells its progress on stderr and that Ctrl+C cancels."""
    from app.campaign.conductor import Conductor
    from app.command_line.progress import TerminalProgress
    from app.evidence.gathering import gather_evidence

    conductor = Conductor(
        store_url, _passwords(campaign), sink=TerminalProgress(), gather=gather_evidence
    )
    seconds = interruption.ORDERLY_SECONDS
    hang_up = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # the terminal is not the campaign

    def cancel_on_signal(runner: CampaignRunner) -> None:
        interruption.in_order(lambda: runner.cancel(seconds))

    conductor.on_start = cancel_on_signal
    interruption.hurry(lambda: conductor.ending.ask(0))
    try:
        yield conductor
    finally:
        interruption.in_order(None)
        interruption.hurry(None)
        signal.signal(signal.SIGHUP, hang_up)


def _passwords(campaign: Campaign) -> dict[str, str]:
    """Passwords of servers at an address: from the environment, the keyring, else asked for."""
    from app.system.passwords import passwords_for

    return passwords_for(campaign.servers, ask_password if sys.stdin.isatty() else None)


def _without_addresses(arguments: Sequence[str]) -> str:
    """A command line with no more of each URL than its scheme: where the password in one ends is
    not to be known."""
    parts = (argument.partition("://") for argument in arguments)
    return " ".join(f"{before}{sign}{'…' if sign else ''}" for before, sign, _ in parts)


def _finish(outcome: Outcome, store_url: str | None, as_json: bool) -> int:
    if as_json:
        with _after_a_run(), _open(store_url) as store:
            print_json(store.summary(outcome.campaign_id).to_json())
    if outcome.status is Status.CANCELLED:
        say(_STOPPED)
    done = outcome.status is Status.DONE and not outcome.failed
    return 0 if done else _RUN_FAILED


def _open(store_url: str | None) -> Store:
    from app.results.database.store import open_store

    return open_store(store_url, write=False)


@contextmanager
def _after_a_run() -> Iterator[None]:
    """What goes wrong now does not undo that something was run."""
    try:
        yield
    except CipherbenchError as error:
        raise HasRun.of(error) from error
