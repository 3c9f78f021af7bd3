"""The SQL of the hospital workload: as published, except where a protection makes that
impossible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.sql.statement import Encryptor, Statement, ValueType
from engines.sql.statement_text import insert, select, statement
from workloads.hospital.data import COUNT_COLUMNS

OCCUPANCY_COLUMNS = ("cnes", *COUNT_COLUMNS)
"""The columns of dados_ocupacao."""

NOTICE_COLUMNS = (
    *("id_data_sus", "data_notificacao", "id_estado", "id_municipio", "excluida", "validado"),
    *("created_at", "updated_at", "id_paciente", "id_dados_ocupacao"),
)
"""The columns of notificacao in table order; in workload.py `_notice_values` and
`_decrypted_records` repeat the order, `_NOTICE_SCHEMA` has the types."""

_ENCRYPTED_OF_NOTICE = ("id_data_sus", "data_notificacao", "created_at", "updated_at")

ENCRYPTED_COLUMNS = (
    *("estado.nome", "municipio.nome", "paciente.nome", "paciente.origem"),
    *(f"dados_ocupacao.{each}" for each in OCCUPANCY_COLUMNS),
    *(f"notificacao.{each}" for each in _ENCRYPTED_OF_NOTICE),
)
"""Every text column, as `table.column`."""

PERSON = "person", "notificacao.id_data_sus"
"""The parameter and column that name the person (data subject) of all five rows of a record, by the
patient's number in the health system: the last parameter of statements that write."""

_ID = {"id": ValueType.INTEGER}
_ABOVE = {"above": ValueType.INTEGER}
_INDEX = {"nome_index": ValueType.BYTES, "target_index": ValueType.BYTES}
_IDS = dict.fromkeys(
    ("id_estado", "id_municipio", "id_paciente", "id_dados_ocupacao"), ValueType.INTEGER
)


def _encrypted(table: str, *columns: str) -> dict[str, str]:
    return {name: f"seal(:{name}, {table}.{name})" for name in columns}


