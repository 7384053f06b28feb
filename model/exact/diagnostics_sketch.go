package exact

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// satisfiable is the constant c of K-satisfiability.
const satisfiable = 3

// diagnoseSketch fills in what is about S, if there is one.
func (r *Reference) diagnoseSketch(ctx context.Context, a model.Approximation, ridge float64, d *Diagnostics) error {
	sketcher, ok := a.(model.Sketcher)
	if !ok {
		return nil
	}
	s := sketcher.Sketch()
	if s == nil {
		return nil
	}
	var w mat.Dense
	w.Mul(r.pairs.vectors.T(), s)
	if err := ctx.Err(); err != nil {
		return err
	}
	d.Sketched = true
	if count := r.pairs.above(ridge); count > 0 {
		d.Incoherence = r.pairs.largestScore(count, ridge)
	}
	var err error
	if d.KSatisfiable, err = r.pairs.satisfies(ctx, &w, ridge); err != nil {
		return err
	}
	d.EpsilonS, err = r.accuracy(ctx, &w, ridge)
	return err
}

// accuracy is ε(S) = ‖D − BBᵀ‖₂ with D = Λ(Λ+γI)⁻¹ and B = D^(1/2)·W, W = UᵀS:
// Ψ(I−SSᵀ)Ψ in the eigenbasis.
func (r *Reference) accuracy(ctx context.Context, w *mat.Dense, ridge float64) (float64, error) {
	n, q := w.Dims()
	scores := make([]float64, n)
	b := mat.DenseCopyOf(w)
	for i, v := range r.pairs.values {
		scores[i] = v / (v + ridge)
		row := blas64.Vector{N: q, Inc: 1, Data: b.RawRowView(i)}
		blas64.Scal(math.Sqrt(scores[i]), row)
	}
	weigh := func(dst, x []float64) error {
		for i, v := range x {
			dst[i] = scores[i] * v
		}
		return nil
	}
	return deviation(ctx, n, weigh, b, r.rng(5))
}

// deviation is ‖P − BBᵀ‖₂ for a symmetric n×n matrix P and B, n×q, nil for q = 0: by
// Lanczos, to 1e-10 of it.
func deviation(ctx context.Context, n int, p linalg.Operator, b *mat.Dense, rng *rand.Rand) (float64, error) {
	var z []float64
	if b != nil {
		_, q := b.Dims()
		z = make([]float64, q)
	}
	mul := func(dst, x []float64) error {
		if err := p(dst, x); err != nil {
			return err
		}
		if b != nil {
			blas64.Gemv(blas.Trans, 1, b.RawMatrix(), vector(x), 0, vector(z))
			blas64.Gemv(blas.NoTrans, -1, b.RawMatrix(), vector(z), 1, vector(dst))
		}
		return ctx.Err()
	}
	return norm2(ctx, n, mul, rng, 1e-10, 300)
}

// satisfies tells whether S, with W = UᵀS, is K-satisfiable. Both conditions are
// about the eigenvalues of a product of W with itself, so that two Cholesky
// factorisations answer each.
func (p *eigenpairs) satisfies(ctx context.Context, w *mat.Dense, ridge float64) (bool, error) {
	n, q := w.Dims()
	count := p.above(ridge)
	if count > 0 {
		leading := mat.NewSymDense(count, nil)
		leading.SymOuterK(1, w.Slice(0, count, 0, q))
		if ok, err := between(ctx, leading, 0.5, 1.5); !ok || err != nil {
			return false, err
		}
	}
	if count == n {
		return true, ctx.Err()
	}
	rest := mat.DenseCopyOf(w.Slice(count, n, 0, q))
	for i, v := range p.values[count:] {
		row := blas64.Vector{N: q, Inc: 1, Data: rest.RawRowView(i)}
		blas64.Scal(math.Sqrt(v), row)
	}
	tail := mat.NewSymDense(q, nil) // n·SᵀU₂Σ₂U₂ᵀS, and n·δ = γₛ
	tail.SymOuterK(1, rest.T())
	return between(ctx, tail, -ridge, satisfiable*satisfiable*ridge)
}
