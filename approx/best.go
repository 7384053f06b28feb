package approx

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Best is K̃ = Uᵣ·diag(λ₁…λᵣ)·Uᵣᵀ with the largest |λ|, which are negative for an indefinite K: ‖K−K̃‖_F² = Σ_{i>r}
// λᵢ², ‖K−K̃‖₂ = λᵣ₊₁, tr(K−K̃) = Σ_{i>r} λᵢ. It costs O(n²·r), O(n³) for r above n/4.
type Best struct {
	M    int // budget, ≥ 1; the rank unless Rank is given
	Rank int // r; 0 = M
}

func best() model.Method {
	return method(model.Method{
		Name: "best",
		Doc: "best approximation of rank r: the truncated SVD of K\n\n" +
			"K̃ = Uᵣ·diag(λ₁…λᵣ)·Uᵣᵀ, r = rank or else m: the floor of Frobenius, spectral and trace errors at that rank.\n\n" +
			"Use it to see what cheaper methods lose. It reads all n² entries: where that is affordable, K itself will do.",
		Family:   model.References,
		When:     "to see the floor, which no other method of the same rank goes below",
		Ref:      "Eckart and Young, Psychometrika 1936; Golub and Van Loan, Matrix Computations, 10.3",
		Cost:     "n²",
		ReadsAll: always,
	}, func(f *Best, n, d int) model.Memory {
		// It counts the basis of block Lanczos and the projected problem, or three n×n matrices.
		r := min(n, cmp.Or(f.Rank, f.M))
		out := form.FactorMemory(n, r, n, max(model.LeadingMemory(n, r), 2*form.Bytes(n, r)))
		out.Extend = form.Bytes(n, r)
		return out
	})
}

func (b *Best) Params() []model.Param {
	return []model.Param{model.Budget(&b.M), model.TargetRank(&b.Rank)}
}

// Fit computes the leading eigenpairs. rng starts the block Lanczos iteration.
func (b *Best) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(best(), b, g, rng)
	n := g.N()
	var warnings []string
	r := rankOf(b.M, b.Rank, n, &warnings)
	if _, err := form.Diagonal(g); err != nil {
		return nil, err
	}
	values, u, err := g.Leading(ctx, r, rng)
	if err != nil {
		return nil, err
	}
	q := 0
	for q < r && math.Abs(values[q]) > float64(n)*linalg.Eps*math.Abs(values[0]) {
		q++
	}
	if q == 0 {
		return form.ZeroSample(g, nil, warnings), nil
	}
	if slices.Min(values[:q]) < 0 {
		a := bestIndefinite(g, values[:q], linalg.FirstColumns(u, q), warnings)
		return a, a.Complete(ctx)
	}
	f := mat.DenseCopyOf(u.Slice(0, n, 0, q))
	for j := range q {
		blas64.Scal(math.Sqrt(values[j]), linalg.Column(f, j))
	}
	return form.NewFactor(g, f, nil, warnings).ExtendedOnAll(), nil
}

// bestIndefinite returns U·diag(λ)·Uᵀ, some λ < 0, which is no F·Fᵀ. A new point has the features k(z, X)·U·diag(λ)⁻¹.
func bestIndefinite(g *model.Gram, values []float64, u *mat.Dense, warnings []string) *form.Coupled {
	dual := mat.DenseCopyOf(u)
	for j, v := range values {
		blas64.Scal(1/v, linalg.Column(dual, j))
	}
	whole := [][]int{linalg.Sequence(0, g.N())}
	a := form.NewCoupled(g, whole, []*mat.Dense{u}, [][]int{nil}, []form.Chain{{{Dense: dual}}}, warnings)
	for j, v := range values {
		a.Between(0, 0).Set(j, j, v)
	}
	return a
}
