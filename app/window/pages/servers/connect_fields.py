"""The fields that describe a server to be added, of any source and engine.

Which of them are shown follows from `Kind.fields`: no engine and no source is known here by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from app.window.servers.known_servers import Kind, KnownServers
from app.window.servers.password_row import RememberBox
from engines.container.recipe import STUDY_CPUS, STUDY_MEMORY_MB
from engines.contract.endpoint import CONNECT_SECONDS, Source, TlsMode
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.server import LIMITS, ServerSpec
from widgets.fields.choice import Choice
from widgets.fields.path_field import PathField
from widgets.fields.wheel import guard_wheel
from widgets.look.names import filled
from widgets.parts.cards import FormLabel, ToneLabel


class ConnectFields(QWidget):
    """Shows the fields that the chosen engine has from a source; `spec` reads them."""

    submitted = Signal()
    """Enter was pressed in a field."""

    changed = Signal()
    """Another engine was chosen."""

    edited = Signal()
    """Something else stands in a field than before."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._kinds: Sequence[Kind] = ()
        self._rows: list[tuple[str, QWidget]] = []
        self._make_common()
        self._make_place()
        self._make_login()
        self._make_security()
        self._make_folders()
        self._make_limits()
        self._lay_out()
        self.engine.currentIndexChanged.connect(self._follow_engine)
        self.tls.currentIndexChanged.connect(self._show_rows)
        self._tell_edits()
        known_servers.changed.connect(self._follow_keyring)

    def _tell_edits(self) -> None:
        for line in self.findChildren(QLineEdit):  # paths have one inside
            line.textChanged.connect(self.edited)
        for number in (self.port, self.connect_seconds, self.memory_mb, self.cpus):
            number.valueChanged.connect(self.edited)
        for choice in (self.engine, self.tls):
            choice.currentIndexChanged.connect(self.edited)
        self.by_socket.toggled.connect(self.edited)

    def begin(self, source: Source) -> None:
        """Empty the fields for a server of `source` and put the cursor into the first."""
        self._kinds = [kind for kind in self._known_servers.kinds() if kind.source is source]
        for line in (self.socket, self.database, self.user, self.password, self.image):
            line.clear()
        for path in self._paths:
            path.clear()
        self.host.setText("127.0.0.1")
        self.by_host.setChecked(True)
        self.connect_seconds.setValue(CONNECT_SECONDS)
        self.remember.setChecked(False)
        self._limit(0, 0)
        self.engine.setEnabled(True)
        self.password.setPlaceholderText("")
        self._fill_engines()
        self._follow_keyring()
        self.engine.setFocus(Qt.FocusReason.OtherFocusReason)

    def load(self, spec: ServerSpec) -> None:
        """Show a server that is to be changed; its engine and source stay."""
        self.begin(spec.source)
        self.engine.setCurrentIndex(self.engine.findData(spec.engine))
        self.engine.setEnabled(False)
        self.name.setText(spec.name)
        self.by_socket.setChecked(bool(spec.socket))
        self.port.setValue(spec.port or self.port.value())
        self.tls.setCurrentIndex(max(0, self.tls.findData(spec.tls)))
        texts: dict[QLineEdit | PathField, str | None] = {
            self.host: spec.host, self.socket: spec.socket, self.user: spec.user,
            self.database: spec.database, self.image: spec.image, self.folder: spec.directory,
            self.binaries: spec.binaries, self.data_directory: spec.data_directory,
            self.tls_ca: spec.tls_ca, self.tls_certificate: spec.tls_certificate,
            self.tls_key: spec.tls_key,
        }  # fmt: skip
        for field, text in texts.items():
            field.setText(text or "")
        self.connect_seconds.setValue(spec.connect_seconds)
        self._limit(spec.cpus or 0, spec.memory_mb or 0)
        self.password.setPlaceholderText(self.tr("As it was"))
        self._show_rows()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def kind(self) -> Kind | None:
        """The engine chosen, from the source that was asked for."""
        index = self.engine.currentIndex()
        return self._kinds[index] if 0 <= index < len(self._kinds) else None

    def spec(self) -> ServerSpec:
        """The server described.

        Raises: InputError for a field that is missing.
        """
        kind = self.kind()
        assert kind is not None
        self._require(self.name, self.tr("a name"))
        for field, (part, what) in self._required().items():
            if field in kind.fields:
                self._require(part, what)
        values: dict[str, Any] = {
            field: read() for field, read in self._readers().items() if field in kind.fields
        }
        return ServerSpec(_text(self.name) or "", kind.source, kind.engine, **values)

    def _required(self) -> dict[str, tuple[QLineEdit | PathField, str]]:
        """What a server cannot do without, by the field of its spec."""
        place = (
            {"socket": (self.socket, self.tr("the path of its socket"))}
            if self.by_socket.isChecked()
            else {"host": (self.host, self.tr("a host"))}
        )
        return {**place, "directory": (self.folder, self.tr("a folder for database files"))}

    def _readers(self) -> dict[str, Callable[[], Any]]:
        by_socket = self.by_socket.isChecked()
        mode = self._tls_mode()
        secured, verified = mode is not TlsMode.OFF, mode is TlsMode.VERIFY_FULL
        return {
            "host": lambda: None if by_socket else _text(self.host),
            "port": lambda: None if by_socket else self.port.value(),
            "socket": lambda: _text(self.socket) if by_socket else None,
            "user": lambda: _text(self.user),
            "database": lambda: _text(self.database),
            "directory": lambda: _text(self.folder),
            "binaries": lambda: _text(self.binaries),
            "data_directory": lambda: _text(self.data_directory),
            "tls": lambda: mode,
            "tls_ca": lambda: _text(self.tls_ca) if verified else None,
            "tls_certificate": lambda: _text(self.tls_certificate) if secured else None,
            "tls_key": lambda: _text(self.tls_key) if secured else None,
            "connect_seconds": self.connect_seconds.value,
            "image": lambda: _text(self.image),
            "cpus": lambda: self.cpus.value() or None,
            "memory_mb": lambda: self.memory_mb.value() or None,
        }

    def _require(self, field: QLineEdit | PathField, what: str) -> None:
        if _text(field):
            return
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        raise InputError(
            phrase("Not complete yet"),
            phrase("The server needs {what}."),
            phrase("Fill in the field."),
            what=what,
        )

    def _tls_mode(self) -> TlsMode:
        if self.by_socket.isChecked():  # a socket takes no TLS
            return TlsMode.OFF
        return TlsMode(self.tls.currentData() or TlsMode.OFF)

    def _fill_engines(self) -> None:
        """The first that can be had is chosen; none that cannot is hidden, since it says why."""
        self.engine.clear()
        for kind in self._kinds:
            self.engine.addItem(kind.title, kind.engine)
        usable = (index for index, kind in enumerate(self._kinds) if kind.available)
        self.engine.setCurrentIndex(next(usable, 0))

    def _follow_engine(self) -> None:
        """Show the fields that this engine has, its port, and a name that is free."""
        kind = self.kind()
        if kind is None:
            return
        self.port.setValue(kind.default_port or 1)
        base = f"{kind.engine}-server" if kind.source is Source.ADDRESS else kind.engine
        self.name.setText(self._known_servers.fresh_name(base))
        self.image.setPlaceholderText(kind.image)
        self.socket.setPlaceholderText(filled(self.tr("e.g. {0}"), kind.usual_socket))
        if "socket" not in kind.fields:
            self.by_host.setChecked(True)
        self._fill_tls(kind)
        self.reason.setText(kind.reason)
        self._follow_way()
        self.changed.emit()

    def _fill_tls(self, kind: Kind) -> None:
        words = {
            TlsMode.OFF: self.tr("Off"),
            TlsMode.REQUIRE: self.tr("Require: encrypted, whoever answers"),
            TlsMode.VERIFY_FULL: self.tr("Verify: encrypted, and certificate and host must match"),
        }
        self.tls.clear()
        for mode in kind.tls_modes:
            self.tls.addItem(words[mode], mode)

    def _follow_way(self) -> None:
        by_socket = self.by_socket.isChecked()
        self.socket.setEnabled(by_socket)
        self.host.setEnabled(not by_socket)
        self.port.setEnabled(not by_socket)
        self._show_rows()

    def _show_rows(self) -> None:
        """Rows of the fields that this server has and that mean something as things stand."""
        kind = self.kind()
        fields = set(kind.fields) if kind else set()
        if self.by_socket.isChecked():
            fields.discard("tls")
        if self._tls_mode() is TlsMode.OFF:
            fields -= {"tls_certificate", "tls_key"}
        if self._tls_mode() is not TlsMode.VERIFY_FULL:
            fields.discard("tls_ca")
        if self.reason.text():
            fields.add("reason")
        for field, part in self._rows:
            self._form.setRowVisible(part, field in fields)

    def _follow_keyring(self) -> None:
        self.remember.set_keyring(self._known_servers.keyring)

    def _limit(self, cpus: float, memory_mb: int) -> None:
        self.cpus.setValue(cpus)
        self.memory_mb.setValue(memory_mb)

    def _make_common(self) -> None:
        self.engine = Choice()
        self.name = self._line()
        self.reason = ToneLabel("", "warning")
        self.reason.setWordWrap(True)

    def _make_place(self) -> None:
        self.by_host = QRadioButton(self.tr("&Host"))
        self.by_socket = QRadioButton(self.tr("&Socket"))
        group = QButtonGroup(self)
        for way in (self.by_host, self.by_socket):
            group.addButton(way)
            way.toggled.connect(self._follow_way)
        self.host = self._line()
        self.host.setAccessibleName(self.tr("Host"))
        self.socket = self._line()
        self.socket.setAccessibleName(self.tr("Socket"))
        self.port = QSpinBox()
        _limit_box(self.port, "port")
        self.port.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.port.setAccessibleName(self.tr("Port"))
        self.connect_seconds = QSpinBox()
        _limit_box(self.connect_seconds, "connect_seconds")
        self.connect_seconds.setSuffix(self.tr(" s"))
        self.connect_seconds.setAlignment(Qt.AlignmentFlag.AlignRight)

    def _make_login(self) -> None:
        self.user = self._line()
        self.password = self._line()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.remember = RememberBox()
        self.database = self._line(self.tr("The one it is administered from"))

    def _make_security(self) -> None:
        self.tls = Choice()
        self.tls_ca = self._path(self.tr("CA file"), self.tr("The system's authorities"))
        self.tls_certificate = self._path(
            self.tr("Client certificate"), self.tr("None, unless the server demands one")
        )
        self.tls_key = self._path(self.tr("Client key"), self.tr("In the file of the certificate"))

    def _make_folders(self) -> None:
        self.folder = self._path(
            self.tr("Folder for database files"),
            self.tr("On the server, which must be able to write there"),
            folder=True,
        )
        self.binaries = self._path(
            self.tr("Folder with the server's programs"),
            self.tr("PATH and the usual folders"),
            folder=True,
        )
        self.data_directory = self._path(
            self.tr("Folder for the data"),
            self.tr("A private one; name one on an encrypted disk to measure that"),
            folder=True,
        )
        self._paths = (
            self.folder, self.binaries, self.data_directory,
            self.tls_ca, self.tls_certificate, self.tls_key,
        )  # fmt: skip

    def _make_limits(self) -> None:
        self.image = self._line()
        self.cpus = QDoubleSpinBox()
        self.cpus.setDecimals(2)
        _limit_box(self.cpus, "cpus", least=0)
        self.cpus.setSuffix(self.tr(" cores"))
        self.cpus.setSpecialValueText(self.tr("All cores"))
        self.cpus.setAccessibleName(self.tr("Cores"))
        self.memory_mb = QSpinBox()
        _limit_box(self.memory_mb, "memory_mb", least=0)
        self.memory_mb.setSingleStep(500)
        self.memory_mb.setGroupSeparatorShown(True)
        self.memory_mb.setSuffix(self.tr(" MB"))
        self.memory_mb.setSpecialValueText(self.tr("All memory"))
        self.memory_mb.setAccessibleName(self.tr("Memory"))
        for limit in (self.cpus, self.memory_mb):
            limit.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.study_button = QPushButton(self.tr("As in the st&udy"))
        self.study_button.setToolTip(self.tr("1 core and 4 GB, as the published study had"))
        self.study_button.clicked.connect(lambda: self._limit(STUDY_CPUS, STUDY_MEMORY_MB))

    def _line(self, placeholder: str = "") -> QLineEdit:
        line = QLineEdit()
        line.setPlaceholderText(placeholder)
        line.returnPressed.connect(self.submitted)
        return line

    def _path(self, what: str, placeholder: str, *, folder: bool = False) -> PathField:
        field = PathField(what, folder=folder, placeholder=placeholder)
        field.submitted.connect(self.submitted)
        return field

    def _lay_out(self) -> None:
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow(_label(self.tr("&Engine"), self.engine), self.engine)
        self._add_row("reason", "", self.reason)
        self._form.addRow(_label(self.tr("&Name"), self.name), self.name)
        self._lay_out_place()
        self._add_row("user", self.tr("&User"), self.user)
        self._add_row("user", self.tr("&Password"), self.password)
        self._add_row("user", "", self.remember)
        self._add_row("database", self.tr("&Database"), self.database)
        self._add_row("directory", self.tr("&Folder"), self.folder)
        self._add_row("image", self.tr("&Image"), self.image)
        self._add_row(
            "cpus", self.tr("Li&mits"), _side_by_side(self.cpus, self.memory_mb, self.study_button)
        )
        self._add_row("binaries", self.tr("P&rograms"), self.binaries)
        self._add_row("data_directory", self.tr("&Data"), self.data_directory)
        self._add_row("tls", self.tr("T&LS"), self.tls)
        self._add_row("tls_ca", self.tr("&CA file"), self.tls_ca)
        self._add_row("tls_certificate", self.tr("Certi&ficate"), self.tls_certificate)
        self._add_row("tls_key", self.tr("&Key"), self.tls_key)
        self._add_row("connect_seconds", self.tr("Time&out"), _side_by_side(self.connect_seconds))

    def _lay_out_place(self) -> None:
        place = _side_by_side(self.host, FormLabel(self.tr("Port")), self.port, widest=self.host)
        for field, way, part in (
            ("host", self.by_host, place),
            ("socket", self.by_socket, self.socket),
        ):
            way.setMinimumHeight(part.sizeHint().height())
            self._form.addRow(way, part)
            self._rows.append((field, part))

    def _add_row(self, field: str, text: str, part: QWidget) -> None:
        self._form.addRow(_label(text, part), part)
        self._rows.append((field, part))


def _limit_box(box: QSpinBox | QDoubleSpinBox, field: str, least: int | None = None) -> None:
    """As plans have it; `least` stands for no number at all."""
    guard_wheel(box)
    limits = LIMITS[field]
    box.setRange(limits.least if least is None else least, limits.most)  # type: ignore[arg-type]


def _label(text: str, part: QWidget) -> QLabel:
    """A label as high as its field: the layout would put it at the top."""
    label = FormLabel(text, part)
    label.setMinimumHeight(part.sizeHint().height())
    return label


def _side_by_side(*parts: QWidget, widest: QWidget | None = None) -> QWidget:
    """Parts in one row; `widest` takes what is left, else the space behind them does."""
    around = QWidget()
    row = QHBoxLayout(around)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part, 1 if part is widest else 0)
    if widest is None:
        row.addStretch(1)
    around.setFocusProxy(parts[0])
    return around


def _text(field: QLineEdit | PathField) -> str | None:
    return field.text().strip() or None
