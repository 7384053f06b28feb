package approx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
	"gramscope/model"
)

// scoresPay tells when a dictionary by leverage scores is worth its price.
const scoresPay = "Scores pay where some points stand out, rare ones or outliers: where d_max, n times the largest score, is ten times d_eff or more. " +
	"Where it is three times that, as for evenly spread points, nystrom of the same m is about as good, and reads a third of the entries or less."

// sizing is how large a dictionary may get whose size comes out of its ridge: the common part
// of squeak, disqueak, ink-estimate, bless and bless-r, and of nystrom, rls and two-pass-rls
// where the ridge decides.
//
// With the rule m ([model.SizeByBudget]) γₛ is raised, whenever more than m points are held,
// to where SHRINK is expected to leave at most m, and SHRINK is done at that ridge. That is
// what a run at the larger ridge would do from there on: rates only fall, and they are chosen
// by what is held before the draw, so that the weights stay unbiased; and a dictionary that
// is accurate at one ridge is so at every larger one. In the end the rest of m is filled up.
type sizing struct {
	m        int // at most so many landmarks; n where the ridge decides
	usual    int // points whose memory every estimate counts
	given    float64
	held     bool
	warnings []string
}

// sizingOf reads the parameters M, Ridge and Budget of a method.
func sizingOf(n, m int, ridge float64, rule int) sizing {
	mustRidge(ridge)
	s := sizing{m: n, usual: m, given: ridge, held: rule == model.SizeByBudget}
	if s.held {
		s.m = atMost("m", m, n, "n", &s.warnings)
	}
	return s
}

// sizedByRidge reads the parameters of a method that draws copies where the ridge
// decides. rank, which truncates m landmarks' core, has no part in that.
func sizedByRidge(n, m, rank int, ridge float64) sizing {
	s := sizingOf(n, m, ridge, model.SizeByRidge)
	if rank > 0 {
		s.warnings = append(s.warnings, "rank has no effect where the score ridge decides: leave it at 0, or set budget to m")
	}
	return s
}

// ofRidge are parameters that have an effect only where the ridge decides: held to m, a
// method draws as it did before it had them.
func ofRidge(budget int, params ...model.Param) []model.Param {
	for i := range params {
		params[i].Tacit = budget != model.SizeByRidge
	}
	return params
}

// checkAccuracy panics for an ε outside (0, 1), which its descriptor rules out.
func checkAccuracy(epsilon float64) {
	if !(epsilon > 0 && epsilon < 1) {
		panic(fmt.Sprintf("approx: epsilon = %v, want above 0 and below 1", epsilon))
	}
}

// checkCopies panics for a q̄ below 1, and warns of one at which points are lost for good by bad luck.
func (s *sizing) checkCopies(qbar int) {
	atLeastOne("qbar", qbar)
	if qbar < 10 {
		s.warnings = append(s.warnings, fmt.Sprintf("qbar = %d is below 10, where the dictionary may lose whole clusters: raise qbar", qbar))
	}
}

const (
	largestRidge = 1e300 // no kernel that is finite by a margin needs more
	ridgeStep    = 0.125 // of log₂ γₛ: how close to the least ridge that will do
	sizeMargin   = 0.5   // standard deviations of the size kept free below m
	fillFrom     = 8     // candidates for what is left of m, in units of m
)

// hold makes p hold at most m points: it raises the ridge from the given one to about the
// least at which thin is expected to leave m, thins, and does so again where more are left.
// rates are the expected copies at a ridge as p sees them. It returns the ridge used.
//
// Where chance drops all points, the one of the highest rate is kept with weight 1: in that
// case, which an m of a few brings about, weights are biased.
func (s *sizing) hold(p *packed, ridge float64, rates func(ridge float64) []float64, rng *rand.Rand) (float64, error) {
	for s.held && len(p.index) > s.m {
		next, raised := s.raise(p, ridge, rates)
		if next >= largestRidge {
			return 0, &model.DegenerateError{What: "the trace of the core", Value: mat.Trace(p.core)}
		}
		top := floats.MaxIdx(raised)
		index, diag := p.index[top], p.core.At(top, top)
		if p.thin(raised, rng); len(p.index) == 0 {
			*p = packed{[]int{index}, []int{1}, []float64{1}, mat.NewSymDense(1, []float64{diag})}
		}
		ridge = next
	}
	return ridge, nil
}

// raise finds the ridge, and the rates there. Expected sizes fall as the ridge rises: steps
// that double, then bisection, on the scale of log₂.
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

