"""*do this work*: workload, profile, data, sizes, repetitions and their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)

from app.plan.campaign import Campaign
from app.window.messages import message_text
from app.window.pages.campaign.panel import SentencePart
from app.window.pages.campaign.settings import SettingsFields
from widgets.fields.chips import ChipEditor
from widgets.fields.choice import Choice
from widgets.layout.field_rows import FieldRows
from widgets.layout.flow_layout import FlowLayout
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters
from workloads.registry import workload_named, workload_names

GENERATED = "generated"
_SIZES = (1000, 2000, 4000, 8000)
_MOST = 1_000_000


class WorkForm(SentencePart):
    """Everything of a campaign but its servers, protections and name."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("do this work"), parent)
        self.how = SettingsFields(self)
        self._make_workload()
        self._make_profile()
        self._make_data()
        self._lay_out()
        self._connect()

    def workload(self) -> HospitalParameters:
        """The work as a plan has it; sizes may be empty while the user types."""
        return HospitalParameters(
            name=str(self.work.currentData()),
            profile=Profile.SOUND if self.sound.isChecked() else Profile.STUDY,
            data=GENERATED if self.generated.isChecked() else self.csv.text().strip(),
            sizes=tuple(self.sizes.values()),
            text_columns=self.text_columns.isChecked(),
        )

    def settings(self) -> dict[str, Any]:
        """The campaign's settings that this form has, by their names."""
        return self.how.values()

    def load(self, campaign: Campaign, *, sizes: bool = True, data: bool = True) -> None:
        """Show a campaign's work without sending `changed` for each field.

        Without `sizes` or `data` there are none yet.
        """
        self.blockSignals(True)
        work = campaign.workload
        self.work.setCurrentIndex(self.work.findData(work.name))
        (self.sound if work.profile is Profile.SOUND else self.study).setChecked(True)
        (self.generated if work.data == GENERATED else self.from_csv).setChecked(True)
        self.csv.setText("" if work.data == GENERATED or not data else work.data)
        cases = workload_named(work.name).cases(work)
        self.sizes.set_values([case.size for case in cases] if sizes else ())
        self.text_columns.setChecked(work.text_columns)
        self.how.show_settings(campaign)
        self.blockSignals(False)
        self._follow()

    def _follow(self) -> None:
        self._file.setVisible(self.from_csv.isChecked())
        self.changed.emit()

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Data in the public layout"), self.csv.text())
        dialog.setNameFilters([self.tr("Tables (*.csv)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._take_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def _take_file(self, path: str) -> None:
        self.csv.setText(str(Path(path)))
        self._follow()

    def _make_workload(self) -> None:
        self.work = Choice()
        for name in workload_names():
            self.work.addItem(message_text(workload_named(name).title), name)

    def _make_profile(self) -> None:
        self.study = QRadioButton(self.tr("Stu&dy"))
        self.study.setToolTip(self.tr("As published: a fixed key and one fixed IV for all values"))
        self.sound = QRadioButton(self.tr("So&und"))
        self.sound.setToolTip(self.tr("As it should be: a fresh key and an IV for each value"))
        self._profile_note = ToneLabel("", "muted")
        self._profile_note.setFont(scaled_font(0.92))
        self._profile_note.setWordWrap(True)
        self.text_columns = QCheckBox(self.tr("as hex te&xt"))
        self.text_columns.setToolTip(
            self.tr("Sealed values are stored as text in place of bytes where the engine can")
        )
        self.study.toggled.connect(self._note_profile)
        self.study.setChecked(True)

    def _note_profile(self) -> None:
        self._profile_note.setText(
            self.study.toolTip() if self.study.isChecked() else self.sound.toolTip()
        )

    def _make_data(self) -> None:
        self.generated = QRadioButton(self.tr("&Generated"))
        self.from_csv = QRadioButton(self.tr("&File"))
        self.csv = QLineEdit()
        self.csv.setPlaceholderText(self.tr("A CSV in the public layout"))
        self.csv.setAccessibleName(self.tr("Data file"))
        browse = QPushButton(self.tr("Browse …"))
        browse.clicked.connect(self._browse)
        self._file = QWidget()
        row = QHBoxLayout(self._file)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.csv, 1)
        row.addWidget(browse)
        self.sizes = ChipEditor(_SIZES, self.tr("Add a size"), _MOST)
        self.sizes.set_values([500])
        self.generated.setChecked(True)

    def _connect(self) -> None:
        for radios in ((self.study, self.sound), (self.generated, self.from_csv)):
            group = QButtonGroup(self)
            for radio in radios:
                group.addButton(radio)
            radios[0].toggled.connect(self._follow)
        self.work.currentIndexChanged.connect(self._follow)
        self.how.changed.connect(self._follow)
        self.more.toggled.connect(self._fold)
        self.csv.textChanged.connect(self._follow)
        self.sizes.changed.connect(self._follow)
        self.text_columns.toggled.connect(self._follow)
        self._follow()

    def _lay_out(self) -> None:
        form = self._rows = FieldRows()
        form.add_row(self.tr("&Workload"), self.work)
        form.add_row(self.tr("Sizes, records"), self.sizes)
        form.add_row(self.tr("Profile"), _side_by_side(self.study, self.sound))
        form.add_row("", self._profile_note)
        form.add_row(self.tr("Data"), _side_by_side(self.generated, self.from_csv))
        form.add_row("", self._file)
        how = self.how
        form.add_row(
            self.tr("&Repetitions"), _pair(how.repetitions, self.tr("War&m-ups"), how.warmups)
        )
        form.add_row(self.tr("&Target, ±"), _side_by_side(how.target, how.control))
        form.add_row(self.tr("Or&der"), _pair(how.order, self.tr("S&eed"), how.seed))
        self._add_more(form)
        self.add_scrolled(form)

    def _add_more(self, form: FieldRows) -> None:
        """What few plans set is folded away."""
        self.more = QToolButton()
        self.more.setText(self.tr("More"))
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more.setCheckable(True)
        self.more.setAutoRaise(True)
        form.add_row("", self.more)
        self._rare, how = form.count, self.how
        form.add_row(self.tr("&Placement"), how.placement)
        form.add_row(self.tr("Most repetitio&ns"), how.most)
        form.add_row(self.tr("&Budget, min"), how.budget)
        form.add_row(self.tr("Si&lence, s"), how.silence)
        form.add_row(self.tr("Ciphertext"), self.text_columns)
        form.add_row(self.tr("Evidence"), how.evidence)
        self._fold(False)

    def _fold(self, unfolded: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow
        self.more.setArrowType(arrow)
        self._rows.show_rows(self._rare, unfolded)


def _pair(first: QWidget, text: str, second: QWidget) -> QWidget:
    """Two fields in one row; the label of the row belongs to the first."""
    part = QWidget()
    part.setFocusProxy(first)
    row = FlowLayout(part)
    row.addWidget(first)
    row.addWidget(FormLabel(text, second))
    row.addWidget(second)
    return part


def _side_by_side(*parts: QWidget) -> QWidget:
    around = QWidget()
    around.setMinimumHeight(30)
    row = FlowLayout(around, gap=16)
    for part in parts:
        row.addWidget(part)
    return around
