"""The menu of published studies to compare with."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from app.findings.studies.shelf import add_study, all_studies, study_named
from app.findings.studies.study import Study
from app.window.pages.results.common.scope import Scope
from engines.contract.errors import CipherbenchError
from widgets.look.names import as_label, plain_tip
from widgets.look.numbers import format_number


class StudyMenu(QPushButton):
    """Shows how many studies are compared. Those of the same workload come first."""

    failed = Signal(object)
    """A CipherbenchError of a file that cannot be used."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self.fill)
        self.setMenu(self._menu)
        scope.changed.connect(self._tell)
        self._tell()

    def fill(self) -> None:
        """Fill the menu with the studies that exist now."""
        studies, faults = all_studies()
        alike = [each for each in studies if each.like == self._scope.workload]
        others = [each for each in studies if each not in alike]
        self._menu.clear()
        self._section(self.tr("Same workload"), alike)
        self._section(self.tr("Other workloads"), others)
        self._menu.addSeparator()
        add = self._menu.addAction(self.tr("&Add your own study…"))
        add.triggered.connect(self._ask)
        none = self._menu.addAction(self.tr("Compare with &none"))
        none.setEnabled(bool(self._scope.studies))
        none.triggered.connect(lambda: self._scope.choose_studies(()))
        for fault in faults:
            unread = self._menu.addAction(as_label(Path(fault.values.get("path", "")).name))
            unread.setToolTip(plain_tip(str(fault)))
            unread.triggered.connect(lambda _=False, error=fault: self.failed.emit(error))

    def _section(self, title: str, studies: list[Study]) -> None:
        if not studies:
            return
        self._menu.addSeparator()
        self._menu.addAction(title).setEnabled(False)
        for study in studies:
            action = QAction(as_label(study.short_name), self._menu)
            action.setCheckable(True)
            action.setChecked(study in self._scope.studies)
            action.setToolTip(plain_tip(f"{study.title}\n{study.workload}\n{study.found_at}"))
            action.triggered.connect(lambda _=False, chosen=study: self._toggle(chosen))
            self._menu.addAction(action)

    def _toggle(self, study: Study) -> None:
        known = self._scope.studies
        rest = tuple(each for each in known if each.name != study.name)
        self._scope.choose_studies(rest if len(rest) < len(known) else (*known, study))

    def choose(self, name: str) -> None:
        """Add or remove the study `name`.

        Raises: CipherbenchError where there is none
        """
        self._toggle(study_named(name))

    def _ask(self) -> None:
        title = self.tr("Add a study")
        dialog = QFileDialog(self, title, "", self.tr("Study (*.toml)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.add(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def add(self, path: Path) -> None:
        """Store a study of the user's own and compare with it."""
        try:
            study = add_study(path)
        except CipherbenchError as error:
            self.failed.emit(error)
            return
        rest = tuple(each for each in self._scope.studies if each.name != study.name)
        self._scope.choose_studies((*rest, study))

    def _tell(self) -> None:
        many = len(self._scope.studies)
        title = self.tr("Compare with s&tudy")
        if many:
            title = self.tr("S&tudies compared: {many}").format(many=format_number(many))
        self.setText(title)