// fill draws what raising the ridge has left of m, in the end a few percent: by the
// scores of the points not held, at the ridge that was asked for, as those held see
// them; from 8m candidates at most, drawn uniformly. Raised, the ridge makes scores
// much alike, and at the one asked for they tell what is lacking. The entries read are
// those that the final columns have, and the diagonal of the candidates.
//
// Given the points held, these once each and the ones drawn by the inverse of their chances
// are a sample with E[S·Sᵀ] = I, too: S gets |drawn|/m of it, and of what was before the rest.
func (s *sizing) fill(ctx context.Context, g *model.Gram, p *packed, ridge float64, rng *rand.Rand) error {
	if !s.held || ridge <= s.given || len(p.index) == 0 || len(p.index) == s.m {
		return nil
	}
	held, diag := make([]bool, g.N()), make([]float64, g.N())
	for _, i := range p.index {
		held[i] = true
	}
	others := slices.DeleteFunc(sequence(0, g.N()), func(i int) bool { return held[i] })
	rows := picked(others, model.SampleRows(len(others), fillFrom*s.m, rng))
	g.Charge(int64(len(rows))).Diag(diag)
	tau, err := p.scorer(s.given).estimatesOf(ctx, g.View(), rows, picked(diag, rows))
	if err != nil {
		return err
	}
	drawn, chance := drawIncluded(tau, s.m-len(p.index), rng)
	if len(drawn) == 0 {
		return nil
	}
	part := float64(len(drawn)) / float64(s.m)
	came := &packed{index: picked(rows, drawn)}
	for _, j := range drawn {
		square := part * float64(len(others)) / float64(len(rows)) / chance[j]
		came.copies, came.rate = append(came.copies, 1), append(came.rate, 1/square)
	}
	for j, c := range p.copies {
		square := (1-part)*float64(c)/p.rate[j] + part
		p.rate[j] = float64(c) / square
	}
	if _, err := came.read(g.View()); err != nil {
		return err
	}
	both, err := join(g.View(), p, came)
	if err == nil {
		*p = *both
	}
	return err
}

// thinningMemory counts the core of q points, a copy, one with the ridge, and its factors.
func thinningMemory(q int) int64 { return 5 * matrix(q, q) }

// dictionaryMemory is that of m of n points in the end, and of up to most between thinnings.
func dictionaryMemory(n, m, most int) model.Memory {
	return selectedMemory(n, m, thinningMemory(min(n, most)))
}

// selectedMemory is that of m of n points in the end, selected and, by lists of all, filled up.
func selectedMemory(n, m int, selecting int64) model.Memory {
	return mapMemory(n, m, m, selecting+4*matrix(n, 1), projectionMemory(m)+matrix(m, m))
}

// finish makes the approximation of a dictionary: Nyström's projection on its points, filled
// up, where it is held to m, and else SQUEAK's eq. 3 at the ridge. It reads n·|D| entries.
//
// Held to m the ridge is only what brought the size about, and it is large: the regularised
// K̃ would lack the part γₛ/(λ+γₛ) of every eigenvalue λ even where the dictionary is perfect.
// The projection lies between it and K: no error is larger, and all guarantees hold.
func (s *sizing) finish(ctx context.Context, g *model.Gram, p *packed, ridge float64, rng *rand.Rand) (model.Approximation, error) {
	if len(p.index) == 0 { // K̃ = 0
		none := fmt.Sprintf("no point has a leverage score to speak of at score-ridge = %.3g, and the approximation is zero: lower score-ridge, or change the kernel if all its entries are zero", s.given)
		return &factor{n: g.N(), kernel: g.Kernel(), warnings: append(s.warnings, none)}, nil
	}
	if _, err := p.read(g.View()); err != nil { // rows of the final columns
		return nil, err
	}
	err := s.fill(ctx, g, p, ridge, rng)
	if err != nil {
		return nil, err
	}
	if s.held && ridge > s.given {
		s.warnings = append(s.warnings, fmt.Sprintf("score-ridge was raised from %.3g to %.3g so that at most m = %d landmarks remain: raise m, or set budget to ridge", s.given, ridge, s.m))
	}
	var b chain
	var q int
	if !s.held {
		b, q = p.dictionary().regularized(p.core, ridge)
	} else if b, q, err = projection(ctx, p.core, 0); err != nil {
		return nil, err
	}
	columns := g.Charge(int64(g.N()) * int64(len(p.index)))
	return p.dictionary().sketching(onRows(ctx, columns, p.index, b, q, s.warnings))
}

// drawCopies is the approximation by a dictionary that is drawn at one go: of each
// point Qᵢ ~ B(q̄, pᵢ) copies, pᵢ ≤ 1, with the weight √(Qᵢ/(q̄·pᵢ)), so that
// E[S·Sᵀ] = I; K̃ is regularised with γₛ. Where no pᵢ is below τᵢ, ‖Ψ(I−SSᵀ)Ψ‖₂ ≤ ε with
// probability 1−δ once q̄ is some log(n/δ)/ε² (matrix Bernstein: the summands are
// bounded by τᵢ/(q̄·pᵢ)): squeak's accuracy, by its copies.
func (s *sizing) drawCopies(ctx context.Context, g *model.Gram, p []float64, qbar int, rng *rand.Rand) (model.Approximation, error) {
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

// afford asks for the memory of a dictionary of so many points before its core is read,
// where they are more than was to be expected; held to m it is thinned to m afterwards.
func (s *sizing) afford(g *model.Gram, points int) error {
	if points <= s.usual {
		return nil
	}
	reason := fmt.Sprintf("with %d points in the dictionary at score-ridge = %.3g", points, s.given)
	remedies := remedy.Change(remedy.Lower, "n").Or(remedy.Change(remedy.Raise, "score-ridge"))
	if s.held {
		reason = fmt.Sprintf("with %d points in the dictionary before it is thinned to m = %d", points, s.m)
		remedies = remedy.Change(remedy.Lower, "n").Or(remedy.Change(remedy.Lower, "qbar"))
	}
	return g.Afford(dictionaryMemory(g.N(), min(points, s.m), points), reason, remedies)
}
