package approx

import (
	"context"
	"math/rand/v2"

	"gramscope/model"
)

// BlessR is [Bless] with a different step. At each γₕ every point is a candidate with probability βₕ = min(1, q̄·max
// K/γₕ), and a candidate is accepted with probability pᵢ/βₕ, pᵢ = min(q̄·l̃ᵢ, βₕ), its score as estimated from the
// points J of the previous step. pᵢ is the total probability to be accepted, and A = diag(p) gives E[S·Sᵀ] = I (the
// authors' code has pᵢ/βₕ there). U in the cost are the candidates.
type BlessR Bless

func blessR() model.Method {
	return method(model.Method{
		Name: "bless-r",
		Doc: "BLESS-R: bless by rejection, without replacement\n\n" +
			"Like bless, but each point is proposed and then kept independently of the others, with a total probability of q̄ " +
			"times its score: no point is drawn twice. budget = m and budget = ridge mean the same as for squeak.\n\n" +
			scoresPay + "\n\n" +
			"It is the better one where d_eff(γₛ) is a large part of n; with budget = m and a small m, either may win.",
		Family:    model.Landmarks,
		When:      "in place of bless, where d_eff is a large part of n",
		Ref:       "Rudi, Calandriello, Carratino and Rosasco, NeurIPS 2018 (arXiv 1810.13258), Algorithm 2",
		Cost:      "n + Σ (|J|·|U| + |J|²) along the path + n·|J|",
		Choosing:  2,
		Landmarks: true,
	}, func(f *BlessR, n, d int) model.Memory { return pathMemory(n, f.M) })
}

func (f *BlessR) Params() []model.Param { return (*Bless)(f).Params() }

func (f *BlessR) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	return (*Bless)(f).fit(ctx, g, rng, rejected)
}

// rejected is the step of BLESS-R.
func rejected(ctx context.Context, p *path, ridge float64) (*packed, error) {
	rows, beta := p.candidates(ridge)
	return p.accepted(ctx, rows, beta, ridge)
}

// candidates draws the candidates, each point with the probability beta.
func (p *path) candidates(ridge float64) (rows []int, beta float64) {
	beta = min(1, p.qbar*p.top/ridge)
	for i := range p.g.N() {
		if p.rng.Float64() < beta {
			rows = append(rows, i)
		}
	}
	return rows, beta
}

// accepted makes the new dictionary: it accepts each candidate row by its score.
func (p *path) accepted(ctx context.Context, rows []int, beta, ridge float64) (*packed, error) {
	rates, err := p.scores(ctx, rows, ridge)
	if err != nil {
		return nil, err
	}
	copies := make([]int, len(rows))
	for j, l := range rates {
		rates[j] = min(beta, p.qbar*l)
		copies[j] = binomial(1, rates[j]/beta, p.rng)
	}
	return p.chosen(rows, copies, rates)
}
