package paper

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model/claim"
)

// TestRatesAreRead: the optimum of made-up risks with a known one is that, and exponents other than the law's fail.
func TestRatesAreRead(t *testing.T) {
	e, _ := Find("bach-spline-1")
	var mus []float64
	for i := range 41 {
		mus = append(mus, 0.1*math.Pow(1e4, float64(i)/40))
	}
	for _, c := range []struct {
		lambda, risk, d float64
		want            claim.State
	}{{-0.4, -0.8, 0.2, claim.Holds}, {-0.6, -0.8, 0.2, claim.Fails}, {-0.4, -0.6, 0.2, claim.Fails},
		{-0.4, -0.8, 0.4, claim.Fails}} {
		f := &Findings{Entry: e, Rows: make([][]Row, 1)}
		for _, n := range []float64{100, 200, 400} {
			best := n * math.Pow(n, c.lambda)
			var risks, dims []float64
			for _, mu := range mus {
				away := math.Log(mu / best)
				risks, dims = append(risks, math.Pow(n, c.risk)*math.Exp(away*away)),
					append(dims, math.Pow(n, c.d)*math.Sqrt(best/mu))
			}
			mu, risk, d := optimum(mus, risks, dims)
			if math.Abs(mu/best-1) > 1e-9 || math.Abs(risk/math.Pow(n, c.risk)-1) > 1e-9 ||
				math.Abs(d/math.Pow(n, c.d)-1) > 1e-9 {
				t.Errorf("%+v: the best ridge is %v with %v and %v", c, mu, risk, d)
			}
			f.Rows[0] = append(f.Rows[0],
				Row{Method: "optimum", Values: map[string]float64{"n": n, "lambda": mu / n, "risk": risk, "d": d}})
		}
		if v := f.Verdict(); v.State != c.want {
			t.Errorf("%+v: %v", c, v)
		}
	}
	if mu, _, _ := optimum([]float64{1, 2, 4}, []float64{3, 2, 1}, []float64{1, 1, 1}); mu != 0 {
		t.Errorf("an optimum at the end of the grid is %v", mu)
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
		// the larger n take seconds
		e.Runs[0].words = strings.Fields(strings.Replace(strings.Join(e.Runs[0].words, " "), "n=50..800:5", "n=50,100", 1))
		f, err := e.Compute(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		off := func(got, want float64) float64 { return math.Abs(got/want - 1) }
		for i, o := range f.Rows[0][2*31:] {
			if w, v := want.Optima[i], o.Values; v["n"] != w.N || off(v["lambda"]*w.N, w.Mu) > 0.03 ||
				off(v["risk"], w.Risk) > 5e-4 || off(v["d"], w.D) > 0.01 {
				t.Errorf("β = %s: %+v, want %+v", beta, o, w)
			}
		}
	}
}

// TestRankIsAtTheBestRidges: the ridges of bach-spline-rank are NumPy's, to three digits.
func TestRankIsAtTheBestRidges(t *testing.T) {
	rates := readRates(t)
	e, _ := Find("bach-spline-rank")
	for i, r := range e.Runs {
		beta := []string{"1", "4", "8"}[i/5]
		spec, err := r.spec(bench(""), synthetic.Generators()[0])
		if err != nil {
			t.Fatal(err)
		}
		if got, want := spec.Over[0].Values[0], rates[beta].Optima[i%5]; math.Abs(got/want.Mu-1) > 0.005 ||
			float64(spec.N) != want.N {
			t.Errorf("β = %s, n = %v: μ = %v, want %v", beta, spec.N, got, want)
		}
	}
}

// TestExponentsAreOfAllSizes: the slope is that of NumPy's fit over all sizes.
func TestExponentsAreOfAllSizes(t *testing.T) {
	for beta, want := range readRates(t) {
		f := &Findings{Rows: make([][]Row, 1)}
		for _, o := range want.Optima[:5] {
			f.Rows[0] = append(f.Rows[0],
				Row{Method: "optimum", Values: map[string]float64{"n": o.N, "lambda": o.Mu / o.N, "risk": o.Risk, "d": o.D}})
		}
		f.Entry.Runs = make([]Run, 1)
		for column, exponent := range map[string]float64{"lambda": want.Exponents.Lambda, "risk": want.Exponents.Risk,
			"d": want.Exponents.D} {
			f.Entry.claims = []string{fmt.Sprintf("claim: %v <= exponent(%s of optimum over n) <= %v", exponent-1e-6, column,
				exponent+1e-6)}
			if v := f.Verdict(); v.State != claim.Holds {
				t.Errorf("β = %s: %v", beta, v)
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
			if want := fmt.Sprintf("%.2f at ", d.Lambda); !strings.Contains(text, want+place) &&
				!strings.Contains(text, want+"n = "+place) {
				t.Errorf("no %q of n = %s in %s", want, place, text)
			}
		}
		if d.N > 1e8 && math.Abs(d.Lambda+0.5) > 0.005 {
			t.Errorf("at n = %g the exponent is %.4f", d.N, d.Lambda)
		}
	}
}

// TestTruthOfARun: a search about the targets finds another m than one about the known truth, at a ridge where that
// one's exact fit follows noise.
func TestTruthOfARun(t *testing.T) {
	m := map[string]float64{}
	for _, about := range []string{"", "targets"} {
		r := Run{Data: "bimodal", Compute: sufficing, Arguments: strings.Fields("3 0.01 " + about),
			words: strings.Fields("--methods nystrom --over mu=0.001 --n 60 --gamma 30 --test 0 bimodal")}
		rows, err := r.rows(t.Context(), bench(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		m[about] = rows[0].Values["m"]
	}
	if m[""] > 5 || m["targets"] < 50 {
		t.Errorf("sufficient: %v", m)
	}
}
