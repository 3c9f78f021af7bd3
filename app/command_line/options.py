"""Options that several commands take, and what exit codes mean."""

from __future__ import annotations

import click

DONE, RUN_FAILED, BAD_INPUT = 0, 1, 2
"""0: done; 1: a run failed or was cancelled, or its results are not in the store; 2: bad input,
told in one sentence, and nothing was run."""


def _named_store(context: click.Context, _: click.Parameter, named: str | None) -> str | None:
    """The store named after the command, or else before it."""
    before = context.parent.params.get("store_url") if context.parent else None
    return named or before


store_option = click.option(
    "--store",
    "store_url",
    metavar="URL",
    callback=_named_store,
    help="Results store: a file or URL.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
study_option = click.option(
    "--study",
    "studies",
    metavar="NAME",
    multiple=True,
    help="Lay a published study beside it: one of `cipherbench studies`, or a TOML file.",
)
baseline_option = click.option(
    "--baseline", help="Protection to compare with; else the campaign's own, such as plaintext."
)
