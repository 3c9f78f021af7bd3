"""What a column may hold that should be kept secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from engines.contract.message import Message, phrase


class Sensitive(StrEnum):
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
    """What follows if it is read: it narrows down who somebody is, it says so, it does harm."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3


@dataclass(frozen=True)
class KindWords:
    """What a kind is called in a sentence, and how severe its loss is."""

    title: Message
    severity: Severity


KINDS: dict[Sensitive, KindWords] = {
    Sensitive.NAME: KindWords(phrase("name of a person"), Severity.MEDIUM),
    Sensitive.EMAIL: KindWords(phrase("e-mail address"), Severity.MEDIUM),
    Sensitive.PHONE: KindWords(phrase("phone number"), Severity.MEDIUM),
    Sensitive.ADDRESS: KindWords(phrase("postal address"), Severity.MEDIUM),
    Sensitive.POSTCODE: KindWords(phrase("postcode"), Severity.LOW),
    Sensitive.BIRTH: KindWords(phrase("date of birth"), Severity.MEDIUM),
    Sensitive.NATIONAL_ID: KindWords(phrase("national ID"), Severity.HIGH),
    Sensitive.COMPANY_ID: KindWords(phrase("company ID"), Severity.LOW),
    Sensitive.CARD: KindWords(phrase("payment card number"), Severity.HIGH),
    Sensitive.ACCOUNT: KindWords(phrase("bank account"), Severity.HIGH),
    Sensitive.SECRET: KindWords(phrase("password or key"), Severity.HIGH),
    Sensitive.LOGIN: KindWords(phrase("user name"), Severity.LOW),
    Sensitive.HEALTH: KindWords(phrase("health data"), Severity.HIGH),
    Sensitive.PAY: KindWords(phrase("pay or income"), Severity.MEDIUM),
    Sensitive.BELIEF: KindWords(phrase("origin or belief"), Severity.HIGH),
    Sensitive.NETWORK: KindWords(phrase("IP address"), Severity.LOW),
    Sensitive.PLACE: KindWords(phrase("position on a map"), Severity.LOW),
    Sensitive.REMARKS: KindWords(phrase("free text"), Severity.LOW),
}
