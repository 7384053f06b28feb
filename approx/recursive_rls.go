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

// RecursiveRLS is the fixed-size form of the authors' code. It takes half of the points, half of those and so on down
// to about m = M. On the way back, the landmarks of each half estimate the scores of the whole, at a ridge γₛ =
// (1/k)·Σ_{i>k} λᵢ(SᵀKS), k = m/(4·ln m), and are replaced by a sample by these scores, in which each point is drawn
// independently with probability min(1, ln m·τ̂). The last step draws m distinct landmarks in proportion to the scores.
//
// For m = 8k·ln k, K−K̃ ⪯ (1/k)·Σ_{i>k} λᵢ(K)·I with high probability. The result is Nyström with a pseudo-inverse; the
// authors' code adds 1e-5·I to the core instead. R_l in the cost are the landmarks at a level, about m/2. It costs
// O(n·m²).
type RecursiveRLS struct {
	M    int // landmarks, ≥ 1; clamped to n
	Rank int // r: the best rank-r part replaces the core; 0 = no truncation; clamped to M
}

func recursiveRLS() model.Method {
	return method(model.Method{
		Name: "recursive-rls",
		Doc: "landmarks by scores estimated on nested halves\n\n" +
			"It estimates leverage scores on ever larger random parts of the data, each from the landmarks of the previous " +
			"part and with a ridge chosen from m, and draws the m landmarks by the last scores.\n\n" +
			"A good default for unevenly spread points: no ridge to choose, two to three times nystrom's entries, a proven " +
			"spectral bound. For evenly spread points nystrom does as well for less; for m below some 10 estimates are crude.",
		Family:    model.Landmarks,
		When:      "for unevenly spread points, with a proven bound and no ridge to choose",
		Ref:       "Musco and Musco, NIPS 2017 (arXiv 1605.07583), algorithm 3; recursiveNystrom.m",
		Cost:      "n + n·m + Σ_l n/2^l·|R_l|, about 2.5·n·m",
		Choosing:  3,
		Landmarks: true,
	}, func(f *RecursiveRLS, n, d int) model.Memory {
		// It counts some numbers for each point, a tile of the columns of about m landmarks,
		// their core and its eigenvalues.
		m := min(f.M, n)
		return form.NystromMemory(n, m, f.Rank, form.TileBytes(n, m)+7*form.Bytes(n, 1)+5*form.Bytes(m, m))
	})
}

func (f *RecursiveRLS) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}
}

func (f *RecursiveRLS) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(recursiveRLS(), f, g, rng)
	m, r, warnings := clamped(f.M, f.Rank, g.N())
	diag, err := form.Diagonal(g)
	if err != nil {
		return nil, err
	}
	h := halving{g: g, diag: diag, m: m, order: rng.Perm(g.N())}
	landmarks, err := h.landmarks(ctx, rng)
	if err != nil {
		return nil, err
	}
	return form.AsApproximation(form.ProjectedOn(ctx, g, landmarks, r, warnings))
}

// halving is one run of the recursion: level l works on the first z_l points of order.
type halving struct {
	g     *model.Gram
	diag  []float64
	m     int
	order []int
}

// logBudget returns ln m, the oversampling, bounded away from 0.
func (h *halving) logBudget() float64 { return math.Log(float64(max(2, h.m))) }

// sizes returns z_1 = n, z_2 = ⌈n/2⌉ …, the last at most m.
func (h *halving) sizes() []int {
	z := []int{len(h.order)}
	for last := z[0]; last > h.m; z = append(z, last) {
		last = (last + 1) / 2
	}
	return z
}

func (h *halving) landmarks(ctx context.Context, rng *rand.Rand) ([]int, error) {
	z := h.sizes()
	kept := dictionary{index: slices.Clone(h.order[:z[len(z)-1]])}
	kept.weight = slices.Repeat([]float64{1}, len(kept.index))
	for l := len(z) - 2; l >= 0; l-- {
		tau, err := h.scores(ctx, kept, z[l])
		if err != nil {
			return nil, err
		}
		if l > 0 {
			kept = h.thin(tau, rng)
			continue
		}
		for p, t := range tau {
			tau[p] = min(1, t)
		}
		return picked(h.order, drawDistinct(tau, h.m, rng)), nil
	}
	return kept.index, nil // m = n
}

// scores returns the τ̂ᵢ at the ridge γₛ for the first z points of order. The points of the dictionary are among these.
func (h *halving) scores(ctx context.Context, d dictionary, z int) ([]float64, error) {
	g := h.g.Charge(int64(z) * int64(len(d.index))) // the core among them
	block, err := form.Entries(ctx, g, d.index, d.index)
	if err != nil {
		return nil, err
	}
	core, diag := linalg.Symmetric(block), picked(h.diag, h.order[:z])
	k := math.Ceil(float64(h.m) / (4 * h.logBudget()))
	ridge, err := d.tailRidge(ctx, core, int(k), floats.Sum(diag)/float64(z))
	if err != nil {
		return nil, err
	}
	if ridge == 0 { // K is zero, or so small that the ridge underflows
		return make([]float64, z), nil
	}
	return d.scorer(core, ridge).estimatesOf(ctx, g, h.order[:z], diag)
}

// thin keeps each point independently with probability min(1, ln m·τ̂), weighted so that E[S·Sᵀ] = I. If
// none is left, it draws at most m uniformly.
func (h *halving) thin(tau []float64, rng *rand.Rand) dictionary {
	var d dictionary
	for p, t := range tau {
		pi := min(1, h.logBudget()*t)
		if rng.Float64() < pi {
			d.index = append(d.index, h.order[p])
			d.weight = append(d.weight, 1/math.Sqrt(pi))
		}
	}
	if len(d.index) > 0 {
		return d
	}
	z := len(tau)
	return uniformDictionary(picked(h.order, model.SampleRows(z, min(h.m, z), rng)), z)
}

// tailRidge returns (tr W − the k largest eigenvalues)/k of W = SᵀKS = diag(w)·Kᴅᴅ·diag(w), but at
// least what float64 can resolve. If W is zero or at most k×k, it returns 1e-5 of mean, the mean Kᵢᵢ.
func (d dictionary) tailRidge(ctx context.Context, core *mat.SymDense, k int, mean float64) (float64, error) {
	trace := d.trace(core)
	if k >= len(d.index) || trace == 0 {
		return 1e-5 * mean, nil
	}
	scaled := mat.NewSymDense(len(d.index), nil)
	for i, wi := range d.weight {
		for j := i; j < len(d.weight); j++ {
			scaled.SetSym(i, j, wi*d.weight[j]*core.At(i, j)/trace)
		}
	}
	values, err := linalg.Eigenvalues(ctx, scaled)
	if err != nil {
		return 0, err
	}
	return resolvable(trace*floats.Sum(values[k:])/float64(k), trace), nil
}
