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

// dictionary is a sampling matrix S, n×q, whose column j is weight[j]·e_index[j]. The indices are distinct: several
// copies of a point of weight w are one column of weight √copies·w, as only S·Sᵀ matters.
type dictionary struct {
	index  []int
	weight []float64 // > 0
}

// shifted returns Kᴅᴅ + γₛA, A = diag(1/w²). This is SᵀKS + γₛI with the weights divided out, so that
// small weights make no small products.
func (d dictionary) shifted(core *mat.SymDense, ridge float64) *mat.SymDense {
	out := mat.NewSymDense(len(d.index), nil)
	out.CopySym(core)
	for j, w := range d.weight {
		out.SetSym(j, j, out.At(j, j)+ridge/(w*w))
	}
	return out
}

// regularizedOn returns K̃ = KS(SᵀKS+γₛI)⁻¹SᵀK = C(Kᴅᴅ+γₛA)⁻¹Cᵀ (SQUEAK's eq. 3), 0 for an empty
// dictionary: 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I if S is (ε, γₛ)-accurate. It reads n·|D| entries.
func regularizedOn(ctx context.Context, g *model.Gram, d dictionary, ridge float64,
	warnings []string) (*form.Factor, error) {
	if len(d.index) == 0 {
		return form.ZeroSample(g, nil, warnings), nil
	}
	columns, core, err := form.Core(ctx, g, d.index)
	if err != nil {
		return nil, err
	}
	if trace := d.trace(core); trace > 0 && ridge >= trace {
		warn(&warnings, "score-ridge = %.3g is above the trace of SᵀKS = %.3g, which leaves less than half of K in every "+
			"direction: lower score-ridge", ridge, trace)
	}
	b, q := d.regularized(core, ridge)
	return d.sketching(form.OnRows(ctx, columns, d.index, b, q, warnings))
}

// sketching makes S the Sketch of an approximation, unless there is an error.
func (d dictionary) sketching(a *form.Factor, err error) (*form.Factor, error) {
	if err != nil {
		return nil, err
	}
	return a.WithColumns(d.index, d.weight), nil
}

// trace returns tr SᵀKS.
func (d dictionary) trace(core *mat.SymDense) float64 {
	sum := 0.0
	for j, w := range d.weight {
		sum += w * w * core.At(j, j)
	}
	return sum
}

// regularized returns B with F = C·B and F·Fᵀ = C(Kᴅᴅ+γₛA)⁻¹Cᵀ for C = K[:, D], and its number of columns.
func (d dictionary) regularized(core *mat.SymDense, ridge float64) (b form.Chain, q int) {
	return form.Regularized(core, d.shifted(core, ridge))
}

// packed is a dictionary while squeak, disqueak, ink-estimate, bless or bless-r build it. A point has a
// rate and a number of copies. The rate is the expected number of copies, given everything from which
// the rate was computed: E[copies/rate] = 1 for every point, where a dropped point has 0 copies. So
// E[S·Sᵀ] = I with the weights √(copies/rate), and thin preserves this (a martingale).
type packed struct {
	index  []int     // distinct rows
	copies []int     // ≥ 1 each
	rate   []float64 // > 0 each

	core *mat.SymDense // K[index, index], nil until it is read
}

// arrived returns new points, with the given number of copies each, the weight 1, and no core.
func arrived(rows []int, copies int) *packed {
	return &packed{
		index:  slices.Clone(rows),
		copies: slices.Repeat([]int{copies}, len(rows)),
		rate:   slices.Repeat([]float64{float64(copies)}, len(rows)),
	}
}

// read reads the core, |D|² entries, unless p has it, and returns p.
func (p *packed) read(g *model.Gram) (*packed, error) {
	if len(p.index) == 0 || p.core != nil {
		return p, nil
	}
	core := mat.NewDense(len(p.index), len(p.index), nil)
	g.Block(core, p.index, p.index)
	p.core = linalg.Symmetric(core)
	return p, form.CheckFinite(core)
}

// join returns the union of p and q, which have no point in common; q is not empty. It reads K[p, q].
func join(g *model.Gram, p, q *packed) (*packed, error) {
	if len(p.index) == 0 {
		return q, nil
	}
	cross := mat.NewDense(len(p.index), len(q.index), nil)
	g.Block(cross, p.index, q.index)
	if err := form.CheckFinite(cross); err != nil {
		return nil, err
	}
	return joined(p, q, cross), nil
}

