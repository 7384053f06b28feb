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

// Diagnostics are quantities from the theory of one approximation K̃ of K = U·Λ·Uᵀ, λ₁ ≥ λ₂ ≥ …, at the ridge γₛ. They
// explain why a method does well or badly; to rank methods, compare errors. A figure that does not apply is NaN.
type Diagnostics struct {
	// Sketched reports whether K̃ has a sampling matrix S, n×q with E[SSᵀ] = I; see [model.Approximation]. Without one,
	// EpsilonS and Incoherence are NaN, and KSatisfiable is meaningless.
	Sketched bool

	// EpsilonS is ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂ ≥ 0 with Ψ = (K+γₛI)^(−1/2)·K^(1/2): S is (ε, γₛ)-accurate for ε ≥ ε(S). Below 1,
	// all guarantees of SQUEAK (Calandriello, Lazaric and Valko 2016) hold with this ε. From 1 on, S misses some
	// direction, or gives it far too much weight. It comes from Lanczos iteration: it is never too large, and has an
	// error of about √(1e-15·λ₁/γₛ).
	EpsilonS float64

	// GammaOK reports whether 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I, up to 1e-10·λ₁ on both sides. SQUEAK proves
	// this for the K̃ regularised with γₛ on an (ε, γₛ)-accurate S. ε is the argument of Diagnose:
	// with EpsilonS in its place, a worse S would have a looser bound.
	GammaOK bool

	// Coherence is μᵣ = (n/r)·maxᵢ‖Uᵣ(i,:)‖² in [1, n/r] for the r leading eigenvectors of K, where r is the rank of K̃
	// (Candès and Recht 2009; Talwalkar and Rostamizadeh 2010). At 1 all points have the same weight in the
	// eigenvectors, and uniform sampling is fine; at n/r one eigenvector is concentrated on a single point. It is NaN
	// for r = 0, for r = n, and if λᵣ = λᵣ₊₁ up to rounding, where the subspace is not determined.
	Coherence float64

	// Incoherence is M = n·maxᵢ Σ_{j ≤ d_δ} Uᵢⱼ²·λⱼ/(λⱼ+γₛ), d_δ = #{j: λⱼ > γₛ}, between d_δ/2 and n: the incoherence
	// of the accumulation paper (Chen and Yang 2021, reconstructed from the proof of Theorem 3.6) at δ = γₛ/n for
	// uniform sampling, even if the method draws otherwise. An accumulation of a terms needs m ≳ d_δ and m·a ≳ M, up to
	// logarithms. It is NaN for d_δ = 0.
	Incoherence float64

	// KSatisfiable reports K-satisfiability at δ = γₛ/n with c = 3 (Yang, Pilanci and Wainwright
	// 2017; Chen and Yang 2021, Definition 3.1). With the first d_δ eigenvectors U₁, the others U₂
	// and their eigenvalues over n, Σ₂: ‖U₁ᵀSSᵀU₁−I‖₂ ≤ 1/2 and ‖SᵀU₂Σ₂^(1/2)‖₂ ≤ c√δ.
	KSatisfiable bool

	// DMax is d_max = n·maxᵢ[K(K+γₛI)⁻¹]ᵢᵢ, see [Reference.MaximalDegrees]. Uniform sampling needs
	// about DMax columns, sampling by leverage scores about d_eff.
	DMax float64

	// SubspaceDist is ‖(I−QQᵀ)Uᵣ‖₂ in [0, 1], where Q is an orthonormal basis of the column space of K̃ and r its rank:
	// the sine of the largest principal angle to the r leading eigenvectors (Golub and Van Loan, 6.4.3). Its error is
	// about 1e-16·λ₁/(λᵣ−λᵣ₊₁). It is NaN where Coherence is. Directions of tiny eigenvalues count like all others: 1
	// is usual even if the error is small.
	SubspaceDist float64
}

// Diagnose computes the diagnostics of a. The first call computes the eigenpairs of K, in O(n³), and
// later calls reuse them; each call costs another O(n³) with a small constant. ridge is γₛ, and epsilon
// is the ε of GammaOK. Diagnose panics unless ridge > 0, epsilon is in [0, 1) and n ≤ DiagnosticsLimit.
func (r *Reference) Diagnose(ctx context.Context, a model.Approximation, ridge, epsilon float64) (Diagnostics, error) {
	checkRidge("Diagnose", ridge)
	if !(epsilon >= 0 && epsilon < 1) {
		panic(fmt.Sprintf("exact: Diagnose with ε = %v outside [0, 1)", epsilon))
	}
	nan := math.NaN()
	d := Diagnostics{EpsilonS: nan, Incoherence: nan, Coherence: nan, SubspaceDist: nan}
	pairs, err := r.decompose(ctx)
	if err != nil {
		return d, err
	}
	n := r.N()
	d.DMax = pairs.largestScore(n, ridge)
	if s := a.Sketch(); s != nil {
		if err := d.ofSketch(ctx, pairs, s, ridge, r.rng(5)); err != nil {
			return d, err
		}
	}
	if rank := min(a.Rank(), n); pairs.separate(rank) {
		all, err := r.Coherences(ctx)
		if err != nil {
			return d, err
		}
		d.Coherence = all[rank-1]
		if d.SubspaceDist, err = r.subspaceDist(ctx, pairs, a, rank); err != nil {
			return d, err
		}
	}
	e, err := r.difference(ctx, a)
	if err != nil {
		return d, err
	}
	slack := 1e-10 * pairs.values[0]
	d.GammaOK, err = eigenvaluesWithin(ctx, e, -slack, ridge/(1-epsilon)+slack)
	return d, err
}

