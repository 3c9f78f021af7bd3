"""Commands on the results store and its campaigns: list, label, delete, check, archive, import."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.common.options import DONE, RUN_FAILED, json_option, store_option
from app.command_line.common.terminal import print_json, print_text, say, show
from app.system.terminal_text import visible

if TYPE_CHECKING:
    from app.results.records import CampaignSummary
    from app.results.store.store import Store


@click.command()
@click.argument("words", nargs=-1)
@click.option("--tag", "tags", metavar="TAG", multiple=True, help="Only campaigns with this tag.")
@click.option("--archived", is_flag=True, help="Include hidden campaigns.")
@store_option
@json_option
def campaigns(
    words: tuple[str, ...],
    tags: tuple[str, ...],
    archived: bool,
    store_url: str | None,
    as_json: bool,
) -> None:
    """List campaigns in the results store, newest first.

    WORDS select campaigns that contain all of them in name, server, status, number, tags or notes.
    """
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        summaries = [each for each in store.campaigns() if archived or not each.archived]
        summaries = [each for each in summaries if each.matches(words)]
        wanted = {each.casefold() for each in tags}
        summaries = [each for each in summaries if wanted <= set(map(str.casefold, each.tags))]
        if as_json:
            print_json([each.to_json() for each in summaries])
            return
        lines = list(map(_line, summaries))
    for line in lines:
        show(line)
    if not summaries and (words or tags):
        say("No campaign matches.")


def _line(each: CampaignSummary) -> str:
    when = datetime.fromtimestamp(each.created_at).strftime("%Y-%m-%d %H:%M")
    runs = f"{each.runs_done:>4} of {each.runs_total:<4}"
    away = " (hidden)" if each.archived else ""
    tags = f"  [{', '.join(each.tags)}]" if each.tags else ""
    return f"{each.id:>4}  {when}  {each.outcome:<18} {runs} {each.name}{away}{tags}"


@contextmanager
def _writable_campaign(campaign: str, store_url: str | None) -> Iterator[tuple[Store, int]]:
    """The store, open to write, and the number of a campaign in it."""
    from app.results.store.store import open_store

    with open_store(store_url, write=True) as store:
        yield store, store.find(campaign)


@click.command()
@click.argument("campaign")
@store_option
def plan(campaign: str, store_url: str | None) -> None:
    """Print the plan of CAMPAIGN, to change and run it again."""
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        print_text(store.plan_text(store.find(campaign)))


@click.command()
@click.argument("campaign")
@click.argument("tags", nargs=-1)
@click.option("--remove", is_flag=True, help="Remove these tags; without TAGS, all.")
@store_option
def tag(campaign: str, tags: tuple[str, ...], remove: bool, store_url: str | None) -> None:
    """Add TAGS to CAMPAIGN."""
    from app.results.store.campaign_details import set_details

    with _writable_campaign(campaign, store_url) as (store, number):
        known = store.summary(number).tags
        gone = {each.casefold() for each in tags or known}
        remaining = [each for each in known if each.casefold() not in gone] if remove else known
        set_details(store, number, tags=remaining if remove else (*known, *tags))
        say(f"Campaign {number} has these tags: {', '.join(store.summary(number).tags) or 'none'}")


@click.command()
@click.argument("campaign")
@click.argument("name")
@store_option
def rename(campaign: str, name: str, store_url: str | None) -> None:
    """Rename CAMPAIGN to NAME. Its plan keeps the old name."""
    from app.results.store.campaign_details import set_details

    with _writable_campaign(campaign, store_url) as (store, number):
        set_details(store, number, name=name)
        say(f"Campaign {number} is now named “{store.summary(number).name}”")


@click.command()
@click.argument("campaign")
@click.argument("text")
@store_option
def note(campaign: str, text: str, store_url: str | None) -> None:
    """Replace the notes of CAMPAIGN by TEXT."""
    from app.results.store.campaign_details import set_details

    with _writable_campaign(campaign, store_url) as (store, number):
        set_details(store, number, notes=text)
        say(
            f"Saved the notes of campaign {number}"
            if text.strip()
            else f"Removed the notes of campaign {number}"
        )


@click.command(name="put-away")
@click.argument("campaign")
@click.option("--back", is_flag=True, help="Restore it to the list.")
@store_option
def put_away(campaign: str, back: bool, store_url: str | None) -> None:
    """Hide CAMPAIGN from the list. Its results stay."""
    from app.results.store.campaign_details import set_details

    with _writable_campaign(campaign, store_url) as (store, number):
        set_details(store, number, archived=not back)
        say(f"Campaign {number} was {'restored to the list' if back else 'hidden'}")


@click.command()
@click.argument("campaign")
@click.option("--yes", is_flag=True, help="Do not ask.")
@store_option
def delete(campaign: str, yes: bool, store_url: str | None) -> None:
    """Delete CAMPAIGN and its results permanently."""
    with _writable_campaign(campaign, store_url) as (store, number):
        name = store.summary(number).name
        if not yes:
            question = f"Delete campaign {number} “{visible(name)}” permanently?"
            click.confirm(question, abort=True, err=True)
        store.delete_campaign(number)
        say(f"Deleted campaign {number} “{name}”")


@click.command()
@click.argument("store", required=False)
@store_option
@json_option
def check(store: str | None, store_url: str | None, as_json: bool) -> int:
    """Check STORE for damage.

    If it is damaged, list what can still be read of each campaign. Lessons are checked by `lesson`.
    """
    from app.lessons.lesson_reading import refuse_lesson
    from app.results.intake.store_check import check_store

    refuse_lesson(Path(store) if store else None)

    report = check_store(store or store_url)
    if as_json:
        print_json(report.to_json())
    else:
        for line in report.lines():
            show(line)
    return DONE if report.intact else RUN_FAILED


@click.command()
@click.argument("campaign")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path))
@store_option
def archive(campaign: str, output: Path, store_url: str | None) -> None:
    """Write everything stored of CAMPAIGN to a ZIP file.

    `import` reads it on any machine.
    """
    from app.report.files.export import export_archive as write_archive
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        write_archive(store, store.find(campaign), output)
    say(f"Wrote {output}")


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@store_option
@json_option
def import_results(file: Path, store_url: str | None, as_json: bool) -> None:
    """Import FILE into the results store.

    FILE is an archive, or the spool of an interrupted campaign.
    """
    from app.results.intake.file_import import import_into_store

    taken = import_into_store(file, store_url)
    if as_json:
        print_json(asdict(taken))
    else:
        say(taken.sentence)
