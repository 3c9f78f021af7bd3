"""The command `cipherbench`: its subcommands, error messages, and which errors give which exit code
(`options.BAD_INPUT` and its like; for what was stopped `interruption.STOPPED_CODE`)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import click

from app.command_line.advise import advise
from app.command_line.campaigns import resume, run_plan
from app.command_line.changes import changes
from app.command_line.common.campaign_execution import STOPPED, explained_os_errors
from app.command_line.common.options import BAD_INPUT, DONE, RUN_FAILED, store_option
from app.command_line.common.terminal import say
from app.command_line.design import design
from app.command_line.evidence import evidence
from app.command_line.hosts import coordinator, host, hosts
from app.command_line.installation import completion, desktop, home, open_file, run_window
from app.command_line.k6 import export_k6, serve_api
from app.command_line.lesson import lesson
from app.command_line.manual.command_help import HelpGroup, with_examples
from app.command_line.pattern import pattern
from app.command_line.results import charts, compare, cost, export
from app.command_line.servers import engines
from app.command_line.stored_campaigns import (
    archive,
    campaigns,
    check,
    delete,
    import_results,
    note,
    plan,
    put_away,
    rename,
    tag,
)
from app.command_line.studies import studies
from app.system.address_passwords import hide_passwords_in_arguments
from app.system.folders import log_file, log_to_file
from app.system.interruption import STOPPED_CODE
from app.system.password_sources import take_passwords
from engines.contract.errors import CipherbenchError, FailedAfterRun
from engines.contract.secrecy import redacted
from engines.keeping.home import make_named_home


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit code; no traceback reaches the user."""
    take_passwords()
    hide_passwords_in_arguments(arguments)
    try:
        with explained_os_errors():
            make_named_home()
            log_to_file()
            code = cipherbench.main(list(arguments), "cipherbench", standalone_mode=False)
        return int(code or DONE)
    except CipherbenchError as error:
        say(str(error.without_secrets()))
        return RUN_FAILED if isinstance(error, FailedAfterRun) else BAD_INPUT
    except click.ClickException as error:
        say(redacted(" ".join(error.format_message().split())))  # click lists choices in lines
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say(STOPPED)
        return STOPPED_CODE
    except Exception:
        logging.getLogger(__name__).exception("%s", _without_addresses(arguments))
        say(f"Internal error. Details are in the log file: {log_file()}")
        return RUN_FAILED


@click.group(
    cls=HelpGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="cipherbench", message="%(prog)s %(version)s")
@store_option
@click.pass_context
def cipherbench(context: click.Context, store_url: str | None) -> int:
    """Measure what database encryption costs and show what it hides.

    Without a command, the desktop program opens.
    """
    if context.invoked_subcommand is not None:
        return DONE
    return run_window(store_url)


for _command in (
    advise,
    archive,
    campaigns,
    changes,
    charts,
    check,
    compare,
    completion,
    coordinator,
    cost,
    delete,
    design,
    desktop,
    engines,
    evidence,
    export,
    export_k6,
    home,
    host,
    hosts,
    import_results,
    lesson,
    note,
    open_file,
    pattern,
    plan,
    put_away,
    rename,
    resume,
    run_plan,
    serve_api,
    studies,
    tag,
):
    cipherbench.add_command(with_examples(_command))


def _without_addresses(arguments: Sequence[str]) -> str:
    """The command line with each URL cut after its scheme, since a password in it cannot be told
    from the rest."""
    parts = (argument.partition("://") for argument in arguments)
    return " ".join(f"{before}{sign}{'…' if sign else ''}" for before, sign, _ in parts)
