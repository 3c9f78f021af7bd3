"""MySQL's own login, by a client library that comes without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.contract.endpoint import TlsMode
from engines.contract.errors import ServerUnavailable
from engines.opening import open_server
from tests.engines.tcp_servers import SECURED, USER, Reachable, serve_mysql, set_password

PASSWORDS = ["pw-9d2e", "señha€ it's;--", "x" * 200]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def mysql() -> Iterator[Reachable]:
    with serve_mysql([]) as served:
        yield served


def forget_logins(mysql: Reachable) -> None:
    """Have the server remember nobody, so that the next login is a whole one."""
    with mysql.server.engine.driver.connect(mysql.server.endpoint) as admin:
        admin.execute("flush privileges")


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("tls", [TlsMode.OFF, TlsMode.REQUIRE])
def test_that_a_password_opens_whether_or_not_the_server_remembers(
    mysql: Reachable, password: str, tls: TlsMode
) -> None:
    set_password(mysql, USER, password)
    for forget in (True, False):
        if forget:
            forget_logins(mysql)
        open_server(mysql.spec(tls=tls), password).close()


@pytest.mark.parametrize("tls", [TlsMode.OFF, TlsMode.REQUIRE])
@pytest.mark.parametrize("password", ["wrong", ""])
def test_that_another_password_is_refused_in_the_servers_words(
    mysql: Reachable, tls: TlsMode, password: str
) -> None:
    set_password(mysql, USER, "pw-9d2e")
    forget_logins(mysql)
    with pytest.raises(ServerUnavailable, match=f"Access denied for user '{USER}'") as caught:
        open_server(mysql.spec(tls=tls), password)
    assert caught.value.title == "Access denied"


def test_that_who_must_use_tls_is_informed(mysql: Reachable) -> None:
    error = mysql.refusal(mysql.spec(user=SECURED))
    assert "TLS" in error.title + error.hint
