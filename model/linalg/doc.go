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

//go:generate go run -C ../../.ci/asm . -out ../../model/linalg/kernels_amd64.s -stubs ../../model/linalg/kernels_amd64.go -pkg linalg
//go:generate go run -C ../../.ci/asm ./arm64 -out ../../model/linalg/kernels_arm64.s -stubs ../../model/linalg/kernels_arm64.go -pkg linalg
