package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// DiagnosticsLimit is the largest n for which there are diagnostics. They need
// all eigenpairs of K.
const DiagnosticsLimit = 2000

// Diagnostics are figures that papers argue with about one approximation K̃ of
// K = U·Λ·Uᵀ, λ₁ ≥ λ₂ ≥ …, at the ridge γₛ. They explain why a method does well
// or badly; to rank methods, compare errors. A figure that does not apply is
// NaN.
//
// EpsilonS, Incoherence and KSatisfiable are about the sampling matrix S of a
// [model.Sketcher], n×q with E[SSᵀ] = I.
type Diagnostics struct {
	// Sketched tells whether K̃ has an S. Without one EpsilonS and Incoherence
	// are NaN, and KSatisfiable says nothing.
	Sketched bool

	// EpsilonS is ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂ with Ψ = (K+γₛI)^(−1/2)·K^(1/2), ≥ 0: S is
	// (ε, γₛ)-accurate for every ε ≥ ε(S). Below 1, all guarantees of SQUEAK
	// (Calandriello, Lazaric and Valko 2016) hold with it; at 1 or above S tells
	// nothing about some direction, or far too much. By Lanczos, hence never
	// too large, and good to some √(1e-15·λ₁/γₛ).
	EpsilonS float64

	// GammaOK is whether 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I, up to 1e-10·λ₁ on both sides:
	// what SQUEAK proves of the K̃ that is regularised with γₛ on an
	// (ε, γₛ)-accurate S. ε is the caller's, not EpsilonS, which would judge a
	// worse S by a looser bound.
	GammaOK bool

	// Coherence is μᵣ = (n/r)·maxᵢ‖Uᵣ(i,:)‖² in [1, n/r], of the r leading
	// eigenvectors of K (Candès and Recht 2009; Talwalkar and Rostamizadeh
	// 2010), with r the rank of K̃. 1: every point carries as much of them as
	// any other, and uniform sampling is fine; n/r: some point carries one
	// alone. NaN for r = 0 and r = n, and where λᵣ and λᵣ₊₁ agree to rounding, so
	// that the subspace is not determined.
	Coherence float64

	// Incoherence is M = n·maxᵢ Σ_{j ≤ d_δ} Uᵢⱼ²·λⱼ/(λⱼ+γₛ), d_δ = #{j: λⱼ > γₛ}: the
	// incoherence of the accumulation paper (Chen and Yang 2021, reconstructed
	// from the proof of Theorem 3.6) at δ = γₛ/n for uniform sampling,
	// between d_δ/2 and n. An accumulation of a terms needs m ≳ d_δ and m·a ≳ M,
	// up to logarithms. It is M of uniform sampling also for a method that
	// draws otherwise. NaN for d_δ = 0.
	Incoherence float64

	// KSatisfiable is K-satisfiability at δ = γₛ/n with c = 3 (Yang, Pilanci and
	// Wainwright 2017; Chen and Yang 2021, Definition 3.1): with U₁ the first
	// d_δ eigenvectors, U₂ the others and Σ₂ their eigenvalues over n,
	// ‖U₁ᵀSSᵀU₁−I‖₂ ≤ 1/2 and ‖SᵀU₂Σ₂^(1/2)‖₂ ≤ c√δ.
	KSatisfiable bool

	// DMax is n·maxᵢ τᵢ, τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ: Bach's maximal marginal degrees of
	// freedom (2013), between d_eff = Σ τᵢ and n. Uniform sampling needs some
	// DMax columns, sampling by leverage scores some d_eff.
	DMax float64

	// SubspaceDist is ‖(I−QQᵀ)Uᵣ‖₂, with Q an orthonormal basis of the column
	// space of K̃ and r its rank: the sine of the largest principal angle to the
	// span of the r leading eigenvectors (Golub and Van Loan, 6.4.3), in [0, 1],
	// good to some 1e-16·λ₁/(λᵣ−λᵣ₊₁). NaN where Coherence is. It weighs
	// directions of tiny eigenvalues like all others: 1 is usual where the
	// error is small.
	SubspaceDist float64
}

// Diagnose computes the diagnostics of a. The first call computes the
// eigenpairs of K, O(n³), and later ones share them; on top each costs O(n³)
// with a small constant. Between its steps it looks at ctx. ridge is γₛ > 0,
// epsilon in [0, 1) is that of GammaOK, and n ≤ DiagnosticsLimit; else it
// panics.
func (r *Reference) Diagnose(ctx context.Context, a model.Approximation, ridge, epsilon float64) (Diagnostics, error) {
	switch {
	case !(ridge > 0):
		panic("exact: Diagnose with a ridge that is not positive")
	case !(epsilon >= 0 && epsilon < 1):
		panic("exact: Diagnose with an epsilon outside [0, 1)")
	case r.N() > DiagnosticsLimit:
		panic("exact: Diagnose above DiagnosticsLimit")
	}
	nan := math.NaN()
	d := Diagnostics{EpsilonS: nan, Incoherence: nan, Coherence: nan, SubspaceDist: nan}
	if err := r.decompose(ctx); err != nil {
		return d, err
	}
	n := r.N()
	d.DMax = r.pairs.largestScore(n, ridge)
	if err := r.diagnoseSketch(ctx, a, ridge, &d); err != nil {
		return d, err
	}
	if rank := min(a.Rank(), n); r.pairs.separate(rank) {
		d.Coherence = r.pairs.coherence(rank)
		var err error
		if d.SubspaceDist, err = r.subspaceDistance(ctx, a, rank); err != nil {
			return d, err
		}
	}
	e, err := r.difference(ctx, a)
	if err != nil {
		return d, err
	}
	slack := 1e-10 * r.pairs.values[0]
	d.GammaOK, err = between(ctx, e, -slack, ridge/(1-epsilon)+slack)
	return d, err
}

// between tells whether lo·I ⪯ a ⪯ hi·I, up to rounding.
func between(ctx context.Context, a *mat.SymDense, lo, hi float64) (bool, error) {
	n := a.SymmetricDim()
	shifted := mat.NewSymDense(n, nil)
	definite := func(sign, shift float64) (bool, error) {
		shifted.ScaleSym(sign, a)
		for i := range n {
			shifted.SetSym(i, i, shifted.At(i, i)+shift)
		}
		_, ok, err := linalg.CholeskyInPlace(ctx, shifted)
		return ok, err
	}
	if ok, err := definite(1, -lo); !ok || err != nil {
		return false, err
	}
	return definite(-1, hi)
}

// difference is K − K̃.
func (r *Reference) difference(ctx context.Context, a model.Approximation) (*mat.SymDense, error) {
	n := r.N()
	e := mat.NewDense(n, n, nil)
	approx := mat.NewDense(min(linalg.TileRows(n), n), n, nil)
	err := r.rows(ctx, func(lo int, k *mat.Dense) {
		rows, _ := k.Dims()
		part := approx.Slice(0, rows, 0, n).(*mat.Dense)
		a.Block(part, sequence(lo, rows), nil)
		e.Slice(lo, lo+rows, 0, n).(*mat.Dense).Sub(k, part)
	})
	return mat.NewSymDense(n, e.RawMatrix().Data), err
}
