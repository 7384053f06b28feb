package sweep

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/kernel"
)

func TestParseList(t *testing.T) {
	params := Parameters(toyMethods())
	for _, c := range []struct {
		name      model.Name
		text      string
		want      []float64
		complaint string
	}{
		{"m", "10,50,200", []float64{10, 50, 200}, ""},
		{"m", "10..1000:3", []float64{10, 100, 1000}, ""},
		{"m", "1..3:9", []float64{1, 2, 3}, ""},
		{"m", " 7 , 7", []float64{7}, ""},
		{"mu", "1e-4..1:5", []float64{1e-4, 1e-3, 1e-2, 1e-1, 1}, ""},
		{"degree", "1..3:3", []float64{1, 2, 3}, ""},
		{"m", "5..1:3", nil, "write 1..5:3"},
		{"m", "1..10:1", nil, "one value"},
		{"m", "0..10:3", nil, "outside"},
		{"m", "10..1000", nil, "no count"},
		{"m", "10..1000:0", nil, "count from 1"},
		{"m", "a..b:3", nil, "not a number"},
		{"m", "NaN..3:3", nil, "not a number"},
		{"m", "10,,20", nil, "not a number"},
		{"m", "", nil, "not a number"},
		{"gamma", "0", nil, "outside"},
	} {
		p, ok := Parameter(params, c.name)
		if !ok {
			t.Fatalf("no parameter %s", c.name)
		}
		got, err := ParseList(p, c.text)
		var spec *SpecError
		switch {
		case c.complaint != "" && (!errors.As(err, &spec) || !strings.Contains(err.Error(), c.complaint)):
			t.Errorf("%s=%s: %v, want a SpecError about %q", c.name, c.text, err, c.complaint)
		case c.complaint == "" && (err != nil ||
			!slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*b })):
			t.Errorf("%s=%s: %v (%v), want %v", c.name, c.text, got, err, c.want)
		}
	}
}

func TestPrepareRefuses(t *testing.T) {
	for want, spoil := range map[string]func(*Spec){
		"did you mean toy-two":  func(s *Spec) { s.Methods = []string{"toy-too"} },
		"named twice":           func(s *Spec) { s.Methods = []string{"toy", "toy"} },
		"no method":             func(s *Spec) { s.Methods = nil },
		"did you mean gaussian": func(s *Spec) { s.Kernel = "gausian" },
		"gamma = 0 is outside":  func(s *Spec) { s.Width = s.Width.WithGamma(0) },
		"sigma = -1 is outside": func(s *Spec) { s.Width = s.Width.WithSigma(-1) },
		"did you mean gamma":    func(s *Spec) { s.Values["gama"] = 1 },
		"swept twice":           func(s *Spec) { s.Over = []Axis{{"m", []float64{1}}, {"m", []float64{2}}} },
		"gamma and sigma are both": func(s *Spec) {
			s.Over = []Axis{{"gamma", []float64{1}}, {"sigma", []float64{2}}}
		},
		"no values":                            func(s *Spec) { s.Over = []Axis{{"m", nil}} },
		"unknown parameter to sw":              func(s *Spec) { s.Over = []Axis{{"mm", []float64{1}}} },
		"neither the kernel":                   func(s *Spec) { s.Over = []Axis{{"degree", []float64{1}}} },
		"one column":                           func(s *Spec) { s.Kernel = "periodic" },
		"the poisson kernel is for one column": func(s *Spec) { s.Kernel = "poisson" },
		"test fraction":                        func(s *Spec) { s.Test = 1 },
		"reps = 0":                             func(s *Spec) { s.Reps = 0 },
		"up to 10, not 40; draw fewer":         func(s *Spec) { s.Methods = []string{"needy"} },
		"neither a number nor":                 func(s *Spec) { s.Width = kernel.WidthByRule("wide") },
		"m = 0 is outside":                     func(s *Spec) { s.Values["m"] = 0 },
	} {
		s := toySpec("toy")
		spoil(&s)
		_, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal")))
		var spec *SpecError
		if !errors.As(err, &spec) || !strings.Contains(err.Error(), want) {
			t.Errorf("want a SpecError about %q, got %v", want, err)
		}
	}
	s := toySpec("toy")
	s.N, s.MaxMemory = 100000, 4e9
	_, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal")))
	if err != nil {
		t.Errorf("estimates at n = 100000 need little memory: %v", err)
	}
	s.ExactLimit = 100000
	_, err = Prepare(s, toyMethods(), NewStore(generator(t, "bimodal")))
	var memory *model.MemoryError
	if !errors.As(err, &memory) || memory.Need < 80e9 || !strings.Contains(err.Error(), "raise max-memory") {
		t.Errorf("a residual of 80 GB: %v", err)
	}
}

