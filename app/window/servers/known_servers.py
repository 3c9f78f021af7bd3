"""The servers at hand: found on this machine or added, started, asked and stopped in threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.servers.saved_connections import forget_connection, replace_connection, save_connection
from app.system.passwords import entrance_of
from app.window.servers.entries import (
    Kind,
    Opened,
    ServerEntry,
    ServerState,
    Surroundings,
    Tried,
    enter,
    look_around,
    open_and_ask,
    visit,
)
from app.window.servers.jobs import Jobs
from app.window.servers.passwords import Given, Passwords
from app.window.servers.register import Register
from app.window.servers.start_steps import Steps
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.secrecy import redacted
from engines.servers.server import Server, ServerSpec

__all__ = ["Kind", "KnownServers", "ServerEntry", "ServerState", "Tried"]

_CLOSE_SECONDS = 4.0


@dataclass(frozen=True)
class Forgotten:
    """A server that was forgotten, and what it takes to put it back."""

    entry: ServerEntry
    given: Given
    place: int


class KnownServers(QObject):
    """All methods belong to the GUI thread and return at once; `changed` tells what came of them.

    Servers that a user adds are remembered. Passwords stay in memory for this session, and in the
    system's keyring where that is wished: they are never written or logged.
    """

    changed = Signal()
    """Entries have changed."""

    tested = Signal(object)
    """A Tried, after `test` or `try_out`."""

    failed = Signal(object)
    """A CipherbenchError that no single server stands for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = Jobs(self)
        self._steps = Steps(self)
        self._steps.told.connect(self._come_so_far)
        self._entries = Register()
        self._servers: dict[str, Server] = {}
        self._passwords = Passwords(self._jobs, self.specs, self.changed.emit, self.failed.emit)
        self._tails: dict[str, str] = {}
        self._locked: frozenset[str] = frozenset()
        self._measuring = False
        self._waiting: list[str] = []
        """Servers that are started when the campaign is over, since a start would disturb it."""
        self._gone: Forgotten | None = None
        self._kinds: tuple[Kind, ...] = ()
        self._looking = self._looked = False
        self._closing = False

    @property
    def discovered(self) -> bool:
        """Whether this machine has been searched."""
        return self._looked

    def entries(self) -> list[ServerEntry]:
        """All servers: those found first, then those added."""
        return self._entries.all()

    def entry(self, name: str) -> ServerEntry | None:
        """The server called `name`; None where there is none."""
        return self._entries.get(name)

    def specs(self) -> list[ServerSpec]:
        """Every server as a plan names it."""
        return [entry.spec for entry in self.entries()]

    def kinds(self) -> tuple[Kind, ...]:
        """Engines × sources that servers can be added from; empty before `discover`."""
        return self._kinds

    def default_mode(self, engine: str) -> str:
        """The mode of a native protection that names none; empty before `discover`."""
        return next((kind.default_mode for kind in self._kinds if kind.engine == engine), "")

    def passwords(self) -> dict[str, str]:
        """Passwords given in this session, by server."""
        return self._passwords.all()

    @property
    def keyring(self) -> str | None:
        """The keyring's name; empty where there is none, None while that is not known."""
        return self._passwords.keyring

    @property
    def asking_keyring(self) -> bool:
        """Whether the keyring has not answered yet; `changed` tells when it has."""
        return self._passwords.asking > 0

    def endpoints(self) -> dict[ServerSpec, Endpoint]:
        """Running servers, to be lent."""
        return self._entries.endpoints()

    def log_tail(self, name: str) -> str:
        """The end of the server's log; what it was when the server was stopped, if it was."""
        server = self._servers.get(name)
        return redacted(server.log_tail() if server else self._tails.get(name, ""))

    def locked(self, name: str) -> bool:
        """Whether a campaign works on this server."""
        return name in self._locked

    def fresh_name(self, base: str) -> str:
        """`base`, or with the first number that makes it a new name."""
        return self._entries.fresh_name(base)

    def discover(self) -> None:
        """Look for servers on this machine; once is enough."""
        if not self._looking:
            self._looking = True
            self._jobs.run(look_around, self._found, self._not_found)

    def start(self, name: str) -> None:
        """Start or reach a server and ask what it can do."""
        entry = self._entries[name]
        if not entry.startable or self._closing:
            return
        self._put(replace(entry, state=ServerState.STARTING, reason="", error=None, step=""))
        self._jobs.run(
            partial(open_and_ask, entry.spec, self._passwords.get(name), self._steps.begin(name)),
            partial(self._opened, name),
            partial(self._failed, entry.spec),
            awaited=entry.spec.source is not Source.ADDRESS,
        )

    def ensure_probed(self, names: Iterable[str], *, again: bool = False) -> None:
        """Start those of `names` whose capabilities are not known and that can be had; while a
        campaign measures they wait for its end.

        One that failed is started `again` or left alone, and one at an address waits for
        `give_password`.
        """
        able = {ServerState.AVAILABLE, ServerState.FAILED} if again else {ServerState.AVAILABLE}
        for name in names:
            entry = self._entries.get(name)
            if entry is None or entry.capabilities or self.needs_password(name):
                continue
            if entry.state in able and not self._measuring:
                self.start(name)
            elif entry.state in able and name not in self._waiting:
                self._waiting.append(name)
                self.changed.emit()

    def waits(self, name: str) -> bool:
        """Whether a server is started when the campaign is over."""
        return name in self._waiting

    def need_not_start(self, names: Collection[str]) -> None:
        """Nobody wants these any more, should they be waiting."""
        self._waiting = [name for name in self._waiting if name not in names]

    def needs_password(self, name: str) -> bool:
        """Whether a server at an address has been given no password, not even an empty one."""
        entry = self._entries.get(name)
        if entry is None or entry.running or name in self._passwords:
            return False
        return entry.spec.source is Source.ADDRESS

    def give_password(self, name: str, password: str, remember: bool = False) -> None:
        """Take a password for this session and try it; the keyring gets it when it lets us in."""
        self._passwords.take(name, password, remember)
        self.start(name)

    def stop(self, name: str) -> None:
        """Stop a server of ours, or leave one at an address.

        Raises: CipherbenchError while a campaign works on it.
        """
        self._refuse_if_locked(name)
        entry = self._entries[name]
        if entry.state is ServerState.STARTING:
            self._put(replace(entry, state=ServerState.STOPPING))
        elif entry.running:
            server = self._servers.pop(name)
            self._tails[name] = server.log_tail()
            self._put(replace(entry, state=ServerState.STOPPING, endpoint=None))
            self._let_go(server, partial(self._stopped, name))

    def test(self, name: str) -> None:
        """Enter a server once and say how that went by `tested`; one that rests is not started."""
        entry = self._entries[name]
        if entry.endpoint is None:
            self.try_out(entry.spec, self._passwords.get(name))
        else:
            self._try(
                entry.spec, partial(enter, entry), partial(self._lost, entry.spec), self._renew
            )

    def try_out(self, spec: ServerSpec, password: str | None) -> None:
        """Bring up or reach a server that need not be at hand, ask it, and let it go again."""
        self._try(spec, partial(visit, spec, password))

    def add(self, spec: ServerSpec, password: str | None = None, remember: bool = False) -> None:
        """Add a server and remember it; the keyring gets its password when it lets us in.

        Raises: InputError if its name is taken.
        """
        self._entries.add(spec, saved=spec.name)
        if password is not None:
            self._passwords.take(spec.name, password, remember)
        self._save(partial(save_connection, spec))
        self.changed.emit()

    def adopt(self, spec: ServerSpec, taken: Collection[str] = ()) -> str:
        """Add a plan's server; its name here, new where another one has the plan's.

        `taken` are those that other servers of the plan have already.
        """
        name = self._entries.adopt(spec, taken)
        self._passwords.recall([self._entries[name].spec])
        self.changed.emit()
        return name

    def change(
        self, name: str, spec: ServerSpec, password: str | None = None, remember: bool = False
    ) -> None:
        """Give a server that was added another place, user or name; it is left or stopped first.

        Without a `password` the one it had stays, in the keyring too, while user and place stay:
        no other server and no other user gets it.

        Raises: InputError if its new name is taken, CipherbenchError while a campaign works on it
        """
        self._refuse_if_locked(name)
        if spec.name != name:
            self._entries.refuse_if_taken(spec.name)
        place = self._entries.place(name)
        entry = self._entries.remove(name)
        given = self._passwords.forget(entry.spec)
        self._tails.pop(name, None)
        if server := self._servers.pop(name, None):
            self._let_go(server)
        self._entries.insert(ServerEntry(spec, saved=spec.name), place)
        self._save(partial(replace_connection, entry.saved or name, spec))
        if entrance_of(spec) == entrance_of(entry.spec):
            self._passwords.restore(spec, given)
        if password is not None:
            self._passwords.take(spec.name, password, remember)
        self.changed.emit()

    def restore(self) -> str:
        """Put the server back that was forgotten last; its name, empty where there is none."""
        gone, self._gone = self._gone, None
        if gone is None or gone.entry.name in self._entries:
            return ""
        spec = gone.entry.spec
        self._entries.insert(ServerEntry(spec, saved=gone.entry.saved), gone.place)
        if gone.entry.saved:
            self._save(partial(save_connection, spec))
        self._passwords.restore(spec, gone.given)
        self.changed.emit()
        return spec.name

    def forget_for_good(self) -> None:
        """Drop what `restore` would need, a password above all."""
        self._gone = None

    def forget(self, name: str) -> None:
        """Stop a server that was added and take it off this list, the list of saved ones and the
        keyring; `restore` puts it back.

        Raises: CipherbenchError while a campaign works on it, and for one that was found here.
        """
        self._refuse_if_locked(name)
        place = self._entries.place(name)
        entry = self._entries.remove(name)
        if entry.saved:
            self._save(partial(forget_connection, entry.saved))
        self._gone = Forgotten(entry, self._passwords.forget(entry.spec), place)
        self._tails.pop(name, None)
        server = self._servers.pop(name, None)
        if server:
            self._let_go(server)
        self.changed.emit()

    def lock(self, names: Iterable[str]) -> None:
        """A campaign works on these servers from now on: they cannot be stopped, and no others are
        started beside them unless the user starts them by name."""
        self._locked, self._measuring = frozenset(names), True
        self.changed.emit()

    def unlock(self) -> None:
        """The campaign is over; what has waited for that is started."""
        self._locked, self._measuring = frozenset(), False
        waiting, self._waiting = self._waiting, []
        self.ensure_probed(waiting, again=True)
        self.changed.emit()

    @property
    def measuring(self) -> bool:
        """Whether a campaign works on some servers, so that no others are started for it."""
        return self._measuring

    def close(self) -> None:
        """Stop every server that was started here, side by side, and wait for it."""
        self._closing = True
        while self._servers:
            self._let_go(self._servers.popitem()[1])
        self._jobs.wait(_CLOSE_SECONDS)
        self._jobs.wait(_CLOSE_SECONDS)  # for servers that were just starting

    def _found(self, surroundings: Surroundings) -> None:
        self._looked = True
        self._kinds = surroundings.kinds
        self._entries.take_in(surroundings)
        self._passwords.recall(self.specs())
        if surroundings.fault is not None:
            self.failed.emit(surroundings.fault)
        self.changed.emit()

    def _save(self, act: Callable[[], None]) -> None:
        """Change the file of saved servers; what goes wrong is told and keeps nobody."""
        try:
            act()
        except CipherbenchError as error:
            self.failed.emit(error)

    def _not_found(self, error: CipherbenchError) -> None:
        self._looking, self._looked = False, True
        self.failed.emit(error)
        self.changed.emit()

    def _come_so_far(self, name: str, step: str) -> None:
        entry = self._entries.get(name)
        if entry is not None and entry.state is ServerState.STARTING:
            self._put(replace(entry, step=step))

    def _opened(self, name: str, opened: Opened) -> None:
        self._steps.end(name)
        entry = self._entries.get(name)
        if entry is None or entry.spec != opened.server.spec or self._closing:
            self._let_go(opened.server)
            return
        entry = replace(
            entry, version=opened.capabilities.version, capabilities=opened.capabilities
        )
        if entry.state is ServerState.STOPPING:
            self._put(entry)
            self._let_go(opened.server, partial(self._stopped, name))
            return
        self._servers[name] = opened.server
        self._passwords.proved(entry.spec)
        self._put(replace(entry, state=ServerState.RUNNING, endpoint=opened.server.endpoint))

    def _failed(self, spec: ServerSpec, error: CipherbenchError) -> None:
        entry = self._entries.get(spec.name)
        if entry is None or entry.spec != spec:
            return
        self._steps.end(spec.name)
        self._put(
            replace(
                entry, state=ServerState.FAILED, reason=error.message, error=error, endpoint=None
            )
        )

    def _stopped(self, name: str) -> None:
        entry = self._entries.get(name)
        if entry is not None:
            self._put(replace(entry, state=ServerState.AVAILABLE))

    def _put(self, entry: ServerEntry) -> None:
        self._entries.put(entry)
        self.changed.emit()

    def _let_go(self, server: Server, then: Callable[[], None] = lambda: None) -> None:
        self._jobs.run(server.close, lambda _: then(), lambda _: then(), awaited=True)

    def _try(
        self,
        spec: ServerSpec,
        visit: Callable[[], Tried],
        failed: Callable[[CipherbenchError], None] = lambda _: None,
        answered: Callable[[Tried], None] = lambda _: None,
    ) -> None:
        def tell(tried: Tried) -> None:
            answered(tried)
            self.tested.emit(tried)

        def tell_failure(error: CipherbenchError) -> None:
            failed(error)
            self.tested.emit(Tried(spec, error=error))

        self._jobs.run(visit, tell, tell_failure)

    def _renew(self, tried: Tried) -> None:
        """Know a server as it is by now, which was started again by others."""
        if tried.anew is None:
            return
        entry = self._entries.get(tried.spec.name)
        if entry is None or not entry.running or entry.spec != tried.spec:
            self._let_go(tried.anew.server)
            return
        self._let_go(self._servers.pop(entry.name))
        self._opened(entry.name, tried.anew)

    def _lost(self, spec: ServerSpec, error: CipherbenchError) -> None:
        """A server that ran doesn't answer any more."""
        server = self._servers.get(spec.name)
        if server is not None and server.spec == spec:
            self._tails[spec.name] = server.log_tail()
            self._let_go(self._servers.pop(spec.name))
            self._failed(spec, error)

    def _refuse_if_locked(self, name: str) -> None:
        if name in self._locked:
            raise CipherbenchError(
                phrase("Server in use"),
                phrase("{name} cannot be stopped while a campaign is using it."),
                phrase("Wait until the campaign ends, or cancel it."),
                name=name,
            )
