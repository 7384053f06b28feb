package exact

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// DictionaryAccuracy has exact figures of a dictionary S on t points. K is the kernel matrix of
// these points, and γₛ the ridge with which S was made.
type DictionaryAccuracy struct {
	DEff     float64 // d_eff(γₛ) = tr K(K+γₛI)⁻¹, between 0 and the rank
	EpsilonS float64 // ε(S) at γₛ, see [Diagnostics]

	// GammaOK reports whether 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I, up to 1e-10·λ₁, for the regularised K̃ = KS(SᵀKS+γₛI)⁻¹SᵀK of
	// SQUEAK's eq. 3 (Calandriello, Lazaric and Valko 2016). It is true if EpsilonS ≤ ε, and may be true otherwise.
	// Nyström's projection on the points of S lies between K̃ and K, so it then has the same property.
	GammaOK bool
}

// AccuracyOf computes the figures of d on the given rows of g, which are distinct and include all rows
// of d. It is for a K that is used once: [Reference.Diagnose] computes the same ε(S), and much more, from
// eigenpairs that all methods share, but takes longer for a single method. It reads t² entries,
// t = len(rows), costs O(t·r²) for a K of numerical rank r, and takes 5·8·t² bytes.
//
// With K = UᵀU, U r×t, by pivoted Cholesky factorisation and GᵀG = UUᵀ + γₛI, the spectrum of Ψ(I−SSᵀ)Ψ
// is that of M(I−SSᵀ)Mᵀ with M = G⁻ᵀU, except for zeros, and MMᵀ = I − γₛG⁻ᵀG⁻¹. The norm of K−K̃ =
// γₛUᵀ(USSᵀUᵀ+γₛI)⁻¹U is at most γₛc if UUᵀ ⪯ c(USSᵀUᵀ+γₛI).
//
// The error of the figures is about 1e-16·t·λ₁/γₛ. For a γₛ below 1e-16·t·λ₁, rounding errors of K count as 0, and
// d_eff is its numerical rank. The error is a *model.DegenerateError if K overflows, a *model.SingularError if UUᵀ +
// γₛI is not positive definite to working precision, or the context's. AccuracyOf panics unless ridge > 0, epsilon is
// in [0, 1), and there are a row and a generator, which starts Lanczos iterations.
func AccuracyOf(
	ctx context.Context, g *model.Gram, rows []int, d model.Dictionary, ridge, epsilon float64, rng *rand.Rand,
) (out DictionaryAccuracy, err error) {
	if !(ridge > 0) || !(epsilon >= 0 && epsilon < 1) || len(rows) == 0 || rng == nil {
		panic(fmt.Sprintf("exact: AccuracyOf %d rows, γₛ = %v, ε = %v, the generator %v", len(rows), ridge, epsilon, rng))
	}
	k := mat.NewDense(len(rows), len(rows), nil)
	g.Block(k, rows, rows)
	if trace := mat.Trace(k); math.IsNaN(trace) || math.IsInf(trace, 0) {
		return out, &model.DegenerateError{What: "the trace of the kernel matrix", Value: trace}
	}
	u, order := pivotedFactor(k, ridge)
	if u == nil { // K = 0
		return DictionaryAccuracy{GammaOK: true}, ctx.Err()
	}
	for i := 1; i < u.RawMatrix().Rows; i++ {
		clear(u.RawRowView(i)[:i])
	}
	normal, sampled := mat.NewSymDense(u.RawMatrix().Rows, nil), pick(d, u, rows, order)
	normal.SymOuterK(1, u)
	linalg.AddRidge(normal, ridge)
	if out.GammaOK, err = covers(ctx, normal, sampled, ridge, epsilon); err != nil {
		return out, err
	}
	err = out.measure(ctx, normal, sampled, ridge, rng)
	return out, err
}

