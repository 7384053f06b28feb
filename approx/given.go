package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// Given is K̃ = C·W⁺·Cᵀ with C = k(X, Z) and W = k(Z, Z) for the first m = M of the landmarks Z of [model.Gram.Give].
// K̃ is the projection of K on the functions k(·, zⱼ): 0 ⪯ K−K̃ ⪯ K whatever the landmarks are, and the error never
// rises with m. Equal ones count once, and there may be more than n. It draws nothing and costs O(n·m² + m³).
type Given struct {
	M    int // number of landmarks, the first of those given, ≥ 1; clamped to all
	Rank int // k: the best rank-k part replaces W; 0 = no truncation; clamped to M
}

func given() model.Method {
	return method(model.Method{
		Name: "given",
		Doc: "Nyström on landmarks from a file\n\n" +
			"K̃ = C·W⁺·Cᵀ with C = k(X, Z), W = k(Z, Z) for the first m landmarks Z of a file: rows by number, or points.\n\n" +
			"Use it to compare a dictionary made elsewhere, or landmarks you chose, with other methods at the same m; by " +
			"default m is the number of landmarks, at most 20000. For landmarks chosen without care it is the wrong method: " +
			"nystrom then does as well. It compares one choice and not a way of choosing: other seeds and repetitions draw " +
			"other rows of the data while the landmarks stay, so means over them say nothing about another choice. Weights of " +
			"a dictionary are not read: without truncation they cancel. Landmarks that are test rows, or chosen with their " +
			"help, reveal no targets, but make the figures on test rows a little too good.",
		Family:    model.Landmarks,
		When:      "where the landmarks are known, from a file",
		Ref:       "Williams and Seeger, NIPS 2000, with the landmarks taken as given",
		Cost:      "n·m+m²",
		Needs:     model.Needs{Landmarks: true},
		Landmarks: true,
	}, func(f *Given, n, d int) model.Memory { // the landmarks, the columns and the core
		return form.NystromMemory(n, f.M, f.Rank, form.Bytes(f.M, d))
	})
}

func (f *Given) Params() []model.Param {
	m := model.Budget(&f.M)
	m.Default = math.NaN() // the number of landmarks
	return []model.Param{m, model.TargetRank(&f.Rank)}
}

func (f *Given) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(given(), f, g, rng)
	var warnings []string
	count, d := g.Given().Dims()
	m := atMost("m", f.M, count, "the number of landmarks", &warnings)
	k := atMost("rank", f.Rank, m, "m", &warnings)
	return form.AsApproximation(centresOn(ctx, g, g.Given().Slice(0, m, 0, d).(*mat.Dense), k, warnings))
}
