"""Whom protections keep out: wholly, in part, and where there are logins at all; what evidence
opened, and who holds the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.report.figures.campaign_report import CampaignReport
from app.report.figures.searched import searched_words
from app.report.summary.guards import column_words
from app.report.summary.model import DATABASE_LOGIN, DISK, OS_LOGIN, Said, anded, in_sequence
from app.report.summary.rows import Group, blind_columns, group_name, notices, row_of, servers_of
from engines.contract.message import NOTHING, Message, in_a_row, phrase
from engines.contract.protection import ProtectionKind
from engines.properties import Kept
from engines.registry import engine_names, facts_of

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


def strongest_of(guarding: Sequence[Group]) -> Group:
    """The one that keeps out most, the cheapest of these, with all servers where it does."""
    best = max(guarding, key=lambda each: (each.worth, -each.dearest))
    return _everywhere(best, guarding)


def nobody_kept(guarding: Sequence[Group]) -> bool:
    """Whether none of these keeps anybody out entirely."""
    return all(kept is not Kept.OUT for each in guarding for _, kept, *_ in each.kept)


def _everywhere(group: Group, groups: Sequence[Group]) -> Group:
    """With its servers where evidence was looked for elsewhere, and found as little."""
    like = [
        each
        for each in groups
        if (each.title, each.kind, each.worth, each.good.kept)
        == (group.title, group.kind, group.worth, group.good.kept)
    ]
    cells = tuple(cell for each in like for cell in each.cells)
    return replace(group, cells=cells, costs=tuple(cost for each in like for cost in each.costs))


def protects_answer(report: CampaignReport, groups: Sequence[Group]) -> Said:
    """From whom the strongest protects; what was found that opens a protection, a sentence each;
    who holds the keys, and what stays open, where nothing was found that shows it."""
    guarding = [each for each in groups if each.protects]
    if not guarding:
        return Said()
    everywhere = servers_of(report)
    partly = [
        said
        for kind, said in _IN_PART.items()
        if any(each.kind is kind and _in_part(each) for each in guarding)
        and not any(each.kind is kind and _opened_to(each) for each in guarding)
    ]
    said = (
        _noticing(guarding, report),
        _shown_by_index(guarding, report),
        _opened(guarding, everywhere),
        *_who_holds(guarding, report),
        *partly,
        *_searched(guarding, report),
    )
    return Said(_from_whom(guarding, tried=bool(report.evidence)), in_sequence(said))


def _from_whom(guarding: Sequence[Group], *, tried: bool) -> Message:
    if not nobody_kept(guarding):
        best = strongest_of(guarding)
        return _FROM[tried].with_values(whom=whom_kept(best), name=group_name(best))
    listened = [each for each in guarding if each.good.network is Kept.OUT]
    if not listened:
        return _FROM_NOBODY
    return _FROM[tried].with_values(whom=_LISTENER, name=group_name(listened[0]))


def _shown_by_index(guarding: Sequence[Group], report: CampaignReport) -> Message:
    """What the strongest shows to anybody by its blind index."""
    best = strongest_of(guarding)
    columns = () if nobody_kept(guarding) else blind_columns(best, report)
    return _STILL_SHOWS.with_values(columns=column_words(columns)) if columns else NOTHING


def _who_holds(groups: Sequence[Group], report: CampaignReport) -> Iterator[Message]:
    """On which servers nobody can log in, which engines could be servers and were none, and who can
    read the data wherever the application has the key."""
    inside = dict.fromkeys(name for each in groups for name in each.without_logins)
    if inside:
        engines = dict.fromkeys(each.engine for each in report.servers if each.name in inside)
        titles = [Message(facts_of(each).title) for each in engines if _can_serve(each)]
        untested = _NO_SERVER_TESTED.with_values(engines=anded(titles)) if titles else NOTHING
        yield _INSIDE.with_values(servers=anded([Message(each) for each in inside]), also=untested)
    if inside or any(each.kind is ProtectionKind.CLIENT for each in groups):
        yield _HOLDS


def _can_serve(engine: str) -> bool:
    return engine in engine_names() and not facts_of(engine).databases_are_files


def _searched(guarding: Sequence[Group], report: CampaignReport) -> Iterator[Message]:
    """Whether anybody searched for data and keys, and what a star in the table means."""
    yield searched_words(report.evidence) if report.evidence else _UNTRIED
    rows = (row_of(each, report) for each in guarding)
    if any(each.is_claim for row in rows for each in row.guards):
        yield _STAR


def _in_part(group: Group) -> bool:
    return any(kept is Kept.PARTLY for _, kept, *_ in group.kept)


def _noticing(groups: Sequence[Group], report: CampaignReport) -> Message:
    """Which of them notice that stored values were changed, or only some changes."""
    swapped = any(notices(each, report) is Kept.PARTLY for each in groups)
    said = _noticed(groups)
    if not any(each.good.authenticated for each in groups):
        return _ENDED.with_values(said=said)
    return (_NOT_SWAPS if swapped else _NOTICED).with_values(said=said)


def _noticed(groups: Sequence[Group]) -> Message:
    names = {str(group_name(each)): group_name(each) for each in groups if each.good.authenticated}
    if not names:
        return _UNNOTICED
    if not nobody_kept(groups) and {*names} == {str(group_name(strongest_of(groups)))}:
        return _THAT_NOTICES if all(each.good.authenticated for each in groups) else _ONLY_THAT
    if all(each.good.authenticated for each in groups):
        alone = len(names) == 1
        return _IT_NOTICES.with_values(name=group_name(groups[0])) if alone else _ALL_NOTICE
    return _NOTICE.with_values(names=anded(list(names.values())))


def _opened(guarding: Sequence[Group], everywhere: Sequence[str]) -> Message:
    """Which protections evidence opened here, and to whom; the table says by what."""
    opened: dict[tuple[str, ...], list[Message]] = {}
    for each in guarding:
        whom = _opened_to(each)
        name = group_name(each)
        if each.servers != everywhere:
            name = _ON.with_values(name=name, servers=", ".join(each.servers))
        opened.setdefault(whom, []).append(name)
    told = [
        _OPENED_TO.with_values(names=anded(names), whom=anded([WHOM_READS[one] for one in whom]))
        for whom, names in opened.items()
        if whom
    ]
    return _OPENED.with_values(found=in_a_row(told)) if told else NOTHING


def _opened_to(group: Group) -> tuple[str, ...]:
    return tuple(one for one, kept, found, _ in group.kept if kept is Kept.IN and found)


NOBODY = phrase("nobody")
ALSO = phrase("{whom}, and on {servers} also {logins}")
_EACH = phrase("Each protection keeps out {partly} only in part.")
_EACH_THERE = phrase(
    "Each protection keeps out {partly} only in part. On {servers}, the same holds for {logins}."
)
_BOTH = phrase("{out}, and {partly}")
_PARTLY = phrase("{partly} (only in part)")
_EACH_PARTLY = phrase("{partly} (each only in part)")
_UNNOTICED = phrase("No protection here notices tampering")
_ALL_NOTICE = phrase("All protections here also notice tampering with values (not tried here)")
_IT_NOTICES = phrase("{name} also notices tampering with values (not tried here)")
_THAT_NOTICES = phrase("That also notices tampering with values (not tried here)")
_ONLY_THAT = phrase("Only that also notices tampering with values (not tried here)")
"""Of what keeps out most, which is named before."""
_NOTICE = phrase("Only {names} also notices tampering with values (not tried here)")
_NOTICED = phrase("{said}, but not deleted rows or old values put back.")
_NOT_SWAPS = phrase(
    "{said}, but not two rows that swap their values, deleted rows or old values put back."
)
_ENDED = phrase("{said}.")
_ON = phrase("{name} on {servers}")
_OPENED_TO = phrase("by {whom} in {names}")
_OPENED = phrase("Data or keys were found here (see table): {found}.")
_INSIDE = phrase(
    "On {servers} there is no server to log into: the engine runs inside the application{also}."
)
_NO_SERVER_TESTED = phrase(" (if you run a {engines} server, measure that)")
_HOLDS = phrase(
    "Anyone who gets into the application or its machine can get at the key and the data."
)
_IN_PART = {
    ProtectionKind.NATIVE: phrase(
        "Encryption in the database gets the key with each statement: logs, memory and running "
        "statements can give it away."
    ),
    ProtectionKind.STORAGE: phrase(
        "Where stored files are encrypted, logs, temporary files or the server's memory can still "
        "hold data or the key."
    ),
}
"""What stays open where somebody is kept out in part."""
_UNTRIED = phrase(
    "Files, logs and memory were not searched for data and keys: set evidence = true in the plan "
    "file to search them."
)
_STAR = phrase("* marks what was not tried.")
_STILL_SHOWS = phrase("Equal values of {columns} still show, by the blind index.")
_LISTENER = phrase("a network listener")
_FROM_NOBODY = phrase("As it was measured, from nobody entirely.")
_FROM = {
    True: phrase("From {whom}, with {name}."),
    False: phrase("From {whom}, by the design of {name} (not tried here)."),
}
"""By whether evidence was looked for."""
