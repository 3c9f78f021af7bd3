"""`cipherbench pattern`: encrypts a picture or a column on a server, and reports its patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.options import IntegerBetween, json_option
from app.command_line.common.terminal import password_prompt, print_json, say, show
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind

if TYPE_CHECKING:
    from app.patterns.columns.column import ColumnReport
    from app.patterns.columns.frequency import Recovery
    from app.patterns.pictures.encrypted_pictures import EncryptedPicture
    from app.patterns.pictures.pixels import Raster

_MOST_RECORDS = 100_000
"""The limit of `encrypted_records`, a module that is imported only when needed."""
_MOST_BITS = 65_536
"""More than any server takes for RSA."""
_MOST_SEED = 2**63 - 1


@click.command()
@click.argument("image", required=False)
@click.option("--list", "as_list", is_flag=True, help="List the pictures that ship.")
@click.option("--column", metavar="TABLE.COLUMN", help="Analyse a column instead.")
@click.option(
    "--workload",
    "file",
    metavar="FILE",
    default="",
    help="With --column: workload file whose column it is.",
)
@click.option("--server", metavar="NAME", help="Server: found here, saved, or in the plan.")
@click.option("--plan", type=click.Path(path_type=Path), help="Plan that names the server.")
@click.option(
    "--kind",
    type=click.Choice(["native", "client"]),
    default="native",
    help="Who encrypts: the server (native, the default) or the application (client).",
)
@click.option("--algorithm", metavar="NAME", default="aes", show_default=True, help="Cipher.")
@click.option(
    "--bits", type=IntegerBetween(1, _MOST_BITS), default=128, show_default=True, help="Key bits."
)
@click.option("--mode", "modes", metavar="NAME", multiple=True, help="Mode; repeat for several.")
@click.option(
    "--pixels",
    type=click.Choice(["palette", "grey", "rgb"]),
    help="Pixel format; default: the one that suits the picture.",
)
@click.option("--key", metavar="HEX", help="Key; default: random.")
@click.option("--iv", metavar="HEX", help="Initialisation vector; default: random.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A .png or .svg file.")
@click.option("--sheet", is_flag=True, help="Show the original next to it.")
@click.option(
    "--records",
    type=IntegerBetween(1, _MOST_RECORDS),
    default=8000,
    show_default=True,
    help="With --column: number of records.",
)
@click.option(
    "--seed",
    type=IntegerBetween(0, _MOST_SEED),
    default=2023,
    show_default=True,
    help="With --column: seed of the records.",
)
@click.option(
    "--profile",
    type=click.Choice(["study", "sound"]),
    default="study",
    help="With --column: fixed key and IV (study, the default) or fresh ones (sound).",
)
@click.option(
    "--frequencies",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --column: how often values are, CSV or TOML; guesses go by it.",
)
@json_option
def pattern(
    image: str | None, as_list: bool, column: str | None, as_json: bool, **rest: Any
) -> None:
    """Show what a mode leaves visible.

    IMAGE, a file or a picture that ships, is encrypted by a server. With --column, records of the
    hospital workload, or rows of a workload file, are stored and one of their columns is analysed.
    """
    if as_list:
        for line in shipped_pictures():
            show(line)
        return
    if (image is None) == (column is None) or not rest["server"]:
        raise click.UsageError("Name a server, and either an image or a column.")
    options = PatternOptions(**rest)
    found: object
    if image is not None:
        encrypted = encrypt_pictures(image, options)
        found, lines = picture_json(encrypted), picture_lines(encrypted)
    else:
        assert column is not None
        report = analyse_column(column, options)
        found, lines = report.to_json(), column_lines(report)
    if as_json:
        print_json(found)
    else:
        for line in lines:
            show(line)


@dataclass(frozen=True)
class PatternOptions:
    """The options as typed: the server and the cipher, each of whose modes is a protection; those
    of a picture, with key and IV in hex; and those of a column, with the `file` of a workload."""

    server: str
    plan: Path | None
    kind: str
    algorithm: str
    bits: int
    modes: tuple[str, ...]
    pixels: str | None
    key: str | None
    iv: str | None
    output: Path | None
    sheet: bool
    file: str
    records: int
    seed: int
    profile: str
    frequencies: Path | None

    @property
    def protections(self) -> list[Protection]:
        """One per mode; without modes one with the engine's default."""
        return [
            Protection(
                "-".join(filter(None, (self.algorithm, str(self.bits), mode))),
                ProtectionKind(self.kind),
                self.algorithm.lower(),
                self.bits,
                mode.lower() if mode else None,
            )
            for mode in self.modes or (None,)
        ]


def shipped_pictures() -> Iterator[str]:
    from app.patterns.pictures.picture_loading import SHIPPED

    for each in SHIPPED:
        yield f"{each.name:<10}{each.title} ({each.format})"


