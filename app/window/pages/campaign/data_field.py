"""The field for the data of a workload: generated, or read from a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.window.base.messages import message_text
from app.window.pages.campaign.file_form import FileForm
from app.window.shared.fields.field import ParameterField, column_of
from engines.contract.parameter import Parameter
from widgets.layout.flow_layout import FlowLayout
from workloads.contract import GENERATED


class DataParameter(ParameterField):
    """Two choices, and the path of the file."""

    def __init__(self, known: Parameter) -> None:
        super().__init__(known)
        self.generated = QRadioButton(self.tr("&Generated"))
        self.from_file = QRadioButton(self.tr("&File"))
        self.path = QLineEdit()
        self.path.setPlaceholderText(message_text(known.shown.file))
        self.path.setAccessibleName(self.tr("Data file"))
        self.form = FileForm()
        self._lay_out()
        self.show_value(known.default)
        self.generated.toggled.connect(self._follow)
        self.path.textChanged.connect(self._show_form)
        self.path.textChanged.connect(self.changed)

    def value(self) -> str:
        return GENERATED if self.generated.isChecked() else self.path.text().strip()

    def show_value(self, value: str) -> None:
        (self.generated if value == GENERATED else self.from_file).setChecked(True)
        self.path.setText("" if value == GENERATED else value)
        self._follow()

    def _follow(self) -> None:
        self._named.setVisible(self.from_file.isChecked())
        self._show_form()
        self.changed.emit()

    def _show_form(self) -> None:
        self.form.show_file(self.path.text().strip() if self.from_file.isChecked() else "")

    def _lay_out(self) -> None:
        group = QButtonGroup(self)
        row = FlowLayout(gap=16)
        for radio in (self.generated, self.from_file):
            group.addButton(radio)
            row.addWidget(radio)
        browse = QPushButton(self.tr("Browse …"))
        browse.clicked.connect(self._browse)
        self._named = QWidget()
        file = QHBoxLayout(self._named)
        file.setContentsMargins(0, 0, 0, 0)
        file.addWidget(self.path, 1)
        file.addWidget(browse)
        column = column_of(self)
        column.addLayout(row)
        column.addWidget(self._named)
        column.addWidget(self.form)
        self.setFocusProxy(self.generated)

    def _browse(self) -> None:
        dialog = QFileDialog(self, message_text(self.known.shown.file), self.path.text())
        dialog.setNameFilters([self.tr("Tables (*.csv)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.path.setText(str(Path(path))))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
