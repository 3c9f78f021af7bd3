"""Options of a connection: parameters that say themselves which servers have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from engines.contract.parameter import all_parameters_of, parameter

if TYPE_CHECKING:
    from engines.base.engine import Engine
    from engines.contract.endpoint import Source
    from engines.contract.parameter import Parameter

_KEY = "option"


@dataclass(frozen=True)
class _Applies:
    """Which servers have an option, and what each engine says of it."""

    sources: tuple[Source, ...]
    has: Callable[[Engine], bool]
    usual: Callable[[Engine], Any]
    offers: Callable[[Engine], tuple[Any, ...]] | None
    when: Callable[[Any], bool]
    secret: Parameter | None


def option(
    default: Any = None,
    *,
    sources: tuple[Source, ...],
    has: Callable[[Engine], bool] = lambda engine: True,
    usual: Callable[[Engine], Any] = lambda engine: None,
    offers: Callable[[Engine], tuple[Any, ...]] | None = None,
    when: Callable[[Any], bool] = lambda spec: True,
    secret: Parameter | None = None,
    **declared: Any,
) -> Any:
    """A field of `ServerSpec` for servers from `sources` whose engine `has` it.

    `usual` is what an engine takes where it is not set, `offers` which members of an enumeration
    it can do. `when` tells of a spec whether the option means anything as the others stand.
    `secret` is what goes with it and never stands in a spec: forms ask for it below. What else is
    `declared` is that of any `parameter`.
    """
    applies = _Applies(sources, has, usual, offers, when, secret)
    return parameter(default, **declared, metadata={_KEY: applies})


def options_of(kind: type, engine: Engine, source: Source) -> Mapping[str, Parameter]:
    """The options that servers of an engine from a source have, by name and in order, with what is
    usual and offered there; each is followed by its secret."""
    known = all_parameters_of(kind)
    return _with_secrets(
        (replace(_offering(known[name], applies, engine), usual=applies.usual(engine)), applies)
        for name, applies in _applying(kind).items()
        if source in applies.sources and applies.has(engine)
    )


def all_options_of(kind: type) -> Mapping[str, Parameter]:
    """Every option that servers from some source have, by name and in order, with what any engine
    offers; each is followed by its secret."""
    known = all_parameters_of(kind)
    return _with_secrets(
        (_offering(known[name], applies), applies)
        for name, applies in _applying(kind).items()
        if applies.sources
    )


def idle_options(spec: Any) -> frozenset[str]:
    """The names of options that mean nothing as the others stand."""
    return frozenset(
        name for name, applies in _applying(type(spec)).items() if not applies.when(spec)
    )


def misplaced_options(spec: Any) -> Iterator[str]:
    """The names of options that are set, though no server from its source has them."""
    known = all_parameters_of(type(spec))
    for name, applies in _applying(type(spec)).items():
        if spec.source not in applies.sources and getattr(spec, name) != known[name].default:
            yield name


def _applying(kind: type) -> Mapping[str, _Applies]:
    return {each.name: each.metadata[_KEY] for each in fields(kind) if _KEY in each.metadata}


def _offering(known: Parameter, applies: _Applies, engine: Engine | None = None) -> Parameter:
    """With what an engine offers, or any of them."""
    if applies.offers is None:
        return known
    offers = applies.offers(engine) if engine is not None else tuple(known.kind)
    return replace(known, shown=replace(known.shown, offers=offers))


def _with_secrets(found: Iterable[tuple[Parameter, _Applies]]) -> Mapping[str, Parameter]:
    options: dict[str, Parameter] = {}
    for known, applies in found:
        options[known.name] = known
        if applies.secret is not None:
            options[applies.secret.name] = applies.secret
    return options
