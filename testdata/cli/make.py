#!/usr/bin/env python3
"""Writes plants.csv, a made-up table for the README's commands and for
main_test.go. Run it in this folder: python3 make.py"""
import random

draw = random.Random(3)
kinds = [("fern", 30, 12, 3.0), ("moss", 4, 2, 0.5), ("reed", 150, 3, 6.0)]
with open("plants.csv", "w") as f:
    f.write("kind,height_cm,leaf_cm,age,weight_g\n")
    for i in range(90):
        name, height, leaf, age = kinds[i * 7 % 10 % 3]
        h = height * draw.gammavariate(20, 1 / 20)
        l = leaf * draw.gammavariate(30, 1 / 30)
        a = age * draw.gammavariate(5, 1 / 5)
        f.write(f"{name},{h:.1f},{l:.2f},{a:.1f},{0.2 * h * l + a + draw.gauss(0, 1):.1f}\n")
