//go:build long

package trial_test

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// TestSecondsOfFeatures: the seconds of a fit include the computation of all n·m features, stored or
// not. If they are not stored, at most a sixteenth of the rows is computed for that. K̃ is the same.
func TestSecondsOfFeatures(t *testing.T) {
	const n, m, each = 20_000, 4, 2 * time.Microsecond
	generators, methods := synthetic.Generators(), approx.Methods()
	source := generators[slices.IndexFunc(generators, func(g synthetic.Generator) bool { return g.Name() == "friedman" })]
	for _, name := range []string{"nystrom", "kmeans-nystrom"} {
		s := trial.Question{
			Draw: trial.Draw{Seed: 3, Rep: 1, N: n}, Family: kernel.Families()[0],
			Assignment: trial.Assignment{}.WithAll(model.Values{"gamma": 0.2, "m": m}),
			Method:     methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == name })],
			Learner:    trial.LearnRidge,
		}.Resolve()
		rows, err := trial.NewRows(source, s.Draw)
		if err != nil {
			t.Fatal(err)
		}
		var diagonals [2][]float64
		for i, room := range []int64{model.FactorLimit, 0} {
			k := slow{s.Kernel.Function(), each, new(atomic.Int64)}
			one := trial.New(s, rows, model.NewGram(model.NewPoints(rows.Gram(s.Kernel).X(), k.Geometry()), k), nil)
			one.Gram.SetFactorLimit(room)
			f, err := one.Fit(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			one.AddFeatureTime(f)
			// The threads work at the same time.
			if least := (n * m * each / time.Duration(runtime.GOMAXPROCS(0))).Seconds(); f.Seconds < least {
				t.Errorf("%s with room for %d bytes: %.3g s, and the features alone take %.3g s", name, room, f.Seconds, least)
			}
			if made := k.values.Load(); room == 0 && made > m*(n/16+1500) {
				t.Errorf("%s: %d kernel values for features that are not kept", name, made)
			}
			if f.Entries != n*m && name == "nystrom" {
				t.Errorf("%s with room for %d bytes: %d entries", name, room, f.Entries)
			}
			diagonals[i] = make([]float64, n)
			f.Approx.Diag(diagonals[i])
		}
		if !floats.EqualApprox(diagonals[0], diagonals[1], 1e-12) {
			t.Errorf("%s: K̃ depends on whether its features are kept", name)
		}
	}
}

// slow is a kernel that counts its evaluations, each of which takes a known time.
type slow struct {
	model.Kernel
	each   time.Duration // a value
	values *atomic.Int64
}

func (k slow) Apply(v []float64) {
	k.values.Add(int64(len(v)))
	for start := time.Now(); time.Since(start) < time.Duration(len(v))*k.each; {
	}
	k.Kernel.Apply(v)
}
