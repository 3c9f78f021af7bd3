"""What a process keeps secret is in none of its logs, errors, reasons and events."""

from __future__ import annotations

import base64
import json
import logging
import os
import pickle
import re
import secrets
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest

from app.plan.status import Status
from app.results.events import Noted, RunFinished, ServerLost
from app.system.folders import log_file, log_to_file
from engines.contract.endpoint import Endpoint, StorageKey
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.message import Message, phrase
from engines.contract.secrecy import redacted, register_secret
from engines.opening import open_server
from tests.app.typed import cipherbench, plan_of
from tests.engines.tcp_servers import Reachable
from tests.security.listening import fresh_password, spec_of_guarded

MARK = secrets.token_hex(6)
PASSWORDS = {
    "quotes": f'it\'s "so"-{MARK}',
    "url": f"a@b/c#d?e&f=g:h%20i+j-{MARK}",
    "foreign": f"señor €ürö-{MARK}",
    "control": f"a\tb\nc\\d\\\\e-{MARK}",
    "plain": f"simple{MARK}",
}


def forms(secret: str) -> dict[str, str]:
    """A secret as it has been met in logs and messages, each inside something longer."""
    raw = secret.encode()
    return {
        "plain": f"user {secret} said",
        "url": f"postgresql://me:{quote(secret, safe='')}@host/db",
        "path": f"http://host/{quote(secret)}?x=1",
        "form": f"login=me&password={quote_plus(secret)}&x=1",
        "small hexadecimals": re.sub("%..", lambda sign: sign[0].lower(), quote(secret, safe="")),
        "repr": repr({"password": secret}),
        "repr with other quotes": repr(f"it's {secret}"),
        "ascii": ascii([secret, "'", '"']),
        "bytes": repr(b"password=" + raw),
        "exception": repr(ValueError(f"bad: {secret}")),
        "exception of an exception": repr(ValueError(repr(secret))),
        "json": json.dumps({"password": secret}),
        "json in other letters": json.dumps({"password": secret}, ensure_ascii=False),
        "sql": "alter user me identified by '{}'".format(secret.replace("'", "''")),
        "mysql": "by '{}'".format(secret.replace("\\", "\\\\").replace("'", "\\'")),
        "base64": base64.b64encode(raw).decode(),
        "basic authentication": "Basic " + base64.b64encode(b"u:" + raw + b"\n").decode(),
        "the same, shifted": base64.b64encode(b"me:" + raw + b"!").decode(),
        "and again": base64.urlsafe_b64encode(b"user" + raw).decode(),
        "utf-16": repr(secret.encode("utf-16-le")),
        "wrongly decoded": raw.decode("latin-1"),
        "hexadecimal": raw.hex(),
    }


@pytest.mark.parametrize("kind", PASSWORDS)
def test_that_a_secret_is_taken_out_in_every_spelling(kind: str) -> None:
    secret = PASSWORDS[kind]
    output = forms(secret)
    register_secret(secret)
    left = {name: redacted(text) for name, text in output.items()}
    assert {name for name, text in left.items() if "***" not in text} == set()
    inner = base64.b64encode(MARK.encode()).decode()[2:-4]
    tails = (MARK, MARK.encode().hex(), "\\x00".join(MARK), inner)
    assert [name for name, text in left.items() if any(tail in text for tail in tails)] == []
    assert left["plain"] == "user *** said"


def test_that_what_is_too_short_for_a_secret_spoils_no_text() -> None:
    for short in ("", "a", "pw", "abc"):
        register_secret(short)
    assert redacted("abc: a passage, pw for short") == "abc: a passage, pw for short"
    register_secret(f"x{MARK}"[:4])
    assert redacted(f"x{MARK}"[:4]) == "***"


def test_that_errors_and_events_are_made_without_secrets() -> None:
    secret = fresh_password()
    register_secret(secret)
    error = CipherbenchError(
        phrase("Refused"),
        phrase("It says: {words}."),
        phrase("Ask {who}."),
        words=secret,
        who=secret,
    )
    again = pickle.loads(pickle.dumps(error))
    noted = Noted(phrase("{words}", words=secret))
    report = (
        f"{error} {error!r} {error.advice} {again} {again!r}",
        f"{noted} {noted.text} {Noted(Message(f'It said {secret}')).text}",
        f"{RunFinished(1, Status.FAILED, 0.0, Message(f'Internal error: {secret!r}'))}",
        f"{ServerLost('there', Message(secret))} {ServerLost('there', Message(secret)).text}",
    )
    for text in report:
        assert "***" in text and secret not in text and secret[-12:] not in text
    plain = Noted(phrase("{a} stays", a="as it is"))
    assert plain.text == "as it is stays" and Noted(Message("{odd")).text == "{odd"


def test_that_a_password_that_is_a_word_is_not_given_away_by_stars_in_our_own_sentences() -> None:
    register_secret("kept")
    error = CipherbenchError(
        phrase("Is kept"),
        phrase("They are kept: {words}."),
        phrase("All is kept."),
        words="kept too",
    )
    assert str(error) == "Is kept: They are kept: *** too. All is kept."
    assert str(error.without_secrets()) == str(error) == str(pickle.loads(pickle.dumps(error)))
    assert str(Message("kept")) == "***"


