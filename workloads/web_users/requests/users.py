"""The users: their table, the two statements of the study's four routes, and generated people.

Vidaković and others, “Impact of Database Encryption on Web Application Performance”, 2024, name
neither fields nor numbers of rows: a users table with the sensitive fields of any such application
beside plain ones.
"""

from __future__ import annotations

from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Statement, Value, ValueType
from engines.sql.statement_text import insert, select

TABLE = "users"

ENCRYPTED = ("name", "email", "phone", "street", "national_id")
"""Fields that a protection encrypts, each for the row's account."""

PLAIN = ("account", "city", "country", "joined")
"""Fields that it leaves; `account` is the user's own number, from 1 on."""

FIELDS = ("account", *ENCRYPTED, "city", "country", "joined")
"""The order of a user's values: the account is a number, all else is text."""

ACCOUNT = FIELDS.index("account")

_NUMBERS = {"account": ValueType.INTEGER}

ADD = insert(
    TABLE,
    {
        name: f"seal(:{name}, {TABLE}.{name}, :account)" if name in ENCRYPTED else f":{name}"
        for name in FIELDS
    },
    _NUMBERS,
).of_person("account", f"{TABLE}.account")
"""Adds a user; the server assigns the id."""

_OPENED = tuple(
    f"open({TABLE}.{name}, {TABLE}.account)" if name in ENCRYPTED else name for name in FIELDS
)

GET = select(_OPENED, f"from {TABLE} where id = :id", {"id": ValueType.INTEGER})
"""The user with an id."""

ALL: Statement = select(_OPENED, f"from {TABLE} where id > :above", {"above": ValueType.INTEGER})
"""Every user with an id above one, in any order. Drivers that keep what has come without parameters
keep nothing of this."""

_BY_ACCOUNT = {"account": ValueType.INTEGER}

IDS: Statement = select(("id",), f"from {TABLE} where account <= :account order by id", _BY_ACCOUNT)
"""Ids of users with accounts up to `:account`."""

LAST: Statement = select(("max(account)", "max(id)", "min(id)"), f"from {TABLE}")
"""Highest account, highest id and lowest id."""

COUNT_FROM: Statement = select(
    ("count(*)",), f"from {TABLE} where account >= :account", _BY_ACCOUNT
)
"""Number of users with accounts from `:account` on."""

NEXT_ID: Statement = select(
    ("min(id)",), f"from {TABLE} where id >= :id", {"id": ValueType.INTEGER}
)
"""The lowest existing id from `:id` on."""


def schema() -> Schema:
    """The table, with the primary key as its only index."""
    columns = (
        Column("account", ValueType.INTEGER),
        *(Column(name, protected=True) for name in ENCRYPTED),
        *(Column(name, size=64) for name in ("city", "country")),
        Column("joined", size=10),
    )
    return Schema((Table(TABLE, columns),))


def user(seed: int, number: int) -> tuple[Value, ...]:
    """The user with the account `number`, always the same for one seed. Takes about 3 µs, since
    lanes make theirs while they wait for the next arrival."""
    draw = random_64_bits(seed, number)
    draw, first = divmod(draw, len(_FIRST))
    draw, last = divmod(draw, len(_LAST))
    draw, street = divmod(draw, len(_STREETS))
    draw, place = divmod(draw, len(_CITIES))
    city, country, code = _CITIES[place]
    draw, house = divmod(draw, 180)
    draw, phone = divmod(draw, 10_000_000)
    draw, day = divmod(draw, 28)
    draw, month = divmod(draw, 12)
    identity = random_64_bits(seed + 1, number)
    given, family = _FIRST[first], _LAST[last]
    return (
        number,
        f"{given} {family}",
        f"{given}.{family}.{number}@example.org".lower(),
        f"+{code} {phone:08d}",
        f"{_STREETS[street]} {house + 1}",
        f"{identity % 10**13:013d}",
        city,
        country,
        f"{2015 + identity % 9}-{month + 1:02d}-{day + 1:02d}",
    )


def as_text(value: Value) -> Value:
    """A value as it was stored: what a server's own function has opened comes as bytes."""
    return bytes(value).decode() if isinstance(value, (bytes, bytearray, memoryview)) else value


def random_64_bits(seed: int, number: int) -> int:
    """64 pseudo-random bits: the output function of SplitMix64 (Steele, Lea, Flood, 2014)."""
    mixed = (seed * 0xD1342543DE82EF95 + number * 0x9E3779B97F4A7C15) & _BITS
    mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _BITS
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _BITS
    return mixed ^ mixed >> 31


_BITS = (1 << 64) - 1

_FIRST = (
    "Ana", "Boris", "Dara", "Emil", "Filip", "Goran", "Helena", "Ivana", "Jovan", "Katarina",
    "Luka", "Marija", "Nikola", "Olivera", "Petar", "Radmila", "Stefan", "Tamara", "Uroš", "Vesna",
)  # fmt: skip

_LAST = (
    "Antić", "Babić", "Cvetković", "Dimić", "Erić", "Filipović", "Gajić", "Horvat", "Ilić",
    "Janković", "Kovač", "Lukić", "Marković", "Nikolić", "Obradović", "Pavlović", "Ristić",
    "Stojanović", "Tomić", "Vuković", "Zorić",
)  # fmt: skip

_STREETS = (
    "Bulevar kralja Aleksandra", "Cara Dušana", "Danijelova", "Glavna", "Knez Mihailova",
    "Maksima Gorkog", "Njegoševa", "Obala", "Savska", "Školska", "Vojvode Stepe", "Zmaj Jovina",
)  # fmt: skip

_CITIES = (
    ("Beograd", "Serbia", "381"), ("Novi Sad", "Serbia", "381"), ("Niš", "Serbia", "381"),
    ("Zagreb", "Croatia", "385"), ("Sarajevo", "Bosnia and Herzegovina", "387"),
    ("Ljubljana", "Slovenia", "386"), ("Podgorica", "Montenegro", "382"),
    ("Skopje", "North Macedonia", "389"),
)  # fmt: skip
"""City, country, and its code in telephone numbers."""
