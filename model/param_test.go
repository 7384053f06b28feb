package model_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/kernel"
)

func TestSpaced(t *testing.T) {
	m := model.Budget(nil)
	if got, want := m.Spaced(10, 1000, 3), []float64{10, 100, 1000}; !slices.Equal(got, want) {
		t.Errorf("10..1000:3 on a log scale: %v, want %v", got, want)
	}
	if got, want := m.Spaced(1, 3, 9), []float64{1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("duplicates of integers stay: %v, want %v", got, want)
	}
	if got, want := model.Accumulations(nil).Spaced(1, 4, 4), []float64{1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("1..4:4 on a linear scale: %v, want %v", got, want)
	}
	if got := model.Gamma(nil).Spaced(0.01, 10, 6); got[0] != 0.01 || got[5] != 10 {
		t.Errorf("the ends of 0.01..10:6 are %v and %v", got[0], got[5])
	}
}

func TestStepStaysInRangeAndMoves(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		params := append([]model.Param{model.Budget(nil), model.Accumulations(nil), model.Clusters(nil),
			model.TargetRank(nil), model.Ridge(nil)}, kernel.Params()...)
		p := params[rapid.IntRange(0, len(params)-1).Draw(rt, "param")]
		v := p.Spaced(p.Min+p.Min/10, p.Max, 50)
		at := v[rapid.IntRange(0, len(v)-1).Draw(rt, "at")]
		steps := rapid.IntRange(-30, 30).Filter(func(s int) bool { return s != 0 }).Draw(rt, "steps")
		next, clamped := p.Step(at, steps, rapid.Bool().Draw(rt, "big"))
		if _, err := p.Check(next); err != nil {
			rt.Fatalf("%s: step %d from %v gives %v: %v", p.Name, steps, at, next, err)
		}
		if !clamped && (steps > 0) != (next > at) {
			rt.Fatalf("%s: step %d from %v gives %v", p.Name, steps, at, next)
		}
	})
}

func TestSetAndParse(t *testing.T) {
	m := 0
	p := model.Budget(&m)
	if err := p.Set(12.5); err != nil || m != 13 {
		t.Errorf("12.5 is set as %d (%v), want 13: half rounds up", m, err)
	}
	var outside *model.RangeError
	if err := p.Set(0); !errors.As(err, &outside) || outside.Value != 0 || m != 13 {
		t.Errorf("0 landmarks: %v, m = %d", err, m)
	}
	if err := p.Set(math.NaN()); err == nil {
		t.Error("NaN is accepted")
	}
	c := 0
	choice := model.Param{Name: "trunc", Choices: []string{"core", "full"}, Max: 1, Int: &c}
	if v, err := choice.Parse("full"); v != 1 || err != nil || choice.Format(v) != "full" {
		t.Errorf("choice: %v %v %q", v, err, choice.Format(v))
	}
	if _, err := choice.Parse("half"); err == nil {
		t.Error("an unknown choice is accepted")
	}
	if _, err := p.Parse("ten"); err == nil {
		t.Error("a word is accepted as a number")
	}
	n := 0
	if err := model.TrainRows(&n).Set(3_000_000); err != nil || n != 3_000_000 {
		t.Errorf("three million rows: %v, n = %d", err, n)
	}
}

func TestNeeds(t *testing.T) {
	m := model.Method{Name: "fake", Needs: model.Needs{Spectrum: true, MaxN: 10}}
	if why := m.Unmet(nil, kernel.Gaussian{Gamma: 1}, 10, 0, 0); why != "" {
		t.Errorf("gaussian: %s", why)
	}
	for why, k := range map[string]model.Kernel{"spectral density": kernel.Linear{},
		"up to 10": kernel.Gaussian{Gamma: 1}} {
		if got := m.Unmet(nil, k, 11, 0, 0); !strings.Contains(got, why) {
			t.Errorf("%s: %q", k.Name(), got)
		}
	}
	named := model.Method{Name: "fake", Needs: model.Needs{Kernels: []string{"gaussian", "linear"}}}
	for k, want := range map[model.Kernel]string{
		kernel.Gaussian{Gamma: 1}: "", kernel.Linear{}: "",
		kernel.Laplacian{Gamma: 1}: "fake is for the kernel gaussian or linear, not laplacian",
	} {
		if got := named.Unmet(nil, k, 1, 0, 0); got != want {
			t.Errorf("%s: %q, want %q", k.Name(), got, want)
		}
	}
}
