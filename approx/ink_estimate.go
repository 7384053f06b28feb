package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// InkEstimate passes over the points in random order. It stores the rows of all points seen in the columns of the
// dictionary, and so knows K̃ₜ, the regularised Nyström approximation of the points seen. For a chunk of new points it
// borders K̃ₜ with their true columns to K̄ and estimates, at the ridge γₛ = Ridge,
//
//	τ̃ᵢ = (Kᵢᵢ − kᵢᵀ(K̄+αγₛI)⁻¹kᵢ)/(αγₛ),  α = (2−ε)/(1−ε),
//
// for the dictionary and the new points: τᵢ/α ≤ τ̃ᵢ ≤ τᵢ whenever K−γₛ/(1−ε)·I ⪯ K̃ₜ ⪯ K on the points seen.
// Probabilities are pᵢ = min(τ̃ᵢ/d̃, pᵢ), where d̃ estimates d_eff(γₛ): it is α times the sum of the increments that
// the chunks make to Σλ/(λ+αγₛ) of K̄, between d_eff and α·d_eff if K̃ₜ = K. (The increment is taken at αγₛ and not at
// γₛ, since K̄+γₛI need not be positive definite.)
//
// The number of slots is that of the copies of a new point. Each slot has an integer weight b, 1 at first: while b·pᵢ ≤
// 1, it becomes b+1 with probability b/(b+1), and otherwise the copy is dropped. So b = ⌊1/pᵢ⌋+1 is the same in all
// slots of a point, a copy is left with probability 1/b, and E[S·Sᵀ] = I with the weights √(b·copies/slots). About
// slots/α copies remain. If the ridge decides, there are q̄ = QBar slots. With budget = m there are ⌈2αm⌉, since some
// copies are of the same point, and γₛ is doubled while K̄+αγₛI is not positive definite, so that K̃ₜ cannot be
// accurate, or while there are fewer than q̄ slots for each unit of d̃, which would lose whole clusters.
//
// It reads some entries twice, stores n·|D| and costs O(n²·|D|).
type InkEstimate struct {
	M       int     // landmarks at most, with Budget m; ≥ 1; clamped to n
	Ridge   float64 // γₛ > 0, in units of K
	Epsilon float64 // ε in (0, 1)
	QBar    int     // q̄ ≥ 1: slots if the ridge decides, else the minimum of slots for each unit of d̃
	Budget  int     // model.SizeByBudget or model.SizeByRidge
}

func inkEstimate() model.Method {
	return method(model.Method{
		Name: "ink-estimate",
		Doc: "INK-ESTIMATE: a fixed number of slots, before squeak\n\n" +
			"One pass estimates leverage scores from the bordered approximation of all points seen, and divides them by an " +
			"estimate of d_eff. budget = ridge uses γₛ and q̄ slots as given, too few unless both are large; budget = m uses " +
			"slots in proportion to m, raises γₛ until they suffice, and draws the rest of m as squeak does.\n\n" +
			scoresPay + "\n\n" +
			"It is for comparison with squeak, which needs neither the rows outside the dictionary nor the normalisation; " +
			"this method reads half of K. With too few slots for d_eff(γₛ) the estimates are meaningless, and a warning says " +
			"so: q̄ here is for all of d_eff, about d_eff times the q̄ of squeak.",
		Family:    model.Landmarks,
		When:      "to compare with squeak: one pass with a fixed number of slots",
		Ref:       "Calandriello, Lazaric and Valko, UAI 2016 (arXiv 2604.20077), Algorithm 1",
		Cost:      "(n² + Σ b²)/2 for chunks of b",
		Needs:     model.Needs{MaxN: 5000},
		ReadsAll:  always,
		Landmarks: true,
	}, func(f *InkEstimate, n, d int) model.Memory {
		// It counts the columns of the dictionary at the points seen, the chunk, and about 8·n·m
		// numbers for the estimates. If the ridge decides there are at most q̄ points.
		m := f.QBar
		if f.Budget == model.SizeByBudget {
			m = f.M
		}
		m = min(m, n)
		out := form.FactorMemory(n, m, m, 10*form.Bytes(n, min(n, max(m, minChunk/2)))+4*form.Bytes(2*m, 2*m))
		out.Streamed = out.Fit + form.TileBytes(n, 3*m) + 5*form.Bytes(m, m)
		return out
	})
}

func (f *InkEstimate) Params() []model.Param {
	return dictionaryParams(&f.M, &f.Ridge, &f.Epsilon, &f.QBar, &f.Budget)
}

func (f *InkEstimate) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	return f.Stream(ctx, g, rng, nil)
}

