"""The benchmarks, one line each, and what they are to reach."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A figure to stay under or, where more is better, above; None for one without a promise."""

    bound: float | None
    unit: str = ""
    more_is_better: bool = False

    def met(self, value: float) -> bool | None:
        """Whether a value keeps the promise."""
        if self.bound is None:
            return None
        return value >= self.bound if self.more_is_better else value <= self.bound


@dataclass(frozen=True)
class Benchmark:
    """A module with a function `measure() -> dict[str, float]`, and what it gives."""

    path: str
    """Its folder and its name, as in `measuring.pgbench`."""
    what: str
    seconds: int
    """How long it takes on a quiet machine, about."""
    targets: dict[str, Target]

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return self.path.rpartition(".")[2]

    @property
    def module(self) -> str:
        """The module's full name."""
        return f"benchmarks.{self.path}"


CLIENTS = (1, 2, 4, 8, 16, 32, 64)
_PGBENCH = Target(0.95, "×", more_is_better=True)
_OPEN_LOOP = Target(0.8, "×", more_is_better=True)
_SYSBENCH = Target(0.75, "×", more_is_better=True)
_ONE_CORE = Target(0.9, "×", more_is_better=True)
_FIREBIRD = {
    name: Target(1, "×", more_is_better=True)
    for name in ("firebird_ratio", "firebird_driver_ratio")
}
_SQLITE = {
    "sqlite_ratio": Target(1, "×", more_is_better=True),
    "apsw_ratio": Target(0.75, "×", more_is_better=True),
}
_DUCKDB = {
    name: Target(0.95, "×", more_is_better=True) for name in ("duckdb_ratio", "duckdb_parsed_ratio")
}
_K6 = {
    **{f"k6_{name}_ratio": Target(None, "×") for name in ("p50", "p95", "p99")},
    "k6_disagreement": Target(1),
}
_SAMPLER = Target(0.6, "% of a core")
_CONTROL = {
    "control_half_width_median": Target(1.2, "points"),
    "control_half_width_max": Target(3, "points"),
    "control_margin_median": Target(2, "%"),
    "agreement_percent": Target(90, "%", more_is_better=True),
    "free_half_width_median": Target(None, "points"),
    "control_taken_for_cost": Target(None),
    "control_taken_by_chance": Target(None),
}
_CIPHERS = {
    "openssl_speed_ratio": Target(0.95, "×", more_is_better=True),
    "cryptography_ratio": Target(0.9, "×", more_is_better=True),
}
_SCAN = Target(0.333, "×", more_is_better=True)
_PICTURES = {
    f"picture_{name}_ratio": Target(3, "×") for name in ("postgresql", "mariadb", "firebird")
}
_LAB = {"lab_frame_ms": Target(16, "ms"), "lab_stall_p999_ms": Target(50, "ms")}
_START = Target(1.05, "×")
_REST = Target(200, "MB")
_CHART = Target(10, "ms")
_STALLS = {
    f"{name}_{figure}_ms": Target(bound, "ms")
    for name in ("gui_stall", "gui_stall_twelve")
    for figure, bound in (("p999", 16), ("max", 50))
}
_VISITS = {
    "visit_cpu_ms": Target(200, "ms"),
    "theme_cpu_ms": Target(400, "ms"),
    "visit_after_ms": Target(None, "ms"),
}
_LARGE_STORE = {
    "results_page_extra_s": Target(1, "s"),
    "results_page_ratio": Target(None, "×"),
    "results_scroll_stall_max_ms": Target(100, "ms"),
    "results_step_stall_max_ms": Target(None, "ms"),
}
_HOSTS = {
    "hosts_spread_ms": Target(5, "ms"),
    "hosts_spread_max_ms": Target(None, "ms"),
    "hosts_spread_told_ms": Target(None, "ms"),
    "hosts_woken_ms": Target(None, "ms"),
    "hosts_schedule": Target(1, more_is_better=True),
    "hosts_p50_percent": Target(10, "%"),
    "hosts_p99_percent": Target(10, "%"),
}
_MANY_HOSTS = {
    f"coordinator_{figure}_{hosts}": Target(0.1 if (figure, hosts) == ("cores", 32) else None, unit)
    for hosts in (2, 8, 32)
    for figure, unit in (
        ("cores", "cores"),
        ("asked", "/s"),
        ("packets", "/s"),
        ("kb", "kB/s"),
        ("connections", ""),
        ("mb", "MB"),
    )
}

