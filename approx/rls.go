package approx

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// RLS draws m = M distinct landmarks, one after the other, with probabilities proportional to τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ, γₛ =
// Ridge. They have no weights, which would cancel in K̃ without truncation. The theory draws O(d_eff·ln n) landmarks,
// d_eff = Στᵢ, with replacement or by independent trials; distinct ones are never worse.
//
// If the ridge decides, each point gets B(q̄, τᵢ) weighted copies, q̄ = QBar, about q̄·d_eff in all, and K̃ is
// regularised with γₛ. It stores K twice and costs O(n³).
type RLS struct {
	M      int     // landmarks, with Budget m; ≥ 1; clamped to n
	Rank   int     // k, with Budget m: the best rank-k part replaces the core; 0 = no truncation; clamped to M
	Ridge  float64 // γₛ > 0, in units of K
	QBar   int     // q̄ ≥ 1, copies of a point of score 1 where the ridge decides
	Budget int     // model.SizeByBudget or model.SizeByRidge
}

func rls() model.Method {
	return method(model.Method{
		Name: "rls",
		Doc: "landmarks by exact ridge leverage scores, the reference\n\n" +
			"Nyström on m distinct landmarks drawn with probabilities proportional to τᵢ = [K(K + γₛI)⁻¹]ᵢᵢ, near 1 for a " +
			"point unlike all others and about 1/s for one of s equal points.\n\n" +
			"Use it to see what leverage scores are good for, on unevenly spread data above all, and how much their cheaper " +
			"relatives (two-pass-rls, recursive-rls, squeak, bless) lose. It reads all n² entries and solves a system of size " +
			"n: it is no use where K is too large to store. For evenly spread points it is no better than nystrom.\n\n" +
			"budget = ridge draws q̄·τᵢ copies of each point on average and regularises K̃ with γₛ: squeak by exact scores.",
		Family:    model.References,
		When:      "to see what exact leverage scores would gain",
		Ref:       "Alaoui and Mahoney, NIPS 2015; Calandriello, Lazaric and Valko 2016, section 2 (RLS-SAMPLING)",
		Cost:      "n²",
		ReadsAll:  always,
		Landmarks: true,
	}, func(f *RLS, n, d int) model.Memory {
		// It counts K and its Cholesky factor, and then m columns, also if the ridge decides.
		m := min(f.M, n)
		if f.Budget == model.SizeByRidge {
			return selectedMemory(n, m, 2*form.Bytes(n, n))
		}
		return form.NystromMemory(n, m, f.Rank, 2*form.Bytes(n, n))
	})
}

func (f *RLS) Params() []model.Param {
	byRidge := ofRidge(f.Budget, model.QBar(&f.QBar), model.SizeRule(&f.Budget))
	return append([]model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank), model.ScoreRidge(&f.Ridge)}, byRidge...)
}

func (f *RLS) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(rls(), f, g, rng)
	if f.Budget == model.SizeByRidge {
		size := sizedByRidge(g.N(), f.M, f.Rank, f.Ridge)
		tau, err := oracleScores(ctx, g, f.Ridge, &size.warnings)
		if err != nil {
			return nil, err
		}
		return size.drawCopies(ctx, g.View(), tau, f.QBar, rng)
	}
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	tau, err := oracleScores(ctx, g, f.Ridge, &warnings)
	if err != nil {
		return nil, err
	}
	// All of K has been read: through a view the columns do not count again.
	return form.AsApproximation(form.ProjectedOn(ctx, g.View(), drawDistinct(tau, m, rng), k, warnings))
}

// oracleScores returns the exact ridge leverage scores, with a warning if the ridge is below what
// float64 can resolve. It reads all of K, and stores it twice.
func oracleScores(ctx context.Context, g *model.Gram, ridge float64, warnings *[]string) ([]float64, error) {
	all, err := form.Columns(ctx, g, nil)
	if err != nil {
		return nil, err
	}
	if least := resolvable(ridge, mat.Trace(all)); least > ridge {
		warn(warnings, "score-ridge = %.3g is below what float64 can resolve, %.3g was used: raise score-ridge", ridge, least)
	}
	return scoresOf(ctx, all, ridge)
}
