"""The TOML file that a plan is read from and written to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import tomlkit
from cattrs.errors import ClassValidationError, IterableValidationError

from app.plan.campaign import (
    BASELINE,
    Campaign,
    CampaignSettings,
    PlannedProtection,
    UnfitPlan,
    server_faults,
    server_name_faults,
)
from app.plan.requirements import NO_REQUIREMENTS, Requirements, requirements_table
from engines.contract.endpoint import Source
from engines.contract.errors import InputError, Unfit, clause_of
from engines.contract.key_source import KeySource
from engines.contract.message import Message, first_faults, phrase
from engines.contract.parameter import all_parameters_of
from engines.contract.protection import Protection, ProtectionKind
from engines.inspection.regular_files import read_text, why_not_read
from engines.keys.registry import LOCAL, key_sources
from engines.registry import engine_names
from engines.servers.server import ServerSpec
from workloads.contract import GENERATED, Parameters
from workloads.registry import workload_named, workload_names
from workloads.toml_document import (
    Fault,
    as_table,
    as_written,
    faults,
    short,
    structured,
    structured_by,
    table_of,
    tables_in,
)

# Servers as a file that holds nothing else has them, and as plans have them.


def parse_servers(text: str, path: str) -> tuple[ServerSpec, ...]:
    """The saved connections in a file that holds nothing else.

    Raises: InputError, which names the first line that does not fit
    """
    try:
        servers = structured(tables_in(text), _ServersFile).server
    except Unfit as error:  # its words name the line, but for a file that breaks off
        raise _not_read(path, error.message) from error
    except (ClassValidationError, IterableValidationError) as error:
        raise _not_read(path, *_first_line(text, faults(error))) from error
    if _spec_faults(servers):
        beyond = (
            Fault(("server", str(number)), message)
            for number in range(1, len(servers) + 1)
            for message in _spec_faults(servers[:number])
        )
        raise _not_read(path, *_first_line(text, beyond))
    return servers


def _spec_faults(servers: Sequence[ServerSpec]) -> list[Message]:
    names = [spec.name for spec in servers]
    return [*server_name_faults(names), *server_faults(servers)]


def _first_line(text: str, found: Iterable[Fault]) -> tuple[Message, int | None]:
    """What is said of the first fault, and the line that it stands in, or its server begins in."""
    fault = next(iter(found))
    heads = [each.start() for each in _SERVER_HEAD.finditer(text)] + [len(text)]
    match fault.path:
        case ("server", number, *keys) if number.isdigit() and int(number) < len(heads):
            begin, end = heads[int(number) - 1 : int(number) + 1]
            key = "|".join(map(re.escape, keys)) or r"\Z"
            named = re.compile(rf"^[ \t]*\"?(?:{key})\"?[ \t]*=", re.M).search(text, begin, end)
            return fault.clause, text.count("\n", 0, named.start() if named else begin) + 1
    return fault.clause, None


_SERVER_HEAD = re.compile(r"^[ \t]*\[\[[ \t]*\"?server\"?[ \t]*\]\]", re.M)


def _not_read(path: str, what: Message, line: int | None = None) -> InputError:
    message = phrase("{path} cannot be read: {reason}.")
    if line is not None:
        message = phrase("{path} cannot be read, line {line}: {reason}.")
    return InputError(
        phrase("Saved connections not read"),
        message.with_values(path=path, line=line, reason=what),
        phrase("Correct the file, or remove it and add the servers again."),
    )


def write_servers(servers: Iterable[ServerSpec]) -> str:
    """The TOML text that `parse_servers` reads."""
    return tomlkit.dumps({"server": [server_table(spec) for spec in servers]})


def server_table(spec: ServerSpec) -> dict[str, Any]:
    return table_of(spec, keep=("name", "source", "engine"))


@dataclass(frozen=True)
class _ServersFile:
    server: tuple[ServerSpec, ...] = ()


# The table `[workload]` of a plan: the parameters of the workload that it names.

USUAL_WORKLOAD = "hospital"
"""The workload of a plan that names none."""


def parameters_in(value: Any) -> Parameters:
    """A table of `[workload]`, which is another one for each workload."""
    name = as_table(value).get("name", USUAL_WORKLOAD)
    if name not in workload_names():
        raise Unfit(
            phrase(
                "unknown workload “{workload}” (known: {known})",
                workload=_unquoted(name),
                known=", ".join(workload_names()),
            )
        )
    kind = workload_named(name).parameters
    return structured(_with_lists(value, kind), kind)


def _with_lists(table: dict[str, Any], kind: type) -> dict[str, Any]:
    """A table in which a single number stands for a list of that one."""
    lists = {each.name for each in all_parameters_of(kind).values() if each.item in (int, float)}
    alone = {key for key in lists & table.keys() if isinstance(table[key], (int, float))}
    return table | {key: [table[key]] for key in alone}


def _unquoted(name: object) -> str:
    return short(name) if isinstance(name, str) else as_written(name)


# The key of a protection: `"local"`, the name of a source, or a table with its options.


def key_in(value: Any) -> KeySource | None:
    """Raises: Unfit, ClassValidationError"""
    table = {"source": value} if isinstance(value, str) else dict(as_table(value))
    name = table.pop("source", "")
    if name == LOCAL and not table:
        return None
    kind = key_sources().get(name) if isinstance(name, str) else None
    if kind is None:
        known = ", ".join((LOCAL, *key_sources()))
        message = phrase("unknown key source “{source}” (known: {known})")
        raise Unfit(message.with_values(source=_unquoted(name), known=known))
    return structured(table, kind)


def key_table(key: KeySource) -> dict[str, Any]:
    """What `key_in` reads."""
    return {"source": key.source, **table_of(key, keep=("data_key",))}


structured_by(KeySource, key_in)

_MOST_MB = 1

structured_by(Parameters, parameters_in)


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
        folder = Path(str(files("assets"))) / "workloads"
        return parse_plan(shipped, phrase("the plan “{name}”", name=source), folder)
    try:
        text = read_text(path, _MOST_MB)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Plan not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a plan file, or a plan that comes with Cipherbench: {shipped}."),
            path=path,
            reason=why_not_read(error),
            shipped=", ".join(shipped_plans()),
        ) from error
    return parse_plan(text, str(path), path.parent)


_ALWAYS_WRITTEN = ("repetitions", "warmups", "seed", "order", "placement", "control")


def parse_plan(text: str, where: str | Message, folder: Path | None = None) -> Campaign:
    """The campaign in the text of a plan; `where` names it in errors. A plan in a file has a
    `folder`, in which what it names by a relative path is looked for first.

    Raises: InputError
    """
    document = _document(text, where, any_name=folder is None)
    try:
        plan = structured(document, _PlanFile)
        if folder is not None:
            plan = replace(plan, workload=_with_data_files(plan.workload, folder))
    except (ClassValidationError, IterableValidationError) as error:
        raise _wrong(where, first_faults(_all_faults(document, error))) from error
    try:
        return _campaign(plan)
    except InputError:
        raise
    except ValueError as error:
        raise _wrong(where, clause_of(error)) from error


def write_plan(campaign: Campaign) -> str:
    """The TOML text of a campaign; `parse_plan` gives the same campaign back."""
    settings = table_of(campaign, keep=_ALWAYS_WRITTEN, kind=CampaignSettings)
    document = {
        "campaign": {"name": campaign.name, **settings},
        "workload": write_parameters(campaign.workload),
        "server": [server_table(spec) for spec in campaign.servers],
        "protection": [_protection_table(each) for each in campaign.protections],
    }
    if campaign.advice:
        document["advice"] = requirements_table(campaign.advice)
    return tomlkit.dumps(document)


def parse_parameters(table: Mapping[str, Any]) -> Parameters:
    """The parameters of a workload in a table as `[workload]` has it; whether they can be used is
    not looked at.

    Raises: ValueError
    """
    try:
        return structured(dict(table), Parameters)
    except (ClassValidationError, IterableValidationError) as error:
        raise Unfit(first_faults(each.clause for each in faults(error))) from error


def write_parameters(parameters: Parameters) -> dict[str, Any]:
    """The table that `parse_parameters` reads."""
    return table_of(parameters, keep=("name", "profile", "sizes"))


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
    blind_index: bool = True
    key: KeySource | None = None
    servers: tuple[str, ...] = ()


@dataclass(frozen=True)
class _PlanFile:
    campaign: _Head
    workload: Parameters
    server: tuple[ServerSpec, ...] = ()
    protection: tuple[_ProtectionTable, ...] = ()
    advice: Requirements = NO_REQUIREMENTS


def _campaign(plan: _PlanFile) -> Campaign:
    return Campaign(
        servers=plan.server,
        protections=tuple(_planned(table) for table in plan.protection),
        workload=plan.workload,
        advice=plan.advice,
        **vars(plan.campaign),
    )


def _planned(table: _ProtectionTable) -> PlannedProtection:
    named_plain = table.name == BASELINE and table.kind in (None, ProtectionKind.PLAINTEXT)
    kind = table.kind or (ProtectionKind.PLAINTEXT if named_plain else None)
    if kind is None:
        raise Unfit(
            phrase(
                "protection “{name}” needs a kind "
                "(native, client, storage, transit or stored-form)",
                name=table.name,
            )
        )
    lower = (text.lower() if text else None for text in (table.algorithm, table.mode))
    algorithm, mode = lower
    protection = Protection(
        table.name, kind, algorithm, table.bits, mode, table.blind_index, table.key
    )
    return PlannedProtection(protection, table.servers)


def _protection_table(planned: PlannedProtection) -> dict[str, Any]:
    protection = planned.protection
    table = table_of(protection, keep=("name", "kind"))
    if protection.key_source is not None:
        del table["key_source"]
        table["key"] = key_table(protection.key_source)
    if planned.servers:
        table["servers"] = list(planned.servers)
    return table


def _with_data_files(parameters: Parameters, folder: Path) -> Parameters:
    """A data file named by a relative path is looked for beside the plan."""
    data = parameters.data
    if not data or data == GENERATED or Path(data).is_absolute():
        return parameters
    in_plan_folder = (folder / data).resolve()
    path = in_plan_folder if in_plan_folder.exists() else Path(data).resolve()
    return parameters.with_data(str(path))


def _shipped(name: str) -> str | None:
    if name not in shipped_plans():
        return None
    return (files("assets") / "plans" / f"{name}.toml").read_text(encoding="utf-8")


def _document(text: str, where: str | Message, *, any_name: bool) -> dict[str, Any]:
    """Names are looked at in a file: what is in a store was shown as it is, and stays readable."""
    try:
        return tables_in(text, any_name=any_name)
    except Unfit as error:
        raise _wrong(where, error.message) from error


def _wrong(where: str | Message, what: Message) -> InputError:
    return InputError(
        phrase("Plan not usable"),
        phrase("{where} cannot be used: {what}."),
        where=where,
        what=what,
    )


def _all_faults(document: dict[str, Any], error: BaseException) -> list[Message]:
    """The clauses of all faults: those of single values, and those that show without them."""
    found = list(faults(error))
    rest = deepcopy(document)
    for fault in sorted(found, key=lambda each: each.path, reverse=True):
        _take_out(rest, fault.path)
    clauses = [fault.clause for fault in found]
    try:
        _campaign(structured(rest, _PlanFile))
    except UnfitPlan as further:
        clauses += further.faults
    except Unfit as further:
        clauses.append(further.message)
    except (ClassValidationError, IterableValidationError, KeyError):
        pass  # what is missing is told already
    return list({str(each): each for each in clauses}.values())


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
