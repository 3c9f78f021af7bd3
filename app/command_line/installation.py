"""Commands about the program on this machine: `open`, `desktop`, `completion`, `home`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from app.command_line.common.options import DONE, json_option, store_option
from app.command_line.common.terminal import print_json, print_table, print_text, say, show
from app.system import interruption

_VARIABLE = "_CIPHERBENCH_COMPLETE"


@click.command(name="open")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@store_option
def open_file(file: Path | None, store_url: str | None) -> int:
    """Open the window with FILE.

    FILE is a plan, or an archive to import.
    """
    from app.lessons.lesson_reading import refuse_lesson

    refuse_lesson(file)
    return run_window(store_url, file)


def run_window(store_url: str | None, file: Path | None = None) -> int:
    """Run the desktop program; its exit code.

    Raises: CipherbenchError where no window can be opened
    """
    from app.window.base.display import check_display

    check_display()
    from app.window.program import open_window

    interruption.release_signals()
    return open_window(store_url, file)


@click.command()
@click.option("--install", "wanted", flag_value="install", help="Write the files.")
@click.option("--remove", "wanted", flag_value="remove", help="Delete what --install wrote.")
@click.pass_context
def desktop(context: click.Context, wanted: str | None) -> None:
    """Install menu entry, icon, file types and manual page for this user.

    Without an option, list what is installed.
    """
    from app.command_line.manual.manual_page import manual_page
    from app.system.desktop import entries as desktop_files

    program = context.find_root().command
    assert isinstance(program, click.Group)
    if wanted == "install":
        for path in desktop_files.install(manual_page(program)):
            say(f"Wrote {path}")
    elif wanted == "remove":
        removed = desktop_files.remove()
        for path in removed.gone:
            say(f"Removed {path}")
        for path in removed.changed:
            say(f"Kept {path}: it was changed after installation.")
        if not removed.gone and not removed.changed:
            say("Nothing is installed.")
    else:
        installed = desktop_files.installed()
        for path in installed:
            show(str(path))
        if not installed:
            say("Nothing is installed.")


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    print_text(kind(context.find_root().command, {}, "cipherbench", _VARIABLE).source() + "\n")


@click.command()
@json_option
def home(as_json: bool) -> int:
    """List what Cipherbench keeps on this machine, and how to remove it."""
    from app.system.data_locations import NAMING_VARIABLES, stored

    found = stored()
    if as_json:
        print_json(found.to_json())
        return DONE
    rows = [
        (each.what, "–" if each.bytes is None else f"{each.bytes / 1e6:,.1f}", str(each.path))
        for each in found.places
    ]
    print_table(("what", "MB", "where"), rows, left={0, 2})
    show("")
    show("To remove everything, results included, close Cipherbench and run:")
    for command in found.commands:
        show(f"  {command}")
    for variable in NAMING_VARIABLES:
        if variable in os.environ:
            show(f"{variable} sets one of these folders: check first what else it contains.")
    show("Remembered passwords are in the system's keyring, under “cipherbench”.")
    return DONE
