package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Bless is bottom-up leverage score sampling with replacement. The ridge falls from γ₀ = n·maxᵢKᵢᵢ, at which all scores
// are about the same, to γₛ = Ridge by factors of at most pathStep. At each γₕ, R = q̄·n·max K/γₕ points are drawn
// uniformly, or all are taken if R ≥ n. Their scores
//
//	l̃ᵢ = (Kᵢᵢ − Kᵢᴊ(Kᴊᴊ+γₕA)⁻¹Kᴊᵢ)/γₕ
//
// are estimated from the points J of the previous step, with the weights 1/A. M = ⌈q̄·dₕ⌉ draws in proportion to them,
// dₕ = (n/R)·Σl̃, are the new J, with A = R·M/n·P, the expected number of draws of a point in total: E[S·Sᵀ] = I. (The
// authors' code uses the conditional probability P there, which overestimates later scores.) The paper's λ is γₛ/n.
//
// With budget = m the path ends as soon as more than m distinct points are drawn. These are thinned at a ridge between
// the last two, for which K between the last two J is read, and the rest of m is filled up. The path costs
// O((1/λ)·d_eff²) whatever n is.
type Bless struct {
	M      int     // landmarks at most, with Budget m; ≥ 1; clamped to n
	Ridge  float64 // γₛ > 0, in units of K
	QBar   int     // q̄ ≥ 1, draws for each unit of the effective dimension
	Budget int     // model.SizeByBudget or model.SizeByRidge
}

func bless() model.Method {
	return method(model.Method{
		Name: "bless",
		Doc: "BLESS: leverage scores along a falling ridge\n\n" +
			"The ridge falls step by step to γₛ, from one so large that all points have about the same score. Each step " +
			"estimates the scores of some random points from the previous dictionary, and draws the next by them: q̄ points " +
			"for each unit of the effective dimension. budget = m and budget = ridge mean the same as for squeak.\n\n" +
			scoresPay + "\n\n" +
			"Use it with a ridge well above the small eigenvalues: the path visits few points, at a cost independent of n. " +
			"With a small ridge it draws nearly all points, at a high cost. bless-r, without replacement, varies less.",
		Family:    model.Landmarks,
		When:      "for leverage scores at a large ridge, at a cost that does not depend on n",
		Ref:       "Rudi, Calandriello, Carratino and Rosasco, NeurIPS 2018 (arXiv 1810.13258), Algorithm 1",
		Cost:      "n + Σ (|J|·R + |J|²) along the path + n·|J|",
		Choosing:  2,
		Landmarks: true,
	}, func(f *Bless, n, d int) model.Memory { return pathMemory(n, f.M) })
}

func (f *Bless) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.ScoreRidge(&f.Ridge), model.QBar(&f.QBar), model.SizeRule(&f.Budget)}
}

// pathStep is the largest factor by which the ridge falls in a step.
const pathStep = 2

func (f *Bless) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	return f.fit(ctx, g, rng, replaced)
}

// fit is Fit with the step of BLESS or that of BLESS-R.
func (f *Bless) fit(ctx context.Context, g *model.Gram, rng *rand.Rand, next step) (model.Approximation, error) {
	check(bless(), f, g, rng)
	size := sizingOf(g.N(), f.M, f.Ridge, f.Budget)
	diag, err := form.Diagonal(g)
	if err != nil {
		return nil, err
	}
	p := &path{g: g, diag: diag, top: floats.Max(diag), qbar: float64(f.QBar), rng: rng, size: &size, kept: &packed{}}
	ridge, err := p.descend(ctx, next)
	if err != nil {
		return nil, err
	}
	return size.finish(ctx, g, p.kept, ridge, rng)
}

// pathMemory estimates the memory of a path. Its largest need is a step that estimates the scores of
// all points, with a tile of K for m points, or thinning a dictionary of 1.5·m points after it.
func pathMemory(n, m int) model.Memory {
	m = min(m, n)
	scoring := form.TileBytes(n, m) + 4*form.Bytes(m, m)
	return selectedMemory(n, m, 10*form.Bytes(n, 1)+max(thinningMemory(min(n, m*3/2)), scoring))
}

// path is the state of bless and bless-r between two steps.
type path struct {
	g    *model.Gram
	diag []float64
	top  float64 // max Kᵢᵢ
	qbar float64
	rng  *rand.Rand
	size *sizing
	kept *packed
}

// step makes the dictionary at the next ridge from the dictionary p.kept.
type step func(ctx context.Context, p *path, ridge float64) (*packed, error)

