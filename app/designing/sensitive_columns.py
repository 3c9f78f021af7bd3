"""Proposes which columns to encrypt, by name, type and pattern of values, each with the reason that
the user sees."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from importlib import import_module

from engines.contract.message import Message, Number, phrase, plural
from engines.contract.structure import ColumnFacts, StoredKind

# The words of a name, such as `customerEmail`, `CUSTOMER_EMAIL` and `e-mail do cliente`.


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case and singular, without accents and digits. Words are never
    searched inside others, so `description` and `filename` are one word each; only a prefix like
    `billing` is split off, also in `billingaddress`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = (part for each in _WORD.findall(plain) for part in _separate(each.lower()))
    return tuple(map(_singular, found))


def _separate(word: str) -> tuple[str, ...]:
    first = next((each for each in _WHOSE if word.startswith(each)), "")
    return (first, word[len(first) :]) if first and len(word) > len(first) + 2 else (word,)


def holds(words: Sequence[str], phrase: str) -> bool:
    """Whether these words contain a phrase, its words adjacent and in order."""
    wanted = tuple(phrase.split())
    places = range(len(words) - len(wanted) + 1)
    return any(tuple(words[at : at + len(wanted)]) == wanted for at in places)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("sses"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "sui" else word


_WHOSE = ("billing", "shipping", "mailing", "delivery", "customer", "contact")

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
"""Consecutive capitals are one word; the last one begins the next (`CPFCliente`)."""


# What a column may hold that should be kept secret.


class DataKind(StrEnum):
    """A kind of data about a person, or a secret."""

    NAME = "name"
    EMAIL = "email"
    PHONE = "phone"
    ADDRESS = "address"
    POSTCODE = "postcode"
    BIRTH = "birth"
    NATIONAL_ID = "national-id"
    COMPANY_ID = "company-id"
    CARD = "card"
    ACCOUNT = "account"
    SECRET = "secret"
    LOGIN = "login"
    HEALTH = "health"
    PAY = "pay"
    BELIEF = "belief"
    NETWORK = "network"
    PLACE = "place"
    REMARKS = "remarks"


class Severity(IntEnum):
    """The consequence of disclosure: it narrows down a person, identifies one, does harm."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3


@dataclass(frozen=True)
class KindWords:
    """A kind's name in a sentence, and how severe its disclosure is."""

    title: Message
    severity: Severity


KINDS: dict[DataKind, KindWords] = {
    DataKind.NAME: KindWords(phrase("name of a person"), Severity.MEDIUM),
    DataKind.EMAIL: KindWords(phrase("e-mail address"), Severity.MEDIUM),
    DataKind.PHONE: KindWords(phrase("phone number"), Severity.MEDIUM),
    DataKind.ADDRESS: KindWords(phrase("postal address"), Severity.MEDIUM),
    DataKind.POSTCODE: KindWords(phrase("postcode"), Severity.LOW),
    DataKind.BIRTH: KindWords(phrase("date of birth"), Severity.MEDIUM),
    DataKind.NATIONAL_ID: KindWords(phrase("national ID"), Severity.HIGH),
    DataKind.COMPANY_ID: KindWords(phrase("company ID"), Severity.LOW),
    DataKind.CARD: KindWords(phrase("payment card number"), Severity.HIGH),
    DataKind.ACCOUNT: KindWords(phrase("bank account"), Severity.HIGH),
    DataKind.SECRET: KindWords(phrase("password or key"), Severity.HIGH),
    DataKind.LOGIN: KindWords(phrase("user name"), Severity.LOW),
    DataKind.HEALTH: KindWords(phrase("health data"), Severity.HIGH),
    DataKind.PAY: KindWords(phrase("pay or income"), Severity.MEDIUM),
    DataKind.BELIEF: KindWords(phrase("origin or belief"), Severity.HIGH),
    DataKind.NETWORK: KindWords(phrase("IP address"), Severity.LOW),
    DataKind.PLACE: KindWords(phrase("position on a map"), Severity.LOW),
    DataKind.REMARKS: KindWords(phrase("free text"), Severity.LOW),
}


