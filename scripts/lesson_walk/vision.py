"""Pictures as others see them: in grey, and with deuteranopia, of which about 1 man in 100 has the
whole form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

type Light = npt.NDArray[np.float64]
"""Linear RGB from 0 to 1; the last axis has the three colours."""

_DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
"""G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", 2009: deuteranomaly of severity 1.0, for linear RGB."""
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
"""ITU-R BT.709, the primaries of sRGB."""


def write_as_seen(picture: Path, vision: str) -> Path:
    """Write a copy of a picture as it is seen with a vision of `VISIONS`, beside it: its path."""
    with Image.open(picture) as opened:
        pixels = np.asarray(opened.convert("RGB")) / 255
    seen = _encoded(VISIONS[vision](_linear(pixels)))
    path = picture.with_name(f"{picture.stem}-{vision}{picture.suffix}")
    Image.fromarray(np.round(seen * 255).astype(np.uint8)).save(path)
    return path


def _in_grey(light: Light) -> Light:
    grey: Light = np.repeat((light @ _LUMINANCE)[..., np.newaxis], 3, axis=-1)
    return grey


def _with_deuteranopia(light: Light) -> Light:
    seen: Light = np.clip(light @ _DEUTERANOPIA.T, 0, 1)
    return seen


def _linear(encoded: Light) -> Light:
    """IEC 61966-2-1."""
    light: Light = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return light


def _encoded(light: Light) -> Light:
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


VISIONS: dict[str, Callable[[Light], Light]] = {
    "deuteranopia": _with_deuteranopia,
    "grey": _in_grey,
}
