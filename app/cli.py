"""The command line. Data goes to stdout, progress and messages to stderr.

Exit code 0: done; 1: a run failed or was cancelled; 2: bad input, told in one sentence.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.campaign.status import Status
from app.folders import log_file, log_to_file
from app.terminal import ask_password, number, print_json, print_table, say
from engines.errors import CipherbenchError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.campaign.conduct import Outcome
    from app.campaign.plan import Campaign
    from app.campaign.runner import CampaignRunner

_BAD_INPUT, _RUN_FAILED = 2, 1


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit code; no traceback reaches the user."""
    log_to_file()
    try:
        code = cipherbench.main(list(arguments), "cipherbench", standalone_mode=False)
        return int(code or 0)
    except CipherbenchError as error:
        say(str(error))
        return _BAD_INPUT
    except click.ClickException as error:
        say(error.format_message())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("Stopped.")
        return _RUN_FAILED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        logging.getLogger(__name__).exception("%s", _without_passwords(" ".join(arguments)))
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
    from app.window import open_window

    return open_window(store_url)


@cipherbench.command()
@_json
def engines(as_json: bool) -> None:
    """Servers found here, their versions, and what each can do."""
    from app.inventory import inventory, inventory_lines

    servers = inventory()
    if as_json:
        print_json({"servers": servers})
        return
    for line in inventory_lines(servers):
        click.echo(line)


@cipherbench.command(name="run")
@click.argument("plan")
@_store
@_json
def run_plan(plan: str, store_url: str | None, as_json: bool) -> int:
    """Run PLAN: a plan file, or the name of a plan that ships (demo, hospital-study)."""
    from app.campaign.plan_file import read_plan

    campaign = read_plan(plan)
    with _conductor(store_url, campaign) as conductor:
        return _finish(conductor.run(campaign), store_url, as_json)


@cipherbench.command()
@click.argument("campaign")
@_store
@_json
def resume(campaign: str, store_url: str | None, as_json: bool) -> int:
    """Go on with CAMPAIGN (a name or a number) at its first unfinished run."""
    from app.results.store import open_store

    with open_store(store_url, write=False) as store:
        planned = store.load(store.find(campaign)).campaign
    with _conductor(store_url, planned) as conductor:
        return _finish(conductor.resume(campaign), store_url, as_json)


@cipherbench.command()
@_store
@_json
def campaigns(store_url: str | None, as_json: bool) -> None:
    """The campaigns in the results store, newest first."""
    from app.results.store import open_store

    with open_store(store_url, write=False) as store:
        summaries = store.campaigns()
    if as_json:
        print_json([asdict(each) for each in summaries])
        return
    for each in summaries:
        when = datetime.fromtimestamp(each.created_at).strftime("%Y-%m-%d %H:%M")
        click.echo(
            f"{each.id:>4}  {when}  {each.status:<10} {each.runs_done:>4} of {each.runs_total:<4} "
            f"{each.name}"
        )


@cipherbench.command()
@click.argument("campaign")
@_baseline
@_store
@_json
def compare(campaign: str, baseline: str, store_url: str | None, as_json: bool) -> None:
    """Mean, deviation and cost of every cell of CAMPAIGN, operation by operation."""
    from app.results.compare import compare as compare_rows
    from app.results.store import open_store
    from app.results.wording import marked_names

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
    from app.results.export import export as write_export
    from app.results.store import open_store

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
    from app.evidence import print_evidence
    from app.results.evidence import place_rows
    from app.results.store import open_store
    from app.results.wording import marked_names

    with open_store(store_url, write=False) as store:
        campaign_id = store.find(campaign)
        planned, seen = store.load(campaign_id).campaign, store.evidence(campaign_id)
        names = marked_names(store.cells(campaign_id))
    if again or not seen:
        with _conductor(store_url, planned) as conductor:
            outcome = conductor.evidence(f"#{campaign_id}")
        if outcome.status is not Status.DONE:
            return _RUN_FAILED
        with open_store(store_url, write=False) as store:
            seen = store.evidence(campaign_id)
    if as_json:
        print_json(place_rows(seen, memory=memory))
    else:
        print_evidence(seen, names)
    return 0


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
    from app.screenshots import make_screenshots

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
    from app.patterns import command

    if as_list:
        click.echo("\n".join(command.listed()))
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
        report = command.look_at_column(wanted, column, rest["records"], sound, ask)
        found, lines = report.to_json(), command.column_lines(report)
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join(lines))


@contextmanager
def _conductor(store_url: str | None, campaign: Campaign) -> Iterator[Any]:
    """A conductor that tells its progress on stderr and that Ctrl+C cancels."""
    from app.campaign.conduct import Conductor
    from app.progress import TerminalProgress

    conductor = Conductor(store_url, _passwords(campaign), sink=TerminalProgress())
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def cancel_on_signal(runner: CampaignRunner) -> None:
        for each in before:
            signal.signal(each, lambda *_: runner.cancel())

    conductor.on_start = cancel_on_signal
    try:
        yield conductor
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _passwords(campaign: Campaign) -> dict[str, str]:
    """Passwords of servers at an address: from the environment, the keyring, else asked for."""
    from app.secrets import passwords_for

    return passwords_for(campaign.servers, ask_password if sys.stdin.isatty() else None)


def _without_passwords(words: str) -> str:
    """A command line without what stands before the host in the URL of a store."""
    return re.sub(r"://\S*@", "://…@", words)


def _finish(outcome: Outcome, store_url: str | None, as_json: bool) -> int:
    from app.results.store import open_store

    if as_json:
        with open_store(store_url, write=False) as store:
            summary = next(each for each in store.campaigns() if each.id == outcome.campaign_id)
        print_json(asdict(summary))
    done = outcome.status is Status.DONE and not outcome.failed
    return 0 if done else _RUN_FAILED
