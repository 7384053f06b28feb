package linalg

import "golang.org/x/sys/cpu"

// available returns the instruction sets that the processor has and whose registers the operating system
// saves, the fastest first. SSE2, which all have, is used for products only.
func available() []*instructions {
	var sets []*instructions
	x := cpu.X86
	if x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasFMA {
		sets = append(sets, &instructions{
			name: "AVX512",
			tile: tileAVX512, rows: 8, columns: 24,
			solve: solveAVX512, multiply: multiplyAVX512,
			copyLines: copyLinesAVX512, transpose: transpose4,
			dot: dotAVX512, dots4: dots4AVX512, gap: gapAVX512,
			axpy: axpyAVX512, axpy4: axpy4AVX512,
			both: bothAVX512, rankTwo: rankTwoAVX512, rotate: rotateAVX512, clamped: clampedAVX512,
			poles: polesAVX512, ratios: ratiosAVX512, quotients: quotientsAVX512,
			exp: expAVX512, expRoot: expRootAVX512, sincos: sincosAVX512, lanes: 8,
			walsh: walshAVX512, walsh8: walsh8AVX512,
		})
	}
	if x.HasAVX2 && x.HasFMA {
		sets = append(sets, &instructions{
			name: "AVX2",
			tile: tileAVX2, rows: 4, columns: 12,
			solve: solveAVX2, multiply: multiplyAVX2,
			copyLines: copyLinesAVX2, transpose: transpose4,
			dot: dotAVX2, dots4: dots4AVX2, gap: gapAVX2,
			axpy: axpyAVX2, axpy4: axpy4AVX2,
			both: bothAVX2, rankTwo: rankTwoAVX2, rotate: rotateAVX2, clamped: clampedAVX2,
			poles: polesAVX2, ratios: ratiosAVX2, quotients: quotientsAVX2,
			exp: expAVX2, expRoot: expRootAVX2, sincos: sincosAVX2, lanes: 4,
			walsh: walshAVX2, walsh8: walsh8AVX2,
		})
	}
	sse2 := plainGo
	sse2.name, sse2.tile, sse2.rows, sse2.columns = "SSE2", tileSSE2, 4, 4
	sse2.solve, sse2.multiply = solveGo(4, 4), multiplyGo(4, 4)
	return append(sets, &sse2)
}
