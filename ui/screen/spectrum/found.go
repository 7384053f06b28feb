package spectrum

import (
	"gramscope/ui/screen"
)

// Spectra are the figures, each nil until it is there.
type Spectra struct {
	Approx    map[string]Approximate // by method
	Exact     []float64              // eigenvalues of K
	Scores    []float64              // by row
	Ridges    []float64
	Effective []float64
	Maximal   []float64
	Coherence []float64 // by rank − 1
	Unscored  string    // why there are no scores
}

// What the work posts.
type (
	// Approximate has the figures of one method's K̃.
	Approximate struct {
		Method    string
		Values    []float64 // eigenvalues, the largest first
		Landmarks []int
		Rests     bool // on landmarks
		Missing   string
	}
	// Exact are the eigenvalues of K.
	Exact []float64
	// Scores are the leverage scores by row, or why there are none.
	Scores struct {
		Scores  []float64
		Missing string
	}
	// Degrees are d_eff and d_max over γₛ.
	Degrees struct{ Ridges, Effective, Maximal []float64 }
	// Coherence is the coherence of the leading k eigenvectors of K, at index k − 1.
	Coherence []float64
)

// over returns s with the figures of older in place of those that s does not have yet.
func (s Spectra) over(older Spectra) Spectra {
	pick := func(a, b []float64) []float64 {
		if a != nil {
			return a
		}
		return b
	}
	if s.Ridges == nil {
		s.Ridges, s.Effective, s.Maximal = older.Ridges, older.Effective, older.Maximal
	}
	if s.Approx == nil {
		s.Approx = older.Approx
	}
	s.Exact, s.Scores, s.Coherence = pick(s.Exact, older.Exact), pick(s.Scores, older.Scores), pick(s.Coherence, older.Coherence)
	return s
}

// Update handles the messages of the work.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.Left:
		return s.Leave(Jobs)
	case screen.NewData:
		s.base, s.Latest = "", screen.Latest[Spectra]{}
	case Approximate:
		if s.Now.Approx == nil {
			s.Now.Approx = map[string]Approximate{}
		}
		s.Now.Approx[b.Method] = b
	case Exact:
		s.Now.Exact = b
	case Scores:
		s.Now.Scores = b.Scores
		if b.Missing != "" {
			s.Now.Unscored = b.Missing
		}
	case Degrees:
		s.Now.Ridges, s.Now.Effective, s.Now.Maximal = b.Ridges, b.Effective, b.Maximal
	case Coherence:
		s.Now.Coherence = b
	}
	return s.End(msg)
}
