package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// KDPP draws a set S of k = M rows with probability det K[S, S]/e_k(λ), where e_k is the elementary symmetric
// polynomial of the eigenvalues. This is volume sampling of the columns of K^½: E tr(K−K̃) = (k+1)·e_{k+1}(λ)/e_k(λ) ≤
// (k+1)·Σ_{i>k} λᵢ.
//
// The draw is exact: k eigenvectors V are drawn first, by the ratios of elementary symmetric polynomials, whose
// logarithms are computed, and then S with probability det(V[S, :])². Eigenvalues below rounding errors count as 0;
// with fewer than k others there are fewer landmarks. K̃ is a projection, 0 ⪯ K−K̃ ⪯ K. It costs O(n³).
type KDPP struct {
	M int // k ≥ 1; clamped to n
}

func kdpp() model.Method {
	return method(model.Method{
		Name: "kdpp",
		Doc: "landmarks by an exact k-DPP, the reference\n\n" +
			"Nyström on m landmarks S drawn with probability proportional to det K[S, S]. Similar rows are seldom drawn " +
			"together. The expected trace of K−K̃ is known exactly, and at most m+1 times the optimum of rank m.\n\n" +
			"Use it, on up to 2000 rows, to see what drawing by volume is good for, and how near volume-nystrom and " +
			"rpcholesky come for less. It reads and decomposes all of K, after which best is at hand: it is only a reference.",
		Family: model.References,
		When:   "to see what exact draws by volume would gain",
		Ref: "Kulesza and Taskar, ICML 2011; Belabbas and Wolfe, PNAS 106, 2009; " +
			"Dereziński, Khanna and Mahoney, NeurIPS 2020 (the bound)",
		Cost:      "n²",
		Needs:     model.Needs{MaxN: 2000},
		ReadsAll:  always,
		Landmarks: true,
	}, func(f *KDPP, n, d int) model.Memory {
		// It counts K and the work of its decomposition, and the logarithms of the polynomials.
		m := min(f.M, n)
		return form.NystromMemory(n, m, 0, form.Bytes(n, n)*5/2+form.Bytes(n, m)+form.Bytes(m+1, n+1)+2*form.Bytes(m, m))
	})
}

func (f *KDPP) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

func (f *KDPP) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(kdpp(), f, g, rng)
	m, _, warnings := clamped(f.M, 0, g.N())
	all, err := form.Columns(ctx, g, nil)
	if err != nil {
		return nil, err
	}
	values, vectors, err := linalg.Eigen(ctx, linalg.AsSymmetric(all))
	if err != nil {
		return nil, err
	}
	if !(values[0] > 0) {
		return form.ZeroSample(g, nil, warnings), nil
	}
	positive := values[:linalg.BeyondRounding(values)] // fewer landmarks where these are fewer than m
	drawn := drawSpectrum(positive, min(m, len(positive)), rng)
	landmarks, err := drawVolume(ctx, linalg.Columns(vectors, drawn), rng)
	if err != nil {
		return nil, err
	}
	// All of K has been read: through a view the columns do not count again.
	return form.AsApproximation(form.ProjectedOn(ctx, g.View(), landmarks, 0, warnings))
}

// drawSpectrum draws the set J of k of the positive values with probability Π_{j∈J} λⱼ/e_k(λ).
func drawSpectrum(values []float64, k int, rng *rand.Rand) []int {
	logs := logSymmetric(values, k)
	drawn := make([]int, 0, k)
	for j := len(values); len(drawn) < k; j-- {
		l := k - len(drawn)
		// The chance that λⱼ is among l of the first j is λⱼ·e_{l−1}(λ₁…λⱼ₋₁)/e_l(λ₁…λⱼ), and 1 for l = j.
		if rng.Float64() < math.Exp(math.Log(values[j-1])+logs[l-1][j-1]-logs[l][j]) {
			drawn = append(drawn, j-1)
		}
	}
	return drawn
}

// logSymmetric returns ln e_l(λ₁…λⱼ) of positive values at [l][j], for l ≤ k, by
// e_l(λ₁…λⱼ) = e_l(λ₁…λⱼ₋₁) + λⱼ·e_{l−1}(λ₁…λⱼ₋₁); −Inf for l > j. All terms are positive, so that no
// digits cancel, and logarithms neither overflow nor underflow.
func logSymmetric(values []float64, k int) [][]float64 {
	logs := make([][]float64, k+1)
	for l := range logs {
		logs[l] = make([]float64, len(values)+1)
		if l == 0 {
			continue
		}
		logs[l][0] = math.Inf(-1)
		for j, v := range values {
			logs[l][j+1] = floats.LogSumExp([]float64{logs[l][j], math.Log(v) + logs[l-1][j]})
		}
	}
	return logs
}