_ALL = (
    (
        "measuring.pgbench",
        "timed loop against pgbench",
        50,
        {"pgbench_ratio": _PGBENCH, "pgbench_ratio_one_core": _ONE_CORE},
    ),
    (
        "measuring.designed",
        "pgbench's own tables, designed, against pgbench -b select-only",
        70,
        {"designed_ratio": _PGBENCH, "designed_ratio_one_core": _ONE_CORE},
    ),
    (
        "measuring.clients",
        "clients of a closed load against pgbench -c",
        320,
        {f"clients_{each}_ratio": _PGBENCH for each in CLIENTS},
    ),
    (
        "measuring.sysbench_clients",
        "clients of a closed load against sysbench --threads",
        640,
        {
            f"{engine}_clients_{each}_ratio": _PGBENCH
            for engine in ("mariadb", "mysql")
            for each in CLIENTS
        },
    ),
    (
        "measuring.open_loop",
        "lanes against pgbench -R",
        70,
        {
            "open_loop_ratio": _OPEN_LOOP,
            "open_loop_ratio_one_core": Target(None, "×"),
            "open_loop_ratio_two_lanes": Target(None, "×"),
            "noop_starts_late_ms_p99": Target(1.0, "ms"),
            "get_by_id_held_percent": Target(99.0, "%", more_is_better=True),
        },
    ),
    (
        "measuring.sysbench",
        "timed loop against sysbench",
        50,
        {"sysbench_ratio": _SYSBENCH, "sysbench_ratio_one_core": _ONE_CORE},
    ),
    (
        "measuring.mysql",
        "timed loop against sysbench, on MySQL",
        50,
        {"mysql_ratio": _SYSBENCH, "mysql_ratio_one_core": _ONE_CORE},
    ),
    ("measuring.firebird", "a statement against SQLAlchemy and the driver", 15, _FIREBIRD),
    ("measuring.sqlite", "a statement against bare drivers", 15, _SQLITE),
    ("measuring.duckdb", "a statement against its bare client", 20, _DUCKDB),
    ("measuring.k6", "reads through the API against k6", 140, _K6),
    ("measuring.sampler", "the sampler at 10 Hz", 25, {"sampler_core_percent": _SAMPLER}),
    ("measuring.cipher_speed", "raw ciphers against openssl speed itself", 80, _CIPHERS),
    ("windows.start", "first window against an empty one", 20, {"start_ratio": _START}),
    ("windows.rest", "memory of a window that rests", 35, {"window_rest_mb": _REST}),
    ("windows.chart", "a chart of 100,000 points", 3, {"chart_repaint_ms": _CHART}),
    ("windows.stalls", "the window during a campaign", 80, _STALLS),
    ("windows.visits", "first visits to pages, and another theme", 90, _VISITS),
    ("windows.large_store", "the results page on a million samples", 80, _LARGE_STORE),
    ("bulk.pictures", "a picture against cryptography and sending it", 40, _PICTURES),
    ("windows.lab", "the pattern lab with 12 and 50 megapixels", 55, _LAB),
    ("bulk.scan", "the search for a marker against grep", 15, {"scan_ratio": _SCAN}),
    ("hosts.shared_load", "four hosts' load against one host's", 300, _HOSTS),
    ("hosts.many_hosts", "a coordinator with 2, 8 and 32 hosts", 240, _MANY_HOSTS),
    ("measuring.control", "plaintext against plaintext, in three campaigns", 840, _CONTROL),
)

BENCHMARKS = {each.name: each for each in (Benchmark(*line) for line in _ALL)}

TARGETS = {key: target for each in BENCHMARKS.values() for key, target in each.targets.items()}
