package approx

import (
	"context"
	"math/rand/v2"

	"gramscope/approx/form"
	"gramscope/model"
)

// RegularizedNystrom is K̃ = KS(SᵀKS+γₛI)⁻¹SᵀK, γₛ = Ridge, on the m = M landmarks that [Nystrom] draws with the same
// seed, weighted by √(n/m): E[S·Sᵀ] = I. 0 ⪯ K̃ ⪯ K̃ of [Nystrom] ⪯ K, and the two meet as γₛ → 0. Where S is (ε,
// γₛ)-accurate, 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I; no row of K is reproduced exactly. It costs O(n·m²).
type RegularizedNystrom struct {
	M     int     // landmarks, ≥ 1; clamped to n
	Ridge float64 // γₛ > 0, in units of K
}

func regularizedNystrom() model.Method {
	return method(model.Method{
		Name: "regularized-nystrom",
		Doc: "Nyström with a ridge in the core, uniform landmarks\n\n" +
			"K̃ = KS(SᵀKS + γₛI)⁻¹SᵀK, S = √(n/m) times the columns I of the identity for m distinct rows I, drawn uniformly; " +
			"squeak, bless and others do the same with their dictionaries.\n\n" +
			"It shows what the ridge costs: K̃ never exceeds the K̃ of nystrom on the same landmarks and is never closer to " +
			"K, but for score-ridge well below the eigenvalues that matter the two are the same. The ridge makes the core " +
			"well conditioned and bounds K−K̃ where the landmarks represent K at that ridge; it does not help if the " +
			"landmarks miss something. With score-ridge above tr K, K̃ is close to zero.",
		Family:    model.Landmarks,
		When:      "to see what a ridge in the core costs",
		Ref:       "Calandriello, Lazaric and Valko, NIPS workshop 2016 (SQUEAK), eq. 3",
		Cost:      "n·m",
		Landmarks: true,
	}, func(f *RegularizedNystrom, n, d int) model.Memory {
		// It counts the columns, the core, and the core with a ridge.
		m := min(f.M, n)
		return form.MapMemory(n, m, m, 0, form.ProjectionMemory(m)+4*form.Bytes(m, m))
	})
}

func (f *RegularizedNystrom) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.ScoreRidge(&f.Ridge)}
}

func (f *RegularizedNystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(regularizedNystrom(), f, g, rng)
	m, _, warnings := clamped(f.M, 0, g.N())
	d := uniformDictionary(model.SampleRows(g.N(), m, rng), g.N())
	return form.AsApproximation(regularizedOn(ctx, g, d, f.Ridge, warnings))
}
