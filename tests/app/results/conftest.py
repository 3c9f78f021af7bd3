"""Stores to test against: an SQLite file and a real PostgreSQL."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, text

from app.results.store.store import Store, open_store
from engines.contract.endpoint import Source
from engines.opening import open_server
from engines.servers.server import ServerSpec
from tests.conftest import Servers


def on_a_server(kind: str) -> object:
    """Quick tests keep their stores in files."""
    return pytest.param(kind, marks=pytest.mark.slow)


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[], str]]:
    """Makes empty PostgreSQL databases and gives their URLs."""
    server = open_server(ServerSpec("store", Source.EMBEDDED, "postgresql"))
    end = server.endpoint
    where = {"host": end.socket or end.host or ""}
    url = URL.create("postgresql+psycopg", end.user, None, None, end.port, end.database, where)
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    numbers = itertools.count(1)

    def make() -> str:
        name = f"store_{next(numbers)}"
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        return url.set(database=name).render_as_string(hide_password=False)

    yield make
    admin.dispose()
    server.close()


@pytest.fixture(params=[on_a_server("postgresql"), on_a_server("mariadb")])
def shared_address(request: pytest.FixtureRequest) -> str:
    """Where a store can be made that several programs write to."""
    maker = "new_database" if request.param == "postgresql" else "new_mariadb_database"
    made: str = request.getfixturevalue(maker)()
    return made


@pytest.fixture
def new_mariadb_database(servers: Servers) -> Callable[[], str]:
    """Makes an empty MariaDB database and gives its URL."""
    server = servers["mariadb"]
    end, name = server.endpoint, f"store_{secrets.token_hex(4)}"

    def make() -> str:
        with server.engine.driver.connect(end) as session:
            session.execute(f"create database {name}")
        where = {"unix_socket": end.socket or ""}
        url = URL.create(
            "mariadb+mariadbconnector", end.user, end.password, None, None, name, where
        )
        return url.render_as_string(hide_password=False)

    return make


@pytest.fixture(params=["sqlite", on_a_server("postgresql")])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be made, in each kind of database that we test."""
    if request.param == "sqlite":
        return str(tmp_path / "results.sqlite")
    made: str = request.getfixturevalue("new_database")()
    return made


@pytest.fixture
def any_store(address: str) -> Iterator[Store]:
    """A new store, open to write, in each kind of database."""
    with open_store(address, write=True) as store:
        yield store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where an SQLite store can be made."""
    return tmp_path / "results.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    """A new SQLite store, open to write."""
    with open_store(str(file), write=True) as store:
        yield store
