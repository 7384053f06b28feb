package approx

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// cholesky is U with UᵀU = a, in whose memory it is, or ok = false where a is not
// positive definite: for solving, which has no context.
func cholesky(a *mat.SymDense) (u blas64.Triangular, ok bool) {
	factor, ok, err := linalg.CholeskyInPlace(context.Background(), a)
	if err != nil {
		panic("approx: a background context that ends: " + err.Error())
	}
	if ok {
		u = factor.RawTriangular()
	}
	return u, ok
}

// unseen is the singular value at which a direction of a basis counts as missed
// by the sampled rows, relative to √(v/n), what v of n rows see of a direction
// that is spread evenly.
const unseen = 0.03

// pseudoInverse is A⁺, k×v, for v rows of a basis of n_s rows, v ≥ k, without
// the directions that these rows missed.
func pseudoInverse(a *mat.Dense, n int) *mat.Dense {
	v, k := a.Dims()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		panic("approx: the singular values of a finite matrix did not converge")
	}
	least := unseen * math.Sqrt(float64(v)/float64(n))
	values := svd.Values(nil)
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	for j, value := range values {
		scale := 0.0
		if value > least {
			scale = 1 / value
		}
		blas64.Scal(scale, blas64.Vector{N: k, Inc: right.RawMatrix().Stride, Data: right.RawMatrix().Data[j:]})
	}
	out := mat.NewDense(k, v, nil)
	out.Mul(&right, left.T())
	return out
}