// descend goes down the path to its last dictionary, and returns the ridge there. This is the given ridge, or with
// budget = m a larger one at which more than m points were drawn and then thinned.
func (p *path) descend(ctx context.Context, next step) (ridge float64, err error) {
	start := p.top * float64(p.g.N())
	if start >= largestRidge || math.IsInf(start/p.size.given, 1) {
		return 0, &model.DegenerateError{What: "n times the largest diagonal entry of the kernel matrix", Value: start}
	}
	for _, ridge = range ridges(start, p.size.given) {
		before := p.kept
		if p.kept, err = next(ctx, p, ridge); err != nil {
			return 0, err
		}
		if len(p.kept.index) > p.size.m {
			rates, err := p.rates(ctx, before)
			if err != nil {
				return 0, err
			}
			return p.size.reduce(p.kept, ridge, rates, p.rng)
		}
	}
	return ridge, nil
}

// rates returns the function that gives q̄·l̃ at a ridge for the points of the last step. It estimates
// them from the dictionary before, as the draw of the last step did. Estimates from the new dictionary
// would by chance be lower for about every second point. It reads K between the two dictionaries.
func (p *path) rates(ctx context.Context, before *packed) (func(ridge float64) []float64, error) {
	drawn := slices.Clone(p.kept.index)
	var cross *mat.Dense // nil if the previous step kept nothing
	if len(before.index) > 0 {
		var err error
		if cross, err = form.Entries(ctx, p.g, before.index, drawn); err != nil {
			return nil, err
		}
	}
	return func(ridge float64) []float64 {
		columns := cross
		if cross != nil {
			columns = linalg.Columns(cross, placesOf(p.kept.index, drawn))
		}
		return scaled(before.scorer(ridge).estimates(columns, picked(p.diag, p.kept.index)), p.qbar)
	}, nil
}

// ridges returns ridges that fall from below start to end by equal factors of at most pathStep, or end
// alone if start is no larger.
func ridges(start, end float64) []float64 {
	if start <= end {
		return []float64{end}
	}
	steps := int(math.Ceil(math.Log(start/end) / math.Log(pathStep)))
	out := make([]float64, steps)
	for h := range out {
		out[h] = end * math.Pow(start/end, float64(steps-1-h)/float64(steps))
	}
	return out
}

// replaced is the step of BLESS.
func replaced(ctx context.Context, p *path, ridge float64) (*packed, error) {
	rows, times, total := p.uniform(ridge)
	return p.drawn(ctx, rows, times, total, ridge)
}

// drawn draws the new dictionary from the candidate rows with replacement, by their scores.
func (p *path) drawn(ctx context.Context, rows, times []int, total int, ridge float64) (*packed, error) {
	scores, err := p.scores(ctx, rows, ridge)
	if err != nil {
		return nil, err
	}
	weights, sum := slices.Clone(scores), 0.0
	for j, t := range times {
		weights[j] *= float64(t)
		sum += weights[j]
	}
	if sum == 0 {
		return &packed{}, nil
	}
	n := float64(p.g.N())
	draws := int(math.Ceil(p.qbar * sum * n / float64(total)))
	copies, rates := make([]int, len(rows)), make([]float64, len(rows))
	for _, j := range drawRepeated(weights, draws, p.rng) {
		copies[j]++
	}
	for j, l := range scores {
		rates[j] = float64(total) * float64(draws) * l / (n * sum)
	}
	return p.chosen(rows, copies, rates)
}

// uniform draws candidates uniformly, or takes all points. It returns the distinct rows, how often each
// was drawn, and the total number of draws.
func (p *path) uniform(ridge float64) (rows, times []int, total int) {
	n := p.g.N()
	total = n
	if r := p.qbar * p.top * float64(n) / ridge; r < float64(n) {
		total = max(1, int(math.Ceil(r)))
	}
	count := make([]int, n)
	for i := range total {
		if total < n {
			i = p.rng.IntN(n)
		}
		count[i]++
	}
	for i, c := range count {
		if c > 0 {
			rows, times = append(rows, i), append(times, c)
		}
	}
	return rows, times, total
}

// scores estimates the scores of the rows, at most 1, from the dictionary of the previous step.
func (p *path) scores(ctx context.Context, rows []int, ridge float64) ([]float64, error) {
	tau, err := p.kept.scorer(ridge).estimatesOf(ctx, p.g, rows, picked(p.diag, rows))
	for j := range tau {
		tau[j] = min(1, tau[j])
	}
	return tau, err
}

// chosen returns the dictionary of those rows that have copies, with its core.
func (p *path) chosen(rows, copies []int, rates []float64) (*packed, error) {
	var places []int
	for j, c := range copies {
		if c > 0 {
			places = append(places, j)
		}
	}
	if err := p.size.afford(p.g, len(places)); err != nil {
		return nil, err
	}
	kept := &packed{index: picked(rows, places), copies: picked(copies, places), rate: picked(rates, places)}
	return kept.read(p.g)
}
