"""InnoDB's buffer pool, as a server of ours is started with it."""

from __future__ import annotations

from engines.contract.launch import Arrangement


def pool_options(wanted: Arrangement) -> tuple[str, ...]:
    """Its size, where one is wanted, and that what it held when the server stopped is never read
    back: it would be warm again."""
    size = () if wanted.buffer_mb is None else (f"innodb-buffer-pool-size={wanted.buffer_mb}M",)
    return (
        "innodb-buffer-pool-load-at-startup=OFF",
        "innodb-buffer-pool-dump-at-shutdown=OFF",
        *size,
    )
