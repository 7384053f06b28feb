package paper

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// TestRatesAreRead: the exponents of made-up risks with a known optimum are those that
// they were made with, and other exponents fail.
func TestRatesAreRead(t *testing.T) {
	r := rate{name: "made up", lambda: -0.4, risk: -0.8, d: 0.2}
	made := func(lambda, risk, d float64) *Findings {
		f := &Findings{Rows: make([][]Row, 1)}
		for _, n := range []float64{100, 200, 400} {
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

// splineRates are testdata/rates.json, which NumPy computed from the eigenvalues of K.
type splineRates struct {
	Optima    []struct{ N, Mu, Risk, D float64 }
	Exponents struct{ Lambda, Risk, D float64 } // of n = 50 to 800
	Doublings []struct{ N, Lambda float64 }
}

func readRates(t *testing.T) map[string]splineRates {
	t.Helper()
	content, err := os.ReadFile("testdata/rates.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]splineRates
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSplineOptima compares the best ridges on splines with NumPy's: the vertex of a
// parabola on a grid of ratio 1.26 is within 3 % of them.
func TestSplineOptima(t *testing.T) {
	for beta, want := range readRates(t) {
		e, _ := Find("bach-spline-" + beta)
		all := e.Runs[0].Change
		e.Runs[0].Change = func(s *sweep.Spec) {
			all(s)
			s.Over[0].Values = s.Over[0].Values[:2] // the larger n take seconds
		}
		f, err := e.Compute(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		off := func(got, want float64) float64 { return math.Abs(got/want - 1) }
		for i, o := range f.optima(0) {
			if w := want.Optima[i]; o.n != w.N || off(o.lambda*o.n, w.Mu) > 0.03 || off(o.risk, w.Risk) > 5e-4 || off(o.d, w.D) > 0.01 {
				t.Errorf("β = %s: %+v, want %+v", beta, o, w)
			}
		}
	}
}

// TestRankIsAtTheBestRidges: the ridges of bach-spline-rank are NumPy's, to three digits.
func TestRankIsAtTheBestRidges(t *testing.T) {
	rates, runs := readRates(t), bachRank().Runs
	for i, beta := range []string{"1", "4", "8"} {
		for j := range splineSizes() {
			got, want := runs[i*len(splineSizes())+j].Mus[0], rates[beta].Optima[j].Mu
			if math.Abs(got/want-1) > 0.005 {
				t.Errorf("β = %s, n = %v: μ = %v, want %v", beta, splineSizes()[j], got, want)
			}
		}
	}
}

// TestExponentsAreOfAllSizes: the slope is that of NumPy's fit over all sizes, and the
// verdict on β = 4 tells it, with those from each n to the next.
func TestExponentsAreOfAllSizes(t *testing.T) {
	for beta, want := range readRates(t) {
		var all []optimum
		for _, o := range want.Optima[:5] {
			all = append(all, optimum{o.N, o.Mu / o.N, o.Risk, o.D})
		}
		for _, c := range []struct {
			what   string
			figure func(optimum) float64
			want   float64
		}{{"λ*", bestRidge, want.Exponents.Lambda}, {"risk", leastRisk, want.Exponents.Risk}, {"d", freedom, want.Exponents.D}} {
			if got := exponent(all, c.figure); math.Abs(got-c.want) > 1e-6 {
				t.Errorf("β = %s: the exponent of %s is %v, want %v", beta, c.what, got, c.want)
			}
		}
	}
}

// TestSwingIsToldAsItIs: what bach-spline-4 says of sizes beyond its own is what NumPy
// finds there.
func TestSwingIsToldAsItIs(t *testing.T) {
	e, _ := Find("bach-spline-4")
	text := strings.ReplaceAll(e.Differs, "−", "-")
	for _, d := range readRates(t)["4"].Doublings {
		if place, told := map[float64]string{50: "50", 400: "400", 102400: "10⁵", 819200: "10⁶"}[d.N]; told {
			if want := fmt.Sprintf("%.2f at ", d.Lambda); !strings.Contains(text, want+place) && !strings.Contains(text, want+"n = "+place) {
				t.Errorf("no %q of n = %s in %s", want, place, text)
			}
		}
		if d.N > 1e8 && math.Abs(d.Lambda+0.5) > 0.005 {
			t.Errorf("at n = %g the exponent is %.4f", d.N, d.Lambda)
		}
	}
}

// TestTruthOfARun: a run about the targets says so in its command line, and finds another
// m than one about the known truth, at a ridge where that one's exact fit follows noise.
func TestTruthOfARun(t *testing.T) {
	m := map[truth]float64{}
	for _, about := range []truth{knownTruth, targetsTruth} {
		r := Run{Data: "bimodal", Truth: about, Mus: []float64{0.001}, Loss: 0.01, Change: func(s *sweep.Spec) {
			s.Methods, s.N, s.Reps, s.Width = []string{"nystrom"}, 60, 3, s.Width.WithGamma(30)
		}}
		line, err := r.Line(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, "about the targets") != (about == targetsTruth) {
			t.Errorf("%q: %s", about, line)
		}
		rows, err := r.rows(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		m[about] = rows[0].Values["m"]
	}
	if m[knownTruth] > 5 || m[targetsTruth] < 50 {
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
