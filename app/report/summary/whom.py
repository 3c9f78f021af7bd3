"""Whom a protection keeps out, in sentences: wholly, in part, and where there are logins at all."""

from __future__ import annotations

from collections.abc import Sequence

from app.report.summary.model import DATABASE_LOGIN, DISK, OS_LOGIN
from app.report.summary.rows import Group, anded
from engines.contract.message import NOTHING, Message, phrase
from engines.properties import Kept

WHOM_READS = {
    DISK: phrase("a disk thief"),
    OS_LOGIN: phrase("a login to the server"),
    DATABASE_LOGIN: phrase("a login to the database"),
}
_LOGINS = (OS_LOGIN, DATABASE_LOGIN)


def whom_kept(group: Group) -> Message:
    """Whom it keeps out, wholly and in part; of logins, on which of its servers there are any."""
    disk, logins = _told(group, (DISK,)), _told(group, _LOGINS)
    if logins_of_some(group) and disk and logins:
        return ALSO.with_values(whom=disk, servers=_with_logins([group]), logins=logins)
    return _told(group, tuple(WHOM_READS)) or NOBODY


def logins_of_some(group: Group) -> bool:
    """Whether some of its servers have logins, and others have none."""
    return bool(group.without_logins) and group.has_logins


def all_in_part(groups: Sequence[Group]) -> Message:
    """That each of these, which are alike, keeps somebody out only in part."""
    most = next((each for each in groups if each.has_logins), groups[0])
    disk, logins = (_kept(most, whom, Kept.PARTLY) for whom in ((DISK,), _LOGINS))
    if disk and logins and any(each.without_logins for each in groups):
        return _EACH_THERE.with_values(
            partly=anded(disk), servers=_with_logins(groups), logins=anded(logins)
        )
    return _EACH.with_values(partly=anded([*disk, *logins] or [NOBODY]))


def _with_logins(groups: Sequence[Group]) -> Message:
    names = dict.fromkeys(name for each in groups for name in each.with_logins)
    return anded([Message(each) for each in names])


def _told(group: Group, whom: Sequence[str]) -> Message:
    out, partly = _kept(group, whom, Kept.OUT), _kept(group, whom, Kept.PARTLY)
    if not partly:
        return anded(out) if out else NOTHING
    in_part = (_PARTLY if len(partly) == 1 else _EACH_PARTLY).with_values(partly=anded(partly))
    return _BOTH.with_values(out=anded(out), partly=in_part) if out else in_part


def _kept(group: Group, whom: Sequence[str], how: Kept) -> list[Message]:
    return [WHOM_READS[each] for each, kept, *_ in group.kept if each in whom and kept is how]


NOBODY = phrase("nobody")
ALSO = phrase("{whom}, and on {servers} also {logins}")
_EACH = phrase("Each protection keeps out {partly} only in part.")
_EACH_THERE = phrase(
    "Each protection keeps out {partly} only in part. On {servers}, the same holds for {logins}."
)
_BOTH = phrase("{out}, and {partly}")
_PARTLY = phrase("{partly} (only in part)")
_EACH_PARTLY = phrase("{partly} (each only in part)")
