// Package linalg is dense linear algebra at the speed of the hardware, without cgo and without settings at
// build or start. It knows no kernel method.
//
// Importing it registers [Host] with gonum's blas64, and its Cholesky factorisation with lapack64, so all
// of gonum's mat and LAPACK use it. On amd64 there are micro-kernels for AVX-512 and AVX2, and for
// products with SSE2; at the start the program selects what the processor and the operating system support.
// On arm64 there are those for NEON. Elsewhere they are in Go.
//
// On this basis the package has the symmetric eigenproblem ([Eigen], [Eigenvalues], [Leading], values descending),
// iterations that need only products with a matrix ([Extremes], [Krylov], [Conjugate]), orthonormal bases
// ([Orthonormalise], [Project]) and the uses of a Cholesky factor ([Jittered], [Pivoted], [InverseDiagonal]).
//
// Matrices that are too large to store or to compute at once are processed in the ranges of [Tiles], of
// [TileRows] rows. Work that is independent for each row runs on all cores by [Parallel].
//
// Functions that may take long have a context, which they check between blocks: [Gemm], [Syrk],
// [CholeskyInPlace], [Eigen]. The methods of [Implementation] do the same without a context.
//
// Results do not depend on the number of cores, to the last bit: each entry is summed in an order that
// only the sizes determine.
package linalg

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Implementation is gonum's BLAS with faster methods. The zero value is gonum's own. Arguments are checked as in gonum,
// with the same messages.
//
// One thing differs from gonum: an entry 0 of one matrix does not hide an infinity or NaN of the other.
// 0·Inf is NaN, as in other implementations.
type Implementation struct {
	gonum.Implementation
	on *instructions // nil for gonum's own
}

// Host is the fastest implementation that this machine can run.
var Host = Implementation{on: append(available(), &plainGo)[0]}

func init() {
	blas64.Use(Host)
	lapack64.Use(LAPACK{blas: Host})
}

// instructions are the micro-kernels in one instruction set, or in Go. Strides are numbers of entries. A sum
// that tile, axpy and axpy4 add a product to is rounded in the same way by all three.
type instructions struct {
	name string

	// tile computes C = alpha·A·B + beta·C for a rows×columns tile of C, which is not read for
	// beta = 0. a is A column by column and b is B row by row, k ≥ 0 of them.
	tile          func(k int, a, b, c *float64, stride int, alpha, beta float64)
	rows, columns int

	// solve computes X = L⁻¹·X, and multiply X = L·X, for an X of the shape of C, row by row, and
	// a lower triangular L, column by column. solve takes the reciprocals of L's diagonal.
	solve, multiply func(l, x *float64)

	// copyLines copies n lines of src, stride apart and as long as the given number of vector
	// registers, one after the other to dst. transpose copies n entries, a multiple of 4, of four
	// rows of a as n rows of four, which are width apart.
	copyLines func(n, vectors int, dst, src *float64, stride int)
	transpose func(n int, dst *float64, width int, a *float64, stride int)

	// dot returns the inner product of n entries, and dots4 those of four rows of a with x.
	dot   func(n int, a, x *float64) float64
	dots4 func(n int, a *float64, stride int, x, out *float64)

	// gap returns the sum of the squares of a−x for n entries.
	gap func(n int, a, x *float64) float64

	// axpy adds c·a to y, and axpy4 four rows of a times c[0] to c[3].
	axpy  func(n int, c float64, a, y *float64)
	axpy4 func(n int, c, a *float64, stride int, y *float64)

	// both does the work of axpy4 and dots4 in one pass.
	both func(n int, c, a *float64, stride int, x, y, out *float64)

	// rankTwo adds c·xᵀ + d·yᵀ to the given number of rows of a, of n columns.
	rankTwo func(rows, n int, c, x, d, y, a *float64, stride int)

	// rotate sets x, y = c·x + s·y, c·y − s·x for n entries.
	rotate func(n int, x, y *float64, c, s float64)

	// poles writes δⱼ = (dⱼ−origin)−tau to delta, and returns Σ zⱼ²/δⱼ, to the accuracy of the terms, and Σ (zⱼ/δⱼ)².
	// ratios sets w = w·x/(d−pole). quotients sets x = w/x and returns the sum of its squares.
	poles     func(n int, d, z *float64, origin, tau float64, delta *float64) (sum, slope float64)
	ratios    func(n int, x, d *float64, pole float64, w *float64)
	quotients func(n int, w, x *float64) float64

	// clamped adds c + x to n entries of y and replaces negative results by 0; NaN stays. It
	// returns a negative number if an entry is below share·(c + x), else 0.
	clamped func(n int, c float64, x, y *float64, share float64) float64

	// exp computes e^(scale·x), expRoot e^(scale·√x), and sincos sine and cosine for |x| ≤ far, of
	// n entries, where n is a multiple of lanes, the number of entries in a vector register.
	exp, expRoot func(n int, dst, x *float64, scale float64)
	sincos       func(n int, sin, cos, x *float64)
	lanes        int

	// walsh sets dst = H·(by∘x) for each block of 8·lanes entries of n, where H is the Walsh–Hadamard matrix of
	// that order; dst may be x. walsh8 does so for n columns, a multiple of lanes, of eight rows of a. See
	// [Hadamard] for the signs of H and for the order of the sums, which is the same in all.
	walsh  func(n int, dst, x, by *float64)
	walsh8 func(n int, a *float64, stride int)
}

//go:generate go run -C ../../.ci/asm . -out ../../model/linalg/kernels_amd64.s -stubs ../../model/linalg/kernels_amd64.go -pkg linalg
//go:generate go run -C ../../.ci/asm ./arm64 -out ../../model/linalg/kernels_arm64.s -stubs ../../model/linalg/kernels_arm64.go -pkg linalg
