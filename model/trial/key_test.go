package trial_test

import (
	"slices"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// TestKeysNameWhatMatters: the key, which is also the seed, of a sketch with uniform draws contains
// neither the kind of draw nor the ridge, and not m, as the draws for a smaller m are the first of those for a larger.
// With draws by scores it contains all of them.
func TestKeysNameWhatMatters(t *testing.T) {
	methods := approx.Methods()
	method := methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == "accumulation" })]
	key := func(draw, mu float64) string {
		return trial.Question{
			Draw: trial.Draw{Seed: 1, Rep: 1, N: 50}, Family: kernel.Families()[0], Method: method,
			Assignment: trial.Assignment{Values: model.Values{"m": 30, "draw": draw, "mu": mu}},
		}.Resolve().MethodKey()
	}
	for _, mu := range []float64{0.1, 10} {
		if got, want := key(0, mu), "accumulation accum=4 rank=0"; got != want {
			t.Errorf("uniform draws at μ = %v are %q, want %q", mu, got, want)
		}
	}
	for draw, want := range map[float64]string{
		1: "accumulation accum=4 draw=1 m=30 rank=0 score-ridge=10",
		2: "accumulation accum=4 draw=2 m=30 rank=0 score-ridge=10",
		3: "accumulation accum=4 draw=3 m=30 rank=0",
	} {
		if got := key(draw, 10); got != want {
			t.Errorf("draw %v is %q, want %q", draw, got, want)
		}
	}
}

// TestKeysOfSizesByRidge: the key, which is also the seed, of a method with fixed m contains nothing that only matters
// where a ridge determines the size.
func TestKeysOfSizesByRidge(t *testing.T) {
	methods := approx.Methods()
	for name, want := range map[string][2]string{
		"nystrom": {"nystrom rank=0", "nystrom budget=1 m=30 qbar=40 rank=0 score-ridge=2"},
		"rls":     {"rls m=30 rank=0 score-ridge=2", "rls budget=1 m=30 qbar=40 rank=0 score-ridge=2"},
		"two-pass-rls": {"two-pass-rls m=30 pilot=0 rank=0 score-ridge=2",
			"two-pass-rls budget=1 epsilon=0.5 m=30 pilot=0 qbar=40 rank=0 score-ridge=2"},
	} {
		method := methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == name })]
		for rule, want := range want {
			got := trial.Question{
				Draw: trial.Draw{Seed: 1, Rep: 1, N: 50}, Family: kernel.Families()[0], Method: method,
				Assignment: trial.Assignment{Values: model.Values{"m": 30, "mu": 2, "qbar": 40, "budget": float64(rule)}},
			}.Resolve().MethodKey()
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}
