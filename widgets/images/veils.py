"""Veils over all of a picture but what stands out, a tile each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from widgets.images.tile_cache import TileKey
from widgets.look.theme import current_palette

_OPACITY = 0.72


class Veils:
    """Made of masks as they come; those of before stay until then, so that nothing flickers."""

    def __init__(self) -> None:
        self.on = False
        self._masks: dict[TileKey, NDArray[np.uint8]] = {}
        self._veils: dict[TileKey, QImage] = {}
        self._past: dict[TileKey, QImage] = {}

    def begin(self, on: bool) -> None:
        """Let other places stand out from now on, or none."""
        self._past = {**self._past, **self._veils} if on else {}
        self.on = on
        self._masks, self._veils = {}, {}

    def put(self, key: TileKey, mask: NDArray[np.uint8]) -> None:
        """Take a tile's mask: not 0 where its pixels stand out."""
        self._masks[key] = np.ascontiguousarray(mask, np.uint8)
        self._past.pop(key, None)

    def masks(self) -> dict[TileKey, NDArray[np.uint8]]:
        return dict(self._masks)

    def recolour(self) -> None:
        """Recolour for another scheme."""
        self._veils, self._past = {}, {}

    def get(self, key: TileKey) -> QImage | None:
        """A tile's veil, cached for each mask and scheme."""
        mask = self._masks.get(key)
        if mask is None:
            return self._past.get(key)
        if key not in self._veils:
            height, width = mask.shape
            image = QImage(mask.data, width, height, width, QImage.Format.Format_Indexed8)
            veil = QColor(current_palette().window)
            veil.setAlphaF(_OPACITY)
            image.setColorTable([veil.rgba(), QColor(0, 0, 0, 0).rgba()])
            self._veils[key] = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        return self._veils[key]
