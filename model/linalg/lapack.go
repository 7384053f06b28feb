package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// LAPACK is gonum's, with a faster Cholesky factorisation. The zero value is gonum's
// own.
type LAPACK struct {
	gonum.Implementation
	blas Implementation
}

var _ lapack.Float64 = LAPACK{}

func init() {
	lapack64.Use(LAPACK{blas: Host})
}

// Dpotrf is the Cholesky factorisation of one triangle, in its place, as gonum's
// Dpotrf; ok is whether A is positive definite.
func (l LAPACK) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) (ok bool) {
	if l.blas.on == nil || n < choleskyBlock/4 || !fits(blas.NoTrans, n, n, a, lda) || ul != blas.Upper && ul != blas.Lower {
		return l.Implementation.Dpotrf(ul, n, a, lda)
	}
	ok, _ = l.blas.on.cholesky(context.Background(), factor(ul, a, lda), n)
	return ok
}
