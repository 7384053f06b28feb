package sweep

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
)

// TestCoupledCells compares the cells of a grid over n, with formulas of Bach's kind, with the formulas
// computed by hand.
func TestCoupledCells(t *testing.T) {
	s := toySpec("toy", "plain")
	s.Over = []Axis{{"n", []float64{16, 81, 256}}}
	s.Values["m"] = 7 // overridden by the formula
	s.With = []Coupling{{"share", "3/2"}, {"mu", "0.5*n^(-1/2)"}, {"m", "ceil(share*n^(1/4))"}, {"gamma", "m*mu*d"}}
	p := prepare(t, s)
	for i, c := range p.Cells {
		n := []float64{16, 81, 256}[i/2]
		root := math.Sqrt(math.Sqrt(n)) // 2, 3, 4
		mu, m := 0.5/(root*root), math.Ceil(1.5*root)
		if math.Abs(c.Mu-mu) > 1e-15 || math.Abs(c.ScoreRidge-mu) > 1e-15 ||
			math.Abs(c.Kernel.Gamma()-m*mu*float64(p.store.Source().Dims())) > 1e-12 {
			t.Errorf("n = %v: μ = %v, γₛ = %v, γ = %v, want μ = %v", n, c.Mu, c.ScoreRidge, c.Kernel.Gamma(), mu)
		}
		if got, has := c.Params["m"]; has != (c.Method.Name == "toy") || has && got != m {
			t.Errorf("n = %v: %s has m = %v, want %v", n, c.Method.Name, got, m)
		}
	}
	if p.Spec.Values["m"] != 7 {
		t.Error("the spec's values have changed")
	}
}

// TestCoupledScoreRidge: γₛ equals μ unless it is given, both in formulas and in runs.
func TestCoupledScoreRidge(t *testing.T) {
	s := toySpec("toy")
	s.Values["mu"] = 3
	s.With = []Coupling{{"m", "2*score_ridge"}}
	if c := prepare(t, s).Cells[0]; c.Params["m"] != 6 {
		t.Errorf("m = %v, want 2·3", c.Params["m"])
	}
	s.With = []Coupling{{"score-ridge", "10*mu"}, {"m", "2*score_ridge"}}
	if c := prepare(t, s).Cells[0]; c.Params["m"] != 60 || c.ScoreRidge != 30 {
		t.Errorf("m = %v, γₛ = %v, want 60 and 30", c.Params["m"], c.ScoreRidge)
	}
}

func TestCouplingsRefused(t *testing.T) {
	for _, c := range []struct {
		with []Coupling
		says string
	}{
		{[]Coupling{{"m", "ceil(n"}}, "column"},
		{[]Coupling{{"m", "n > 3"}}, "write numbers"},
		{[]Coupling{{"m", "um"}}, "did you mean mu?"},
		{[]Coupling{{"m", "nn"}}, "use d, n, "},
		{[]Coupling{{"m", "bytes/(8*n)"}}, "there is no parameter bytes"},
		{[]Coupling{{"m", "m+1"}}, "follows from itself"},
		{[]Coupling{{"sigma", "2*gamma"}}, "follows from itself"},
		{[]Coupling{{"m", "10*mu"}, {"mu", "2"}}, "which comes later; give that for mu first"},
		{[]Coupling{{"m", "10*score_ridge"}, {"mu", "2"}}, "give that for mu first"},
		{[]Coupling{{"n", "2*m"}}, "size of the data"},
		{[]Coupling{{"d", "2"}}, "size of the data"},
		{[]Coupling{{"m", "n"}, {"m", "2"}}, "two formulas"},
		{[]Coupling{{"gamma", "1"}, {"sigma", "2"}}, "two formulas"},
		{[]Coupling{{"mine!", "1"}}, "no name for a number"},
		{[]Coupling{{"sqrt", "1"}}, "no name for a number"},
		{[]Coupling{{"m", "n - 40"}}, "m=n - 40: m = 0 is outside [1, 20000], at n = 40; change"},
		{[]Coupling{{"m", "2-2"}}, "m=2-2: m = 0 is outside [1, 20000]; change"},
		{[]Coupling{{"m", "1/0"}}, "m=1/0: the value is +Inf, not a finite number; change"},
		{[]Coupling{{"score_ridge", "1"}}, "only a formula writes score_ridge; write score-ridge="},
		{[]Coupling{{"m", "1/(n-40)"}}, "+Inf"},
		{[]Coupling{{"mu", "m"}}, "mu is swept"},
	} {
		s := toySpec("toy")
		s.With = c.with
		if c.with[0].Name == "mu" {
			s.Over = []Axis{{"mu", []float64{1}}}
		}
		_, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal")))
		var spec *SpecError
		if !errors.As(err, &spec) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: want a SpecError about %q, got %v", c.with, c.says, err)
		}
	}
	for _, text := range []string{"", "m", "m=", "=3"} {
		if _, err := ParseCoupling(text); err == nil {
			t.Errorf("%q reads", text)
		}
	}
	if c, err := ParseCoupling(" m = 2 * n "); err != nil || c != (Coupling{"m", "2 * n"}) {
		t.Errorf("%v, %v", c, err)
	}
}

// TestUnusedNumbers: an intermediate value is unused unless a later formula uses it.
func TestUnusedNumbers(t *testing.T) {
	s := toySpec("toy")
	s.With = []Coupling{{"half", "1/2"}, {"mm", "n/10"}, {"m", "ceil(n*half)"}, {"late", "2*half"}}
	c, err := s.Couplings(Parameters(toyMethods()))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Unused(); !slices.Equal(got, []string{"mm", "late"}) {
		t.Errorf("%v are not used, want mm and late", got)
	}
}

// TestLongTextsAreCut: messages quote only the beginning of a long text.
func TestLongTextsAreCut(t *testing.T) {
	long := strings.Repeat("1γ+", 40_000)
	s := toySpec("toy")
	for _, with := range [][]Coupling{{{"m", long}}, {{long, "1"}}, {{"m", "1+" + long[:900]}},
		{{"m", strings.Repeat(" ", 900) + "1/0"}}, {{"m", strings.Repeat(" ", 900) + "0"}}} {
		s.With = with
		if _, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal"))); err == nil || len(err.Error()) > 500 ||
			!strings.Contains(err.Error(), "…") {
			t.Errorf("%.20s: %.600v", with[0], err)
		}
	}
	if _, err := ParseCoupling(long); err == nil || len(err.Error()) > 300 {
		t.Errorf("%.400v", err)
	}
	for _, list := range []string{long + "..9:2", "1.." + long + ":2", "1..9:" + long} {
		if _, err := ParseList(model.Budget(nil), list); err == nil || len(err.Error()) > 400 {
			t.Errorf("%.20s: %.500v", list, err)
		}
	}
}
