"""What each provision says of protections: never that it is met."""

from __future__ import annotations

from app.advice.candidate import Finding
from app.advice.compliance import PROVISIONS, Support, provisions_of
from app.plan.requirements import Regulation, Withstand
from engines.contract.data_place import PlaceName
from tests.app.advice.making import (
    CBC,
    DES,
    ECB,
    FILE,
    FOLDER,
    GCM,
    RC4,
    RSA,
    TABLE,
    candidate,
    known,
)

_5 = known(5)
IN_DATA = Finding(Withstand.DISK, False, PlaceName.DATA)
THERE = {
    "gcm": candidate(GCM, _5),
    "read": candidate(GCM, _5, IN_DATA),
    "cbc": candidate(CBC, _5),
    "ecb": candidate(ECB, _5),
    "table": candidate(TABLE, _5, engine="mariadb"),
    "file": candidate(FILE, _5, engine="sqlite"),
    "folder": candidate(FOLDER, _5),
    "des": candidate(DES, _5),
}
Y, P, N = Support.SUPPORTS, Support.PARTLY, Support.NOT_ALONE
TEXT = {  # gcm, read, cbc, ecb, table, file, folder, des
    "LGPD art. 46": (Y, N, P, P, P, Y, Y, P),
    "GDPR art. 32(1)(a)": (Y, N, P, P, P, Y, Y, P),
    "GDPR art. 32(1)(b)": (P, P, N, N, N, N, P, N),
    "GDPR art. 34(3)(a)": (Y, N, P, N, P, Y, Y, N),
    "PCI DSS 3.5.1": (Y, N, P, N, P, Y, N, N),
    "PCI DSS 3.5.1.2": (Y, N, P, N, P, P, N, N),
    "PCI DSS 3.6.1": (P, P, N, N, N, N, N, N),
    "HIPAA 164.312(a)(2)(iv)": (Y, N, P, P, P, Y, Y, P),
    "ISO 27001 A.8.24": (P, P, P, N, P, P, P, N),
}


def test_that_each_provision_says_what_its_row_says_and_has_a_reference() -> None:
    found = {each.place: tuple(each.support(one) for one in THERE.values()) for each in PROVISIONS}
    assert found == TEXT
    assert all(each.reference and str(each.message) for each in PROVISIONS)


def test_that_what_is_weak_does_not_make_data_unreadable() -> None:
    strict = {"GDPR art. 34(3)(a)", "PCI DSS 3.5.1", "PCI DSS 3.5.1.2", "ISO 27001 A.8.24"}
    for weak in (candidate(DES, _5), candidate(RSA, _5), candidate(RC4, _5, engine="sqlite")):
        output = {each.place: each.support(weak) for each in PROVISIONS}
        assert {output[place] for place in strict} == {N}, weak.protection


def test_that_only_chosen_laws_are_spoken_of() -> None:
    assert not provisions_of(())
    assert {each.regulation for each in provisions_of(Regulation)} == set(Regulation)
    assert [each.place for each in provisions_of([Regulation.LGPD])] == ["LGPD art. 46"]
