package approx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/linalg"
)

// scoresPay says when a dictionary drawn by leverage scores is worth its cost.
const scoresPay = "Leverage scores pay off where some points stand out, being rare or outliers: where d_max, n times " +
	"the largest score, is at least ten times d_eff. At about three times d_eff, as for evenly spread points, nystrom " +
	"with the same m is about as good, and reads fewer entries."

// sizing limits the number of points in a dictionary. It is used by squeak, disqueak, ink-estimate,
// bless and bless-r, and by nystrom, rls and two-pass-rls where the ridge decides the size.
//
// With [model.SizeByBudget], a dictionary of more than m points is reduced: the ridge γₛ is raised until SHRINK is
// expected to leave at most m points, and SHRINK is done at that ridge. From then on the run continues at the larger
// ridge. Rates never rise and are computed before the draw, so the weights stay unbiased; and a dictionary that is
// accurate at one ridge is accurate at every larger one. At the end, further points are drawn until there are m.
type sizing struct {
	m        int     // maximum number of landmarks; n where the ridge decides
	usual    int     // number of points for which the method's memory was estimated
	given    float64 // the ridge as set
	byBudget bool
	warnings []string
}

// sizingOf returns the sizing for the parameters M, Ridge and Budget of a method.
func sizingOf(n, m int, ridge float64, rule int) sizing {
	s := sizing{m: n, usual: m, given: ridge, byBudget: rule == model.SizeByBudget}
	if s.byBudget {
		s.m = atMost("m", m, n, "n", &s.warnings)
	}
	return s
}

// sizedByRidge returns the sizing of a method that draws copies because the ridge decides the size, with
// a warning if a rank is set: nothing is truncated there.
func sizedByRidge(n, m, rank int, ridge float64) sizing {
	s := sizingOf(n, m, ridge, model.SizeByRidge)
	if rank > 0 {
		s.warnings = append(s.warnings, "rank has no effect where the score ridge decides: leave it at 0, or set budget to m")
	}
	return s
}

// ofRidge marks parameters as tacit unless the ridge decides the size. With budget = m they are then not
// part of a cell's key, and the draws do not depend on them.
func ofRidge(budget int, params ...model.Param) []model.Param {
	for i := range params {
		params[i].Tacit = budget != model.SizeByRidge
	}
	return params
}

// dictionaryParams returns the parameters of disqueak and ink-estimate.
func dictionaryParams(m *int, ridge, epsilon *float64, qbar, rule *int) []model.Param {
	return []model.Param{
		model.Budget(m), model.ScoreRidge(ridge), model.Epsilon(epsilon), model.QBar(qbar), model.SizeRule(rule)}
}

// checkCopies warns if q̄ is so small that chance may remove all copies of important points.
func (s *sizing) checkCopies(qbar int) {
	if qbar < 10 {
		warn(&s.warnings, "qbar = %d is below 10, where the dictionary may lose whole clusters: raise qbar", qbar)
	}
}

const (
	largestRidge = 1e300 // no kernel whose entries are well below overflow needs more
	ridgeStep    = 0.125 // of log₂ γₛ: tolerance of the search for the smallest ridge
	sizeMargin   = 0.5   // margin below m, in standard deviations of the size
	fillFrom     = 8     // candidates to fill up from, in units of m
)

// reduce reduces p to at most m points, and returns the ridge it used. It raises the ridge from the
// given one to about the smallest at which thin is expected to leave m points, thins, and repeats this
// while more are left. rates returns the expected copies at a ridge, as estimated from p.
func (s *sizing) reduce(p *packed, ridge float64, rates func(float64) []float64, rng *rand.Rand) (float64, error) {
	for len(p.index) > s.m {
		next, raised := s.raise(p, ridge, rates)
		if next >= largestRidge {
			return 0, &model.DegenerateError{What: "the trace of the core", Value: mat.Trace(p.core)}
		}
		s.thin(p, next, raised, rng)
		ridge = next
	}
	return ridge, nil
}