def _select_list(
    table: str, columns: Sequence[str], encrypted: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Columns to read; the `encrypted` ones are decrypted (None: all)."""
    decrypted = columns if encrypted is None else encrypted
    return tuple(f"open({table}.{name})" if name in decrypted else name for name in columns)


_NOTICE_READ = ("id", *_select_list("notificacao", NOTICE_COLUMNS, _ENCRYPTED_OF_NOTICE))


def insert_statements(encryptor: Encryptor, *, with_ids: bool = False) -> Mapping[str, Statement]:
    """An INSERT of a row into each of the five tables, in their order; `with_ids` its first
    parameter is the row's id, which the server counts otherwise."""
    index = {} if encryptor.deterministic else {"nome_index": ":nome_index"}
    notice = {name: f":{name}" for name in NOTICE_COLUMNS}
    values: Mapping[str, Mapping[str, str]] = {
        "estado": {**_encrypted("estado", "nome"), **index},
        "municipio": {**_encrypted("municipio", "nome"), "id_estado": ":id_estado"},
        "paciente": _encrypted("paciente", "nome", "origem"),
        "dados_ocupacao": _encrypted("dados_ocupacao", *OCCUPANCY_COLUMNS),
        "notificacao": {**notice, **_encrypted("notificacao", *_ENCRYPTED_OF_NOTICE)},
    }
    truths = {"excluida": ValueType.BOOLEAN, "validado": ValueType.BOOLEAN}
    types = {**_ID, **_IDS, **truths, **_INDEX}
    first = {"id": ":id"} if with_ids else {}
    return {
        table: insert(table, {**first, **columns}, types).of_person(*PERSON)
        for table, columns in values.items()
    }


class HospitalStatements:
    """The statements under a protection.

    They depend on whether the server can decrypt (`decrypts_in_server`), else it compares
    ciphertext, and on whether equal values give equal ciphertext (`deterministic`), else the
    state's name has a blind index.
    """

    def __init__(self, encryptor: Encryptor) -> None:
        blind = not encryptor.deterministic
        set_index = ", nome_index = :target_index" if blind else ""
        change = f"update estado set nome = seal(:target, estado.nome){set_index} where id in "
        chosen = (
            "(select e.id from notificacao n, estado e where n.id_estado = e.id and "
            f"{_is_not_target(encryptor)} and e.id = :id)"
        )
        # MySQL may not select from the table it updates (error 1093) unless that is materialised.
        materialised = f"(select /*+ no_merge(chosen) */ id from {chosen} as chosen)"
        types = {**_ID, **_INDEX}
        self.update_estado = replace(
            statement(change + chosen, types), separate=statement(change + materialised, types)
        ).of_person(*PERSON)
        matches = "e.nome_index = :target_index" if blind else "e.nome = seal(:target, estado.nome)"
        self.delete_notificacao = statement(
            "delete from notificacao where id_estado in "
            f"(select e.id from estado e where {matches}) and id = :id",
            types,
        )

    all_notificacao = select(_NOTICE_READ, "from notificacao")
    notificacao_above = select(_NOTICE_READ, "from notificacao where id > :above", _ABOVE)


def _is_not_target(encryptor: Encryptor) -> str:
    """The condition that a state is not Alagoas yet; as published where the server can decrypt."""
    if encryptor.decrypts_in_server:
        return "(select open(estado.nome) from estado where id = :id) not like 'Alagoas'"
    if encryptor.deterministic:
        return "(select nome from estado where id = :id) <> seal(:target, estado.nome)"
    return "(select nome_index from estado where id = :id) <> :target_index"


SELECT_LISTS = {
    "estado": ("id", *_select_list("estado", ("nome",))),
    "municipio": ("id", *_select_list("municipio", ("nome",)), "id_estado"),
    "paciente": ("id", *_select_list("paciente", ("nome", "origem"))),
    "dados_ocupacao": ("id", *_select_list("dados_ocupacao", OCCUPANCY_COLUMNS)),
}
"""Select lists of the four tables that notificacao references."""

FOREIGN_KEY_POSITION = {
    table: 1 + NOTICE_COLUMNS.index(f"id_{table}")
    for table in ("estado", "municipio", "paciente", "dados_ocupacao")
}
"""Table → index of its foreign key in a row of `all_notificacao`."""


def read_one(table: str) -> Statement:
    return select(SELECT_LISTS[table], f"from {table} where id = :id", _ID)


def read_record() -> Statement:
    """A record by the id of its notificacao, as in data.FIELDS: its five rows in one answer."""
    columns = (
        *("open(estado.nome)", "open(municipio.nome)"),
        *("open(paciente.nome)", "open(paciente.origem)"),
        *_select_list("dados_ocupacao", OCCUPANCY_COLUMNS),
        *_select_list("notificacao", ("id_data_sus", "data_notificacao")),
        *("notificacao.excluida", "notificacao.validado"),
        *_select_list("notificacao", ("created_at", "updated_at")),
    )
    joins = (f"join {each} on {each}.id = notificacao.id_{each}" for each in SELECT_LISTS)
    return select(columns, f"from notificacao {' '.join(joins)} where notificacao.id = :id", _ID)


def update_one(encryptor: Encryptor) -> Statement:
    """Sets the state of the estado with an id, and its blind index where it has one."""
    index = "" if encryptor.deterministic else ", nome_index = :target_index"
    text = f"update estado set nome = seal(:target, estado.nome){index} where id = :id"
    return statement(text, {**_ID, **_INDEX}).of_person(*PERSON)


def read_newest(table: str) -> Statement:
    return select(SELECT_LISTS[table], f"from {table} where id = (select max(id) from {table})")


def read_all(table: str) -> Statement:
    """Every row with an id above `:above`, untimed, for verification. The parameter stops drivers
    that cache results of statements without parameters from caching this one."""
    return select(SELECT_LISTS[table], f"from {table} where id > :above", _ABOVE)


def delete_one(table: str) -> Statement:
    return statement(f"delete from {table} where id = :id", _ID)