def test_that_what_was_learnt_after_an_error_was_made_is_taken_out_too() -> None:
    secret = fresh_password()
    error = CipherbenchError(phrase("Refused"), phrase("{words}."), words=f"no {secret}")
    register_secret(secret)
    assert str(error.without_secrets()) == "Refused: no ***."


ARRIVED = """
import pickle, sys
endpoint = pickle.load(sys.stdin.buffer)
from engines.contract.secrecy import redacted
print(*map(redacted, sys.argv[1:]))
"""


def test_that_a_process_that_is_sent_an_endpoint_knows_its_password_and_key() -> None:
    password, key = fresh_password(), secrets.token_bytes(16)
    endpoint = Endpoint("sqlite", password=password, storage=StorageKey("aes", key))
    output = subprocess.run(
        [sys.executable, "-c", ARRIVED, password, key.hex(), repr(key), "harmless"],
        input=pickle.dumps(endpoint),
        capture_output=True,
        check=True,
    )
    quote = repr(key)[1]  # double where the key has a single one
    assert output.stdout.decode().split() == ["***", "***", f"b{quote}***{quote}", "harmless"]


@pytest.mark.slow
def test_that_the_words_of_a_server_show_no_password_wherever_they_go(
    guarded: tuple[Reachable, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has given the password for the database: the server repeats it."""
    server, password = guarded
    spec = replace(spec_of_guarded(server, "guarded"), database=password)
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec, password)
    assert caught.value.values["words"] == 'FATAL: database "***" does not exist'
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_GUARDED", password)
    plan = plan_of(tmp_path, spec, size=20, repetitions=1)
    output = cipherbench("run", plan, "--store", tmp_path / "s.sqlite")
    assert output.code == 2 and 'database "***" does not exist' in output.err
    assert password not in output.err + output.out and password[-12:] not in output.err + output.out


BREAKS = """
import sys
import app.results.store.store
from app.command_line.main import run

def fail(*_, **__):
    try:
        raise KeyError(sys.argv[-1])
    except KeyError as error:
        error.add_note(repr(sys.argv[-1].encode()))
        raise RuntimeError(f"could not use {sys.argv[-1]!r}") from error

app.results.store.store.open_store = fail
sys.exit(run(sys.argv[1:-1]))
"""


@pytest.mark.slow
def test_that_a_traceback_in_the_log_shows_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    password = fresh_password()
    url = f"postgresql+psycopg://me:{quote(password, safe='')}@127.0.0.1:1/results"
    monkeypatch.setenv("CIPHERBENCH_HOME", str(tmp_path))
    broken = cipherbench("-c", BREAKS, "campaigns", "--store", url, password)
    assert broken.code == 1 and "Internal error" in broken.err
    log = (tmp_path / "cipherbench.log").read_text()
    assert "RuntimeError: could not use '***'" in log and "campaigns --store" in log
    assert "KeyError: '***'" in log and "\nb'***'" in log
    assert password[-12:] not in log + broken.err + broken.out


def test_that_a_fault_of_a_thread_reaches_the_log_and_not_the_terminal(tmp_path: Path) -> None:
    password = fresh_password()
    script = (
        "import sys, threading\n"
        "from app.system.process_setup import begin_child\n"
        "from engines.contract.secrecy import register_secret\n"
        "begin_child(); register_secret(sys.argv[1])\n"
        "def fail(): raise RuntimeError(sys.argv[1])\n"
        "each = threading.Thread(target=fail); each.start(); each.join()\n"
        "fail()\n"
    )
    broken = subprocess.run(
        [sys.executable, "-c", script, password],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"CIPHERBENCH_HOME": str(tmp_path)},
    )
    log = (tmp_path / "cipherbench.log").read_text()
    assert (broken.returncode, broken.stdout, broken.stderr) == (1, "", "")
    assert log.count("RuntimeError: ***") == 2 and password not in log


def test_that_no_record_of_any_logger_shows_a_secret() -> None:
    """Drivers and libraries log by themselves, and what they pass stands in arguments."""
    secret, me = fresh_password(), f"user_{secrets.token_hex(4)}"
    register_secret(secret)
    log_to_file()
    driver = logging.getLogger("some.driver")
    driver.warning("connecting as %s with %r", me, {"pw": secret})
    driver.warning("%s says a line\x1b[31m that\rsteers \u202ea terminal", me)
    # It may have begun anew meanwhile, also between two lines.
    parts = log_file().parent.glob(f"{log_file().name}*")
    log = "".join(each.read_text(errors="replace") for each in parts)
    assert secret not in log
    assert f"{me} with {{'pw': '***'}}" in log or f"{me} with {{'pw': \"***\"}}" in log
    assert f"{me} says a line\\x1b[31m that\\x0dsteers \\u202ea" in log


def test_that_hiding_secrets_costs_a_text_next_to_nothing() -> None:
    for _ in range(20):
        register_secret(fresh_password())
    text = "could not connect to the server: no route to host\n" * 40
    began = time.process_time()
    for _ in range(100):
        redacted(text)
    assert (time.process_time() - began) / 100 < 0.05
