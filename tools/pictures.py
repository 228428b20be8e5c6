"""Small PNG files: pictures with at most 256 colours, chosen by median cut."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

COLOURS = 256
Pixels = NDArray[np.uint8]


def small_png(pixels: Pixels) -> bytes:
    """Writes height × width × 3 values as a PNG with a palette; a little grain keeps long gradients smooth."""
    height, width = pixels.shape[:2]
    pixels = np.clip(pixels + grain(height, width)[:, :, None], 0, 255).astype(np.uint8)
    colours, places, counts = np.unique(
        pixels.reshape(-1, 3).astype(np.uint32) @ np.array([65536, 256, 1], np.uint32),
        return_inverse=True,
        return_counts=True,
    )
    spread = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.float64)
    owner, palette = settle(spread, counts.astype(np.float64), *split(spread, counts))
    rows = owner[places].astype(np.uint8).reshape(height, width)
    lines = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"PLTE", palette.round().astype(np.uint8).tobytes()),
            chunk(b"IDAT", zlib.compress(lines, 9)),
            chunk(b"IEND", b""),
        ]
    )


def grain(height: int, width: int) -> NDArray[np.int64]:
    """Returns a Bayer dither pattern."""
    tile = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) * 7 // 16 - 3
    return np.tile(tile, (height // 4 + 1, width // 4 + 1))[:height, :width]


def chunk(kind: bytes, body: bytes) -> bytes:
    """Writes one chunk of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def split(colours: NDArray[np.float64], counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Cuts the colours into boxes, always the one with the widest spread, at the middle of its longest side."""
    weights = np.sqrt(counts.astype(np.float64))
    boxes = [np.arange(len(colours))]
    spreads = [_spread(colours, weights, boxes[0])]
    while len(boxes) < min(COLOURS, len(colours)):
        widest = int(np.argmax([spread for spread, _ in spreads]))
        box, (_, side) = boxes.pop(widest), spreads.pop(widest)
        order = box[np.argsort(colours[box, side], kind="stable")]
        grown = np.cumsum(weights[order])
        middle = int(np.clip(np.searchsorted(grown, grown[-1] / 2), 1, len(order) - 1))
        for part in (order[:middle], order[middle:]):
            boxes.append(part)
            spreads.append(_spread(colours, weights, part))
    owner = np.zeros(len(colours), np.int64)
    for number, box in enumerate(boxes):
        owner[box] = number
    return owner, np.array([np.average(colours[box], axis=0, weights=counts[box]) for box in boxes])


def _spread(colours: NDArray[np.float64], weights: NDArray[np.float64], box: NDArray[np.int64]) -> tuple[float, int]:
    """Returns how far apart the colours of a box are, and along which side."""
    if len(box) < 2:
        return -1.0, 0
    middle = np.average(colours[box], axis=0, weights=weights[box])
    apart = ((colours[box] - middle) ** 2 * weights[box][:, None]).sum(axis=0)
    return float(apart.max()), int(apart.argmax())


def settle(
    colours: NDArray[np.float64],
    counts: NDArray[np.float64],
    owner: NDArray[np.int64],
    palette: NDArray[np.float64],
    rounds: int = 3,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Assigns each colour to the nearest of the palette, and moves the palette to their means (k-means)."""
    for _ in range(rounds):
        lengths = (palette**2).sum(axis=1)
        for start in range(0, len(colours), 4096):
            part = slice(start, start + 4096)
            owner[part] = np.argmin(lengths - 2 * colours[part] @ palette.T, axis=1)
        total = np.bincount(owner, counts, len(palette))
        for side in range(3):
            summed = np.bincount(owner, counts * colours[:, side], len(palette))
            palette[:, side] = np.where(total > 0, summed / np.maximum(total, 1), palette[:, side])
    return owner, palette
