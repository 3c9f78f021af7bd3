"""What is decided by an error is a code of it, which goes wherever the error goes."""

from __future__ import annotations

import pickle
import socket
from pathlib import Path

import pytest

from engines.base.diagnosis import unavailable, why_not_reached
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Cause, InputError, ServerUnavailable, cause_of
from engines.contract.message import NOTHING, Message, phrase

AWAY = Endpoint("postgresql", host="127.0.0.1", port=1)


@pytest.mark.parametrize("cause", Cause)
def test_that_an_error_keeps_its_cause_in_other_words_and_other_processes(cause: Cause) -> None:
    error = unavailable(cause, "PostgreSQL", AWAY, "no")
    others = (
        pickle.loads(pickle.dumps(error)),
        error.without_secrets(),
        error.reworded(error.messages[0], Message("Otherwise"), NOTHING),
    )
    assert {cause_of(each) for each in (error, *others)} == {cause}
    assert str(others[0]) == str(error) and "Otherwise" in str(others[2])


def test_that_causes_with_the_same_title_are_distinguished() -> None:
    one, other = (
        unavailable(each, "PostgreSQL", AWAY, "no") for each in (Cause.LOGIN, Cause.NOT_ALLOWED)
    )
    assert one.title == other.title and cause_of(one) is not cause_of(other)


def test_that_an_error_of_another_kind_has_no_cause() -> None:
    assert cause_of(InputError(phrase("Server not reached"), phrase("No."))) is None
    assert cause_of(ServerUnavailable(phrase("Server not reached"), phrase("No."))) is None


def test_that_the_system_tells_why_a_server_is_not_reached(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert why_not_reached(Endpoint("mariadb", host="127.0.0.1", port=port)) is Cause.REFUSED
    gone = Endpoint("mariadb", socket=str(tmp_path / "gone.sock"))
    assert why_not_reached(gone) is Cause.NO_SOCKET
