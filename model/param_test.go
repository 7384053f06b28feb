package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSpaced(t *testing.T) {
	m := Budget(nil)
	if got, want := m.Spaced(10, 1000, 3), []float64{10, 100, 1000}; !slices.Equal(got, want) {
		t.Errorf("10..1000:3 on a log scale: %v, want %v", got, want)
	}
	if got, want := m.Spaced(1, 3, 9), []float64{1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("duplicates of integers stay: %v, want %v", got, want)
	}
	if got, want := Accumulations(nil).Spaced(1, 4, 4), []float64{1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("1..4:4 on a linear scale: %v, want %v", got, want)
	}
	if got := Gamma(nil).Spaced(0.01, 10, 6); got[0] != 0.01 || got[5] != 10 {
		t.Errorf("the ends of 0.01..10:6 are %v and %v", got[0], got[5])
	}
}

func TestStepStaysInRangeAndMoves(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		params := []Param{Budget(nil), Accumulations(nil), Clusters(nil), TargetRank(nil), Ridge(nil), Gamma(nil), Offset(nil), Beta(nil)}
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
	p := Budget(&m)
	if err := p.Set(12.5); err != nil || m != 13 {
		t.Errorf("12.5 is set as %d (%v), want 13: half rounds up", m, err)
	}
	var outside *RangeError
	if err := p.Set(0); !errors.As(err, &outside) || outside.Value != 0 || m != 13 {
		t.Errorf("0 landmarks: %v, m = %d", err, m)
	}
	if err := p.Set(math.NaN()); err == nil {
		t.Error("NaN is accepted")
	}
	c := 0
	choice := Param{Name: "trunc", Choices: []string{"core", "full"}, Max: 1, Int: &c}
	if v, err := choice.Parse("full"); v != 1 || err != nil || choice.Format(v) != "full" {
		t.Errorf("choice: %v %v %q", v, err, choice.Format(v))
	}
	if _, err := choice.Parse("half"); err == nil {
		t.Error("an unknown choice is accepted")
	}
	if _, err := p.Parse("ten"); err == nil {
		t.Error("a word is accepted as a number")
	}
}

func TestFamilies(t *testing.T) {
	for _, f := range Families() {
		if f.HasParam("gamma") {
			if _, err := f.Kernel(Shape{Gamma: 0, Degree: 1, Beta: 1}); err == nil {
				t.Errorf("%s accepts γ = 0", f.Name)
			}
		}
		for _, sigma := range []float64{0.1, 1, 30} {
			if got := f.SigmaOf(f.GammaOf(sigma)); math.Abs(got-sigma) > 1e-12*sigma {
				t.Errorf("%s: σ = %v comes back as %v", f.Name, sigma, got)
			}
		}
	}
	for _, ell := range []float64{0.5, 2} { // Matérn uses ℓ = σ
		k := matern{1, width(gaussianFamily(t).GammaOf(ell))}
		v := []float64{ell * ell}
		if k.Apply(v); math.Abs(v[0]-math.Exp(-1)) > 1e-15 {
			t.Errorf("matern12 at distance σ is %v, want 1/e", v[0])
		}
	}
}

func gaussianFamily(t *testing.T) Family {
	t.Helper()
	for _, f := range Families() {
		if f.Name == "gaussian" {
			return f
		}
	}
	t.Fatal("no gaussian kernel")
	return Family{}
}

type fakeFitter struct{ m int }

func (f *fakeFitter) Params() []Param { return []Param{Budget(&f.m)} }
func (f *fakeFitter) Fit(context.Context, *Gram, *rand.Rand) (Approximation, error) {
	return nil, errors.New("not to be run")
}

func TestValidate(t *testing.T) {
	good := Method{Name: "fake", Doc: "A title\n\nText.", Ref: "none", Cost: "0", New: func() Fitter { return &fakeFitter{100} },
		Memory: func(Fitter, int, int) Memory { return Memory{} }}
	if err := Validate([]Method{good}); err != nil {
		t.Errorf("a good method: %v", err)
	}
	for want, spoil := range map[string]func(*Method){
		"name":            func(m *Method) { m.Name = "Fake One" },
		"title":           func(m *Method) { m.Doc = "" },
		"60 characters":   func(m *Method) { m.Doc = strings.Repeat("x", 61) },
		"Ref":             func(m *Method) { m.Ref = "" },
		"New is nil":      func(m *Method) { m.New = nil },
		"Memory is nil":   func(m *Method) { m.Memory = nil },
		"Spectrum is not": func(m *Method) { m.Frequencies = true },
		"by clusters":     func(m *Method) { m.Clusters = true },
		"the default is":  func(m *Method) { m.New = func() Fitter { return &fakeFitter{7} } },
	} {
		m := good
		spoil(&m)
		if err := Validate([]Method{m}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want a complaint about %q, got %v", want, err)
		}
	}
	if err := Validate([]Method{good, good}); err == nil {
		t.Error("a name that stands twice is accepted")
	}
}

func TestNeeds(t *testing.T) {
	m := Method{Name: "fake", Needs: Needs{Spectrum: true, MaxN: 10}}
	if why := m.Unmet(gaussian{1}, 10); why != "" {
		t.Errorf("gaussian: %s", why)
	}
	for why, k := range map[string]Kernel{"spectral density": linear{}, "up to 10": gaussian{1}} {
		if got := m.Unmet(k, 11); !strings.Contains(got, why) {
			t.Errorf("%s: %q", k.Name(), got)
		}
	}
	named := Method{Name: "fake", Needs: Needs{Kernels: []string{"gaussian", "linear"}}}
	for k, want := range map[Kernel]string{
		gaussian{1}: "", linear{}: "", laplacian{1}: "fake is for the kernel gaussian or linear, not laplacian",
	} {
		if got := named.Unmet(k, 1); got != want {
			t.Errorf("%s: %q, want %q", k.Name(), got, want)
		}
	}
	unit := Method{Name: "fake", Needs: Needs{UnitDiagonal: true}}
	for _, k := range []Kernel{linear{}, newPeriodic(1)} {
		if unit.Unmet(k, 1) == "" {
			t.Errorf("%s passes for a kernel with unit diagonal", k.Name())
		}
	}
}
