package trial

import (
	"context"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/linalg"
)

// predict sets where a descent begins, and the slope of the figure there: by the method's own pilots, or by fits to a
// sample of the rows.
func (s *search) predict(ctx context.Context, d *descent) error {
	most := safety * s.condition.Most
	glance := descent{from: d.from, most: d.most, close: closeGlance, apart: apartGlance, figure: s.piloted}
	if _, ok := s.Fitter().(model.Piloted); !ok {
		n := s.Gram.N()
		rows := model.SampleRows(n, partOf(n), Stream(s.Draw.Seed, "smallest m, part", s.Draw.Rep))
		g := model.NewGram(model.NewPoints(linalg.Rows(s.Gram.X(), rows), s.Gram.Kernel().Geometry()), s.Gram.Kernel())
		gauge, err := newGauge(s.Trial, g, s.bound, most)
		if err != nil {
			return err
		}
		glance.most, glance.close, glance.figure = min(d.most, len(rows)), closeEnough, s.onPart(g, gauge)
	}
	m, _, err := glance.run(ctx, most)
	d.predicted(min(m, d.most), glance.slope)
	return err
}

// piloted measures K̃ of a pilot.
func (s *search) piloted(ctx context.Context, m int) (exact.Estimate, error) {
	a, err := s.pilot(ctx, m)
	if err != nil {
		return exact.Estimate{}, err
	}
	s.tried++
	e, err := s.gauge.figure(ctx, a, m)
	e.SE = 0 // it is the fit that is to meet the condition in spite of its standard error, and that is more accurate
	return e, err
}

// pilot returns K̃ of a pilot, which does not store its features.
func (s *search) pilot(ctx context.Context, m int) (model.Approximation, error) {
	t := s.at(m, s.Gram)
	t.Gram.SetFactorLimit(0)
	return t.Fitter().(model.Piloted).Pilot(ctx, t.Gram, t.stream("pilot"))
}

// onPart returns a function that measures fits to g, a part of the rows, as if they were fits to all.
func (s *search) onPart(g *model.Gram, gauge *gauge) func(context.Context, int) (exact.Estimate, error) {
	n, part := float64(s.Gram.N()), float64(g.N())
	return func(ctx context.Context, m int) (exact.Estimate, error) {
		f, err := s.at(m, g).Fit(ctx)
		if err != nil {
			return exact.Estimate{}, err
		}
		s.tried++
		e, err := gauge.figure(ctx, f.Approx, m)
		if s.Method.Landmarks { // at landmarks K̃ = K, and they are a larger share of few rows
			e.Value *= (1 - float64(m)/n) / max(1-float64(m)/part, 1/part)
		}
		return e, err
	}
}

// partOf returns the number of rows, of n, by which m is predicted; n if all are as good.
func partOf(n int) int {
	if part := max(fewestPart, n/partRows); 4*part <= n {
		return part
	}
	return n
}
