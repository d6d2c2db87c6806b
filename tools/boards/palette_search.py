"""The search that found the palettes of `whistlestop.drawing.art.palette`, kept to be run again.

    python tools/boards/palette_search.py cards --seed 1 --rounds 40
    python tools/boards/palette_search.py players --seed 1 --rounds 40

It needs `colour-science`. Every colour may move only inside a box of CIELAB lightness, chroma and
hue that its name fits, so that every result still looks like its name. Within the boxes, the search
makes the smallest CIEDE2000 distance of two colours as large as possible, under normal vision and
under protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009, severity 1, on
linear RGB).

The tool prints the best palettes that it found. A person picks one of them by eye.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import colour
import numpy as np

VISIONS = ("Normal", "Protanomaly", "Deuteranomaly", "Tritanomaly")
MATRICES = np.stack(
    [np.eye(3)] + [colour.blindness.matrix_cvd_Machado2009(name, 1.0) for name in VISIONS[1:]]
)

# name: lowest and highest lightness, chroma, hue (degrees; a hue may run past 360)
BOXES = {
    "purple": ((26, 50), (46, 80), (306, 326)),
    "blue": ((36, 66), (40, 66), (250, 290)),
    "orange": ((58, 74), (66, 95), (48, 68)),
    "white": ((96, 100), (0, 5), (60, 280)),
    "green": ((34, 56), (38, 66), (134, 168)),
    "yellow": ((83, 94), (66, 95), (84, 100)),
    "black": ((6, 19), (0, 8), (230, 300)),
    "red": ((35, 50), (66, 95), (24, 42)),
    "pink": ((66, 82), (28, 52), (335, 368)),
    "grey": ((56, 76), (0, 6), (60, 280)),
    "locomotive": ((66, 92), (8, 40), (70, 96)),
}
PLAYER_BOXES = {
    "blue": ((25, 60), (35, 80), (250, 300)),
    "red": ((32, 52), (55, 100), (22, 42)),
    "green": ((40, 80), (38, 80), (130, 165)),
    "yellow": ((82, 93), (60, 95), (85, 100)),
    "black": ((2, 16), (0, 8), (0, 360)),
    "white": ((94, 100), (0, 5), (0, 360)),
    "violet": ((25, 60), (45, 90), (300, 325)),
    "orange": ((60, 75), (60, 100), (48, 70)),
    "turquoise": ((60, 85), (25, 55), (175, 215)),
    "pink": ((60, 82), (30, 60), (335, 370)),
}
# What a person would paint; `soften` goes there as far as the floors let it.
WISHES = {
    "purple": "#7d3fa6",
    "blue": "#2f86d8",
    "orange": "#ee7d18",
    "white": "#faf9f5",
    "green": "#1f7f56",
    "yellow": "#f8da2c",
    "black": "#1c2026",
    "red": "#c81e1e",
    "pink": "#f2a0c4",
    "grey": "#969a9e",
    "locomotive": "#c9b27c",
}
PLAYER_WISHES = {
    "blue": "#2f62d0",
    "red": "#c72c22",
    "green": "#36a35c",
    "yellow": "#ffd21f",
    "black": "#16181d",
    "white": "#f7f4ec",
    "violet": "#7a45c4",
    "orange": "#f08a24",
    "turquoise": "#4fd2de",
    "pink": "#f4a6c8",
}
EDITIONS = (
    ("purple", "blue", "orange", "white", "green", "yellow", "black", "red"),
    ("blue", "green", "black", "pink", "yellow", "orange"),
    ("blue", "green", "black", "pink", "red", "orange"),
)


def linear_rgb(lch: np.ndarray) -> np.ndarray:
    """Return linear sRGB colours from CIELAB lightness, chroma and hue (D65), in the last axis."""
    light, chroma, hue = np.moveaxis(lch, -1, 0)
    angle = np.deg2rad(hue)
    lab = np.stack([light, chroma * np.cos(angle), chroma * np.sin(angle)], -1)
    xyz = colour.Lab_to_XYZ(lab, colour.CCS_ILLUMINANTS["cie_2_1931"]["D65"])
    return xyz @ colour.RGB_COLOURSPACES["sRGB"].matrix_XYZ_to_RGB.T


def seen(rgb: np.ndarray) -> np.ndarray:
    """Return how the four kinds of vision see linear RGB colours (…, 3), as CIELAB: (…, 4, 3)."""
    views = np.clip(np.einsum("vij,...j->...vi", MATRICES, rgb), 0, 1)
    xyz = views @ colour.RGB_COLOURSPACES["sRGB"].matrix_RGB_to_XYZ.T
    return colour.XYZ_to_Lab(xyz, colour.CCS_ILLUMINANTS["cie_2_1931"]["D65"])


def from_hexadecimal(code: str) -> np.ndarray:
    """Return the CIELAB lightness, chroma and hue of an sRGB colour such as `#c81e1e`."""
    encoded = np.array([int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    light, a, b = seen(colour.cctf_decoding(encoded))[0]
    return np.array([light, np.hypot(a, b), np.rad2deg(np.arctan2(b, a)) % 360])


def hexadecimal(lch: np.ndarray) -> str:
    encoded = colour.cctf_encoding(np.clip(linear_rgb(lch), 0, 1))
    return "#" + "".join(f"{round(float(part) * 255):02x}" for part in encoded)


def candidates(box: tuple, near: np.ndarray | None, number: int, random) -> np.ndarray:
    """Return random colours inside a box, as rows of lightness, chroma and hue.

    Half of them are near the colour `near`, unless it is None. The others are anywhere in the box.
    Colours that sRGB cannot show are left out, so that there may be fewer than `number`.
    """
    low, high = np.array(box, dtype=float).T
    lch = random.uniform(low, high, (number, 3))
    if near is not None:
        half = number // 2
        step = (high - low) * random.choice([0.03, 0.1])
        lch[:half] = np.clip(near + random.normal(0, 1, (half, 3)) * step, low, high)
    rgb = linear_rgb(lch)
    return lch[np.all((rgb >= -0.002) & (rgb <= 1.002), axis=-1)]


def climb(boxes: dict, weights: dict, random, steps: int) -> tuple[float, dict[str, np.ndarray]]:
    """Start from random colours, and move them so that the smallest distance of a pair grows.

    Args:
        boxes: for each colour, the range of its lightness, chroma and hue.
        weights: for each pair of names, the factor for the distance of the two colours. Pairs that
            are missing do not count.
        random: the random number generator.
        steps: how often one colour, mostly of the closest pair, is moved.

    Returns:
        The smallest weighted distance, and the lightness, chroma and hue of each colour.
    """
    names = list(boxes)
    where: dict[str, np.ndarray] = {}
    while len(where) < len(names):
        name = names[len(where)]
        found = candidates(boxes[name], None, 400, random)
        where[name] = found[0]
    labs = {name: seen(linear_rgb(where[name])) for name in names}

    def partners(name: str) -> list[tuple[str, float]]:
        return [
            (a if b == name else b, weight) for (a, b), weight in weights.items() if name in (a, b)
        ]

    best = -1.0
    for step in range(steps):
        pairs = list(weights)
        distance = colour.delta_E(
            np.stack([labs[a] for a, _ in pairs]),
            np.stack([labs[b] for _, b in pairs]),
            method="CIE 2000",
        ).min(-1) * np.array(list(weights.values()))
        best = float(distance.min())
        worst = pairs[int(distance.argmin())]
        name = worst[step % 2] if random.random() < 0.7 else str(random.choice(names))
        others = partners(name)
        tries = candidates(boxes[name], where[name], 160, random)
        tries = np.concatenate([where[name][None], tries])
        views = seen(linear_rgb(tries))
        apart = np.stack(
            [
                colour.delta_E(views, labs[other][None], method="CIE 2000").min(-1) * weight
                for other, weight in others
            ],
            -1,
        )
        nearest = np.sort(apart, -1)
        # The nearest first; the next ones and the look (strong chroma) break ties.
        score = nearest[:, 0] + 0.05 * nearest[:, 1] + 0.02 * nearest[:, 2]
        choice = int(score.argmax())
        where[name] = tries[choice]
        labs[name] = views[choice]
    return best, where


def soften(
    where: dict[str, np.ndarray], wishes: dict[str, str], weights: dict, floor: float, random
) -> tuple[float, dict[str, np.ndarray]]:
    """Move each colour towards a given colour, as far as no distance becomes too small.

    Args:
        where: the colours to start from. All their weighted distances are at least `floor`.
        wishes: the colour to move to, by name.
        weights: for each pair of names, the factor for the distance of the two colours. Pairs that
            are missing do not count.
        floor: the smallest weighted distance that is allowed.
        random: the random number generator.

    Returns:
        The sum of the distances to the given colours, and the new colours.
    """
    where = dict(where)
    labs = {name: seen(linear_rgb(lch)) for name, lch in where.items()}
    goals = {name: seen(linear_rgb(from_hexadecimal(wishes[name])))[0] for name in where}
    for _ in range(900):
        name = str(random.choice(list(where)))
        scale = np.array([2.0, 3.0, 3.0]) * random.choice([0.3, 1.0, 2.5])
        tries = where[name] + random.normal(0, 1, (120, 3)) * scale
        rgb = linear_rgb(tries)
        tries = tries[np.all((rgb >= 0) & (rgb <= 1), axis=-1)]
        tries = np.concatenate([where[name][None], tries])
        views = seen(linear_rgb(tries))
        allowed = np.ones(len(tries), dtype=bool)
        for (a, b), weight in weights.items():
            if name in (a, b):
                other = labs[b if name == a else a]
                apart = colour.delta_E(views, other[None], method="CIE 2000").min(-1)
                allowed &= apart * weight >= floor
        short = colour.delta_E(views[:, 0], goals[name][None], method="CIE 2000")
        short[~allowed] = np.inf
        choice = int(short.argmin())
        if np.isfinite(short[choice]):
            where[name], labs[name] = tries[choice], views[choice]
    total = sum(
        float(colour.delta_E(labs[name][0], goals[name], method="CIE 2000")) for name in where
    )
    return total, where


def card_weights(loose: float) -> dict[tuple[str, str], float]:
    """Return the factor for the distance of each pair of card colours.

    The factor is 1 for two colours of one edition, and `loose` for other pairs of colours. It is
    also `loose` for a colour of an edition together with grey or with the brass of locomotives, and
    for grey together with brass.
    """
    coloured = sorted(set(BOXES) - {"grey", "locomotive"})
    weights: dict[tuple[str, str], float] = dict.fromkeys(combinations(coloured, 2), loose)
    for edition in EDITIONS:
        for pair in combinations(sorted(edition), 2):
            weights[pair] = 1.0
        for name in edition:
            weights[name, "grey"] = loose
            weights[name, "locomotive"] = loose
    weights["grey", "locomotive"] = loose
    return weights


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("cards", "players"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument(
        "--loose",
        type=float,
        default=1.6,
        help="the weight of distances to grey and to the locomotive",
    )
    parser.add_argument(
        "--floor",
        type=float,
        default=0.0,
        help="make colours softer until they are this close to one another",
    )
    parser.add_argument("--names", default="", help="the colours of players, separated by commas")
    args = parser.parse_args()
    random = np.random.default_rng(args.seed)
    found = []
    wishes = WISHES if args.what == "cards" else PLAYER_WISHES
    if args.what == "cards":
        sets = [tuple(BOXES)]
    elif args.names:
        sets = [tuple(args.names.split(","))]
    else:
        sets = list(combinations(PLAYER_BOXES, 5))
    for names in sets:
        for _ in range(args.rounds):
            if args.what == "cards":
                boxes, weights = BOXES, card_weights(args.loose)
            else:
                boxes = {name: PLAYER_BOXES[name] for name in names}
                weights = dict.fromkeys(combinations(names, 2), 1.0)
            best, where = climb(boxes, weights, random, args.steps)
            palette = {name: hexadecimal(where[name]) for name in boxes}
            found.append((best, palette, where, weights))
    found.sort(key=lambda item: -item[0])
    for best, palette, where, weights in found[:8]:
        print(f"{best:5.2f}", " ".join(f"{name}={code}" for name, code in palette.items()))
        if args.floor and best > args.floor:
            short, softer = soften(where, wishes, weights, args.floor, random)
            codes = " ".join(f"{name}={hexadecimal(lch)}" for name, lch in softer.items())
            print(f"  softened to {args.floor}, {short:.1f} short of the wishes: {codes}")


if __name__ == "__main__":
    main()
