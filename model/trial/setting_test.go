package trial

import (
	"maps"
	"testing"

	"gramscope/model"
	"gramscope/model/kernel"
)

// TestResolve: each parameter has its assigned value or its default.
func TestResolve(t *testing.T) {
	resolve := func(method, solver string, landmarks int, values model.Values) Setting {
		return Question{Draw: Draw{N: 50}, Family: kernel.Families()[0], Assignment: Assignment{Values: values},
			Method: methodNamed(t, method), Solver: solver, Landmarks: landmarks}.Resolve()
	}
	s := resolve("rls", "", 0, model.Values{"mu": 2, "m": 7})
	if s.Mu != 2 || s.ScoreRidge != 2 || s.Params["score-ridge"] != 2 || s.Params["m"] != 7 || s.Params["rank"] != 0 ||
		s.Tolerance != 0 || s.Draw.N != 50 {
		t.Errorf("%+v: γₛ is μ, and a direct solver has no tolerance", s)
	}
	s = resolve("rls", SolverPCG, 0, model.Values{"mu": 2, "score-ridge": 5, "n": 30})
	if s.ScoreRidge != 5 || s.Params["score-ridge"] != 5 || s.Tolerance != 1e-9 || s.Draw.N != 30 {
		t.Errorf("%+v, want γₛ = 5, the usual tolerance and 30 rows", s)
	}
	if s := resolve("nystrom", SolverFalkon, 9, model.Values{"tolerance": 1e-3}); s.Tolerance != 1e-3 ||
		s.Params["m"] != 100 {
		t.Errorf("%+v: m of methods that choose their landmarks has its default", s)
	}
	for given, want := range map[int]float64{9: 9, 30_000: 20_000} {
		if got := resolve("given", "", given, nil).Params["m"]; got != want {
			t.Errorf("m = %v for %d landmarks, want %v", got, given, want)
		}
	}
	if got := resolve("given", "", 9, model.Values{"m": 4}).Params["m"]; got != 4 {
		t.Errorf("m = %v, want the 4 that were asked for", got)
	}
	if got := resolve("exact", "", 0, nil).Mu; got != 0.01 {
		t.Errorf("μ = %v, want its default", got)
	}
}

// TestKernelOfAQuestion: a kernel has the parameters of its family and no others. γ follows from σ or from
// distances if it is not given.
func TestKernelOfAQuestion(t *testing.T) {
	family := func(name string) kernel.Family { f, _ := kernel.Lookup(name); return f }
	all := model.Values{"degree": 3, "beta": 2, "offset": 4, "rate": 5}
	for _, c := range []struct {
		family string
		values model.Values
		want   kernel.Values
	}{
		{"gaussian", all, kernel.Values{"gamma": 8}},
		{"gaussian", model.Values{"gamma": 3}, kernel.Values{"gamma": 3}},
		{"gaussian", model.Values{"sigma": 0.5}, kernel.Values{"gamma": 2}}, // 1/(2σ²)
		{"polynomial", all, kernel.Values{"gamma": 8, "degree": 3, "offset": 4}},
		{"linear", model.Values{"gamma": 3}, kernel.Values{}},
		{"periodic", all, kernel.Values{"beta": 2}},
		{"poisson", all, kernel.Values{"rate": 5}},
	} {
		q := Question{Family: family(c.family), Assignment: Assignment{}.WithAll(c.values),
			Distances: kernel.Distances{Known: true, Median: 0.25, Mean: 1}}
		if got := q.Kernel().Values; !maps.Equal(got, c.want) {
			t.Errorf("%s with %v: %+v, want %+v", c.family, c.values, got, c.want)
		}
	}
}

// TestNoKeyBeforeMIsFound: m in the parameters is not that of the condition yet.
func TestNoKeyBeforeMIsFound(t *testing.T) {
	s := trialOn(t, twice(t, 20, false), "nystrom", "", model.Values{"m": 30}).Setting
	s.Condition = Condition{"error", "<=", "0.1"}
	if key := s.With("m", 10).FitKey(); key == "" {
		t.Error("no key at a number")
	}
	defer func() {
		if recover() == nil {
			t.Error("a setting with a condition has a key")
		}
	}()
	s.FitKey()
}

// TestSettingsAreValues: With changes a copy, Named has the names of choices, and keys contain what the fit
// depends on. A value out of range panics.
func TestSettingsAreValues(t *testing.T) {
	s := trialOn(t, twice(t, 20, false), "accumulation", "", model.Values{"m": 30, "draw": 1}).Setting
	other := s.With("m", 40)
	if s.Params["m"] != 30 || other.Params["m"] != 40 || other.FitKey() == s.FitKey() {
		t.Errorf("m = %v, and another setting has m = %v", s.Params["m"], other.Params["m"])
	}
	named := s.Named()
	if _, isText := named["draw"].(string); named["m"] != 30.0 || !isText {
		t.Errorf("%v: numbers are numbers, and choices have names", named)
	}
	if !s.DependsOn("score-ridge") || s.With("draw", 0).DependsOn("score-ridge") || s.DependsOn("mu") {
		t.Error("draws by scores, and no others, depend on γₛ")
	}
	if s.With("draw", 0).FitKey() != s.With("draw", 0).With("score-ridge", 99).FitKey() {
		t.Error("uniform draws have another key at another γₛ")
	}
	if a, b := s.Generator().Uint64(), s.Generator().Uint64(); a != b || other.Generator().Uint64() == a {
		t.Error("a setting has its own draws, always the same")
	}
	defer func() {
		if recover() == nil {
			t.Error("m = −1 did not panic")
		}
	}()
	s.With("m", -1).Fitter()
}
