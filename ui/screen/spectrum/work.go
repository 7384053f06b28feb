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

// Work computes what the present setting asks for, unless it is there or
// on its way. The curves of K stay while only methods come and go.
func (s *Screen) Work() []screen.Do {
	names := s.bench.Setting().Active(s.bench.Methods())
	carrier := names
	if len(names) == 0 {
		carrier = s.bench.Usable()[:min(1, len(s.bench.Usable()))] // K has a spectrum without any
	}
	p, ok := s.bench.PictureOf(carrier)
	ridge := s.bench.Setting().Value(model.ScoreRidge(nil), s.bench.Widths())
	base := p.Key()
	key := fmt.Sprint(base, names, ridge)
	if !ok || key == s.Key {
		return nil
	}
	now := s.Now
	s.Begin(key, now.over(s.Old))
	if base == s.base {
		s.Now = now
		s.Now.Approx = nil
	}
	s.base = base
	s.Now.Unscored = inspect.NoScores(s.bench.Setting().Spec.N, s.bench.Setting().Spec.ExactLimit)
	alone, _ := s.bench.PictureOf(s.bench.Usable())
	return []screen.Do{screen.Launch{Kind: Jobs, Work: work(s.bench.Limits(), p, alone, names, ridge)}}
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

// work computes the methods' eigenvalues, then, in the one place for jobs
// of O(n³), what is K's. Where all methods are too large that is all, if K alone is not:
// alone is a picture of K by whatever method there is room for.
func work(limits job.Limits, p, alone lab.Picture, names []string, ridge float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		var large *model.MemoryError
		if errors.As(err, &large) {
			alone.Spec.Figures = sweep.Figures{sweep.FigureFloor} // which all eigenvalues are for
			if k, ofK := alone.Prepare(); ofK == nil {
				plan, err = k, nil
				for _, name := range names {
					p.Spec.Methods = []string{name}
					_, why := p.Prepare()
					if errors.As(why, &large) {
						post(Approximate{Method: name, Missing: lab.Reason(large)})
					}
				}
				names = nil
			}
		}
		if err != nil {
			return err
		}
		for _, c := range plan.Cells {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if slices.Contains(names, c.Method.Name) {
				post(approxSpectrum(ctx, plan, c))
			}
		}
		if !limits.Cubic.Acquire(ctx) {
			return nil
		}
		defer limits.Cubic.Release()
		return exactSpectra(ctx, plan, ridge, post)
	}
}

// approxSpectrum returns the figures of one method's K̃.
func approxSpectrum(ctx context.Context, plan *sweep.Plan, c trial.Setting) Approximate {
	s := Approximate{Method: c.Method.Name}
	var err error
	if s.Values, err = inspect.ApproximateEigenvalues(ctx, plan, c); err != nil {
		s.Missing = lab.Reason(err)
	}
	if rows, has, err := inspect.Landmarks(ctx, plan, c); err == nil {
		s.Landmarks, s.Rests = rows, has
	}
	return s
}

// exactSpectra computes what is K's, the quickest first.
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
