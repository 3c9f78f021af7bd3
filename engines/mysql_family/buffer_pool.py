"""Options of InnoDB's buffer pool for servers that Cipherbench starts."""

from __future__ import annotations

from engines.contract.launch import Arrangement


def buffer_pool_options(wanted: Arrangement) -> tuple[str, ...]:
    """Without dashes: the size, where one is wanted; and that pages are not reloaded after a
    restart, which would leave the buffer pool warm."""
    size = () if wanted.buffer_mb is None else (f"innodb-buffer-pool-size={wanted.buffer_mb}M",)
    return (
        "innodb-buffer-pool-load-at-startup=OFF",
        "innodb-buffer-pool-dump-at-shutdown=OFF",
        *size,
    )
