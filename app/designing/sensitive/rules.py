"""The table of rules: by which words, types, lengths and patterns a column is proposed.

A word counts only whole, and phrases only side by side (`words.py`). `not_words` are the false
friends: a file's name is no person's. `of` are words of which the table's name must have one, where
the column's own says too little. `minimum` is the share of a sample that must pass the check.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.designing.sensitive.kinds import Sensitive
from engines.contract.structure import StoredKind

TEXTS = frozenset({StoredKind.TEXT})
NUMBERS = frozenset({StoredKind.TEXT, StoredKind.INTEGER, StoredKind.DECIMAL})
AMOUNTS = frozenset({StoredKind.INTEGER, StoredKind.DECIMAL, StoredKind.REAL, StoredKind.TEXT})
DAYS = frozenset({StoredKind.DATE, StoredKind.TIMESTAMP, StoredKind.TEXT})
ANY = frozenset(StoredKind)


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


PEOPLE = _words(
    "customer client person people patient employee user contact member student teacher",
    "citizen guest passenger driver owner tenant donor staff worker doctor physician",
    "candidate applicant subscriber beneficiary cliente pessoa paciente funcionario usuario",
    "contato aluno professor cidadao hospede passageiro motorista proprietario socio medico",
    "morador titular dependente candidato persona empleado contacto alumno profesor ciudadano",
    "huesped pasajero conductor",
)

_THINGS = _words(
    "file table column product host domain event class type template company brand model",
    "group arquivo tabela produto empresa marca archivo tabla",
)
_COUNTS = _words(
    "id count type status flag sent verified valid total qtd",
)


@dataclass(frozen=True)
class Rule:
    """One line of the table. `length` is the fewest characters that a value of the kind has: a
    column that is narrower holds none. `make` is the generator of made-up values; empty where what
    fits is chosen by the column's type."""

    kind: Sensitive
    language: str
    words: tuple[str, ...]
    types: frozenset[StoredKind] = TEXTS
    not_words: frozenset[str] = frozenset()
    of: frozenset[str] = frozenset()
    length: int = 1
    check: str = ""
    minimum: float = 0.8
    make: str = ""


