"""Farthest points: each landmark is the row that is farthest from those before it (Gonzalez 1985)."""
import json, sys
import numpy as np

if sys.argv[-1] == "--describe":
    print(json.dumps({"name": "farthest", "title": "Farthest points as landmarks", "reference": "Gonzalez, TCS 1985",
                      "params": [{"name": "distance-norm", "doc": "norm of a distance", "kind": "choice", "default": "2", "choices": ["1", "2"]}]}))
    sys.exit()
folder = sys.argv[-1]
settings, X = json.load(open(folder + "/settings.json")), np.load(folder + "/X.npy")
rows = [int(np.random.default_rng(settings["seed"]).integers(len(X)))]
distance = np.full(len(X), np.inf)
while len(rows) < settings["m"]:
    distance = np.minimum(distance, np.linalg.norm(X - X[rows[-1]], ord=int(settings["params"]["distance-norm"]), axis=1))
    if distance.max() == 0:
        break  # all other rows are copies
    rows.append(int(distance.argmax()))
np.save(folder + "/landmarks.npy", rows)