def encrypt_pictures(source: str, options: PatternOptions) -> list[EncryptedPicture]:
    """Encrypt a picture (file or shipped name) under each protection, and write the output file,
    if any.

    Raises: InputError, Unsupported, ServerUnavailable, StatementFailed
    """
    from app.patterns.base.key_material import key_material_from_hex
    from app.patterns.lab_errands import encrypt_pictures_in_process
    from app.patterns.pictures.encrypted_pictures import check_protection_count
    from app.patterns.pictures.picture_loading import open_picture
    from app.patterns.pictures.pixels import PixelFormat, to_raster
    from app.patterns.pictures.sheet import check_target_file
    from app.servers.by_name import opened, server_spec

    protections = options.protections
    check_protection_count(protections)
    if options.output is not None:
        check_target_file(options.output)
    material = key_material_from_hex(protections, options.key, options.iv)
    image, suiting = open_picture(source)
    raster = to_raster(image, PixelFormat(options.pixels) if options.pixels else suiting)
    with opened(server_spec(options.server, options.plan), password_prompt()) as opened_server:
        encrypted = encrypt_pictures_in_process(
            opened_server, raster, protections, material, _say_error
        )
    for protection, each in zip(protections, encrypted, strict=True):
        say(f"{protection.name} took {each.seconds:.3f} s")
    if options.output is not None:
        _write(options.output, raster, encrypted, sheet=options.sheet)
        say(f"Wrote {options.output}")
    return encrypted


def analyse_column(name: str, options: PatternOptions) -> ColumnReport:
    """Store encrypted records on a server and analyse one of their columns.

    Raises: InputError, Unsupported, ServerUnavailable, StatementFailed
    """
    from app.patterns.columns.encrypted_records import RecordsOrder
    from app.patterns.columns.frequency_table import read_table
    from app.patterns.lab_errands import column_report_in_process
    from app.servers.by_name import opened, server_spec

    if len(options.protections) > 1:
        raise InputError(
            phrase("Several modes"), phrase("A column is analysed under one mode. Give one --mode.")
        )
    table = read_table(options.frequencies) if options.frequencies else None
    protection, sound = options.protections[0], options.profile == "sound"
    order = RecordsOrder(protection, options.records, sound, options.seed, options.file)
    with opened(server_spec(options.server, options.plan), password_prompt()) as opened_server:
        return column_report_in_process(opened_server, order, name, table, _say_error)


def _say_error(error: CipherbenchError) -> None:
    say(str(error))


def picture_json(encrypted: Sequence[EncryptedPicture]) -> object:
    """An object for one picture, a list for several."""
    objects = [
        {
            **each.statistics.to_json(),
            "server": each.server,
            "kind": each.protection.kind.value,
            "algorithm": each.protection.algorithm,
            "bits": each.protection.bits,
            "mode": each.protection.mode,
            "key": each.key.hex(),
            "iv": each.vector.hex() or None,
            "padding": each.padding,
            "seconds": each.seconds,
        }
        for each in encrypted
    ]
    return objects[0] if len(objects) == 1 else objects


def picture_lines(encrypted: Sequence[EncryptedPicture]) -> Iterator[str]:
    from app.patterns.base.explanations import explanations
    from app.patterns.pictures.captions import title_of

    for each in encrypted:
        yield f"{title_of(each.protection)} on {each.server}"
        yield f"    key {each.key.hex()}"
        yield f"    IV {each.vector.hex() or '–'}, padding {each.padding} bytes"
        yield from (f"    {message}" for message in explanations(each.statistics).values())


def column_lines(report: ColumnReport) -> Iterator[str]:
    from app.patterns.base.explanations import explanations

    plain = "–" if report.distinct_plaintexts is None else f"{report.distinct_plaintexts:,}"
    yield f"{report.name}: {report.records:,} records"
    yield f"    {plain} distinct plaintexts, {report.distinct_ciphertexts:,} distinct ciphertexts"
    found = report.recovery
    if found is not None:
        by_lot = found.random_share > found.commonest_share
        how = "by naming at random" if by_lot else "by always naming the most frequent value"
        yield f"    {100 * found.share:.2f} % named rightly by frequency"
        yield f"    {100 * found.chance:.2f} % {how}, without the ciphertext"
        yield from _length_lines(found)
    yield from (f"    {message}" for message in explanations(report.statistics).values())


def _length_lines(found: Recovery) -> Iterator[str]:
    if found.length_share is not None:
        warning = ": ciphertexts reveal lengths; pad all values to one length"
        appended = warning if found.length_beyond_chance else ""
        yield f"    {100 * found.length_share:.2f} % named rightly by length alone{appended}"


def _write(
    path: Path, raster: Raster, encrypted: Sequence[EncryptedPicture], *, sheet: bool
) -> None:
    from app.patterns.pictures.captions import encrypted_panel, original_panel
    from app.patterns.pictures.sheet import write_panels

    panels = [encrypted_panel(each) for each in encrypted]
    if sheet or len(panels) > 1:
        panels.insert(0, original_panel(raster))
    write_panels(path, panels)
