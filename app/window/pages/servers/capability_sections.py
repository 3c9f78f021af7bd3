"""Answers laid out as a matrix: one server's by mode, or those of all servers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.servers.capability_answers import (
    KINDS,
    Answer,
    AskedServer,
    answers,
    in_order,
    matrix_axes,
)
from app.window.base.messages import message_text
from app.window.shared.protection_words import kind_title, mode_title
from engines.base.capability import Capabilities
from engines.contract.protection import Cipher, ProtectionKind, algorithm_title
from widgets.tables.matrix_view import MatrixCell, MatrixSection, RowLabel

_tr = QCoreApplication.translate


class AnswerKey(NamedTuple):
    """Identifies a cell: a server and its answer."""

    server: str
    answer: Answer


def by_mode(server: str, capabilities: Capabilities) -> list[MatrixSection]:
    """Algorithm and key bits in rows, modes in columns, one section for each kind."""
    given = answers(capabilities)
    sections = []
    for kind in KINDS:
        own = {answer.cipher: answer for answer in given if answer.kind is kind}
        if own:
            sections.append(_mode_section(server, kind, own))
    return sections


def across_servers(
    servers: Sequence[AskedServer], *, only_differences: bool
) -> list[MatrixSection]:
    """Ciphers that any server supports in rows, servers in columns, one section for each kind; with
    `only_differences` without those that all support."""
    given = [
        {(answer.kind, answer.cipher): answer for answer in answers(server.capabilities)}
        for server in servers
    ]
    every = {place: answer for found in given for place, answer in found.items()}
    sections = []
    for kind in KINDS:
        rows, cells = [], []
        for answer in in_order(each for each in every.values() if each.kind is kind):
            place = kind, answer.cipher
            line = [
                _cell(server.name, found.get(place), place)
                for server, found in zip(servers, given, strict=True)
            ]
            able = {cell.state == "yes" for cell in line}
            if True in able and not (only_differences and len(able) == 1):
                rows.append(_cipher_label(answer.cipher))
                cells.append(line)
        if rows:
            columns = [f"{server.name}\n{server.version}" for server in servers]
            sections.append(MatrixSection(kind_title(kind), columns, rows, cells))
    return sections


def _mode_section(server: str, kind: ProtectionKind, own: dict[Cipher, Answer]) -> MatrixSection:
    rows, modes = matrix_axes(own.values())
    labels = [RowLabel(_bits(bits), algorithm_title(name)) for name, bits in rows]
    cells = [
        [
            _cell(server, own.get(cipher), (kind, cipher))
            for cipher in (Cipher(name, bits, mode) for mode in modes)
        ]
        for name, bits in rows
    ]
    return MatrixSection(kind_title(kind), [_header(mode) for mode in modes], labels, cells)


def _cell(server: str, answer: Answer | None, place: tuple[ProtectionKind, Cipher]) -> MatrixCell:
    if answer is None:
        key = AnswerKey(server, Answer(*place, able=False))
        return MatrixCell("none", _tr("Capabilities", "no such cipher"), key=key)
    if not answer.able:
        return MatrixCell("no", message_text(answer.message), key=AnswerKey(server, answer))
    warned = bool(answer.properties().marks)
    return MatrixCell("yes", _how(answer), warned, AnswerKey(server, answer))


def _how(answer: Answer) -> str:
    if answer.kind is ProtectionKind.CLIENT:
        return _tr("Capabilities", "encrypted and decrypted by the application")
    if answer.kind is ProtectionKind.TRANSIT:
        return _tr("Capabilities", "encrypts its connections")
    return _tr("Capabilities", "encrypted and decrypted a value")


def _cipher_label(cipher: Cipher) -> RowLabel:
    label = f"{cipher.bits or ''} {mode_title(cipher.mode)}"
    return RowLabel(label.strip(), algorithm_title(cipher.algorithm))


def _bits(bits: int) -> str:
    return _tr("Capabilities", "{0} bits").format(bits) if bits else ""


def _header(mode: str) -> str:
    """A mode's name, in two lines where it is made of two."""
    title = mode_title(mode)
    if mode == "tablespace":
        return _tr("Capabilities", "Table-\nspace")
    for joint, broken in ((" + ", " +\n"), (" ", "\n"), ("-", "-\n")):
        if joint in title:
            return title.replace(joint, broken, 1)
    return title
