"""What every kind of input is made of, and how many of each are tried."""

from __future__ import annotations

import io
import json
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta

from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as some

from app.command_line.common.options import BAD_INPUT, DONE
from app.command_line.main import run

EXAMPLES = int(os.environ.get("CIPHERBENCH_EXAMPLES", "60"))

_MOST_IN_A_PART = 1000
"""It remembers every example: 10,000 archives took 4 GB."""
PARTS = -(-EXAMPLES // _MOST_IN_A_PART)

any_input = settings(
    max_examples=min(EXAMPLES, _MOST_IN_A_PART),
    deadline=timedelta(seconds=30),  # of one example, where many others want the machine
    database=None,
    derandomize=EXAMPLES <= 100,  # the same for every commit, others in a long run
    suppress_health_check=list(HealthCheck),
    # What is tried is a sound file with little changed in it: there is nothing to make smaller,
    # and to try that with every failure would take hours.
    phases=(Phase.explicit, Phase.generate),
    report_multiple_bugs=False,
)

PIECES = (b'"', b",", b";", b"\n", b"\r", b"\0", b"1e999", b"-1", b"\xff\xfe", b"[", b"=", b"../")

ODD_TEXTS = (
    "", " ", "\0", "\ud800", "x" * 5000, "1e999", "-1", "nan", "../x", "/etc/passwd", "{0}", "{x}",
    "%s", "'", '"', "\\", "</script>", "\u2028", "\u202e", "a\nb", "✓ é ß", "\x1b[2J", "~nobody/x",
)  # fmt: skip
ODD_NUMBERS = (
    *(-1, 0, 1, 255, 2**31, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**400),
    *(0.1, -0.0, 5e-324, 1e308, float("inf"), float("-inf"), float("nan")),
)

texts = some.one_of(some.sampled_from(ODD_TEXTS), some.text(max_size=20))
numbers = some.one_of(some.sampled_from(ODD_NUMBERS), some.integers(), some.floats())
plain = some.one_of(some.none(), some.booleans(), numbers, texts)
anything = some.recursive(
    plain,
    lambda inner: some.one_of(
        some.lists(inner, max_size=3), some.dictionaries(texts, inner, max_size=3)
    ),
    max_leaves=5,
)
"""What JSON can hold, and a little more."""


class Content(bytes):
    """A file; a failure is told by what was done to it, not by all its bytes."""

    def __repr__(self) -> str:
        return f"{len(self)} bytes"


@some.composite
def spoilt(draw: some.DrawFn, content: bytes) -> bytes:
    """A file with some pieces of it replaced by others, cut off, or there twice."""
    whole = len(content)
    for _ in range(draw(some.integers(1, 3))):
        start = draw(some.integers(0, len(content)))
        end = min(len(content), start + draw(some.integers(0, 20)))
        how = draw(some.sampled_from(("other", "other", "other", "flipped", "cut", "twice")))
        piece = draw(some.one_of(some.binary(max_size=8), some.sampled_from(PIECES)))
        note(f"of {whole} bytes those from {start} to {end}: {how} {piece!r}")
        match how:
            case "other":
                content = content[:start] + piece + content[end:]
            case "flipped":
                flipped = bytes(
                    each ^ 1 << draw(some.integers(0, 7)) for each in content[start:end]
                )
                content = content[:start] + flipped + content[end:]
            case "cut":
                content = content[:start]
            case "twice":
                content = content[:end] + content[start:]
    return Content(content)


@some.composite
def changed(draw: some.DrawFn, value: object) -> object:
    """A value as JSON has it, with something in it replaced, added or left out."""
    value = json.loads(json.dumps(value))
    for _ in range(draw(some.integers(1, 2))):
        found = list(holders(value))
        if not found:
            return draw(anything)
        value = draw(_changed_in(value, draw(some.sampled_from(found))))
    return value


type Holder = dict[str, object] | list[object]


def holders(value: object) -> Iterator[Holder]:
    """What in it holds something."""
    if isinstance(value, dict | list) and value:
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from holders(each)


@some.composite
def _changed_in(draw: some.DrawFn, whole: object, holder: Holder) -> object:
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    key = draw(some.sampled_from(keys))
    how = draw(some.sampled_from(("other", "other", "other", "gone", "more")))
    more = draw(anything)
    note(f"at {key!r}: {how} {more!r}")
    match how:
        case "gone":
            del holder[key]  # type: ignore[arg-type]
        case "more" if isinstance(holder, dict):
            holder[draw(texts)] = more
        case "more":
            holder.append(more)  # type: ignore[union-attr]
        case _:
            holder[key] = more  # type: ignore[index,call-overload]
    return whole


def as_json(value: object) -> bytes:
    """As bytes, also what is no text in any encoding."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def in_toml(value: object) -> str:
    """A value as TOML has it; for none, which it does not know, a date."""
    match value:
        case None:
            return "1979-05-27"
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(in_toml, value))}]"
        case dict():
            inner = (f"{in_toml(key)} = {in_toml(each)}" for key, each in value.items())
            return f"{{ {', '.join(inner)} }}"
    return str(value)


def carried_out(words: Sequence[object]) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command line in this process; 0 or 2, and no traceback."""
    out, err, root = io.StringIO(), io.StringIO(), logging.getLogger()
    handlers = list(root.handlers)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = run([str(each) for each in words])
    finally:
        root.handlers[:] = handlers
    assert code in (DONE, BAD_INPUT), err.getvalue()
    assert "Traceback" not in out.getvalue() + err.getvalue()
    return code, out.getvalue(), err.getvalue()
