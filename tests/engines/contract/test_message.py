"""Sentences and what fills them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from app.results.message_json import message_from_json, message_to_json
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, Number, listed, phrase, with_semicolons


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (phrase("There is no {name}.", name="Acme Inc."), "There is no Acme Inc."),
        (phrase("There is no {name}. Look.", name="Acme Inc."), "There is no Acme Inc. Look."),
        (phrase("It failed: {why}.", why=phrase("says {it}.", it="no")), "It failed: says no."),
        (phrase("It failed: {why}.", why=phrase("{it}.", it="no.")), "It failed: no."),
        (phrase("What is {name}.", name="this?"), "What is this?"),
        (phrase("“{name}”.", name="Acme Inc."), "“Acme Inc.”."),
        (phrase("{table}.{column} is there.", table="t.", column="c"), "t..c is there."),
        (phrase("{name} …", name="Acme Inc."), "Acme Inc. …"),
        (phrase("{file}.html", file="a."), "a..html"),
        (phrase("{count} of {name}.", count=Number(1234), name="x."), "1,234 of x."),
        (phrase("{{}} {name}.", name="x."), "{} x."),
        (Message("A sentence.."), "A sentence.."),
    ],
)  # fmt: skip
def test_that_a_sentence_ends_in_one_full_stop(message: Message, text: str) -> None:
    assert str(message) == text


def test_that_a_name_with_marks_around_it_brings_no_second_full_stop() -> None:
    message = phrase("There is no {name}.", name="Acme Inc.")
    assert message.rendered(lambda each: each.template, lambda value: f"\u2068{value}\u2069") == (
        "There is no \u2068Acme Inc.\u2069"
    )


def test_that_an_error_of_a_name_with_a_full_stop_has_one() -> None:
    error = CipherbenchError(
        phrase("Unknown"), phrase("There is no {name}."), phrase("Look for {name}."), name="A."
    )
    assert str(error) == "Unknown: There is no A. Look for A."


@pytest.mark.parametrize(
    "template",
    ["{0}", "{}", "{a.b}", "{a!r}", "{a:>99999999}", "{a[0]}", "{a", "a}", "{b}", "{a-b}"],
)
def test_that_only_a_plain_name_is_a_place(template: str) -> None:
    """Whatever a file, a store or a server brings, it is written as it is."""
    names = {"a": "x", "0": "y", "": "z", "a.b": "w"}
    assert str(Message(template, names)) == template
    assert str(Message(template + " {a}.", names)) == template + " x."


def test_that_braces_that_are_written_twice_are_braces() -> None:
    assert str(phrase("{{{a}}} {{b}}", a="x")) == "{x} {b}"


@pytest.mark.parametrize("joined", [with_semicolons, listed])
def test_that_thousands_of_clauses_are_one_text(joined: Callable[..., Message]) -> None:
    between = "; " if joined is with_semicolons else ", "
    many = joined(Message(str(number)) for number in range(5_000))
    assert str(many) == between.join(map(str, range(5_000)))
    assert str(many.without_secrets()) == str(many)
    assert message_from_json(json.loads(json.dumps(message_to_json(many)))) == many
