package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Orthonormalise replaces f, n×k with k ≤ n, by Q of the QR factorisation F = Q·R and returns the upper
// triangular R, k×k. The columns of Q are orthonormal up to rounding, even if those of F are linearly
// dependent; R then has small entries on its diagonal. The signs of the diagonal are not specified. O(nk²).
//
// It factorises FᵀF by Cholesky, twice (Yamamoto and others 2015), so that all of the work is products of matrices; if
// F is too ill-conditioned it uses Householder's QR. If an entry is not finite, neither is Q. It panics for k > n.
func Orthonormalise(f *mat.Dense) *mat.Dense {
	n, k := f.Dims()
	if k > n {
		panic("linalg: more columns to orthonormalise than rows")
	}
	q, r := f.RawMatrix(), newGeneral(k, k)
	if !choleskyQR(q, r, 0x1p-900, 0x1p900) {
		householderQR(q, r)
		return mat.NewDense(k, k, r.Data)
	}
	second := newGeneral(k, k)
	// FᵀF is now so close to the identity that no digits are lost.
	if !choleskyQR(q, second, 0.5, 1.5) {
		householderQR(q, second)
	}
	u := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: k, Stride: second.Stride, Data: second.Data}
	blas64.Trmm(blas.Left, blas.NoTrans, 1, u, r)
	return mat.NewDense(k, k, r.Data)
}

// choleskyQR replaces f by Q and writes R to r, from FᵀF = RᵀR. It does so, and returns true, only if the
// diagonal of FᵀF is between least and most and FᵀF can be factorised.
func choleskyQR(f, r blas64.General, least, most float64) bool {
	k := f.Cols
	gram := blas64.Symmetric{N: k, Stride: r.Stride, Uplo: blas.Upper, Data: r.Data}
	blas64.Syrk(blas.Trans, 1, f, 0, gram)
	largest := 0.0
	for i := range k {
		v := r.Data[i*r.Stride+i]
		if !(v >= least && v <= most) {
			return false
		}
		largest = math.Max(largest, v)
	}
	sum := 0.0 // the squared Frobenius norm without the diagonal
	for i := range k - 1 {
		x := Vector(row(r, i)[i+1:])
		sum += 2 * blas64.Dot(x, x)
	}
	if most < 2 && math.Sqrt(sum) > 0.5 {
		return false
	}
	u, ok := lapack64.Potrf(gram)
	if !ok {
		return false
	}
	for i := range k {
		// Columns that nearly depend on each other leave rounding errors here.
		if v := r.Data[i*r.Stride+i]; v*v < 1e-13*float64(k)*largest {
			return false
		}
	}
	blas64.Trsm(blas.Right, blas.NoTrans, 1, u, f)
	return true
}

func householderQR(f, r blas64.General) {
	k := f.Cols
	tau, work := make([]float64, k), make([]float64, 64*k)
	lapack64.Geqrf(f, tau, work, len(work))
	for i := range k {
		clear(row(r, i)[:i])
		copy(row(r, i)[i:], row(f, i)[i:])
	}
	lapack64.Orgqr(f, tau, work, len(work))
}

// Project subtracts from w, n×p, its projection onto the span of the orthonormal columns of q, n×k. It
// does so twice, which suffices for orthogonality (Kahan's rule).
func Project(w, q *mat.Dense) {
	projectOnce(w, q)
	projectOnce(w, q)
}

// projectOnce subtracts q·qᵀw from w, once, and returns qᵀw.
func projectOnce(w, q *mat.Dense) *mat.Dense {
	h := new(mat.Dense)
	h.Mul(q.T(), w)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, q.RawMatrix(), h.RawMatrix(), 1, w.RawMatrix())
	return h
}

// ProjectVector subtracts from w its projection onto the span of the orthonormal rows of q, twice.
func ProjectVector(w []float64, q *mat.Dense) {
	k, _ := q.Dims()
	c := Vector(make([]float64, k))
	for range 2 {
		blas64.Gemv(blas.NoTrans, 1, q.RawMatrix(), Vector(w), 0, c)
		blas64.Gemv(blas.Trans, -1, q.RawMatrix(), c, 1, Vector(w))
	}
}
