"""The servers of the window: discovered on this machine or added by the user, with saved
connections, passwords, and starts that wait for a campaign's end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.servers.entry import ServerEntry, ServerState
from app.servers.manager import ServerManager
from app.servers.passwords import FormerPassword, Passwords
from app.system.password_sources import login_key
from engines.base.late_imports import late_function
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.servers.discovery import FoundServers, ServerKind, discover_servers
    from app.servers.opening import ServerTest, open_and_probe, open_of_plan, visit
    from app.servers.saved_connections import forget_connection, replace_connection, save_connection
    from engines.servers.server import ServerSpec
else:
    discover_servers = late_function("app.servers.discovery", "discover_servers")
    ServerTest = late_function("app.servers.opening", "ServerTest")
    open_and_probe = late_function("app.servers.opening", "open_and_probe")
    open_of_plan = late_function("app.servers.opening", "open_of_plan")
    visit = late_function("app.servers.opening", "visit")
    forget_connection = late_function("app.servers.saved_connections", "forget_connection")
    replace_connection = late_function("app.servers.saved_connections", "replace_connection")
    save_connection = late_function("app.servers.saved_connections", "save_connection")

_CLOSE_SECONDS = 4.0


@dataclass(frozen=True)
class RemovedServer:
    """A server that was removed from the list, and what `restore` needs."""

    entry: ServerEntry
    given: FormerPassword
    index: int


class LocalServers(ServerManager):
    """All methods belong to one thread and return at once; `changed` tells what came of them,
    `tested` hears of each test, and `failed` of what no single server stands for.

    Servers that a user adds are remembered. Passwords stay in memory for this session, and in the
    system's keyring where that is wished: they are never written or logged.
    """

    def __init__(
        self,
        changed: Callable[[], object] = lambda: None,
        tested: Callable[[ServerTest], object] = lambda tried: None,
        failed: Callable[[CipherbenchError], object] = lambda error: None,
    ) -> None:
        super().__init__(self._entry_changed)
        self._tell_changed, self._tell_tested, self._tell_failed = changed, tested, failed
        self._passwords = Passwords(self.jobs, self.specs, changed, failed)
        self._locked: frozenset[str] = frozenset()
        self._measuring = False
        self._waiting: list[str] = []
        """Servers that are started when the campaign is over, since a start would disturb it."""
        self._gone: RemovedServer | None = None
        self._kinds: tuple[ServerKind, ...] = ()
        self._looking = self._looked = False

    @property
    def discovered(self) -> bool:
        """Whether this machine has been searched."""
        return self._looked

    def kinds(self) -> tuple[ServerKind, ...]:
        """Engines × sources that servers can be added from; empty before `discover`."""
        return self._kinds

    def default_mode(self, engine: str) -> str:
        """The mode of a native protection that names none; empty before `discover`."""
        return next((kind.default_mode for kind in self._kinds if kind.engine == engine), "")

    def passwords(self) -> dict[str, str]:
        """Passwords given in this session, by server."""
        return self._passwords.all()

    @property
    def has_session_only_password(self) -> bool:
        """Whether a password that was typed is known to this session only."""
        return self._passwords.passing

    @property
    def keyring(self) -> str | None:
        """The keyring's name; empty where there is none, None while that is not known."""
        return self._passwords.keyring

    @property
    def asking_keyring(self) -> bool:
        """Whether the keyring has not answered yet; `changed` tells when it has."""
        return self._passwords.asking > 0

    def locked(self, name: str) -> bool:
        """Whether a campaign works on this server."""
        return name in self._locked

    def fresh_name(self, base: str) -> str:
        return self._entries.fresh_name(base)

    def discover(self) -> None:
        """Look for servers on this machine; once is enough."""
        if not self._looking:
            self._looking = True
            self.jobs.run(discover_servers, self._found, self._not_found)

    def start(self, name: str) -> None:
        """Start or reach a server and ask what it can do."""
        entry = self._entries[name]
        opener = open_of_plan if entry.of_plan else open_and_probe
        self.open(name, partial(opener, entry.spec, self._passwords.get(name)))

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
                self._tell_changed()

    def waits(self, name: str) -> bool:
        """Whether a server is started when the campaign is over."""
        return name in self._waiting

    def cancel_start(self, names: Collection[str]) -> None:
        """Do not start these when the campaign is over."""
        self._waiting = [name for name in self._waiting if name not in names]

    def needs_password(self, name: str) -> bool:
        """Whether a server at an address has been given no password, not even an empty one."""
        entry = self._entries.get(name)
        if entry is None or entry.running or name in self._passwords:
            return False
        return not entry.spec.managed

    def wants_password(self, name: str) -> bool:
        """Whether a server at an address has been given none, or has not let us in by it."""
        entry = self._entries.get(name)
        failed = entry is not None and entry.state is ServerState.FAILED and not entry.spec.managed
        return failed or self.needs_password(name)

    def give_password(self, name: str, password: str, remember: bool = False) -> None:
        """Take a password for this session and try it; the keyring gets it when it lets us in."""
        self._passwords.take(name, password, remember)
        self.start(name)

    def keep_password(self, name: str, password: str, remember: bool = False) -> None:
        """Take a password for this session without trying it; the keyring gets it when it lets us
        in."""
        self._passwords.take(name, password, remember)
        self._tell_changed()

    def stop(self, name: str) -> None:
        """Stop a server of ours, or leave one at an address.

        Raises: CipherbenchError while a campaign works on it.
        """
        self._refuse_if_locked(name)
        super().stop(name)

    def test(self, name: str) -> None:
        """Enter a server once and say how that went by `tested`; one that rests is not started."""
        if name in self.servers:
            self.enter(name, self._tell_tested)
        else:
            entry = self._entries[name]
            self.try_out(entry.spec, self._passwords.get(name), of_plan=entry.of_plan)

    def try_out(self, spec: ServerSpec, password: str | None, *, of_plan: bool = False) -> None:
        """Bring up or reach a server that need not be at hand, ask it, and let it go again."""
        self.jobs.run(
            partial(visit, spec, password, of_plan=of_plan),
            self._tell_tested,
            lambda error: self._tell_tested(ServerTest(spec, error=error)),
        )

    def add(self, spec: ServerSpec, password: str | None = None, remember: bool = False) -> None:
        """Add a server and remember it; the keyring gets its password when it lets us in.

        Raises: InputError if its name is taken.
        """
        self._entries.add(spec, saved_name=spec.name)
        if password is not None:
            self._passwords.take(spec.name, password, remember)
        self._save(partial(save_connection, spec))
        self._tell_changed()

    def adopt(self, spec: ServerSpec, taken: Collection[str] = ()) -> str:
        """Add a plan's server; its name here, new where another one has the plan's.

        `taken` are those that other servers of the plan have already.
        """
        name = self._entries.adopt(spec, taken)
        self._passwords.recall([self._entries[name].spec])
        self._tell_changed()
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
        index = self._entries.index(name)
        entry = self._take_off(name)
        given = self._passwords.forget(entry.spec)
        self._entries.insert(ServerEntry(spec, saved_name=spec.name), index)
        self._save(partial(replace_connection, entry.saved_name or name, spec))
        if login_key(spec) == login_key(entry.spec):
            self._passwords.restore(spec, given)
        if password is not None:
            self._passwords.take(spec.name, password, remember)
        self._tell_changed()

    def restore(self) -> str:
        """Put the server back that was forgotten last; its name, empty where there is none."""
        gone, self._gone = self._gone, None
        if gone is None or gone.entry.name in self._entries:
            return ""
        spec = gone.entry.spec
        self._entries.insert(ServerEntry(spec, saved_name=gone.entry.saved_name), gone.index)
        if gone.entry.saved_name:
            self._save(partial(save_connection, spec))
        self._passwords.restore(spec, gone.given)
        self._tell_changed()
        return spec.name

    def drop_undo(self) -> None:
        """Drop what `restore` needs, above all a password."""
        self._gone = None

    def forget(self, name: str) -> None:
        """Stop a server that was added and take it off this list, the list of saved ones and the
        keyring; `restore` puts it back.

        Raises: CipherbenchError while a campaign works on it, and for one that was found here.
        """
        self._refuse_if_locked(name)
        index = self._entries.index(name)
        entry = self._take_off(name)
        if entry.saved_name:
            self._save(partial(forget_connection, entry.saved_name))
        self._gone = RemovedServer(entry, self._passwords.forget(entry.spec), index)
        self._tell_changed()

    def lock(self, names: Iterable[str]) -> None:
        """A campaign works on these servers from now on: they cannot be stopped, and no others are
        started beside them unless the user starts them by name."""
        self._locked, self._measuring = frozenset(names), True
        self._tell_changed()

    def unlock(self) -> None:
        """The campaign is over; what has waited for that is started."""
        self._locked, self._measuring = frozenset(), False
        waiting, self._waiting = self._waiting, []
        self.ensure_probed(waiting, again=True)
        self._tell_changed()

    @property
    def measuring(self) -> bool:
        """Whether a campaign works on some servers, so that no others are started for it."""
        return self._measuring

    def close(self, seconds: float | None = _CLOSE_SECONDS) -> None:
        """Stop every server that was started here, side by side, and wait for it."""
        super().close(seconds)

    def _entry_changed(self, entry: ServerEntry) -> None:
        if entry.running:
            self._passwords.proved(entry.spec)
        self._tell_changed()

    def _found(self, found: FoundServers) -> None:
        self._looked = True
        self._kinds = found.kinds
        self._entries.add_discovered(found)
        self._passwords.recall(self.specs())
        if found.fault is not None:
            self._tell_failed(found.fault)
        self._tell_changed()

    def _save(self, act: Callable[[], None]) -> None:
        """Change the file of saved servers; what goes wrong is told and keeps nobody."""
        try:
            act()
        except CipherbenchError as error:
            self._tell_failed(error)

    def _not_found(self, error: CipherbenchError) -> None:
        self._looking, self._looked = False, True
        self._tell_failed(error)
        self._tell_changed()

    def _refuse_if_locked(self, name: str) -> None:
        if name in self._locked:
            raise CipherbenchError(
                phrase("Server in use"),
                phrase("{name} cannot be stopped while a campaign is using it."),
                phrase("Wait until the campaign ends, or cancel it."),
                name=name,
            )
