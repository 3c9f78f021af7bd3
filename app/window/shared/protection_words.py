"""Texts about protections: their names, badges, which attackers they keep out, and what a server
can still do with encrypted values."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from app.servers.protection_offers import shown_bits
from app.window.base.messages import message_text
from engines.contract.message import Message
from engines.contract.protection import Protection, ProtectionKind, algorithm_title
from engines.properties import Ability, Exclusion, Properties, mark_text
from widgets.look.names import isolated

_tr = QCoreApplication.translate

type BadgeWords = tuple[tuple[str, str], ...]
"""Pairs of word and tone."""

_MODES = {"stream": "Stream", "poly1305": "Poly1305", "cbc-hmac-sha256": "CBC + HMAC"}


def kind_title(kind: ProtectionKind) -> str:
    """Where values are encrypted."""
    titles = {
        ProtectionKind.NATIVE: _tr("Protections", "In the server"),
        ProtectionKind.CLIENT: _tr("Protections", "In the application"),
        ProtectionKind.STORAGE: _tr("Protections", "In storage"),
        ProtectionKind.TRANSIT: _tr("Protections", "On the connection"),
        ProtectionKind.STORED_FORM: _tr("Protections", "Plaintext in stored form"),
    }
    return titles.get(kind, _tr("Protections", "Protection missing"))


def mode_title(mode: str) -> str:
    """“CBC”, “Poly1305”, “Tablespace”."""
    storage = {
        "tablespace": _tr("Protections", "Tablespace"),
        "file": _tr("Protections", "File"),
        "passphrase": _tr("Protections", "Passphrase"),
        "filesystem": _tr("Protections", "File system"),
    }
    return storage.get(mode) or _MODES.get(mode, mode.upper())


def cipher_title(protection: Protection) -> str:
    """“AES-128-CBC”, “AES-256-GCM”, “AES-128 PGP”, “ChaCha20-Poly1305”, “AES-128 tablespace”,
    “AES-256-GCM without blind index”, “AES-256-GCM, PKCS#11 key per row”."""
    title = _cipher_title(protection)
    if protection.key_source is not None:
        title = message_text(protection.key_source.titled(Message(title)))
    if protection.blind_index:
        return title
    return _tr("Protections", "{0} without blind index").format(title)


def _cipher_title(protection: Protection) -> str:
    name, mode = algorithm_title(protection.algorithm or ""), protection.mode or ""
    bits = str(protection.bits or "")
    match protection.kind:
        case ProtectionKind.CLIENT:
            parts = (name, "" if mode == "poly1305" else bits, mode_title(mode))
            return "-".join(filter(None, parts))
        case ProtectionKind.TRANSIT:
            return name
        case ProtectionKind.STORAGE:
            bits = bits if protection.algorithm == "aes" else shown_bits(protection)
            return f"{'-'.join(filter(None, (name, bits)))} {mode_title(mode).lower()}".strip()
    between = " " if mode == "pgp" else "-"  # a format, not a mode of operation
    return f"{'-'.join(filter(None, (name, bits)))}{between}{mode_title(mode)}".strip(" -")


def badges(protections: Sequence[Properties], kind: ProtectionKind) -> BadgeWords:
    """Badges for one protection, given its properties on each server.

    A weakness on one server counts; a strength must hold on all.
    """
    if not protections or kind in (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM):
        return ()
    if kind is ProtectionKind.TRANSIT:
        return ((_tr("Protections", "against a network listener"), "good"),)
    if kind is ProtectionKind.STORAGE:
        return _storage_badges(protections)
    return _mark_badges(protections) + _leak_badges(protections) + _strength_badges(protections)


def marks_words(marks: Sequence[str]) -> str:
    """Marks, which are known weaknesses, in words: “ECB”, “fixed IV”; empty without any."""
    return ", ".join(message_text(mark_text(mark)) for mark in marks)


