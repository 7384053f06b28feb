"""Colours of the scales in viridis.go: writes scales.json, and prints the tables with --go.

viridis holds the 256 colours that matplotlib publishes, each channel times 255 and
rounded. diverging holds 257 colours from a blue by white to a red. Both sides have one
hue each and the same lightness and chroma in CIELAB (D65): a parabola from white to a dark
end, in steps of equal length. It bulges towards high chroma, so that small figures of
different signs are far apart, with any colour vision.

Run: /usr/bin/python3 scales.py (matplotlib 3.6, numpy 1.24)
"""
import json
import sys

import numpy as np
from matplotlib import colormaps

HUES = {-1: 280, 1: 48}  # in degrees: blue below zero, red above
CORNERS = np.array([(100, 0), (60, 60), (25, 36)])  # lightness and chroma: white, the parabola's control point, the end
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def side():
    t = np.linspace(0, 1, 4001)[:, None]
    points = (1 - t)**2 * CORNERS[0] + 2 * t * (1 - t) * CORNERS[1] + t**2 * CORNERS[2]
    length = np.append(0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    return length / length[-1], points


def diverging(t):
    hue = np.radians(HUES[-1 if t < 0 else 1])
    lightness, chroma = (np.interp(abs(t), SHARE, POINTS[:, k]) for k in (0, 1))
    fy = (lightness + 16) / 116
    a, b = chroma * np.cos(hue), chroma * np.sin(hue)
    f = np.array([fy + a / 500, fy, fy - b / 200])
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29)**2 * (f - 4 / 29)) * XYZ.sum(axis=1)
    linear = np.linalg.solve(XYZ, xyz)
    rgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 0)**(1 / 2.4) - 0.055)
    assert rgb.min() > -0.003 and rgb.max() < 1.003, (t, rgb)  # within sRGB
    return np.clip(rgb, 0, 1)


def bytes_of(colors):
    return np.rint(255 * np.array(colors)).astype(int).tolist()


SHARE, POINTS = side()
viridis = bytes_of(colormaps["viridis"].colors)
signed = bytes_of([diverging(k / 128) for k in range(-128, 129)])
if "--go" in sys.argv:
    for name, table, step in ("viridis", viridis, 5), ("diverging", signed, 4):
        print(name, " ".join("%02x%02x%02x" % tuple(c) for c in table[::step]))
else:
    with open("scales.json", "w") as f:
        json.dump({"viridis": viridis, "diverging": signed}, f)
        f.write("\n")
