package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gramscope/model"
)

// Squeak passes over the points in random order. Every point enters the dictionary S with q̄ = QBar copies. Then the
// leverage scores at the ridge γₛ = Ridge of all its points are estimated from S,
//
//	τ̃ᵢ = (1−ε)/γₛ·(Kᵢᵢ − kᵢᵀS(SᵀKS+γₛI)⁻¹Sᵀkᵢ),
//
// each probability falls to pᵢ = min(τ̃ᵢ, pᵢ), and each copy stays with probability new pᵢ over old pᵢ, so that E[S·Sᵀ]
// = I with the weights √(copies/(q̄·pᵢ)). If S is (ε, γₛ)-accurate, τᵢ·(1−ε)/(1+ε) ≤ τ̃ᵢ ≤ τᵢ (the factor 1−ε is
// (1+ε)/α in the paper), and 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I.
//
// Points come in chunks as large as the dictionary, at least minChunk. The points of a chunk are in S with weight 1,
// which adds no error, so the bounds are those of single points at a fraction of the factorisations. With Halving, the
// paper's rule, pᵢ at most halves with every point that comes in; the authors' later code omits that. It costs
// O(n·|D|²), for a dictionary that on average has at most (1−ε)·q̄·d_eff(γₛ) copies.
type Squeak struct {
	M       int     // landmarks at most, with Budget m; ≥ 1; clamped to n
	Ridge   float64 // γₛ > 0, in units of K
	Epsilon float64 // ε in (0, 1)
	QBar    int     // q̄ ≥ 1
	Halving int     // Yes: a probability at most halves with every point
	Budget  int     // model.SizeByBudget or model.SizeByRidge
}

func squeak() model.Method {
	return method(model.Method{
		Name: "squeak",
		Doc: "SQUEAK: one pass, a dictionary by leverage scores\n\n" +
			"It reads the points in chunks. After each chunk the dictionary is thinned by estimated ridge leverage scores, " +
			"and its weights keep it unbiased. With budget = ridge, K̃ = KS(SᵀKS + γₛI)⁻¹SᵀK with as many points as γₛ, ε and " +
			"q̄ lead to; with budget = m, γₛ is raised until at most m points remain, the rest of m is drawn by the scores at " +
			"the given γₛ, and K̃ is Nyström's projection on these points.\n\n" +
			"Use it for data that come as a stream or are too large to read twice, and for unevenly spread points. " +
			scoresPay + " " +
			"The dictionary needs room for q̄ copies a unit of d_eff: with a small m, γₛ is raised until only the leading " +
			"directions count. A q̄ of 5 to 10 then finds better landmarks, at some risk of losing a cluster. rpcholesky is " +
			"better still on data that can be reread. With budget = ridge and a small γₛ the dictionary is most of the data.",
		Family:    model.Landmarks,
		When:      "for a stream of points that is read once",
		Ref:       "Calandriello, Lazaric and Valko, NIPS workshop 2016, Algorithm 1; AISTATS 2017",
		Cost:      "Σ b·(|D|+b) over chunks of b, + n·|D|: about 3·n·m",
		Choosing:  15,
		Landmarks: true,
	}, func(f *Squeak, n, d int) model.Memory {
		// It counts thinning 2m points, and then m columns, also if the ridge decides.
		return dictionaryMemory(n, min(f.M, n), 2*f.M)
	})
}

func (f *Squeak) Params() []model.Param {
	halving := choice("halving", &f.Halving,
		"yes: a point's probability at most halves with every new point", "no", "yes")
	return slices.Insert(dictionaryParams(&f.M, &f.Ridge, &f.Epsilon, &f.QBar, &f.Budget), 4, halving)
}

func (f *Squeak) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	return f.Stream(ctx, g, rng, nil)
}

// Stream is Fit, and calls visit with the dictionary after each chunk. Each call costs a factorisation of its size.
func (f *Squeak) Stream(ctx context.Context, g *model.Gram, rng *rand.Rand,
	visit func(model.StreamStep) error) (model.Approximation, error) {
	check(squeak(), f, g, rng)
	size := sizingOf(g.N(), f.M, f.Ridge, f.Budget)
	s := f.stream(g, &size, rng)
	if err := s.over(ctx, s.feed, s.dimension, visit); err != nil {
		return nil, err
	}
	return size.finish(ctx, g, s.kept, s.ridge, rng)
}

// stream is the state of SQUEAK between two chunks.
type stream struct {
	pass
	f *Squeak
}

func (f *Squeak) stream(g *model.Gram, size *sizing, rng *rand.Rand) *stream {
	size.checkCopies(f.QBar)
	return &stream{pass{g, rng, size, f.Ridge, &packed{}}, f}
}

// feed adds a chunk and thins: EXPAND and SHRINK.
func (s *stream) feed(chunk []int) error {
	if err := s.size.afford(s.g, len(s.kept.index)+len(chunk)); err != nil {
		return err
	}
	added, err := arrived(chunk, s.f.QBar).read(s.g)
	if err != nil {
		return err
	}
	if s.kept, err = join(s.g, s.kept, added); err != nil {
		return err
	}
	rates := s.kept.lowered(s.rates(s.ridge))
	if s.f.Halving == Yes {
		s.slowed(rates, len(chunk))
	}
	s.size.thin(s.kept, s.ridge, rates, s.rng)
	s.ridge, err = s.size.reduce(s.kept, s.ridge, s.rates, s.rng)
	return err
}

// dimension returns Σw²τ̂ over the points of the dictionary, which estimates d_eff.
func (s *stream) dimension() float64 { return s.kept.dimension(s.kept.scores(s.ridge)) }

// rates returns q̄·τ̃ᵢ.
func (s *stream) rates(ridge float64) []float64 {
	return scaled(s.kept.scores(ridge), (1-s.f.Epsilon)*float64(s.f.QBar))
}

// slowed limits the decrease of each rate to a factor 1/2 for every point read since the rate was set.
// For a point of the dictionary that is the whole chunk. For a point of the chunk, which are the last of the
// dictionary, it is the point itself and those after it.
func (s *stream) slowed(rates []float64, chunk int) {
	old := len(rates) - chunk
	for j, before := range s.kept.rate {
		rates[j] = max(rates[j], before*math.Ldexp(1, -(chunk-max(0, j-old))))
	}
}