def with_marks(name: str, marks: Sequence[str]) -> str:
    """“aes-128-ecb (ECB)”; the bare name without marks."""
    return f"{isolated(name)} ({marks_words(marks)})" if marks else name


def exclusion_word(exclusion: Exclusion) -> str:
    """Whether somebody is kept out."""
    words = {
        Exclusion.FULL: _tr("Protections", "kept out"),
        Exclusion.PARTLY: _tr("Protections", "partly"),
        Exclusion.NONE: _tr("Protections", "not kept out"),
    }
    return words[exclusion]


def exclusion_tone(exclusion: Exclusion) -> str:
    """The tone that goes with `exclusion_word`."""
    return {Exclusion.FULL: "good", Exclusion.PARTLY: "warning", Exclusion.NONE: "bad"}[exclusion]


def attackers(properties: Properties) -> list[tuple[str, Exclusion]]:
    """Who might be after the data, and whether each is excluded. A network listener is listed only
    for protections of the connection alone."""
    listener = (_tr("Protections", "Network listener"), properties.network)
    return [
        (_tr("Protections", "Stolen disk"), properties.disk),
        (_tr("Protections", "OS login"), properties.os_login),
        (_tr("Protections", "Database login"), properties.database_login),
        *([listener] if properties.only_in_transit else []),
    ]


def abilities(properties: Properties) -> list[tuple[str, str]]:
    """What the server can still do with encrypted values."""
    words = {
        Ability.YES: _tr("Protections", "yes"),
        Ability.EQUALITY: _tr("Protections", "equal values only"),
        Ability.SCAN: _tr("Protections", "by decrypting every row"),
        Ability.NO: _tr("Protections", "no"),
    }
    return [
        (_tr("Protections", "Search"), words[properties.search]),
        (_tr("Protections", "Index"), words[properties.index]),
        (_tr("Protections", "Sort"), words[properties.sort]),
    ]


def properties_tip(properties: Properties) -> str:
    """What a protection protects and reveals, and which attackers it excludes, as a tooltip (HTML,
    so that it wraps)."""
    exclusions = " · ".join(
        f"{name}: {exclusion_word(exclusion)}" for name, exclusion in attackers(properties)
    )
    reveals = _tr("Protections", "Reveals: {0}").format(message_text(properties.gives_away))
    lines = [message_text(properties.protects), reveals, exclusions]
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _mark_badges(protections: Sequence[Properties]) -> BadgeWords:
    marks = dict.fromkeys(mark for each in protections for mark in each.marks)
    return tuple((message_text(mark_text(mark)), "bad") for mark in marks)


def _leak_badges(protections: Sequence[Properties]) -> BadgeWords:
    """None for a reused key stream: it gives away more than equality, and has a mark for that."""
    if not all(each.hides_equality or each.reuses_keystream for each in protections):
        return ((_tr("Protections", "leaks equality"), "warning"),)
    return ()


def _strength_badges(protections: Sequence[Properties]) -> BadgeWords:
    unique = any(each.needs_unique_iv and not each.marks for each in protections)
    iv = ((_tr("Protections", "needs unique IV"), "neutral"),) if unique else ()
    if all(each.authenticated for each in protections):
        return (*iv, (_tr("Protections", "authenticated"), "good"))
    return (*iv, (_tr("Protections", "not authenticated"), "neutral"))


def _storage_badges(protections: Sequence[Properties]) -> BadgeWords:
    words = [*_mark_badges(protections), _disk_badge(protections)]
    if any(each.database_login is Exclusion.NONE for each in protections):
        words.append((_tr("Protections", "readable by a login"), "warning"))
    return (*words, *_strength_badges(protections))


def _disk_badge(protections: Sequence[Properties]) -> tuple[str, str]:
    if all(each.disk is Exclusion.FULL for each in protections):
        return _tr("Protections", "against a stolen disk"), "good"
    return _tr("Protections", "partly against a stolen disk"), "warning"
