"""How tables of ours keep PostgreSQL's types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.contract.message import phrase
from engines.contract.structure import (
    ADDRESS_FORM,
    FILL,
    JSON_FORM,
    TIME_FORM,
    UUID_FORM,
    TypeCopy,
)

_AS_WRITTEN = "{written}"
_MOST_DIGITS = 18

_COPIES: Mapping[str, TypeCopy] = {
    "int2": TypeCopy("smallint", most=32_767, counted="smallserial"),
    "int4": TypeCopy(counted="serial"),
    "int8": TypeCopy("bigint", counted="bigserial"),
    "float4": TypeCopy(changes=phrase("8 bytes in place of 4")),
    "numeric": TypeCopy(_AS_WRITTEN),
    "varchar": TypeCopy(_AS_WRITTEN),
    "timestamp": TypeCopy(_AS_WRITTEN),
    "timestamptz": TypeCopy(_AS_WRITTEN),
    "time": TypeCopy("time", TIME_FORM),
    "interval": TypeCopy("interval", "1# days"),
    "uuid": TypeCopy("uuid", UUID_FORM),
    "json": TypeCopy("json", JSON_FORM, long=True),
    "jsonb": TypeCopy("jsonb", JSON_FORM, long=True),
    "inet": TypeCopy("inet", ADDRESS_FORM),
    "cidr": TypeCopy("cidr", f"{ADDRESS_FORM}/32"),
    "macaddr": TypeCopy("macaddr", ":".join(["^^"] * 6)),
    "bit": TypeCopy(_AS_WRITTEN, "~"),
    "varbit": TypeCopy(_AS_WRITTEN, "~"),
    "_text": TypeCopy("text[]", f"{{{FILL}}}", long=True),
    "_varchar": TypeCopy("text[]", f"{{{FILL}}}", long=True),
    "_int4": TypeCopy("integer[]", "{1##,2##}", long=True),
    "_int8": TypeCopy("bigint[]", "{1##,2##}", long=True),
    "_uuid": TypeCopy("uuid[]", f"{{{UUID_FORM}}}", long=True),
    "bpchar": TypeCopy(changes=phrase("not padded with blanks")),
    "enum": TypeCopy(changes=phrase("the length of a word in place of 4 bytes")),
    "citext": TypeCopy(changes=phrase("compared with case")),
}
"""By `pg_type.typname`; one that is not here has the general type of its kind, or is a text."""


def copy_of(base: str, written: str, size: int) -> TypeCopy | None:
    """The copy of a type with its length or digits."""
    known = _COPIES.get(base)
    if known is None:
        return None
    if base == "numeric" and size > _MOST_DIGITS:
        return TypeCopy(changes=phrase("{n} digits at most", n=_MOST_DIGITS))
    native = written if known.native == _AS_WRITTEN else known.native
    form = known.form * max(1, size) if known.form == "~" else known.form
    return replace(known, native=native, form=form)
