"""What is offered on the campaign page, and how weak protections are marked everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.records import CellRecord
from app.servers.entry import ServerEntry, ServerState
from app.servers.protection_offers import (
    Offer,
    offers,
    usual_name,
    why_no_storage,
    with_stored_forms,
)
from app.window.pages.campaign.draft import Draft
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.campaign.protection_chooser import ProtectionChooser
from app.window.pages.run.campaign_tally import CampaignTally
from app.window.pages.run.run_grid import RunGrid
from app.window.shared.protection_words import badges, cipher_title, properties_tip
from app.window.workbench.workbench import Workbench
from engines.base.capability import DATA_LIES_ON, Capabilities
from engines.contract.endpoint import Source
from engines.contract.key_source import DataKey
from engines.contract.message import NOTHING, phrase
from engines.contract.protection import PLAINTEXT, Cipher, Protection, ProtectionKind
from engines.keys.pkcs11 import Pkcs11Key
from engines.properties import properties_of
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.window.pages.campaign.fields import profile_button
from tests.app.window.pages.campaign.saved_page import SavedPage, saved_page
from tests.app.window.settling import let_go, settle
from tests.conftest import Servers
from widgets.look.names import shortened
from widgets.tables.cell_grid import CellGrid
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton
MODES = {"postgresql": "cbc", "firebird": "ofb", "mariadb": "ecb"}


def asked(servers: Servers, engine: str) -> ServerEntry:
    server = servers[engine]
    found = server.probe()
    return ServerEntry(
        server.spec,
        ServerState.RUNNING,
        found.version,
        capabilities=found,
        endpoint=server.endpoint,
    )


def test_that_a_login_with_too_many_rights_is_warned_of_before_the_start(servers: Servers) -> None:
    entry = asked(servers, "postgresql")
    assert entry.capabilities is not None
    powerful = replace(entry, capabilities=replace(entry.capabilities, powers=("superuser",)))
    for each, warned in ((entry, False), (powerful, True)):
        draft = Draft(
            name="rights",
            servers=(each,),
            protections=(PlannedProtection(PLAINTEXT),),
            workload=HospitalParameters(sizes=(10,)),
        )
        assert any("superuser" in output for output in draft.advice()) == warned
        assert not draft.gaps()


@pytest.fixture(scope="module")
def made(servers: Servers) -> list[Offer]:
    return offers([asked(servers, "postgresql"), asked(servers, "sqlite")], MODES)


def test_that_not_here_says_who_it_was_asked(qtbot: QtBot, servers: Servers) -> None:
    """A draft after a restart: nobody has been asked, then one, and then all."""
    known = asked(servers, "postgresql")
    unknown = [ServerEntry(replace(known.spec, name=f"other-{at}")) for at in range(2)]
    chooser = ProtectionChooser()
    qtbot.addWidget(chooser)
    cipher = Protection("aegis", ProtectionKind.NATIVE, "aegis", 128, "aead")
    output = []
    for entries in (unknown, [known, *unknown], [known]):
        chooser.set_servers(entries, MODES)
        chooser.set_planned([PlannedProtection(PLAINTEXT), PlannedProtection(cipher)])
        output += [each.subtitle for each in chooser.items if each.key == "aegis"]
    assert output == [
        "No server has been checked yet",
        "None of the checked servers supports it",
        "None of the chosen servers supports it",
    ]


def test_that_a_row_names_few_servers_and_counts_many(qtbot: QtBot, servers: Servers) -> None:
    name = "a-database-cluster-in-eu-west-{0}-replica-{0}"
    one = asked(servers, "postgresql")
    same = [replace(one, spec=replace(one.spec, name=name.format(at))) for at in range(4)]
    chooser = ProtectionChooser()
    qtbot.addWidget(chooser)
    report = {}
    for count in (1, 3):
        chooser.set_servers([*same[:count], asked(servers, "mariadb")], MODES)
        chooser.search.setText("aes-128-cfb")
        report[count] = {each.subtitle for each in chooser.items}
    assert f"Only on {shortened(same[0].name)}" in report[1]
    assert "On 3 of 4 servers" in report[3]


@pytest.fixture(scope="module")
def workbench(home: Path, qapp: QApplication) -> Iterator[Workbench]:
    """A desk whose servers go on running from test to test."""
    made = Workbench(f"sqlite:///{home / 'protections.sqlite'}")
    yield made
    let_go(made)


@pytest.fixture(scope="module")
def saved(workbench: Workbench) -> Iterator[SavedPage]:
    with saved_page(workbench, "postgresql", "sqlite") as made:
        yield made


@pytest.fixture
def page(saved: SavedPage) -> CampaignPage:
    return saved.rest()


def named(made: list[Offer], name: str) -> Offer:
    return next(offer for offer in made if offer.name == name)


def words_of(offer: Offer, *, sound: bool) -> list[str]:
    found = badges(offer.properties(sound=sound), offer.protection.kind)
    return [word for word, _ in found]


def items(page: CampaignPage) -> dict[str, str]:
    """Keys of the rows shown, with their groups."""
    return {item.key: item.group for item in page.protections.items}


@pytest.mark.parametrize(
    ("kind", "cipher", "name", "title"),
    [
        ("native", Cipher("aes", 128, "cbc"), "aes-128-cbc", "AES-128-CBC"),
        ("client", Cipher("aes", 256, "gcm"), "client-aes-256-gcm", "AES-256-GCM"),
        (
            "client",
            Cipher("chacha20", 256, "poly1305"),
            "client-chacha20-poly1305",
            "ChaCha20-Poly1305",
        ),
        ("client", Cipher("aes", 256, "siv"), "client-aes-256-siv", "AES-256-SIV"),
        (
            "storage",
            Cipher("aes", 128, "tablespace"),
            "storage-aes-128-tablespace",
            "AES-128 tablespace",
        ),
        ("storage", Cipher("aegis", 256, "file"), "storage-aegis", "AEGIS file"),
        ("storage", Cipher("aegis", 128, "file"), "storage-aegis-128", "AEGIS-128 file"),
        ("stored-form", Cipher("aes", 128, "cbc"), "plaintext as aes-128-cbc", "AES-128-CBC"),
        ("transit", Cipher("tls", 0, ""), "tls", "TLS"),
    ],
)
def test_that_protections_have_their_usual_names(
    kind: str, cipher: Cipher, name: str, title: str
) -> None:
    protection = Protection("", ProtectionKind(kind), cipher.algorithm, cipher.bits, cipher.mode)
    assert (usual_name(protection), cipher_title(protection)) == (name, title)


def test_that_titles_tell_where_keys_are() -> None:
    local = Protection("", ProtectionKind.CLIENT, "aes", 256, "gcm")
    sources = [
        Pkcs11Key(data_key=each, delay_ms=delay) for each in DataKey for delay in (0.0, 30.0)
    ]
    found = [cipher_title(replace(local, key_source=each)) for each in (None, *sources)]
    assert len(set(found)) == len(found)
    bare = [each.replace("\u2068", "").replace("\u2069", "") for each in found]
    assert bare[0] == "AES-256-GCM" and "AES-256-GCM, PKCS#11 key per row" in bare


def test_that_plaintext_in_the_form_of_a_cipher_has_no_key_elsewhere() -> None:
    local = Protection("local", ProtectionKind.CLIENT, "aes", 256, "gcm")
    keyed = [replace(local, name=each, key_source=Pkcs11Key(data_key=each)) for each in DataKey]
    planned = [PlannedProtection(each) for each in (local, *keyed)]
    found = with_stored_forms(offers([], {}, planned), [each.protection.name for each in planned])
    [form] = [e.protection for e in found if e.protection.kind is ProtectionKind.STORED_FORM]
    assert (form.name, form.key_source) == ("plaintext as aes-256-gcm", None)


def test_that_every_offer_has_a_name_of_its_own(made: list[Offer]) -> None:
    found = [offer.name for offer in made]
    assert len(set(found)) == len(found)
    assert {"storage-aegis", "storage-aegis-128", "client-aes-256-gcm"} <= set(found)


def test_that_kinds_stand_together_and_the_usual_schemes_are_suggested(made: list[Offer]) -> None:
    kinds = [offer.protection.kind for offer in made]
    assert kinds == sorted(kinds, key=list(ProtectionKind).index)
    suggested = {offer.name for offer in made if offer.suggested}
    assert {
        "client-aes-256-gcm",
        "client-chacha20-poly1305",
        "client-aes-256-siv",
        "storage-aegis",
        "aes-256-ecb",
    } <= suggested
    assert not suggested & {"3des-192-cbc", "client-aes-128-gcm", "client-aes-256-gcm-siv"}


def test_that_ecb_and_a_fixed_iv_are_marked_and_client_ciphers_never(made: list[Offer]) -> None:
    assert words_of(named(made, "aes-128-ecb"), sound=True)[0] == "ECB"
    assert words_of(named(made, "aes-128-cbc"), sound=False)[0] == "fixed IV"
    assert "fixed IV" not in words_of(named(made, "aes-128-cbc"), sound=True)
    for sound in (True, False):
        found = words_of(named(made, "client-aes-256-gcm"), sound=sound)
        assert found == ["needs unique IV", "authenticated"]


def test_that_storage_says_who_is_not_excluded(made: list[Offer]) -> None:
    found = words_of(named(made, "storage-aegis"), sound=False)
    assert found == ["against a stolen disk", "readable by a login", "authenticated"]
    assert words_of(named(made, "storage-rc4-128"), sound=False) == [
        "reused key stream",
        "partly against a stolen disk",
        "readable by a login",
        "not authenticated",
    ]


def test_that_an_encrypted_tablespace_is_not_stated_to_stand_against_a_stolen_disk() -> None:
    encrypted = Protection("sealed", ProtectionKind.STORAGE, "aes", 256, "tablespace")
    found = properties_of(encrypted, encrypted.mode, fixed_iv=True)
    assert badges([found], encrypted.kind)[0] == ("partly against a stolen disk", "warning")
    assert "Stolen disk: partly" in properties_tip(found)
    assert "Logs hold plaintext unless the server encrypts them" in properties_tip(found)


def test_that_the_page_groups_offers_under_headings(page: CampaignPage) -> None:
    shown = items(page)
    assert shown["plaintext"] == ""
    assert shown["aes-128-cbc"] == "In the server"
    assert shown["client-aes-256-gcm"] == "In the application"
    assert shown["storage-aegis"] == "In storage"
    heading = page.protections.list.heading("In storage")
    assert heading is not None and heading.isVisibleTo(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("gcm", "client-aes-256-gcm"),
        ("client chacha", "client-chacha20-poly1305"),
        ("storage aegis", "storage-aegis"),
        ("file", "storage-sqlcipher"),
        ("passphrase", "storage-sqlcipher-passphrase"),
    ],
)
def test_that_a_search_finds_every_kind(
    page: CampaignPage, qtbot: QtBot, search: str, found: str
) -> None:
    qtbot.keyClicks(page.protections.search, search)
    assert found in items(page)
    assert "aes-128-cbc" not in items(page)


def test_that_a_button_brings_a_kind_in_sight(page: CampaignPage, qtbot: QtBot) -> None:
    row = page.protections.list.row("storage-aegis")
    assert row.visibleRegion().isEmpty()
    qtbot.mouseClick(page.protections.jump_buttons[ProtectionKind.STORAGE], LEFT)
    first = next(key for key, group in items(page).items() if group == "In storage")
    assert page.protections.list.row(first).hasFocus()
    assert not page.protections.list.row(first).visibleRegion().isEmpty()


def test_that_a_tooltip_and_a_screen_reader_tell_both_sentences(page: CampaignPage) -> None:
    row = page.protections.list.row("client-aes-256-gcm")
    around = row.parentWidget()
    assert around is not None
    for text in (around.toolTip(), row.accessibleDescription()):
        assert "The server never sees key or plaintext" in text
        assert "Lengths of values" in text and "Stolen disk: kept out" in text


@pytest.mark.slow
def test_that_chosen_protections_of_all_kinds_are_planned(page: CampaignPage, qtbot: QtBot) -> None:
    for name in ("aes-128-ecb", "client-aes-256-gcm", "storage-aegis"):
        qtbot.keyClick(page.protections.list.row(name), Qt.Key.Key_Space)
        settle(page, qtbot)
    planned = {each.protection.name: each for each in page.campaign().protections}
    assert planned["client-aes-256-gcm"].servers == ()
    assert planned["storage-aegis"].servers == ("sqlite",)
    assert planned["storage-aegis"].protection.algorithm == "aegis"
    grid = page.summary.grid
    texts = {
        (row, column): grid.cell(row, column).text
        for row in range(2)
        for column in range(grid.model().columnCount())
    }
    assert sum(text.endswith(" · ECB") for text in texts.values()) == 1
    assert not any("fixed IV" in text for text in texts.values())


@pytest.mark.slow
def test_that_the_grid_marks_a_fixed_iv_under_the_study_profile_only(
    page: CampaignPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(page.protections.list.row("aes-128-cbc"), Qt.Key.Key_Space)
    qtbot.mouseClick(profile_button(page, Profile.STUDY), LEFT)
    settle(page, qtbot)
    assert page.summary.grid.cell(0, 2).text.endswith("fixed IV")
    assert "frequencies" in page.summary.grid.cell(0, 2).tooltip
    qtbot.mouseClick(profile_button(page, Profile.SOUND), LEFT)
    settle(page, qtbot)
    assert page.summary.grid.cell(0, 2).text.endswith("runs")
    assert "fixed IV" not in page.summary.grid.cell(0, 2).text


@pytest.mark.slow
def test_that_plaintext_is_offered_in_the_form_of_each_cipher_that_is_ticked(
    page: CampaignPage, qtbot: QtBot
) -> None:
    def ticked(name: str) -> None:
        qtbot.keyClick(page.protections.list.row(name), Qt.Key.Key_Space)
        settle(page, qtbot)

    def forms() -> dict[str, str]:
        return {i.key: i.text for i in page.protections.items if i.key.startswith("plaintext as")}

    assert not forms()
    for name in ("aes-128-cbc", "client-aes-256-gcm", "storage-aegis"):
        ticked(name)
    assert forms() == {
        "plaintext as aes-128-cbc": "Plaintext as AES-128-CBC",
        "plaintext as aes-256-gcm": "Plaintext as AES-256-GCM",
    }
    assert items(page)["plaintext as aes-128-cbc"] == "Plaintext in stored form"
    for name in ("plaintext as aes-128-cbc", "aes-128-cbc"):
        ticked(name)
    planned = {each.protection.name: each for each in page.campaign().protections}
    chosen = planned["plaintext as aes-128-cbc"]
    assert chosen.protection.kind is ProtectionKind.STORED_FORM
    assert chosen.servers == ("postgresql",), "SQLite has no cipher of this name, and no form of it"
    assert "aes-128-cbc" not in planned, "it stays where its cipher goes"
    ticked("plaintext as aes-128-cbc")
    assert list(forms()) == ["plaintext as aes-256-gcm"]


def campaign(profile: Profile) -> Campaign:
    native = Protection("mine", ProtectionKind.NATIVE, "aes", 128)
    client = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
    return quick_campaign(
        "marks",
        (
            ServerSpec("pg", Source.EMBEDDED, "postgresql"),
            ServerSpec("fb", Source.EMBEDDED, "firebird"),
        ),
        tuple(map(PlannedProtection, (PLAINTEXT, native, client))),
        HospitalParameters(sizes=(20,), profile=profile),
    )


def row_names(grid: CellGrid) -> list[str]:
    model = grid.model()
    down = Qt.Orientation.Vertical
    return [model.headerData(row, down).splitlines()[1] for row in range(model.rowCount())]


def test_that_the_board_of_a_run_marks_before_anything_is_stored(qtbot: QtBot) -> None:
    board = RunGrid()
    qtbot.addWidget(board)
    for profile, names in (
        (Profile.STUDY, ("mine (fixed IV)", "mine (fixed IV, reused key stream)")),
        (Profile.SOUND, ("mine", "mine")),
    ):
        tally = CampaignTally()
        tally.set_plan(campaign(profile))
        board.show_tally(tally)
        found = row_names(board.findChildren(CellGrid)[0])
        assert found == [shortened(each) for name in names for each in ("plaintext", name, "gcm")]


def test_that_the_board_takes_the_mode_in_use_from_the_store(qtbot: QtBot) -> None:
    board, tally = RunGrid(), CampaignTally()
    qtbot.addWidget(board)
    stored = CellRecord(
        1, 0, "maria", "mariadb", "mine", "native", "aes", 128, "ecb", "hospital", "sound", 20,
        Status.PENDING, NOTHING,
    )  # fmt: skip
    cells = [stored, replace(stored, id=2, protection="other", mode="cbc")]
    tally.restore(cells, campaign(Profile.SOUND))
    board.show_tally(tally)
    assert row_names(board.findChildren(CellGrid)[0]) == ["mine (ECB)", "other"]


def test_that_a_greyed_kind_says_what_each_server_lacks_and_which_could(
    servers: Servers, qtbot: QtBot
) -> None:
    """PostgreSQL encrypts no storage by itself; SQLite does."""
    known = asked(servers, "postgresql")
    later = ServerEntry(ServerSpec("later", Source.EMBEDDED, "postgresql"))
    chooser = ProtectionChooser()
    qtbot.addWidget(chooser)
    button = chooser.jump_buttons[ProtectionKind.STORAGE]
    chooser.set_servers([known, later], MODES)
    assert known.capabilities is not None
    lies = known.capabilities.settings[DATA_LIES_ON]
    output = visible_words(button.toolTip())
    assert not button.isEnabled()
    assert f"{known.name}: its data directory is {lies}" in output
    assert visible_words(button.accessibleDescription()) == output, "it is read out, too"
    assert "later: not checked yet" in output
    assert "SQLite can encrypt its file" in output and "key management plugin" in output
    chooser.set_servers([asked(servers, "sqlite")], MODES)
    assert button.isEnabled() and "Go to" in button.toolTip()
    chooser.search.setText("gcm")
    assert not button.isEnabled() and "the search" in button.toolTip()


def visible_words(text: str) -> str:
    """Without marks of direction."""
    return "".join(each for each in text if each not in "\u2068\u2069")


def test_that_a_server_without_a_plugin_for_keys_says_so() -> None:
    refused = {
        Cipher("aes", 128, "cbc"): phrase("no cbc"),
        Cipher("aes", 128, "tablespace"): phrase("it has no plugin for keys"),
    }
    able = Capabilities("11", refused=refused, settings={DATA_LIES_ON: "not encrypted"})
    assert str(why_no_storage(able)) == "it has no plugin for keys"