# Patterns of values, and how often other values match by chance.
#
# The chances are those of random digits of the right length: python-stdnum finds 89 of 100 random
# numbers of nine digits to be valid US social security numbers, so that passing says little there.


@dataclass(frozen=True)
class FormatCheck:
    """A pattern: `passes` says whether a text matches, `chance` is the share of random texts of its
    form that do."""

    passes: Callable[[str], bool]
    chance: float


@dataclass(frozen=True)
class CheckCounts:
    """The number of values in a sample, and how many passed each check."""

    values: int
    passed: dict[str, int]


def count_passed(values: Iterable[object], names: Iterable[str] = ()) -> CheckCounts:
    """Count how many values pass each check; keeps no value."""
    texts = [str(value).strip() for value in values if value is not None]
    texts = [text for text in texts if text]
    wanted = tuple(names) or tuple(CHECKS)
    counts = {name: sum(map(CHECKS[name].passes, texts)) for name in wanted}
    return CheckCounts(len(texts), {name: count for name, count in counts.items() if count})


def _stdnum(module: str, digits: range | None = None) -> Callable[[str], bool]:
    """A check by a module of python-stdnum, for texts with so many digits."""

    def passes(text: str) -> bool:
        bare = _SEPARATORS.sub("", text)
        if digits is not None and (not bare.isdigit() or len(bare) not in digits):
            return False
        return bool(import_module(f"stdnum.{module}").is_valid(text))

    return passes


def _matches(pattern: str) -> Callable[[str], bool]:
    known = re.compile(pattern)
    return lambda text: known.fullmatch(text) is not None


_SEPARATORS = re.compile(r"[ ./-]")

CHECKS: dict[str, FormatCheck] = {
    "email": FormatCheck(_matches(r"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"), 0.0),
    "cpf": FormatCheck(_stdnum("br.cpf", range(11, 12)), 0.01),
    "cnpj": FormatCheck(_stdnum("br.cnpj", range(14, 15)), 0.01),
    "ssn": FormatCheck(_stdnum("us.ssn", range(9, 10)), 0.89),
    "dni": FormatCheck(_stdnum("es.dni"), 1 / 23),
    "iban": FormatCheck(_stdnum("iban"), 0.0),
    "card": FormatCheck(_stdnum("luhn", range(13, 20)), 0.1),
    "ipv4": FormatCheck(_matches(r"((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}"), 0.0),
}


# The table of rules: by which words, types, lengths and patterns a column is proposed.
#
# Words match only whole, phrases only with adjacent words. `not_words` exclude a column: a file's
# name is no person's. Of `table_words` the table's or the column's name must have one, where the
# column's own says too little. `minimum` is the share of a sample that must pass the check.

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
    """One line of the table. `length` is the fewest characters of a value: narrower columns do not
    match. `make` is the generator of made-up values; empty: by the column's type."""

    kind: DataKind
    language: str
    words: tuple[str, ...]
    types: frozenset[StoredKind] = TEXTS
    not_words: frozenset[str] = frozenset()
    table_words: frozenset[str] = frozenset()
    length: int = 1
    check: str = ""
    minimum: float = 0.8
    make: str = ""


