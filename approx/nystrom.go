package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx/form"
	"gramscope/model"
)

// Nystrom is K̃ = C·W⁺·Cᵀ with C = K[:, I] and W = K[I, I] for m = M landmarks I, drawn uniformly without replacement.
// The best rank-k part of W, for Rank = k > 0, truncates the core, not K̃, and its error is a little larger than that
// of K̃'s best rank-k part. K̃ is the projection of K on the landmarks' columns: 0 ⪯ K−K̃ ⪯ K. Without truncation K̃
// equals K on the rows and columns I, and tr(K−K̃) is the nuclear norm of the residual. It costs O(n·m²).
//
// If the ridge decides, every point gets B(q̄, τ) weighted copies, q̄ = QBar, for the largest score τ =
// maxᵢ[K(K+γₛI)⁻¹]ᵢᵢ, γₛ = Ridge: about q̄·d_max in all, d_max = n·τ. K̃ is regularised with γₛ. This costs O(n³).
type Nystrom struct {
	M      int     // landmarks, with Budget m; ≥ 1; clamped to n
	Rank   int     // k, with Budget m; 0 = no truncation; clamped to M
	Ridge  float64 // γₛ > 0 where the ridge decides, in units of K
	QBar   int     // q̄ ≥ 1, copies for each unit of d_max where the ridge decides
	Budget int     // model.SizeByBudget or model.SizeByRidge
}

func nystrom() model.Method {
	return method(model.Method{
		Name: "nystrom",
		Doc: "Nyström: uniform landmarks\n\n" +
			"K̃ = C·W⁺·Cᵀ, C = K[:, I], W = K[I, I] for m distinct rows I; rank = k > 0: the k leading eigenpairs of W.\n\n" +
			"Try it first: cheap, and good for evenly spread data and wide kernels. Uniform draws miss small clusters and " +
			"outliers (k-means and scores find them); for narrow kernels, where K is nearly diagonal, no low rank does.\n\n" +
			"budget = ridge draws as many landmarks as theory requires of uniform sampling for the accuracy of squeak at γₛ " +
			"and q̄, about q̄·d_max, and regularises K̃ with γₛ. It reads all of K for d_max: only for comparisons.",
		Family: model.Landmarks,
		When:   "first, for wide kernels on evenly spread points: the fastest landmarks",
		Ref:    "Williams and Seeger, NIPS 2000; Kumar, Mohri and Talwalkar, JMLR 2012; budget = ridge: Bach, COLT 2013",
		Cost:   "n·m",
		ReadsAll: func(f model.Fitter) bool {
			own, ok := f.(*Nystrom)
			return ok && own.Budget == model.SizeByRidge
		},
		Nests: func(f model.Fitter) bool { // neither the leading eigenpairs of W nor the copies where the ridge decides
			own, ok := f.(*Nystrom)
			return ok && own.Rank == 0 && own.Budget == model.SizeByBudget
		},
		Landmarks: true,
	}, func(f *Nystrom, n, d int) model.Memory {
		// If the ridge decides, it counts K and its Cholesky factor first, and then m columns.
		m := min(f.M, n)
		if f.Budget == model.SizeByRidge {
			return selectedMemory(n, m, 2*form.Bytes(n, n))
		}
		return form.NystromMemory(n, m, f.Rank, 0)
	})
}

func (f *Nystrom) Params() []model.Param {
	byRidge := ofRidge(f.Budget, model.ScoreRidge(&f.Ridge), model.QBar(&f.QBar), model.SizeRule(&f.Budget))
	return append([]model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}, byRidge...)
}

func (f *Nystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(nystrom(), f, g, rng)
	if f.Budget == model.SizeByRidge {
		size := sizedByRidge(g.N(), f.M, f.Rank, f.Ridge)
		tau, err := oracleScores(ctx, g, f.Ridge, &size.warnings)
		if err != nil {
			return nil, err
		}
		tau = slices.Repeat([]float64{floats.Max(tau)}, len(tau))
		// All of K has been read: through a view the columns do not count again.
		return size.drawCopies(ctx, g.View(), tau, f.QBar, rng)
	}
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	landmarks := model.SampleRows(g.N(), m, rng)
	s := uniformDictionary(landmarks, g.N())
	return form.AsApproximation(s.sketching(form.ProjectedOn(ctx, g, landmarks, k, warnings)))
}

// uniformDictionary returns the dictionary of m landmarks drawn uniformly, with the weights √(n/m).
func uniformDictionary(landmarks []int, n int) dictionary {
	m := len(landmarks)
	return dictionary{landmarks, slices.Repeat([]float64{math.Sqrt(float64(n) / float64(m))}, m)}
}
