package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/lab"
)

// startSpectrum computes what the present setting asks for, unless it is there or
// on its way. The curves of K stay while only methods come and go.
func (m *explorer) startSpectrum() {
	v := &m.spectrum
	names := m.Setting.Active(m.Methods)
	carrier := names
	if len(names) == 0 {
		carrier = m.Usable()[:min(1, len(m.Usable()))] // K has a spectrum without any
	}
	p, ok := m.PictureOf(carrier)
	ridge := m.Setting.Value(model.ScoreRidge(nil), m.Widths())
	base := p.Key()
	key := fmt.Sprint(base, names, ridge)
	if !ok || key == v.key {
		return
	}
	now := v.now
	v.now, v.old = spectra{}, now.over(v.old)
	if base == v.base {
		v.now = now
		v.now.approx = nil
	}
	v.key, v.base, v.done, v.failed = key, base, false, nil
	v.now.unscored = inspect.NoScores(m.Setting.Spec.N, m.Setting.Spec.ExactLimit)
	m.Launch(lab.SpectrumLane, spectrumWork(m.Runner, p, names, ridge))
}

// spectrumRidges are those of the curves, with the present one among them.
func spectrumRidges(now float64) []float64 {
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

// leadingShown is how many eigenvalues of K are computed where all are too many.
const leadingShown = 64

// spectrumWork computes the methods' eigenvalues, then, in the one place for jobs
// of O(n³), what is K's.
func spectrumWork(r *lab.Runner, p lab.Picture, names []string, ridge float64) lab.Work {
	return func(ctx context.Context, post func(any)) {
		plan, err := p.Prepare(ctx)
		if err != nil {
			lab.RefuseUnlessDone(ctx, post, err)
			return
		}
		for _, c := range plan.Cells {
			if ctx.Err() != nil {
				return
			}
			if slices.Contains(names, c.Method.Name) {
				post(approxSpectrum(ctx, plan, c))
			}
		}
		if !lab.Take(ctx, r.Slow) {
			return
		}
		defer func() { <-r.Slow }()
		lab.RefuseUnlessDone(ctx, post, exactSpectra(ctx, plan, ridge, post))
	}
}

// approxSpectrum is what one method's K̃ tells.
func approxSpectrum(ctx context.Context, plan *sweep.Plan, c trial.Setting) spectrumOf {
	s := spectrumOf{method: c.Method.Name}
	var err error
	if s.values, err = inspect.ApproximateEigenvalues(ctx, plan, c); err != nil {
		s.missing = lab.Reason(err)
	}
	if rows, has, err := inspect.Landmarks(ctx, plan, c); err == nil {
		s.landmarks, s.rests = rows, has
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
			post(scoresFound{missing: lab.Reason(err)})
		case err != nil:
			return err
		default:
			post(scoresFound{scores: scores})
		}
	}
	values, err := inspect.Eigenvalues(ctx, plan, c, leadingShown)
	if err != nil {
		return err
	}
	post(exactSpectrum{values})
	if !scored {
		return nil
	}
	d := degreesFound{ridges: spectrumRidges(ridge)}
	if d.effective, d.maximal, err = inspect.Degrees(ctx, plan, c, d.ridges); err != nil {
		return err
	}
	post(d)
	coherence, err := inspect.Coherences(ctx, plan, c)
	if err == nil {
		post(coherenceFound{coherence})
	}
	return err
}
