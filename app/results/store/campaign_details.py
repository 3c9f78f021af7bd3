"""What a user may change of a stored campaign: name, tags, notes, requirements of protections, and
whether it is hidden (`archived`).

None of it changes what was measured; the plan keeps the original name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import update

from app.plan.requirements import STORED_WHEN_EMPTY, Requirements, requirements_table
from app.results.database import campaign_list
from app.results.database.models import CampaignRow
from app.results.storable_text import cleaned
from app.results.store.store import Store
from engines.contract.errors import InputError
from engines.contract.limits import name_faults, text_faults
from engines.contract.message import Message, phrase
from engines.contract.parameter import limit_faults

MOST_TAGS, LONGEST_TAG = 20, 40


def set_details(
    store: Store,
    campaign_id: int,
    *,
    name: str | None = None,
    tags: Iterable[str] | None = None,
    notes: str | None = None,
    archived: bool | None = None,
) -> None:
    """Replace what is given (None: unchanged), all of it or nothing; empty tags or notes remove
    them.

    Raises: InputError for values that cannot be stored, or an unknown campaign
    """
    changes: dict[str, object] = {}
    if name is not None:
        changes["name"] = _on_one_line(name)
        _check(_name_faults(_on_one_line(name)))
    if tags is not None:
        tidied = tidy_tags(tags)
        changes["tags"] = list(tidied) or None
        _check(_tag_faults(tidied))
    if notes is not None:
        changes["notes"] = cleaned(notes).strip() or None
        _check(text_faults("notes", cleaned(notes).strip()))
    if archived is not None:
        changes["archived"] = archived
    _write(store, campaign_id, changes)


def store_requirements(store: Store, campaign_id: int, requirements: Requirements) -> None:
    """Store the user's requirements of protections, in place of the plan's; empty ones too.

    Raises: InputError for values that cannot be stored, or an unknown campaign
    """
    _check(limit_faults(requirements))
    _write(store, campaign_id, {"advice": requirements_table(requirements, STORED_WHEN_EMPTY)})


def tidy_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags without surrounding blanks or duplicates (ignoring case), in their order."""
    by_folded: dict[str, str] = {}
    for each in map(_on_one_line, tags):
        if each:
            by_folded.setdefault(each.casefold(), each)
    return tuple(by_folded.values())


def _on_one_line(text: str) -> str:
    return " ".join(cleaned(text).split())


def _name_faults(name: str) -> Iterator[Message]:
    if not name:
        yield phrase("a campaign needs a name")
    yield from name_faults("name", name)


def _tag_faults(tags: tuple[str, ...]) -> Iterator[Message]:
    if len(tags) > MOST_TAGS:
        yield phrase("a campaign has {most} tags at most", most=MOST_TAGS)
    for each in tags:
        if "," in each:
            yield phrase("a tag cannot contain a comma: commas separate tags")
        yield from name_faults("tag", each, LONGEST_TAG)


def _check(faults: Iterable[Message]) -> None:
    for fault in faults:
        raise InputError(
            phrase("Label not saved"),
            phrase("This cannot be saved: {fault}."),
            phrase("Correct it, then try again."),
            fault=fault,
        )


def _write(store: Store, campaign_id: int, changes: dict[str, object]) -> None:
    with store.transaction(write=True) as session:
        campaign_list.summary(session, campaign_id)  # raises where there is none
        if changes:
            meant = CampaignRow.id == campaign_id
            session.execute(update(CampaignRow).where(meant).values(**changes))
