package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// krylovBlock is how many vectors Leading multiplies with at a time. An
// eigenvalue of K may be this many times degenerate (those of the periodic
// kernel are double) and all its copies are still found.
const krylovBlock = 16

// Leading returns the r largest eigenvalues of K, descending and clamped at 0,
// and their eigenvectors, n×r. It reads all of K.
//
// For r ≤ n/4 it is a block Lanczos iteration with full re-orthogonalisation
// and Rayleigh–Ritz projection (Golub and Van Loan, 10.3.6), stopped when the
// residuals are so small that the error of the rank-r approximation exceeds
// the optimum by less than 1e-9 of the optimum, or by rounding errors; otherwise,
// and where that converges too slowly, a full eigendecomposition, O(n³); see
// denseLimit for n above 4096.
// 1 ≤ r ≤ n; else it panics.
func (g *Gram) Leading(ctx context.Context, r int, rng *rand.Rand) (values []float64, vectors *mat.Dense, err error) {
	n := g.N()
	if r < 1 || r > n {
		panic("model: Leading of a rank outside 1..n")
	}
	if 4*r <= n && n > 4*krylovBlock {
		values, vectors, err = g.krylov(ctx, r, rng)
		if err == nil || !errors.Is(err, errSlow) {
			return values, vectors, err
		}
	}
	return g.dense(ctx, r)
}

// LeadingMemory is what Leading takes, in bytes: a basis of half of all dimensions
// at most and what is projected on it, most of which is not used where Ritz values
// settle early. A spectrum so flat that all of K is decomposed takes more, see
// [Gram.Afford].
func LeadingMemory(n, r int) int64 {
	dims, count := int64(n), int64(r)
	if 4*r > n || n <= 4*krylovBlock {
		return 8 * (3*dims*dims + dims*count)
	}
	width := int64(krylovLimit(n, r) + krylovBlock)
	used := min(width, 2*count+4*krylovBlock)
	return 8 * (dims*width + width*width + 4*used*used + dims*(count+3*krylovBlock))
}

// krylovLimit is the largest dimension of the Krylov space.
func krylovLimit(n, r int) int {
	if n > denseLimit {
		return min(n/2, 4*r+20*krylovBlock)
	}
	return n / 2
}

// denseLimit is the largest n that is worth a full eigendecomposition. Above
// it Leading settles for the Ritz pairs of a space of 4r+320 dimensions, whose
// eigenvalues are a little too small where the spectrum is flat.
const denseLimit = 4096

// errSlow says that the Krylov space has grown to half of the whole space.
var errSlow = errors.New("model: no convergence within half of the dimensions")

func (g *Gram) dense(ctx context.Context, r int) ([]float64, *mat.Dense, error) {
	n := g.N()
	square := 8 * int64(n) * int64(n)
	reason := "and a spectrum that takes a full eigendecomposition"
	if err := g.Afford(Memory{Fit: 3*square + 8*int64(n)*int64(r)}, reason, ""); err != nil {
		return nil, nil, err
	}
	k, err := g.Symmetric(ctx)
	if err != nil {
		return nil, nil, err
	}
	var eig mat.EigenSym
	if !eig.Factorize(k, true) {
		return nil, nil, errors.New("model: the eigendecomposition did not converge")
	}
	all := eig.Values(nil)
	var v mat.Dense
	eig.VectorsTo(&v)
	values, vectors := make([]float64, r), mat.NewDense(n, r, nil)
	for j := range r {
		values[j] = max(0, all[n-1-j])
		for i := range n {
			vectors.Set(i, j, v.At(i, n-1-j))
		}
	}
	return values, vectors, nil
}

