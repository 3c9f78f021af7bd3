"""How tables of ours keep PostgreSQL's types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engines.contract.message import phrase
from engines.contract.structure import (
    ADDRESS_FORM,
    FILL,
    JSON_FORM,
    SINGLE,
    TIME_FORM,
    UUID_FORM,
    TypeCopy,
)

_AS_WRITTEN = "{written}"
_DAY, _NEXT = "2020-01-1#", "2020-02-1#"
_MOMENTS = tuple(f'"{day} 1#:3#:2#' for day in (_DAY, _NEXT))
_LEXEMES = " ".join(f"'{first}???????':{place}" for place, first in enumerate("abcdefgh", 1))


def _range(low: str, high: str) -> str:
    return f"[{low},{high})"


_COPIES: Mapping[str, TypeCopy] = {
    "int2": TypeCopy("smallint", most=32_767, counted="smallserial", counts_alone=True),
    "int4": TypeCopy(counted="serial", counts_alone=True),
    "int8": TypeCopy("bigint", counted="bigserial", counts_alone=True),
    "float4": replace(SINGLE, native="real"),
    "numeric": TypeCopy(_AS_WRITTEN),
    "money": TypeCopy("money", "$1##.##"),
    "varchar": TypeCopy(_AS_WRITTEN),
    "bpchar": TypeCopy(_AS_WRITTEN, padded=True),
    "citext": TypeCopy("citext"),
    "enum": TypeCopy("enum", words=True),
    "timestamp": TypeCopy(_AS_WRITTEN),
    "timestamptz": TypeCopy(_AS_WRITTEN),
    "time": TypeCopy("time", TIME_FORM),
    "timetz": TypeCopy("time with time zone", f"{TIME_FORM}+00"),
    "interval": TypeCopy("interval", "1# days"),
    "uuid": TypeCopy("uuid", UUID_FORM),
    "json": TypeCopy("json", JSON_FORM, long=True),
    "jsonb": TypeCopy("jsonb", JSON_FORM, long=True),
    "xml": TypeCopy("xml", f"<v>{FILL}</v>", long=True),
    "tsvector": TypeCopy("tsvector", _LEXEMES, long=True, changes=phrase("8 words")),
    "inet": TypeCopy("inet", ADDRESS_FORM),
    "cidr": TypeCopy("cidr", f"{ADDRESS_FORM}/32"),
    "macaddr": TypeCopy("macaddr", ":".join(["^^"] * 6)),
    "macaddr8": TypeCopy("macaddr8", ":".join(["^^"] * 8)),
    "bit": TypeCopy(_AS_WRITTEN, "~"),
    "varbit": TypeCopy(_AS_WRITTEN, "~"),
    "point": TypeCopy("point", "(1#,2#)", long=True),
    "lseg": TypeCopy("lseg", "[(1#,1#),(2#,2#)]", long=True),
    "box": TypeCopy("box", "(2#,2#),(1#,1#)", long=True),
    "circle": TypeCopy("circle", "<(1#,2#),3>", long=True),
    "polygon": TypeCopy("polygon", "((1#,1#),(2#,1#),(2#,2#))", long=True),
    "int4range": TypeCopy("int4range", _range("1##", "2##")),
    "int8range": TypeCopy("int8range", _range("1##", "2##")),
    "numrange": TypeCopy("numrange", _range("1##.5", "2##.5")),
    "daterange": TypeCopy("daterange", _range(_DAY, _NEXT)),
    "tsrange": TypeCopy("tsrange", _range(*(f'{each}"' for each in _MOMENTS))),
    "tstzrange": TypeCopy("tstzrange", _range(*(f'{each}+00"' for each in _MOMENTS))),
    "_text": TypeCopy("text[]", f"{{{FILL}}}", long=True),
    "_varchar": TypeCopy("text[]", f"{{{FILL}}}", long=True, changes=phrase("without a length")),
    "_int2": TypeCopy("smallint[]", "{1##,2##}", long=True),
    "_int4": TypeCopy("integer[]", "{1##,2##}", long=True),
    "_int8": TypeCopy("bigint[]", "{1##,2##}", long=True),
    "_float8": TypeCopy("double precision[]", "{1##.5,2##.5}", long=True),
    "_numeric": TypeCopy("numeric[]", "{1##.##,2##.##}", long=True),
    "_bool": TypeCopy("boolean[]", "{t,f}", long=True),
    "_date": TypeCopy("date[]", f"{{{_DAY},{_NEXT}}}", long=True),
    "_uuid": TypeCopy("uuid[]", f"{{{UUID_FORM}}}", long=True),
}
"""By `pg_type.typname`; one that is not here has the general type of its kind, or is a text."""

PREREQUISITES = {
    "citext": "create extension if not exists citext",
    "gin_trgm_ops": "create extension if not exists pg_trgm",
    "gist_trgm_ops": "create extension if not exists pg_trgm",
}
"""By a word of a type, or of an index."""


def copy_of(base: str, written: str, size: int) -> TypeCopy | None:
    """The copy of a type with its length or digits."""
    known = _COPIES.get(base)
    if known is None:
        return None
    native = written if known.native == _AS_WRITTEN else known.native
    form = known.form * max(1, size) if known.form == "~" else known.form
    whole = base in ("timestamp", "timestamptz") and "(0)" in written
    if base == "interval" and written != base:  # an interval year to month, say
        return replace(known, changes=phrase("of days"))
    return replace(known, native=native, form=form, step=1.0 if whole else known.step)
