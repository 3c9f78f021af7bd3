"""`cipherbench studies`: lists published studies, shows their figures, adds one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.common.options import json_option
from app.command_line.common.terminal import print_json, print_table, print_text, say, show

if TYPE_CHECKING:
    from app.findings.studies.study import Study


@click.command()
@click.argument("name", required=False)
@click.option(
    "--add",
    "added",
    metavar="FILE.toml",
    type=click.Path(path_type=Path),
    help="Add a study of your own, with its CSV file in the same folder.",
)
@click.option("--markdown", is_flag=True, help="Print all figures with sources as Markdown.")
@json_option
def studies(name: str | None, added: Path | None, markdown: bool, as_json: bool) -> None:
    """List published studies, or show the figures of one.

    NAME is a study of the list, or a TOML file.
    """
    from app.findings.studies.available_studies import add_study, study_named

    if name and added:
        raise click.UsageError("Use either --add FILE or NAME.")
    if added is not None:
        study = add_study(added)
        say(f"Added {study.name}: {len(study.figures)} figures.")
    if markdown:
        _show_markdown(name)
    elif name:
        _show_figures(study_named(name), as_json)
    elif added is None or as_json:
        _show_list(as_json)


def _show_markdown(name: str | None) -> None:
    from app.findings.studies.available_studies import all_studies, study_named
    from app.report.tables.studies_page import studies_markdown

    print_text(studies_markdown([study_named(name)] if name else all_studies()[0]))


def _show_list(as_json: bool) -> None:
    from app.findings.studies.available_studies import all_studies

    found, faults = all_studies()
    if as_json:
        print_json([each.to_json() for each in found])
    else:
        rows = [
            (each.name, each.short_name, str(len(each.figures)), ", ".join(each.engines),
             "your own" if each.own else "")
            for each in found
        ]  # fmt: skip
        print_table(("name", "study", "figures", "engines", ""), rows, left={0, 1, 3, 4})
    for fault in faults:
        say(str(fault))


def _show_figures(study: Study, as_json: bool) -> None:
    from dataclasses import asdict

    from app.report.figures.matched_study import figure_words
    from app.report.tables.studies_page import about_study

    if as_json:
        print_json({**study.to_json(), "figures": [asdict(each) for each in study.figures]})
        return
    for key, text in about_study(study).items():
        show(f"{key}: {text}")
    heads = ("engine", "protection", "operation", "case", "measure", "figure", "source")
    rows = [
        (
            each.engine or "any", each.protection or "any", each.operation or "all",
            each.case or "all", each.measure, figure_words(each), each.source,
        )
        for each in study.figures
    ]  # fmt: skip
    print_table(heads, rows, left={0, 1, 2, 3, 4, 6})