func (g *Gram) krylov(ctx context.Context, r int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	n, p := g.N(), krylovBlock
	limit := krylovLimit(n, r)
	basis := mat.NewDense(n, limit+p, nil) // orthonormal columns
	t := mat.NewDense(limit+p, limit+p, nil)
	block := gaussianBlock(n, p, rng)
	orthonormalise(block)
	next := min(r+r/2+3*p, limit/p*p) // when to look at the Ritz values
	for k := 0; k+p <= limit; {
		basis.Slice(0, n, k, k+p).(*mat.Dense).Copy(block)
		k += p
		w := mat.NewDense(n, p, nil)
		if err := g.MulTo(ctx, w, block); err != nil {
			return nil, nil, err
		}
		q := basis.Slice(0, n, 0, k).(*mat.Dense)
		var h mat.Dense
		h.Mul(q.T(), w)
		for i := range k {
			for j := range p {
				t.Set(i, k-p+j, h.At(i, j))
				t.Set(k-p+j, i, h.At(i, j))
			}
		}
		project(w, q, &h)
		rest := orthonormalise(w)
		if k >= next {
			theta, s := ritz(t.Slice(0, k, 0, k).(*mat.Dense))
			if settled(theta, s, rest, r) || (n > denseLimit && k+p > limit) {
				return ritzPairs(theta, s, q, r)
			}
			next = min(k+max(p, k/5), limit/p*p)
		}
		orthonormaliseAgainst(w, q)
		block = w
	}
	return nil, nil, errSlow
}

func gaussianBlock(n, p int, rng *rand.Rand) *mat.Dense {
	b := mat.NewDense(n, p, nil)
	fill(b, rng.NormFloat64)
	return b
}

// project subtracts from w its part in the span of q, given h = qᵀw, twice.
func project(w, q, h *mat.Dense) {
	var part mat.Dense
	part.Mul(q, h)
	w.Sub(w, &part)
	var again mat.Dense
	again.Mul(q.T(), w)
	part.Mul(q, &again)
	w.Sub(w, &part)
}

// orthonormalise replaces w by Q of its thin QR and returns R, p×p.
func orthonormalise(w *mat.Dense) *mat.Dense {
	_, p := w.Dims()
	raw := w.RawMatrix()
	tau := make([]float64, p)
	work := make([]float64, 64*p)
	lapack64.Geqrf(raw, tau, work, len(work))
	r := mat.NewDense(p, p, nil)
	for i := range p {
		for j := i; j < p; j++ {
			r.Set(i, j, w.At(i, j))
		}
	}
	lapack64.Orgqr(raw, tau, work, len(work))
	return r
}

// orthonormaliseAgainst cleans w of what the QR of a nearly rank-deficient
// block brought back from the span of q.
func orthonormaliseAgainst(w, q *mat.Dense) {
	var h mat.Dense
	h.Mul(q.T(), w)
	project(w, q, &h)
	orthonormalise(w)
}

// ritz returns the eigenvalues of t, descending, and its eigenvectors in that
// order.
func ritz(t *mat.Dense) ([]float64, *mat.Dense) {
	k, _ := t.Dims()
	sym := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			sym.SetSym(i, j, t.At(i, j))
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(sym, true) {
		panic("model: the Ritz problem did not converge")
	}
	var v mat.Dense
	eig.VectorsTo(&v)
	theta, s := eig.Values(nil), mat.NewDense(k, k, nil)
	for j := range k / 2 {
		theta[j], theta[k-1-j] = theta[k-1-j], theta[j]
	}
	for i := range k {
		for j := range k {
			s.Set(i, j, v.At(i, k-1-j))
		}
	}
	return theta, s
}

// settled compares the residuals of the first r Ritz pairs, ‖rest·(last p
// components of sᵢ)‖, with the optimum's error, which is at least θ(r+1).
func settled(theta []float64, s, rest *mat.Dense, r int) bool {
	k, _ := s.Dims()
	p, _ := rest.Dims()
	var res mat.Dense
	res.Mul(rest, s.Slice(k-p, k, 0, r))
	sum := mat.Norm(&res, 2)
	rounding := 1e-13 * theta[0] * math.Sqrt(float64(r))
	return sum*sum <= 1e-9*theta[r]*theta[r] || sum <= rounding
}

func ritzPairs(theta []float64, s, q *mat.Dense, r int) ([]float64, *mat.Dense, error) {
	k, _ := s.Dims()
	n, _ := q.Dims()
	vectors := mat.NewDense(n, r, nil)
	vectors.Mul(q, s.Slice(0, k, 0, r))
	values := theta[:r:r]
	for i, v := range values {
		values[i] = max(0, v)
	}
	return values, vectors, nil
}
