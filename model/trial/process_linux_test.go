package trial_test

import (
	"fmt"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// BenchmarkProcess measures the processor time of a fit, of a regression with its risk, and of the figures of its
// Gaussian process. The times of evidence and calibration are relative to that of the regression, and both to that of
// fit and regression together. The calibration of b test rows takes about b/2n of it, m²/2 products a row.
func BenchmarkProcess(b *testing.B) {
	for _, c := range []struct{ n, m int }{{1000, 100}, {4000, 200}, {20000, 500}} {
		b.Run(fmt.Sprintf("n=%d,m=%d", c.n, c.m), func(b *testing.B) {
			tr := friedmanTrial(b, "nystrom", c.n, model.Values{"gamma": 0.2, "m": float64(c.m), "mu": 0.1})
			fit, regression, evidence, calibration := 0.0, 0.0, 0.0, 0.0
			for b.Loop() {
				start := processorSeconds(b)
				f, err := tr.Fit(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				fit, start = fit+processorSeconds(b)-start, processorSeconds(b)
				all, err := tr.Learn(b.Context(), f, []float64{tr.Mu})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := all[0].Risk(b.Context(), tr.Rows.Train.Truth, tr.Rows.Train.Noise); err != nil {
					b.Fatal(err)
				}
				regression, start = regression+processorSeconds(b)-start, processorSeconds(b)
				bounds, err := tr.Evidence(b.Context(), all[0])
				if err != nil {
					b.Fatal(err)
				}
				evidence, start = evidence+processorSeconds(b)-start, processorSeconds(b)
				tr.Calibration(all[0], bounds.Amplitude())
				calibration += processorSeconds(b) - start
			}
			b.ReportMetric(1e3*fit/float64(b.N), "fit-ms")
			b.ReportMetric(1e3*regression/float64(b.N), "regression-ms")
			b.ReportMetric(evidence/regression, "evidence/regression")
			b.ReportMetric(calibration/regression, "calibration/regression")
			b.ReportMetric((evidence+calibration)/(fit+regression), "both/all")
		})
	}
}

// friedmanTrial returns a trial on the set friedman, with a fifth of the rows drawn for tests.
func friedmanTrial(tb testing.TB, method string, n int, values model.Values) *trial.Trial {
	tb.Helper()
	generators, methods := synthetic.Generators(), approx.Methods()
	source := generators[slices.IndexFunc(generators, func(g synthetic.Generator) bool { return g.Name() == "friedman" })]
	s := trial.Question{
		Draw: trial.Draw{Seed: 3, Rep: 1, N: n, Test: 0.2}, Family: kernel.Families()[0],
		Assignment: trial.Assignment{}.WithAll(values),
		Method:     methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == method })],
		Learner:    trial.LearnRidge,
	}.Resolve()
	rows, err := trial.NewRows(source, s.Draw)
	if err != nil {
		tb.Fatal(err)
	}
	return trial.New(s, rows, rows.Gram(s.Kernel), nil)
}

// processorSeconds returns what all threads have used of the processors.
func processorSeconds(tb testing.TB) float64 {
	tb.Helper()
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		tb.Fatal(err)
	}
	return float64(t.Nano()) / 1e9
}
