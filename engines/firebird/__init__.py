"""Firebird: firebird-driver with prepared statements, sealed by ENCRYPT."""

from engines.contract.facts import EngineFacts

FACTS = EngineFacts(
    default_mode="ofb",
    drivers=("firebird-driver", "firebird-embedded"),
    grammar="postgres",  # sqlglot has none of its own
)
