"""`cipherbench pattern`: encrypts a picture or a column on a server, and reports its patterns."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.options import IntegerBetween, json_option
from app.command_line.common.terminal import ask_password, print_json, say, show
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind

if TYPE_CHECKING:
    from app.patterns.columns.column import ColumnReport
    from app.patterns.columns.frequency import Recovery
    from app.patterns.pictures.encrypted_pictures import EncryptedPicture
    from app.patterns.pictures.pixels import Raster
    from engines.servers.server import ServerSpec

_MOST_RECORDS = 100_000
"""The limit of `encrypted_records`, a module that is imported only when needed."""
_MOST_BITS = 65_536
"""More than any server takes for RSA."""
_MOST_SEED = 2**63 - 1

type Print = Callable[[str], None]
type AskPassword = Callable[[ServerSpec], str] | None


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
    what = pattern_options(rest)
    ask = ask_password if sys.stdin.isatty() else None
    found: object
    if image is not None:
        encrypted = encrypt_pictures(what, picture_options(image, rest), ask, say)
        found, lines = picture_json(encrypted), picture_lines(encrypted)
    else:
        assert column is not None
        sound = rest["profile"] == "sound"
        numbers = rest["records"], rest["seed"], sound
        rows = RecordsOptions(*numbers, rest["file"], rest["frequencies"])
        report = analyse_column(what, column, rows, ask, say)
        found, lines = report.to_json(), column_lines(report)
    if as_json:
        print_json(found)
    else:
        for line in lines:
            show(line)


@dataclass(frozen=True)
class PatternOptions:
    """The server and the cipher; each mode is a protection."""

    server: str
    plan: Path | None
    kind: ProtectionKind
    algorithm: str
    bits: int
    modes: tuple[str, ...]

    @property
    def protections(self) -> list[Protection]:
        """One per mode; without modes one with the engine's default."""
        return [
            Protection(
                "-".join(filter(None, (self.algorithm, str(self.bits), mode))),
                self.kind,
                self.algorithm.lower(),
                self.bits,
                mode.lower() if mode else None,
            )
            for mode in self.modes or (None,)
        ]


@dataclass(frozen=True)
class PictureOptions:
    """The picture (file or shipped name), its pixel format, key and IV in hex, and the output
    file."""

    source: str
    pixels: str | None
    key: str | None
    vector: str | None
    output: Path | None
    sheet: bool


@dataclass(frozen=True)
class RecordsOptions:
    """Records of the hospital workload, or of a workload `file`; `sound`: fresh keys and IVs.
    `frequencies`: a file of public frequencies for the attack."""

    records: int
    seed: int
    sound: bool
    file: str
    frequencies: Path | None = None


def pattern_options(options: Mapping[str, Any]) -> PatternOptions:
    return PatternOptions(
        server=options["server"],
        plan=options["plan"],
        kind=ProtectionKind(options["kind"]),
        algorithm=options["algorithm"],
        bits=options["bits"],
        modes=options["modes"],
    )


def picture_options(source: str, options: Mapping[str, Any]) -> PictureOptions:
    names = {"vector": "iv"}
    return PictureOptions(
        source,
        **{
            name: options[names.get(name, name)]
            for name in ("pixels", "key", "vector", "output", "sheet")
        },
    )


def shipped_pictures() -> Iterator[str]:
    from app.patterns.pictures.picture_loading import SHIPPED

    for each in SHIPPED:
        yield f"{each.name:<10}{each.title} ({each.format})"


def encrypt_pictures(
    options: PatternOptions,
    order: PictureOptions,
    ask: AskPassword = None,
    say: Print = lambda text: None,
) -> list[EncryptedPicture]:
    """Encrypt a picture under each protection, and write the output file, if any.

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
    if order.output is not None:
        check_target_file(order.output)
    material = key_material_from_hex(protections, order.key, order.vector)
    image, suiting = open_picture(order.source)
    raster = to_raster(image, PixelFormat(order.pixels) if order.pixels else suiting)
    with opened(server_spec(options.server, options.plan), ask) as opened_server:
        encrypted = encrypt_pictures_in_process(
            opened_server, raster, protections, material, _print_errors_by(say)
        )
    for protection, each in zip(protections, encrypted, strict=True):
        say(f"{protection.name} took {each.seconds:.3f} s")
    if order.output is not None:
        _write(order.output, raster, encrypted, order)
        say(f"Wrote {order.output}")
    return encrypted


def analyse_column(
    options: PatternOptions,
    name: str,
    rows: RecordsOptions,
    ask: AskPassword = None,
    say: Print = lambda text: None,
) -> ColumnReport:
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
    table = read_table(rows.frequencies) if rows.frequencies else None
    protection = options.protections[0]
    order = RecordsOrder(protection, rows.records, rows.sound, rows.seed, rows.file)
    with opened(server_spec(options.server, options.plan), ask) as opened_server:
        return column_report_in_process(opened_server, order, name, table, _print_errors_by(say))


def _print_errors_by(say: Print) -> Callable[[CipherbenchError], None]:
    return lambda error: say(str(error))


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
    path: Path, raster: Raster, encrypted: Sequence[EncryptedPicture], order: PictureOptions
) -> None:
    from app.patterns.pictures.captions import encrypted_panel, original_panel
    from app.patterns.pictures.sheet import write_panels

    panels = [encrypted_panel(each) for each in encrypted]
    if order.sheet or len(panels) > 1:
        panels.insert(0, original_panel(raster))
    write_panels(path, panels)
