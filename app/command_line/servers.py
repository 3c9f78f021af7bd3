"""Commands about servers."""

from __future__ import annotations

import click

from app.command_line.common.options import json_option
from app.command_line.common.terminal import print_json, show


@click.command()
@json_option
def engines(as_json: bool) -> None:
    """List servers found here, with version and capabilities."""
    from app.servers.inventory import inventory, inventory_lines

    servers = inventory()
    if as_json:
        print_json({"servers": servers})
        return
    for line in inventory_lines(servers):
        show(line)
