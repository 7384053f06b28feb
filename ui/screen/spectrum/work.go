package spectrum

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/screen"
)

// Spectra are the figures, each nil until it is there.
type Spectra struct {
	Approx map[string]Approximate // by method
	Exact
	Scores
	Degrees
	Coherence
}

// What the work posts.
type (
	// Approximate has the figures of one method's K̃.
	Approximate struct {
		Method    string
		Values    []float64 // eigenvalues, the largest first
		Landmarks []int
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

// over returns s with the figures of older in place of figures that s does not have yet.
func (s Spectra) over(older Spectra) Spectra {
	if s.Ridges == nil {
		s.Degrees = older.Degrees
	}
	if s.Approx == nil {
		s.Approx = older.Approx
	}
	if s.Exact == nil {
		s.Exact = older.Exact
	}
	if s.Coherence == nil {
		s.Coherence = older.Coherence
	}
	if s.Scores.Scores == nil {
		s.Scores.Scores = older.Scores.Scores
	}
	return s
}

// Update handles the messages of the work.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.Left:
		return s.Leave(Jobs)
	case screen.NewData:
		s.Latest = screen.Latest[Spectra]{}
	case Approximate:
		if s.Now.Approx == nil {
			s.Now.Approx = map[string]Approximate{}
		}
		s.Now.Approx[b.Method] = b
	case Exact:
		s.Now.Exact = b
	case Scores:
		s.Now.Scores = b
	case Degrees:
		s.Now.Degrees = b
	case Coherence:
		s.Now.Coherence = b
	}
	return s.End(msg)
}

// Work computes what the present setting asks for, unless it is there or under way. Other methods leave the curves of
// K.
func (s *Screen) Work() []screen.Do {
	names := s.bench.Setting.Active(s.bench.Methods)
	p, ok := s.bench.PictureOf(s.bench.Usable()) // K has a spectrum without any method that runs
	base := p.Key()
	key := fmt.Sprint(base, names, s.ridge())
	if !ok || key == s.Key {
		return nil
	}
	s.Begin(key, base, s.Now.over(s.Old))
	s.Now.Approx = nil
	s.Now.Missing = inspect.NoScores(s.bench.Setting.Spec.N, s.bench.Setting.Spec.ExactLimit)
	return []screen.Do{screen.Launch{Kind: Jobs, Work: work(s.bench.Limits, p, names, s.ridge())}}
}

// Ridges returns the ridges at which the curves are computed. They span 1e-6 to 1e4, or more if now lies outside.
func Ridges(now float64) []float64 {
	lo, hi := 1e-6, 1e4
	for now < lo {
		lo /= 10
	}
	for now > hi {
		hi *= 10
	}
	ridges := model.ScoreRidge(nil).Spaced(max(lo, model.ScoreRidge(nil).Min), min(hi, model.ScoreRidge(nil).Max), 31)
	if !slices.Contains(ridges, now) {
		ridges = append(ridges, now)
		slices.Sort(ridges)
	}
	return ridges
}

// leadingShown is the number of eigenvalues of K that are computed where K is too large for all.
const leadingShown = 64

// work computes the eigenvalues of the methods' K̃ and then, within the limit on jobs of O(n³), the figures of K, whose
// plan may have any usable method.
func work(limits job.Limits, p lab.Picture, names []string, ridge float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		for _, name := range names {
			one := p
			one.Spec.Methods = []string{name}
			plan, err := one.Prepare()
			var large *model.MemoryError
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.As(err, &large):
				post(Approximate{Method: name, Missing: lab.Reason(large)})
			case err != nil:
				return err
			default:
				post(approxSpectrum(ctx, plan, plan.Cells[0]))
			}
		}
		p.Spec.Figures = sweep.Figures{sweep.FigureFloor} // which all eigenvalues are for
		plan, err := p.Prepare()
		if err != nil {
			return err
		}
		return limits.Cubic.Limited(func(ctx context.Context, post func(any)) error {
			return exactSpectra(ctx, plan, ridge, post)
		})(ctx, post)
	}
}

// approxSpectrum returns the figures of one method's K̃.
func approxSpectrum(ctx context.Context, plan *sweep.Plan, c trial.Setting) Approximate {
	s := Approximate{Method: c.Method.Name}
	var err error
	if s.Values, err = inspect.ApproximateEigenvalues(ctx, plan, c); err != nil {
		s.Missing = lab.Reason(err)
	}
	if rows, err := inspect.Landmarks(ctx, plan, c); err == nil {
		s.Landmarks = rows
	}
	return s
}

// exactSpectra computes the figures of K, the quickest first.
func exactSpectra(ctx context.Context, plan *sweep.Plan, ridge float64, post func(any)) error {
	c := plan.Cells[0]
	scored := inspect.NoScores(c.Draw.N, plan.Spec.ExactLimit) == ""
	if scored {
		scores, err := inspect.LeverageScores(ctx, plan, c, ridge)
		var singular *model.SingularError
		switch {
		case errors.As(err, &singular):
			post(Scores{Missing: lab.Reason(err)})
		case err != nil:
			return err
		default:
			post(Scores{Scores: scores})
		}
	}
	values, err := inspect.Eigenvalues(ctx, plan, c, leadingShown)
	if err != nil {
		return err
	}
	post(Exact(values))
	if !scored {
		return nil
	}
	d := Degrees{Ridges: Ridges(ridge)}
	if d.Effective, d.Maximal, err = inspect.Degrees(ctx, plan, c, d.Ridges); err != nil {
		return err
	}
	post(d)
	coherence, err := inspect.Coherences(ctx, plan, c)
	if err == nil {
		post(Coherence(coherence))
	}
	return err
}
