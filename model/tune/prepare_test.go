package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// noTarget is a source without a target.
type noTarget struct{ given }

func (noTarget) HasTarget() bool { return false }

func TestPrepareRefuses(t *testing.T) {
	constantSet, oneClass, many := waves(20, 1), waves(20, 1), waves(20, 1)
	for i := range 20 {
		constantSet.Y[i], oneClass.Y[i], many.Y[i] = 3, 1, float64(i)
	}
	oneClass.Classes = []string{"a", "b"}
	for i := range 25 {
		many.Classes = append(many.Classes, string(rune('a'+i)))
	}
	numbers := waves(60, 1)
	two := waves(20, 1)
	for i := range 20 {
		two.Y[i] = float64(2*(i%2) - 1)
	}
	far := waves(20, 1)
	far.Y[7] = -1e308
	huge := waves(20, 1)
	huge.X.Set(3, 1, 1e300)
	for name, c := range map[string]struct {
		set    *data.Set
		change func(*Spec)
		want   any // the error's type
		text   string
	}{
		"one value":    {constantSet, nil, new(*data.Error), "3 in all 20 training rows"},
		"huge target":  {far, nil, new(*data.Error), "contains -1e+308"},
		"one class":    {oneClass, nil, new(*data.Error), "is b in all 20 training rows"},
		"many classes": {many, nil, new(*data.Error), "25 classes and there are 20 training rows"},
		"many values": {numbers, func(s *Spec) { s.N, s.Learner = 60, "svm" }, new(*data.Error),
			"60 distinct values, more than 50"},
		"folds": {nil, func(s *Spec) { s.Folds = 21 }, new(*sweep.SpecError),
			"21 folds of 20 rows; make 20 at most"},
		"one fold":      {nil, func(s *Spec) { s.Folds = 1 }, new(*sweep.SpecError), "at least 2"},
		"test fraction": {nil, func(s *Spec) { s.Test = 1 }, new(*sweep.SpecError), "outside [0, 1)"},
		"negative test": {nil, func(s *Spec) { s.Test = -0.1 }, new(*sweep.SpecError), "outside [0, 1)"},
		"gamma":         {nil, func(s *Spec) { s.Width = s.Width.WithGamma(1) }, new(*sweep.SpecError), "γ or μ is given"},
		"mu":            {nil, func(s *Spec) { s.Values["mu"] = 1 }, new(*sweep.SpecError), "γ or μ is given"},
		"bad gammas":    {nil, func(s *Spec) { s.Gammas = []float64{1, -1} }, new(*sweep.SpecError), "gamma"},
		"no gammas":     {nil, func(s *Spec) { s.Gammas = []float64{} }, new(*sweep.SpecError), "no values"},
		"bad mus":       {nil, func(s *Spec) { s.Mus = []float64{0} }, new(*sweep.SpecError), "mu"},
		"useless gammas": {nil, func(s *Spec) { s.Kernel, s.Gammas = "linear", []float64{1, 2} }, new(*sweep.SpecError),
			"linear"},
		"method": {nil, func(s *Spec) { s.Methods = []string{"nystrm"} }, new(*sweep.SpecError),
			"did you mean nystrom?"},
		"method twice": {nil, func(s *Spec) { s.Methods = []string{Exact, Exact} }, new(*sweep.SpecError), "twice"},
		"no method":    {nil, func(s *Spec) { s.Methods = []string{} }, new(*sweep.SpecError), "no method"},
		"exact limit": {nil, func(s *Spec) { s.Methods, s.ExactLimit = []string{Exact}, 10 }, new(*sweep.SpecError),
			"exact is for n up to 10, not 20"},
		"needs": {nil, func(s *Spec) { s.Kernel, s.Methods = "polynomial", []string{"fourier"} },
			new(*sweep.SpecError), "fourier"},
		"kernel":    {nil, func(s *Spec) { s.Kernel = "gausian" }, new(*sweep.SpecError), "did you mean gaussian?"},
		"learner":   {nil, func(s *Spec) { s.Learner = "tree" }, new(*sweep.SpecError), "tree"},
		"parameter": {nil, func(s *Spec) { s.Values["mm"] = 3 }, new(*sweep.SpecError), "mm"},
		"memory":    {nil, func(s *Spec) { s.MaxMemory = 5000 }, new(*model.MemoryError), "raise max-memory"},
		"overflow": {huge, func(s *Spec) { s.Standardize = false; s.Gammas = []float64{1} }, new(*data.Error),
			"column b"},
	} {
		t.Run(name, func(t *testing.T) {
			set := c.set
			if set == nil {
				set = waves(20, 1)
			}
			spec := DefaultSpec(20)
			spec.Standardize = true
			if c.change != nil {
				c.change(&spec)
			}
			p, err := Prepare(spec, approx.Methods(), given{set: set})
			if err == nil {
				t.Fatalf("accepted: %+v", p.Spec)
			}
			if !errors.As(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%T: %v, want %q", err, err, c.text)
			}
		})
	}
	_, err := Prepare(DefaultSpec(20), approx.Methods(), noTarget{given{set: waves(20, 1)}})
	var spec *sweep.SpecError
	if !errors.As(err, &spec) || !strings.Contains(err.Error(), "name one") {
		t.Errorf("without target: %v", err)
	}
}

