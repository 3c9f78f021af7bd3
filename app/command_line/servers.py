"""`cipherbench engines`: lists servers, their capabilities, and encrypted folders."""

from __future__ import annotations

import click

from app.command_line.common.options import json_option
from app.command_line.common.terminal import print_json, show


@click.command()
@json_option
def engines(as_json: bool) -> None:
    """List servers found here, with version and capabilities, and encrypted folders."""
    from app.servers.inventory import encrypted_folders, folder_lines, inventory, inventory_lines

    servers, folders = inventory(), encrypted_folders()
    if as_json:
        print_json({"servers": servers, "encrypted_folders": folders})
        return
    for line in (*inventory_lines(servers), *folder_lines(folders)):
        show(line)
