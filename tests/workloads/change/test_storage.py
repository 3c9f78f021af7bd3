"""Tables and files that are there are encrypted, get another key, or are decrypted, on real
servers."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from app.campaign.trial import TrialOutcome, try_in_process
from engines.contract.data_place import PlaceName
from engines.contract.protection import PLAINTEXT, ProtectionKind
from engines.contract.transition import Transition
from engines.registry import engine_named
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from tests.engines.offers import offers
from tests.workloads.change.test_switching import filled
from workloads.change.disk import ServerFiles
from workloads.change.ways import Way
from workloads.change.workload import OPERATIONS, ChangeParameters, EncryptionChange
from workloads.contract import Options

pytestmark = pytest.mark.in_every_run("sqlite", "mysql")

WORK = EncryptionChange()
STORED = [way for way in Way if way.storage is not None]
_SLOW_WAYS = {Way.ALTER_TABLE: Transition.SWITCH_ON, Way.ALTER_TABLESPACE: Transition.CHANGE_KEY}
"""Ways of MySQL, which take seconds each, and the transition that is tried in every run."""
CHANGES = [
    pytest.param(way, transition, marks=() if usual else pytest.mark.exhaustive)
    for way in STORED
    for transition in Transition
    for usual in [transition is _SLOW_WAYS.get(way, transition)]
]


@pytest.mark.parametrize(("way", "transition"), CHANGES)
def test_that_what_is_stored_is_changed(server: Server, way: Way, transition: Transition) -> None:
    """The server says afterwards whether it is encrypted, and each row is what it was."""
    assert way.storage is not None
    method = server.engine.encryption.storage_methods.get(way.storage)
    if method is None or transition not in method.transitions:
        pytest.skip("it has no such statement")
    stored = [e.protection for e in offers(server, ProtectionKind.STORAGE)]
    fit = [e for e in stored if not e.below_server and not method.why_not(transition, e)]
    if not fit:
        pytest.skip("this server encrypts neither tables nor files")
    engine = server.engine
    alone = method.needs_exclusive_access or not engine.facts.writers_wait
    rate = 0 if alone or engine.driver.connects_once else 40
    for protection in [PLAINTEXT] * method.rewrites_plain + [fit[0], fit[-1]]:
        parameters = ChangeParameters(
            rows=(40,),
            transitions=(transition,),
            ways=(way,),
            rates=(rate,),
            clean_up=protection is not fit[-1],
        )
        options = Options(parameters, WORK.cases(parameters)[0])
        name = f"stored_{secrets.token_hex(4)}"
        tried = try_in_process(engine.name, server.endpoint, options, protection, name, {})
        change, *afterwards = tried.operations
        assert change.operation == OPERATIONS[transition].name
        assert change.outcome is TrialOutcome.WORKS, (protection, change.reason)
        for trial in afterwards:
            lacks_statement = trial.code == "no-word"
            assert (trial.outcome is TrialOutcome.WORKS) is not lacks_statement, (protection, trial)


@pytest.mark.parametrize("engine", ["postgresql", "firebird", "sqlite", "mysql"])
def test_that_a_way_that_an_engine_has_not_is_refused(engine: str) -> None:
    methods = engine_named(engine).encryption.storage_methods
    for way in STORED:
        parameters = ChangeParameters(transitions=tuple(Transition), ways=(way,), rates=(0,))
        for case in WORK.cases(parameters):
            refused = WORK.refusals(parameters, case, PLAINTEXT, engine)
            transition = WORK.encryption_transition(Options(parameters, case)).kind
            assert way.storage is not None
            method = methods.get(way.storage)
            there = method and transition in method.transitions and method.rewrites_plain
            assert bool(refused) is not bool(there), case


def test_that_a_copy_that_is_to_take_a_files_place_counts_as_disk(server: Server) -> None:
    if not server.engine.facts.databases_are_files:
        pytest.skip("no file takes another's place")
    with filled(server, Unencrypted(), Way.BATCHES) as setting:
        files = ServerFiles(setting.data_places())
        before = files.size()
        data = next(e for e in setting.data_places() if e.name == PlaceName.DATA and e.root)
        copy = Path(data.root or "") / data.patterns[1]
        copy.write_bytes(b"\1" * 1_000_000)
        try:
            assert files.size() - before >= 1_000_000
        finally:
            copy.unlink()
