"""Values of the generator decay, as series summed by mpmath: writes decay.json.

The power law is a polylogarithm, f(x) = 2·Re Li_δ(e^(2πix)); the exponential law is
summed term by term. grid holds the coordinates of f on an even grid of n points, along
the unit vectors in direction cos(2πij/n), by NumPy's FFT.

Run: /usr/bin/python3 decay.py
"""
import json

import mpmath as mp
import numpy as np

mp.mp.dps = 40
X = [0.0, 1e-9, 1e-4, 0.013, 0.1, 0.25, 1 / 3, 0.5, 0.625, 0.875, 0.999, 1 - 1e-6]


def power(delta):
    delta = mp.mpf(delta)
    return lambda x: float(2 * mp.re(mp.polylog(delta, mp.expjpi(2 * mp.mpf(x)))) if x else 2 * mp.zeta(delta))


def exponential(kappa):
    i = np.arange(1, int(90 / kappa) + 10)
    return lambda x: float((2 * np.exp(-kappa * i / 2) * np.cos(2 * np.pi * ((i * x) % 1.0)))[::-1].sum())


def coordinates(f, n):
    z = np.array([f(j / n) for j in range(n)])
    c = np.fft.rfft(z).real
    return (c[1:(n + 1) // 2] * np.sqrt(2 / n)).tolist()


out = {}
for delta in (1.2, 1.5, 2, 2.75, 4, 8, 20):
    f = power(delta)
    out[f"decay:delta={delta}"] = {"x": X, "f": [f(x) for x in X], "grid": coordinates(f, 64)}
for kappa in (0.05, 0.5, 1, 3):
    f = exponential(kappa)
    out[f"decay:kappa={kappa}"] = {"x": X, "f": [f(x) for x in X], "grid": coordinates(f, 64)}
with open("decay.json", "w") as file:
    json.dump(out, file, indent=1)
    file.write("\n")
