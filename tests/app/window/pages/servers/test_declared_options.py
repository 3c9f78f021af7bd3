"""One field of `ServerSpec` is an option everywhere: in form, plan, saved connections and help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from app.command_line.main import cipherbench as program
from app.command_line.manual.command_help import server_keys
from app.command_line.manual.manual_page import manual_page
from app.plan.plan_file import parse_servers, write_servers
from app.servers import discovery
from app.servers.saved_connections import save_connection, saved_connections
from app.window.pages.servers import connect_form
from app.window.pages.servers.connect_form import ConnectForm
from app.window.servers.known_servers import KnownServers
from engines.contract.endpoint import Pooler, Source, TlsMode
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.parameter import Parameter, Shown, all_parameters_of
from engines.opening import sources_of
from engines.registry import engine_named, engines
from engines.servers.option import all_options_of, option, options_of
from engines.servers.server import ServerSpec
from tests.app.window.pages.servers.fields import field, ready_servers, shown_form
from tests.app.window.pages.servers.test_connect_form import choose

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

FIELDS = all_parameters_of(ServerSpec)
OPTIONS = all_options_of(ServerSpec)
OF_A_PLAN = {"name", "source", "engine", "optional"}
"""What a form has as its own, or leaves to plans."""


@dataclass(frozen=True)
class WithSpeed(ServerSpec):
    """What somebody adds."""

    speed: int | None = option(
        sources=(Source.ADDRESS,),
        has=lambda engine: engine.name != "firebird",
        least=2,
        most=9,
        shown=Shown(phrase("Spee&d"), phrase("How fast it is"), unit=phrase("MB/s"), rare=True),
    )


def sample(known: Parameter) -> Any:
    """A value that is not the default."""
    if known.choices:
        return next(each for each in known.choices if each != known.default)
    if known.kind is bool:
        return not known.default
    return known.kind(known.most) if known.number else f"any {known.name}"


def test_that_every_field_but_those_of_plans_alone_is_an_option_of_some_server() -> None:
    here = chain.from_iterable(
        options_of(ServerSpec, engine, source)
        for engine in engines()
        for source in sources_of(engine)
    )
    assert {*here} == {*OPTIONS} == FIELDS.keys() - OF_A_PLAN | {"password"}


@pytest.mark.parametrize("name", FIELDS)
def test_that_plans_and_saved_connections_keep_every_field(name: str, home: Path) -> None:
    has_it = (
        (engine, source)
        for engine in ("mariadb", "postgresql")
        for source in Source
        if name in options_of(ServerSpec, engine_named(engine), source)
    )
    engine, source = next(has_it, ("mariadb", Source.ADDRESS))
    needed: dict[str, Any] = {"name": "mine", "source": source, "engine": engine}
    if name != "engine":
        needed[name] = sample(FIELDS[name])
    spec = ServerSpec(**needed)
    assert f"\n{name} = " in write_servers([spec])
    assert parse_servers(write_servers([spec]), "here") == (spec,)
    save_connection(spec)
    assert saved_connections() == [spec]


def test_that_no_file_takes_the_secret() -> None:
    text = '[[server]]\nname = "x"\nsource = "address"\nengine = "mariadb"\npassword = "y"\n'
    with pytest.raises(InputError, match="line 5: unknown key “password”"):
        parse_servers(text, "here")


def test_that_help_and_manual_page_explain_every_field() -> None:
    report = dict(server_keys())
    page = manual_page(program)
    with_help = CliRunner().invoke(program, ["run", "--help"], terminal_width=80).output
    assert list(report) == list(FIELDS)
    for name, text in report.items():
        assert str(FIELDS[name].shown.help) and text.startswith(str(FIELDS[name].shown.help))
        assert f"\n  {name} " in with_help
        assert f"\n.B {name}\n{text.replace('-', chr(92) + '-')}\n" in page
    assert "password" not in report
    assert report["port"].endswith(" 1 to 65,535. Source: address.")
    assert report["socket"].endswith(" Source: address (PostgreSQL, MariaDB, MySQL).")
    assert report["directory"].endswith(" Source: address (Firebird).")
    assert "One of off, require, verify-full." in report["tls"]


@pytest.mark.parametrize("source", Source)
def test_that_the_form_has_a_named_field_for_every_option_of_each_engine(
    form: ConnectForm, known_servers: KnownServers, source: Source
) -> None:
    kinds = [each for each in known_servers.kinds() if each.source is source]
    assert kinds
    form.begin(source)
    for kind in kinds:
        choose(form, kind.engine)
        if "tls" in kind.options:
            tls = kind.options["tls"].shown.offers
            form.fields.field("tls").show_value(tls[-1])
        if "pooler_tls" in kind.options:
            form.fields.field("pooler").show_value(Pooler.SESSION)
        for name, known in OPTIONS.items():
            assert form.fields.field(name).isVisible() is (name in kind.options), (kind, name)
            assert field(form.fields, name).accessibleName(), name
            assert field(form.fields, name).toolTip() == str(known.shown.help) or known.choices


@pytest.mark.parametrize("name", OPTIONS)
def test_that_what_is_typed_for_an_option_is_in_the_spec_and_shown_when_it_is_changed(
    form: ConnectForm, known_servers: KnownServers, name: str
) -> None:
    kind = next(each for each in known_servers.kinds() if name in each.options)
    if OPTIONS[name].secret:
        form.begin(kind.source)
        form.fields.field(name).show_value(" hidden ")
        assert form.fields.password.text() == " hidden "
        assert "hidden" not in repr(form.fields.spec())
        return
    form.begin(kind.source)
    choose(form, kind.engine)
    value = sample(OPTIONS[name])
    if name in form.fields.alternative_buttons:
        form.fields.alternative_buttons[name].setChecked(True)
    if name.startswith("tls_"):
        form.fields.field("tls").show_value(TlsMode.VERIFY_FULL)
    if name == "pooler_tls":
        form.fields.field("pooler").show_value(Pooler.SESSION)
    if name != "directory" and "directory" in kind.options:
        form.fields.field("directory").show_value("/there")
    form.fields.field(name).show_value(value)
    spec = form.fields.spec()
    assert getattr(spec, name) == value
    form.begin(kind.source)
    form.change(spec)
    assert form.fields.field(name).value() == value
    assert form.fields.spec() == spec


@pytest.mark.parametrize(
    ("option", "value", "output"),
    [
        ("host", "", "The server needs a host."),
        ("host", "h" * 256, "Host has more than 255 characters."),
        ("database", "d" * 256, "Database has more than 255 characters."),
    ],
)
def test_that_what_cannot_be_is_reported_and_its_field_has_the_cursor(
    form: ConnectForm, option: str, value: str, output: str
) -> None:
    form.begin(Source.ADDRESS)
    choose(form, "postgresql")
    form.fields.field(option).show_value(value)
    form.add_button.click()
    assert output in form.errors.text()
    assert field(form.fields, option).hasFocus()


@pytest.fixture
def with_speed(qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KnownServers]:
    for module in (discovery, connect_form):
        monkeypatch.setattr(module, "ServerSpec", WithSpeed)
    made = ready_servers(qtbot)
    yield made
    made.close()


def test_that_an_option_that_somebody_adds_is_in_form_and_help(
    with_speed: KnownServers, qtbot: QtBot
) -> None:
    form = shown_form(with_speed, qtbot)
    form.begin(Source.ADDRESS)
    choose(form, "postgresql")
    fields = form.fields
    assert fields.more.isVisible() and not fields.field("speed").isVisible()
    fields.more.click()
    assert fields.field("speed").isVisible()
    assert field(fields, "speed").accessibleName() == "Speed (MB/s)"
    assert getattr(fields.spec(), "speed") is None  # noqa: B009 a made-up field
    fields.field("speed").show_value(7)
    spec = fields.spec()
    assert isinstance(spec, WithSpeed) and spec.speed == 7
    assert "speed = 7\n" in write_servers([spec])
    assert [str(each) for each in WithSpeed("x", Source.ADDRESS, "y", speed=10).faults()] == [
        "speed must be 9 or less"
    ]
    choose(form, "firebird")
    assert not fields.more.isVisible() and not fields.field("speed").isVisible()
    assert dict(server_keys(WithSpeed))["speed"] == (
        "How fast it is. 2 to 9 MB/s. Source: address (PostgreSQL, MariaDB, MySQL)."
    )
