package paper

import (
	"math"
	"strings"
	"testing"

	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/claim"
)

// TestRatesAreRead: the exponents of made-up risks with a known optimum are those that
// they were made with, and other exponents fail.
func TestRatesAreRead(t *testing.T) {
	r := rate{name: "made up", lambda: -0.4, risk: -0.8, d: 0.2}
	made := func(lambda, risk, d float64) *Findings {
		f := &Findings{Rows: make([][]Row, 1)}
		for _, n := range []float64{100, 200} {
			best := n * math.Pow(n, lambda)
			for _, mu := range geometric(0.1, 1000, 41) {
				away := math.Log(mu / best)
				f.Rows[0] = append(f.Rows[0], Row{Method: "nystrom", Values: map[string]float64{"n": n, "mu": mu,
					"risk_exact": math.Pow(n, risk) * math.Exp(away*away), "d_eff": math.Pow(n, d) * math.Sqrt(best/mu)}})
			}
		}
		return f
	}
	for _, c := range []struct {
		lambda, risk, d float64
		want            claim.State
	}{{-0.4, -0.8, 0.2, claim.Holds}, {-0.6, -0.8, 0.2, claim.Fails}, {-0.4, -0.6, 0.2, claim.Fails}, {-0.4, -0.8, 0.4, claim.Fails}} {
		f := made(c.lambda, c.risk, c.d)
		f.Entry.check = func(f *Findings) { r.check(f, 0) }
		if v := f.Verdict(); v.State != c.want {
			t.Errorf("%+v: %v", c, v)
		}
		if o := f.best(0, 200); math.Abs(o.lambda-math.Pow(200, c.lambda)) > 1e-9 || math.Abs(o.risk-math.Pow(200, c.risk)) > 1e-9 || math.Abs(o.d-math.Pow(200, c.d)) > 1e-9 {
			t.Errorf("%+v: the best ridge is %+v", c, o)
		}
	}
}

// TestTruthOfARun: a run about the targets says so in its command line, and finds another
// m than one about the known truth, at a ridge where that one's exact fit follows noise.
func TestTruthOfARun(t *testing.T) {
	m := map[tune.TruthFrom]float64{}
	for _, truth := range []tune.TruthFrom{"", tune.TruthTargets} {
		r := Run{Data: "bimodal", Truth: truth, Mus: []float64{0.001}, Loss: 0.01, Change: func(s *sweep.Spec) {
			s.Methods, s.N, s.Reps, s.Width, s.Values = []string{"nystrom"}, 60, 3, "", map[string]float64{"gamma": 30}
		}}
		line, err := r.Line(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, "--truth targets") != (truth == tune.TruthTargets) {
			t.Errorf("%q: %s", truth, line)
		}
		rows, err := r.rows(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		m[truth] = rows[0].Values["m"]
	}
	if m[""] > 5 || m[tune.TruthTargets] < 50 {
		t.Errorf("sufficient: %v", m)
	}
}

func TestAnOptimumAtTheEndIsNone(t *testing.T) {
	f := &Findings{Rows: make([][]Row, 1)}
	for i, mu := range []float64{1, 2, 4} {
		f.Rows[0] = append(f.Rows[0], Row{Values: map[string]float64{"n": 10, "mu": mu, "risk_exact": float64(3 - i), "d_eff": 1}})
	}
	f.Entry.check = func(f *Findings) { f.best(0, 10) }
	if v := f.Verdict(); v.State != claim.Fails || v.Figures == "" {
		t.Errorf("%v", v)
	}
}