// pivotedFactor returns U, r×t, and the order of the rows for which UᵀU = K[order, order], up to rounding
// or 1e-12·ridge in trace. U is upper trapezoidal; entries below its diagonal are undefined. It is nil
// for K = 0. k is overwritten.
func pivotedFactor(k *mat.Dense, ridge float64) (u *mat.Dense, order []int) {
	t, _ := k.Dims()
	largest := 0.0
	for i := range t {
		largest = max(largest, k.At(i, i))
	}
	tol := max(float64(t)*0x1p-53*largest, 1e-12*ridge/float64(t))
	factor, order := linalg.Pivoted(mat.NewSymDense(t, k.RawMatrix().Data), tol)
	if factor.Rows == 0 {
		return nil, order
	}
	return k.Slice(0, factor.Rows, 0, t).(*mat.Dense), order
}

// pick returns U·S, r×q, where column p of U belongs to row rows[order[p]]. It returns nil for an empty S.
func pick(d model.Dictionary, u *mat.Dense, rows, order []int) *mat.Dense {
	if len(d.Index) == 0 {
		return nil
	}
	column := make(map[int]int, len(rows))
	for p, at := range order {
		column[rows[at]] = p
	}
	r, _ := u.Dims()
	out := mat.NewDense(r, len(d.Index), nil)
	for j, i := range d.Index {
		p, ok := column[i]
		if !ok {
			panic(fmt.Sprintf("exact: row %d of a dictionary is not among the given rows", i))
		}
		for a := range min(r, p+1) {
			out.Set(a, j, d.Weight[j]*u.At(a, p))
		}
	}
	return out
}

// covers reports whether UUᵀ ⪯ c(VVᵀ+γₛI) with c = 1/(1−ε) and V = US. normal is UUᵀ + γₛI.
func covers(ctx context.Context, normal *mat.SymDense, sampled *mat.Dense, ridge, epsilon float64) (bool, error) {
	r := normal.SymmetricDim()
	largest := 0.0 // of the diagonal of UUᵀ: at most λ₁
	for i := range r {
		largest = max(largest, normal.At(i, i)-ridge)
	}
	c := 1/(1-epsilon) + 1e-10*largest/ridge
	rest := mat.NewSymDense(r, nil)
	rest.ScaleSym(-1, normal)
	if sampled != nil {
		if err := linalg.Syrk(ctx, blas.NoTrans, c, sampled.RawMatrix(), 1, rest.RawSymmetric()); err != nil {
			return false, err
		}
	}
	linalg.AddRidge(rest, (c+1)*ridge)
	_, ok, err := linalg.CholeskyInPlace(ctx, rest)
	return ok, err
}

// measure computes d_eff = tr(I − γₛG⁻ᵀG⁻¹) and ε(S) = ‖I − γₛG⁻ᵀG⁻¹ − G⁻ᵀV(G⁻ᵀV)ᵀ‖₂ with V = US. normal
// and sampled are overwritten.
func (a *DictionaryAccuracy) measure(
	ctx context.Context, normal *mat.SymDense, sampled *mat.Dense, ridge float64, rng *rand.Rand,
) error {
	r, trace := normal.SymmetricDim(), mat.Trace(normal)
	u, ok, err := linalg.CholeskyInPlace(ctx, normal)
	if err != nil {
		return err
	}
	if !ok {
		return &model.SingularError{Mu: ridge, Condition: trace / ridge}
	}
	g := u.RawTriangular()
	if sampled != nil {
		blas64.Trsm(blas.Left, blas.Trans, 1, g, sampled.RawMatrix())
	}
	diagonal, err := linalg.InverseDiagonal(ctx, u)
	if err != nil {
		return err
	}
	a.DEff = max(0, float64(r)-ridge*floats.Sum(diagonal))
	scores := func(dst, x []float64) error {
		copy(dst, x)
		blas64.Trsv(blas.NoTrans, g, linalg.Vector(dst))
		blas64.Trsv(blas.Trans, g, linalg.Vector(dst))
		for i, v := range dst {
			dst[i] = x[i] - ridge*v
		}
		return nil
	}
	a.EpsilonS, err = deviation(ctx, r, scores, sampled, rng)
	return err
}