// Exact regression needs K and a copy of it.
func TestExactNeedsMemory(t *testing.T) {
	set := waves(3000, 1)
	for method, fits := range map[string]bool{"nystrom": true, Exact: false} {
		spec := DefaultSpec(3000)
		spec.Standardize, spec.Gammas, spec.Mus, spec.Methods, spec.MaxMemory = true, []float64{1, 2, 3, 4}, []float64{1},
			[]string{method}, 95e6
		spec.Grid = true
		p, err := Prepare(spec, approx.Methods(), given{set: set})
		var need *model.MemoryError
		if (err == nil) != fits || err != nil && !errors.As(err, &need) {
			t.Fatalf("%s: %v", method, err)
		}
		if fits && p.CheckMemory(20) == nil {
			t.Fatalf("%s on 20 workers fits into 95 MB", method)
		}
	}
}

func TestDefaults(t *testing.T) {
	set := waves(40, 2)
	spec := DefaultSpec(100) // clamped
	spec.Standardize = true
	p := prepared(t, spec, approx.Methods(), given{set: set})
	if p.Spec.N != 40 || !slices.Equal(p.names(), []string{"nystrom", Exact}) || p.Learner != trial.LearnRidge {
		t.Errorf("n = %d, %v, %s", p.Spec.N, p.names(), p.Learner)
	}
	if len(p.Gammas) != 7 || !slices.IsSorted(p.Gammas) || !slices.Equal(p.Mus, DefaultMus()) {
		t.Errorf("γ %v, μ %v", p.Gammas, p.Mus)
	}
	standardized := trial.Pick(set, nil)
	scaling, _ := data.NewScaling(standardized)
	scaling.Apply(standardized.X)
	median := kernel.DistancesOf(standardized.X, model.SquaredEuclidean, nil).Median
	near(t, "the middle width", p.Sigma(3), median, 1e-12)
	near(t, "the widest", p.Sigma(0), 8*median, 1e-12)
	near(t, "the narrowest", p.Sigma(6), median/8, 1e-12)

	spec.Kernel = "linear"
	p = prepared(t, spec, approx.Methods(), given{set: set})
	if len(p.Gammas) != 1 || !math.IsNaN(p.Gammas[0]) || !math.IsNaN(p.Sigma(0)) {
		t.Errorf("linear: γ %v", p.Gammas)
	}
	if best, ok := leastOf(p, searched(p, 1), ""); !ok || best.Gamma != 0 {
		t.Errorf("linear: %+v, %v", best, ok)
	}
}

