"""The TOML file that a plan is read from and written to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import cattrs
import tomlkit
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn

from app.plan.campaign import (
    BASELINE,
    Campaign,
    CampaignSettings,
    Order,
    Placement,
    PlannedProtection,
    UnfitPlan,
    server_faults,
    server_name_faults,
)
from app.plan.toml_text import tables_in
from engines.contract.endpoint import Source, TlsMode
from engines.contract.errors import InputError, Unfit, clause_of
from engines.contract.message import Message, in_a_row, phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.looking.reading import read_text, why_not_read
from engines.parameter import all_parameters_of
from engines.registry import engine_names
from engines.server import ServerSpec
from workloads.contract import GENERATED, Parameters
from workloads.registry import workload_named, workload_names

_MOST_MB = 1


def read_plan(source: str | Path) -> Campaign:
    """The campaign in a plan file, or in a plan that ships with the program (`demo`).

    Raises: InputError with one sentence that names what is wrong and where.
    """
    path = Path(source)
    if (
        not os.path.lexists(path)
        and path.suffix == ""
        and (shipped := _shipped(str(source))) is not None
    ):
        return parse_plan(shipped, phrase("the plan “{name}”", name=source))
    try:
        text = read_text(path, _MOST_MB)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Plan not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a plan file, or one of the plans that ship: {shipped}."),
            path=path,
            reason=why_not_read(error),
            shipped=", ".join(shipped_plans()),
        ) from error
    campaign = parse_plan(text, str(path))
    return _with_data_beside(campaign, path.parent)


_ALWAYS_WRITTEN = ("repetitions", "warmups", "seed", "order", "placement", "control")


def parse_plan(text: str, where: str | Message) -> Campaign:
    """The campaign in the text of a plan; `where` names it in errors.

    Raises: InputError
    """
    document = _document(text, where)
    try:
        plan = _CONVERTER.structure(document, _PlanFile)
    except (ClassValidationError, IterableValidationError) as error:
        raise _wrong(where, in_a_row(_all_faults(document, error))) from error
    try:
        return _campaign(plan)
    except InputError:
        raise
    except ValueError as error:
        raise _wrong(where, clause_of(error)) from error


def write_plan(campaign: Campaign) -> str:
    """The TOML text of a campaign; `parse_plan` gives the same campaign back."""
    settings = _without_defaults(campaign, keep=_ALWAYS_WRITTEN, kind=CampaignSettings)
    document = {
        "campaign": {"name": campaign.name, **settings},
        "workload": write_parameters(campaign.workload),
        "server": [_server_table(spec) for spec in campaign.servers],
        "protection": [_protection_table(each) for each in campaign.protections],
    }
    return tomlkit.dumps(document)


def parse_parameters(table: Mapping[str, Any]) -> Parameters:
    """The parameters of a workload in a table as `[workload]` has it; whether they can be used is
    not looked at.

    Raises: ValueError
    """
    try:
        return _parameters(dict(table), Parameters)
    except (ClassValidationError, IterableValidationError) as error:
        raise Unfit(in_a_row(each.said for each in _faults(error))) from error


def write_parameters(parameters: Parameters) -> dict[str, Any]:
    """The table that `parse_parameters` reads."""
    return _without_defaults(parameters, keep=("name", "profile", "sizes"))


def parse_servers(text: str, path: str) -> tuple[ServerSpec, ...]:
    """The saved connections in a file that holds nothing else.

    Raises: InputError, which names the first line that does not fit
    """
    try:
        servers = _CONVERTER.structure(tables_in(text), _ServersFile).server
    except Unfit as error:  # its words name the line, but for a file that breaks off
        raise _not_read(path, error.said) from error
    except (ClassValidationError, IterableValidationError) as error:
        raise _not_read(path, *_first_line(text, _faults(error))) from error
    if _spec_faults(servers):
        faults = (
            _Fault(("server", str(number)), said)
            for number in range(1, len(servers) + 1)
            for said in _spec_faults(servers[:number])
        )
        raise _not_read(path, *_first_line(text, faults))
    return servers


def _spec_faults(servers: Sequence[ServerSpec]) -> list[Message]:
    names = [spec.name for spec in servers]
    return [*server_name_faults(names), *server_faults(servers)]


def _first_line(text: str, faults: Iterable[_Fault]) -> tuple[Message, int | None]:
    """What is said of the first fault, and the line that it stands in, or its server begins in."""
    fault = next(iter(faults))
    heads = [each.start() for each in _SERVER_HEAD.finditer(text)] + [len(text)]
    match fault.path:
        case ("server", number, *keys) if number.isdigit() and int(number) < len(heads):
            begin, end = heads[int(number) - 1 : int(number) + 1]
            key = "|".join(map(re.escape, keys)) or r"\Z"
            found = re.compile(rf"^[ \t]*\"?(?:{key})\"?[ \t]*=", re.M).search(text, begin, end)
            return fault.said, text.count("\n", 0, found.start() if found else begin) + 1
    return fault.said, None


_SERVER_HEAD = re.compile(r"^[ \t]*\[\[[ \t]*\"?server\"?[ \t]*\]\]", re.M)


def _not_read(path: str, what: Message, line: int | None = None) -> InputError:
    said = phrase("{path} cannot be read: {reason}.")
    if line is not None:
        said = phrase("{path} cannot be read, line {line}: {reason}.")
    return InputError(
        phrase("Saved connections not read"),
        said.with_values(path=path, line=line, reason=what),
        phrase("Correct the file, or remove it and add the servers again."),
    )


def write_servers(servers: Iterable[ServerSpec]) -> str:
    """The TOML text that `parse_servers` reads."""
    return tomlkit.dumps({"server": [_server_table(spec) for spec in servers]})


def shipped_plans() -> list[str]:
    """Names of the plans that ship with the program."""
    folder = files("assets") / "plans"
    return sorted(each.name.removesuffix(".toml") for each in folder.iterdir())


@dataclass(frozen=True)
class _Head(CampaignSettings):
    name: str


@dataclass(frozen=True)
class _ProtectionTable:
    name: str
    kind: ProtectionKind | None = None
    algorithm: str | None = None
    bits: int | None = None
    mode: str | None = None
    servers: tuple[str, ...] = ()


@dataclass(frozen=True)
class _PlanFile:
    campaign: _Head
    workload: Parameters
    server: tuple[ServerSpec, ...] = ()
    protection: tuple[_ProtectionTable, ...] = ()


@dataclass(frozen=True)
class _ServersFile:
    server: tuple[ServerSpec, ...] = ()


def _campaign(plan: _PlanFile) -> Campaign:
    return Campaign(
        servers=plan.server,
        protections=tuple(_planned(table) for table in plan.protection),
        workload=plan.workload,
        **vars(plan.campaign),
    )


def _planned(table: _ProtectionTable) -> PlannedProtection:
    named_plain = table.name == BASELINE and table.kind in (None, ProtectionKind.PLAINTEXT)
    kind = table.kind or (ProtectionKind.PLAINTEXT if named_plain else None)
    if kind is None:
        raise Unfit(
            phrase(
                "protection “{name}” needs a kind (native, client, storage or stored-form)",
                name=table.name,
            )
        )
    lower = (text.lower() if text else None for text in (table.algorithm, table.mode))
    algorithm, mode = lower
    protection = Protection(table.name, kind, algorithm, table.bits, mode)
    return PlannedProtection(protection, table.servers)


def _server_table(spec: ServerSpec) -> dict[str, Any]:
    return _without_defaults(spec, keep=("name", "source", "engine"))


def _protection_table(planned: PlannedProtection) -> dict[str, Any]:
    table = _without_defaults(planned.protection, keep=("name", "kind"))
    if planned.servers:
        table["servers"] = list(planned.servers)
    return table


def _with_data_beside(campaign: Campaign, folder: Path) -> Campaign:
    """A CSV named by a relative path is looked for beside the plan."""
    data = campaign.workload.data
    if data == GENERATED or Path(data).is_absolute():
        return campaign
    beside = (folder / data).resolve()
    path = beside if beside.exists() else Path(data).resolve()
    return replace(campaign, workload=campaign.workload.with_data(str(path)))


def _shipped(name: str) -> str | None:
    if name not in shipped_plans():
        return None
    return (files("assets") / "plans" / f"{name}.toml").read_text(encoding="utf-8")


def _without_defaults(item: Any, keep: tuple[str, ...], kind: type | None = None) -> dict[str, Any]:
    """The fields of an item, or those of them that `kind` declares."""
    table = {}
    for each in fields(kind or item):
        value = getattr(item, each.name)
        if each.name in keep or value != each.default:
            plain = value.value if isinstance(value, StrEnum) else value
            table[each.name] = list(plain) if isinstance(plain, tuple) else plain
    return table


def _document(text: str, where: str | Message) -> dict[str, Any]:
    try:
        return tables_in(text)
    except Unfit as error:
        raise _wrong(where, error.said) from error


def _wrong(where: str | Message, what: Message) -> InputError:
    return InputError(
        phrase("Plan not usable"),
        phrase("{where} cannot be used: {what}."),
        where=where,
        what=what,
    )


@dataclass(frozen=True)
class _Fault:
    """A clause about what does not fit, and the keys and numbers (from 1) that lead there."""

    path: tuple[str, ...]
    said: Message


def _faults(error: BaseException, path: tuple[str, ...] = ()) -> Iterator[_Fault]:
    """Everything that does not fit; what is missing only where no key beside it is unknown."""
    place = ".".join(path)
    if isinstance(error, ForbiddenExtraKeysError):
        keys = ", ".join(f"“{_short(key)}”" for key in sorted(error.extra_fields))
        said = phrase("unknown key {keys}", keys=keys)
        if path:
            said = phrase("unknown key {keys} in {place}", keys=keys, place=place)
        for key in sorted(error.extra_fields):
            yield _Fault((*path, key), said)
    elif isinstance(error, (ClassValidationError, IterableValidationError)):
        yield from _inner_faults(error, path)
    elif isinstance(error, KeyError):
        yield _Fault(path, phrase("{place} is missing", place=place or error.args[0]))
    else:
        yield _Fault(path, phrase("{place}: {said}", place=place, said=clause_of(error)))


def _inner_faults(
    error: ClassValidationError | IterableValidationError, path: tuple[str, ...]
) -> Iterator[_Fault]:
    # An unknown key first: what is missing is often the same word, misspelt.
    unknown = [each for each in error.exceptions if isinstance(each, ForbiddenExtraKeysError)]
    for each in unknown:
        yield from _faults(each, path)
    for inner in error.exceptions:
        misspelt = unknown and isinstance(inner, KeyError)
        if inner in unknown or misspelt:
            continue
        notes = getattr(inner, "__notes__", [])
        place = next((_place(note) for note in notes if _place(note)), "")
        yield from _faults(inner, (*path, place) if place else path)


def _all_faults(document: dict[str, Any], error: BaseException) -> list[Message]:
    """The clauses of all faults: those of single values, and those that show without them."""
    found = list(_faults(error))
    rest = deepcopy(document)
    for fault in sorted(found, key=lambda each: each.path, reverse=True):
        _take_out(rest, fault.path)
    told = [fault.said for fault in found]
    try:
        _campaign(_CONVERTER.structure(rest, _PlanFile))
    except UnfitPlan as further:
        told += further.faults
    except Unfit as further:
        told.append(further.said)
    except (ClassValidationError, IterableValidationError, KeyError):
        pass  # what is missing is told already
    return list({str(each): each for each in told}.values())


def _take_out(document: dict[str, Any], path: tuple[str, ...]) -> None:
    """Put in place of a faulty value what is never at fault, or leave it to its default.

    A protection goes as a whole, since its parts only mean something together.
    """
    match path:
        case ("protection", number, *_) if number.isdigit():
            document["protection"][int(number) - 1] = {"name": f"{_STAND_IN} {number}"} | _PLAIN
        case ("server", number, key) if number.isdigit() and key in _SERVER:
            document["server"][int(number) - 1][key] = _SERVER[key]
        case ("server", number, key) if number.isdigit():
            document["server"][int(number) - 1].pop(key, None)
        case (table, key) if isinstance(document.get(table), dict):
            document[table].pop(key, None)


_STAND_IN = "in place of protection"
_PLAIN = {"kind": ProtectionKind.PLAINTEXT.value}
_SERVER = {"source": Source.EMBEDDED.value, "engine": engine_names()[0]}


def _place(note: object) -> str:
    name = getattr(note, "name", None)
    if name is not None:
        return str(name)
    index = getattr(note, "index", None)
    return "" if index is None else str(int(index) + 1)


def _strict(kind: type[Any]) -> Any:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise Unfit(_KINDS[kind].with_values(value=_shown(value)))
        return value

    return check


def _number(value: Any, _: Any) -> float:
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    raise Unfit(phrase("{value} is not a number", value=_shown(value)))


def _shown(value: object) -> str:
    """What a plan has in a place, as much of it as a sentence takes."""
    return _short(repr(value))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


_LONGEST_SHOWN = 80


_KINDS = {
    int: phrase("{value} is not a whole number"),
    str: phrase("{value} is not text in quotes"),
    bool: phrase("{value} is not true or false"),
}


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit(phrase("{value} is not a table", value=_shown(value)))
    return value


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def _list(value: Any, kind: Any) -> tuple[Any, ...]:
    """Else a text is taken for a list of its letters."""
    if not isinstance(value, list):
        raise Unfit(phrase("{value} is not a list", value=_shown(value)))
    items: Any = list[get_args(kind)[0]]  # type: ignore[misc]
    return tuple(_CONVERTER.structure(value, items))


def _choice(value: Any, kind: Any) -> Any:
    try:
        return kind(value.lower() if isinstance(value, str) else value)
    except ValueError as error:
        known = ", ".join(each.value for each in kind)
        said = phrase("{value} is none of {known}", value=_shown(value), known=known)
        raise Unfit(said) from error


def _parameters(value: Any, _: Any) -> Parameters:
    """A table of `[workload]`, which is another one for each workload."""
    name = _table(value).get("name", USUAL_WORKLOAD)
    if name not in workload_names():
        raise Unfit(
            phrase(
                "there is no workload “{workload}” (there is {known})",
                workload=_short(str(name)),
                known=", ".join(workload_names()),
            )
        )
    kind = workload_named(name).parameters
    _know_choices(kind)
    structured: Parameters = _CONVERTER.structure(_with_lists(value, kind), kind)
    return structured


def _with_lists(table: dict[str, Any], kind: type) -> dict[str, Any]:
    """A table in which a single number stands for a list of that one."""
    lists = {each.name for each in all_parameters_of(kind).values() if each.item in (int, float)}
    alone = {key for key in lists & table.keys() if isinstance(table[key], (int, float))}
    return table | {key: [table[key]] for key in alone}


def _know_choices(kind: type) -> None:
    """Once each: after each hook the converter works out anew how it takes everything."""
    for choice in {*_choices(kind)} - _known_choices:
        _CONVERTER.register_structure_hook(choice, _choice)
        _known_choices.add(choice)


_known_choices: set[type[StrEnum]] = set()


def _choices(kind: type) -> Iterator[type[StrEnum]]:
    """The enumerations among the types of a dataclass's fields, alone or in tuples."""
    for hint in get_type_hints(kind).values():
        for each in (hint, *get_args(hint)):
            if isinstance(each, type) and issubclass(each, StrEnum):
                yield each


USUAL_WORKLOAD = "hospital"
"""What a plan means that names none."""


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in _KINDS:
        converter.register_structure_hook(kind, _strict(kind))
    converter.register_structure_hook(float, _number)
    for choice in (Order, Placement, Source, TlsMode, ProtectionKind):
        converter.register_structure_hook(choice, _choice)
    converter.register_structure_hook_func(lambda kind: kind is Parameters, _parameters)
    converter.register_structure_hook_func(_is_list, _list)
    for table in (_Head, _ProtectionTable, ServerSpec, _PlanFile, _ServersFile):
        converter.register_structure_hook(table, _strict_table(table, converter))
    return converter


def _strict_table(kind: type[Any], converter: cattrs.Converter) -> Any:
    structure = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)
    return lambda value, _: structure(_table(value), kind)


_CONVERTER = _make_converter()