// Stream is Fit, and calls visit with the dictionary and the method's d̃ after each chunk, at no extra cost.
func (f *InkEstimate) Stream(ctx context.Context, g *model.Gram, rng *rand.Rand,
	visit func(model.StreamStep) error) (model.Approximation, error) {
	check(inkEstimate(), f, g, rng)
	size := sizingOf(g.N(), f.M, f.Ridge, f.Budget)
	s := f.stream(g, &size, rng)
	if err := s.over(ctx, s.feed, s.dimension, visit); err != nil {
		return nil, err
	}
	switch { // too few slots; with budget = m the ridge is raised until there are enough
	case s.failed:
		warn(&size.warnings, "qbar = %d slots are too few for all scores at score-ridge = %.3g, and squeak's estimates were "+
			"used instead: raise qbar or score-ridge, or set budget to m", s.slots, s.ridge)
	case !size.byBudget && s.dim*10 > float64(s.slots):
		warn(&size.warnings, "qbar = %d slots are fewer than 10 for each of about %.0f effective dimensions, and whole "+
			"clusters may be lost: raise qbar or score-ridge, or set budget to m", s.slots, s.dim)
	}
	s.rows = nil
	// The columns have been read: through a view they do not count again.
	return size.finish(ctx, g.View(), s.kept, s.ridge, rng)
}

// inkStream is the state between two chunks.
type inkStream struct {
	pass
	alpha  float64
	qbar   int
	slots  int
	seen   []int
	place  []int      // places in seen of the points kept
	rows   *mat.Dense // K[seen, kept]; nil if no point is kept
	dim    float64    // d̃
	failed bool       // whether some K̄+αγₛI was not positive definite
}

func (f *InkEstimate) stream(g *model.Gram, size *sizing, rng *rand.Rand) *inkStream {
	s := &inkStream{pass: pass{g, rng, size, f.Ridge, &packed{}},
		alpha: (2 - f.Epsilon) / (1 - f.Epsilon), qbar: f.QBar, slots: f.QBar}
	if size.byBudget {
		s.slots = int(math.Ceil(2 * s.alpha * float64(size.m)))
		size.checkCopies(f.QBar)
	}
	return s
}

// feed reads a chunk of points.
func (s *inkStream) feed(chunk []int) error {
	t, q := len(s.seen), len(s.kept.index)
	v, err := s.border(chunk)
	if err != nil {
		return err
	}
	tau, dim, ok, err := s.suited(v, t)
	if err != nil {
		return err
	}
	added := arrived(chunk, s.slots)
	added.core = linalg.Symmetric(mat.DenseCopyOf(v.Slice(t, t+len(chunk), q, q+len(chunk))))
	if q > 0 {
		added = joined(s.kept, added, mat.DenseCopyOf(v.Slice(t, t+len(chunk), 0, q).T()))
	}
	s.kept = added
	if !ok {
		s.failed = true
		tau = added.scores(s.alpha * s.ridge)
		dim = max(s.dim, s.alpha*added.dimension(tau))
	}
	s.dim = dim
	for i := range chunk {
		s.place = append(s.place, t+i)
	}
	candidates := slices.Clone(added.index)
	s.size.thin(s.kept, s.ridge, s.kept.lowered(s.rates(tau)), s.rng)
	rates := func(ridge float64) []float64 { return s.rates(s.kept.scores(s.alpha * ridge)) }
	s.ridge, err = s.size.reduce(s.kept, s.ridge, rates, s.rng)
	s.seen = append(s.seen, chunk...)
	s.retain(v, candidates)
	return err
}

func (s *inkStream) dimension() float64 { return s.dim }

// rates overwrites tau with the expected copies slots/b, b = ⌊1/pᵢ⌋+1 for pᵢ = τ̃ᵢ/d̃, and returns it.
func (s *inkStream) rates(tau []float64) []float64 {
	for i, t := range tau {
		if tau[i] = 0; t > 0 { // d̃ may be 0 only if all scores are
			tau[i] = float64(s.slots) / (math.Floor(s.dim/t) + 1)
		}
	}
	return tau
}

// border returns K[seen+chunk, kept+chunk]. It reads the entries between the chunk and the points seen,
// and those within the chunk.
func (s *inkStream) border(chunk []int) (*mat.Dense, error) {
	t, b, q := len(s.seen), len(chunk), len(s.kept.index)
	block := mat.NewDense(b, t+b, nil)
	s.g.Block(block, chunk, slices.Concat(s.seen, chunk))
	if err := form.CheckFinite(block); err != nil {
		return nil, err
	}
	v := mat.NewDense(t+b, q+b, nil)
	v.Slice(0, t+b, q, q+b).(*mat.Dense).Copy(block.T())
	if q > 0 {
		v.Slice(0, t, 0, q).(*mat.Dense).Copy(s.rows)
		v.Slice(t, t+b, 0, q).(*mat.Dense).Copy(linalg.Columns(block, s.place))
	}
	return v, nil
}

// retain stores the columns of v, and the places, of those candidates that are still in the dictionary.
func (s *inkStream) retain(v *mat.Dense, candidates []int) {
	var kept []int
	for j, i := range candidates {
		if len(kept) < len(s.kept.index) && s.kept.index[len(kept)] == i {
			kept = append(kept, j)
		}
	}
	if s.rows = nil; len(kept) > 0 {
		s.rows = linalg.Columns(v, kept)
	}
	s.place = picked(s.place, kept)
}
