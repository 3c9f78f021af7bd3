"""Published studies to compare with: those that ship with the program, and those that a user has
added."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from app.findings.studies.study import Study
from app.findings.studies.study_format import figures_csv, figures_name, read_study, study_toml
from app.system.folders import studies_folder
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.platform.private_files import private_folder, write_atomically


def all_studies() -> tuple[list[Study], list[InputError]]:
    """Every study that can be read, the shipped ones first, by year; and what is wrong with the
    others, which are the user's own."""
    shipped = sorted(shipped_studies(), key=lambda each: (-each.year, each.name))
    own, faults = own_studies()
    return [*shipped, *own], faults


def shipped_studies() -> list[Study]:
    """Those that come with the program."""
    with as_file(files("assets") / "studies") as folder:
        return [read_study(path, own=False) for path in sorted(folder.glob("*.toml"))]


def own_studies() -> tuple[list[Study], list[InputError]]:
    """Those in the user's folder that can be read, and an error for each of the others."""
    found: list[Study] = []
    faults: list[InputError] = []
    try:
        paths = sorted(studies_folder().glob("*.toml"))
    except OSError:
        return [], []
    for path in paths:
        try:
            found.append(read_study(path))
        except InputError as error:
            faults.append(error)
    return found, faults


def study_named(name: str) -> Study:
    """The study called `name`, or the one in the TOML file of that path.

    Raises: InputError for one that is not there or cannot be read
    """
    if name.endswith(".toml"):
        return read_study(name)
    studies, faults = all_studies()
    for study in studies:
        if study.name == name:
            return study
    for fault in faults:
        if Path(fault.values.get("path", "")).stem == name:
            raise fault
    raise InputError(
        phrase("Unknown study"),
        phrase("There is no study named “{name}”."),
        phrase("Studies: {known}."),
        name=name,
        known=", ".join(study.name for study in studies),
    )


def add_study(path: str | Path) -> Study:
    """Copy a study into the user's folder; one of that name is replaced.

    Raises: InputError for one that cannot be read or kept, or that has the name of a shipped one
    """
    study = read_study(path)
    if study.name in {each.name for each in shipped_studies()}:
        raise InputError(
            phrase("Study not added"),
            phrase("A study with the name “{name}” ships with the program."),
            phrase("Give your file another name."),
            name=study.name,
        )
    folder = studies_folder()
    try:
        private_folder(folder)
        write_study(study, folder / f"{study.name}.toml")
    except OSError as error:
        raise InputError(
            phrase("Study not added"),
            phrase("{path} cannot be written: {reason}."),
            phrase("Check that you may write to this folder and that the disk is not full."),
            path=folder,
            reason=error.strerror or error,
        ) from error
    return study


def write_study(study: Study, path: Path) -> None:
    """Put both files of a study in place, its figures first.

    Raises: OSError
    """
    write_atomically(path.with_name(figures_name({}, path)), figures_csv(study.figures))
    write_atomically(path, study_toml(study))
