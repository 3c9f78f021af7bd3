"""Thirty situations: what is asked, what is advised, and why the others are not."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from app.advice.advising import advise
from app.advice.candidate import Candidate, Finding
from app.advice.rule import Reason
from app.plan.requirements import Requirements, SearchNeed, Withstand
from engines.contract.data_place import PlaceName, outside
from tests.app.advice.making import (
    AEGIS,
    CBC,
    DES,
    ECB,
    FILE,
    FOLDER,
    GCM,
    PGP,
    RC4,
    RSA,
    SIV,
    TABLE,
    TLS,
    UNTOLD,
    candidate,
    known,
)

DISK, OS, LOGIN, CHANGE, NETWORK = Withstand
EQUALITY, RANGE = SearchNeed.EQUALITY, SearchNeed.RANGE
IN_REDO = Finding(DISK, False, PlaceName.REDO_LOG)
IN_ARIA = Finding(DISK, False, PlaceName.ARIA_LOG)
IN_TEMPORARY = Finding(DISK, False, PlaceName.TEMPORARY)
KEYS_FILE = Finding(DISK, True, PlaceName.KEYS)
IN_DATA = Finding(DISK, False, PlaceName.DATA)
IN_SERVER_LOG = Finding(DISK, True, PlaceName.SERVER_LOG)
LOGGED_OUTSIDE = Finding(DISK, True, outside(PlaceName.SERVER_LOG))
WAL_OUTSIDE = Finding(DISK, False, outside(PlaceName.WRITE_AHEAD_LOG))

cbc, gcm, siv = candidate(CBC, known(40)), candidate(GCM, known(12)), candidate(SIV, known(15))
ecb = candidate(ECB, known(5))
studied = candidate(CBC, known(30), fixed_iv=True)
blind = candidate(GCM, known(14), has_blind_index=True)
table = candidate(TABLE, known(3), engine="mariadb")
file = candidate(FILE, known(20), engine="sqlite")
aegis = candidate(AEGIS, known(6), engine="sqlite")
folder = candidate(FOLDER, known(50))
IN_APPLICATION = (Reason.KEYS_ELSEWHERE, Reason.CHANGE_KEYS)


class Situation(NamedTuple):
    """`advised` are protections in their order; `on` are conditions of the first; `out` has reasons
    of those ruled out; `give_up` are what relaxations drop and whom they lead to."""

    asked: Requirements
    there: tuple[Candidate, ...]
    advised: tuple[str, ...]
    on: tuple[Reason, ...] = ()
    out: tuple[tuple[str, Reason], ...] = ()
    give_up: tuple[tuple[str, str], ...] = ()


def of(
    *withstand: Withstand, search: SearchNeed = SearchNeed.NOTHING, limit: float | None = None
) -> Requirements:
    return Requirements(withstand, search, limit)


SITUATIONS = {
    "disk: the cheapest that keeps it out": Situation(
        of(DISK), (gcm, table), ("table", "gcm"), (Reason.ENCRYPT_LOGS, Reason.KEYS_ELSEWHERE)
    ),
    "nothing said of thieves means the disk": Situation(
        of(), (gcm, ecb), ("gcm",), IN_APPLICATION, (("ecb", Reason.ECB_BLOCKS),)
    ),
    "a tablespace whose redo log was read": Situation(
        of(DISK), (candidate(TABLE, known(3), IN_REDO, engine="mariadb"),), ("table",),
        (Reason.ENCRYPT_LOGS, Reason.KEYS_ELSEWHERE),
    ),
    "a tablespace whose logs held nothing": Situation(
        of(DISK), (candidate(TABLE, known(3), engine="mariadb", looked=True),), ("table",),
        (Reason.KEYS_ELSEWHERE,),
    ),
    "a tablespace with its keys beside it": Situation(
        of(DISK), (candidate(TABLE, known(3), KEYS_FILE, engine="mariadb"),), ("table",),
        (Reason.KEYS_ELSEWHERE,),
    ),
    "a tablespace that is read from its files": Situation(
        of(DISK), (candidate(TABLE, known(3), IN_DATA, engine="mariadb"), gcm), ("gcm",),
        IN_APPLICATION, (("table", Reason.FOUND_ON_DISK),),
    ),
    "a log that no setting of its engine encrypts": Situation(
        of(DISK), (candidate(FILE, known(3), IN_REDO, engine="sqlite"), gcm), ("gcm",),
        IN_APPLICATION, (("file", Reason.FOUND_ON_DISK),),
    ),
    "a log that is read though its setting is on": Situation(
        of(DISK),
        (
            replace(
                candidate(TABLE, known(3), IN_REDO, engine="mariadb"),
                turned_on=frozenset({"innodb_encrypt_log"}),
            ),
            gcm,
        ),
        ("gcm",), IN_APPLICATION, (("table", Reason.FOUND_ON_DISK),),
    ),
    "the Aria log, which MariaDB cannot encrypt": Situation(
        of(DISK), (candidate(TABLE, known(3), IN_ARIA, engine="mariadb"), gcm), ("gcm",),
        IN_APPLICATION, (("table", Reason.FOUND_ON_DISK),),
    ),
    "temporary files, which MySQL cannot encrypt": Situation(
        of(DISK), (candidate(TABLE, known(3), IN_TEMPORARY, engine="mysql"), gcm), ("gcm",),
        IN_APPLICATION, (("table", Reason.FOUND_ON_DISK),),
    ),
    "a folder that leaves the log outside": Situation(
        of(DISK), (candidate(FOLDER, known(50), WAL_OUTSIDE),), ("folder",),
        (Reason.KEYS_ELSEWHERE, Reason.LOGS_INSIDE),
    ),
    "a native function: keys out of logs": Situation(
        of(DISK), (cbc,), ("cbc",), (Reason.KEYS_OUT_OF_LOGS,)
    ),
    "a native function whose key was logged": Situation(
        of(DISK), (candidate(CBC, known(40), IN_SERVER_LOG),), ("cbc",),
        (Reason.KEYS_OUT_OF_LOGS,),
    ),
    "a native function whose values lie in files": Situation(
        of(DISK), (candidate(CBC, known(4), IN_DATA), gcm), ("gcm",), IN_APPLICATION,
        (("cbc", Reason.FOUND_ON_DISK),),
    ),
    "a native function whose values lie outside an encrypted file system": Situation(
        of(DISK), (candidate(CBC, known(4), WAL_OUTSIDE), gcm), ("gcm",), IN_APPLICATION,
        (("cbc", Reason.FOUND_ON_DISK),),
    ),
    "a native function whose key was logged outside": Situation(
        of(DISK), (candidate(CBC, known(40), LOGGED_OUTSIDE),), ("cbc",),
        (Reason.KEYS_OUT_OF_LOGS,),
    ),
    "a key of the application in a server's file for keys": Situation(
        of(DISK), (candidate(GCM, known(4), KEYS_FILE), siv), ("siv",), (Reason.KEYS_ELSEWHERE,),
        (("gcm", Reason.FOUND_ON_DISK),),
    ),
    "a fixed IV is mended": Situation(
        of(DISK), (studied,), ("cbc",), (Reason.FRESH_IV, Reason.KEYS_OUT_OF_LOGS)
    ),
    "ECB is cheap and ruled out": Situation(
        of(DISK), (ecb, cbc), ("cbc",), (Reason.KEYS_OUT_OF_LOGS,), (("ecb", Reason.ECB_BLOCKS),)
    ),
    "an outdated cipher": Situation(
        of(DISK), (candidate(DES, known(2)), cbc), ("cbc",), (Reason.KEYS_OUT_OF_LOGS,),
        (("3des", Reason.OLD_CIPHER),),
    ),
    "a short key": Situation(
        of(DISK), (candidate(RSA, known(2)), cbc), ("cbc",), (Reason.KEYS_OUT_OF_LOGS,),
        (("rsa", Reason.SHORT_KEY),),
    ),
    "one key stream for all pages": Situation(
        of(DISK), (candidate(RC4, known(1), engine="sqlite"), aegis), ("aegis",),
        (Reason.KEYS_ELSEWHERE,), (("rc4", Reason.KEY_STREAM),),
    ),
    "an OS login rules out what opens on the server": Situation(
        of(DISK, OS), (table, cbc, gcm), ("gcm",),
        (Reason.KEYS_ELSEWHERE, Reason.SAME_MACHINE, Reason.CHANGE_KEYS),
        (("table", Reason.KEY_ON_SERVER), ("cbc", Reason.KEY_ON_SERVER)),
    ),
    "an OS login and an engine inside the application": Situation(
        of(DISK, OS), (replace(gcm, in_process=True), replace(file, in_process=True)), ("gcm",),
        (Reason.KEYS_ELSEWHERE, Reason.SAME_MACHINE, Reason.CHANGE_KEYS),
        (("file", Reason.KEY_ON_SERVER),),
    ),
    "a stolen disk with the application on it": Situation(
        of(DISK), (replace(gcm, in_process=True),), ("gcm",),
        IN_APPLICATION,
    ),
    "a database login rules out storage": Situation(
        of(LOGIN), (table, folder, gcm), ("gcm",), (Reason.CHANGE_KEYS,),
        (("table", Reason.OPEN_TO_LOGINS), ("folder", Reason.OPEN_TO_LOGINS)),
    ),
    "a database login and a native function": Situation(
        of(LOGIN), (cbc,), ("cbc",), (Reason.HIDE_STATEMENTS,)
    ),
    "changes go unnoticed without authentication": Situation(
        of(DISK, CHANGE), (cbc, file, gcm), ("gcm",),
        (Reason.KEYS_ELSEWHERE, Reason.BIND_ROWS, Reason.CHANGE_KEYS),
        (("cbc", Reason.NOT_AUTHENTICATED), ("file", Reason.NOT_AUTHENTICATED)),
    ),
    "changes to pages with a tag are noticed": Situation(
        of(DISK, CHANGE), (aegis, gcm), ("aegis", "gcm"), (Reason.KEYS_ELSEWHERE,)
    ),
    "equality by a deterministic mode": Situation(
        of(LOGIN, search=EQUALITY), (gcm, siv), ("gcm", "siv"),
        (Reason.BLIND_INDEX, Reason.CHANGE_KEYS),
    ),
    "equality by the blind index of the work": Situation(
        of(LOGIN, search=EQUALITY), (blind, siv), ("gcm", "siv"),
        (Reason.SHOWS_EQUAL, Reason.CHANGE_KEYS),
    ),
    "equality by opening every row": Situation(
        of(DISK, search=EQUALITY), (cbc,), ("cbc",), (Reason.KEYS_OUT_OF_LOGS, Reason.SCANS)
    ),
    "equality is not worth a fixed IV": Situation(
        of(DISK, search=EQUALITY), (studied,), (), (), (("cbc", Reason.EQUAL_BY_WEAKNESS),),
        (("search", "cbc"),),
    ),
    "ranges need a server that opens": Situation(
        of(DISK, search=RANGE), (gcm, table), ("table",),
        (Reason.ENCRYPT_LOGS, Reason.KEYS_ELSEWHERE), (("gcm", Reason.NO_ORDER),),
    ),
    "ranges kept from logins: one of both is given up": Situation(
        of(LOGIN, search=RANGE), (gcm, folder), (), (),
        (("gcm", Reason.NO_ORDER), ("folder", Reason.OPEN_TO_LOGINS)), (("search", "gcm"),),
    ),
    "ranges from disk and login: drop the login, or the ranges": Situation(
        of(DISK, LOGIN, search=RANGE), (siv, folder), (), (),
        (("siv", Reason.NO_ORDER), ("folder", Reason.OPEN_TO_LOGINS)),
        (("login", "folder"), ("search", "siv")),
    ),
    "too dear": Situation(
        of(DISK, limit=10), (gcm, candidate(PGP, known(9000)), aegis), ("aegis",),
        (Reason.KEYS_ELSEWHERE,), (("gcm", Reason.TOO_DEAR), ("pgp", Reason.TOO_DEAR)),
    ),
    "an interval across the limit": Situation(
        of(DISK, limit=12.5), (gcm,), ("gcm",), (*IN_APPLICATION, Reason.NEAR_LIMIT)
    ),
    "a cost that nobody knows": Situation(
        of(DISK, limit=10), (candidate(GCM, UNTOLD),), (), (), (("gcm", Reason.COST_UNKNOWN),),
        (("cost", "gcm"),),
    ),
    "a cost that nobody knows stands last": Situation(
        of(DISK), (candidate(GCM, UNTOLD), cbc), ("cbc", "gcm"), (Reason.KEYS_OUT_OF_LOGS,)
    ),
    "who listens, with TLS, an encrypting application and an encrypting server": Situation(
        of(NETWORK), (cbc, gcm, candidate(TLS, known(2))), ("tls", "gcm", "cbc"), ()
    ),
    "a disk thief is not kept out by TLS": Situation(
        of(DISK), (candidate(TLS, known(2)), gcm), ("gcm",), IN_APPLICATION,
        (("tls", Reason.ONLY_CONNECTIONS),),
    ),
    "all of it at once costs too much": Situation(
        of(*Withstand, limit=5), (gcm, table, cbc), (), (),
        (("gcm", Reason.TOO_DEAR), ("table", Reason.OPEN_TO_LOGINS), ("cbc", Reason.KEY_ON_SERVER)),
        (("cost", "gcm"),),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITUATIONS)
def test_that_a_situation_has_its_answer_and_reasons(name: str) -> None:
    case = SITUATIONS[name]
    advice = advise(case.there, case.asked)
    assert tuple(each.candidate.protection for each in advice.ranked) == case.advised
    if advice.first:
        assert tuple(each.code for each in advice.first.conditions) == case.on
    reasons = {
        (each.candidate.protection, report.code)
        for each in advice.ruled_out
        for report in each.reasons
    }
    assert set(case.out) <= reasons
    assert {each for each, _ in reasons} == {each for each, _ in case.out}
    given_up = {
        ("+".join((*each.dropped, *(["search"] * (each.search is not None)),
                   *(["cost"] * each.any_cost))), each.first.candidate.protection)
        for each in advice.relaxations
    }  # fmt: skip
    assert given_up == set(case.give_up)


def test_that_there_are_thirty_situations_at_least() -> None:
    assert len(SITUATIONS) >= 30