RULES: tuple[Rule, ...] = (
    Rule(
        DataKind.NAME,
        "en",
        (
            "first name", "last name", "full name", "middle name", "maiden name", "given name",
            "family name", "firstname", "lastname", "fullname", "middlename", "surname",
        ),
        not_words=_THINGS,
        length=5,
        make="name.en",
    ),
    Rule(
        DataKind.NAME, "en", ("name",), not_words=_THINGS, table_words=PEOPLE, length=5,
        make="name.en",
    ),
    Rule(
        DataKind.NAME,
        "pt",
        ("nome completo", "sobrenome", "nome mae", "nome da mae", "nome pai", "nome social"),
        not_words=_THINGS,
        length=5,
        make="name.pt_BR",
    ),
    Rule(
        DataKind.NAME, "pt", ("nome",), not_words=_THINGS, table_words=PEOPLE, length=5,
        make="name.pt_BR",
    ),
    Rule(
        DataKind.NAME,
        "es",
        ("nombre completo", "apellido", "apellido paterno", "primer nombre"),
        not_words=_THINGS,
        length=5,
        make="name.pt_BR",
    ),
    Rule(
        DataKind.NAME, "es", ("nombre",), not_words=_THINGS, table_words=PEOPLE, length=5,
        make="name.pt_BR",
    ),
    Rule(
        DataKind.EMAIL,
        "en, pt, es",
        ("email", "e mail", "mail address", "correo", "correo electronico", "endereco eletronico"),
        not_words=_COUNTS | {"template", "server", "host", "subject"},
        length=6,
        check="email",
        make="email",
    ),
    Rule(
        DataKind.PHONE,
        "en",
        ("phone", "telephone", "mobile", "cell phone", "cellphone", "fax", "phonenumber"),
        types=NUMBERS,
        not_words=_COUNTS | {"model", "brand", "app"},
        length=7,
        make="phone.pt_BR",
    ),
    Rule(
        DataKind.PHONE,
        "pt, es",
        ("telefone", "celular", "fone", "telefono", "movil", "whatsapp"),
        types=NUMBERS,
        not_words=_COUNTS | {"modelo", "marca"},
        length=7,
        make="phone.pt_BR",
    ),
    Rule(
        DataKind.ADDRESS,
        "en",
        ("street", "address", "addr", "address line", "streetaddress"),
        not_words=_COUNTS | {"ip", "mac", "email", "mail", "web", "url", "memory"},
        length=8,
        make="street.pt_BR",
    ),
    Rule(
        DataKind.ADDRESS,
        "pt, es",
        ("endereco", "logradouro", "rua", "bairro", "direccion", "calle", "domicilio"),
        not_words=_COUNTS | {"ip", "mac", "email", "eletronico", "electronico"},
        length=8,
        make="street.pt_BR",
    ),
    Rule(
        DataKind.POSTCODE,
        "en",
        ("zip code", "zipcode", "postal code", "postcode", "postalcode", "zip"),
        types=NUMBERS,
        not_words=frozenset({"file", "archive", "path", "size", "url", "level"}),
        length=4,
    ),
    Rule(
        DataKind.POSTCODE, "pt, es", ("cep", "codigo postal"), types=NUMBERS, length=5
    ),
    Rule(
        DataKind.BIRTH,
        "en",
        ("birth", "birthdate", "birthday", "born", "dateofbirth", "dob"),
        types=DAYS,
        not_words=frozenset({"place", "country", "city", "weight"}),
        length=6,
        make="date",
    ),
    Rule(
        DataKind.BIRTH,
        "pt, es",
        ("nascimento", "nasc", "dtnasc", "nacimiento", "cumpleano"),
        types=DAYS,
        not_words=frozenset({"local", "pais", "cidade", "lugar", "ciudad"}),
        length=6,
        make="date",
    ),
    Rule(
        DataKind.NATIONAL_ID,
        "pt",
        ("cpf",),
        types=NUMBERS,
        length=11,
        check="cpf",
        make="cpf",
    ),
    Rule(DataKind.COMPANY_ID, "pt", ("cnpj",), types=NUMBERS, length=14, check="cnpj"),
    Rule(
        DataKind.NATIONAL_ID,
        "pt",
        ("rg", "pis", "nis", "cnh", "passaporte", "titulo eleitor"),
        types=NUMBERS,
        length=7,
    ),
    Rule(
        DataKind.NATIONAL_ID,
        "en",
        ("ssn", "social security", "social security number"),
        types=NUMBERS,
        length=9,
        check="ssn",
    ),
    Rule(
        DataKind.NATIONAL_ID,
        "en",
        (
            "passport", "passport number", "national id", "tax id", "tin", "driver license",
            "driving licence", "licence number", "license number", "nino",
        ),
        types=NUMBERS,
        not_words=frozenset({"type", "status", "expiry", "country"}),
        length=6,
    ),
    Rule(DataKind.NATIONAL_ID, "es", ("dni", "nie", "nif"), length=9, check="dni"),
    Rule(
        DataKind.NATIONAL_ID,
        "es",
        ("curp", "rfc", "rut", "cedula", "pasaporte", "cuit", "cuil"),
        types=NUMBERS,
        length=8,
    ),
    Rule(
        DataKind.CARD,
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
    Rule(DataKind.ACCOUNT, "en, pt, es", ("iban",), length=15, check="iban"),
    Rule(
        DataKind.ACCOUNT,
        "en",
        ("account number", "bank account", "accountnumber", "routing number", "swift", "bic"),
        types=NUMBERS,
        not_words=_COUNTS,
        length=5,
    ),
    Rule(
        DataKind.ACCOUNT,
        "pt, es",
        ("conta bancaria", "numero conta", "conta corrente", "cuenta bancaria", "numero cuenta"),
        types=NUMBERS,
        not_words=_COUNTS,
        length=4,
    ),
    Rule(
        DataKind.SECRET,
        "en",
        ("password", "passwd", "pwd", "secret", "token", "api key", "apikey", "private key"),
        types=TEXTS | {StoredKind.BYTES},
        not_words=_COUNTS | {"expire", "expiry", "reset", "hint", "policy", "created", "changed"},
        length=4,
    ),
    Rule(
        DataKind.SECRET,
        "pt, es",
        ("senha", "contrasena", "palavra passe", "segredo", "secreto"),
        types=TEXTS | {StoredKind.BYTES},
        not_words=_COUNTS | {"expira", "alterada"},
        length=4,
    ),
    Rule(
        DataKind.LOGIN, "en, pt, es", ("username", "user name", "login", "nome usuario"),
        not_words=_COUNTS | {"last", "attempt", "at", "date", "ultimo"}, length=4,
    ),
    Rule(
        DataKind.HEALTH,
        "en",
        ("diagnosis", "disease", "blood type", "allergy", "medication", "prescription", "icd"),
        types=ANY,
        not_words=_COUNTS,
    ),
    Rule(
        DataKind.HEALTH,
        "pt, es",
        ("diagnostico", "doenca", "alergia", "tipo sanguineo", "enfermedad", "medicamento"),
        types=ANY,
        not_words=_COUNTS,
    ),
    Rule(
        DataKind.PAY,
        "en, pt, es",
        ("salary", "wage", "income", "salario", "renda", "sueldo", "ingreso mensual"),
        types=AMOUNTS,
        not_words=frozenset({"type", "tipo"}),
    ),
    Rule(
        DataKind.BELIEF,
        "en, pt, es",
        ("ethnicity", "religion", "sexual orientation", "etnia", "religiao", "orientacao sexual"),
        types=ANY,
    ),
    Rule(
        DataKind.NETWORK,
        "en, pt, es",
        ("ip", "ip address", "ipaddress", "remote addr", "endereco ip", "direccion ip"),
        types=TEXTS | {StoredKind.OTHER},
        not_words=frozenset({"count", "version", "status"}),
        length=7,
        check="ipv4",
    ),
    Rule(
        DataKind.PLACE,
        "en, pt, es",
        ("latitude", "longitude"),
        types=AMOUNTS,
    ),
    Rule(
        DataKind.REMARKS,
        "en, pt, es",
        (
            "note", "remark", "comment", "observacao", "observacoe", "obs", "observacione",
            "anotacao",
        ),
        not_words=_COUNTS | {"credit", "delivery", "author"},
        length=20,
    ),
)  # fmt: skip


_FEWEST_VALUES = 20
"""Fewest values of a sample for which a pattern counts."""
_CHANCE = 1e-6
"""Largest probability that so many pass by chance, where only the pattern indicates a kind."""


class Clue(StrEnum):
    """What a proposal is based on."""

    NAME = "name"
    PATTERN = "pattern"
    BOTH = "both"


@dataclass(frozen=True)
class Proposal:
    """That a column seems to hold a kind of sensitive data; `make` is the generator that fits."""

    kind: DataKind
    by: Clue
    reason: Message
    make: str = ""

    @property
    def severity(self) -> Severity:
        return KINDS[self.kind].severity

    @property
    def title(self) -> Message:
        return KINDS[self.kind].title


def proposal_for(
    table: str, column: ColumnFacts, sample: CheckCounts | None = None
) -> Proposal | None:
    """What a column seems to hold, by its name and type and, with a sample, by the pattern of
    values; None for nothing sensitive.

    A matching name does not count where most of a sample does not match the pattern.
    """
    found = list(_named(table, column, sample))
    if found:
        return max(found, key=lambda known: known[0])[1]
    return None if sample is None else _patterned(column, sample)


type _Rank = tuple[int, int]


def _named(
    table: str, column: ColumnFacts, sample: CheckCounts | None
) -> Iterator[tuple[_Rank, Proposal]]:
    names, around = words_of(column.name), words_of(table)
    for rule in RULES:
        matched = [each for each in rule.words if holds(names, each)]
        if not matched or not _fits(rule, column) or rule.not_words.intersection(names):
            continue
        if rule.table_words and not rule.table_words.intersection((*around, *names)):
            continue
        longest = max(matched, key=lambda words: (len(words.split()), len(words)))
        share = _share(rule, sample)
        if share is not None and share < rule.minimum / 2:
            continue
        rank = len(longest.split()), KINDS[rule.kind].severity
        yield rank, _by_name(rule, longest, share, sample)


def _fits(rule: Rule, column: ColumnFacts) -> bool:
    """Whether a value of the kind fits into the column."""
    narrow = column.kind is StoredKind.TEXT and 0 < column.size < rule.length
    return column.kind in rule.types and not narrow


def _share(rule: Rule, sample: CheckCounts | None) -> float | None:
    if sample is None or not rule.check or sample.values < _FEWEST_VALUES:
        return None
    return sample.passed.get(rule.check, 0) / sample.values


def _by_name(rule: Rule, words: str, share: float | None, sample: CheckCounts | None) -> Proposal:
    message = phrase(
        "its name says “{words}” ({language}): {title}",
        words=words,
        language=rule.language,
        title=KINDS[rule.kind].title,
    )
    if share is None or sample is None:
        return Proposal(rule.kind, Clue.NAME, message, rule.make)
    with_share = phrase("{name}; {pattern}", name=message, pattern=_pattern(rule, share, sample))
    by = Clue.BOTH if share >= rule.minimum else Clue.NAME
    return Proposal(rule.kind, by, with_share, rule.make)


def _patterned(column: ColumnFacts, sample: CheckCounts) -> Proposal | None:
    """A proposal by values alone: enough pass, and more than by chance. A check that most random
    digits pass does not count."""
    for rule in RULES:
        share = _share(rule, sample)
        if share is None or share < rule.minimum or not _fits(rule, column):
            continue
        chance = CHECKS[rule.check].chance
        likely = sample.passed[rule.check] * math.log(chance) if chance else -math.inf
        if chance <= 0.5 and likely < math.log(_CHANCE):
            message = phrase(
                "{pattern}: {title}",
                pattern=_pattern(rule, share, sample),
                title=KINDS[rule.kind].title,
            )
            return Proposal(rule.kind, Clue.PATTERN, message, rule.make)
    return None


def _pattern(rule: Rule, share: float, sample: CheckCounts) -> Message:
    return plural(
        "{share} of {n} values pass the check “{check}” (by chance: {chance})",
        "{share} of {n} value passes the check “{check}” (by chance: {chance})",
        sample.values,
        share=Number(100 * share, 0, "%"),
        check=rule.check,
        chance=Number(100 * CHECKS[rule.check].chance, 0, "%"),
    )
