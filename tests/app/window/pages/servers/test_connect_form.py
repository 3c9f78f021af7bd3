"""The form that adds servers, from every source, with real servers and real keyrings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerEntry, ServerState
from app.servers.saved_connections import connections_file, saved_connections
from app.system.password_sources import KEYRING_SERVICE
from app.window.pages.servers.connect_form import ConnectForm
from app.window.pages.servers.server_list import AddMenu
from app.window.servers.known_servers import KnownServers
from engines.container.daemon import container_reason
from engines.contract.endpoint import Pooler, Source, Standby, TlsMode
from engines.servers.server import Server, ServerSpec
from tests.app.keyrings import MemoryKeyring
from tests.app.window.pages.servers.fields import field, ready_servers
from tests.app.window.settling import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton
ODD = 'it\'s; a "päss\\word" %s @ {x}'


def until(known_servers: KnownServers, qtbot: QtBot, name: str, state: ServerState) -> ServerEntry:
    def there() -> bool:
        entry = known_servers.entry(name)
        return entry is not None and entry.state is state

    qtbot.waitUntil(there)
    entry = known_servers.entry(name)
    assert entry is not None
    return entry


def choose(form: ConnectForm, engine: str) -> None:
    form.fields.engine.setCurrentIndex(form.fields.engine.findData(engine))


def shown(form: ConnectForm, *names: str) -> list[bool]:
    return [form.fields.field(name).isVisible() for name in names]


def maria_user(servers: Any, user: str, password: str, *, able: bool = True) -> Server:
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        quoted = password.replace("\\", "\\\\").replace("'", "''")
        admin.execute(f"create or replace user '{user}'@'%' identified by '{quoted}'")
        if able:
            admin.execute(rf"grant all on `cipherbench\_%`.* to '{user}'@'%'")
    return server


def fill_socket(form: ConnectForm, server: Server, user: str, password: str) -> None:
    form.begin(Source.ADDRESS)
    choose(form, server.spec.engine)
    form.fields.alternative_buttons["socket"].setChecked(True)
    form.fields.name.setText("mine")
    field(form.fields, "socket").setText(server.endpoint.socket or "")
    field(form.fields, "user").setText(user)
    form.fields.password.setText(password)


def test_that_each_source_shows_its_own_fields(form: ConnectForm) -> None:
    names = ("host", "binaries", "data_directory", "image", "cpus", "password")
    expected = {
        Source.EMBEDDED: [False, False, True, False, False, False],
        Source.LOCAL: [False, True, True, False, False, False],
        Source.CONTAINER: [False, False, False, True, True, False],
        Source.ADDRESS: [True, False, False, False, False, True],
    }
    for source, visible in expected.items():
        form.begin(source)
        assert shown(form, *names) == visible, source


def test_that_fields_of_tls_follow_its_mode_and_a_socket_has_none(form: ConnectForm) -> None:
    form.begin(Source.ADDRESS)
    fields = form.fields
    names = ("tls", "tls_ca", "tls_certificate", "tls_key")
    assert shown(form, *names) == [True, False, False, False]
    field(fields, "tls").setCurrentIndex(field(fields, "tls").findData(TlsMode.REQUIRE))
    assert shown(form, *names) == [True, False, True, True]
    field(fields, "tls").setCurrentIndex(field(fields, "tls").findData(TlsMode.VERIFY_FULL))
    assert shown(form, *names) == [True, True, True, True]
    fields.alternative_buttons["socket"].setChecked(True)
    assert shown(form, *names) == [False, False, False, False]
    choose(form, "firebird")
    assert field(fields, "tls").findData(TlsMode.VERIFY_FULL) == -1


def test_that_each_engine_has_its_poolers(form: ConnectForm, qtbot: QtBot) -> None:
    form.begin(Source.LOCAL)
    found = {}
    for engine in ("postgresql", "mariadb"):
        choose(form, engine)
        box = field(form.fields, "pooler")
        found[engine] = [box.itemData(at) for at in range(box.count())]
    assert found == {"postgresql": [*Pooler], "mariadb": [Pooler.OFF, Pooler.HAPROXY]}
    form.fields.name.setText("mine")
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert form.fields.spec().pooler is Pooler.HAPROXY


def test_that_mariadb_alone_has_galera_by_keyboard_and_by_mouse(
    form: ConnectForm, qtbot: QtBot
) -> None:
    form.begin(Source.LOCAL)
    choose(form, "postgresql")
    assert field(form.fields, "standby").findData(Standby.GALERA) == -1
    choose(form, "mariadb")
    form.fields.name.setText("mine")
    box = field(form.fields, "standby")
    qtbot.keyClick(box, Qt.Key.Key_G)
    assert form.fields.spec().standby is Standby.GALERA
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert form.fields.spec().standby is Standby.OFF
    box.showPopup()
    item = box.model().index(box.findData(Standby.GALERA), 0)
    qtbot.mouseClick(box.view().viewport(), LEFT, pos=box.view().visualRect(item).center())
    assert form.fields.spec().standby is Standby.GALERA


def test_that_the_form_describes_an_address_in_full(form: ConnectForm, qtbot: QtBot) -> None:
    form.begin(Source.ADDRESS)
    fields = form.fields
    fields.name.setText("prod")
    field(fields, "host").setText("db.example")
    field(fields, "tls").setCurrentIndex(field(fields, "tls").findData(TlsMode.VERIFY_FULL))
    for option, text in (
        ("user", "dba"),
        ("database", "d b"),
        ("tls_ca", "/ca.pem"),
        ("tls_certificate", "/c.pem"),
        ("tls_key", "/k.pem"),
    ):
        field(fields, option).setText(text)
    field(fields, "connect_seconds").setValue(9)
    failover = field(fields, "failover_seconds")
    failover.selectAll()
    qtbot.keyClicks(failover, "30")
    assert fields.spec() == ServerSpec(
        "prod", Source.ADDRESS, "postgresql", host="db.example", port=5432, user="dba",
        database="d b", tls=TlsMode.VERIFY_FULL, tls_ca="/ca.pem", tls_certificate="/c.pem",
        tls_key="/k.pem", connect_seconds=9, failover_seconds=30,
    )  # fmt: skip
    field(fields, "tls").setCurrentIndex(field(fields, "tls").findData(TlsMode.OFF))
    assert (fields.spec().tls_ca, fields.spec().tls_key) == (None, None)


def test_that_a_container_is_described_with_the_limits_of_the_study(form: ConnectForm) -> None:
    form.begin(Source.CONTAINER)
    form.fields.name.setText("box")
    assert form.fields.spec() == ServerSpec("box", Source.CONTAINER, "postgresql")
    assert field(form.fields, "image").placeholderText() == "postgres:18"
    form.fields.study_button.click()
    field(form.fields, "image").setText("postgres:15")
    assert form.fields.spec() == ServerSpec(
        "box", Source.CONTAINER, "postgresql", image="postgres:15", cpus=1, memory_mb=4000
    )


def test_that_containers_are_offered_only_where_a_daemon_answers(
    known_servers: KnownServers, form: ConnectForm, qtbot: QtBot
) -> None:
    menu = AddMenu(known_servers)
    qtbot.addWidget(menu)
    menu.aboutToShow.emit()
    actions = {each.text().replace("&", "").partition(" …")[0]: each for each in menu.actions()}
    reason = container_reason()
    assert actions["In a container"].isEnabled() is (reason is None)
    form.begin(Source.CONTAINER)
    assert form.add_button.isEnabled() is (reason is None)
    if reason is not None:
        assert actions["In a container"].toolTip() == str(reason)
        assert form.fields.reason.text() == str(reason) and form.fields.reason.isVisible()
    assert actions["Embedded"].isEnabled() and actions["At an address"].isEnabled()


def test_that_tab_walks_through_the_fields_from_top_to_bottom(
    form: ConnectForm, qtbot: QtBot
) -> None:
    form.begin(Source.ADDRESS)
    fields = form.fields
    fields.remember.setEnabled(False)
    place = [fields.alternative_buttons["host"], field(fields, "host"), field(fields, "port")]
    login = [field(fields, "user"), fields.password, field(fields, "database")]
    rest = [field(fields, each) for each in ("tls", "connect_seconds", "failover_seconds")]
    buttons = [form.add_button, form.test_button, form.cancel_button]
    expected = [fields.name, *place, *login, *rest, *buttons]
    walked = []
    for _ in expected:
        qtbot.keyClick(form.window().focusWidget(), Qt.Key.Key_Tab)
        walked.append(form.window().focusWidget())
    assert walked == expected


@pytest.mark.slow
def test_that_local_data_go_into_the_folder_that_is_named(
    form: ConnectForm, known_servers: KnownServers, qtbot: QtBot, home: Path
) -> None:
    disk = home / "chosen-disk"
    disk.mkdir()
    form.begin(Source.EMBEDDED)
    form.fields.name.setText("on-disk")
    field(form.fields, "data_directory").setText(str(disk))
    qtbot.mouseClick(form.add_button, LEFT)
    entry = until(known_servers, qtbot, "on-disk", ServerState.RUNNING)
    assert entry.endpoint and entry.endpoint.data and Path(entry.endpoint.data).parent == disk
    known_servers.forget("on-disk")
    qtbot.waitUntil(lambda: not list(disk.iterdir()))
    disk.rmdir()


def test_that_a_test_tells_a_missing_right_and_passes_once_it_is_given(
    form: ConnectForm, servers: Any, qtbot: QtBot
) -> None:
    server = maria_user(servers, "form", ODD, able=False)
    fill_socket(form, server, "form", ODD)
    qtbot.mouseClick(form.test_button, LEFT)
    qtbot.waitUntil(form.errors.isVisible)
    assert "Database not created" in form.errors.text()
    assert "GRANT ALL" in form.errors.text() and ODD not in form.errors.text()
    maria_user(servers, "form", ODD)
    qtbot.mouseClick(form.test_button, LEFT)
    qtbot.waitUntil(lambda: "Connected: version" in form.answer.text())
    assert not form.errors.isVisible()
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}


def test_that_no_change_is_offered_to_a_database_that_needs_none(
    form: ConnectForm, servers: Any, qtbot: QtBot
) -> None:
    server: Server = servers["postgresql"]
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create role former login createdb")
        admin.execute("create database formers owner former")
    try:
        fill_socket(form, server, "former", "")
        field(form.fields, "database").setText("formers")
        qtbot.mouseClick(form.test_button, LEFT)
        qtbot.waitUntil(lambda: "Connected: version" in form.answer.text())
        assert not form.findings.isVisible()
    finally:
        with server.engine.driver.connect(server.endpoint) as admin:
            admin.execute("drop database formers with (force)")
            admin.execute("drop role former")


def test_that_a_remembered_server_and_its_password_come_back_and_are_forgotten(
    memory: MemoryKeyring,
    form: ConnectForm,
    known_servers: KnownServers,
    servers: Any,
    qtbot: QtBot,
) -> None:
    server = maria_user(servers, "keeper", ODD)
    fill_socket(form, server, "keeper", ODD)
    form.fields.remember.click()
    qtbot.mouseClick(form.add_button, LEFT)
    until(known_servers, qtbot, "mine", ServerState.RUNNING)
    qtbot.waitUntil(lambda: bool(memory.stored))
    assert memory.stored == {(KEYRING_SERVICE, f"mine keeper@{server.endpoint.socket}"): ODD}
    assert form.fields.password.text() == ""
    assert "päss" not in connections_file().read_text()

    later = ready_servers(qtbot)
    try:
        assert not later.needs_password("mine")
        later.ensure_probed(["mine"])
        until(later, qtbot, "mine", ServerState.RUNNING)
        later.forget("mine")
        qtbot.waitUntil(lambda: not memory.stored)
    finally:
        later.close()
    assert saved_connections() == []


def test_that_a_wrong_password_is_not_remembered(
    memory: MemoryKeyring,
    form: ConnectForm,
    known_servers: KnownServers,
    servers: Any,
    qtbot: QtBot,
) -> None:
    server = maria_user(servers, "keeper", ODD)
    fill_socket(form, server, "keeper", "wrong")
    form.fields.remember.setChecked(True)
    qtbot.mouseClick(form.add_button, LEFT)
    qtbot.waitUntil(form.errors.isVisible)
    qtbot.mouseClick(form.add_button, LEFT)  # add it anyway
    until(known_servers, qtbot, "mine", ServerState.FAILED)
    assert memory.stored == {}
    known_servers.give_password("mine", ODD, remember=True)
    until(known_servers, qtbot, "mine", ServerState.RUNNING)
    qtbot.waitUntil(lambda: bool(memory.stored))
    assert list(memory.stored.values()) == [ODD]


def test_that_without_a_keyring_the_form_says_so_and_everything_works(
    form: ConnectForm, known_servers: KnownServers, servers: Any, qtbot: QtBot
) -> None:
    server = maria_user(servers, "keeper", ODD)
    fill_socket(form, server, "keeper", ODD)
    assert known_servers.keyring == ""
    assert not form.fields.remember.isEnabled()
    assert "this session only" in form.fields.remember.text()
    qtbot.mouseClick(form.add_button, LEFT)
    until(known_servers, qtbot, "mine", ServerState.RUNNING)
    later = ready_servers(qtbot)
    assert later.needs_password("mine")
    later.close()


def test_that_a_broken_file_of_connections_is_reported_and_the_rest_works(
    qtbot: QtBot, home: Path
) -> None:
    Path(os.environ["CIPHERBENCH_CONFIG"]).mkdir()
    connections_file().write_text("[[server")
    known_servers = KnownServers()
    with qtbot.waitSignal(known_servers.failed) as report:
        known_servers.discover()
    assert report.args is not None and "connections.toml" in str(report.args[0])
    qtbot.waitUntil(lambda: known_servers.discovered)
    assert known_servers.entry("postgresql") is not None
    known_servers.close()


@pytest.mark.parametrize("sign", ["U+202E", "U+0007"])
def test_that_a_name_that_steers_what_is_shown_is_refused_at_its_field(
    form: ConnectForm, qtbot: QtBot, known_servers: KnownServers, sign: str
) -> None:
    form.begin(Source.ADDRESS)
    choose(form, "postgresql")
    field(form.fields, "user").setText("dba")
    form.fields.name.setText(f"a{chr(int(sign[2:], 16))}gpj.exe")
    qtbot.mouseClick(form.add_button, LEFT)
    assert f"Name contains the control character {sign}." in form.errors.text()
    assert known_servers.entry(form.fields.name.text()) is None


def test_that_an_error_goes_when_a_field_is_corrected(form: ConnectForm, qtbot: QtBot) -> None:
    """It is about what stood there; the button that adds all the same goes with it."""
    for edit in (
        lambda: field(form.fields, "port").setValue(5432),
        lambda: field(form.fields, "host").setText("localhost"),
        lambda: form.fields.password.setText("another"),
        lambda: field(form.fields, "tls").setCurrentIndex(1),
    ):
        form.begin(Source.ADDRESS)
        choose(form, "postgresql")
        field(form.fields, "port").setValue(1)
        field(form.fields, "user").setText("dba")
        qtbot.mouseClick(form.add_button, LEFT)
        qtbot.waitUntil(form.errors.isVisible)
        assert "anyway" in form.add_button.text().replace("&", "")
        edit()
        assert not form.errors.isVisible()
        assert form.add_button.text().replace("&", "") == "Add server"


@pytest.mark.parametrize(
    ("engine", "example"),
    [("postgresql", "/var/run/postgresql"), ("mariadb", "/run/mysqld/mysqld.sock")],
)
def test_that_the_example_of_a_socket_is_the_engines(
    form: ConnectForm, engine: str, example: str
) -> None:
    form.begin(Source.ADDRESS)
    choose(form, engine)
    shown_example = field(form.fields, "socket").placeholderText()
    assert example in shown_example and shown_example.startswith("e.g. ")


@pytest.mark.parametrize("size", [(700, 520), (900, 900)])
def test_that_buttons_stay_where_they_are_while_messages_come_and_go(
    form: ConnectForm, qtbot: QtBot, size: tuple[int, int]
) -> None:
    form.resize(*size)
    form.begin(Source.ADDRESS)
    settle(form, qtbot)
    buttons = (form.test_button, form.add_button)
    before = [each.mapTo(form, each.rect().topLeft()) for each in buttons]
    form.fields.name.setText("away")
    field(form.fields, "host").setText("127.0.0.1")
    field(form.fields, "port").setValue(9)
    field(form.fields, "user").setText("somebody")
    qtbot.mouseClick(form.test_button, LEFT)
    qtbot.waitUntil(form.errors.isVisible, timeout=30_000)
    settle(form, qtbot)
    assert [each.mapTo(form, each.rect().topLeft()) for each in buttons] == before
    assert form.errors.visibleRegion().boundingRect().height() > 40, "the message can be read"
    if out := os.environ.get("CB_SHOTS"):
        form.grab().save(f"{out}/form-{size[1]}.png")
