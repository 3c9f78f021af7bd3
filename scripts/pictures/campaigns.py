"""The small campaign that the guide's pictures show."""

from __future__ import annotations

from app.plan.campaign import Campaign, PlannedProtection
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from workloads.hospital.workload import HospitalParameters


def small_campaign() -> Campaign:
    """Plaintext against AES in the server, in the application and in storage, at two sizes."""
    aes = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
    gcm = Protection("client-aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
    tables = Protection(
        "storage-aes-128-tablespace", ProtectionKind.STORAGE, "aes", 128, "tablespace"
    )
    aegis = Protection("storage-aegis", ProtectionKind.STORAGE, "aegis", 256, "file")
    return Campaign(
        name="AES in server, application and storage",
        servers=(
            ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),
            ServerSpec("firebird", Source.EMBEDDED, "firebird"),
            ServerSpec("mariadb", Source.LOCAL, "mariadb", optional=True),
            ServerSpec("sqlite", Source.EMBEDDED, "sqlite", optional=True),
        ),
        protections=(
            PlannedProtection(PLAINTEXT),
            PlannedProtection(aes, ("postgresql", "firebird", "mariadb")),
            PlannedProtection(gcm),
            PlannedProtection(tables, ("mariadb",)),
            PlannedProtection(aegis, ("sqlite",)),
        ),
        workload=HospitalParameters(sizes=(200, 400)),
        repetitions=6,
        warmups=0,
    )
