"""TOML documents read into frozen dataclasses, strictly: every fault is reported with its
position."""