// joined returns the union of p and q; cross is K[p, q].
func joined(p, q *packed, cross *mat.Dense) *packed {
	left, both := len(p.index), together(p, q)
	n := len(both.index)
	core := mat.NewDense(n, n, nil) // its upper half
	core.Slice(0, left, 0, left).(*mat.Dense).Copy(p.core)
	core.Slice(0, left, left, n).(*mat.Dense).Copy(cross)
	core.Slice(left, n, left, n).(*mat.Dense).Copy(q.core)
	both.core = linalg.AsSymmetric(core)
	return both
}

// together returns the union of p and q without its core.
func together(p, q *packed) *packed {
	return &packed{
		index:  slices.Concat(p.index, q.index),
		copies: slices.Concat(p.copies, q.copies),
		rate:   slices.Concat(p.rate, q.rate),
	}
}

// dictionary returns S.
func (p *packed) dictionary() dictionary {
	d := dictionary{index: slices.Clone(p.index), weight: make([]float64, len(p.index))}
	for j, c := range p.copies {
		d.weight[j] = math.Sqrt(float64(c) / p.rate[j])
	}
	return d
}

// scores estimates the leverage scores of the dictionary's own points at the ridge γₛ, as τ̂ᵢ =
// aᵢ·(1 − γₛaᵢ[(Kᴅᴅ+γₛA)⁻¹]ᵢᵢ), at half the cost of solving for their columns. As small scores are
// inaccurate, they are clamped to Kᵢᵢ/(tr SᵀKS+γₛ) ≤ τ̂ᵢ ≤ Kᵢᵢ/(Kᵢᵢ/aᵢ+γₛ), see scoresOf.
func (p *packed) scores(ridge float64) []float64 {
	if len(p.index) == 0 {
		return nil
	}
	s, trace := p.scorer(ridge), p.dictionary().trace(p.core)
	tau, _ := linalg.InverseDiagonal(context.Background(), s.u) // the error would be the context's
	for j, inverse := range tau {
		a, kjj := p.rate[j]/float64(p.copies[j]), p.core.At(j, j)
		tau[j] = min(kjj/(kjj/a+s.ridge), max(kjj/(trace+s.ridge), a*(1-s.ridge*a*inverse)))
	}
	return tau
}

// scorer returns a scorer at the ridge, or at the smallest one above it that float64 can resolve.
func (p *packed) scorer(ridge float64) scorer {
	d := p.dictionary()
	return d.scorer(p.core, resolvable(ridge, d.trace(p.core)))
}

// dimension returns Σw²τ̂ over the points of p, which estimates d_eff, the sum of the scores of all points seen.
func (p *packed) dimension(scores []float64) float64 {
	sum := 0.0
	for j, tau := range scores {
		sum += float64(p.copies[j]) / p.rate[j] * tau
	}
	return sum
}

// scaled multiplies x by a number in place and returns it.
func scaled(x []float64, by float64) []float64 {
	floats.Scale(by, x)
	return x
}

// lowered returns for each point the smaller of its new rate and its present one: rates never rise.
func (p *packed) lowered(rates []float64) []float64 {
	out := make([]float64, len(rates))
	for j, r := range rates {
		out[j] = min(r, p.rate[j])
	}
	return out
}

// thin is SQUEAK's SHRINK: every copy stays with probability new rate over old rate, and points without
// copies are dropped. No new rate may be above the old one.
func (p *packed) thin(rates []float64, rng *rand.Rand) {
	var kept []int
	for j, r := range rates {
		p.copies[j] = binomial(p.copies[j], r/p.rate[j], rng)
		p.rate[j] = r
		if p.copies[j] > 0 {
			kept = append(kept, j)
		}
	}
	p.index, p.copies, p.rate = picked(p.index, kept), picked(p.copies, kept), picked(p.rate, kept)
	var core *mat.SymDense
	if len(kept) > 0 {
		core = new(mat.SymDense)
		core.SubsetSym(p.core, kept)
	}
	p.core = core
}

// expected returns the mean number of points that thin would leave, and its standard deviation.
func (p *packed) expected(rates []float64) (mean, deviation float64) {
	variance := 0.0
	for j, r := range rates {
		stay := -math.Expm1(float64(p.copies[j]) * math.Log1p(-min(1, r/p.rate[j])))
		mean += stay
		variance += stay * (1 - stay)
	}
	return mean, math.Sqrt(variance)
}
