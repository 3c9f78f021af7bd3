"""Records of hospital bed occupancy: read from the public CSV, or generated in its layout.

The public file is Brazil's LeitoOcupacao (openDataSUS). A record is one line of it, as a tuple of
text and two booleans in the order of `FIELDS`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice
from pathlib import Path

from engines.contract.errors import InputError, Unfit
from engines.contract.message import phrase, plural
from engines.inspection.csv_file import CsvTable, open_csv
from engines.inspection.regular_files import why_not_read
from engines.sql.statement import Value
from workloads.toml_document import short

COUNT_COLUMNS = {
    "ocupacao_suspeito_cli": "ocupacaoSuspeitoCli",
    "ocupacao_suspeito_uti": "ocupacaoSuspeitoUti",
    "ocupacao_confirmado_cli": "ocupacaoConfirmadoCli",
    "ocupacao_confirmado_uti": "ocupacaoConfirmadoUti",
    "ocupado_covid_uti": "ocupacaoCovidUti",
    "ocupado_covid_cli": "ocupacaoCovidCli",
    "ocupacao_hospitalar_uti": "ocupacaoHospitalarUti",
    "ocupacao_hospitalar_cli": "ocupacaoHospitalarCli",
    "saida_suspeita_obitos": "saidaSuspeitaObitos",
    "saida_suspeita_altas": "saidaSuspeitaAltas",
    "saida_confirmada_obitos": "saidaConfirmadaObitos",
    "saida_confirmada_altas": "saidaConfirmadaAltas",
}
"""The twelve bed and patient counts: column in the database → column in the CSV."""

_COLUMNS = {
    "estado": "estado",
    "municipio": "municipio",
    "nome": "_p_usuario",
    "origem": "origem",
    "cnes": "cnes",
    **COUNT_COLUMNS,
    "id_data_sus": "_id",
    "data_notificacao": "dataNotificacao",
    "excluida": "excluido",
    "validado": "validado",
    "created_at": "_created_at",
    "updated_at": "_updated_at",
}
FIELDS = tuple(_COLUMNS)
"""The fields of a record, in order."""

_BOOLEANS = {FIELDS.index("excluida"), FIELDS.index("validado")}


def read_csv(path: Path, size: int) -> list[Sequence[Value]]:
    """The first `size` records of a CSV in the public layout, its header skipped.

    Raises: InputError naming a missing column, a short file, or a line that does not fit.
    """
    try:
        with open_csv(path) as table:
            records = list(islice(_read(table, path), size))
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Data not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a CSV file in the public layout."),
            path=path,
            reason=error.message if isinstance(error, Unfit) else why_not_read(error),
        ) from error
    if len(records) < size:
        raise InputError(
            phrase("Too few records"),
            plural(
                "{path} has {n} records, the plan asks for {size}.",
                "{path} has {n} record, the plan asks for {size}.",
                len(records),
            ),
            phrase("Choose fewer records or a longer file."),
            path=path,
            size=size,
        )
    return records


def generate(seed: int, size: int) -> list[Sequence[Value]]:
    """`size` records drawn from `seed`; a larger size begins with the records of a smaller one.

    Each record's state is drawn in proportion to residents: after n records a state's count differs
    from its share by about √n. A state's capital is drawn more often than its other cities.
    """
    draw = random.Random(seed)
    return [_generated(draw) for _ in range(size)]


def populations() -> dict[str, int]:
    """State → residents (census of 2022, IBGE), the weights that `generate` draws by."""
    return {name: people for name, people, _ in _STATES}


def _read(table: CsvTable, path: Path) -> Iterator[Sequence[Value]]:
    missing = [name for name in _COLUMNS.values() if name not in table.columns]
    if missing:
        raise InputError(
            phrase("Column missing"),
            phrase("{path} has no column “{column}”."),
            phrase("The public layout has these columns: {layout}."),
            path=path,
            column=missing[0],
            layout=", ".join(_COLUMNS.values()),
        )
    for line, row in table:
        yield tuple(
            _boolean(row[name], path, line) if index in _BOOLEANS else row[name]
            for index, name in enumerate(_COLUMNS.values())
        )


def _boolean(cell: str, path: Path, line: int) -> bool:
    match cell.strip().lower():
        case "true" | "1":
            return True
        case "false" | "0" | "":
            return False
        case other:
            raise InputError(
                phrase("Not a boolean"),
                phrase("Line {line} of {path} contains “{cell}” instead of true or false."),
                phrase("Correct the line."),
                path=path,
                line=line,
                cell=short(other),
            )


def _generated(draw: random.Random) -> Sequence[Value]:
    state, _, cities = draw.choices(_STATES, cum_weights=_RESIDENTS)[0]
    noticed = datetime(2020, 3, 1, 3, tzinfo=UTC) + timedelta(days=draw.randrange(900))
    created = noticed + timedelta(milliseconds=draw.randrange(172_800_000))
    updated = created + timedelta(milliseconds=draw.randrange(86_400_000))
    counts = [_count(draw, most) for most in (8, 4, 12, 16, 20, 20, 30, 60, 3, 6, 4, 8)]
    return (
        state,
        draw.choices(cities, (5, 2, 1))[0],
        "_User$" + "".join(draw.choices(_LETTERS, k=10)),
        draw.choices(("raven-hospitalar", "parse-server"), (7, 3))[0],
        str(draw.randrange(2_000_000, 10_000_000)),
        *counts,
        f"{draw.getrandbits(80):020x}",
        _stamp(noticed),
        draw.random() < 0.02,
        draw.random() < 0.4,
        _stamp(created),
        _stamp(updated),
    )


def _count(draw: random.Random, most: int) -> str:
    return "" if draw.random() < 0.1 else f"{int(most * draw.random() ** 2)}.0"


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

_STATES: tuple[tuple[str, int, tuple[str, str, str]], ...] = (
    ("São Paulo", 44_411_238, ("São Paulo", "Campinas", "Guarulhos")),
    ("Minas Gerais", 20_539_989, ("Belo Horizonte", "Uberlândia", "Contagem")),
    ("Rio de Janeiro", 16_055_174, ("Rio de Janeiro", "Niterói", "Nova Friburgo")),
    ("Bahia", 14_141_626, ("Salvador", "Feira de Santana", "Ilhéus")),
    ("Paraná", 11_444_380, ("Curitiba", "Londrina", "Maringá")),
    ("Rio Grande do Sul", 10_882_965, ("Porto Alegre", "Caxias do Sul", "Pelotas")),
    ("Pernambuco", 9_058_931, ("Recife", "Olinda", "Caruaru")),
    ("Ceará", 8_794_957, ("Fortaleza", "Sobral", "Juazeiro do Norte")),
    ("Pará", 8_120_131, ("Belém", "Santarém", "Marabá")),
    ("Santa Catarina", 7_610_361, ("Florianópolis", "Joinville", "Blumenau")),
    ("Goiás", 7_056_495, ("Goiânia", "Anápolis", "Rio Verde")),
    ("Maranhão", 6_776_699, ("São Luís", "Imperatriz", "Caxias")),
    ("Paraíba", 3_974_687, ("João Pessoa", "Campina Grande", "Patos")),
    ("Amazonas", 3_941_613, ("Manaus", "Parintins", "Itacoatiara")),
    ("Espírito Santo", 3_833_712, ("Vitória", "Serra", "Vila Velha")),
    ("Mato Grosso", 3_658_649, ("Cuiabá", "Várzea Grande", "Sinop")),
    ("Rio Grande do Norte", 3_302_729, ("Natal", "Mossoró", "Caicó")),
    ("Piauí", 3_271_199, ("Teresina", "Parnaíba", "Picos")),
    ("Alagoas", 3_127_683, ("Maceió", "Arapiraca", "Penedo")),
    ("Distrito Federal", 2_817_381, ("Brasília", "Taguatinga", "Ceilândia")),
    ("Mato Grosso do Sul", 2_757_013, ("Campo Grande", "Dourados", "Corumbá")),
    ("Sergipe", 2_210_004, ("Aracaju", "Lagarto", "Itabaiana")),
    ("Rondônia", 1_581_196, ("Porto Velho", "Ji-Paraná", "Cacoal")),
    ("Tocantins", 1_511_460, ("Palmas", "Araguaína", "Gurupi")),
    ("Acre", 830_018, ("Rio Branco", "Cruzeiro do Sul", "Sena Madureira")),
    ("Amapá", 733_759, ("Macapá", "Santana", "Laranjal do Jari")),
    ("Roraima", 636_707, ("Boa Vista", "Rorainópolis", "Caracaraí")),
)
"""State, residents (census of 2022, IBGE), its capital and two more cities."""
_RESIDENTS = tuple(accumulate(people for _, people, _ in _STATES))
"""Cumulative population by state."""