// TestDefaultBudgets: the largest m of a small set are half the rows of the smallest part to which a fold is fitted.
func TestDefaultBudgets(t *testing.T) {
	for n, want := range map[int]string{
		21: "[8]", 142: "[50 57]", 300: "[50 100 120]", 1200: "[50 100 200 400 480]", 2000: "[50 100 200 400 800]",
	} {
		spec := DefaultSpec(n)
		spec.Methods = []string{"nystrom"}
		var list []float64
		for _, c := range searchFor(t, spec, approx.Methods(), given{set: waves(n, 1)}).Configurations {
			list = append(list, c.Values[model.BudgetName])
		}
		if fmt.Sprint(list) != want {
			t.Errorf("%d rows: m of %v, want %s", n, list, want)
		}
	}
}

// A target with two values is learned as classes unless the learner is ridge.
func TestTwoValues(t *testing.T) {
	set := waves(40, 3)
	for i := range set.Y {
		set.Y[i] = -1
		if set.X.At(i, 0) > 0 {
			set.Y[i] = 1
		}
	}
	spec := DefaultSpec(40)
	spec.Standardize = true
	p := prepared(t, spec, approx.Methods(), given{set: set})
	if p.Learner != trial.LearnLogistic || !slices.Equal(p.names(), []string{"nystrom"}) || p.Classes != 2 {
		t.Errorf("%s, %v, %d classes", p.Learner, p.names(), p.Classes)
	}
	if !slices.ContainsFunc(p.Notes,
		func(n remedy.Note) bool { return strings.Contains(n.Text, "two values, -1 and 1") }) {
		t.Errorf("notes: %q", p.Notes)
	}
	if best, ok := leastOf(p, searched(p, 2), ""); !ok || best.Gain.Mean < 0.85 {
		t.Errorf("accuracy %+v", best)
	}
	spec.Learner = trial.LearnRidge
	if p := prepared(t, spec, approx.Methods(), given{set: set}); p.Learner != trial.LearnRidge || p.labels != nil ||
		len(p.names()) != 2 {
		t.Errorf("%s, %v", p.Learner, p.names())
	}
}

// A class with a single row is absent from the training rows of one fold. It is never predicted there, and no
// score is NaN.
func TestRareClass(t *testing.T) {
	set := waves(41, 4)
	set.Classes = []string{"a", "b", "rare"}
	for i := range set.Y {
		set.Y[i] = float64(i % 2)
	}
	set.Y[40] = 2
	for _, learner := range []string{trial.LearnLogistic, trial.LearnSVM} {
		spec := DefaultSpec(41)
		spec.Learner, spec.Standardize, spec.Gammas, spec.Mus = learner, true, []float64{0.5}, []float64{0.1, 1}
		p := prepared(t, spec, approx.Methods(), given{set: set})
		for _, s := range scoresOf(t, p, searched(p, 1), "nystrom", 0) {
			if s.Failure != nil || math.IsNaN(s.Loss.Mean) || len(s.Losses) != 5 || !(s.Gain.Mean > 0.2 && s.Gain.Mean < 1) {
				t.Errorf("%s: %+v", learner, s)
			}
		}
	}
}

// A fold with a single row has no R²: it is NaN, and not a failure.
func TestLeaveOneOut(t *testing.T) {
	spec := DefaultSpec(12)
	spec.Folds, spec.Gammas, spec.Mus, spec.Standardize = 12, []float64{0.5}, []float64{0.1, 1}, true
	p := prepared(t, spec, approx.Methods(), given{set: waves(12, 5)})
	for _, s := range scoresOf(t, p, searched(p, 1), Exact, 0) {
		if s.Failure != nil || len(s.Losses) != 12 || !(s.Loss.Mean > 0) || !math.IsNaN(s.Gain.Mean) {
			t.Errorf("%+v", s)
		}
	}
}
