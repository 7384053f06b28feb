package approx

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
)

// uniformShare is the probability that the second pass draws uniformly, for clusters that the pilot
// missed: their scores are near 0.
const uniformShare = 0.1

// TwoPassRLS draws p = Pilot columns with probabilities proportional to Kᵢᵢ. They give B·Bᵀ = C·W⁺·Cᵀ, from which
//
//	l̃ᵢ = Bᵢᵀ(BᵀB+γₛI)⁻¹Bᵢ ≤ τᵢ,  γₛ = Ridge;
//
// the result is Nyström on m = M landmarks drawn in proportion to the l̃ᵢ, mixed with a tenth of uniform probabilities.
// Both draws are of distinct columns; the paper draws with replacement, and has no uniform tenth. Its additive bound
// τᵢ−2ε ≤ l̃ᵢ needs p of the order tr K/(γₛ·ε)·ln n.
//
// If the ridge decides, p is tr K/(γₛ·ε), which that bound requires up to its logarithm. The second pass draws B(q̄,
// pᵢ) weighted copies of each point, q̄ = QBar, where pᵢ is Σl̃ times the probability of a single draw above. K̃ is
// regularised with γₛ. It costs O(n·(p²+m²)).
type TwoPassRLS struct {
	M       int     // landmarks, with Budget m; ≥ 1; clamped to n
	Rank    int     // k, with Budget m: the best rank-k part replaces the core; 0 = no truncation; clamped to M
	Pilot   int     // p, columns of the first pass; 0 = M with Budget m, else tr K/(γₛ·ε); clamped to n
	Ridge   float64 // γₛ > 0, in units of K
	Epsilon float64 // ε in (0, 1) where the ridge decides
	QBar    int     // q̄ ≥ 1, copies of a point of score 1 where the ridge decides
	Budget  int     // model.SizeByBudget or model.SizeByRidge
}

func twoPassRLS() model.Method {
	return method(model.Method{
		Name: "two-pass-rls",
		Doc: "landmarks by scores from a first Nyström pass\n\n" +
			"p = pilot columns, drawn by the diagonal, give an approximation whose ridge leverage scores, cheap and never " +
			"above the exact ones, choose the m landmarks of the second pass; a tenth are drawn uniformly.\n\n" +
			"The simplest use of leverage scores, at about twice the cost of nystrom. It knows only what the first pass has " +
			"seen: a small cluster without a pilot column has scores near 0, and only the uniform tenth can find it. " +
			"recursive-rls, squeak and bless estimate from above and do not have that weakness.\n\n" +
			"budget = ridge uses tr K/(γₛε) pilot columns unless pilot is given, which for a small γₛ are all columns, draws " +
			"copies of points as rls does, and regularises K̃ with γₛ.",
		Family:    model.Landmarks,
		When:      "for leverage scores at twice the cost of nystrom",
		Ref:       "Alaoui and Mahoney, NIPS 2015, section 3.4",
		Cost:      "n·(1 + pilot + m)",
		Choosing:  2,
		Landmarks: true,
	}, func(f *TwoPassRLS, n, d int) model.Memory {
		// It counts the pilot pass. If the ridge decides, m points are assumed, and the pilot
		// columns of a K with ones on its diagonal.
		m, p := min(f.M, n), min(f.Pilot, n)
		if f.Budget == model.SizeByRidge {
			if p == 0 {
				p = f.columns(n, float64(n))
			}
			return selectedMemory(n, m, pilotMemory(n, p))
		}
		return form.NystromMemory(n, m, f.Rank, pilotMemory(n, cmp.Or(p, m)))
	})
}

func (f *TwoPassRLS) Params() []model.Param {
	byRidge := ofRidge(f.Budget, model.Epsilon(&f.Epsilon), model.QBar(&f.QBar), model.SizeRule(&f.Budget))
	pilot := wholeNumber("pilot", &f.Pilot,
		"columns of the first pass; 0 = as many as m, or with budget = ridge tr K/(γₛε)", 0, 20000, 0)
	own := []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank), pilot, model.ScoreRidge(&f.Ridge)}
	return append(own, byRidge...)
}

