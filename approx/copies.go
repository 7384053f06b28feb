package approx

import (
	"context"
	"math/rand/v2"

	"gramscope/model"
)

// What nystrom, rls and two-pass-rls do where the ridge decides.

// drawCopies is the approximation by a dictionary that is drawn at one go: of each
// point Qᵢ ~ B(q̄, pᵢ) copies, pᵢ ≤ 1, with the weight √(Qᵢ/(q̄·pᵢ)), so that
// E[S·Sᵀ] = I; K̃ is regularised with γₛ. Where no pᵢ is below τᵢ, ‖Ψ(I−SSᵀ)Ψ‖₂ ≤ ε with
// probability 1−δ once q̄ is some log(n/δ)/ε² (matrix Bernstein: the summands are
// bounded by τᵢ/(q̄·pᵢ)): squeak's accuracy, by its copies.
func (s *sizing) drawCopies(ctx context.Context, g *model.Gram, p []float64, qbar int, rng *rand.Rand) (model.Approximation, error) {
	atLeastOne("qbar", qbar)
	s.warnCopies(qbar)
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
	if err := kept.read(g.View()); err != nil { // rows of the final columns
		return nil, err
	}
	return s.finish(ctx, g, kept, s.given, rng)
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
