"""The login to a shared store: its URL, with the password from the environment or the keyring."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import URL
from sqlalchemy.exc import ProgrammingError

from app.results.database.store_connection import display_location, readable_faults, store_url
from app.system.address_passwords import names_password
from app.system.password_sources import login_of_store, passwords_for
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.secrecy import register_secret
from engines.servers.server import ServerSpec


@dataclass(frozen=True)
class StoreLogin:
    """A store's URL with its password; it leaves this program only by a pipe."""

    url: URL

    @property
    def text(self) -> str:
        """For `open_store`."""
        return self.url.render_as_string(hide_password=False)

    @property
    def has_password(self) -> bool:
        """Whether a password is known, or not needed, as for a socket of this machine."""
        return (
            self.url.password is not None
            or "password" in self.url.query
            or _is_local_socket(self.url)
        )

    def with_password(self, password: str) -> StoreLogin:
        """The same with another password."""
        register_secret(password)
        return StoreLogin(self.url.set(password=password))

    @property
    def for_libpq(self) -> dict[str, object]:
        """As libpq's options, since a URL cannot contain every character of a password."""
        known = {
            **self.url.translate_connect_args(username="user", database="dbname"),
            **self.url.query,
        }
        joined = {key: ",".join(each) for key, each in known.items() if isinstance(each, tuple)}
        return {**known, **joined}

    @property
    def shown(self) -> str:
        """Without the password."""
        return display_location(self.url)


def store_login(
    store: str, user: str = "", prompt: Callable[[ServerSpec], str] | None = None
) -> StoreLogin:
    """The login of `user`, unless the URL names another, to the shared store at `store`; over a
    network with `sslmode=verify-full`, unless the URL says otherwise.

    Raises: InputError where it is no PostgreSQL
    """
    url = store_url(store)
    if url.get_backend_name() != "postgresql":
        raise InputError(
            phrase("Store not shared"),
            phrase("{store} is not PostgreSQL. Several machines need a PostgreSQL store."),
            phrase("Start one: `cipherbench coordinator`."),
            store=display_location(url),
        )
    if user and not url.username:
        url = url.set(username=user)
    if url.password is None and "password" not in url.query:
        url = _with_password(url, prompt)
    if "sslmode" not in url.query and not _is_local_socket(url):
        url = url.update_query_dict({"sslmode": "verify-full"})
    return StoreLogin(url)


class StoreNotPermitted(InputError):
    """The login lacks a right, so retrying does not help."""


@contextmanager
def readable_login_errors(login: StoreLogin) -> Iterator[None]:
    """Turn errors of the store's server, and its silence, into InputErrors of one sentence.

    Raises: InputError
    """
    try:
        with readable_faults(login.url):
            yield
    except ProgrammingError as error:
        if getattr(error.orig, "sqlstate", "") != _NO_RIGHT:
            raise
        raise StoreNotPermitted(
            phrase("Not permitted"),
            phrase("{user} may not do this in {store}: {why}."),
            phrase("Use the role coordinator. To prepare a store, use the owner of its database."),
            user=login.url.username or "",
            store=login.shown,
            why=str(error.orig).splitlines()[0],
        ) from error


_NO_RIGHT = "42501"
"""PostgreSQL's code for insufficient privilege."""


def address_of(store: str) -> str:
    """A store's address as it may be kept: without a password."""
    url = store_url(store)
    query = {name: each for name, each in url.query.items() if not names_password(name)}
    return url._replace(password=None).set(query=query).render_as_string()


def account(url: URL) -> ServerSpec:
    """The server under which the keyring has the password of a login."""
    host, name = url.host or str(url.query.get("host", "")), url.username or ""
    return ServerSpec(
        name, Source.ADDRESS, "postgresql", host=host, port=url.port, user=name or None
    )


def _with_password(url: URL, prompt: Callable[[ServerSpec], str] | None) -> URL:
    name, spec = url.username or "", account(url)
    known = login_of_store("postgresql").get("password")
    found = passwords_for([spec], None if known else prompt).get(name, known)
    if not found:
        return url
    register_secret(found)
    return url.set(password=found)


def _is_local_socket(url: URL) -> bool:
    """Whether the URL, completed from libpq's environment variables, is a socket of this
    machine."""

    def named(option: str, variable: str) -> str:
        message = url.query.get(option, os.environ.get(variable, ""))
        return message if isinstance(message, str) else ",".join(message)

    if named("hostaddr", "PGHOSTADDR") or named("service", "PGSERVICE"):
        return False
    host = url.host or named("host", "PGHOST")
    return not host or all(each.startswith("/") for each in host.split(","))
