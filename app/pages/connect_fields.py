"""The fields that describe a server at an address."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from app.pages.server_desk import Kind, ServerDesk
from engines.contract import Source
from engines.errors import InputError
from engines.server import ServerSpec


class ConnectFields(QWidget):
    """Shows the fields that the chosen engine has; `spec` reads them."""

    submitted = Signal()
    """Enter was pressed in a field."""

    def __init__(self, desk: ServerDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._kinds: Sequence[Kind] = ()
        self._make_fields()
        self._make_ways()
        self._lay_out()
        self.engine.currentIndexChanged.connect(self._follow_engine)

    def begin(self) -> None:
        """Empty the fields and put the cursor into the first."""
        self._kinds = [kind for kind in self._desk.kinds() if kind.source is Source.ADDRESS]
        for field in (self.socket, self.database, self.user, self.password, self.folder):
            field.clear()
        self.host.setText("127.0.0.1")
        self.by_host.setChecked(True)
        self.engine.clear()
        for kind in self._kinds:
            self.engine.addItem(kind.title, kind.engine)
        self.engine.setFocus(Qt.FocusReason.OtherFocusReason)

    def spec(self) -> ServerSpec:
        """The server described.

        Raises: InputError for a field that is missing.
        """
        self._require(self.name, self.tr("a name"))
        by_socket = self.by_socket.isChecked()
        if by_socket:
            self._require(self.socket, self.tr("the path of its socket"))
        else:
            self._require(self.host, self.tr("a host"))
        with_folder = self._has("directory")
        if with_folder:
            self._require(self.folder, self.tr("a folder for database files"))
        return ServerSpec(
            name=_text(self.name) or "",
            source=Source.ADDRESS,
            engine=self._engine(),
            host=None if by_socket else _text(self.host),
            port=None if by_socket else self.port.value(),
            socket=_text(self.socket) if by_socket else None,
            user=_text(self.user),
            database=_text(self.database),
            directory=_text(self.folder) if with_folder else None,
        )

    def _engine(self) -> str:
        return str(self.engine.currentData() or "")

    def _has(self, field: str) -> bool:
        """Whether the chosen engine's servers are described by this field of a spec."""
        engine = self._engine()
        return any(kind.engine == engine and field in kind.address_fields for kind in self._kinds)

    def _require(self, field: QLineEdit, what: str) -> None:
        if _text(field):
            return
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        raise InputError(
            "Not complete yet", "The server needs {what}.", "Fill in the field.", what=what
        )

    def _follow_engine(self) -> None:
        """Show the fields that this engine has, its port, and a name that is free."""
        engine = self._engine()
        port = next((kind.default_port for kind in self._kinds if kind.engine == engine), 1)
        self.port.setValue(port)
        self.name.setText(self._desk.fresh_name(f"{engine}-server"))
        with_socket = self._has("socket")
        if not with_socket:
            self.by_host.setChecked(True)
        self.by_socket.setVisible(with_socket)
        self.socket.setVisible(with_socket)
        for part in self._folder_parts:
            part.setVisible(self._has("directory"))
        self._follow_way()

    def _follow_way(self) -> None:
        by_socket = self.by_socket.isChecked()
        self.socket.setEnabled(by_socket)
        self.host.setEnabled(not by_socket)
        self.port.setEnabled(not by_socket)

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Folder for database files"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.folder.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def _make_fields(self) -> None:
        self.engine = QComboBox()
        self.name = self._field()
        self.host = self._field()
        self.socket = self._field(self.tr("e.g. /var/run/postgresql"))
        self.database = self._field(self.tr("The one it is administered from"))
        self.user = self._field()
        self.password = self._field(self.tr("Kept for this session only"))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.folder = self._field(self.tr("On the server, which must be able to write there"))
        self.port = QSpinBox()
        self.port.setRange(1, 65535)
        self.port.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.port.setAccessibleName(self.tr("Port"))

    def _field(self, placeholder: str = "") -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(placeholder)
        field.returnPressed.connect(self.submitted)
        return field

    def _make_ways(self) -> None:
        self.by_host = QRadioButton(self.tr("&Host"))
        self.by_socket = QRadioButton(self.tr("&Socket"))
        self.host.setAccessibleName(self.tr("Host"))
        self.socket.setAccessibleName(self.tr("Socket"))
        group = QButtonGroup(self)
        for way in (self.by_host, self.by_socket):
            group.addButton(way)
            way.toggled.connect(self._follow_way)

    def _lay_out(self) -> None:
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._add_row(self.tr("&Engine"), self.engine)
        self._add_row(self.tr("&Name"), self.name)
        place = QHBoxLayout()
        place.setSpacing(8)
        place.addWidget(self.host, 1)
        place.addWidget(QLabel(self.tr("Port")))
        place.addWidget(self.port)
        row = self._grid.rowCount()
        self._grid.addWidget(self.by_host, row, 0)
        self._grid.addLayout(place, row, 1)
        self._grid.addWidget(self.by_socket, row + 1, 0)
        self._grid.addWidget(self.socket, row + 1, 1)
        self._add_row(self.tr("&User"), self.user)
        self._add_row(self.tr("&Password"), self.password)
        self._add_row(self.tr("&Database"), self.database)
        self._lay_out_folder()

    def _lay_out_folder(self) -> None:
        browse = QPushButton(self.tr("Browse …"))
        browse.clicked.connect(self._browse)
        label = self._add_row(self.tr("&Folder"), self.folder)
        self._grid.addWidget(browse, self._grid.rowCount() - 1, 2)
        self._folder_parts = (label, self.folder, browse)

    def _add_row(self, text: str, field: QWidget) -> QLabel:
        label = QLabel(text)
        label.setBuddy(field)
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(field, row, 1)
        return label


def _text(field: QLineEdit) -> str | None:
    return field.text().strip() or None
