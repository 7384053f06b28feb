// Package linalg is dense linear algebra at the hardware's speed, with no cgo and
// nothing to set at build or start. It knows no kernel method.
//
// Importing it registers [Host] with gonum's blas64, and its Cholesky
// factorisation with lapack64: all of gonum's mat and LAPACK run on it from then
// on. There are micro-kernels for the AVX-512 and the AVX2 instructions of amd64, of
// which the program takes at its start what the processor and the operating
// system have; elsewhere everything is gonum's own.
//
// On top of that stand, each once: the symmetric eigenproblem ([Eigen], [Eigenvalues],
// [Leading], values descending), iterations that know products with a matrix only
// ([Extremes], [Krylov], [Conjugate]), orthonormal bases ([Orthonormalise], [Project]) and
// what a Cholesky factor gives ([Jittered], [Pivoted], [InverseDiagonal]).
//
// What is too long to hold, or to compute at once, goes in the ranges of [Tiles], of
// [TileRows] rows; what is independent row by row, on all threads by [Parallel].
//
// Long work takes a context, and looks at it between blocks: [Gemm], [Syrk],
// [CholeskyInPlace], [Eigen]. The methods of [Implementation] do the same without one.
//
// What comes out does not depend on the number of threads, bit by bit: each
// entry is summed in one order, which its size alone determines.
package linalg

//go:generate go run -C ../../.ci/asm . -out ../../model/linalg/kernels_amd64.s -stubs ../../model/linalg/kernels_amd64.go -pkg linalg
