package linalg

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Implementation is gonum's BLAS, faster where an instruction set allows it. The
// zero value is gonum's own. Arguments are checked as gonum does, with the same
// messages.
//
// One thing differs from gonum's: an entry 0 of one matrix does not hide an infinity
// or NaN of the other, 0·Inf being NaN, as in other implementations.
type Implementation struct {
	gonum.Implementation
	on *instructions // nil for gonum's own
}

// Host is the fastest implementation that this machine runs.
var Host = Implementation{on: append(available(), nil)[0]}

func init() {
	blas64.Use(Host)
	lapack64.Use(LAPACK{blas: Host})
}

// instructions are the micro-kernels in one instruction set. A stride is in entries.
type instructions struct {
	name string

	// tile is C = alpha·A·B + beta·C for a rows×columns tile of C, not read for beta = 0:
	// a holds A column by column, b holds B row by row, k ≥ 0 of them.
	tile          func(k int, a, b, c *float64, stride int, alpha, beta float64)
	rows, columns int

	// solve is X = L⁻¹·X, and multiply X = L·X, for an X like C, row by row, and a
	// lower triangular L, column by column; solve has the reciprocals of its diagonal.
	solve, multiply func(l, x *float64)

	// copyLines writes n lines of src, that many vectors long and stride apart, one after
	// the other to dst; transpose n entries, a multiple of 4, of four rows of a as n rows
	// of four, width apart.
	copyLines func(n, vectors int, dst, src *float64, stride int)
	transpose func(n int, dst *float64, width int, a *float64, stride int)

	// dot is the inner product of n entries, dots4 that of four rows of a with x.
	dot   func(n int, a, x *float64) float64
	dots4 func(n int, a *float64, stride int, x, out *float64)

	// gap is the sum of the squares of a−x for n entries.
	gap func(n int, a, x *float64) float64

	// axpy adds c·a to y, axpy4 four rows of a, times c[0] to c[3].
	axpy  func(n int, c float64, a, y *float64)
	axpy4 func(n int, c, a *float64, stride int, y *float64)

	// both is axpy4 and dots4 in one pass.
	both func(n int, c, a *float64, stride int, x, y, out *float64)

	// rankTwo adds c·xᵀ + d·yᵀ, of n columns, to one or more rows of a.
	rankTwo func(rows, n int, c, x, d, y, a *float64, stride int)

	// rotate is x, y = c·x + s·y, c·y − s·x for n entries.
	rotate func(n int, x, y *float64, c, s float64)

	// poles writes δⱼ = (dⱼ−origin)−tau, and returns Σ zⱼ²/δⱼ, with all digits that the
	// terms have, and Σ (zⱼ/δⱼ)²; ratios is w = w·x/(d−pole), and quotients x = w/x with
	// the sum of its squares.
	poles     func(n int, d, z *float64, origin, tau float64, delta *float64) (sum, slope float64)
	ratios    func(n int, x, d *float64, pole float64, w *float64)
	quotients func(n int, w, x *float64) float64

	// clamped adds c + x to n entries of y, and makes 0 of what is negative; NaN stays. It
	// returns a negative number if an entry is below share·(c + x), else 0.
	clamped func(n int, c float64, x, y *float64, share float64) float64

	// exp is e^(scale·x), expRoot e^(scale·√x), and sincos sine and cosine for
	// |x| ≤ far, of n entries, a multiple of lanes.
	exp, expRoot func(n int, dst, x *float64, scale float64)
	sincos       func(n int, sin, cos, x *float64)
	lanes        int
}
