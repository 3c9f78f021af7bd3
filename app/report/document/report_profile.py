"""Profiles: the report options that a consultant reuses, as a TOML file: reader, language, client,
consultant, logo, sections, prices. Date and texts are not among them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import tomlkit
from cattrs.errors import ClassValidationError, IterableValidationError

from app.plan.requirements import Regulation, Requirements
from app.report.document.build_document import ReportOptions, check_sections
from app.report.document.document_blocks import Cover, Reader
from app.report.words.language import check_language
from app.system.folders import profiles_folder
from engines.contract.errors import InputError, clause_of
from engines.contract.message import Message, first_faults, phrase, with_semicolons
from engines.contract.parameter import limit_faults
from engines.inspection.regular_files import expanded, read_text, why_not_read
from workloads.toml_document import faults, structured, table_of, tables_in

_MOST_MB = 1
ENDING = ".toml"


@dataclass(frozen=True)
class _Profile:
    """The keys of a file; files are named from its own folder on."""

    reader: Reader = Reader.CLIENT
    language: str = ""
    client: str = ""
    consultant: str = ""
    logo: str = ""
    picture: str = ""
    template: str = ""
    sections: tuple[str, ...] = ()
    rate: float | None = None
    core_hour: float | None = None
    gb_month: float | None = None
    currency: str = ""
    compliance: tuple[Regulation, ...] = ()


def profile_text(options: ReportOptions) -> str:
    """The file's text; `parse_profile` gives the same choices back."""
    cover, requirements = options.cover, options.requirements.over(options.usual)
    profile = _Profile(
        options.reader,
        options.language,
        cover.client,
        cover.consultant,
        str(cover.logo or ""),
        options.picture,
        str(options.template or ""),
        options.sections,
        requirements.rate,
        requirements.core_hour,
        requirements.gb_month,
        requirements.currency,
        requirements.compliance,
    )
    table = table_of(profile, keep=("reader",))
    return tomlkit.dumps(table)


def parse_profile(text: str, where: str, folder: Path | None = None) -> ReportOptions:
    """The choices in a profile's text; `where` names it in errors.

    Raises: InputError
    """
    try:
        found = structured(tables_in(text), _Profile)
    except (ClassValidationError, IterableValidationError) as error:
        raise _wrong(where, first_faults(each.clause for each in faults(error))) from error
    except ValueError as error:
        raise _wrong(where, clause_of(error)) from error
    check_sections(found.sections)
    if found.language:
        check_language(found.language)
    cover = Cover(found.client, found.consultant, logo=_file(found.logo, folder))
    template = _file(found.template, folder)
    usual = Requirements(
        rate=found.rate,
        core_hour=found.core_hour,
        gb_month=found.gb_month,
        currency=found.currency,
        compliance=found.compliance,
    )
    if wrong := with_semicolons(limit_faults(usual)):
        raise _wrong(where, wrong)
    return ReportOptions(
        cover,
        found.sections,
        template,
        found.picture,
        found.reader,
        usual=usual,
        language=found.language,
    )


def read_profile(named: str) -> ReportOptions:
    """Those in a file that ends in .toml or lies in a folder, else of the profile that was saved
    under that name.

    Raises: InputError
    """
    path = expanded(named)
    if not named.endswith(ENDING) and path.name == named:
        path = profiles_folder() / f"{named}{ENDING}"
    try:
        text = read_text(path, _MOST_MB)
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Profile not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a .toml file, or a saved profile. Saved: {known}."),
            path=path,
            reason=why_not_read(error),
            known=", ".join(profiles()) or "–",
        ) from error
    return parse_profile(text, str(path), path.parent)


def profiles() -> list[str]:
    """The names of those that were saved."""
    try:
        return sorted(each.stem for each in profiles_folder().glob(f"*{ENDING}"))
    except OSError:
        return []


def with_profile(options: ReportOptions, profile: ReportOptions) -> ReportOptions:
    """What was chosen, and what a profile has where nothing was chosen."""
    ours, theirs = options.cover, profile.cover
    cover = Cover(
        ours.client or theirs.client,
        ours.consultant or theirs.consultant,
        ours.date,
        ours.logo or theirs.logo,
    )
    return replace(
        options,
        cover=cover,
        sections=options.sections or profile.sections,
        template=options.template or profile.template,
        picture=options.picture or profile.picture,
        usual=options.usual.over(profile.usual),
        language=options.language or profile.language,
    )


def _file(named: str, folder: Path | None) -> Path | None:
    if not named:
        return None
    path = expanded(named)
    return path if folder is None else folder / path


def _wrong(where: str, why: Message) -> InputError:
    return InputError(
        phrase("Profile not usable"),
        phrase("{where}: {why}."),
        phrase("Correct the file, or save the profile again."),
        where=where,
        why=why,
    )
