"""Commands about the results store itself."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from app.command_line.options import DONE, RUN_FAILED, json_option, store_option
from app.command_line.terminal import print_json, say, show


@click.command()
@click.argument("store", required=False)
@store_option
@json_option
def check(store: str | None, store_url: str | None, as_json: bool) -> int:
    """Whether STORE is sound; where not, what of each campaign can still be read."""
    from app.results.spool.check import check_store

    report = check_store(store or store_url)
    if as_json:
        print_json(report.to_json())
    else:
        show("\n".join(report.lines()))
    return DONE if report.whole else RUN_FAILED


@click.command()
@click.argument("campaign")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path))
@store_option
def archive(campaign: str, output: Path, store_url: str | None) -> None:
    """Write all that is stored of CAMPAIGN into a ZIP file that `import` takes in elsewhere."""
    from app.report.files.archive import archive as write_archive
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        write_archive(store, store.find(campaign), output)
    say(f"Wrote {output}")


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@store_option
@json_option
def import_results(file: Path, store_url: str | None, as_json: bool) -> None:
    """Take FILE, an archive or a spool that a campaign left behind, into the results store."""
    from app.results.database.store import open_store
    from app.results.spool.importing import import_file

    with open_store(store_url, write=True) as store:
        store.check_pages()
        taken = import_file(store, file)
    if as_json:
        print_json(asdict(taken))
    else:
        say(taken.sentence)