RULES: tuple[Rule, ...] = (
    Rule(
        Sensitive.NAME,
        "en",
        (
            "first name", "last name", "full name", "middle name", "maiden name", "given name",
            "family name", "firstname", "lastname", "fullname", "middlename", "surname",
        ),
        not_words=_THINGS,
        length=5,
        make="name.en",
    ),
    Rule(Sensitive.NAME, "en", ("name",), not_words=_THINGS, of=PEOPLE, length=5, make="name.en"),
    Rule(
        Sensitive.NAME,
        "pt",
        ("nome completo", "sobrenome", "nome mae", "nome da mae", "nome pai", "nome social"),
        not_words=_THINGS,
        length=5,
        make="name.pt_BR",
    ),
    Rule(
        Sensitive.NAME, "pt", ("nome",), not_words=_THINGS, of=PEOPLE, length=5, make="name.pt_BR"
    ),
    Rule(
        Sensitive.NAME,
        "es",
        ("nombre completo", "apellido", "apellido paterno", "primer nombre"),
        not_words=_THINGS,
        length=5,
        make="name.pt_BR",
    ),
    Rule(
        Sensitive.NAME, "es", ("nombre",), not_words=_THINGS, of=PEOPLE, length=5, make="name.pt_BR"
    ),
    Rule(
        Sensitive.EMAIL,
        "en, pt, es",
        ("email", "e mail", "mail address", "correo", "correo electronico", "endereco eletronico"),
        not_words=_COUNTS | {"template", "server", "host", "subject"},
        length=6,
        check="email",
        make="email",
    ),
    Rule(
        Sensitive.PHONE,
        "en",
        ("phone", "telephone", "mobile", "cell phone", "cellphone", "fax", "phonenumber"),
        types=NUMBERS,
        not_words=_COUNTS | {"model", "brand", "app"},
        length=7,
        make="phone.pt_BR",
    ),
    Rule(
        Sensitive.PHONE,
        "pt, es",
        ("telefone", "celular", "fone", "telefono", "movil", "whatsapp"),
        types=NUMBERS,
        not_words=_COUNTS | {"modelo", "marca"},
        length=7,
        make="phone.pt_BR",
    ),
    Rule(
        Sensitive.ADDRESS,
        "en",
        ("street", "address", "addr", "address line", "streetaddress"),
        not_words=_COUNTS | {"ip", "mac", "email", "mail", "web", "url", "memory"},
        length=8,
        make="street.pt_BR",
    ),
    Rule(
        Sensitive.ADDRESS,
        "pt, es",
        ("endereco", "logradouro", "rua", "bairro", "direccion", "calle", "domicilio"),
        not_words=_COUNTS | {"ip", "mac", "email", "eletronico", "electronico"},
        length=8,
        make="street.pt_BR",
    ),
    Rule(
        Sensitive.POSTCODE,
        "en",
        ("zip code", "zipcode", "postal code", "postcode", "postalcode", "zip"),
        types=NUMBERS,
        not_words=frozenset({"file", "archive", "path", "size", "url", "level"}),
        length=4,
    ),
    Rule(
        Sensitive.POSTCODE, "pt, es", ("cep", "codigo postal"), types=NUMBERS, length=5
    ),
    Rule(
        Sensitive.BIRTH,
        "en",
        ("birth", "birthdate", "birthday", "born", "dateofbirth", "dob"),
        types=DAYS,
        not_words=frozenset({"place", "country", "city", "weight"}),
        length=6,
        make="date",
    ),
    Rule(
        Sensitive.BIRTH,
        "pt, es",
        ("nascimento", "nasc", "dtnasc", "nacimiento", "cumpleano"),
        types=DAYS,
        not_words=frozenset({"local", "pais", "cidade", "lugar", "ciudad"}),
        length=6,
        make="date",
    ),
    Rule(
        Sensitive.NATIONAL_ID,
        "pt",
        ("cpf",),
        types=NUMBERS,
        length=11,
        check="cpf",
        make="cpf",
    ),
    Rule(Sensitive.COMPANY_ID, "pt", ("cnpj",), types=NUMBERS, length=14, check="cnpj"),
    Rule(
        Sensitive.NATIONAL_ID,
        "pt",
        ("rg", "pis", "nis", "cnh", "passaporte", "titulo eleitor"),
        types=NUMBERS,
        length=7,
    ),
    Rule(
        Sensitive.NATIONAL_ID,
        "en",
        ("ssn", "social security", "social security number"),
        types=NUMBERS,
        length=9,
        check="ssn",
    ),
    Rule(
        Sensitive.NATIONAL_ID,
        "en",
        (
            "passport", "passport number", "national id", "tax id", "tin", "driver license",
            "driving licence", "licence number", "license number", "nino",
        ),
        types=NUMBERS,
        not_words=frozenset({"type", "status", "expiry", "country"}),
        length=6,
    ),
    Rule(Sensitive.NATIONAL_ID, "es", ("dni", "nie", "nif"), length=9, check="dni"),
    Rule(
        Sensitive.NATIONAL_ID,
        "es",
        ("curp", "rfc", "rut", "cedula", "pasaporte", "cuit", "cuil"),
        types=NUMBERS,
        length=8,
    ),
    Rule(
        Sensitive.CARD,
        "en, pt, es",
        (
            "card number", "credit card", "debit card", "cardnumber", "creditcard",
            "numero cartao", "cartao credito", "cartao", "numero tarjeta", "tarjeta",
        ),
        types=NUMBERS,
        not_words=_COUNTS | {"brand", "expiry", "bandeira"},
        length=13,
        check="card",
    ),
    Rule(Sensitive.ACCOUNT, "en, pt, es", ("iban",), length=15, check="iban"),
    Rule(
        Sensitive.ACCOUNT,
        "en",
        ("account number", "bank account", "accountnumber", "routing number", "swift", "bic"),
        types=NUMBERS,
        not_words=_COUNTS,
        length=5,
    ),
    Rule(
        Sensitive.ACCOUNT,
        "pt, es",
        ("conta bancaria", "numero conta", "conta corrente", "cuenta bancaria", "numero cuenta"),
        types=NUMBERS,
        not_words=_COUNTS,
        length=4,
    ),
    Rule(
        Sensitive.SECRET,
        "en",
        ("password", "passwd", "pwd", "secret", "token", "api key", "apikey", "private key"),
        types=TEXTS | {StoredKind.BYTES},
        not_words=_COUNTS | {"expire", "expiry", "reset", "hint", "policy", "created", "changed"},
        length=4,
    ),
    Rule(
        Sensitive.SECRET,
        "pt, es",
        ("senha", "contrasena", "palavra passe", "segredo", "secreto"),
        types=TEXTS | {StoredKind.BYTES},
        not_words=_COUNTS | {"expira", "alterada"},
        length=4,
    ),
    Rule(
        Sensitive.LOGIN, "en, pt, es", ("username", "user name", "login", "nome usuario"),
        not_words=_COUNTS | {"last", "attempt", "at", "date", "ultimo"}, length=4,
    ),
    Rule(
        Sensitive.HEALTH,
        "en",
        ("diagnosis", "disease", "blood type", "allergy", "medication", "prescription", "icd"),
        types=ANY,
        not_words=_COUNTS,
    ),
    Rule(
        Sensitive.HEALTH,
        "pt, es",
        ("diagnostico", "doenca", "alergia", "tipo sanguineo", "enfermedad", "medicamento"),
        types=ANY,
        not_words=_COUNTS,
    ),
    Rule(
        Sensitive.PAY,
        "en, pt, es",
        ("salary", "wage", "income", "salario", "renda", "sueldo", "ingreso mensual"),
        types=AMOUNTS,
        not_words=frozenset({"type", "tipo"}),
    ),
    Rule(
        Sensitive.BELIEF,
        "en, pt, es",
        ("ethnicity", "religion", "sexual orientation", "etnia", "religiao", "orientacao sexual"),
        types=ANY,
    ),
    Rule(
        Sensitive.NETWORK,
        "en, pt, es",
        ("ip", "ip address", "ipaddress", "remote addr", "endereco ip", "direccion ip"),
        types=TEXTS | {StoredKind.OTHER},
        not_words=frozenset({"count", "version", "status"}),
        length=7,
        check="ipv4",
    ),
    Rule(
        Sensitive.PLACE,
        "en, pt, es",
        ("latitude", "longitude"),
        types=AMOUNTS,
    ),
    Rule(
        Sensitive.REMARKS,
        "en, pt, es",
        (
            "note", "remark", "comment", "observacao", "observacoe", "obs", "observacione",
            "anotacao",
        ),
        not_words=_COUNTS | {"credit", "delivery", "author"},
        length=20,
    ),
)  # fmt: skip
