package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// packed is a dictionary in the making: what squeak, disqueak, ink-estimate,
// bless and bless-r keep of the points they have seen. A point is there with a
// number of copies whose mean is its rate, given all that the rate was chosen
// by: E[copies/rate] = 1 for every point, those dropped counted as 0, and so
// E[S·Sᵀ] = I with the weights √(copies/rate). thin keeps that (a martingale).
type packed struct {
	index  []int     // distinct rows
	copies []int     // ≥ 1
	rate   []float64 // expected copies, > 0

	core *mat.SymDense // K[index, index], kept while scores are estimated; nil when empty
}

// pack reads the core of rows that are there with so many copies at that rate:
// len(rows)² entries.
func pack(g *model.Gram, rows, copies []int, rate []float64) (*packed, error) {
	if len(rows) == 0 {
		return &packed{}, nil
	}
	p := &packed{index: rows, copies: copies, rate: rate}
	return p, p.read(g)
}

// read sets the core: |D|² entries.
func (p *packed) read(g *model.Gram) error {
	if len(p.index) == 0 {
		return nil
	}
	core := mat.NewDense(len(p.index), len(p.index), nil)
	g.Block(core, p.index, p.index)
	p.core = linalg.Symmetric(core)
	return checkFinite(core)
}

// fresh packs rows as they come in, len(rows)² entries: with so many copies for
// certain, the weight 1.
func fresh(g *model.Gram, rows []int, copies int) (*packed, error) {
	core := mat.NewDense(len(rows), len(rows), nil)
	g.Block(core, rows, rows)
	return arrived(rows, copies, core), checkFinite(core)
}

// arrived is fresh where the core is at hand.
func arrived(rows []int, copies int, core *mat.Dense) *packed {
	p := &packed{index: slices.Clone(rows), core: linalg.Symmetric(core)}
	for range rows {
		p.copies, p.rate = append(p.copies, copies), append(p.rate, float64(copies))
	}
	return p
}

// join reads K between two dictionaries of different points, p's size times
// q's entries, and returns both as one.
func join(g *model.Gram, p, q *packed) (*packed, error) {
	if len(p.index) == 0 {
		return q, nil
	}
	if len(q.index) == 0 {
		return p, nil
	}
	cross := mat.NewDense(len(p.index), len(q.index), nil)
	g.Block(cross, p.index, q.index)
	if err := checkFinite(cross); err != nil {
		return nil, err
	}
	return joined(p, q, cross), nil
}

// joined is p and q as one; cross is K[p, q].
func joined(p, q *packed, cross *mat.Dense) *packed {
	left, right := len(p.index), len(q.index)
	core := mat.NewSymDense(left+right, nil)
	for i := range left {
		for j := i; j < left; j++ {
			core.SetSym(i, j, p.core.At(i, j))
		}
		for j := range right {
			core.SetSym(i, left+j, cross.At(i, j))
		}
	}
	for i := range right {
		for j := i; j < right; j++ {
			core.SetSym(left+i, left+j, q.core.At(i, j))
		}
	}
	both := together(p, q)
	both.core = core
	return both
}

// together is p and q as one, without its core.
func together(p, q *packed) *packed {
	return &packed{
		index:  slices.Concat(p.index, q.index),
		copies: slices.Concat(p.copies, q.copies),
		rate:   slices.Concat(p.rate, q.rate),
	}
}

// dictionary is S.
func (p *packed) dictionary() dictionary {
	d := dictionary{index: slices.Clone(p.index), weight: make([]float64, len(p.index))}
	for j, c := range p.copies {
		d.weight[j] = math.Sqrt(float64(c) / p.rate[j])
	}
	return d
}

// scores are the estimates of the dictionary's own points at the ridge γ: for these
// τ̂ᵢ = aᵢ·(1 − γaᵢ[(Kᴅᴅ+γA)⁻¹]ᵢᵢ), at half the cost of solving for their columns. What
// cancellation takes away from small ones is made up for by the bounds
// Kᵢᵢ/(tr SᵀKS+γ) ≤ τ̂ᵢ ≤ Kᵢᵢ/(Kᵢᵢ/aᵢ+γ), which close in on them as γ grows.
func (p *packed) scores(ridge float64) []float64 {
	if len(p.index) == 0 {
		return nil
	}
	s, trace := p.scorer(ridge), p.dictionary().trace(p.core)
	tau, err := linalg.InverseDiagonal(context.Background(), s.u)
	if err != nil {
		panic("approx: a background context that ends: " + err.Error())
	}
	for j, inverse := range tau {
		a, kjj := p.rate[j]/float64(p.copies[j]), p.core.At(j, j)
		tau[j] = min(kjj/(kjj/a+s.ridge), max(kjj/(trace+s.ridge), a*(1-s.ridge*a*inverse)))
	}
	return tau
}

// scorer estimates at the ridge, or the least one above it that float64 can resolve.
func (p *packed) scorer(ridge float64) scorer {
	d := p.dictionary()
	if len(p.index) > 0 {
		ridge = resolvable(ridge, d.trace(p.core))
	}
	return d.scorer(p.core, ridge)
}

// dimension estimates the sum of the scores of all points seen, d_eff, from
// those of the points held: Σ w²τ̂.
func (p *packed) dimension(scores []float64) float64 {
	sum := 0.0
	for j, tau := range scores {
		sum += float64(p.copies[j]) / p.rate[j] * tau
	}
	return sum
}

// scaled multiplies a vector in place.
func scaled(x []float64, by float64) []float64 {
	for i := range x {
		x[i] *= by
	}
	return x
}

// lowered is the least of each rate and its present value, which keeps rates
// from rising.
func (p *packed) lowered(rates []float64) []float64 {
	out := make([]float64, len(rates))
	for j, r := range rates {
		out[j] = min(r, p.rate[j])
	}
	return out
}

// thin is SQUEAK's SHRINK: every copy stays with the probability of the new
// rate over the old one, none of which is greater; points without copies are
// dropped.
func (p *packed) thin(rates []float64, rng *rand.Rand) {
	var kept []int
	for j, r := range rates {
		p.copies[j] = binomial(p.copies[j], r/p.rate[j], rng)
		p.rate[j] = r
		if p.copies[j] > 0 {
			kept = append(kept, j)
		}
	}
	p.keep(kept)
}

// keep drops all but the given positions, which ascend.
func (p *packed) keep(kept []int) {
	if len(kept) == len(p.index) {
		return
	}
	var core *mat.SymDense
	if len(kept) > 0 {
		core = mat.NewSymDense(len(kept), nil)
	}
	for a, j := range kept {
		p.index[a], p.copies[a], p.rate[a] = p.index[j], p.copies[j], p.rate[j]
		for b := a; b < len(kept); b++ {
			core.SetSym(a, b, p.core.At(j, kept[b]))
		}
	}
	p.index, p.copies, p.rate, p.core = p.index[:len(kept)], p.copies[:len(kept)], p.rate[:len(kept)], core
}

// expected is the mean number of points that thin would leave, and its
// standard deviation.
func (p *packed) expected(rates []float64) (mean, deviation float64) {
	variance := 0.0
	for j, r := range rates {
		stay := -math.Expm1(float64(p.copies[j]) * math.Log1p(-min(1, r/p.rate[j])))
		mean += stay
		variance += stay * (1 - stay)
	}
	return mean, math.Sqrt(variance)
}