// columns returns the number of pilot columns for a K of the given trace if the ridge decides.
func (f *TwoPassRLS) columns(n int, trace float64) int {
	if p := trace / (f.Ridge * f.Epsilon); p < float64(n) {
		return max(1, int(math.Ceil(p)))
	}
	return n
}

func (f *TwoPassRLS) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(twoPassRLS(), f, g, rng)
	if f.Budget == model.SizeByRidge {
		return f.byRidge(ctx, g, rng)
	}
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	p := m
	if f.Pilot > 0 {
		p = atMost("pilot", f.Pilot, g.N(), "n", &warnings)
	}
	shares, err := pilotShares(ctx, g, p, f.Ridge, rng)
	if err != nil {
		return nil, err
	}
	return form.AsApproximation(form.ProjectedOn(ctx, g, drawDistinct(shares, m, rng), k, warnings))
}

// pilotShares returns the probabilities of the second pass: the scores after p pilot columns drawn by
// the diagonal, mixed with uniform ones.
func pilotShares(ctx context.Context, g *model.Gram, p int, ridge float64, rng *rand.Rand) ([]float64, error) {
	diag, err := form.Diagonal(g)
	if err != nil {
		return nil, err
	}
	scores, err := pilotScores(ctx, g, drawDistinct(diag, p, rng), ridge)
	if err != nil {
		return nil, err
	}
	return mixed(scores), nil
}

// pilotMemory counts a tile of pilot columns and of their features, the core, and FᵀF.
func pilotMemory(n, p int) int64 {
	return form.TileBytes(n, 3*p) + form.ProjectionMemory(p) + 2*form.Bytes(p, p) + 6*form.Bytes(n, 1)
}

// byRidge makes both passes if the ridge decides.
func (f *TwoPassRLS) byRidge(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	size := sizedByRidge(g.N(), f.M, f.Rank, f.Ridge)
	diag, err := form.Diagonal(g)
	if err != nil {
		return nil, err
	}
	p := f.columns(g.N(), floats.Sum(diag))
	if f.Pilot > 0 {
		p = atMost("pilot", f.Pilot, g.N(), "n", &size.warnings)
	} else if p > f.columns(g.N(), float64(g.N())) { // more than the memory was estimated for
		reason := fmt.Sprintf("with %d pilot columns at score-ridge = %.3g", p, f.Ridge)
		remedies := remedy.Change(remedy.Lower, "n").Or(remedy.Change(remedy.Raise, "score-ridge", "epsilon"))
		if err := g.Afford(selectedMemory(g.N(), min(f.M, g.N()), pilotMemory(g.N(), p)), reason, remedies); err != nil {
			return nil, err
		}
	}
	scores, err := pilotScores(ctx, g, drawDistinct(diag, p, rng), f.Ridge)
	if err != nil {
		return nil, err
	}
	return size.drawCopies(ctx, g, scaled(mixed(scores), floats.Sum(scores)), f.QBar, rng)
}

// pilotScores returns the l̃ᵢ for given pilot columns.
func pilotScores(ctx context.Context, g *model.Gram, pilot []int, ridge float64) ([]float64, error) {
	columns := g.Charge(int64(g.N()) * int64(len(pilot)))
	columns.SetFactorLimit(0) // B is read only twice, and storing it would take most of the memory
	b, err := form.ProjectedOn(ctx, columns, pilot, 0, nil)
	if err != nil {
		return nil, err
	}
	return b.LeverageScores(ctx, ridge)
}

// mixed returns probabilities proportional to the scores, mixed with uniform ones.
func mixed(scores []float64) []float64 {
	sum, n := floats.Sum(scores), float64(len(scores))
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = uniformShare / n
		if sum > 0 {
			out[i] += (1 - uniformShare) * s / sum
		}
	}
	return out
}