func TestWidthRules(t *testing.T) {
	for _, family := range []string{"gaussian", "laplacian", "matern32", "polynomial"} {
		s := toySpec("plain")
		s.Kernel = family
		s.Width = s.Width.Unset()
		p := prepare(t, s)
		distances, err := p.Distances()
		median := distances.Median
		if err != nil || p.Sigma != median || distances.Mean == median {
			t.Errorf("%s: σ = %v, %+v (%v)", family, p.Sigma, distances, err)
		}
		want := 1 / (2 * median * median)
		if family == "laplacian" {
			want = 1 / median
		}
		if math.Abs(p.Gamma-want) > 1e-12*want {
			t.Errorf("%s: γ = %v, want %v", family, p.Gamma, want)
		}
	}
	s := toySpec("plain")
	s.Kernel = "linear"
	s.Width = s.Width.Unset()
	if p := prepare(t, s); !math.IsNaN(p.Gamma) || !math.IsNaN(p.EmptyRow(p.Cells[0]).Gamma) {
		t.Error("the linear kernel has a γ")
	}
}

func TestCellOrder(t *testing.T) {
	s := toySpec("toy", "plain")
	s.Reps = 2
	s.Over = []Axis{{"gamma", []float64{1, 2}}, {"m", []float64{5, 6}}}
	p := prepare(t, s)
	if len(p.Cells) != 16 {
		t.Fatalf("%d cells, want 16", len(p.Cells))
	}
	for i, c := range p.Cells {
		wantRep, wantGamma, wantM := i/8+1, float64(i/4%2+1), float64(i/2%2+5)
		wantMethod := []string{"toy", "plain"}[i%2]
		if m := c.Params["m"]; c.Draw.Rep != wantRep || c.Kernel.Gamma() != wantGamma || wantMethod == "toy" && m != wantM ||
			c.Method.Name != wantMethod {
			t.Errorf("cell %d is %+v", i, c)
		}
	}
	if _, ok := p.EmptyRow(p.Cells[1]).Params["m"]; ok {
		t.Error("a method without m has one in its row")
	}
}

func TestNClampedToTheRows(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"n", []float64{20, 30}}}
	p := prepare(t, s)
	rows := collect(p.Run(context.Background(), 2))
	if len(rows) != 2 || rows[0].N != 20 || rows[1].N != 30 || rows[0].Failure != "" {
		t.Errorf("sweeping n: %+v", rows)
	}
}

func TestParametersAgree(t *testing.T) {
	seen := map[model.Name]bool{}
	for _, p := range Parameters(toyMethods()) {
		if seen[p.Name] {
			t.Errorf("%s stands twice", p.Name)
		}
		seen[p.Name] = true
	}
	for _, want := range []model.Name{"n", "gamma", "sigma", "m", "twist-by", "mu", "score-ridge"} {
		if !seen[want] {
			t.Errorf("%s is missing", want)
		}
	}
	if _, ok := Parameter([]model.Param{}, "m"); ok {
		t.Error("found in an empty list")
	}
}

// TestRoundedValuesAreSweptOnce: values of an axis that are one value of a parameter.
func TestRoundedValuesAreSweptOnce(t *testing.T) {
	s := toySpec("toy")
	given := []float64{5.2, 5.4, 6}
	s.Over = []Axis{{"m", given}}
	if p := prepare(t, s); !slices.Equal(p.Spec.Over[0].Values, []float64{5, 6}) || len(p.Cells) != 2 || given[0] != 5.2 {
		t.Errorf("over m = %v in %d cells; given: %v", p.Spec.Over[0].Values, len(p.Cells), given)
	}
}
