"""`cipherbench advise`: which protections of a campaign satisfy the user's requirements."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.options import (
    json_option,
    requirement_options,
    store_option,
    with_requirements,
)
from app.command_line.common.terminal import print_json, print_text_table, say, show

if TYPE_CHECKING:
    from app.report.document.document_blocks import Block


@click.command()
@click.argument("campaign")
@requirement_options
@click.option("--profile", metavar="NAME", help="Prices from a profile, by name or .toml file.")
@click.option("--save", is_flag=True, help="Keep the requirements with the campaign, for reports.")
@store_option
@json_option
def advise(
    campaign: str,
    profile: str | None,
    save: bool,
    store_url: str | None,
    as_json: bool,
    **requirements: Any,
) -> None:
    """Say which protections of CAMPAIGN satisfy your requirements, and what they cost.

    Options come before requirements that are kept with the campaign, or stand in its plan under
    [advice]. Without any, the usual requirements are answered.
    """
    from app.report.document.advice_sections import advice, compliance
    from app.report.document.build_document import ReportOptions, with_choices
    from app.report.document.document_blocks import ListBlock
    from app.report.document.report_profile import read_profile, with_profile
    from app.report.document.summary_sections import summary
    from app.report.figures.answer import answer_of
    from app.report.figures.campaign_report import report_on
    from app.report.page_one.build_page_one import page_one
    from app.results.store.campaign_details import store_requirements
    from app.results.store.store import open_store

    options = with_requirements(ReportOptions(), requirements)
    if profile:
        options = with_profile(options, read_profile(profile))
    with open_store(store_url, write=save) as store:
        number = store.find(campaign)
        report = with_choices(report_on(store, number), options)
        if save:
            store_requirements(store, number, report.requirements)
    answer = answer_of(report)
    if as_json:
        print_json({**answer.to_json(), **page_one(report).to_json()})
        return
    for at, block in enumerate(chain(summary(report), advice(report), compliance(report))):
        if at and not isinstance(block, ListBlock):
            show("")
        _show(block)
    if not answer.answers:
        show("There is no protection to advise on: nothing was compared with the baseline.")
    if save:
        say(f"Kept with “{report.summary.name}”.")


def _show(block: Block) -> None:
    from app.report.document.document_blocks import Cards, Heading, ListBlock, Paragraph, TableBlock

    match block:
        case Cards(cards):
            for card in cards:
                show(f"{card.title}: {card.head}")
                for line in card.lines:
                    show(f"- {line}")
        case Paragraph(text, _, head):
            show(f"{head} {text}".strip())
        case Heading(text):
            show(text)
        case ListBlock(items):
            for each in items:
                show(f"- {each}")
        case TableBlock(caption, table):
            if caption:
                show(caption)
            print_text_table(table)
