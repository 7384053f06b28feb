package linalg

// available returns NEON: each arm64 processor has it, with fused multiply-adds.
func available() []*instructions {
	return []*instructions{{
		name: "NEON",
		tile: tileNEON, rows: 12, columns: 4,
		solve: solveNEON, multiply: multiplyNEON,
		copyLines: copyLinesNEON, transpose: transposeNEON,
		dot: dotNEON, dots4: dots4NEON, gap: gapNEON,
		axpy: axpyNEON, axpy4: axpy4NEON,
		both: bothNEON, rankTwo: rankTwoNEON, rotate: rotateNEON, clamped: clampedNEON,
		poles: polesNEON, ratios: ratiosNEON, quotients: quotientsNEON,
		exp: expNEON, expRoot: expRootNEON, sincos: sincosNEON, lanes: 2,
		walsh: walshNEON, walsh8: walsh8NEON,
	}}
}