// ofSketch sets the figures of S.
func (d *Diagnostics) ofSketch(ctx context.Context, p *eigenpairs, s *mat.Dense, ridge float64, rng *rand.Rand) error {
	var err error
	var w mat.Dense // UᵀS
	w.Mul(p.vectors.T(), s)
	if err := ctx.Err(); err != nil {
		return err
	}
	d.Sketched = true
	if count := p.above(ridge); count > 0 {
		d.Incoherence = p.largestScore(count, ridge)
	}
	if d.KSatisfiable, err = p.satisfies(ctx, &w, ridge); err != nil {
		return err
	}
	// In the eigenbasis Ψ(I−SSᵀ)Ψ is D − BBᵀ, D = Λ(Λ+γₛI)⁻¹ and B = D^(1/2)·W.
	scores := make([]float64, len(p.values))
	for i, v := range p.values {
		scores[i] = v / (v + ridge)
		floats.Scale(math.Sqrt(scores[i]), w.RawRowView(i))
	}
	multiply := func(dst, x []float64) error {
		floats.MulTo(dst, scores, x)
		return nil
	}
	d.EpsilonS, err = deviation(ctx, len(scores), multiply, &w, rng)
	return err
}

// deviation returns ‖P − BBᵀ‖₂, to a relative accuracy of 1e-10, by Lanczos. P is symmetric and n×n; B is
// n×q, nil for q = 0.
func deviation(ctx context.Context, n int, p linalg.Operator, b *mat.Dense, rng *rand.Rand) (float64, error) {
	mul := func(dst, x []float64) error {
		if err := p(dst, x); err != nil || b == nil {
			return err
		}
		_, q := b.Dims()
		z := linalg.Vector(make([]float64, q))
		blas64.Gemv(blas.Trans, 1, b.RawMatrix(), linalg.Vector(x), 0, z)
		blas64.Gemv(blas.NoTrans, -1, b.RawMatrix(), z, 1, linalg.Vector(dst))
		return ctx.Err()
	}
	return norm2(ctx, n, mul, rng, 1e-10)
}

// satisfies reports whether S, with W = UᵀS, is K-satisfiable. Both conditions limit the eigenvalues of a
// product of W with itself: two Cholesky factorisations check each.
func (p *eigenpairs) satisfies(ctx context.Context, w *mat.Dense, ridge float64) (bool, error) {
	const c = 3
	n, q := w.Dims()
	count := p.above(ridge)
	if count > 0 {
		leading := mat.NewSymDense(count, nil)
		leading.SymOuterK(1, w.Slice(0, count, 0, q))
		if ok, err := eigenvaluesWithin(ctx, leading, 0.5, 1.5); !ok || err != nil {
			return false, err
		}
	}
	if count == n {
		return true, ctx.Err()
	}
	rest := mat.DenseCopyOf(w.Slice(count, n, 0, q))
	for i, v := range p.values[count:] {
		floats.Scale(math.Sqrt(v), rest.RawRowView(i))
	}
	tail := mat.NewSymDense(q, nil) // n·SᵀU₂Σ₂U₂ᵀS, and n·δ = γₛ
	tail.SymOuterK(1, rest.T())
	return eigenvaluesWithin(ctx, tail, -ridge, c*c*ridge)
}

// eigenvaluesWithin reports whether lo·I ⪯ a ⪯ hi·I, up to rounding.
func eigenvaluesWithin(ctx context.Context, a *mat.SymDense, lo, hi float64) (bool, error) {
	shifted := mat.NewSymDense(a.SymmetricDim(), nil)
	for _, end := range []struct{ sign, shift float64 }{{1, -lo}, {-1, hi}} {
		shifted.ScaleSym(end.sign, a)
		linalg.AddRidge(shifted, end.shift)
		if _, definite, err := linalg.CholeskyInPlace(ctx, shifted); !definite || err != nil {
			return false, err
		}
	}
	return true, nil
}

// difference returns the upper half of K − K̃.
func (r *Reference) difference(ctx context.Context, a model.Approximation) (*mat.SymDense, error) {
	n := r.N()
	e := mat.NewDense(n, n, nil)
	err := r.eachPanel(ctx, func(_, lo, hi int, buffers *tileBuffers) {
		for from, to := range linalg.Tiles(n-lo, wideTile) {
			part := e.Slice(lo, hi, lo+from, lo+to).(*mat.Dense)
			a.Block(part, linalg.Sequence(lo, hi), linalg.Sequence(lo+from, lo+to))
			part.Sub(r.gram.Tile(buffers.entries[:], lo, hi, lo+from, lo+to), part)
		}
	})
	return mat.NewSymDense(n, e.RawMatrix().Data), err
}
