"""The SQL of the hospital workload, as published but for what a protection makes impossible."""

from __future__ import annotations

from engines.contract.statement import Sealer, Statement, ValueType
from workloads.hospital_data import COUNTS

OCCUPANCY = ("cnes", *COUNTS)
"""The columns of dados_ocupacao."""

_ID = {"id": ValueType.INTEGER}
_IDS = dict.fromkeys(
    ("id_estado", "id_municipio", "id_paciente", "id_dados_ocupacao"), ValueType.INTEGER
)


class Statements:
    """The statements. They differ by who can tell what a sealed value is.

    Where equal values no longer have equal bytes a blind index stands beside the state's name. A
    server that cannot open values compares ciphertext in place of plaintext.
    """

    def __init__(self, sealer: Sealer) -> None:
        blind = not sealer.deterministic
        names = ["nome", "nome_index"] if blind else ["nome"]
        parts = ["seal(:nome, estado.nome)", ":nome_index"][: len(names)]
        index_type = {"nome_index": ValueType.BYTES, "target_index": ValueType.BYTES}
        self.insert_estado = Statement(
            f"insert into estado ({', '.join(names)}) values ({', '.join(parts)})", index_type
        )
        set_index = ", nome_index = :target_index" if blind else ""
        self.update_estado = Statement(
            f"update estado set nome = seal(:target, estado.nome){set_index} where id in "
            "(select e.id from notificacao n, estado e where n.id_estado = e.id and "
            f"{_is_another(sealer)} and e.id = :id)",
            {**_ID, **index_type},
        )
        matches = "e.nome_index = :target_index" if blind else "e.nome = seal(:target, estado.nome)"
        self.delete_notificacao = Statement(
            "delete from notificacao where id_estado in "
            f"(select e.id from estado e where {matches}) and id = :id",
            {**_ID, **index_type},
        )

    insert_municipio = Statement(
        "insert into municipio (nome, id_estado) values (seal(:nome, municipio.nome), :id_estado)",
        _IDS,
    )
    insert_paciente = Statement(
        "insert into paciente (nome, origem) "
        "values (seal(:nome, paciente.nome), seal(:origem, paciente.origem))"
    )
    insert_dados = Statement(
        f"insert into dados_ocupacao ({', '.join(OCCUPANCY)}) values "
        f"({', '.join(f'seal(:{name}, dados_ocupacao.{name})' for name in OCCUPANCY)})"
    )
    insert_notificacao = Statement(
        "insert into notificacao (id_data_sus, data_notificacao, id_estado, id_municipio, "
        "excluida, validado, created_at, updated_at, id_paciente, id_dados_ocupacao) values "
        "(seal(:id_data_sus, notificacao.id_data_sus), "
        "seal(:data_notificacao, notificacao.data_notificacao), :id_estado, :id_municipio, "
        ":excluida, :validado, seal(:created_at, notificacao.created_at), "
        "seal(:updated_at, notificacao.updated_at), :id_paciente, :id_dados_ocupacao)",
        {**_IDS, "excluida": ValueType.BOOLEAN, "validado": ValueType.BOOLEAN},
    )
    all_notificacao = Statement(
        "select id, open(notificacao.id_data_sus), open(notificacao.data_notificacao), "
        "id_estado, id_municipio, excluida, validado, open(notificacao.created_at), "
        "open(notificacao.updated_at), id_paciente, id_dados_ocupacao from notificacao"
    )


def _is_another(sealer: Sealer) -> str:
    """The condition that a state is not Alagoas yet: as published where the server can open it."""
    if sealer.opens_in_server:
        return "(select open(estado.nome) from estado where id = :id) not like 'Alagoas'"
    if sealer.deterministic:
        return "(select nome from estado where id = :id) <> seal(:target, estado.nome)"
    return "(select nome_index from estado where id = :id) <> :target_index"


READ = {
    "estado": "id, open(estado.nome)",
    "municipio": "id, open(municipio.nome), id_estado",
    "paciente": "id, open(paciente.nome), open(paciente.origem)",
    "dados_ocupacao": "id, " + ", ".join(f"open(dados_ocupacao.{name})" for name in OCCUPANCY),
}
"""What is read of each of the four tables that a notificacao points to."""

POINTERS = {"estado": 3, "municipio": 4, "paciente": 9, "dados_ocupacao": 10}
"""Where a row of `all_notificacao` holds the id of each table's row."""


def read_one(table: str) -> Statement:
    """What is read of the row with an id in one of the tables of `READ`."""
    return Statement(f"select {READ[table]} from {table} where id = :id", _ID)


def delete_one(table: str) -> Statement:
    """Deletes the row with an id."""
    return Statement(f"delete from {table} where id = :id", _ID)