// thin thins p at a ridge. If the ridge was raised and chance drops all points, the one with the highest rate stays
// with weight 1. This happens only for an m of a few points, and biases the weights.
func (s *sizing) thin(p *packed, ridge float64, rates []float64, rng *rand.Rand) {
	index, core := p.index, p.core
	if p.thin(rates, rng); len(p.index) == 0 && ridge > s.given {
		top := floats.MaxIdx(rates)
		*p = packed{index[top : top+1], []int{1}, []float64{1}, mat.NewSymDense(1, []float64{core.At(top, top)})}
	}
}

// raise returns about the smallest ridge at which thin is expected to leave m points, and the rates there. Expected
// sizes fall as the ridge rises: raise doubles the step in log₂ γₛ until the size fits, and then bisects.
func (s *sizing) raise(p *packed, ridge float64, rates func(ridge float64) []float64) (next float64, low []float64) {
	fits := func(step float64) bool {
		r := math.Min(largestRidge, ridge*math.Exp2(step))
		l := p.lowered(rates(r))
		mean, deviation := p.expected(l)
		if r < largestRidge && mean+sizeMargin*deviation > float64(s.m) {
			return false
		}
		next, low = r, l
		return true
	}
	lo, hi := 0.0, 4*ridgeStep
	for !fits(hi) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > ridgeStep {
		if mid := (lo + hi) / 2; fits(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return next, low
}

// fill draws points until p has m of them, after the ridge was raised: usually a few percent are
// missing. It draws from at most 8m uniform candidates outside p, by their scores at the given ridge as
// estimated from p. At the raised ridge all scores would be similar; those at the given ridge show which
// points p represents badly. It reads the final columns and the diagonal of the candidates.
//
// Given p, its points, each once, and the drawn ones, weighted by their inverse inclusion probabilities, are another
// sample with E[S·Sᵀ] = I. The new dictionary is the mean of this sample, with weight |drawn|/m, and of p.
func (s *sizing) fill(ctx context.Context, g *model.Gram, p *packed, ridge float64, rng *rand.Rand) error {
	if ridge <= s.given || len(p.index) == s.m {
		return nil
	}
	if _, err := p.read(g.View()); err != nil { // rows of the final columns
		return err
	}
	held, diag := make([]bool, g.N()), make([]float64, g.N())
	for _, i := range p.index {
		held[i] = true
	}
	others := slices.DeleteFunc(linalg.Sequence(0, g.N()), func(i int) bool { return held[i] })
	rows := picked(others, model.SampleRows(len(others), fillFrom*s.m, rng))
	g.Charge(int64(len(rows))).Diag(diag)
	tau, err := p.scorer(s.given).estimatesOf(ctx, g.View(), rows, picked(diag, rows))
	if err != nil {
		return err
	}
	drawn, chance := drawIncluded(tau, s.m-len(p.index), rng)
	part := float64(len(drawn)) / float64(s.m)
	added := &packed{index: picked(rows, drawn)}
	for _, j := range drawn {
		square := part * float64(len(others)) / float64(len(rows)) / chance[j]
		added.copies, added.rate = append(added.copies, 1), append(added.rate, 1/square)
	}
	for j, c := range p.copies {
		square := (1-part)*float64(c)/p.rate[j] + part
		p.rate[j] = float64(c) / square
	}
	*p = *together(p, added)
	return nil
}

// thinningMemory returns the bytes to thin q points: the core, a copy, the core with the ridge, and its factors.
func thinningMemory(q int) int64 { return 5 * form.Bytes(q, q) }

// dictionaryMemory estimates the memory of a dictionary of m of n points that has at most `most` points
// before it is thinned.
func dictionaryMemory(n, m, most int) model.Memory {
	return selectedMemory(n, m, thinningMemory(min(n, most)))
}

// selectedMemory estimates the memory of a method that selects m of n points, with selecting bytes for
// that, and then fills up the dictionary with the help of lists of all points.
func selectedMemory(n, m int, selecting int64) model.Memory {
	return form.MapMemory(n, m, m, selecting+4*form.Bytes(n, 1), form.ProjectionMemory(m)+form.Bytes(m, m))
}

// finish returns the approximation of a dictionary. With budget = m this is Nyström's projection on its
// points, filled up to m; where the ridge decides, it is SQUEAK's eq. 3. It reads n·|D| entries.
//
// With budget = m only the size depends on the ridge, which is large: the regularised K̃ would lack the
// fraction γₛ/(λ+γₛ) of every eigenvalue λ even for a perfect dictionary. The projection lies between
// that K̃ and K, so no error is larger and all guarantees remain.
func (s *sizing) finish(ctx context.Context, g *model.Gram, p *packed, ridge float64,
	rng *rand.Rand) (model.Approximation, error) {
	if len(p.index) == 0 {
		warn(&s.warnings, "the approximation is zero, as all leverage scores at score-ridge = %.3g are close to 0 and no "+
			"point was drawn: lower score-ridge, or change the kernel if all its entries are zero", s.given)
		return form.Zero(g, nil, s.warnings), nil
	}
	if err := s.fill(ctx, g, p, ridge, rng); err != nil {
		return nil, err
	}
	if ridge > s.given {
		warn(&s.warnings, "score-ridge was raised from %.3g to %.3g so that at most m = %d landmarks remain: "+
			"raise m, or set budget to ridge", s.given, ridge, s.m)
	}
	d := p.dictionary()
	p.core = nil // it is read anew with the columns
	if !s.byBudget {
		return form.AsApproximation(regularizedOn(ctx, g, d, ridge, s.warnings))
	}
	return form.AsApproximation(d.sketching(form.ProjectedOn(ctx, g, d.index, 0, s.warnings)))
}

// drawCopies returns the approximation of a dictionary drawn in one step: B(q̄, pᵢ) copies Qᵢ of each
// point, pᵢ ≤ 1, with the weight √(Qᵢ/(q̄·pᵢ)), so that E[S·Sᵀ] = I. K̃ is regularised with γₛ. If no pᵢ
// is below τᵢ, ‖Ψ(I−SSᵀ)Ψ‖₂ ≤ ε with probability 1−δ once q̄ is of the order log(n/δ)/ε², by matrix
// Bernstein: the summands are bounded by τᵢ/(q̄·pᵢ). This is the accuracy of squeak.
func (s *sizing) drawCopies(ctx context.Context, g *model.Gram, p []float64, qbar int,
	rng *rand.Rand) (model.Approximation, error) {
	s.checkCopies(qbar)
	kept := &packed{}
	for i, chance := range p {
		if copies := binomial(qbar, chance, rng); copies > 0 {
			kept.index = append(kept.index, i)
			kept.copies, kept.rate = append(kept.copies, copies), append(kept.rate, float64(qbar)*chance)
		}
	}
	if err := s.afford(g, len(kept.index)); err != nil {
		return nil, err
	}
	return s.finish(ctx, g, kept, s.given, rng)
}

// afford checks, before the core is read, that a dictionary with this number of points fits into
// memory. It checks only numbers above the one that the method's estimate assumes. If the ridge
// determines the size, all points are kept; otherwise they are thinned to m.
func (s *sizing) afford(g *model.Gram, points int) error {
	if points <= s.usual {
		return nil
	}
	reason := fmt.Sprintf("with %d points in the dictionary ", points)
	if s.byBudget {
		reason += fmt.Sprintf("before it is thinned to m = %d", s.m)
		return g.Afford(dictionaryMemory(g.N(), s.m, points), reason, remedy.Change(remedy.Lower, "n", "qbar"))
	}
	reason += fmt.Sprintf("at score-ridge = %.3g", s.given)
	remedies := remedy.Change(remedy.Lower, "n").Or(remedy.Change(remedy.Raise, "score-ridge"))
	return g.Afford(dictionaryMemory(g.N(), points, points), reason, remedies)
}
